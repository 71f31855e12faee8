"""A deal that nobody played: its calculation, and what it would have been with one thing changed.

Reads nothing and writes nothing: core judges each variation, and those it refuses are left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.choices import Camp
from clubs.core.french_records import PoigneeSize
from clubs.core.french_rules import FrenchRules, PetitMode
from clubs.core.french_scoring import THRESHOLDS
from clubs.core.games import DEFAULT_GAME, Verdict, get_game
from clubs.core.problems import DealRefused
from clubs.queries.breakdown import calculation_of, contract_label, result_text
from clubs.queries.deals import DealTable, Place, Record
from clubs.queries.french_words import PETITS, points_text
from clubs.queries.stories import CalcLine

LETTERS = tuple("ABCDEF")  # names of the players that there are not, in seat order
TAKER, FIRST_CALLED, SECOND_CALLED = LETTERS[:3]
STEPS = (-10, -5, 5, 10)  # card points
ALONE = gettext_lazy("%(taker)s alone")
CALLED = gettext_lazy("%(player)s called")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that might have been otherwise: in words, and as fields of the record."""

    label: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Branch:
    """What the taker would have scored then, and how much more that is than now."""

    label: str
    record: Record
    made: bool
    result: str
    score: int
    difference: int


@dataclass(frozen=True, slots=True)
class BranchGroup:
    label: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    lines: tuple[CalcLine, ...]
    groups: tuple[BranchGroup, ...]


def imaginary_table(player_count: int) -> DealTable:
    """Players A, B, C …, who are called so in the record as well; A takes."""
    places = tuple(
        Place(position, letter, letter, 0) for position, letter in enumerate(LETTERS[:player_count])
    )
    return DealTable(places, 1, None, ())


def what_if(table: DealTable, rules: FrenchRules, record: Record, verdict: Verdict) -> WhatIf:
    told = {**record, "players": list(table.uuids)}
    lines = calculation_of(DEFAULT_GAME, told, rules, table.names)
    groups = (
        BranchGroup(label, tuple(branches(changes, table, rules, record, verdict)))
        for label, changes in all_changes(table, rules, record)
    )
    return WhatIf(lines, tuple(group for group in groups if group.branches))


def branches(
    changes: Iterable[Change],
    table: DealTable,
    rules: FrenchRules,
    record: Record,
    verdict: Verdict,
) -> Iterator[Branch]:
    """The changes that make another possible deal."""
    for change in changes:
        changed = {**record, **change.fields}
        changed = {field: value for field, value in changed.items() if value is not None}
        if changed == record:
            continue
        try:
            judged = get_game(DEFAULT_GAME).judge(table.uuids, rules, changed)
        except DealRefused:
            continue
        yield Branch(
            label=change.label,
            record=changed,
            made=bool(judged.facts.made),
            result=result_text(judged.facts.made, judged.facts.margin),
            score=judged.scores[TAKER],
            difference=judged.scores[TAKER] - verdict.scores[TAKER],
        )


def all_changes(
    table: DealTable, rules: FrenchRules, record: Record
) -> Iterator[tuple[str, Iterable[Change]]]:
    yield _("Points"), point_changes(record)
    yield _("Oudlers"), oudler_changes(record)
    yield _("Contract"), contract_changes(rules)
    yield _("Called"), called_changes(rules, table)
    yield _("Bonuses"), bonus_changes(rules, record, defender=table.uuids[-1])


def point_changes(record: Record) -> Iterator[Change]:
    """Some more and some less, and both sides of the edge between made and failed."""
    needed = THRESHOLDS[record["oudlers"]]
    edge = {needed - 1, needed}
    for points in sorted(edge | {record["points"] + step for step in STEPS}):
        label = _("%(points)s points") % {"points": points_text(points)}
        yield Change(label, {"points": points})


def oudler_changes(record: Record) -> Iterator[Change]:
    for oudlers in (record["oudlers"] - 1, record["oudlers"] + 1):
        if 0 <= oudlers < len(THRESHOLDS):
            label = ngettext(
                "%(oudlers)s oudler, %(needed)s needed",
                "%(oudlers)s oudlers, %(needed)s needed",
                oudlers,
            )
            values = {"oudlers": oudlers, "needed": THRESHOLDS[oudlers]}
            yield Change(label % values, {"oudlers": oudlers})


def contract_changes(rules: FrenchRules) -> Iterator[Change]:
    for contract in rules.contracts():
        yield Change(contract_label(DEFAULT_GAME, contract), {"contract": contract.value})


def called_changes(rules: FrenchRules, table: DealTable) -> Iterator[Change]:
    cards = len(rules.weights(table.active_count))
    if cards:
        alone = str(ALONE) % {"taker": TAKER}
        yield Change(alone, {"called": [TAKER] * cards})
    if cards == 1:
        yield Change(str(CALLED) % {"player": FIRST_CALLED}, {"called": [FIRST_CALLED]})


def bonus_changes(rules: FrenchRules, record: Record, *, defender: str) -> Iterator[Change]:
    if rules.petit_au_bout.mode is not PetitMode.NONE:
        yield from petit_changes(rules, record, defender)
    if record.get("poignees"):
        yield Change(_("no handful"), {"poignees": None})
    else:
        poignee = {"player": TAKER, "size": PoigneeSize.SIMPLE.value}
        yield Change(_("a single handful"), {"poignees": [poignee]})
    if record.get("chelem") == Camp.ATTACK:
        announced = record.get("chelem_announced")
        label = _("the slam not announced") if announced else _("the slam announced")
        yield Change(label, {"chelem_announced": None if announced else True})


def petit_changes(rules: FrenchRules, record: Record, defender: str) -> Iterator[Change]:
    """The Petit for the other camp, or for nobody. The record's own player of it is kept."""
    now = record.get("petit_au_bout")
    is_personal = rules.petit_au_bout.mode is PetitMode.PERSONAL
    for camp, player in ((Camp.ATTACK, TAKER), (Camp.DEFENCE, defender)):
        if camp != now:
            told = {"petit_au_bout": camp.value, "petit_player": player if is_personal else None}
            yield Change(str(PETITS[camp]), told)
    if now:
        yield Change(_("no Petit at the end"), {"petit_au_bout": None, "petit_player": None})
