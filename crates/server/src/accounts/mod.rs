pub(crate) mod fair;
pub(crate) mod guesses;
pub(crate) mod invite;
pub(crate) mod name;
pub(crate) mod password;
pub(crate) mod token;
pub(crate) mod view;
pub(crate) mod whereabouts;
