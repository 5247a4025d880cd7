-- How a ranked game counts for a player is how it ended for the player: `result` says it, and the game says whether it was ranked.
-- The same in ../sqlite/0011_one_result.sql; a landed migration is never edited.

alter table game_seats drop column outcome;
