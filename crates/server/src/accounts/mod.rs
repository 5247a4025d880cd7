pub(crate) mod fair;
pub(crate) mod guesses;
pub(crate) mod name;
pub(crate) mod password;
pub(crate) mod token;
pub(crate) mod view;
