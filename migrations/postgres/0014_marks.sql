-- What a player of a running game takes hidden pieces for; nobody else is told, and it goes with the end of the game.
-- The same in ../sqlite/0014_marks.sql; a landed migration is never edited.
create table game_marks (
    game_id uuid not null references games (id) on delete cascade,
    account_id uuid not null references accounts (id) on delete cascade,
    -- `protocol::Marks` as JSON.
    marks text not null,
    primary key (game_id, account_id)
);
