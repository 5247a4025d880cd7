--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: _sqlx_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);


--
-- Name: account_browsers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_browsers (
    account_id uuid NOT NULL,
    browser bytea NOT NULL,
    seen_at bigint NOT NULL,
    CONSTRAINT account_browsers_browser_check CHECK ((length(browser) = 32))
);


--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    id uuid NOT NULL,
    kind text NOT NULL,
    role text NOT NULL,
    state text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    password_hash text,
    language text,
    preferences text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT accounts_check CHECK (((kind <> 'person'::text) OR (state = 'deleted'::text) OR (password_hash IS NOT NULL))),
    CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'guest'::text, 'bot'::text]))),
    CONSTRAINT accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text, 'admin'::text]))),
    CONSTRAINT accounts_state_check CHECK ((state = ANY (ARRAY['active'::text, 'deleted'::text])))
);


--
-- Name: blocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.blocks (
    account_id uuid NOT NULL,
    other_id uuid NOT NULL,
    at_ms bigint NOT NULL
);


--
-- Name: flee_penalties; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.flee_penalties (
    account_id uuid NOT NULL,
    game_id uuid NOT NULL,
    at_ms bigint NOT NULL
);


--
-- Name: follows; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.follows (
    account_id uuid NOT NULL,
    other_id uuid NOT NULL,
    at_ms bigint NOT NULL
);


--
-- Name: game_actions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_actions (
    game_id uuid NOT NULL,
    no bigint NOT NULL,
    action text NOT NULL,
    at_ms bigint NOT NULL,
    seat text,
    command_id bigint,
    CONSTRAINT game_actions_no_check CHECK ((no >= 1)),
    CONSTRAINT game_actions_seat_check CHECK ((seat = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text])))
);


--
-- Name: game_marks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_marks (
    game_id uuid NOT NULL,
    account_id uuid NOT NULL,
    marks text NOT NULL
);


--
-- Name: game_seats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_seats (
    game_id uuid NOT NULL,
    seat text NOT NULL,
    account_id uuid NOT NULL,
    bot_level text,
    bot_seed bigint,
    account_kind text NOT NULL,
    name text NOT NULL,
    score bigint NOT NULL,
    tally text NOT NULL,
    playing boolean NOT NULL,
    ready boolean NOT NULL,
    layout text,
    score_before bigint,
    change bigint,
    change_reason text,
    score_after bigint,
    out_reason text,
    out_step bigint,
    result text,
    CONSTRAINT game_seats_account_kind_check CHECK ((account_kind = ANY (ARRAY['person'::text, 'guest'::text, 'bot'::text]))),
    CONSTRAINT game_seats_check CHECK (((account_kind = 'bot'::text) = (bot_level IS NOT NULL))),
    CONSTRAINT game_seats_check1 CHECK (((account_kind = 'bot'::text) = (bot_seed IS NOT NULL))),
    CONSTRAINT game_seats_check2 CHECK (((change IS NULL) = (change_reason IS NULL))),
    CONSTRAINT game_seats_check3 CHECK (((change IS NULL) = (score_after IS NULL))),
    CONSTRAINT game_seats_check4 CHECK (((out_reason IS NULL) = (out_step IS NULL))),
    CONSTRAINT game_seats_result_check CHECK ((result = ANY (ARRAY['won'::text, 'lost'::text, 'drawn'::text, 'fled'::text]))),
    CONSTRAINT game_seats_seat_check CHECK ((seat = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text])))
);


--
-- Name: game_talk; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_talk (
    game_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    seat text NOT NULL,
    words text NOT NULL,
    CONSTRAINT game_talk_seat_check CHECK ((seat = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text])))
);


--
-- Name: games; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.games (
    id uuid NOT NULL,
    room_id uuid NOT NULL,
    kind text NOT NULL,
    ladder text,
    options text NOT NULL,
    state text NOT NULL,
    memo text,
    created_at bigint NOT NULL,
    arrange_deadline bigint NOT NULL,
    started_at bigint,
    first text,
    shuffled text,
    ended_at bigint,
    winner text,
    reason text,
    void boolean,
    steps bigint,
    fled text,
    players bigint DEFAULT 4 NOT NULL,
    nonce text,
    was_closed boolean DEFAULT false NOT NULL,
    CONSTRAINT games_check CHECK (((first IS NULL) = (started_at IS NULL))),
    CONSTRAINT games_check1 CHECK (((state <> 'arranging'::text) OR (started_at IS NULL))),
    CONSTRAINT games_check2 CHECK (((state <> 'running'::text) OR (started_at IS NOT NULL))),
    CONSTRAINT games_check3 CHECK ((((state = 'finished'::text) = (ended_at IS NOT NULL)) AND ((state = 'finished'::text) = (winner IS NOT NULL)) AND ((state = 'finished'::text) = (reason IS NOT NULL)) AND ((state = 'finished'::text) = (void IS NOT NULL)) AND ((state = 'finished'::text) = (steps IS NOT NULL)))),
    CONSTRAINT games_first_check CHECK ((first = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text]))),
    CONSTRAINT games_fled_check CHECK ((fled = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text]))),
    CONSTRAINT games_kind_check CHECK ((kind = ANY (ARRAY['match'::text, 'custom'::text, 'practice'::text]))),
    CONSTRAINT games_players_check CHECK ((players = ANY (ARRAY[(2)::bigint, (4)::bigint]))),
    CONSTRAINT games_state_check CHECK ((state = ANY (ARRAY['arranging'::text, 'running'::text, 'finished'::text])))
);


--
-- Name: heartbeat; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.heartbeat (
    only_row bigint NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT heartbeat_only_row_check CHECK ((only_row = 1))
);


--
-- Name: invites; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invites (
    code text NOT NULL,
    created_at bigint NOT NULL,
    used_by uuid,
    used_at bigint,
    CONSTRAINT invites_check CHECK (((used_by IS NULL) = (used_at IS NULL)))
);


--
-- Name: login_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.login_tokens (
    hash bytea NOT NULL,
    account_id uuid NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    CONSTRAINT login_tokens_hash_check CHECK ((length(hash) = 32))
);


--
-- Name: meetings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.meetings (
    ladder text NOT NULL,
    account_id uuid NOT NULL,
    opponent_id uuid NOT NULL,
    game_id uuid NOT NULL,
    at_ms bigint NOT NULL
);


--
-- Name: outages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outages (
    from_ms bigint NOT NULL,
    until_ms bigint NOT NULL,
    CONSTRAINT outages_check CHECK ((until_ms >= from_ms))
);


--
-- Name: released_names; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.released_names (
    name_key text NOT NULL,
    until_ms bigint NOT NULL
);


--
-- Name: saved_layouts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.saved_layouts (
    account_id uuid NOT NULL,
    name text NOT NULL,
    layout text NOT NULL,
    preferred boolean NOT NULL,
    saved_at bigint NOT NULL
);


--
-- Name: scores; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.scores (
    ladder text NOT NULL,
    account_id uuid NOT NULL,
    score bigint NOT NULL,
    reached_at bigint NOT NULL,
    four_won bigint NOT NULL,
    four_lost bigint NOT NULL,
    four_drawn bigint NOT NULL,
    four_fled bigint NOT NULL,
    two_won bigint NOT NULL,
    two_lost bigint NOT NULL,
    two_drawn bigint NOT NULL,
    two_fled bigint NOT NULL
);


--
-- Data for Name: _sqlx_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public._sqlx_migrations VALUES
	(1, 'initial', '2026-11-30 23:07:54.962062+00', true, '\x3f91d87d95f506b10d0d19a7d3c581151f1ad91826cb03be3a222aea4d480087d916da7be4f3b9a33024b8a18f5b121e', 124164767),
	(2, 'fair play', '2026-11-30 23:07:55.092653+00', true, '\x22890a931bfba59d13a8f7c7c049bea8cbd12993e38f5d964b921bb2be7c3cac0b8b2b88b43937df4d2995fa01ac981d', 43712501),
	(4, 'room options', '2026-11-30 23:07:55.14069+00', true, '\x99dbd9e6b325a492f8171ccb56b34cf40c17c5126e932b19d74929432722cb3dfb72d248acc75d264dba4bcc18f34456', 3936059),
	(5, 'game talk', '2026-11-30 23:07:55.148706+00', true, '\xee37c34cedaea10b3c01cc24e4f78d3ac3f45042d19561b64d1bd2fc1d6b733992d40d0eb9a139b166d0b267230a4d8d', 19967099),
	(9, 'games by end', '2026-11-30 23:07:55.169305+00', true, '\x665fabb80aa502d6416f09a99b7f6b9b9bb9a455f0a88c93939988924a2a1165f190c079766d882ea3f68ac0f2f0249c', 2327845),
	(10, 'people', '2026-11-30 23:07:55.172002+00', true, '\xd214ce3d50eb81133f9178d7020124b2cad090db2e24914b332bf9fa05e93de7f0c7baf478572bf5f07867fcad1c9873', 56700002),
	(11, 'one result', '2026-11-30 23:07:55.232675+00', true, '\x282f6783a48456157c74acb122599251f432a72895670dadc99c16bc1fa4beaf21426e802fe3bd6a3c79290806ff10f7', 3764113),
	(12, 'commitment', '2026-11-30 23:07:55.240643+00', true, '\xac7aa06b90a7982f24d4ce7e95e355c821b84032e4cc8833292f71f632949a6fdef375b7334c4d55bb31714fbc54353d', 4013774),
	(13, 'closed once', '2026-11-30 23:07:55.248706+00', true, '\xba77b11a4efcecc16fe309872901db25066ce0e7e643e0011ba3a2fdb9ae687ac133464fe7f19b58aec69fda0f0832c7', 4161894),
	(14, 'marks', '2026-11-30 23:07:55.253376+00', true, '\xa7838acef58d5d744776833124e072e5fe16ac8ee752c54402938118a6a922d2fee0c2a1874c91c19274fa1cbe8e1ea3', 11268922);


--
-- Data for Name: account_browsers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts VALUES
	('01a22eb7-03d4-7649-add2-e9a735585356', 'person', 'user', 'active', '小明99', '小明99', '$argon2id$v=19$m=19456,t=2,p=1$xH3CuFZl9k4mtxZe4bgZtA$ohkJ9aYJUO8UHrMRbSCXcRzKKG0vw+Nbro6GRGi/9Wo', NULL, '{}', 1796080075732),
	('01a22eb7-0562-7282-997a-5b71b4968d66', 'guest', 'user', 'active', '游客503568', '游客5o3568', NULL, NULL, '{}', 1796080076130),
	('01a22eb7-0572-7762-b5cd-9dbb6c27f968', 'guest', 'user', 'active', '游客703969', '游客7o3969', NULL, NULL, '{}', 1796080076146),
	('01a22eb7-0681-72c1-a498-74f5add82671', 'guest', 'user', 'active', '游客757741', '游客75774l', NULL, NULL, '{}', 1796080076417),
	('01a22eb7-0690-78a1-b320-80231d2d0c8c', 'guest', 'user', 'active', '游客991727', '游客99l727', NULL, NULL, '{}', 1796080076432),
	('01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', 'person', 'user', 'active', '石头', '石头', '$argon2id$v=19$m=19456,t=2,p=1$ApEefw/4kmST3n3u5CS9Qw$aMUgz2mAqLq+N+er1l5PwRJeOv+UHwdrYhvQSwKAyRc', NULL, '{}', 1796080075477),
	('01a22eb7-0338-7843-9d3c-e5f76fddf407', 'person', 'user', 'active', 'Anna', 'anna', '$argon2id$v=19$m=19456,t=2,p=1$wjqhNc9+/8RF4NSAcQkI+w$A6eMHXq/3X72LvZa83NPialTxKzpuUfRXZ30gJTUgDU', NULL, '{}', 1796080075576),
	('01a22eb7-038d-72e9-98ba-d470bfc96520', 'person', 'user', 'active', '老王', '老王', '$argon2id$v=19$m=19456,t=2,p=1$O+WrPgL5e3d/VdxuSdhtuQ$LFWXX2fHNyMrRvu72W5oKdN5BRFJxFAaGnIsHhBWmA8', NULL, '{}', 1796080075661);


--
-- Data for Name: blocks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.blocks VALUES
	('01a22eb7-0338-7843-9d3c-e5f76fddf407', '01a22eb7-038d-72e9-98ba-d470bfc96520', 1796080076530);


--
-- Data for Name: flee_penalties; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: follows; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.follows VALUES
	('01a22eb7-0338-7843-9d3c-e5f76fddf407', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', 1796080076519);


--
-- Data for Name: game_actions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_actions VALUES
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 1, 'b11-p15', 1796080075865, 'blue', 1057693934183),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 2, 'g11-p15', 1796080075873, 'green', 36161726593),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 3, 'r11-r22', 1796080075881, 'red', 200588580305),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 4, 'p11-r15', 1796080075893, 'purple', 619215085049),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 5, 'b12-b11', 1796080075899, 'blue', 1057693934184),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 6, 'p15-p24', 1796080075906, 'green', 36161726594),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 7, 'r12-r11', 1796080075914, 'red', 200588580306),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 8, 'p12-p11', 1796080075916, 'purple', 619215085050),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 9, 'b11-r15', 1796080075920, 'blue', 1057693934185),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 10, 'p24-p15', 1796080075922, 'green', 36161726595),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 11, 'r11-r12', 1796080075923, 'red', 200588580307),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 12, 'p11-r15', 1796080075933, 'purple', 619215085051),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 13, 'b13-b11', 1796080075937, 'blue', 1057693934186),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 14, 'p15-p24', 1796080075939, 'green', 36161726596),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 15, 'r12-r11', 1796080075940, 'red', 200588580308),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 16, 'p13-p11', 1796080075941, 'purple', 619215085052),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 17, 'b11-r15', 1796080075949, 'blue', 1057693934187),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 18, 'p24-p13', 1796080075953, 'green', 36161726597),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 19, 'r11-r12', 1796080075957, 'red', 200588580309),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 20, 'p11-r15', 1796080075968, 'purple', 619215085053),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 21, 'b14-r11', 1796080075977, 'blue', 1057693934188),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 22, 'p13-p11', 1796080075981, 'green', 36161726598),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 23, 'r13-r24', 1796080075983, 'red', 200588580310),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 24, 'p14-r11', 1796080076003, 'purple', 619215085054),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 25, 'b15-r11', 1796080076011, 'blue', 1057693934189),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 26, 'p11-r15', 1796080076016, 'green', 36161726599),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 27, 'r12-r13', 1796080076021, 'red', 200588580311),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 28, 'p21-p11', 1796080076030, 'purple', 619215085055),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 29, 'r11-r12', 1796080076033, 'blue', 1057693934190),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 30, 'r15-r14', 1796080076035, 'green', 36161726600),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 31, 'r13-r14', 1796080076046, 'red', 200588580312),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 32, 'p11-r15', 1796080076051, 'purple', 619215085056),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 33, 'r12-r11', 1796080076054, 'blue', 1057693934191),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 34, 'g12-g11', 1796080076056, 'green', 36161726601),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 35, 'r14-r12', 1796080076059, 'red', 200588580313),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 36, 'r15-r12', 1796080076061, 'purple', 619215085057),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 37, 'r11-r12', 1796080076065, 'blue', 1057693934192),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 38, 'g11-p15', 1796080076069, 'green', 36161726602),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 39, 'r21-r11', 1796080076076, 'red', 200588580314),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 40, 'p23-p13', 1796080076081, 'purple', 619215085058),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 41, 'r12-r13', 1796080076084, 'blue', 1057693934193),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 42, 'p15-p14', 1796080076086, 'green', 36161726603),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 43, 'r11-r12', 1796080076089, 'red', 200588580315),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 44, 'p13-p11', 1796080076101, 'purple', 619215085059),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 45, 'surrender purple', 1796080076104, 'purple', 619215085060),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 46, 'surrender green', 1796080076113, 'green', 36161726604),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 1, 'b11-r15', 1796080076190, 'blue', 370276967435),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 2, 'r11-r22', 1796080076193, 'red', 503703780063),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 3, 'b12-b11', 1796080076200, 'blue', 370276967436),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 4, 'r12-r11', 1796080076205, 'red', 503703780064),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 5, 'b11-r15', 1796080076213, 'blue', 370276967437),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 6, 'r11-r12', 1796080076218, 'red', 503703780065),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 7, 'draw', 1796080076229, 'blue', 370276967438),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 1, 'p11-r15', 1796080076342, 'purple', 1057693934198),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 2, 'b11-r15', 1796080076352, 'blue', 36161726609),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 3, 'g11-b15', 1796080076357, 'green', 619215085065),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 4, 'r11-r22', 1796080076361, 'red', 200588580320),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 5, 'p12-p11', 1796080076366, 'purple', 1057693934199),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 6, 'r15-r24', 1796080076372, 'blue', 36161726610),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 7, 'g12-g11', 1796080076377, 'green', 619215085066),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 8, 'r12-r11', 1796080076381, 'red', 200588580321),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 9, 'p11-r15', 1796080076389, 'purple', 1057693934200),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 10, 'r24-r15', 1796080076390, 'blue', 36161726611),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 11, 'g11-b15', 1796080076393, 'green', 619215085067),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 12, 'r11-r12', 1796080076397, 'red', 200588580322),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 13, 'r15-r14', 1796080076401, 'purple', 1057693934201);


--
-- Data for Name: game_marks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_marks VALUES
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', '{"no":13,"marks":[{"at":"p11","mark":"≥38"}]}');


--
-- Data for Name: game_seats; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_seats VALUES
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 'blue', '01a22eb7-0572-7762-b5cd-9dbb6c27f968', NULL, NULL, 'guest', '游客703969', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', NULL, NULL, NULL, NULL, NULL, NULL, 'drawn'),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 'blue', '01a22eb7-038d-72e9-98ba-d470bfc96520', NULL, NULL, 'person', '老王', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, 2, 'win', 2, NULL, NULL, 'won'),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 'green', '01a22eb7-03d4-7649-add2-e9a735585356', NULL, NULL, 'person', '小明99', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, -2, 'loss', -2, 'surrender', 44, 'lost'),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 'purple', '01a22eb7-0338-7843-9d3c-e5f76fddf407', NULL, NULL, 'person', 'Anna', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, -2, 'loss', -2, 'surrender', 44, 'lost'),
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', 'red', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', NULL, NULL, 'person', '石头', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, 2, 'win', 2, NULL, NULL, 'won'),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 'blue', '01a22eb7-03d4-7649-add2-e9a735585356', NULL, NULL, 'person', '小明99', -2, '{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', -2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', 'red', '01a22eb7-0562-7282-997a-5b71b4968d66', NULL, NULL, 'guest', '游客503568', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', NULL, NULL, NULL, NULL, NULL, NULL, 'drawn'),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 'green', '01a22eb7-0338-7843-9d3c-e5f76fddf407', NULL, NULL, 'person', 'Anna', -2, '{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', -2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 'purple', '01a22eb7-038d-72e9-98ba-d470bfc96520', NULL, NULL, 'person', '老王', 2, '{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb7-06b0-7b67-aef7-3144ee4c68df', 'blue', '01a22eb7-0690-78a1-b320-80231d2d0c8c', NULL, NULL, 'guest', '游客991727', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', true, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb7-06b0-7b67-aef7-3144ee4c68df', 'red', '01a22eb7-0681-72c1-a498-74f5add82671', NULL, NULL, 'guest', '游客757741', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 'red', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', NULL, NULL, 'person', '石头', 2, '{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 2, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: game_talk; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_talk VALUES
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', 1796080076405, 'red', '{"t":"phrase","d":"attack-next"}');


--
-- Data for Name: games; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.games VALUES
	('01a22eb7-0428-701c-956f-6449eb0bfa0d', '01a22eb7-041e-70d5-b947-a073e08adf9b', 'match', 'siguo', '{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'finished', NULL, 1796080075816, 1796080135816, 1796080075852, 'blue', NULL, 1796080076113, '["red","blue"]', 'surrender', false, 44, NULL, 4, NULL, false),
	('01a22eb7-0595-741b-bf44-bd5c916a349a', '01a22eb7-058e-7134-b981-bbd73f85c5f1', 'custom', NULL, '{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'finished', NULL, 1796080076181, 1796080676181, 1796080076187, 'blue', NULL, 1796080076229, '[]', 'agreed', false, 6, NULL, 2, NULL, false),
	('01a22eb7-05fc-7518-bcdc-d53b814d85d4', '01a22eb7-05ea-7001-b3fe-c9ee9287893c', 'match', 'siguo', '{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'running', '{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":null,"lock":null,"known":[]}', 1796080076284, 1796080136284, 1796080076331, 'purple', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 4, NULL, false),
	('01a22eb7-06b0-7b67-aef7-3144ee4c68df', '01a22eb7-06aa-737e-9b24-6c5c16a3ab5c', 'custom', NULL, '{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'arranging', '{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":{"id":"01a22eb7-0681-72c1-a498-74f5add82671","name":"游客757741"},"lock":null,"known":[]}', 1796080076464, 1796080676464, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, NULL, false);


--
-- Data for Name: heartbeat; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.heartbeat VALUES
	(1, 1796080076364);


--
-- Data for Name: invites; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: login_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.login_tokens VALUES
	('\x68fb1a40d59e4980ebca0edcade562299c2db37d2dc61b054d43f511ac59cb6d', '01a22eb7-0562-7282-997a-5b71b4968d66', 'Python-urllib/3.11', 1796080076133, 1798672076139, 1796080076139),
	('\x62558e3986ab120201361f3087f4f1c8ded1c3258bd8b4100d92bda660ac2727', '01a22eb7-0572-7762-b5cd-9dbb6c27f968', 'Python-urllib/3.11', 1796080076149, 1798672076160, 1796080076160),
	('\x689e37f31db7a213a0e7620c8879009e73038eed873a060b431dc113f13ebb01', '01a22eb7-0681-72c1-a498-74f5add82671', 'Python-urllib/3.11', 1796080076421, 1798672076673, 1796080076673),
	('\x204b083d27989beff6e65372f94dbb2092e4e7c42fd20d9991f50d5fe66fb860', '01a22eb7-0690-78a1-b320-80231d2d0c8c', 'Python-urllib/3.11', 1796080076441, 1798672076697, 1796080076697),
	('\x05c58826b65f413b07cd6a1090fc34389151ebb702d3106e016d2480ccf3403c', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', 'Python-urllib/3.11', 1796080075492, 1803856076712, 1796080076712),
	('\xd27545427eb554e4122607e97e353401e30950f8c129f01f0ce903388a28f5cc', '01a22eb7-0338-7843-9d3c-e5f76fddf407', 'Python-urllib/3.11', 1796080075582, 1803856076733, 1796080076733),
	('\xa8a6d934b14da52612c84a224c88fd32606753eddbc4dcbb482a3e751e414624', '01a22eb7-038d-72e9-98ba-d470bfc96520', 'Python-urllib/3.11', 1796080075672, 1803856076746, 1796080076746),
	('\x6bc9a925f07d800ee0f3b3252531cd79ab01ca1f2f89de65ead5b92660ace58e', '01a22eb7-03d4-7649-add2-e9a735585356', 'Python-urllib/3.11', 1796080075737, 1803856076764, 1796080076764);


--
-- Data for Name: meetings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.meetings VALUES
	('siguo', '01a22eb7-038d-72e9-98ba-d470bfc96520', '01a22eb7-03d4-7649-add2-e9a735585356', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-038d-72e9-98ba-d470bfc96520', '01a22eb7-0338-7843-9d3c-e5f76fddf407', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-03d4-7649-add2-e9a735585356', '01a22eb7-038d-72e9-98ba-d470bfc96520', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-03d4-7649-add2-e9a735585356', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-0338-7843-9d3c-e5f76fddf407', '01a22eb7-038d-72e9-98ba-d470bfc96520', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-0338-7843-9d3c-e5f76fddf407', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', '01a22eb7-03d4-7649-add2-e9a735585356', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113),
	('siguo', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', '01a22eb7-0338-7843-9d3c-e5f76fddf407', '01a22eb7-0428-701c-956f-6449eb0bfa0d', 1796080076113);


--
-- Data for Name: outages; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: released_names; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: saved_layouts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.saved_layouts VALUES
	('01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', '经典', '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', true, 1796080075754);


--
-- Data for Name: scores; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.scores VALUES
	('siguo', '01a22eb7-02d5-775b-bae8-5e9d2f3f5abe', 2, 1796080076113, 1, 0, 0, 0, 0, 0, 0, 0),
	('siguo', '01a22eb7-0338-7843-9d3c-e5f76fddf407', -2, 1796080076113, 0, 1, 0, 0, 0, 0, 0, 0),
	('siguo', '01a22eb7-038d-72e9-98ba-d470bfc96520', 2, 1796080076113, 1, 0, 0, 0, 0, 0, 0, 0),
	('siguo', '01a22eb7-03d4-7649-add2-e9a735585356', -2, 1796080076113, 0, 1, 0, 0, 0, 0, 0, 0);


--
-- Name: _sqlx_migrations _sqlx_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);


--
-- Name: account_browsers account_browsers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_browsers
    ADD CONSTRAINT account_browsers_pkey PRIMARY KEY (account_id, browser);


--
-- Name: accounts accounts_name_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key_key UNIQUE (name_key);


--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);


--
-- Name: blocks blocks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (account_id, other_id);


--
-- Name: flee_penalties flee_penalties_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flee_penalties
    ADD CONSTRAINT flee_penalties_pkey PRIMARY KEY (account_id, game_id);


--
-- Name: follows follows_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_pkey PRIMARY KEY (account_id, other_id);


--
-- Name: game_actions game_actions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_actions
    ADD CONSTRAINT game_actions_pkey PRIMARY KEY (game_id, no);


--
-- Name: game_marks game_marks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_marks
    ADD CONSTRAINT game_marks_pkey PRIMARY KEY (game_id, account_id);


--
-- Name: game_seats game_seats_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_pkey PRIMARY KEY (game_id, seat);


--
-- Name: game_talk game_talk_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_talk
    ADD CONSTRAINT game_talk_pkey PRIMARY KEY (game_id, at_ms, seat, words);


--
-- Name: games games_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);


--
-- Name: heartbeat heartbeat_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.heartbeat
    ADD CONSTRAINT heartbeat_pkey PRIMARY KEY (only_row);


--
-- Name: invites invites_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (code);


--
-- Name: login_tokens login_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_tokens
    ADD CONSTRAINT login_tokens_pkey PRIMARY KEY (hash);


--
-- Name: meetings meetings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_pkey PRIMARY KEY (ladder, account_id, opponent_id, at_ms, game_id);


--
-- Name: outages outages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outages
    ADD CONSTRAINT outages_pkey PRIMARY KEY (from_ms, until_ms);


--
-- Name: released_names released_names_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.released_names
    ADD CONSTRAINT released_names_pkey PRIMARY KEY (name_key);


--
-- Name: saved_layouts saved_layouts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.saved_layouts
    ADD CONSTRAINT saved_layouts_pkey PRIMARY KEY (account_id, name);


--
-- Name: scores scores_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_pkey PRIMARY KEY (ladder, account_id);


--
-- Name: account_browsers_by_browser; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_browsers_by_browser ON public.account_browsers USING btree (browser);


--
-- Name: account_browsers_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_browsers_by_time ON public.account_browsers USING btree (seen_at);


--
-- Name: accounts_by_name_bytes; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_by_name_bytes ON public.accounts USING btree (name_key COLLATE "C");


--
-- Name: blocks_by_other; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX blocks_by_other ON public.blocks USING btree (other_id);


--
-- Name: flee_penalties_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX flee_penalties_by_time ON public.flee_penalties USING btree (account_id, at_ms);


--
-- Name: follows_by_other; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX follows_by_other ON public.follows USING btree (other_id);


--
-- Name: game_seats_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX game_seats_by_account ON public.game_seats USING btree (account_id, game_id);


--
-- Name: games_by_end; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_by_end ON public.games USING btree (ended_at, id) WHERE (state = 'finished'::text);


--
-- Name: games_unfinished; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_unfinished ON public.games USING btree (id) WHERE (state <> 'finished'::text);


--
-- Name: invites_unused; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invites_unused ON public.invites USING btree (created_at) WHERE (used_by IS NULL);


--
-- Name: login_tokens_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX login_tokens_by_account ON public.login_tokens USING btree (account_id);


--
-- Name: login_tokens_by_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX login_tokens_by_expiry ON public.login_tokens USING btree (expires_at);


--
-- Name: meetings_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX meetings_by_time ON public.meetings USING btree (at_ms);


--
-- Name: one_game_at_a_time; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX one_game_at_a_time ON public.game_seats USING btree (account_id) WHERE playing;


--
-- Name: one_preferred_layout; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX one_preferred_layout ON public.saved_layouts USING btree (account_id) WHERE preferred;


--
-- Name: released_names_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX released_names_by_time ON public.released_names USING btree (until_ms);


--
-- Name: scores_in_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX scores_in_order ON public.scores USING btree (ladder, score DESC, reached_at, account_id);


--
-- Name: account_browsers account_browsers_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_browsers
    ADD CONSTRAINT account_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: blocks blocks_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: blocks blocks_other_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_other_id_fkey FOREIGN KEY (other_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: flee_penalties flee_penalties_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flee_penalties
    ADD CONSTRAINT flee_penalties_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: flee_penalties flee_penalties_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flee_penalties
    ADD CONSTRAINT flee_penalties_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


--
-- Name: follows follows_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: follows follows_other_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_other_id_fkey FOREIGN KEY (other_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: game_actions game_actions_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_actions
    ADD CONSTRAINT game_actions_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


--
-- Name: game_marks game_marks_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_marks
    ADD CONSTRAINT game_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: game_marks game_marks_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_marks
    ADD CONSTRAINT game_marks_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


--
-- Name: game_seats game_seats_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: game_seats game_seats_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


--
-- Name: game_talk game_talk_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_talk
    ADD CONSTRAINT game_talk_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


--
-- Name: invites invites_used_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_used_by_fkey FOREIGN KEY (used_by) REFERENCES public.accounts(id);


--
-- Name: login_tokens login_tokens_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_tokens
    ADD CONSTRAINT login_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: meetings meetings_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: meetings meetings_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


--
-- Name: meetings meetings_opponent_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_opponent_id_fkey FOREIGN KEY (opponent_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: saved_layouts saved_layouts_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.saved_layouts
    ADD CONSTRAINT saved_layouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- Name: scores scores_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- PostgreSQL database dump complete
--


