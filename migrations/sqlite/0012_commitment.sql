-- What opens the commitment to a shuffle (翻棋); the commitment is the hash of it and of the pieces.
-- The same in ../postgres/0012_commitment.sql; a landed migration is never edited.
alter table games add column nonce text;
