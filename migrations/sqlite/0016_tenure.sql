-- How often the right to serve from this database has been taken. Whoever has lost it finds by this that another server has had it meanwhile.
-- The same in ../postgres/0016_tenure.sql; a landed migration is never edited.
create table tenure (
    only_row integer primary key check (only_row = 1),
    epoch integer not null
) strict;
