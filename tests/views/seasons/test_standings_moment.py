"""Pages of a season show one moment, whatever is written while they are being read."""

import re
from datetime import date
from threading import Thread

import pytest
from django.db import connections

from clubs.games.french.queries import club_figures as french_club_figures
from clubs.games.french.queries import profiles as french_profiles
from clubs.models import LeagueSitting, Sitting, SittingState
from clubs.queries.seasons import leagues

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FRIDAY = date(2025, 10, 3)


@pytest.fixture
def season(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, points=46)  # (25+5)·2 = 60 a defender
    league = club.league(*FOUR)
    club.evening(league, FRIDAY, sitting)
    return league


@pytest.fixture
def meanwhile(club, season, monkeypatch):
    """When the page is about to read sums, and has read something, somebody opens another table of
    Friday and plays."""
    summed = leagues.parts_of

    def play():
        sitting = club.sitting(*FOUR)
        evening = season.evenings.get()
        LeagueSitting.objects.create(league=season, evening=evening, sitting=sitting)
        club.deal(sitting, points=46)
        connections.close_all()

    def parts_of(*asked, **options):
        monkeypatch.setattr(leagues, "parts_of", summed)
        season.evenings.get()
        worker = Thread(target=play)
        worker.start()
        worker.join()
        return summed(*asked, **options)

    monkeypatch.setattr(leagues, "parts_of", parts_of)


def paths(club, season):
    home = f"/c/trois-bouts/s/{season.uuid}/"
    evening = season.evenings.get()
    return {
        "standings": home,
        "why": f"{home}why/{club.player('Alice').uuid}/",
        "evening": f"{home}evenings/{evening.uuid}/",
        "csv": f"{home}standings.csv",
        "club": "/c/trois-bouts/",
        "seasons": "/c/trois-bouts/s/",
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["standings", "why", "evening", "csv", "club", "seasons"])
def test_a_deal_recorded_meanwhile_comes_with_the_next_page(client, club, season, meanwhile, name):
    client.cookies["django_language"] = "en"
    client.force_login(club.user("Bob"))
    path = paths(club, season)[name]

    before = client.get(path)
    after = client.get(path)

    assert (tells(before, 180), tells(before, 360)) == (True, False)  # of three defenders
    assert tells(after, 360)


def tells(response, score):
    """As a number of its own: the digits may stand in a uuid."""
    return re.search(rf"(?<![\w-]){score}(?![\w-])", response.content.decode()) is not None


@pytest.mark.django_db(transaction=True)
def test_the_file_of_a_season_is_of_one_moment(client, club, season, meanwhile):
    client.force_login(club.user("Bob"))
    path = f"/c/trois-bouts/s/{season.uuid}/season.json"

    before, after = client.get(path).json(), client.get(path).json()

    tables = [len(told["evenings"][0]["tables"]) for told in (before, after)]
    assert tables == [1, 2]


def void_table(season):
    Sitting.objects.filter(leagues__league=season).update(state=SittingState.VOID)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "module", "last"),
    [
        ("c/trois-bouts/statistics/", french_club_figures, "_takers"),
        ("p/{alice}/", french_profiles, "evenings_of"),
        ("p/{alice}/versus/{bob}/", french_profiles, "head_to_head"),
    ],
)
def test_statistics_are_of_one_moment(client, club, season, monkeypatch, path, module, last):
    """Before a page has read all, the only table that was played is declared void."""
    asked = getattr(module, last)

    def ask(*args, **options):
        monkeypatch.setattr(module, last, asked)
        worker = Thread(target=lambda: (void_table(season), connections.close_all()))
        worker.start()
        worker.join()
        return asked(*args, **options)

    monkeypatch.setattr(module, last, ask)
    client.force_login(club.user("Bob"))
    who = {name.lower(): club.player(name).uuid for name in ("Alice", "Bob")}

    response = client.get("/" + path.format(**who))

    figures = response.context.get("figures") or response.context["versus"].other
    assert (response.status_code, figures.deals) == (200, 1)
