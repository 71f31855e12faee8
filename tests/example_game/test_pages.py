"""A game that is built by the recipe of CONTRIBUTING.md plays through the real pages."""

from collections.abc import Iterator
from datetime import date

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from clubs import choices
from clubs.core.games import GAMES
from clubs.exchange.games import FILES
from clubs.forms.games import FORMS
from clubs.queries.games import WORDS
from clubs.views.games import PAGES
from tests.cast import Cast, totals
from tests.example_game.register import register
from tests.page_forms import page_form

REGISTERS = (GAMES, WORDS, FORMS, FILES, PAGES, choices.PROFILE_TITLES)


@pytest.fixture
def eight() -> Iterator[None]:
    before = [dict(one) for one in REGISTERS]
    register()
    yield
    for one, kept in zip(REGISTERS, before, strict=True):
        one.clear()
        one.update(kept)


@pytest.mark.usefixtures("eight")
def test_a_deal_goes_from_the_form_to_sheet_list_and_standings(client: Client, club: Cast) -> None:
    client.force_login(club.user("Charlie"))
    client.cookies["django_language"] = "en"
    league = club.league(game="eight")
    players = ("Alice", "Bob", "Charlie", "Dora")
    sitting = club.sitting(*players, game="eight", rules="eight")
    club.evening(league, date(2025, 10, 7), sitting)

    form = page_form(client.get(f"/t/{sitting.uuid}/new/"), has="tricks")
    form.fill(taker=str(club.player("Bob").uuid), contract="double", tricks="6")
    response = form.send(client, press="=", follow=True)

    # Two tricks over four, doubled: 2 × 10 × 2 = 40 from each.
    assert totals(sitting) == {"Alice": -40, "Bob": 120, "Charlie": -40, "Dora": -40}
    assertContains(response, "+120")
    deal = client.get(f"/t/{sitting.uuid}/1/")
    assertContains(deal, "6 tricks")
    deals = client.get("/c/trois-bouts/io/deals.csv?game=eight").getvalue().decode()
    assert "Bob,double,6" in deals
    standings = client.get(f"/c/trois-bouts/s/{league.uuid}/")
    assertContains(standings, "120")
    rules = client.get("/c/trois-bouts/settings/rules/new/?base=eight")
    assertContains(rules, "Value of a trick")
