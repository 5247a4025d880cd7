use protocol::{ErrorBody, GameId, Millis, Notice, ServerFrame};
use rules::{BySeat, Deployment, Game, Layout, Seat, Setup};

use crate::{Audience, Effects, Hidden, Save, playing::Playing, table::Table};

/// The layout of a player who has handed in none and prefers none.
pub(crate) const DEFAULT_LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";

/// 布阵: all seats are taken and the armies are being set up.
#[derive(Debug)]
pub(crate) struct Arranging {
    pub(crate) game: GameId,
    pub(crate) deadline: Millis,
    pub(crate) sheets: BySeat<Sheet>,
}

/// What one seat has handed in.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sheet {
    pub(crate) layout: Option<Layout>,
    pub(crate) ready: bool,
}

impl std::fmt::Debug for Sheet {
    /// Shows nothing that is hidden, so that no log can.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheet").field("ready", &self.ready).finish_non_exhaustive()
    }
}

impl Arranging {
    /// A new game of those who sit at the table. In 翻棋 there is nothing to arrange, so the time for it is over at once.
    pub(crate) fn new(table: &mut Table, now: Millis, out: &mut Effects) -> Arranging {
        let game = table.lots.game_id(now);
        let time = match table.options.rules.setup {
            Setup::Arrange => i64::from(table.options.arrange_seconds) * 1000,
            Setup::Flip => 0,
        };
        let deadline = now + time;
        out.save(Save::NewGame {
            game,
            room: table.id,
            kind: table.kind,
            ranked: table.ranked,
            options: Box::new(table.options.clone()),
            seats: Box::new(table.players()),
            at: now,
            deadline,
            memo: table.memo(BySeat::default()),
        });
        Arranging { game, deadline, sheets: BySeat::default() }
    }

    pub(crate) fn sheet(&self, seat: Seat) -> &Sheet {
        self.sheets.get(seat)
    }

    pub(crate) fn all_ready(&self, table: &Table) -> bool {
        table.seats().iter().all(|&seat| self.sheet(seat).ready)
    }

    /// Takes a layout in. Nobody is told more than that the seat is ready.
    pub(crate) fn ready(
        &mut self,
        table: &Table,
        seat: Seat,
        text: &str,
        out: &mut Effects,
    ) -> Result<(), ErrorBody> {
        let layout =
            Layout::parse(text, &table.options.rules).map_err(|fault| ErrorBody::Layout { fault })?;
        let was_ready = self.sheet(seat).ready;
        *self.sheets.get_mut(seat) = Sheet { layout: Some(layout), ready: true };
        self.save(seat, layout, out);
        if !was_ready {
            out.send(Audience::Everyone, ServerFrame::Ready { room: table.id, seat, ready: true });
        }
        Ok(())
    }

    /// Takes the readiness back; the layout stays for the deadline.
    pub(crate) fn unready(&mut self, table: &Table, seat: Seat, out: &mut Effects) {
        let sheet = self.sheets.get_mut(seat);
        let Sheet { layout: Some(layout), ready: true } = *sheet else { return };
        sheet.ready = false;
        self.save(seat, layout, out);
        out.send(Audience::Everyone, ServerFrame::Ready { room: table.id, seat, ready: false });
    }

    fn save(&self, seat: Seat, layout: Layout, out: &mut Effects) {
        let Sheet { ready, .. } = *self.sheet(seat);
        out.save(Save::Layout { game: self.game, seat, layout: Hidden(layout.to_string()), ready });
    }

    /// Everybody plays: who isn't ready with the layout last handed in, else the preferred, else the default one.
    pub(crate) fn start(self, table: &mut Table, now: Millis, out: &mut Effects) -> Playing {
        let rules = table.options.rules;
        let seats = table.seats();
        let first = table.options.first.seat().unwrap_or_else(|| table.lots.seat(seats));
        let deployment = match rules.setup {
            Setup::Flip => Deployment::Shuffled(table.lots.shuffle()),
            Setup::Arrange => {
                let given: Vec<Seat> =
                    seats.iter().copied().filter(|&seat| !self.sheet(seat).ready).collect();
                if !given.is_empty() {
                    let notice = Notice::LayoutGiven { room: table.id, seats: given };
                    out.send(Audience::Everyone, ServerFrame::Notice(notice));
                }
                Deployment::Arranged(BySeat::new_with(|seat| {
                    seats.contains(&seat).then(|| self.layout_at_deadline(table, seat))
                }))
            }
        };
        let (layouts, shuffled, nonce) = match &deployment {
            Deployment::Arranged(layouts) => {
                (layouts.map(|_, layout| layout.map(|it| it.to_string())), vec![], None)
            }
            Deployment::Shuffled(shuffle) => (BySeat::default(), shuffle.pieces().to_vec(), shuffle.nonce()),
        };
        out.save(Save::Start {
            game: self.game,
            first,
            layouts: Hidden(Box::new(layouts)),
            shuffled: Hidden(shuffled),
            nonce: Hidden(nonce),
            at: now,
        });
        let game = Game::new(rules, first, deployment).expect("the layouts were checked under these rules");
        Playing::new(self.game, game, table, now)
    }

    fn layout_at_deadline(&self, table: &Table, seat: Seat) -> Layout {
        let handed_in = self.sheet(seat).layout;
        let preferred = || table.chair(seat)?.member.preferred.as_deref();
        handed_in
            .or_else(|| Layout::parse(preferred()?, &table.options.rules).ok())
            .unwrap_or_else(|| DEFAULT_LAYOUT.parse().expect("the default layout is legal"))
    }
}
