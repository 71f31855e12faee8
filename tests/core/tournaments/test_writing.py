"""A tournament given back as JSON: tournaments.md §13, invariant 14, as far as the
file goes."""

import json

from hypothesis import given, settings

from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.writing import written_tournament
from tests.core.tournaments.examples import example, small, told, tournaments


def again(document):
    """Read, written, and through JSON."""
    return json.loads(json.dumps(written_tournament(read_tournament(document))))


def missing(told_before, found, path=""):
    """Paths of what was in the file and is another now."""
    if isinstance(told_before, dict) and isinstance(found, dict):
        for name, value in told_before.items():
            yield from missing(value, found.get(name), f"{path}.{name}")
    elif isinstance(told_before, list) and isinstance(found, list):
        yield from [path] if len(told_before) != len(found) else []
        for at, (value, other) in enumerate(zip(told_before, found, strict=False)):
            yield from missing(value, other, f"{path}[{at}]")
    elif told_before != found:
        yield path


def test_everything_of_the_example_comes_back():
    document = example()
    document["prizes"] = [{"place": 1, "amount": 100}]
    document["entries"][3] |= {
        "badge": "green",
        "substitutions": [{"from_round": 3, "name": "Zoé", "by": "desk"}],
    }
    document["teams"][0] |= {"captain": "P12", "colour": "red"}
    document["rounds"][0]["tables"][0]["slip"]["stopped_early"] = "The lights went out"
    document["penalties"][0]["cancelled"] = "by mistake"

    assert list(missing(document, again(document))) == []


def test_rules_that_are_not_built_in_come_back_whole():
    document = small([{"A": 0, "B": 0, "C": 0}])
    document["tournament"]["rules"] = {"base": "contre-8", "rounding": 10}

    rules = again(document)["tournament"]["rules"]

    assert (rules["multipliers"]["garde_contre"], rules["rounding"]) == (8, 10)


def test_a_slip_of_totals_has_no_deals():
    (table,) = again(small([{"A": 30, "B": 0, "C": -30}]))["rounds"][0]["tables"]

    assert table == {
        "number": 1,
        "players": ["A", "B", "C"],
        "slip": {"state": None, "mode": "totals"},
        "totals": {"A": 30, "B": 0, "C": -30},
    }


def test_deals_may_add_up_to_more_than_somebody_may_type():
    document = small([{"A": 0, "B": 0, "C": 0}])
    table = document["rounds"][0]["tables"][0]
    table["deals"] = [{"scores": {"A": 100_000, "B": -50_000, "C": -50_000}} for _ in range(2)]
    del table["totals"]

    once = again(document)

    assert once["rounds"][0]["tables"][0]["totals"]["A"] == 200_000
    assert again(once) == once


@settings(max_examples=20, deadline=None)
@given(tournaments())
def test_14_written_twice_it_is_the_same(document):
    once = again(document)

    assert again(once) == once
    assert told(once) == told(document)
    assert list(missing(document, once)) == []
