-- The export walks through the games in the order in which they ended.
create index games_by_end on games (ended_at, id) where state = 'finished';
