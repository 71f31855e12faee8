"""Parts of a tournament. Source: tournaments.md §7.8."""

import pytest

from clubs.core.tournaments.parts import TournamentPart, input_of, read_parts
from clubs.core.tournaments.settings import TournamentSettings
from clubs.core.tournaments.shapes import (
    TableResult,
    TournamentBye,
    TournamentEntry,
    TournamentInput,
    TournamentPenalty,
    TournamentSubstitution,
)
from clubs.core.tournaments.standings import rank_tournament

SATURDAY, SUNDAY = TournamentPart("Saturday", 1, 2), TournamentPart("Sunday", 3, 3)
NAMES = ("A", "B", "C", "D")


def table(number, *scores):
    return TableResult(number, dict(zip(NAMES, scores, strict=True)))


def played(**changes):
    """Three rounds of one table: A wins Saturday by far, D wins Sunday."""
    entries = [
        TournamentEntry(key=name, number=at, name=name, **changes.get(name, {}))
        for at, name in enumerate(NAMES, 1)
    ]
    tables = [table(1, 300, -100, -100, -100), table(2, 0, 60, -30, -30)]
    tables.append(table(3, -100, -100, -100, 300))
    return TournamentInput(entries=entries, tables=tables, **changes.get("more", {}))


def totals(tournament, part):
    last = part.last - part.first + 1
    rows = rank_tournament(input_of(tournament, part), TournamentSettings(), last).rows
    return [(row.rank, row.player, row.total) for row in rows]


def test_each_part_has_its_own_standings():
    """Saturday: A 300, B −40, C and D −130. Sunday: D 300, the others −100."""
    tournament = played()

    assert totals(tournament, SATURDAY) == [
        (1, "A", 300),
        (2, "B", -40),
        (3, "C", -130),
        (3, "D", -130),
    ]
    assert totals(tournament, SUNDAY) == [
        (1, "D", 300),
        (2, "A", -100),
        (2, "B", -100),
        (2, "C", -100),
    ]


def test_the_parts_add_up_to_the_whole():
    tournament = played(
        more={"penalties": [TournamentPenalty("A", -30, 0), TournamentPenalty("D", -10, 3)]}
    )
    whole = {
        row.player: row.total for row in rank_tournament(tournament, TournamentSettings(), 3).rows
    }
    found = dict.fromkeys(NAMES, 0)
    for part in (SATURDAY, SUNDAY):
        for _, player, total in totals(tournament, part):
            found[player] += total

    assert found == whole
    assert {p: t for _, p, t in totals(tournament, SATURDAY)}["A"] == 300 - 30
    assert {p: t for _, p, t in totals(tournament, SUNDAY)}["D"] == 300 - 10


def test_who_left_before_a_part_is_not_in_it():
    tournament = TournamentInput(
        entries=[
            TournamentEntry("A", 1, "A", withdrawn_after=2),
            TournamentEntry("B", 2, "B"),
            TournamentEntry("C", 3, "C"),
        ],
        tables=[
            TableResult(1, {"A": 2, "B": -1, "C": -1}),
            TableResult(3, {"B": 5, "C": -5}),
        ],
        byes=[TournamentBye(2, "A")],
    )

    assert [player for _, player, _ in totals(tournament, SUNDAY)] == ["B", "C"]
    assert len(totals(tournament, SATURDAY)) == 3


def test_who_leaves_within_a_part_is_last_in_it():
    tournament = played(D={"withdrawn_after": 1})

    assert totals(tournament, SATURDAY)[-1][1] == "D"


def test_a_substitute_and_a_late_comer_of_an_earlier_part():
    tournament = played(
        A={"substitutions": (TournamentSubstitution(2, "Z"),)},
        B={"first_round": 2},
    )

    rows = rank_tournament(input_of(tournament, SUNDAY), TournamentSettings(), 1).rows

    assert {row.player: row.name for row in rows}["A"] == "A / Z"
    assert not any(row.late for row in rows)


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ([{"name": "Saturday", "last": 2}, {"name": "Sunday", "last": 3}], (SATURDAY, SUNDAY)),
        ([{"name": "Saturday", "last": 2}, {"name": "Sunday", "last": 2}], (SATURDAY,)),
        ([{"name": "Saturday", "last": 2}, "Sunday"], (SATURDAY,)),
        ([{"last": 2}], ()),
        (None, ()),
        ({"name": "x"}, ()),
    ],
)
def test_what_is_read(told, found):
    assert read_parts(told) == found
