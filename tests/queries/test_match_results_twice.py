"""What matches of Tarocco bolognese came to, counted twice: as it is kept of each table, and with a
sheet of two columns, as players do.

Source: bolognese.md §9 (match, calling out), §10 ("In a league").
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from clubs.core.problems import DealRefused
from clubs.models import MatchScore, Sitting
from clubs.services.tables.sittings import correct_deal, record_deal
from tests.cast import Cast, named
from tests.italian_games import VOID

PEOPLE = ("Alice", "Bob", "Charlie", "Dora", "Frank", "Olivia")
RULES: list[dict[str, Any]] = [
    {"target": 300},
    {"target": 250, "call_out": "pair"},
    {"target": 200, "tie": "draw", "call_out": "off"},
    {"base": "quattro-scartate", "deals": 3},
    {"base": "quattro-scartate", "deals": 2, "tie": "extra_deal"},
]
SIDES = ("ns", "ew")


@dataclass
class Sheet:
    """The columns of one match, by pair, until it is decided."""

    columns: Counter[frozenset[str]]
    deals: int = 0
    winner: frozenset[str] | None = None
    is_over: bool = False

    def add(self, totals: dict[frozenset[str], int], caller: str, rules: dict[str, Any]) -> None:
        self.deals += 1
        for pair, total in totals.items():
            self.columns[pair] += total
        ((first, most), (_second, least)) = self.columns.most_common()
        if caller:
            self.is_over = True
            self.winner = next(pair for pair in totals if caller in pair)
        elif most >= rules["target"] if rules["end"] == "target" else self.deals >= rules["deals"]:
            self.is_over = most > least or rules["tie"] == "draw"
            self.winner = first if most > least else None

    def brought(self) -> dict[str, tuple[int, int, int]]:
        """By player: the difference, halves, deals."""
        found = {}
        for pair, total in self.columns.items():
            (other,) = set(self.columns) - {pair}
            halves = 1 if self.winner is None else 2 * (self.winner == pair)
            for name in pair:
                found[name] = (total - self.columns[other], halves, self.deals)
        return found


@dataclass
class Table:
    """A table as its players see it. told are the deals, each with who sat there."""

    club: Cast
    sitting: Sitting
    people: list[str]
    told: list[tuple[list[str], dict[str, Any]]] = field(default_factory=list)

    def play(self, deal: dict[str, Any]) -> None:
        record_deal(
            self.club.actor("Alice"),
            self.sitting,
            self.named(deal),
            number=len(self.told) + 1,
            request_id=uuid4(),
        )
        self.told.append((list(self.people), deal))

    def correct(self, place: int, deal: dict[str, Any]) -> None:
        """Unless a later deal could then not be what it is."""
        stored = self.sitting.deals.get(number=place + 1)
        try:
            correct_deal(
                self.club.actor("Alice"),
                stored,
                self.named(deal),
                revision=stored.revision,
                reason="miscounted",
                request_id=uuid4(),
            )
        except DealRefused:
            return
        self.told[place] = (self.told[place][0], deal)

    def named(self, deal: dict[str, Any]) -> dict[str, Any]:
        uuids = {name: str(player.uuid) for name, player in self.club.players.items()}
        found: dict[str, Any] = named(deal, uuids)
        return found

    def sit(self, people: list[str]) -> None:
        self.club.reseat(self.sitting, *people)
        self.people = people

    def sheets(self) -> tuple[list[Sheet], list[int | None]]:
        """All matches that were begun, and to which each deal belongs."""
        sheets: list[Sheet] = []
        numbers: list[int | None] = []
        for people, deal in self.told:
            if "kind" in deal:
                numbers.append(None)
                continue
            totals = totals_of(people, deal)
            if not sheets or sheets[-1].is_over or set(sheets[-1].columns) != set(totals):
                sheets.append(Sheet(Counter(dict.fromkeys(totals, 0))))
            caller = deal.get("called_out", {}).get("player", "")
            sheets[-1].add(totals, caller, self.sitting.rules)
            numbers.append(len(sheets))
        return sheets, numbers


def totals_of(people: list[str], deal: dict[str, Any]) -> dict[frozenset[str], int]:
    found = {}
    for side, pair in zip(SIDES, (people[::2], people[1::2]), strict=True):
        own = sum(shown["points"] for shown in deal["accusi"] if shown["player"] in pair)
        counted = sum(deal["quick"][side].values()) if "quick" in deal else 0
        found[frozenset(pair)] = own + counted + 6 * (deal.get("last_trick") == side)
    return found


def any_deal(chance: Random, people: list[str]) -> dict[str, Any]:
    shown = [{"player": chance.choice(people), "points": chance.choice([10, 17, 25])}]
    scartini = chance.randrange(20, 60)
    return {
        "entry": "quick",
        "last_trick": chance.choice(SIDES),
        "quick": {
            "ns": {"sequences": chance.choice([0, 10, 25]), "cricche": 0, "scartini": scartini},
            "ew": {
                "sequences": chance.choice([0, 15, 30]),
                "cricche": chance.choice([0, 17]),
                "scartini": 87 - scartini,
            },
        },
        "accusi": shown if chance.random() < 0.3 else [],
    }


def call_out(chance: Random, table: Table) -> dict[str, Any] | None:
    """The dealer, who speaks last, after first hand of the other pair has shown something; if the
    points are within reach."""
    sheets, _numbers = table.sheets()
    rules, people = table.sitting.rules, table.people
    pairs = {frozenset(people[::2]), frozenset(people[1::2])}
    goes_on = sheets and not sheets[-1].is_over and set(sheets[-1].columns) == pairs
    if not goes_on or rules["end"] != "target" or rules["call_out"] == "off":
        return None
    seat = chance.randrange(4)
    (own,) = [pair for pair in pairs if people[seat] in pair]
    missing = rules["target"] - sheets[-1].columns[own]
    if missing > 110:
        return None
    first = {"player": people[(seat + 1) % 4], "points": 10}
    points = max(10, -(-missing // 5) * 5)
    return {
        "called_out": {"player": people[seat]},
        "dealer": people[seat],
        "accusi": [
            *([first] if chance.random() < 0.5 else []),
            {"player": people[seat], "points": points},
        ],
    }


def played_table(club: Cast, chance: Random, rules: dict[str, Any]) -> Table:
    people = chance.sample(PEOPLE, 4)
    table = Table(club, club.sitting(*people, game="bolognese", rules=rules), people)
    for _ in range(14):
        if chance.random() < 0.15:
            table.sit(
                chance.choice([table.people[1:] + table.people[:1], chance.sample(people, 4)])
            )
        if chance.random() < 0.1:
            table.play(VOID)
        called = call_out(chance, table) if chance.random() < 0.7 else None
        table.play(called or any_deal(chance, table.people))
    return table


def check(table: Table) -> int:
    """How many matches were decided."""
    sheets, numbers = table.sheets()
    names = {player.pk: name for name, player in table.club.players.items()}
    rows = MatchScore.objects.filter(sitting=table.sitting)
    kept = {(row.number, names[row.player_id]): (row.score, row.halves, row.deals) for row in rows}
    decided = [(number, sheet) for number, sheet in enumerate(sheets, 1) if sheet.is_over]
    assert kept == {
        (number, name): brought
        for number, sheet in decided
        for name, brought in sheet.brought().items()
    }
    stored = table.sitting.deals.order_by("number").values_list("match", flat=True)
    assert list(stored) == numbers
    return len(decided)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())))
def test_both_come_to_the_same(club: Cast, rules):
    chance = Random(1)
    table = played_table(club, chance, rules)
    assert check(table) > 0

    for _ in range(4):
        place = chance.randrange(len(table.told))
        people = table.told[place][0]
        table.correct(place, VOID if chance.random() < 0.3 else any_deal(chance, people))
        check(table)


def test_someone_called_out(club: Cast):
    """Else the tables above would not look at that."""
    called = 0
    for rules in RULES[:2]:
        table = played_table(club, Random(1), rules)
        called += sum("called_out" in deal for _people, deal in table.told)
    assert called > 1
