use std::collections::{BTreeMap, VecDeque};

use protocol::{AccountId, CommandId, Reply};

/// How many answers of an account are remembered.
const PER_ACCOUNT: usize = 64;
/// From how many accounts on those who are no longer here are forgotten.
const ACCOUNTS: usize = 256;

/// The last answers of each account, so that a command sent again is answered again and not carried out again.
#[derive(Debug, Default)]
pub(crate) struct Answers(BTreeMap<AccountId, VecDeque<(CommandId, Reply)>>);

impl Answers {
    pub(crate) fn get(&self, account: AccountId, id: CommandId) -> Option<&Reply> {
        self.0.get(&account)?.iter().find(|(known, _)| *known == id).map(|(_, reply)| reply)
    }

    pub(crate) fn remember(&mut self, account: AccountId, id: CommandId, reply: Reply) {
        let answers = self.0.entry(account).or_default();
        if answers.len() == PER_ACCOUNT {
            answers.pop_front();
        }
        answers.push_back((id, reply));
    }

    /// Lets go of accounts that are no longer here, if there are many.
    pub(crate) fn tidy(&mut self, is_here: impl Fn(AccountId) -> bool) {
        if self.0.len() > ACCOUNTS {
            self.0.retain(|&account, _| is_here(account));
        }
    }
}
