PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'initial','2026-11-30 23:07:50',1,X'd975aadf440ca2e720424d3d3efb6ea4293e1d15f234e3aeaa952a4bb2eb2a115202772d67959e9f649ff47350cdaa19',2173254);
INSERT INTO _sqlx_migrations VALUES(2,'fair play','2026-11-30 23:07:50',1,X'a386fa6517e9cf10b4a94220eed15e0fb8fc84f65b67ba6385e24c4af3bd701271743759c5f3e6b9f3d5e85f2edc04c5',1223001);
INSERT INTO _sqlx_migrations VALUES(4,'room options','2026-11-30 23:07:50',1,X'b6ecc596754cf1c9cf7f00fba4d1832f466e1ffde39ee1f19985c59faaa3a4612a3d695421becea9b86eff652eb40248',458202);
INSERT INTO _sqlx_migrations VALUES(5,'game talk','2026-11-30 23:07:50',1,X'7145a68b349cb7f865472802d92ff346600a3d1b1a875909a2d009159a5128e8a8b551c82cbd70d5e7beac729e91e583',544059);
INSERT INTO _sqlx_migrations VALUES(9,'games by end','2026-11-30 23:07:50',1,X'665fabb80aa502d6416f09a99b7f6b9b9bb9a455f0a88c93939988924a2a1165f190c079766d882ea3f68ac0f2f0249c',594705);
CREATE TABLE accounts (
    id blob primary key check (length(id) = 16),
    kind text not null check (kind in ('person', 'guest', 'bot')),
    role text not null check (role in ('user', 'moderator', 'admin')),
    state text not null check (state in ('active', 'deleted')),
    name text not null,
    -- What a name looks like: two names that could be mistaken for each other have the same key.
    name_key text not null unique,
    password_hash text,
    language text,
    preferences text not null,
    created_at integer not null,
    check (kind <> 'person' or state = 'deleted' or password_hash is not null)
) strict;
INSERT INTO accounts VALUES(X'01a22eb6f05f789badfce0befb605ede','person','user','active','石头','石头','$argon2id$v=19$m=19456,t=2,p=1$Bgrp8V/9glO0nHtlBcWyrQ$VgFhTW9ZP6R38xELumRISEPQ/iP0W3KxD27yDiAgjik',NULL,'{}',1796080070751);
INSERT INTO accounts VALUES(X'01a22eb6f093754a81902645b9e270d8','person','user','active','Anna','anna','$argon2id$v=19$m=19456,t=2,p=1$QNTXIWUYRLNOj5YJvvUc1g$nxvvzRESxV7yWCppXH/cQ+8bMfr0XHjw9WQsmQHZGVs',NULL,'{}',1796080070803);
INSERT INTO accounts VALUES(X'01a22eb6f0d67d9b996734077af36f2d','person','user','active','老王','老王','$argon2id$v=19$m=19456,t=2,p=1$yByrWCdU2aNxcT4XT5AWnw$7jff0EI6EO/EiBpHx+g32GPbZ3anlDUibVvvuO7Wknc',NULL,'{}',1796080070870);
INSERT INTO accounts VALUES(X'01a22eb6f1017fa893908fe6439a43cf','person','user','active','小明99','小明99','$argon2id$v=19$m=19456,t=2,p=1$32sgh+Dq7lmo5u2tkrKu1w$nhatZTV5kWiCLwmihBiblefgRsEAmoS081oN3R38uWE',NULL,'{}',1796080070913);
INSERT INTO accounts VALUES(X'01a22eb6f2067f759e5c709cd9a77a94','guest','user','active','游客393487','游客393487',NULL,NULL,'{}',1796080071174);
INSERT INTO accounts VALUES(X'01a22eb6f2157bc9aafd467a28e6c4e3','guest','user','active','游客526729','游客526729',NULL,NULL,'{}',1796080071189);
INSERT INTO accounts VALUES(X'01a22eb6f2b07f8a93ac6d978c68f2e7','guest','user','active','游客118765','游客ll8765',NULL,NULL,'{}',1796080071344);
INSERT INTO accounts VALUES(X'01a22eb6f2bd71368e37f011fb28bd88','guest','user','active','游客931799','游客93l799',NULL,NULL,'{}',1796080071357);
CREATE TABLE login_tokens (
    -- SHA-256 of the token; the token itself is only with its owner.
    hash blob primary key check (length(hash) = 32),
    account_id blob not null references accounts (id) on delete cascade,
    label text not null,
    created_at integer not null,
    expires_at integer not null,
    last_seen_at integer not null
) strict, without rowid;
INSERT INTO login_tokens VALUES(X'077f60bfde723ea7878356764a357225604dcdb3dafc113ee9563a58aafd050d',X'01a22eb6f093754a81902645b9e270d8','Python-urllib/3.11',1796080070805,1803856071453,1796080071453);
INSERT INTO login_tokens VALUES(X'1198f8d11e8d9de878f51cfade8dfe785fc01ace258ef6eb0df9839e9cfe0227',X'01a22eb6f2bd71368e37f011fb28bd88','Python-urllib/3.11',1796080071359,1798672071441,1796080071441);
INSERT INTO login_tokens VALUES(X'11c5d5089e55697d2db5a06bde73035779a99dff7646fe25c78fcf64abcdd065',X'01a22eb6f2067f759e5c709cd9a77a94','Python-urllib/3.11',1796080071180,1798672071184,1796080071184);
INSERT INTO login_tokens VALUES(X'13edbeff6c287b500f80e564ecc59f193c3d6c969391b4b2841030981d59fc78',X'01a22eb6f2b07f8a93ac6d978c68f2e7','Python-urllib/3.11',1796080071347,1798672071434,1796080071434);
INSERT INTO login_tokens VALUES(X'aded953ad59a2de74941570f66c8dc9c2bcc3821ac11e0fa80b746538b2af48f',X'01a22eb6f05f789badfce0befb605ede','Python-urllib/3.11',1796080070755,1803856071447,1796080071447);
INSERT INTO login_tokens VALUES(X'b5966b4266607122d8cf267a6f99a65029a35670e8697d8b8f1f766b024b2806',X'01a22eb6f1017fa893908fe6439a43cf','Python-urllib/3.11',1796080070916,1803856071466,1796080071466);
INSERT INTO login_tokens VALUES(X'c15eb6d3407c3b02e99a5c5bc54c9f77ea007c190a07fa282451ec94b74eb38a',X'01a22eb6f0d67d9b996734077af36f2d','Python-urllib/3.11',1796080070872,1803856071460,1796080071460);
INSERT INTO login_tokens VALUES(X'ef67ec3c2e62a1b9c6898704a048404780474e93c772240f8fd52f7385682c46',X'01a22eb6f2157bc9aafd467a28e6c4e3','Python-urllib/3.11',1796080071190,1798672071194,1796080071194);
CREATE TABLE saved_layouts (
    account_id blob not null references accounts (id) on delete cascade,
    name text not null,
    layout text not null,
    preferred integer not null check (preferred in (0, 1)),
    saved_at integer not null,
    primary key (account_id, name)
) strict, without rowid;
INSERT INTO saved_layouts VALUES(X'01a22eb6f05f789badfce0befb605ede','经典','33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',1,1796080070926);
CREATE TABLE scores (
    ladder text not null,
    account_id blob not null references accounts (id),
    score integer not null,
    -- Since when the score has been what it is: of two equal ones the earlier stands ahead.
    reached_at integer not null,
    four_won integer not null,
    four_lost integer not null,
    four_drawn integer not null,
    four_fled integer not null,
    two_won integer not null,
    two_lost integer not null,
    two_drawn integer not null,
    two_fled integer not null,
    primary key (ladder, account_id)
) strict, without rowid;
INSERT INTO scores VALUES('siguo',X'01a22eb6f05f789badfce0befb605ede',2,1796080071165,1,0,0,0,0,0,0,0);
INSERT INTO scores VALUES('siguo',X'01a22eb6f093754a81902645b9e270d8',-2,1796080071165,0,1,0,0,0,0,0,0);
INSERT INTO scores VALUES('siguo',X'01a22eb6f0d67d9b996734077af36f2d',-2,1796080071165,0,1,0,0,0,0,0,0);
INSERT INTO scores VALUES('siguo',X'01a22eb6f1017fa893908fe6439a43cf',2,1796080071165,1,0,0,0,0,0,0,0);
CREATE TABLE games (
    id blob primary key check (length(id) = 16),
    room_id blob not null,
    kind text not null check (kind in ('match', 'custom', 'practice')),
    -- Whose scores it changes; null: unranked.
    ladder text,
    -- Rules, time limits, who may watch and talk: `protocol::RoomOptions` as JSON.
    options text not null,
    state text not null check (state in ('arranging', 'running', 'finished')),
    -- What the room machine keeps beside the journal, in its own words.
    memo text,
    created_at integer not null,
    arrange_deadline integer not null,
    started_at integer,
    first text check (first in ('red', 'purple', 'blue', 'green')),
    -- The points with their pieces, where the armies were shuffled (翻棋).
    shuffled text,
    ended_at integer,
    winner text,
    reason text,
    void integer check (void in (0, 1)),
    steps integer,
    fled text check (fled in ('red', 'purple', 'blue', 'green')),
    check ((first is null) = (started_at is null)),
    check (state <> 'arranging' or started_at is null),
    check (state <> 'running' or started_at is not null),
    check (
        (state = 'finished') = (ended_at is not null)
        and (state = 'finished') = (winner is not null)
        and (state = 'finished') = (reason is not null)
        and (state = 'finished') = (void is not null)
        and (state = 'finished') = (steps is not null)
    )
) strict;
INSERT INTO games VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',X'01a22eb6f11870bea25996b5e1c20f83','match','siguo','{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','finished',NULL,1796080070940,1796080130940,1796080070956,'blue',NULL,1796080071165,'["red","blue"]','surrender',0,44,NULL);
INSERT INTO games VALUES(X'01a22eb6f22171069bec207cba017e6a',X'01a22eb6f21e71c2a8d9415258cd1573','custom',NULL,'{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','finished',NULL,1796080071201,1796080671201,1796080071207,'blue',NULL,1796080071240,'[]','agreed',0,6,NULL);
INSERT INTO games VALUES(X'01a22eb6f26072838ddf5173569e46bf',X'01a22eb6f25b75cd858e681712a04631','match','siguo','{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','running','{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":null,"lock":null,"known":[]}',1796080071264,1796080131264,1796080071284,'purple',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO games VALUES(X'01a22eb6f2cd7593941db5c6a0dd9448',X'01a22eb6f2ca7021b669f4b4c015e151','custom',NULL,'{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','arranging','{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":{"id":"01a22eb6-f2b0-7f8a-93ac-6d978c68f2e7","name":"游客118765"},"lock":null,"known":[]}',1796080071373,1796080671373,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE game_seats (
    game_id blob not null references games (id) on delete cascade,
    seat text not null check (seat in ('red', 'purple', 'blue', 'green')),
    account_id blob not null references accounts (id),
    bot_level text,
    bot_seed integer,
    -- Who it was when the seat was taken, for all time.
    account_kind text not null check (account_kind in ('person', 'guest', 'bot')),
    name text not null,
    score integer not null,
    tally text not null,
    -- A person or guest who may not sit elsewhere: the game is not over and the player has not left it.
    playing integer not null check (playing in (0, 1)),
    ready integer not null check (ready in (0, 1)),
    layout text,
    -- The score when the game started, what the game did to it, and the score after that.
    score_before integer,
    change integer,
    change_reason text,
    score_after integer,
    -- How a ranked game counts for the player; null: not at all.
    outcome text check (outcome in ('won', 'lost', 'drawn', 'fled')),
    out_reason text,
    out_step integer,
    primary key (game_id, seat),
    check ((account_kind = 'bot') = (bot_level is not null)),
    check ((account_kind = 'bot') = (bot_seed is not null)),
    check ((change is null) = (change_reason is null)),
    check ((change is null) = (score_after is null)),
    check ((out_reason is null) = (out_step is null))
) strict, without rowid;
INSERT INTO game_seats VALUES(X'01a22eb6f11c7e66819613f14ed1cec2','blue',X'01a22eb6f1017fa893908fe6439a43cf',NULL,NULL,'person','小明99',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,2,'win',2,'won',NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f11c7e66819613f14ed1cec2','green',X'01a22eb6f0d67d9b996734077af36f2d',NULL,NULL,'person','老王',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,-2,'loss',-2,'lost','surrender',44);
INSERT INTO game_seats VALUES(X'01a22eb6f11c7e66819613f14ed1cec2','purple',X'01a22eb6f093754a81902645b9e270d8',NULL,NULL,'person','Anna',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,-2,'loss',-2,'lost','surrender',44);
INSERT INTO game_seats VALUES(X'01a22eb6f11c7e66819613f14ed1cec2','red',X'01a22eb6f05f789badfce0befb605ede',NULL,NULL,'person','石头',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,2,'win',2,'won',NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f22171069bec207cba017e6a','blue',X'01a22eb6f2157bc9aafd467a28e6c4e3',NULL,NULL,'guest','游客526729',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f22171069bec207cba017e6a','red',X'01a22eb6f2067f759e5c709cd9a77a94',NULL,NULL,'guest','游客393487',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f26072838ddf5173569e46bf','blue',X'01a22eb6f0d67d9b996734077af36f2d',NULL,NULL,'person','老王',-2,'{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',-2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f26072838ddf5173569e46bf','green',X'01a22eb6f1017fa893908fe6439a43cf',NULL,NULL,'person','小明99',2,'{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f26072838ddf5173569e46bf','purple',X'01a22eb6f093754a81902645b9e270d8',NULL,NULL,'person','Anna',-2,'{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',-2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f26072838ddf5173569e46bf','red',X'01a22eb6f05f789badfce0befb605ede',NULL,NULL,'person','石头',2,'{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f2cd7593941db5c6a0dd9448','blue',X'01a22eb6f2bd71368e37f011fb28bd88',NULL,NULL,'guest','游客931799',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6f2cd7593941db5c6a0dd9448','red',X'01a22eb6f2b07f8a93ac6d978c68f2e7',NULL,NULL,'guest','游客118765',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE game_actions (
    game_id blob not null references games (id) on delete cascade,
    no integer not null check (no >= 1),
    action text not null,
    at_ms integer not null,
    -- Who sent it; null where the clock or the operator did it.
    seat text check (seat in ('red', 'purple', 'blue', 'green')),
    command_id integer,
    primary key (game_id, no)
) strict, without rowid;
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',1,'b11-p15',1796080070962,'blue',948948926035);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',2,'g11-p15',1796080070969,'green',1013992211998);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',3,'r11-r22',1796080070972,'red',88559640103);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',4,'p11-r15',1796080070977,'purple',91695609926);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',5,'b12-b11',1796080070980,'blue',948948926036);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',6,'p15-p24',1796080070983,'green',1013992211999);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',7,'r12-r11',1796080070989,'red',88559640104);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',8,'p12-p11',1796080070992,'purple',91695609927);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',9,'b11-r15',1796080070996,'blue',948948926037);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',10,'p24-p15',1796080071001,'green',1013992212000);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',11,'r11-r12',1796080071004,'red',88559640105);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',12,'p11-r15',1796080071007,'purple',91695609928);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',13,'b13-b11',1796080071011,'blue',948948926038);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',14,'p15-p24',1796080071017,'green',1013992212001);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',15,'r12-r11',1796080071020,'red',88559640106);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',16,'p13-p11',1796080071024,'purple',91695609929);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',17,'b11-r15',1796080071028,'blue',948948926039);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',18,'p24-p13',1796080071034,'green',1013992212002);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',19,'r11-r12',1796080071037,'red',88559640107);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',20,'p11-r15',1796080071044,'purple',91695609930);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',21,'b14-r11',1796080071054,'blue',948948926040);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',22,'p13-p11',1796080071057,'green',1013992212003);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',23,'r13-r24',1796080071065,'red',88559640108);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',24,'p14-r11',1796080071069,'purple',91695609931);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',25,'b15-r11',1796080071072,'blue',948948926041);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',26,'p11-r15',1796080071077,'green',1013992212004);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',27,'r12-r13',1796080071082,'red',88559640109);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',28,'p21-p11',1796080071086,'purple',91695609932);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',29,'r11-r12',1796080071090,'blue',948948926042);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',30,'r15-r14',1796080071092,'green',1013992212005);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',31,'r13-r14',1796080071098,'red',88559640110);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',32,'p11-r15',1796080071101,'purple',91695609933);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',33,'r12-r11',1796080071108,'blue',948948926043);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',34,'g12-g11',1796080071112,'green',1013992212006);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',35,'r14-r12',1796080071116,'red',88559640111);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',36,'r15-r12',1796080071119,'purple',91695609934);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',37,'r11-r12',1796080071121,'blue',948948926044);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',38,'g11-p15',1796080071124,'green',1013992212007);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',39,'r21-r11',1796080071127,'red',88559640112);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',40,'p23-p13',1796080071137,'purple',91695609935);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',41,'r12-r13',1796080071140,'blue',948948926045);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',42,'p15-p14',1796080071143,'green',1013992212008);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',43,'r11-r12',1796080071148,'red',88559640113);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',44,'p13-p11',1796080071152,'purple',91695609936);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',45,'surrender purple',1796080071156,'purple',91695609937);
INSERT INTO game_actions VALUES(X'01a22eb6f11c7e66819613f14ed1cec2',46,'surrender green',1796080071165,'green',1013992212009);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',1,'b11-r15',1796080071212,'blue',642605537600);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',2,'r11-r22',1796080071216,'red',430561459047);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',3,'b12-b11',1796080071220,'blue',642605537601);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',4,'r12-r11',1796080071224,'red',430561459048);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',5,'b11-r15',1796080071229,'blue',642605537602);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',6,'r11-r12',1796080071232,'red',430561459049);
INSERT INTO game_actions VALUES(X'01a22eb6f22171069bec207cba017e6a',7,'draw',1796080071240,'blue',642605537603);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',1,'p11-r15',1796080071290,'purple',91695609942);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',2,'b11-r15',1796080071294,'blue',1013992212014);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',3,'g11-b15',1796080071296,'green',948948926050);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',4,'r11-r22',1796080071301,'red',88559640118);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',5,'p12-p11',1796080071305,'purple',91695609943);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',6,'r15-r24',1796080071308,'blue',1013992212015);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',7,'g12-g11',1796080071313,'green',948948926051);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',8,'r12-r11',1796080071317,'red',88559640119);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',9,'p11-r15',1796080071320,'purple',91695609944);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',10,'r24-r15',1796080071325,'blue',1013992212016);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',11,'g11-b15',1796080071328,'green',948948926052);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',12,'r11-r12',1796080071332,'red',88559640120);
INSERT INTO game_actions VALUES(X'01a22eb6f26072838ddf5173569e46bf',13,'r15-r14',1796080071337,'purple',91695609945);
CREATE TABLE flee_penalties (
    account_id blob not null references accounts (id) on delete cascade,
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    primary key (account_id, game_id)
) strict, without rowid;
CREATE TABLE heartbeat (
    only_row integer primary key check (only_row = 1),
    at_ms integer not null
) strict;
INSERT INTO heartbeat VALUES(1,1796080071192);
CREATE TABLE outages (
    from_ms integer not null,
    until_ms integer not null check (until_ms >= from_ms),
    primary key (from_ms, until_ms)
) strict, without rowid;
CREATE TABLE account_browsers (
    account_id blob not null references accounts (id) on delete cascade,
    -- SHA-256 of what the browser's own cookie holds; nothing else is known of the browser.
    browser blob not null check (length(browser) = 32),
    seen_at integer not null,
    primary key (account_id, browser)
) strict, without rowid;
CREATE TABLE meetings (
    ladder text not null,
    account_id blob not null references accounts (id) on delete cascade,
    opponent_id blob not null references accounts (id) on delete cascade,
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    primary key (ladder, account_id, opponent_id, at_ms, game_id)
) strict, without rowid;
INSERT INTO meetings VALUES('siguo',X'01a22eb6f05f789badfce0befb605ede',X'01a22eb6f093754a81902645b9e270d8',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f05f789badfce0befb605ede',X'01a22eb6f0d67d9b996734077af36f2d',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f093754a81902645b9e270d8',X'01a22eb6f05f789badfce0befb605ede',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f093754a81902645b9e270d8',X'01a22eb6f1017fa893908fe6439a43cf',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f0d67d9b996734077af36f2d',X'01a22eb6f05f789badfce0befb605ede',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f0d67d9b996734077af36f2d',X'01a22eb6f1017fa893908fe6439a43cf',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f1017fa893908fe6439a43cf',X'01a22eb6f093754a81902645b9e270d8',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
INSERT INTO meetings VALUES('siguo',X'01a22eb6f1017fa893908fe6439a43cf',X'01a22eb6f0d67d9b996734077af36f2d',X'01a22eb6f11c7e66819613f14ed1cec2',1796080071165);
CREATE TABLE game_talk (
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    seat text not null check (seat in ('red', 'purple', 'blue', 'green')),
    -- `protocol::Words` as JSON.
    words text not null,
    primary key (game_id, at_ms, seat, words)
) strict, without rowid;
INSERT INTO game_talk VALUES(X'01a22eb6f26072838ddf5173569e46bf',1796080071340,'red','{"t":"phrase","d":"attack-next"}');
CREATE INDEX login_tokens_by_account on login_tokens (account_id);
CREATE INDEX login_tokens_by_expiry on login_tokens (expires_at);
CREATE UNIQUE INDEX one_preferred_layout on saved_layouts (account_id) where preferred;
CREATE INDEX scores_in_order on scores (ladder, score desc, reached_at, account_id);
CREATE INDEX games_unfinished on games (id) where state <> 'finished';
CREATE INDEX game_seats_by_account on game_seats (account_id, game_id);
CREATE UNIQUE INDEX one_game_at_a_time on game_seats (account_id) where playing;
CREATE INDEX flee_penalties_by_time on flee_penalties (account_id, at_ms);
CREATE INDEX account_browsers_by_browser on account_browsers (browser);
CREATE INDEX account_browsers_by_time on account_browsers (seen_at);
CREATE INDEX meetings_by_time on meetings (at_ms);
CREATE INDEX games_by_end on games (ended_at, id) where state = 'finished';
COMMIT;
