"""Takes by what a deal may keep beside its scores: which card was called, which side had the Petit,
who waited in the auction. Only deals count that tell it.

Source: leagues.md §4.2.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from clubs.core.deals import Camp, DealRole
from clubs.core.measures import Rate
from clubs.games.french.core.cards import CalledCard
from clubs.models import Deal, DealScore
from clubs.queries.statistics.parts import Facts, numbers_of

TAKER, OTHER = "taker", "other"  # of parole: who waited took, or somebody else did
ORDER: Mapping[str, tuple[str, ...]] = {
    "called_card": tuple(CalledCard),
    "petit": tuple(Camp),
    "parole": (TAKER, OTHER),
}


@dataclass(frozen=True, slots=True)
class ToldTakes:
    """Takes of one kind; score_mean is what they brought the taker."""

    key: str
    success: Rate
    score_mean: Fraction


ToldFacts = Mapping[str, tuple[ToldTakes, ...]]


def told_facts(counts: Mapping[str, Sequence[int]]) -> ToldFacts:
    """By the kinds of ORDER, what nobody told left out. counts are the sums of everybody."""
    takes_by_kind = {
        kind: tuple(_told_takes(key, counts[name]) for key, name in names if name in counts)
        for kind, keys in ORDER.items()
        for names in [[(key, _name_of(kind, key)) for key in keys]]
    }
    return {kind: takes for kind, takes in takes_by_kind.items() if takes}


def told_names(scores: QuerySet[DealScore]) -> Facts:
    """The names of the sums that each take adds to, by table and number. One query."""
    deal = ("deal__sitting_id", "deal__number", "deal__petit_side", "deal__record")
    takes = scores.filter(deal__tells=True, role=DealRole.TAKER).order_by()
    return {
        (table, number): [
            _name_of(*fact) for fact in (*_petit_facts(petit), *_recorded(record, taker))
        ]
        for table, number, petit, record, taker in takes.values_list(*deal, "player__uuid")
    }


def _name_of(kind: str, key: str) -> str:
    return f"tells {kind} {key}"


def takes_telling(deals: QuerySet[Deal], kind: str, key: str) -> QuerySet[Deal]:
    """Those that count for this key in told_facts. kind is one of ORDER. One query more where no
    column tells it, as the database cannot look into records."""
    takes = deals.filter(tells=True, taker__isnull=False)
    if kind == "petit":
        return takes.filter(petit_side=key)
    rows = takes.order_by().values_list("pk", "record", "taker__uuid")
    telling = [pk for pk, record, taker in rows if (kind, key) in _recorded(record, taker)]
    return deals.filter(pk__in=telling)


def _told_takes(key: str, numbers: Sequence[int]) -> ToldTakes:
    taken, made_count, won = numbers_of({key: numbers}, key, 3)
    return ToldTakes(key, Rate(made_count, taken), Fraction(won, taken))


def _petit_facts(side: str | None) -> Iterator[tuple[str, str]]:
    """Kind and key, as of all that a take counts for."""
    if side:
        yield "petit", side


def _recorded(record: Mapping[str, Any], taker: UUID) -> Iterator[tuple[str, str]]:
    for card in record.get("called_cards") or ():
        if card:
            yield "called_card", card
    if waited := record.get("parole"):
        yield "parole", TAKER if str(taker) in waited else OTHER
