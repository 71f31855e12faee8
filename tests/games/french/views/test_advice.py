"""The what-if calculator and the bidding aid: for visitors, and nothing is written."""

import re
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.utils.html import escape
from pytest_django.asserts import assertContains, assertNotContains, assertTemplateUsed

from clubs.services.deals.rules import save_rules
from tests.games.french.core.hands import CHECK_HAND
from tests.page_forms import page_form

TRY = "/try/"
HAND = "/try/hand/"
GARDE = {"contract": "garde", "oudlers": "2", "points": "49"}  # (25+8)·2=66
HTMX = {"hx-request": "true", "hx-target": "verdict"}
DOLE = "/try/?game=french&rules=trois-bouts/dole"
ENGLISH = {"accept-language": "en"}


def save_dole(club, seen=0, game="french", **rules):
    told = {"name": "dole", "title": "Dole", **rules}
    actor = club.actor("Charlie")
    save_rules(actor, club.club, told, game=game, seen_version=seen, request_id=uuid4())


def shown(response) -> str:
    """The text of a page, tags and white space apart."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(text.split())


def deltas(response) -> list[tuple[str, int | None]]:
    return [(delta.place.name, delta.score) for delta in response.context["form"].deltas()]


class TestTrial:
    def test_an_empty_form_asks(self, client, db):
        response = client.get(TRY, headers=ENGLISH)

        assertContains(response, "Which contract?")
        assertContains(response, "Tap a deal, and it is counted")
        assert deltas(response) == [("A", None), ("B", None), ("C", None), ("D", None)]

    def test_without_script_the_whole_page_answers(self, client, db):
        response = client.get(TRY, {**GARDE, "petit_au_bout": "attack"}, headers=ENGLISH)

        text = shown(response)
        assert response.status_code == 200
        assert "41 needed — made by 8 (25 + 8) × 2 = 66, + 20 Petit = 86" in text
        assert "A, taker 3 shares +258" in text
        assert "41 points made exactly +210" in text  # (25+10)·2·3
        assertContains(response, '<button type="submit"', 1)
        assertContains(response, 'value="garde"')
        assert deltas(response) == [("A", 258), ("B", -86), ("C", -86), ("D", -86)]

    def test_each_line_is_a_link_to_its_deal(self, client, db):
        response = client.get(TRY, GARDE)

        assertContains(
            response,
            'href="?players=4&amp;rules=fft&amp;contract=garde&amp;oudlers=2&amp;points=39"',
        )

    @pytest.mark.parametrize("address", [TRY, HAND])
    def test_a_visitor_gets_no_cookie_and_nothing_is_asked_of_the_database(
        self, client, db, address, django_assert_num_queries
    ):
        with django_assert_num_queries(0):
            response = client.get(address, {**GARDE, "card": CHECK_HAND})

        assert response.status_code == 200
        assert dict(response.cookies) == {}
        assert Session.objects.count() == 0

    @pytest.mark.parametrize(("address", "queries"), [(TRY, 4), (HAND, 2)])
    def test_queries_with_an_account(
        self, client, club, address, queries, django_assert_num_queries
    ):
        save_dole(club)
        client.force_login(club.user("Alice"))

        with django_assert_num_queries(queries):  # session, account; roles, house rules
            client.get(address, {**GARDE, "card": CHECK_HAND})

    @pytest.mark.parametrize(
        ("told", "words"),
        [
            ({"points": "92"}, "0 to 91."),
            ({"points": "many"}, "0 to 91."),
            ({"points": "40.5"}, "Half points come with 3 or 5 players only."),
            ({"points": "88"}, "With 2 oudlers between 11 and 87."),
            ({"rules": "garde-minimum", "contract": "prise"}, "do not have this contract"),
            ({"players": "7"}, "7 is not one of the available choices."),
            ({"rules": "nonsense"}, "nonsense is not one of the available choices."),
        ],
    )
    def test_bad_input_is_refused_in_words_and_nothing_is_lost(self, client, db, told, words):
        typed = {**GARDE, "petit_au_bout": "attack", **told}

        response = client.get(TRY, typed, headers=ENGLISH)

        assertContains(response, words, status_code=422)
        form = response.context["form"]
        assert {name: form[name].value() for name in GARDE} == {name: typed[name] for name in GARDE}
        assert form["petit_au_bout"].value() == "attack"

    def test_the_page_weighs_no_more_than_it_may(self, client, db):
        told = {**GARDE, "players": "6", "rules": "family", "called_0": "B", "called_1": "C"}

        response = client.get(TRY, {**told, "poignee_0": "simple", "petit_au_bout": "attack"})

        assert len(response.content) <= 60_000

    def test_an_account_finds_it_in_the_footer(self, client, club):
        client.force_login(club.user("Bob"))

        assertContains(client.get("/c/trois-bouts/"), 'href="/try/"')

    def test_so_does_a_visitor(self, client, db):
        assertContains(client.get("/"), 'href="/try/"')


class TestVolte:
    def test_the_page_leads_to_the_other_game_and_its_deal_is_counted(self, client, db):
        assertContains(client.get(TRY), 'href="/try/?game=volte"')
        empty = client.get(TRY, {"game": "volte"}, headers=ENGLISH)
        assertContains(empty, "Which contract?")
        assertContains(empty, "Contract, honours and points are enough")

        told = {"contract": "quattro", "honours": "2", "points": "45", "bagatto_last": "taker"}
        client.cookies["django_language"] = "en"
        response = page_form(empty, has="honours").fill(**told).send(client)

        assert response.status_code == 200
        assert deltas(response) == [("A", 1368), ("B", -456), ("C", -456), ("D", -456)]
        assert "31 points draw 0" in shown(response)  # 31+10 = 41
        for _label, offers in response.context["form"].groups():
            for offer in offers:
                page = client.get(f"{TRY}?{offer.query}")
                assert deltas(page)[0] == ("A", offer.branch.score), offer.query

    def test_house_rules_of_volte(self, client, club):
        save_dole(club, game="volte", target_without_honours=60)
        client.force_login(club.user("Bob"))
        page = client.get("/c/trois-bouts/settings/rules/dole/")
        assertContains(page, escape("/try/?game=volte&rules=trois-bouts/dole"))

        told = {"contract": "liscio", "honours": "0", "points": "58"}
        address = f"/try/?game=volte&rules=trois-bouts/dole&{urlencode(told)}"
        assert deltas(client.get(address))[0] == ("A", -81)  # -(2+25)*3

    def test_a_game_without_calculator_is_the_usual_one(self, client, db):
        response = client.get(TRY, {"game": "bolognese", **GARDE})

        assert deltas(response)[0] == ("A", 198)


class TestHouseRules:
    def test_the_page_of_a_house_rule_leads_to_a_deal_by_its_newest_version(self, client, club):
        save_dole(club, multipliers={"garde": 4})
        save_dole(club, seen=1, multipliers={"garde": 3})
        client.force_login(club.user("Bob"))
        page = client.get("/c/trois-bouts/settings/rules/dole/")
        assertContains(page, f'href="{escape(DOLE)}"')

        response = client.get(f"{DOLE}&{urlencode(GARDE)}", headers=ENGLISH)

        assert deltas(response)[0] == ("A", 297)  # (25+8)·3·3
        assertContains(response, '<option value="trois-bouts/dole" selected>Dole · Les Trois Bouts')
        assertContains(response, "rules=trois-bouts%2Fdole&amp;contract=prise")

    def test_who_edits_it_finds_the_link_as_well(self, client, club):
        save_dole(club)
        client.force_login(club.user("Charlie"))

        assertContains(client.get("/c/trois-bouts/settings/rules/dole/"), f'href="{escape(DOLE)}"')

    @pytest.mark.parametrize("who", [None, "Eve"])
    def test_of_another_club_they_are_not_offered_and_the_usual_ones_count(self, client, club, who):
        save_dole(club, multipliers={"garde": 3})
        if who:
            client.force_login(club.user(who))

        response = client.get(f"{DOLE}&{urlencode(GARDE)}")

        assert response.status_code == 422
        assert deltas(response)[0] == ("A", 198)
        assertNotContains(response, "Dole ·", status_code=422)


class TestTrialFragments:
    def test_a_change_is_answered_by_what_follows_from_it(self, client, db):
        response = client.get(TRY, {**GARDE, "chelem": ""}, headers={**HTMX, **ENGLISH})

        assertTemplateUsed(response, "clubs/deals/trial/_trial_answer.html")
        assertNotContains(response, "<html")
        assertContains(response, "41 needed — made by 8")
        assertContains(response, 'id="deltas"')
        assertContains(response, 'id="trial-told"')
        assert response["HX-Replace-Url"] == (
            "/try/?players=4&rules=fft&contract=garde&oudlers=2&points=49"
        )

    def test_other_players_draw_the_form_anew(self, client, db):
        told = {**GARDE, "players": "5"}

        response = client.get(TRY, told, headers={"hx-request": "true", "hx-target": "trial"})

        assertTemplateUsed(response, "clubs/deals/trial/_trial_deal.html")
        assertNotContains(response, "<html")
        assertContains(response, 'name="called_0"')
        assertContains(response, 'value="49"')

    def test_a_fault_is_said(self, client, db):
        response = client.get(TRY, {**GARDE, "points": "92"}, headers={**HTMX, **ENGLISH})

        assertContains(response, "0 to 91.", status_code=422)

    @pytest.mark.parametrize("address", [TRY, HAND])
    def test_no_cache_takes_it_for_the_page(self, client, db, address):
        response = client.get(address, headers=HTMX)

        assert "HX-Request" in response["Vary"]
        assert response["Cache-Control"] == "private, no-cache"


class TestTrialHand:
    def test_an_empty_hand(self, client, db):
        response = client.get(HAND, headers=ENGLISH)

        assertContains(response, "Tap your 18 cards")
        assertContains(response, 'type="checkbox"', 78)
        assertContains(response, 'aria-label="Queen of diamonds"')
        assertContains(response, "0 of 18 cards")

    def test_without_script_the_whole_page_answers(self, client, db):
        response = client.get(HAND, {"card": CHECK_HAND}, headers=ENGLISH)

        text = shown(response)
        assert "King and queen of hearts 10" in text
        assert "In all 58 One card of spades a single card 3" in text
        assert "Towards a garde sans or a garde contre not enough: a garde sans needs 71 61" in text
        assert "18 of 18 cards 58 points: Garde" in text
        assert "Advice: Garde" in text
        assert "Noël Chavey, Le Jeu de tarot , 1986" in text
        assertContains(response, "checked", 18 + 1)  # the cards, and how many play
        assertContains(response, '<button type="submit"', 1)

    def test_half_a_hand_is_counted_so_far(self, client, db):
        response = client.get(HAND, {"card": CHECK_HAND[:4]}, headers=ENGLISH)

        text = shown(response)
        assert "4 of 18 cards 18 points so far" in text  # 10 + 3·2 + 2
        assert "14 cards to go" in text
        assert "Advice: " not in text

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            ({"card": [*CHECK_HAND, "s7"]}, "A hand has 18 cards; here are 19."),
            ({"card": [*CHECK_HAND[:17], "t21"]}, "The same card is there twice."),
            ({"card": [*CHECK_HAND[:17], "h15"]}, "This is no card of the pack."),
            ({"card": CHECK_HAND, "missing": "99"}, "99 is not one of the available choices."),
        ],
    )
    def test_bad_input_is_refused_in_words_and_nothing_is_lost(self, client, db, more, words):
        response = client.get(HAND, more, headers=ENGLISH)

        assertContains(response, words, status_code=422)
        known = {code for code in more["card"] if code != "h15"}
        assertContains(response, "checked", len(known) + 1, status_code=422)  # and players

    def test_a_petit_sec_is_not_played(self, client, db):
        ranks = [14, 13, 12, 11, 10, 9]
        hand = [
            "t1",
            *(f"{suit}{rank}" for suit in "sh" for rank in ranks),
            *("d1", "d2", "d3", "c1", "c2"),
        ]

        response = client.get(HAND, {"card": hand}, headers=ENGLISH)

        assertContains(response, "this deal is not played")

    def test_how_missing_cards_lie(self, client, db):
        response = client.get(HAND, {"missing": "12"}, headers=ENGLISH)

        odds = response.context["form"].odds
        assert [(chance.cards, chance.exactly) for chance in odds.longest][:3] == [
            (4, "8.4"),
            (5, "47.2"),
            (6, "31.3"),
        ]
        assert "0 24.5 100.0" in shown(response)

    def test_a_card_is_answered_by_what_follows_from_it(self, client, db):
        response = client.get(HAND, {"card": CHECK_HAND, "missing": "6"}, headers=HTMX)

        assertTemplateUsed(response, "clubs/games/french/trial/_trial_hand_answer.html")
        assertNotContains(response, "<html")
        for part in ("hand-told", "hand-dock", "odds"):
            assertContains(response, f'id="{part}"')
        assert response["HX-Replace-Url"] == (
            "/try/hand/?" + "&".join(f"card={code}" for code in CHECK_HAND)
        )

    def test_the_page_weighs_no_more_than_it_may(self, client, db):
        response = client.get(HAND, {"card": CHECK_HAND, "missing": "22"})

        assert len(response.content) <= 60_000
