//! Two players change seats: one asks, the other has 20 s to answer; one wish at a time.

use protocol::{AccountId, Done, ErrorBody, Millis, ServerFrame, SwapOffer};
use rules::Seat;

use crate::{Audience, Effects, Room, house::CalledOff, snapshot::With, table::Table};

/// How long the other has to answer.
const ANSWER_MS: i64 = 20_000;

impl Table {
    /// The open wish, if it is there, comes to its end.
    pub(crate) fn end_swap(&mut self, refused: Option<Seat>, out: &mut Effects) {
        if self.house.swap.take().is_some() {
            out.send(Audience::Everyone, ServerFrame::Swap { room: self.id, swap: None, refused });
        }
    }

    /// Tells the open wish, if there is one: its time may have changed.
    pub(crate) fn tell_swap(&self, out: &mut Effects) {
        if let Some(swap) = self.house.swap {
            out.send(
                Audience::Everyone,
                ServerFrame::Swap { room: self.id, swap: Some(swap), refused: None },
            );
        }
    }

    /// Nobody sits on that seat any more, or somebody else.
    pub(crate) fn end_swap_of(&mut self, seat: Seat, out: &mut Effects) {
        if self.house.swap.is_some_and(|swap| swap.from == seat || swap.to == seat) {
            self.end_swap(None, out);
        }
    }
}

impl Room {
    /// Refusals in this order: no seat, the phase, oneself, nobody there, another wish is open.
    pub(crate) fn swap(
        &mut self,
        now: Millis,
        account: AccountId,
        to: Seat,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let from = self.table.seat_of(account).ok_or(ErrorBody::NotSeated)?;
        self.must_be_open()?;
        if from == to {
            return Err(ErrorBody::Yourself);
        }
        self.table.chair(to).ok_or(ErrorBody::SeatEmpty)?;
        if self.table.house.swap.is_some() {
            return Err(ErrorBody::SwapOpen);
        }
        let swap = SwapOffer { from, to, deadline: now + ANSWER_MS };
        self.table.house.swap = Some(swap);
        self.table.tell_swap(out);
        Ok(Done::Done)
    }

    /// Refusals in this order: no seat, not asked.
    pub(crate) fn answer_swap(
        &mut self,
        now: Millis,
        account: AccountId,
        accept: bool,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let seat = self.table.seat_of(account).ok_or(ErrorBody::NotSeated)?;
        let answers = |swap: &SwapOffer| swap.to == seat || (swap.from == seat && !accept);
        let swap = self.table.house.swap.filter(answers).ok_or(ErrorBody::NoSwap)?;
        self.table.end_swap((!accept).then_some(seat), out);
        if accept {
            let called_off = self.call_off(now, out);
            self.exchange(swap, out);
            match called_off {
                CalledOff::Game => self.tell_room(now, With::View, out),
                CalledOff::Nothing => {
                    for seat in [swap.from, swap.to] {
                        if let Some(account) = self.table.chair(seat).map(crate::table::Chair::account) {
                            self.tell_own_room(now, account, out);
                        }
                    }
                }
            }
        }
        Ok(Done::Done)
    }

    fn exchange(&mut self, SwapOffer { from, to, .. }: SwapOffer, out: &mut Effects) {
        let chair = self.table.chairs.get_mut(from).take();
        let other = std::mem::replace(self.table.chairs.get_mut(to), chair);
        *self.table.chairs.get_mut(from) = other;
        self.tell_seat(from, out);
        self.tell_seat(to, out);
    }
}
