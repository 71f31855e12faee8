--
-- PostgreSQL database dump
--

\restrict s3cr3t

-- Dumped from database version 16.4

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);

CREATE TYPE public.contracttype AS ENUM (
    'petite',
    'garde',
    'garde_sans',
    'garde_contre'
);

CREATE TABLE public.players (
    id integer NOT NULL,
    first_name character varying,
    last_name character varying,
    visible boolean
);

COPY public.game_sessions (id, name, player_1_id, player_2_id, player_3_id, player_4_id, player_5_id, create_timestamp) FROM stdin;
1	Soirée\tdu 10	1	2	3	4	5	2025-10-10 20:30:00.123456
2	\N	1	2	3	4	5	2025-11-07 21:00:00
\.

COPY public.party_results (id, game_session_id, taker_id, called_player_id, contract, oudlers, points, petit_au_bout_player_id, petit_au_bout_won, poignee_simple_players_ids, poignee_double_players_ids, poignee_triple_players_ids, misere_tete_players_ids, misere_atout_players_ids, chlem, create_timestamp) FROM stdin;
1	1	1	2	garde	1	52	3	f	{}	{}	{}	{}	{}	\N	2025-10-10 20:35:00
2	1	4	4	Garde sans	2	49	2	f	{}	{}	{}	{5}	{}	\N	2025-10-10 20:45:00
3	2	1	2	garde_sans	1	49	\N	\N	{1}	{}	{4}	{}	{}	\N	2025-11-07 21:05:00
\.

COPY public.party_scores (id, party_result_id, player_id, score) FROM stdin;
1	1	1	144
2	1	2	72
3	1	3	-72
4	1	4	-72
5	1	5	-72
6	2	1	-172
7	2	2	-172
8	2	3	-172
9	2	4	688
10	2	5	-172
11	3	1	-336
12	3	2	-168
13	3	3	168
14	3	4	168
15	3	5	168
\.

COPY public.players (id, first_name, last_name, visible) FROM stdin;
1	Anne	Arnaud	t
2	Bob	Blanc	t
3	Cléo	Colin	t
4	Dino	\N	t
5	Eva	O\\Brien	f
\.

SELECT pg_catalog.setval('public.players_id_seq', 5, true);

ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);

\unrestrict s3cr3t
