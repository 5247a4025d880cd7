use crate::{archive, company, people};

/// What a player's page asks for, with the names of what is asked: a test looks at how the databases go about each.
pub const PLANNED: [(&str, &str); 7] = [
    ("games", archive::GAMES),
    ("seats of games", archive::SEATS_OF_GAMES),
    ("scores", company::SCORES),
    ("company", company::COMPANY),
    ("unranked", company::UNRANKED),
    ("names on PostgreSQL", people::BY_NAME_POSTGRES),
    ("names on SQLite", people::BY_NAME_SQLITE),
];
