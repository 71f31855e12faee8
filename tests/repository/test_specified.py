"""What docs/specification writes is what the program has: defaults, codes, worked examples."""

import json

import pytest

from clubs.choices import MESSAGES
from clubs.core.games import get_game
from clubs.core.rule_settings import MONEY_SETTINGS, Flag, Member, OneOf, paths_of
from clubs.exchange.imports.words import MESSAGES as FILE_MESSAGES
from clubs.games.bolognese.core.checks import ERRORS as BOLOGNESE_ERRORS
from clubs.games.french.core.checks import ERRORS
from clubs.games.french.core.game import WARNINGS
from clubs.games.volte.core.checks import ERRORS as VOLTE_ERRORS
from tests.paths import DATA
from tests.specified import codes, rows, section

NAMED = {"name", "title", "version", *MONEY_SETTINGS}  # of every profile
BY_PAGE = {"slip_moved", "slip_closed"}  # told by a page that shows both versions


def first_codes(cited: str) -> list[str]:
    """The codes in the first column of the tables of a section."""
    return [code for row in rows(section(cited)) for code in codes(row[0])]


@pytest.mark.parametrize(
    ("game", "cited"), [("volte", "tarocco_volte.md §4"), ("bolognese", "bolognese.md §7")]
)
def test_the_defaults_of_a_profile(game, cited):
    told = {}
    for setting, _values, default, *_meaning in rows(section(cited)):
        if len(codes(setting)) == 1:
            (name,) = codes(setting)
            told[name] = default.strip("`") if "`" in default else json.loads(default)
    default = get_game(game).read_rules(None).to_json()

    assert told == {name: value for name, value in default.items() if name not in NAMED}


def values_of(kind):
    """As the tables of settings write which values there are."""
    if isinstance(kind, Member):
        return ", ".join(f"`{one}`" for one in kind.enumeration)
    if isinstance(kind, OneOf):
        return ", ".join(map(str, kind.values))
    return "true, false" if isinstance(kind, Flag) else f"{kind.low}–{kind.high}"


@pytest.mark.parametrize(
    ("game", "cited", "count"),
    [
        ("french", "scoring.md §4", 16),
        ("volte", "tarocco_volte.md §4", 10),
        ("bolognese", "bolognese.md §7", 7),
        ("french", "money.md §1", 6),
    ],
)
def test_the_values_of_a_setting(game, cited, count):
    """Of those that stand alone in a row, with nothing but one value each."""
    kinds = dict(paths_of(get_game(game).read_rules(None).settings()))
    told = {first.strip("`"): values for first, values, *_rest in rows(section(cited))}
    single = {path: values for path, values in told.items() if path in kinds}

    assert len(single) == count
    assert single == {path: values_of(kinds[path]) for path in single}


@pytest.mark.parametrize(
    ("cited", "known"),
    [
        ("scoring.md §7", [*ERRORS, *WARNINGS]),
        ("bolognese.md §11", BOLOGNESE_ERRORS),
        ("tarocco_volte.md §7", [*VOLTE_ERRORS, "points_out_of_range", "points_impossible"]),
    ],
)
def test_the_codes_of_a_game(cited, known):
    assert sorted(first_codes(cited)) == sorted(known)


def test_the_codes_of_tournaments_have_a_message():
    told = first_codes("tournaments.md §12")

    assert len(told) > 40
    assert sorted({*told} - BY_PAGE - {*MESSAGES}) == []


def test_the_codes_of_files_have_a_message():
    told = codes(section("leagues.md §7.6"))

    assert len(told) > 20
    assert sorted({*told} - {*MESSAGES, *FILE_MESSAGES}) == []


def test_the_worked_examples_are_those_of_the_file():
    lines = (DATA / "deals_public.jsonl").read_text(encoding="utf-8").splitlines()
    expected = {example["id"]: example["expect"] for example in map(json.loads, lines)}
    scored = {name: expect for name, expect in expected.items() if "stake" in expect}
    told = {name: cells for name, *cells in rows(section("scoring.md §11"))[1:]}

    assert told.keys() == scored.keys()
    for name, (_rules, _deal, _by_hand, stake, scores) in told.items():
        assert scored[name]["stake"] == int(stake)
        assert list(scored[name]["scores"].values()) == [int(one) for one in scores.split(",")]
