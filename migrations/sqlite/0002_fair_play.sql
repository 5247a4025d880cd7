-- The same tables as in ../postgres/0002_fair_play.sql; a landed migration is never edited.

-- Which accounts a browser was used with. For one purpose: two accounts of one browser are never in one ranked game.
create table account_browsers (
    account_id blob not null references accounts (id) on delete cascade,
    -- SHA-256 of what the browser's own cookie holds; nothing else is known of the browser.
    browser blob not null check (length(browser) = 32),
    seen_at integer not null,
    primary key (account_id, browser)
) strict, without rowid;
create index account_browsers_by_browser on account_browsers (browser);
create index account_browsers_by_time on account_browsers (seen_at);

-- The ranked games in which two accounts scored against each other, each from both sides; old ones are forgotten.
create table meetings (
    ladder text not null,
    account_id blob not null references accounts (id) on delete cascade,
    opponent_id blob not null references accounts (id) on delete cascade,
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    primary key (ladder, account_id, opponent_id, at_ms, game_id)
) strict, without rowid;
create index meetings_by_time on meetings (at_ms);
