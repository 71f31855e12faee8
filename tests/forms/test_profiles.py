"""Filters of the statistics."""

from datetime import date

import pytest

from clubs.forms.profiles import DealFilterForm, ProfileForm
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import RulesPlayed
from tests.cast import Cast

RULES = [RulesPlayed("french", "fft", "FFT", 3)]


def form(club: Cast, **typed: str) -> ProfileForm:
    league = club.league()
    typed = {name: value.replace("LEAGUE", str(league.uuid)) for name, value in typed.items()}
    return ProfileForm(typed, leagues=[league], played=RULES)


def test_nothing_typed_is_everything(club):
    empty = form(club)

    assert empty.population(club.club) == Population(club.club)
    assert (empty.errors, empty.has_more) == ({}, False)


def test_all_of_it(club):
    full = form(
        club, league="LEAGUE", size="4", since="2025-09-01", until="2025-12-31", rules="fft"
    )

    assert full.population(club.club) == Population(
        club.club,
        league=club.club.leagues.get(),
        since=date(2025, 9, 1),
        until=date(2025, 12, 31),
        size=4,
        rules="fft",
    )
    assert full.has_more


def test_what_makes_no_sense_is_left_out(club):
    damaged = form(club, league="x", size="4", since="2025-09-01", until="2025-08-01")

    assert damaged.population(club.club) == Population(club.club, since=date(2025, 9, 1), size=4)
    assert list(damaged.errors) == ["league", "until"]
    assert damaged.has_more


def test_a_game_for_four_has_no_size_to_filter_by(club):
    """Who chose tables of four before the game would not see what leaves out plain scores."""
    played = [*RULES, RulesPlayed("volte", "volte", "Volte", 1)]
    told = {"game": "volte", "size": "4"}

    volte = ProfileForm(told, leagues=[], played=played)

    assert volte.population(club.club) == Population(club.club, game="volte")
    assert volte.query == "game=volte"


@pytest.mark.parametrize("size", ["2", "7", "four", "4.5"])
def test_sizes_of_tables(club, size):
    assert list(form(club, size=size).errors) == ["size"]


def test_the_same_person_named_twice():
    uuid = "00000000-0000-4000-8000-000000000000"
    told = DealFilterForm({"player": uuid, "opponent": uuid})

    assert told.is_valid()
    assert [str(found) for found in told.people()] == [uuid, uuid]
