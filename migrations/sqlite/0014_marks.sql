-- What a player of a running game takes hidden pieces for; nobody else is told, and it goes with the end of the game.
-- The same in ../postgres/0014_marks.sql; a landed migration is never edited.
create table game_marks (
    game_id blob not null references games (id) on delete cascade,
    account_id blob not null references accounts (id) on delete cascade,
    -- `protocol::Marks` as JSON.
    marks text not null,
    primary key (game_id, account_id)
) strict, without rowid;
