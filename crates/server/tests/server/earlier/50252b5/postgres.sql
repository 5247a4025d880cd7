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
-- Name: flee_penalties; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.flee_penalties (
    account_id uuid NOT NULL,
    game_id uuid NOT NULL,
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
    outcome text,
    out_reason text,
    out_step bigint,
    CONSTRAINT game_seats_account_kind_check CHECK ((account_kind = ANY (ARRAY['person'::text, 'guest'::text, 'bot'::text]))),
    CONSTRAINT game_seats_check CHECK (((account_kind = 'bot'::text) = (bot_level IS NOT NULL))),
    CONSTRAINT game_seats_check1 CHECK (((account_kind = 'bot'::text) = (bot_seed IS NOT NULL))),
    CONSTRAINT game_seats_check2 CHECK (((change IS NULL) = (change_reason IS NULL))),
    CONSTRAINT game_seats_check3 CHECK (((change IS NULL) = (score_after IS NULL))),
    CONSTRAINT game_seats_check4 CHECK (((out_reason IS NULL) = (out_step IS NULL))),
    CONSTRAINT game_seats_outcome_check CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text, 'drawn'::text, 'fled'::text]))),
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
    CONSTRAINT games_check CHECK (((first IS NULL) = (started_at IS NULL))),
    CONSTRAINT games_check1 CHECK (((state <> 'arranging'::text) OR (started_at IS NULL))),
    CONSTRAINT games_check2 CHECK (((state <> 'running'::text) OR (started_at IS NOT NULL))),
    CONSTRAINT games_check3 CHECK ((((state = 'finished'::text) = (ended_at IS NOT NULL)) AND ((state = 'finished'::text) = (winner IS NOT NULL)) AND ((state = 'finished'::text) = (reason IS NOT NULL)) AND ((state = 'finished'::text) = (void IS NOT NULL)) AND ((state = 'finished'::text) = (steps IS NOT NULL)))),
    CONSTRAINT games_first_check CHECK ((first = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text]))),
    CONSTRAINT games_fled_check CHECK ((fled = ANY (ARRAY['red'::text, 'purple'::text, 'blue'::text, 'green'::text]))),
    CONSTRAINT games_kind_check CHECK ((kind = ANY (ARRAY['match'::text, 'custom'::text, 'practice'::text]))),
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
	(1, 'initial', '2026-11-30 23:07:51.998059+00', true, '\x3f91d87d95f506b10d0d19a7d3c581151f1ad91826cb03be3a222aea4d480087d916da7be4f3b9a33024b8a18f5b121e', 122677002),
	(2, 'fair play', '2026-11-30 23:07:52.123561+00', true, '\x22890a931bfba59d13a8f7c7c049bea8cbd12993e38f5d964b921bb2be7c3cac0b8b2b88b43937df4d2995fa01ac981d', 29137428),
	(4, 'room options', '2026-11-30 23:07:52.153804+00', true, '\x99dbd9e6b325a492f8171ccb56b34cf40c17c5126e932b19d74929432722cb3dfb72d248acc75d264dba4bcc18f34456', 2802581),
	(5, 'game talk', '2026-11-30 23:07:52.160704+00', true, '\xee37c34cedaea10b3c01cc24e4f78d3ac3f45042d19561b64d1bd2fc1d6b733992d40d0eb9a139b166d0b267230a4d8d', 15966284),
	(9, 'games by end', '2026-11-30 23:07:52.180712+00', true, '\x665fabb80aa502d6416f09a99b7f6b9b9bb9a455f0a88c93939988924a2a1165f190c079766d882ea3f68ac0f2f0249c', 12007052);


--
-- Data for Name: account_browsers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts VALUES
	('01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', 'person', 'user', 'active', 'Anna', 'anna', '$argon2id$v=19$m=19456,t=2,p=1$SQ097URhw+JfSq+cYO4Qcg$8vu4+0W1a3qy25dsiB9SbHJs098mBdV9IS7qyy+7FiY', NULL, '{}', 1796080072437),
	('01a22eb6-f728-7aa3-878f-7a71389c3f70', 'person', 'user', 'active', '老王', '老王', '$argon2id$v=19$m=19456,t=2,p=1$f9uQpXLlEZ/6F7iQvv8Lkw$8caQ5z3Q4eV3lTMslpqFjDPZigR4qNxQZbr+pgmnhJE', NULL, '{}', 1796080072488),
	('01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', 'person', 'user', 'active', '小明99', '小明99', '$argon2id$v=19$m=19456,t=2,p=1$lUCYl9AofUco27bRXvbA2Q$4Lp9a21vQssTV5Wpq9is3XST6h7am+NcUbBzJEMUp4k', NULL, '{}', 1796080072537),
	('01a22eb6-f69f-74d3-bf05-18e27f914253', 'person', 'user', 'active', '石头', '石头', '$argon2id$v=19$m=19456,t=2,p=1$e6X3nPmV2ShSavGxfrMfCg$n0A4rMghvw+YZzR/Tye8+xn9re6LDmroTLYVKScF+H0', NULL, '{}', 1796080072351),
	('01a22eb6-f883-7c97-bc43-6240e5cb6c61', 'guest', 'user', 'active', '游客651790', '游客65l79o', NULL, NULL, '{}', 1796080072835),
	('01a22eb6-f896-7ffa-9bb7-baf8f29cb295', 'guest', 'user', 'active', '游客932349', '游客932349', NULL, NULL, '{}', 1796080072854),
	('01a22eb6-f96c-7425-b748-8123c50373d4', 'guest', 'user', 'active', '游客330192', '游客33ol92', NULL, NULL, '{}', 1796080073068),
	('01a22eb6-f97c-7176-92a6-de0bd946fa2a', 'guest', 'user', 'active', '游客448592', '游客448592', NULL, NULL, '{}', 1796080073084);


--
-- Data for Name: flee_penalties; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: game_actions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_actions VALUES
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 1, 'b11-p15', 1796080072623, 'blue', 339690536054),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 2, 'g11-p15', 1796080072629, 'green', 988700504453),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 3, 'r11-r22', 1796080072641, 'red', 1045807745776),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 4, 'p11-r15', 1796080072650, 'purple', 834529661074),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 5, 'b12-b11', 1796080072657, 'blue', 339690536055),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 6, 'p15-p24', 1796080072661, 'green', 988700504454),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 7, 'r12-r11', 1796080072662, 'red', 1045807745777),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 8, 'p12-p11', 1796080072664, 'purple', 834529661075),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 9, 'b11-r15', 1796080072668, 'blue', 339690536056),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 10, 'p24-p15', 1796080072673, 'green', 988700504455),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 11, 'r11-r12', 1796080072676, 'red', 1045807745778),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 12, 'p11-r15', 1796080072681, 'purple', 834529661076),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 13, 'b13-b11', 1796080072689, 'blue', 339690536057),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 14, 'p15-p24', 1796080072693, 'green', 988700504456),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 15, 'r12-r11', 1796080072695, 'red', 1045807745779),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 16, 'p13-p11', 1796080072696, 'purple', 834529661077),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 17, 'b11-r15', 1796080072699, 'blue', 339690536058),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 18, 'p24-p13', 1796080072705, 'green', 988700504457),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 19, 'r11-r12', 1796080072708, 'red', 1045807745780),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 20, 'p11-r15', 1796080072713, 'purple', 834529661078),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 21, 'b14-r11', 1796080072717, 'blue', 339690536059),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 22, 'p13-p11', 1796080072718, 'green', 988700504458),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 23, 'r13-r24', 1796080072720, 'red', 1045807745781),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 24, 'p14-r11', 1796080072725, 'purple', 834529661079),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 25, 'b15-r11', 1796080072729, 'blue', 339690536060),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 26, 'p11-r15', 1796080072733, 'green', 988700504459),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 27, 'r12-r13', 1796080072737, 'red', 1045807745782),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 28, 'p21-p11', 1796080072740, 'purple', 834529661080),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 29, 'r11-r12', 1796080072745, 'blue', 339690536061),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 30, 'r15-r14', 1796080072749, 'green', 988700504460),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 31, 'r13-r14', 1796080072752, 'red', 1045807745783),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 32, 'p11-r15', 1796080072757, 'purple', 834529661081),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 33, 'r12-r11', 1796080072760, 'blue', 339690536062),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 34, 'g12-g11', 1796080072766, 'green', 988700504461),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 35, 'r14-r12', 1796080072772, 'red', 1045807745784),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 36, 'r15-r12', 1796080072777, 'purple', 834529661082),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 37, 'r11-r12', 1796080072781, 'blue', 339690536063),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 38, 'g11-p15', 1796080072785, 'green', 988700504462),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 39, 'r21-r11', 1796080072789, 'red', 1045807745785),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 40, 'p23-p13', 1796080072793, 'purple', 834529661083),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 41, 'r12-r13', 1796080072796, 'blue', 339690536064),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 42, 'p15-p14', 1796080072801, 'green', 988700504463),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 43, 'r11-r12', 1796080072805, 'red', 1045807745786),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 44, 'p13-p11', 1796080072809, 'purple', 834529661084),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 45, 'surrender green', 1796080072810, 'green', 988700504464),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 46, 'surrender purple', 1796080072817, 'purple', 834529661085),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 1, 'r11-r22', 1796080072897, 'red', 311103835602),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 2, 'b11-r15', 1796080072905, 'blue', 311344095739),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 3, 'r12-r11', 1796080072909, 'red', 311103835603),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 4, 'b12-b11', 1796080072912, 'blue', 311344095740),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 5, 'r11-r12', 1796080072914, 'red', 311103835604),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 6, 'b11-r15', 1796080072921, 'blue', 311344095741),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 7, 'draw', 1796080072928, 'blue', 311344095742),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 1, 'b11-p15', 1796080073007, 'blue', 1045807745791),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 2, 'g11-p15', 1796080073013, 'green', 339690536069),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 3, 'r11-r22', 1796080073021, 'red', 834529661090),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 4, 'p11-r15', 1796080073024, 'purple', 988700504469),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 5, 'b12-b11', 1796080073029, 'blue', 1045807745792),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 6, 'p15-p24', 1796080073032, 'green', 339690536070),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 7, 'r12-r11', 1796080073034, 'red', 834529661091),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 8, 'p12-p11', 1796080073040, 'purple', 988700504470),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 9, 'b11-r15', 1796080073045, 'blue', 1045807745793),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 10, 'p24-p15', 1796080073049, 'green', 339690536071),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 11, 'r11-r12', 1796080073052, 'red', 834529661092),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 12, 'p11-r15', 1796080073057, 'purple', 988700504471),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 13, 'b13-b11', 1796080073060, 'blue', 1045807745794);


--
-- Data for Name: game_seats; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_seats VALUES
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 'blue', '01a22eb6-f896-7ffa-9bb7-baf8f29cb295', NULL, NULL, 'guest', '游客932349', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 'blue', '01a22eb6-f728-7aa3-878f-7a71389c3f70', NULL, NULL, 'person', '老王', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, 2, 'win', 2, 'won', NULL, NULL),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 'green', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', NULL, NULL, 'person', 'Anna', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, -2, 'loss', -2, 'lost', 'surrender', 44),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 'purple', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', NULL, NULL, 'person', '小明99', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, -2, 'loss', -2, 'lost', 'surrender', 44),
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', 'red', '01a22eb6-f69f-74d3-bf05-18e27f914253', NULL, NULL, 'person', '石头', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 0, 2, 'win', 2, 'won', NULL, NULL),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 'blue', '01a22eb6-f69f-74d3-bf05-18e27f914253', NULL, NULL, 'person', '石头', 2, '{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', 'red', '01a22eb6-f883-7c97-bc43-6240e5cb6c61', NULL, NULL, 'guest', '游客651790', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', false, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 'green', '01a22eb6-f728-7aa3-878f-7a71389c3f70', NULL, NULL, 'person', '老王', 2, '{"played":1,"won":1,"lost":0,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', 2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 'purple', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', NULL, NULL, 'person', 'Anna', -2, '{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', -2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 'red', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', NULL, NULL, 'person', '小明99', -2, '{"played":1,"won":0,"lost":1,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', -2, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f990-72fb-9d1a-ee8645da2482', 'blue', '01a22eb6-f97c-7176-92a6-de0bd946fa2a', NULL, NULL, 'guest', '游客448592', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', true, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f990-72fb-9d1a-ee8645da2482', 'red', '01a22eb6-f96c-7425-b748-8123c50373d4', NULL, NULL, 'guest', '游客330192', 0, '{"played":0,"won":0,"lost":0,"drawn":0,"fled":0}', true, true, '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: game_talk; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_talk VALUES
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', 1796080073062, 'blue', '{"t":"phrase","d":"attack-next"}');


--
-- Data for Name: games; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.games VALUES
	('01a22eb6-f789-7652-b9e6-0d05a5911c71', '01a22eb6-f777-7d81-81f6-31f93cbbda2c', 'match', 'siguo', '{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'finished', NULL, 1796080072585, 1796080132585, 1796080072612, 'blue', NULL, 1796080072817, '["red","blue"]', 'surrender', false, 44, NULL),
	('01a22eb6-f8ae-70eb-ba9b-78f5e6021d8c', '01a22eb6-f8aa-7a32-924b-50304f09e069', 'custom', NULL, '{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'finished', NULL, 1796080072878, 1796080672878, 1796080072888, 'red', NULL, 1796080072928, '[]', 'agreed', false, 6, NULL),
	('01a22eb6-f903-77fc-99bc-e4466dcbea83', '01a22eb6-f8fe-7dcb-bde6-9f826c1c9a5a', 'match', 'siguo', '{"rules":{"board":"siguo","players":4,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":30,"arrange_seconds":60,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'running', '{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":null,"lock":null,"known":[]}', 1796080072963, 1796080132963, 1796080072996, 'blue', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a22eb6-f990-72fb-9d1a-ee8645da2482', '01a22eb6-f989-7de9-999e-b973394be888', 'custom', NULL, '{"rules":{"board":"classic","players":2,"setup":"arrange","sight":"dark","order":"counterclockwise","mine":"stays","corner":"straight","engineer_scouts":false,"bombs_fly":false,"bombs_front_row":false,"hq_exit":false,"timeouts":5,"quiet_limit":70,"step_limit":0},"first":"lot","turn_seconds":120,"arrange_seconds":600,"privacy":"public","spectating":"open","talk":"free","max_flee_percent":null}', 'arranging', '{"offers":{"red":{"count":0,"last_step":0},"purple":{"count":0,"last_step":0},"blue":{"count":0,"last_step":0},"green":{"count":0,"last_step":0}},"host":{"id":"01a22eb6-f96c-7425-b748-8123c50373d4","name":"游客330192"},"lock":null,"known":[]}', 1796080073104, 1796080673104, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: heartbeat; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.heartbeat VALUES
	(1, 1796080073266);


--
-- Data for Name: login_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.login_tokens VALUES
	('\x8c2af413f3a18a592fdf742504bacd9cd20dfad00ef76f384ff3a9afbce38b3f', '01a22eb6-f883-7c97-bc43-6240e5cb6c61', 'Python-urllib/3.11', 1796080072841, 1798672072847, 1796080072847),
	('\x4a61c6ee3de03b35b652af5e2c37051de758f0048209ad22d297da4b34a0b511', '01a22eb6-f896-7ffa-9bb7-baf8f29cb295', 'Python-urllib/3.11', 1796080072861, 1798672072867, 1796080072867),
	('\x10ba05e4bb01249ca504aac813dbaf7904ab8c58af5e60cdc37514d87647fee5', '01a22eb6-f96c-7425-b748-8123c50373d4', 'Python-urllib/3.11', 1796080073073, 1798672073205, 1796080073205),
	('\xc0071be82586af26bd028f672bb8854d370f3a937f3db15056ddb50e2a80a428', '01a22eb6-f97c-7176-92a6-de0bd946fa2a', 'Python-urllib/3.11', 1796080073088, 1798672073224, 1796080073224),
	('\xa93e55a0ee4cfcf20efe5a4e542bcca92a664e8984840b06fa4306968da9afff', '01a22eb6-f69f-74d3-bf05-18e27f914253', 'Python-urllib/3.11', 1796080072363, 1803856073237, 1796080073237),
	('\x118bdbcd11af209a9947219985f2562637e5de07b2d3e8765765f0f2f6595ce2', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', 'Python-urllib/3.11', 1796080072446, 1803856073245, 1796080073245),
	('\x330ab0bb0571703de03bf8878c016b3b9284482034bba58dcb80810b41ad1dcb', '01a22eb6-f728-7aa3-878f-7a71389c3f70', 'Python-urllib/3.11', 1796080072496, 1803856073258, 1796080073258),
	('\xed19dbfb636bb5b7b293d9f4174308cfc9cadfe3d8877e368412614e0d076c40', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', 'Python-urllib/3.11', 1796080072542, 1803856073265, 1796080073265);


--
-- Data for Name: meetings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.meetings VALUES
	('siguo', '01a22eb6-f728-7aa3-878f-7a71389c3f70', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f728-7aa3-878f-7a71389c3f70', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', '01a22eb6-f728-7aa3-878f-7a71389c3f70', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', '01a22eb6-f69f-74d3-bf05-18e27f914253', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', '01a22eb6-f728-7aa3-878f-7a71389c3f70', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', '01a22eb6-f69f-74d3-bf05-18e27f914253', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f69f-74d3-bf05-18e27f914253', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817),
	('siguo', '01a22eb6-f69f-74d3-bf05-18e27f914253', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', '01a22eb6-f789-7652-b9e6-0d05a5911c71', 1796080072817);


--
-- Data for Name: outages; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: saved_layouts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.saved_layouts VALUES
	('01a22eb6-f69f-74d3-bf05-18e27f914253', '经典', '33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41', true, 1796080072553);


--
-- Data for Name: scores; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.scores VALUES
	('siguo', '01a22eb6-f69f-74d3-bf05-18e27f914253', 2, 1796080072817, 1, 0, 0, 0, 0, 0, 0, 0),
	('siguo', '01a22eb6-f6f5-7be8-ac05-2cf309a7ceff', -2, 1796080072817, 0, 1, 0, 0, 0, 0, 0, 0),
	('siguo', '01a22eb6-f728-7aa3-878f-7a71389c3f70', 2, 1796080072817, 1, 0, 0, 0, 0, 0, 0, 0),
	('siguo', '01a22eb6-f759-70ad-9dce-8f0d6fbc4ed6', -2, 1796080072817, 0, 1, 0, 0, 0, 0, 0, 0);


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
-- Name: flee_penalties flee_penalties_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flee_penalties
    ADD CONSTRAINT flee_penalties_pkey PRIMARY KEY (account_id, game_id);


--
-- Name: game_actions game_actions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_actions
    ADD CONSTRAINT game_actions_pkey PRIMARY KEY (game_id, no);


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
-- Name: flee_penalties_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX flee_penalties_by_time ON public.flee_penalties USING btree (account_id, at_ms);


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
-- Name: scores_in_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX scores_in_order ON public.scores USING btree (ladder, score DESC, reached_at, account_id);


--
-- Name: account_browsers account_browsers_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_browsers
    ADD CONSTRAINT account_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


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
-- Name: game_actions game_actions_game_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_actions
    ADD CONSTRAINT game_actions_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;


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


