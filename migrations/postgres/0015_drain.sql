-- An operator's wish that the running server stops by itself, after games have ended: `siguo drain`.
-- The same in ../sqlite/0015_drain.sql; a landed migration is never edited.

create table drain (
    only_row bigint primary key check (only_row = 1),
    asked_ms bigint not null,
    notice_ms bigint not null,
    wait_ms bigint not null,
    -- Whether the server that was asked has ended.
    ended bigint not null check (ended in (0, 1))
);
