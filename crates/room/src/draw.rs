//! Offers of a draw (§7): one at a time, 20 s to answer, one refusal ends it.

use protocol::{Done, DrawOffer, ErrorBody, Millis, ServerFrame};
use rules::Seat;

use crate::{Audience, Effects, OffersMade, Save, playing::Playing, table::Table};

/// How long the others have to answer.
const ANSWER_MS: i64 = 20_000;
/// Offers a player may make in a game.
const OFFERS: u8 = 3;
/// Steps between two offers of one player.
const STEPS_BETWEEN: u32 = 20;

/// How a player answers an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    /// 同意
    Agree,
    /// 不同意
    Refuse,
}

/// What an answer has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voted {
    /// Others have still to answer, or the offer is refused.
    Told,
    /// All who are in agree.
    Agreed,
}

impl Playing {
    /// Refusals in this order: out, an offer is open, the limits.
    pub(crate) fn offer_draw(
        &mut self,
        table: &Table,
        now: Millis,
        seat: Seat,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        self.must_be_in(seat)?;
        if self.offer.is_some() {
            return Err(ErrorBody::OfferOpen);
        }
        let steps = self.game.steps();
        let made = *self.offers.get(seat);
        if made.count >= OFFERS {
            return Err(ErrorBody::OfferLimit { from_step: None });
        }
        let from_step = made.last_step + STEPS_BETWEEN;
        if made.count > 0 && steps < from_step {
            return Err(ErrorBody::OfferLimit { from_step: Some(from_step) });
        }
        *self.offers.get_mut(seat) = OffersMade { count: made.count + 1, last_step: steps };
        out.save(Save::Memo { game: self.id, memo: table.memo(self.offers) });
        self.offer = Some(DrawOffer { by: seat, agreed: vec![seat], deadline: now + ANSWER_MS });
        self.tell_offer(table, None, out);
        Ok(Done::Done)
    }

    /// Refusals in this order: out, no offer is open, answered already.
    pub(crate) fn answer_draw(
        &mut self,
        table: &Table,
        seat: Seat,
        vote: Vote,
        out: &mut Effects,
    ) -> Result<Voted, ErrorBody> {
        self.must_be_in(seat)?;
        let offer = self.offer.as_mut().ok_or(ErrorBody::NoOffer)?;
        if offer.agreed.contains(&seat) {
            return Err(ErrorBody::Answered);
        }
        if vote == Vote::Refuse {
            self.end_offer(table, Some(seat), out);
            return Ok(Voted::Told);
        }
        offer.agreed.push(seat);
        offer.agreed.sort_unstable();
        if table.seats().iter().all(|seat| !self.game.is_in(*seat) || offer.agreed.contains(seat)) {
            return Ok(Voted::Agreed);
        }
        self.tell_offer(table, None, out);
        Ok(Voted::Told)
    }

    pub(crate) fn end_offer(&mut self, table: &Table, refused: Option<Seat>, out: &mut Effects) {
        self.offer = None;
        self.tell_offer(table, refused, out);
    }

    pub(crate) fn tell_offer(&self, table: &Table, refused: Option<Seat>, out: &mut Effects) {
        let offer = self.offer.clone();
        out.send(Audience::Everyone, ServerFrame::Offer { room: table.id, offer, refused });
    }

    pub(crate) fn must_be_in(&self, seat: Seat) -> Result<(), ErrorBody> {
        if self.game.is_in(seat) { Ok(()) } else { Err(ErrorBody::NotPlaying) }
    }
}
