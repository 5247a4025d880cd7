use std::fmt;

/// What nobody else may know before the game has ended. `Debug` shows nothing of it, so that no log can.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hidden<T>(pub T);

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl<T> From<T> for Hidden<T> {
    fn from(value: T) -> Hidden<T> {
        Hidden(value)
    }
}

impl From<&str> for Hidden<String> {
    fn from(text: &str) -> Hidden<String> {
        Hidden(text.to_owned())
    }
}
