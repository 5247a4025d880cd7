-- A server that has begun to stop can't be told to go on: for how long it may stop, once it has begun.
-- The same in ../sqlite/0017_drain_stops.sql; a landed migration is never edited.
alter table drain add column stops_ms bigint;
