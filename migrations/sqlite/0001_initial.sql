-- Ids are UUIDv7 and times are milliseconds since the Unix epoch; both come from the server.
-- The same tables as in ../postgres/0001_initial.sql; a landed migration is never edited.

create table accounts (
    id blob primary key check (length(id) = 16),
    kind text not null check (kind in ('person', 'guest', 'bot')),
    role text not null check (role in ('user', 'moderator', 'admin')),
    state text not null check (state in ('active', 'deleted')),
    name text not null,
    -- What a name looks like: two names that could be mistaken for each other have the same key.
    name_key text not null unique,
    password_hash text,
    language text,
    preferences text not null,
    created_at integer not null,
    check (kind <> 'person' or state = 'deleted' or password_hash is not null)
) strict;

create table login_tokens (
    -- SHA-256 of the token; the token itself is only with its owner.
    hash blob primary key check (length(hash) = 32),
    account_id blob not null references accounts (id) on delete cascade,
    label text not null,
    created_at integer not null,
    expires_at integer not null,
    last_seen_at integer not null
) strict, without rowid;
create index login_tokens_by_account on login_tokens (account_id);
create index login_tokens_by_expiry on login_tokens (expires_at);

create table saved_layouts (
    account_id blob not null references accounts (id) on delete cascade,
    name text not null,
    layout text not null,
    preferred integer not null check (preferred in (0, 1)),
    saved_at integer not null,
    primary key (account_id, name)
) strict, without rowid;
create unique index one_preferred_layout on saved_layouts (account_id) where preferred;

create table scores (
    ladder text not null,
    account_id blob not null references accounts (id),
    score integer not null,
    -- Since when the score has been what it is: of two equal ones the earlier stands ahead.
    reached_at integer not null,
    four_won integer not null,
    four_lost integer not null,
    four_drawn integer not null,
    four_fled integer not null,
    two_won integer not null,
    two_lost integer not null,
    two_drawn integer not null,
    two_fled integer not null,
    primary key (ladder, account_id)
) strict, without rowid;
create index scores_in_order on scores (ladder, score desc, reached_at, account_id);

create table games (
    id blob primary key check (length(id) = 16),
    room_id blob not null,
    kind text not null check (kind in ('match', 'custom', 'practice')),
    -- Whose scores it changes; null: unranked.
    ladder text,
    -- Rules, time limits, who may watch and talk: `protocol::RoomOptions` as JSON.
    options text not null,
    state text not null check (state in ('arranging', 'running', 'finished')),
    -- What the room machine keeps beside the journal, in its own words.
    memo text,
    created_at integer not null,
    arrange_deadline integer not null,
    started_at integer,
    first text check (first in ('red', 'purple', 'blue', 'green')),
    -- The points with their pieces, where the armies were shuffled (翻棋).
    shuffled text,
    ended_at integer,
    winner text,
    reason text,
    void integer check (void in (0, 1)),
    steps integer,
    fled text check (fled in ('red', 'purple', 'blue', 'green')),
    check ((first is null) = (started_at is null)),
    check (state <> 'arranging' or started_at is null),
    check (state <> 'running' or started_at is not null),
    check (
        (state = 'finished') = (ended_at is not null)
        and (state = 'finished') = (winner is not null)
        and (state = 'finished') = (reason is not null)
        and (state = 'finished') = (void is not null)
        and (state = 'finished') = (steps is not null)
    )
) strict;
create index games_unfinished on games (id) where state <> 'finished';

create table game_seats (
    game_id blob not null references games (id) on delete cascade,
    seat text not null check (seat in ('red', 'purple', 'blue', 'green')),
    account_id blob not null references accounts (id),
    bot_level text,
    bot_seed integer,
    -- Who it was when the seat was taken, for all time.
    account_kind text not null check (account_kind in ('person', 'guest', 'bot')),
    name text not null,
    score integer not null,
    tally text not null,
    -- A person or guest who may not sit elsewhere: the game is not over and the player has not left it.
    playing integer not null check (playing in (0, 1)),
    ready integer not null check (ready in (0, 1)),
    layout text,
    -- The score when the game started, what the game did to it, and the score after that.
    score_before integer,
    change integer,
    change_reason text,
    score_after integer,
    -- How a ranked game counts for the player; null: not at all.
    outcome text check (outcome in ('won', 'lost', 'drawn', 'fled')),
    out_reason text,
    out_step integer,
    primary key (game_id, seat),
    check ((account_kind = 'bot') = (bot_level is not null)),
    check ((account_kind = 'bot') = (bot_seed is not null)),
    check ((change is null) = (change_reason is null)),
    check ((change is null) = (score_after is null)),
    check ((out_reason is null) = (out_step is null))
) strict, without rowid;
create index game_seats_by_account on game_seats (account_id, game_id);
-- An account is in at most one game in which it is still in.
create unique index one_game_at_a_time on game_seats (account_id) where playing;

create table game_actions (
    game_id blob not null references games (id) on delete cascade,
    no integer not null check (no >= 1),
    action text not null,
    at_ms integer not null,
    -- Who sent it; null where the clock or the operator did it.
    seat text check (seat in ('red', 'purple', 'blue', 'green')),
    command_id integer,
    primary key (game_id, no)
) strict, without rowid;

create table flee_penalties (
    account_id blob not null references accounts (id) on delete cascade,
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    primary key (account_id, game_id)
) strict, without rowid;
create index flee_penalties_by_time on flee_penalties (account_id, at_ms);

create table heartbeat (
    only_row integer primary key check (only_row = 1),
    at_ms integer not null
) strict;

-- When nobody could play because the server or its database was away; clocks don't count this time.
create table outages (
    from_ms integer not null,
    until_ms integer not null check (until_ms >= from_ms),
    primary key (from_ms, until_ms)
) strict, without rowid;
