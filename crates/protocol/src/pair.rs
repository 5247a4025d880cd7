use serde::{Deserialize, Serialize};

use crate::{InviteId, Millis, Player};

/// How one stands with partners (对家) for quick matches. Told whole after every change, and after each hello if there is
/// anything to tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Pairing {
    /// With whom one is a pair.
    pub partner: Option<Player>,
    /// The own invitation that is open.
    pub sent: Option<SentInvite>,
    /// Invitations that wait for one's answer, oldest first.
    pub received: Vec<Invite>,
}

/// An invitation as who is invited sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Invite {
    /// Its id; who opens the link of one (`/pair/ID`) answers it as if named.
    pub id: InviteId,
    /// Who invites.
    pub from: Player,
    /// When it times out.
    pub until: Millis,
}

/// An invitation as who made it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SentInvite {
    /// Its id.
    pub id: InviteId,
    /// Who is invited; `None`: whoever has the link.
    pub to: Option<Player>,
    /// When it times out.
    pub until: Millis,
}

/// What has just changed between partners. Names are as they were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", tag = "t", content = "d")]
pub enum PairNews {
    /// Somebody invites one.
    Invited {
        /// Who.
        by: String,
    },
    /// One is a pair now.
    Paired {
        /// With whom.
        with: String,
    },
    /// The own invitation was refused.
    Refused {
        /// By whom.
        by: String,
    },
    /// An invitation to one was taken back.
    TakenBack {
        /// By whom.
        by: String,
    },
    /// An invitation of one's own, or to one, was not answered in time.
    TimedOut,
    /// One is a pair no more: the partner ended it.
    Left {
        /// Who.
        by: String,
    },
    /// One is a pair no more: the partner's connection was gone for too long.
    Lost {
        /// Whose.
        by: String,
    },
}
