use std::collections::VecDeque;

use protocol::{AccountId, CommandId, Done, Reply};

use crate::by_account::ByAccount;

/// How many answers of an account are remembered.
const PER_ACCOUNT: usize = 64;
/// From how many accounts on those who are no longer here are forgotten.
const ACCOUNTS: usize = 256;

/// The last answers of each account, so that a command sent again is answered again and not carried out again.
#[derive(Debug, Default)]
pub(crate) struct Answers(ByAccount<VecDeque<(CommandId, Kept)>>);

/// An answer, small where it is one of those that come with every move.
#[derive(Debug)]
enum Kept {
    Done,
    Played { no: u32 },
    Other(Box<Reply>),
}

impl Answers {
    pub(crate) fn get(&self, account: AccountId, id: CommandId) -> Option<Reply> {
        self.0.get(account)?.iter().find(|(known, _)| *known == id).map(|(_, kept)| kept.reply())
    }

    pub(crate) fn remember(&mut self, account: AccountId, id: CommandId, reply: Reply) {
        let answers = self.0.get_or_insert_with(account, VecDeque::new);
        if answers.len() == PER_ACCOUNT {
            answers.pop_front();
        }
        answers.push_back((id, Kept::from(reply)));
    }

    /// Lets go of accounts that are no longer here, if there are many.
    pub(crate) fn tidy(&mut self, is_here: impl Fn(AccountId) -> bool) {
        if self.0.len() > ACCOUNTS {
            self.0.retain(is_here);
        }
    }
}

impl Kept {
    fn reply(&self) -> Reply {
        match self {
            Kept::Done => Reply::Ok(Done::Done),
            Kept::Played { no } => Reply::Ok(Done::Played { no: *no }),
            Kept::Other(reply) => (**reply).clone(),
        }
    }
}

impl From<Reply> for Kept {
    fn from(reply: Reply) -> Kept {
        match reply {
            Reply::Ok(Done::Done) => Kept::Done,
            Reply::Ok(Done::Played { no }) => Kept::Played { no },
            Reply::Ok(
                Done::Hello(_)
                | Done::Time { .. }
                | Done::Room { .. }
                | Done::Live(_)
                | Done::Invited { .. }
                | Done::Invitation { .. },
            )
            | Reply::Error(_) => Kept::Other(Box::new(reply)),
        }
    }
}
