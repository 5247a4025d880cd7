-- Whether a game was closed to spectators at any time: what is opened for the end of it stays with its players all the same.
-- The same in ../postgres/0013_closed_once.sql; a landed migration is never edited.

alter table games add column was_closed integer not null default 0 check (was_closed in (0, 1));
update games set was_closed = 1 where json_extract(options, '$.spectating') = 'closed';
