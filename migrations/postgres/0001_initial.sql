-- Ids are UUIDv7 and times are milliseconds since the Unix epoch; both come from the server.
-- The same tables as in ../sqlite/0001_initial.sql; a landed migration is never edited.

create table accounts (
    id uuid primary key,
    kind text not null check (kind in ('person', 'guest', 'bot')),
    role text not null check (role in ('user', 'moderator', 'admin')),
    state text not null check (state in ('active', 'deleted')),
    name text not null,
    -- What a name looks like: two names that could be mistaken for each other have the same key.
    name_key text not null unique,
    password_hash text,
    language text,
    preferences text not null,
    created_at bigint not null,
    check (kind <> 'person' or state = 'deleted' or password_hash is not null)
);

create table login_tokens (
    -- SHA-256 of the token; the token itself is only with its owner.
    hash bytea primary key check (length(hash) = 32),
    account_id uuid not null references accounts (id) on delete cascade,
    label text not null,
    created_at bigint not null,
    expires_at bigint not null,
    last_seen_at bigint not null
);
create index login_tokens_by_account on login_tokens (account_id);
create index login_tokens_by_expiry on login_tokens (expires_at);

create table saved_layouts (
    account_id uuid not null references accounts (id) on delete cascade,
    name text not null,
    layout text not null,
    preferred boolean not null,
    saved_at bigint not null,
    primary key (account_id, name)
);
create unique index one_preferred_layout on saved_layouts (account_id) where preferred;

create table scores (
    ladder text not null,
    account_id uuid not null references accounts (id),
    score bigint not null,
    -- Since when the score has been what it is: of two equal ones the earlier stands ahead.
    reached_at bigint not null,
    four_won bigint not null,
    four_lost bigint not null,
    four_drawn bigint not null,
    four_fled bigint not null,
    two_won bigint not null,
    two_lost bigint not null,
    two_drawn bigint not null,
    two_fled bigint not null,
    primary key (ladder, account_id)
);
create index scores_in_order on scores (ladder, score desc, reached_at, account_id);

create table games (
    id uuid primary key,
    room_id uuid not null,
    kind text not null check (kind in ('match', 'custom', 'practice')),
    -- Whose scores it changes; null: unranked.
    ladder text,
    -- Rules, time limits, who may watch and talk: `protocol::RoomOptions` as JSON.
    options text not null,
    state text not null check (state in ('arranging', 'running', 'finished')),
    -- What the room machine keeps beside the journal, in its own words.
    memo text,
    created_at bigint not null,
    arrange_deadline bigint not null,
    started_at bigint,
    first text check (first in ('red', 'purple', 'blue', 'green')),
    -- The points with their pieces, where the armies were shuffled (翻棋).
    shuffled text,
    ended_at bigint,
    winner text,
    reason text,
    void boolean,
    steps bigint,
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
);
create index games_unfinished on games (id) where state <> 'finished';

create table game_seats (
    game_id uuid not null references games (id) on delete cascade,
    seat text not null check (seat in ('red', 'purple', 'blue', 'green')),
    account_id uuid not null references accounts (id),
    bot_level text,
    bot_seed bigint,
    -- Who it was when the seat was taken, for all time.
    account_kind text not null check (account_kind in ('person', 'guest', 'bot')),
    name text not null,
    score bigint not null,
    tally text not null,
    -- A person or guest who may not sit elsewhere: the game is not over and the player has not left it.
    playing boolean not null,
    ready boolean not null,
    layout text,
    -- The score when the game started, what the game did to it, and the score after that.
    score_before bigint,
    change bigint,
    change_reason text,
    score_after bigint,
    -- How a ranked game counts for the player; null: not at all.
    outcome text check (outcome in ('won', 'lost', 'drawn', 'fled')),
    out_reason text,
    out_step bigint,
    primary key (game_id, seat),
    check ((account_kind = 'bot') = (bot_level is not null)),
    check ((account_kind = 'bot') = (bot_seed is not null)),
    check ((change is null) = (change_reason is null)),
    check ((change is null) = (score_after is null)),
    check ((out_reason is null) = (out_step is null))
);
create index game_seats_by_account on game_seats (account_id, game_id);
-- An account is in at most one game in which it is still in.
create unique index one_game_at_a_time on game_seats (account_id) where playing;

create table game_actions (
    game_id uuid not null references games (id) on delete cascade,
    no bigint not null check (no >= 1),
    action text not null,
    at_ms bigint not null,
    -- Who sent it; null where the clock or the operator did it.
    seat text check (seat in ('red', 'purple', 'blue', 'green')),
    command_id bigint,
    primary key (game_id, no)
);

create table flee_penalties (
    account_id uuid not null references accounts (id) on delete cascade,
    game_id uuid not null references games (id) on delete cascade,
    at_ms bigint not null,
    primary key (account_id, game_id)
);
create index flee_penalties_by_time on flee_penalties (account_id, at_ms);

create table heartbeat (
    only_row bigint primary key check (only_row = 1),
    at_ms bigint not null
);

-- When nobody could play because the server or its database was away; clocks don't count this time.
create table outages (
    from_ms bigint not null,
    until_ms bigint not null check (until_ms >= from_ms),
    primary key (from_ms, until_ms)
);
