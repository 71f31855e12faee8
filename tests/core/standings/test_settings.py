"""Settings of leagues.md §3.1: defaults as written there, and what is refused."""

import json

import pytest

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.core.standings.rank import LeagueSettings, Normalise, RankingMethod, SettingsRefused
from clubs.core.standings.settings import settings_for_game
from tests.core.standings.seasons import DEFAULTS
from tests.paths import DATA


def problems(value):
    """Codes and fields of what is refused; nothing for settings that can be."""
    try:
        LeagueSettings.read(value)
    except SettingsRefused as refusal:
        return [(problem.code, problem.field) for problem in refusal.problems]
    return []


@pytest.mark.parametrize("value", [None, {}, DEFAULTS])
def test_defaults(value):
    assert LeagueSettings.read(value) == LeagueSettings()
    assert LeagueSettings().to_json() == DEFAULTS
    assert list(LeagueSettings().to_json()) == list(DEFAULTS)


def test_it_survives_json():
    told = {**DEFAULTS, "method": "best_n", "best_n": 7, "sizes": [5], "tie_breaks": ["lot"]}

    read = LeagueSettings.read(json.loads(json.dumps(told)))

    assert (read.method, read.best_n, read.sizes) == (RankingMethod.BEST_N, 7, (5,))
    assert read.to_json() == told


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], [("field_type", "settings")]),
        ("total", [("field_type", "settings")]),
        ({"colour": 1}, [("field_unknown", "settings.colour")]),
        ({"version": 2}, [("value_not_allowed", "settings.version")]),
        ({"version": True}, [("field_type", "settings.version")]),
        ({"method": "sum"}, [("value_not_allowed", "settings.method")]),
        ({"method": None}, [("field_type", "settings.method")]),
        ({"method": ["total"]}, [("field_type", "settings.method")]),
        ({"method": "best_n"}, [("field_missing", "settings.best_n")]),
        ({"method": "best_n", "best_n": 0}, [("value_not_allowed", "settings.best_n")]),
        ({"method": "drop_worst"}, [("field_missing", "settings.drop_worst")]),
        ({"drop_worst": -1}, [("value_not_allowed", "settings.drop_worst")]),
        ({"best_n": 2.0}, [("field_type", "settings.best_n")]),
        ({"missed_counts_as": "0"}, [("field_type", "settings.missed_counts_as")]),
        ({"sizes": []}, [("field_missing", "settings.sizes")]),
        ({"sizes": 4}, [("field_type", "settings.sizes")]),
        ({"sizes": [4, 1]}, [("value_not_allowed", "settings.sizes[1]")]),
        ({"sizes": [4, 3, 4]}, [("duplicate_entry", "settings.sizes[2]")]),
        ({"sizes": [4, "5"]}, [("field_type", "settings.sizes[1]")]),
        ({"normalise": "median"}, [("value_not_allowed", "settings.normalise")]),
        ({"guests": True}, [("field_type", "settings.guests")]),
        ({"min_evenings": -1}, [("value_not_allowed", "settings.min_evenings")]),
        ({"min_deals": None}, [("field_type", "settings.min_deals")]),
        ({"unqualified": "gone"}, [("value_not_allowed", "settings.unqualified")]),
        ({"place_points": [10, 6.5]}, [("field_type", "settings.place_points[1]")]),
        ({"place_scope": "club"}, [("value_not_allowed", "settings.place_scope")]),
        ({"attendance_points": 10**7}, [("value_not_allowed", "settings.attendance_points")]),
        ({"tie_breaks": "lot"}, [("field_type", "settings.tie_breaks")]),
        ({"tie_breaks": ["coin"]}, [("value_not_allowed", "settings.tie_breaks[0]")]),
        ({"tie_breaks": ["lot", "lot"]}, [("duplicate_entry", "settings.tie_breaks[1]")]),
        ({"carry_over": 1}, [("field_type", "settings.carry_over")]),
        ({"penalties": None}, [("field_type", "settings.penalties")]),
        (
            {"method": "x", "sizes": [], "best_n": 0},
            [
                ("value_not_allowed", "settings.method"),
                ("field_missing", "settings.sizes"),
                ("value_not_allowed", "settings.best_n"),
            ],
        ),
    ],
)
def test_refused_with_every_problem(value, expected):
    assert problems(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        {"method": "best_n", "best_n": 1},
        {"method": "drop_worst", "drop_worst": 0},
        {"best_n": None, "drop_worst": None, "missed_counts_as": None},
        {"missed_counts_as": -200},
        {"place_points": [], "tie_breaks": [], "attendance_points": -3},
        {"place_points": [3, 3, 0, -2]},
        {"method": "rating", "normalise": "own_size"},
        {"sizes": [8, 2]},
    ],
)
def test_accepted(value):
    assert problems(value) == []


def test_a_refusal_is_one_of_core():
    assert issubclass(SettingsRefused, DealRefused)


def test_the_example_season_has_settings():
    path = DATA / "league_small.json"
    told = json.loads(path.read_text(encoding="utf-8"))

    assert LeagueSettings.read(told["settings"]) == LeagueSettings()
    for changes in told["expected"]["settings"].values():
        assert problems({**told["settings"], **changes}) == []


@pytest.mark.parametrize(
    ("game", "sizes", "fit"),
    [
        ("bolognese", [3, 5], (4,)),
        ("volte", [3, 4, 5, 6], (4,)),
        ("french", [4], (4,)),
        ("french", [2, 5], (2, 5)),  # plain scores of two
        ("french", [7], (3, 4, 5, 6)),
    ],
)
def test_sizes_that_a_game_has(game, sizes, fit):
    assert settings_for_game(LeagueSettings.read({"sizes": sizes}), get_game(game)).sizes == fit


@pytest.mark.parametrize(
    ("game", "normalise"), [("bolognese", Normalise.NONE), ("french", Normalise.OWN_SIZE)]
)
def test_one_size_needs_no_other_made_comparable(game, normalise):
    settings = LeagueSettings.read({"normalise": "own_size", "guests": "ranked"})

    fit = settings_for_game(settings, get_game(game))

    assert (fit.normalise, fit.guests) == (normalise, settings.guests)
