//! A short list in place: what one action brings about is never many, and making a move allocates nothing.

/// At most `N` values, in the order in which they came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few<T, const N: usize> {
    items: [Option<T>; N],
}

impl<T: Copy, const N: usize> Few<T, N> {
    pub(crate) const EMPTY: Few<T, N> = Few { items: [None; N] };

    pub(crate) fn push(&mut self, item: T) {
        let free = self.items.iter_mut().find(|place| place.is_none());
        *free.expect("no more than N can come together") = Some(item);
    }

    /// Leaves the item out if there are `N` already.
    pub(crate) fn push_if_free(&mut self, item: T) {
        if let Some(free) = self.items.iter_mut().find(|place| place.is_none()) {
            *free = Some(item);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().copied().flatten()
    }

    pub(crate) fn to_vec(self) -> Vec<T> {
        self.iter().collect()
    }
}
