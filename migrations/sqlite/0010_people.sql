-- Who may register, whom one follows and has blocked, and what a player's page is asked for.
-- The same in ../postgres/0010_people.sql; a landed migration is never edited.

-- Codes of the operator's; each is worth one account.
create table invites (
    code text primary key,
    created_at integer not null,
    -- Who registered with it; null: it is still good.
    used_by blob references accounts (id),
    used_at integer,
    check ((used_by is null) = (used_at is null))
) strict, without rowid;
create index invites_unused on invites (created_at) where used_by is null;

-- Names of deleted accounts, which nobody gets for a while.
create table released_names (
    name_key text primary key,
    until_ms integer not null
) strict, without rowid;
create index released_names_by_time on released_names (until_ms);

create table follows (
    account_id blob not null references accounts (id) on delete cascade,
    other_id blob not null references accounts (id) on delete cascade,
    at_ms integer not null,
    primary key (account_id, other_id)
) strict, without rowid;
create index follows_by_other on follows (other_id);

create table blocks (
    account_id blob not null references accounts (id) on delete cascade,
    other_id blob not null references accounts (id) on delete cascade,
    at_ms integer not null,
    primary key (account_id, other_id)
) strict, without rowid;
create index blocks_by_other on blocks (other_id);

-- Byte by byte, so that names that begin alike stand beside each other.
create index accounts_by_name_bytes on accounts (
    name_key collate binary
);

alter table games add column players integer not null default 4 check (players in (2, 4));
update games set players = json_extract(options, '$.rules.players');

-- How the game ended for the player, ranked or not; null: not at all. Nobody noted of an unranked game whether leaving it was excused,
-- and it counted for nothing: in doubt it was.
alter table game_seats add column result text check (result in ('won', 'lost', 'drawn', 'fled'));
update game_seats set result = case
    when g.ladder is not null then game_seats.outcome
    when g.void then null
    when g.winner = '[]' then 'drawn'
    when g.winner like '%"' || game_seats.seat || '"%' then 'won'
    else 'lost'
end
from games g where g.id = game_seats.game_id and g.state = 'finished';
