-- Whether a game was closed to spectators at any time: what is opened for the end of it stays with its players all the same.
-- The same in ../sqlite/0013_closed_once.sql; a landed migration is never edited.

alter table games add column was_closed boolean not null default false;
update games set was_closed = true where options::jsonb ->> 'spectating' = 'closed';
