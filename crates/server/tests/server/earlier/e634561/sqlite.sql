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
INSERT INTO _sqlx_migrations VALUES(1,'initial','2026-11-30 23:07:53',1,X'd975aadf440ca2e720424d3d3efb6ea4293e1d15f234e3aeaa952a4bb2eb2a115202772d67959e9f649ff47350cdaa19',4028045);
INSERT INTO _sqlx_migrations VALUES(2,'fair play','2026-11-30 23:07:53',1,X'a386fa6517e9cf10b4a94220eed15e0fb8fc84f65b67ba6385e24c4af3bd701271743759c5f3e6b9f3d5e85f2edc04c5',1412933);
INSERT INTO _sqlx_migrations VALUES(4,'room options','2026-11-30 23:07:53',1,X'b6ecc596754cf1c9cf7f00fba4d1832f466e1ffde39ee1f19985c59faaa3a4612a3d695421becea9b86eff652eb40248',2470387);
INSERT INTO _sqlx_migrations VALUES(5,'game talk','2026-11-30 23:07:53',1,X'7145a68b349cb7f865472802d92ff346600a3d1b1a875909a2d009159a5128e8a8b551c82cbd70d5e7beac729e91e583',826581);
INSERT INTO _sqlx_migrations VALUES(9,'games by end','2026-11-30 23:07:53',1,X'665fabb80aa502d6416f09a99b7f6b9b9bb9a455f0a88c93939988924a2a1165f190c079766d882ea3f68ac0f2f0249c',615606);
INSERT INTO _sqlx_migrations VALUES(10,'people','2026-11-30 23:07:53',1,X'842859bc691dbbe64deec289b5b041d683b418ae243e91b7bb002caeb3acf860e7a9d075f326d4e07187d411d23375ea',4161144);
INSERT INTO _sqlx_migrations VALUES(11,'one result','2026-11-30 23:07:53',1,X'8d27d1aef350c993be0d3299f918e42e272375eee39181deeaf24116391cc0617907d0175cc90957be41e4b53e1f0372',2837323);
INSERT INTO _sqlx_migrations VALUES(12,'commitment','2026-11-30 23:07:53',1,X'3cd01acbd302067a6fde00cabd7aaec44ba0b6061b7beffa1a2c8800166521a53446331995052ccc27d8b10563a09405',1352603);
INSERT INTO _sqlx_migrations VALUES(13,'closed once','2026-11-30 23:07:53',1,X'831b2450b94613986459c40e9d077fd7d31a4bb20754adf4fb168464d2a2ee0d5797b2b5c49d0d7538c71d4af67e745f',1278082);
INSERT INTO _sqlx_migrations VALUES(14,'marks','2026-11-30 23:07:53',1,X'40873308a593128c39400e647c99c47714159966427a6db3b65c374bd1b62071c26136f29c0d20f0803bfc857cf916ab',800201);
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
INSERT INTO accounts VALUES(X'01a22eb6fc2c75549cd202f0ba4076e6','person','user','active','石头','石头','$argon2id$v=19$m=19456,t=2,p=1$Xe4dfkUJLw+rpLvyPZ3+tQ$mPibr6da7GP33neQCxysK0HCnWRt6zxkAzLUgqMXFLI',NULL,'{}',1796080073772);
INSERT INTO accounts VALUES(X'01a22eb6fc6c7a66b77b62ec85bb4067','person','user','active','Anna','anna','$argon2id$v=19$m=19456,t=2,p=1$XGK9m43Wx3gurWyvkk9DYw$daTGmL2XSCiBBvQd/RSbWPCi+CnssGiW4xNW6fvCMck',NULL,'{}',1796080073836);
INSERT INTO accounts VALUES(X'01a22eb6fcb97de694948b7d2634e668','person','user','active','老王','老王','$argon2id$v=19$m=19456,t=2,p=1$FEzpcnz/FuyexYfvVUh3dw$V8rq+DAQ47JwDdyzZNiRshI4higG66BYRKYhQMzjtlw',NULL,'{}',1796080073913);
INSERT INTO accounts VALUES(X'01a22eb6fce97a29915410378600130f','person','user','active','小明99','小明99','$argon2id$v=19$m=19456,t=2,p=1$uxPt102a+Qw4/dn1MccQLg$Q8h5e8GMDKOSy53TAH84xpkyQpQ9HICNmOtM2U85Vjo',NULL,'{}',1796080073961);
INSERT INTO accounts VALUES(X'01a22eb6fda57d7c8038dec847c3cb93','guest','user','active','游客324473','游客324473',NULL,NULL,'{}',1796080074149);
INSERT INTO accounts VALUES(X'01a22eb6fdac78adbe87e581007fa8a2','guest','user','active','游客220715','游客22o7l5',NULL,NULL,'{}',1796080074156);
INSERT INTO accounts VALUES(X'01a22eb6fe00782fbe30ec5d55831742','guest','user','active','游客540319','游客54o3l9',NULL,NULL,'{}',1796080074240);
INSERT INTO accounts VALUES(X'01a22eb6fe0a79b5b225f8eeda642a9b','guest','user','active','游客613827','游客6l3827',NULL,NULL,'{}',1796080074250);
CREATE TABLE login_tokens (
    -- SHA-256 of the token; the token itself is only with its owner.
    hash blob primary key check (length(hash) = 32),
    account_id blob not null references accounts (id) on delete cascade,
    label text not null,
    created_at integer not null,
    expires_at integer not null,
    last_seen_at integer not null
) strict, without rowid;
INSERT INTO login_tokens VALUES(X'16798ce08053d65e8ae3c224b830eaeaee4892a3bc8d45569c234750f40e039d',X'01a22eb6fcb97de694948b7d2634e668','Python-urllib/3.11',1796080073916,1803856074346,1796080074346);
INSERT INTO login_tokens VALUES(X'305f333831f94e161049459b03202c54aa1c3a1489810501067afa6fc85fb274',X'01a22eb6fc2c75549cd202f0ba4076e6','Python-urllib/3.11',1796080073774,1803856074335,1796080074335);
INSERT INTO login_tokens VALUES(X'425d401f8761d4bc7013ce8b8ca0911c3b8619a0d0003cd6afcca6d99c959c91',X'01a22eb6fc6c7a66b77b62ec85bb4067','Python-urllib/3.11',1796080073838,1803856074340,1796080074340);
INSERT INTO login_tokens VALUES(X'7634071e1494eb9f7a78444b2046d0445b8e299b91048e04da9ec2a6edd1340c',X'01a22eb6fda57d7c8038dec847c3cb93','Python-urllib/3.11',1796080074150,1798672074154,1796080074154);
INSERT INTO login_tokens VALUES(X'80cbe6f25885ef7448d8d9403054938c92815e8eee35b9f5f819fd46948ef4ab',X'01a22eb6fdac78adbe87e581007fa8a2','Python-urllib/3.11',1796080074157,1798672074160,1796080074160);
INSERT INTO login_tokens VALUES(X'8eb6863907bd0b6d7980b0c6f18feb9c71165877274bccdcf9e1e085d735a953',X'01a22eb6fe0a79b5b225f8eeda642a9b','Python-urllib/3.11',1796080074251,1798672074330,1796080074330);
INSERT INTO login_tokens VALUES(X'ce231d415e7959707555d2b750013af64dda34efcf71e39fe64ba73a3df0714c',X'01a22eb6fe00782fbe30ec5d55831742','Python-urllib/3.11',1796080074244,1798672074325,1796080074325);
INSERT INTO login_tokens VALUES(X'd0e5649a321378416dc5e8ea223d7cccb2203c2e238ea85515ded6b22ef5fd89',X'01a22eb6fce97a29915410378600130f','Python-urllib/3.11',1796080073965,1803856074351,1796080074351);
CREATE TABLE saved_layouts (
    account_id blob not null references accounts (id) on delete cascade,
    name text not null,
    layout text not null,
    preferred integer not null check (preferred in (0, 1)),
    saved_at integer not null,
    primary key (account_id, name)
) strict, without rowid;
INSERT INTO saved_layouts VALUES(X'01a22eb6fc2c75549cd202f0ba4076e6','经典','33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',1,1796080073972);
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
INSERT INTO scores VALUES('siguo',X'01a22eb6fc2c75549cd202f0ba4076e6',2,1796080074142,1,0,0,0,0,0,0,0);
INSERT INTO scores VALUES('siguo',X'01a22eb6fc6c7a66b77b62ec85bb4067',2,1796080074142,1,0,0,0,0,0,0,0);
INSERT INTO scores VALUES('siguo',X'01a22eb6fcb97de694948b7d2634e668',-2,1796080074142,0,1,0,0,0,0,0,0);
INSERT INTO scores VALUES('siguo',X'01a22eb6fce97a29915410378600130f',-2,1796080074142,0,1,0,0,0,0,0,0);
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
    fled text check (fled in ('red', 'purple', 'blue', 'green')), players integer not null default 4 check (players in (2, 4)), nonce text, was_closed integer not null default 0 check (was_closed in (0, 1)),
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
INSERT INTO games VALUES(X'01a22eb6fd10703d91ce001639cadf2b',X'01a22eb6fd0a7590a94df34bd3f0c070','match','siguo','{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','finished',NULL,1796080074000,1796080134000,1796080074015,'purple',NULL,1796080074142,'["red","blue"]','surrender',0,44,NULL,4,NULL,0);
INSERT INTO games VALUES(X'01a22eb6fdb57715864a256105406c46',X'01a22eb6fdb27c6490aa2e9233646031','custom',NULL,'{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','finished',NULL,1796080074165,1796080674165,1796080074168,'blue',NULL,1796080074178,'[]','agreed',0,6,NULL,2,NULL,0);
INSERT INTO games VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',X'01a22eb6fdd475e09c0a2806f07ae931','match','siguo','{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','running','{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":null,"lock":null,"known":[]}',1796080074201,1796080134201,1796080074217,'purple',NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,NULL,0);
INSERT INTO games VALUES(X'01a22eb6fe137a678b5a20c02fa7918d',X'01a22eb6fe10787581b3abfa348d3d97','custom',NULL,'{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}','arranging','{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":{"id":"01a22eb6-fe00-782f-be30-ec5d55831742","name":"游客540319"},"lock":null,"known":[]}',1796080074259,1796080674259,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2,NULL,0);
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
    out_reason text,
    out_step integer, result text check (result in ('won', 'lost', 'drawn', 'fled')),
    primary key (game_id, seat),
    check ((account_kind = 'bot') = (bot_level is not null)),
    check ((account_kind = 'bot') = (bot_seed is not null)),
    check ((change is null) = (change_reason is null)),
    check ((change is null) = (score_after is null)),
    check ((out_reason is null) = (out_step is null))
) strict, without rowid;
INSERT INTO game_seats VALUES(X'01a22eb6fd10703d91ce001639cadf2b','blue',X'01a22eb6fc2c75549cd202f0ba4076e6',NULL,NULL,'person','石头',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,2,'win',2,NULL,NULL,'won');
INSERT INTO game_seats VALUES(X'01a22eb6fd10703d91ce001639cadf2b','green',X'01a22eb6fcb97de694948b7d2634e668',NULL,NULL,'person','老王',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,-2,'loss',-2,'surrender',44,'lost');
INSERT INTO game_seats VALUES(X'01a22eb6fd10703d91ce001639cadf2b','purple',X'01a22eb6fce97a29915410378600130f',NULL,NULL,'person','小明99',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,-2,'loss',-2,'surrender',44,'lost');
INSERT INTO game_seats VALUES(X'01a22eb6fd10703d91ce001639cadf2b','red',X'01a22eb6fc6c7a66b77b62ec85bb4067',NULL,NULL,'person','Anna',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',0,2,'win',2,NULL,NULL,'won');
INSERT INTO game_seats VALUES(X'01a22eb6fdb57715864a256105406c46','blue',X'01a22eb6fdac78adbe87e581007fa8a2',NULL,NULL,'guest','游客220715',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',NULL,NULL,NULL,NULL,NULL,NULL,'drawn');
INSERT INTO game_seats VALUES(X'01a22eb6fdb57715864a256105406c46','red',X'01a22eb6fda57d7c8038dec847c3cb93',NULL,NULL,'guest','游客324473',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',0,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',NULL,NULL,NULL,NULL,NULL,NULL,'drawn');
INSERT INTO game_seats VALUES(X'01a22eb6fdd976b2858dbf8dc616d088','blue',X'01a22eb6fcb97de694948b7d2634e668',NULL,NULL,'person','老王',-2,'{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',-2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6fdd976b2858dbf8dc616d088','green',X'01a22eb6fc2c75549cd202f0ba4076e6',NULL,NULL,'person','石头',2,'{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6fdd976b2858dbf8dc616d088','purple',X'01a22eb6fce97a29915410378600130f',NULL,NULL,'person','小明99',-2,'{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',-2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6fdd976b2858dbf8dc616d088','red',X'01a22eb6fc6c7a66b77b62ec85bb4067',NULL,NULL,'person','Anna',2,'{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6fe137a678b5a20c02fa7918d','blue',X'01a22eb6fe0a79b5b225f8eeda642a9b',NULL,NULL,'guest','游客613827',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game_seats VALUES(X'01a22eb6fe137a678b5a20c02fa7918d','red',X'01a22eb6fe00782fbe30ec5d55831742',NULL,NULL,'guest','游客540319',0,'{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}',1,1,'33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',1,'p11-r15',1796080074022,'purple',514280014448);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',2,'b11-r15',1796080074024,'blue',807210351588);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',3,'g11-b15',1796080074033,'green',353828326240);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',4,'r11-r22',1796080074036,'red',676246561340);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',5,'p12-p11',1796080074040,'purple',514280014449);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',6,'r15-r24',1796080074045,'blue',807210351589);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',7,'g12-g11',1796080074049,'green',353828326241);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',8,'r12-r11',1796080074052,'red',676246561341);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',9,'p11-r15',1796080074056,'purple',514280014450);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',10,'r24-r15',1796080074060,'blue',807210351590);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',11,'g11-b15',1796080074065,'green',353828326242);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',12,'r11-r12',1796080074068,'red',676246561342);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',13,'r15-r14',1796080074072,'purple',514280014451);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',14,'b12-b11',1796080074077,'blue',807210351591);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',15,'b15-r11',1796080074081,'green',353828326243);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',16,'r12-r11',1796080074085,'red',676246561343);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',17,'r14-r13',1796080074089,'purple',514280014452);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',18,'b11-r15',1796080074092,'blue',807210351592);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',19,'g13-g11',1796080074097,'green',353828326244);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',20,'r21-r11',1796080074099,'red',676246561344);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',21,'r13-r11',1796080074100,'purple',514280014453);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',22,'r15-r11',1796080074102,'blue',807210351593);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',23,'g11-b15',1796080074103,'green',353828326245);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',24,'r22-r12',1796080074105,'red',676246561345);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',25,'p13-p11',1796080074106,'purple',514280014454);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',26,'r11-r21',1796080074108,'blue',807210351594);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',27,'b15-r11',1796080074109,'green',353828326246);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',28,'r12-r11',1796080074110,'red',676246561346);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',29,'p11-r15',1796080074112,'purple',514280014455);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',30,'r21-r11',1796080074113,'blue',807210351595);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',31,'g14-r11',1796080074115,'green',353828326247);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',32,'r23-r13',1796080074116,'red',676246561347);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',33,'r15-r13',1796080074118,'purple',514280014456);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',34,'r11-r12',1796080074119,'blue',807210351596);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',35,'g15-r11',1796080074120,'green',353828326248);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',36,'r13-r14',1796080074122,'red',676246561348);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',37,'p14-r12',1796080074123,'purple',514280014457);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',38,'r12-r11',1796080074125,'blue',807210351597);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',39,'g21-b15',1796080074131,'green',353828326249);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',40,'r14-r12',1796080074133,'red',676246561349);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',41,'p15-p11',1796080074134,'purple',514280014458);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',42,'r11-r21',1796080074136,'blue',807210351598);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',43,'b15-r11',1796080074138,'green',353828326250);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',44,'r12-r11',1796080074139,'red',676246561350);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',45,'surrender green',1796080074141,'green',353828326251);
INSERT INTO game_actions VALUES(X'01a22eb6fd10703d91ce001639cadf2b',46,'surrender purple',1796080074142,'purple',514280014459);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',1,'b11-r15',1796080074170,'blue',934741732711);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',2,'r11-r22',1796080074171,'red',988888051490);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',3,'b12-b11',1796080074172,'blue',934741732712);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',4,'r12-r11',1796080074174,'red',988888051491);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',5,'b11-r15',1796080074175,'blue',934741732713);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',6,'r11-r12',1796080074176,'red',988888051492);
INSERT INTO game_actions VALUES(X'01a22eb6fdb57715864a256105406c46',7,'draw',1796080074178,'blue',934741732714);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',1,'p11-r15',1796080074221,'purple',514280014464);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',2,'b11-r15',1796080074222,'blue',353828326256);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',3,'g11-b15',1796080074224,'green',807210351603);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',4,'r11-r22',1796080074225,'red',676246561355);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',5,'p12-p11',1796080074226,'purple',514280014465);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',6,'r15-r24',1796080074228,'blue',353828326257);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',7,'g12-g11',1796080074229,'green',807210351604);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',8,'r12-r11',1796080074230,'red',676246561356);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',9,'p11-r15',1796080074231,'purple',514280014466);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',10,'r24-r15',1796080074233,'blue',353828326258);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',11,'g11-b15',1796080074234,'green',807210351605);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',12,'r11-r12',1796080074235,'red',676246561357);
INSERT INTO game_actions VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',13,'r15-r14',1796080074237,'purple',514280014467);
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
INSERT INTO heartbeat VALUES(1,1796080074185);
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
INSERT INTO meetings VALUES('siguo',X'01a22eb6fc2c75549cd202f0ba4076e6',X'01a22eb6fcb97de694948b7d2634e668',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fc2c75549cd202f0ba4076e6',X'01a22eb6fce97a29915410378600130f',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fc6c7a66b77b62ec85bb4067',X'01a22eb6fcb97de694948b7d2634e668',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fc6c7a66b77b62ec85bb4067',X'01a22eb6fce97a29915410378600130f',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fcb97de694948b7d2634e668',X'01a22eb6fc2c75549cd202f0ba4076e6',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fcb97de694948b7d2634e668',X'01a22eb6fc6c7a66b77b62ec85bb4067',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fce97a29915410378600130f',X'01a22eb6fc2c75549cd202f0ba4076e6',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
INSERT INTO meetings VALUES('siguo',X'01a22eb6fce97a29915410378600130f',X'01a22eb6fc6c7a66b77b62ec85bb4067',X'01a22eb6fd10703d91ce001639cadf2b',1796080074142);
CREATE TABLE game_talk (
    game_id blob not null references games (id) on delete cascade,
    at_ms integer not null,
    seat text not null check (seat in ('red', 'purple', 'blue', 'green')),
    -- `protocol::Words` as JSON.
    words text not null,
    primary key (game_id, at_ms, seat, words)
) strict, without rowid;
INSERT INTO game_talk VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',1796080074238,'green','{"t":"phrase","d":"attack-next"}');
CREATE TABLE invites (
    code text primary key,
    created_at integer not null,
    -- Who registered with it; null: it is still good.
    used_by blob references accounts (id),
    used_at integer,
    check ((used_by is null) = (used_at is null))
) strict, without rowid;
CREATE TABLE released_names (
    name_key text primary key,
    until_ms integer not null
) strict, without rowid;
CREATE TABLE follows (
    account_id blob not null references accounts (id) on delete cascade,
    other_id blob not null references accounts (id) on delete cascade,
    at_ms integer not null,
    primary key (account_id, other_id)
) strict, without rowid;
INSERT INTO follows VALUES(X'01a22eb6fc6c7a66b77b62ec85bb4067',X'01a22eb6fc2c75549cd202f0ba4076e6',1796080074273);
CREATE TABLE blocks (
    account_id blob not null references accounts (id) on delete cascade,
    other_id blob not null references accounts (id) on delete cascade,
    at_ms integer not null,
    primary key (account_id, other_id)
) strict, without rowid;
INSERT INTO blocks VALUES(X'01a22eb6fc6c7a66b77b62ec85bb4067',X'01a22eb6fcb97de694948b7d2634e668',1796080074274);
CREATE TABLE game_marks (
    game_id blob not null references games (id) on delete cascade,
    account_id blob not null references accounts (id) on delete cascade,
    -- `protocol::Marks` as JSON.
    marks text not null,
    primary key (game_id, account_id)
) strict, without rowid;
INSERT INTO game_marks VALUES(X'01a22eb6fdd976b2858dbf8dc616d088',X'01a22eb6fc2c75549cd202f0ba4076e6','{"no":13,"marks":[{"at":"p11","mark":"≥38"}]}');
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
CREATE INDEX invites_unused on invites (created_at) where used_by is null;
CREATE INDEX released_names_by_time on released_names (until_ms);
CREATE INDEX follows_by_other on follows (other_id);
CREATE INDEX blocks_by_other on blocks (other_id);
CREATE INDEX accounts_by_name_bytes on accounts (
    name_key collate binary
);
COMMIT;
