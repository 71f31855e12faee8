"""No public page tells more of somebody's name than they chose, whatever the page is made of."""

import html
import json
from datetime import date, timedelta
from functools import partial
from urllib.parse import unquote
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.urls import get_resolver
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from clubs.core.names import fold, name_key
from clubs.models import EveningState, Player, PublicName
from clubs.services.people.privacy import anonymise_player
from clubs.services.seasons.leagues import publish_league
from clubs.views import pictures
from tests.cast import Cast

FOUR = ("Alice", "Bob", "Charlie", "Dora")
CHOICES = [*PublicName.values, "anonymous"]
# No word of a page begins so. Letters with accents, an apostrophe and what HTML writes in its own
# way are among them.
words = st.text(alphabet="abcdéèïœßABCDÉ'&<", min_size=3, max_size=8).map(lambda end: f"Zq{end}")
tables = words.map(lambda word: f"Xk{word}"[:12])


@pytest.fixture
def scene(club):
    """Bob played in two seasons: one shows published standings, one those of now."""
    shown = {"shows_standings": True, "shows_results": True, "shows_calendar": True}
    leagues = [
        club.league(*FOUR, uuid=UUID(int=n), name=f"S{n}", ends_on=date(2040, 6, 30), **shown)
        for n in (1, 2)
    ]
    evenings = []
    for league in leagues:
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob", points=46)
        held_on = timezone.localdate() - timedelta(days=1)
        evenings.append(club.evening(league, held_on, sitting, state=EveningState.CLOSED))
        club.evening(league, held_on + timedelta(days=8), state=EveningState.PLANNED)
    publish_league(club.actor("Charlie"), leagues[0], request_id=uuid4())
    return club, evenings


@pytest.fixture(autouse=True)
def _words_for_pictures(monkeypatch):
    """A picture is read as the data that it is made of."""
    told = partial(json.dumps, ensure_ascii=False)
    monkeypatch.setattr(pictures, "result_png", lambda data: html.escape(told(data)).encode())


def addresses(evenings) -> dict[str, list[str]]:
    """Of every public page, by the name of its address."""
    base = "/c/trois-bouts/public/"
    seasons = [f"{base}{evening.league.uuid}/" for evening in evenings]
    results = [f"{base}{evening.league.uuid}/{evening.uuid}/" for evening in evenings]
    return {
        "public_club": [base],
        "public_feed": [f"{base}feed.atom"],
        "public_league": seasons,
        "public_calendar": [f"{season}evenings.ics" for season in seasons],
        "public_evening": results,
        "public_evening_picture": [f"{result}evening.png" for result in results],
    }


def test_every_public_address_is_asked(scene):
    known = {name for name in get_resolver().reverse_dict if str(name).startswith("public_")}

    assert addresses(scene[1]).keys() == known


def all_of(response: HttpResponse) -> str:
    """Body and headers, as they are meant: entities, folded lines and escapes undone."""
    text = "\n".join([response.content.decode(), *map(str, response.headers.items())])
    unfolded = text.replace("\r\n ", "")
    return unquote(html.unescape(unfolded))


def told_of(chosen: str, first: str, last: str, nickname: str) -> str:
    """What may stand on a page: the sentence of leagues.md §9, by hand."""
    initial = f"{first} {last[0].upper()}."
    return {
        "full": f"{first} {last}",
        "initial": initial,
        "nickname": nickname or initial,
        "hidden": "",
        "anonymous": "",
    }[chosen]


@pytest.mark.parametrize("chosen", CHOICES)
@given(first=words, last=words, nickname=st.just("") | words, table=tables)
@example(first="Zqé", last="Zq&amp", nickname="", table="XkZq")
@settings(
    max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_more_than_was_chosen(scene, client, chosen, first, last, nickname, table):
    club, evenings = scene
    told = told_of(chosen, first, last, nickname)
    client.cookies["django_language"] = "fr"
    with transaction.atomic():
        call(club, chosen, name=f"{first} {last}", nickname=nickname, table_name=table)
        for paths in addresses(evenings).values():
            for path in paths:
                response = client.get(path)
                assert response.status_code == 200
                text = all_of(response)
                assert str(club.player("Bob").uuid) not in text
                rest = fold(text.replace(told, "") if told else text)
                for secret in (table, first, last, nickname):
                    assert not secret or fold(secret) not in rest
                if told and path.endswith(f"{evenings[0].uuid}/"):
                    assert told in text
        transaction.set_rollback(True)


def call(club: Cast, chosen: str, **names: str) -> None:
    """Bob is called so, and chooses what visitors are told of it, or is forgotten."""
    public = PublicName.FULL if chosen == "anonymous" else chosen
    rows = Player.objects.filter(pk=club.player("Bob").pk)
    rows.update(public_name=public, name_key=name_key(names["name"]), **names)
    if chosen == "anonymous":
        bob = rows.select_related("club", "user").get()
        anonymise_player(club.actor("Olivia"), bob, request_id=uuid4())
