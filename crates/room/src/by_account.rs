use protocol::AccountId;

/// What there is of each account, in the order of their ids: one list, for mostly there are four. A tree would keep room for eleven.
#[derive(Debug)]
pub(crate) struct ByAccount<T>(Vec<(AccountId, T)>);

impl<T> ByAccount<T> {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn contains(&self, account: AccountId) -> bool {
        self.place(account).is_ok()
    }

    pub(crate) fn get(&self, account: AccountId) -> Option<&T> {
        let at = self.place(account).ok()?;
        Some(&self.0[at].1)
    }

    pub(crate) fn get_mut(&mut self, account: AccountId) -> Option<&mut T> {
        let at = self.place(account).ok()?;
        Some(&mut self.0[at].1)
    }

    pub(crate) fn get_or_insert_with(&mut self, account: AccountId, new: impl FnOnce() -> T) -> &mut T {
        let at = self.place(account).unwrap_or_else(|free| {
            self.0.insert(free, (account, new()));
            free
        });
        &mut self.0[at].1
    }

    pub(crate) fn remove(&mut self, account: AccountId) -> Option<T> {
        let at = self.place(account).ok()?;
        Some(self.0.remove(at).1)
    }

    pub(crate) fn retain(&mut self, is_kept: impl Fn(AccountId) -> bool) {
        self.0.retain(|(account, _)| is_kept(*account));
    }

    pub(crate) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        self.0.iter().map(|(account, _)| *account)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Where it is, or belongs.
    fn place(&self, account: AccountId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&account, |(known, _)| *known)
    }
}

impl<T> Default for ByAccount<T> {
    fn default() -> ByAccount<T> {
        ByAccount(Vec::new())
    }
}
