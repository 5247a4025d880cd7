-- Who finds a room has become a choice of its own, beside who may watch; and there may be a bound on how often one has fled.
-- The same in ../sqlite/0004_room_options.sql; a landed migration is never edited.

update games set options = (options::jsonb || '{"max_flee_percent": null, "privacy": "public"}')::text;
update games set options = (options::jsonb || '{"spectating": "open", "privacy": "link"}')::text
where options::jsonb ->> 'spectating' = 'link';
