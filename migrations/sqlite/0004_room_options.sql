-- Who finds a room has become a choice of its own, beside who may watch; and there may be a bound on how often one has fled.
-- The same in ../postgres/0004_room_options.sql; a landed migration is never edited.

update games set options = json_set(options, '$.max_flee_percent', json('null'), '$.privacy', 'public');
update games set options = json_set(options, '$.spectating', 'open', '$.privacy', 'link')
where json_extract(options, '$.spectating') = 'link';
