-- What the players said to the whole table while a game was on; it stands beside the finished game.
create table game_talk (
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    seat text not null check (seat in ('red', 'purple', 'blue', 'green')),
    -- `protocol::Words` as JSON.
    words text not null,
    primary key (game_id, at_ms, seat, words)
) strict, without rowid;
