-- An operator's wish that the running server stops by itself, after games have ended: `siguo drain`.
-- The same in ../postgres/0015_drain.sql; a landed migration is never edited.

create table drain (
    only_row integer primary key check (only_row = 1),
    asked_ms integer not null,
    notice_ms integer not null,
    wait_ms integer not null,
    -- Whether the server that was asked has ended.
    ended integer not null check (ended in (0, 1))
) strict;
