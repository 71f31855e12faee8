"""Takes by what a deal may keep beside its scores: which card was called, which side had the Petit,
who waited in the auction. Only deals count that tell it.

Source: leagues.md §4.2.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Case, CharField, F, Q, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Replace, StrIndex
from django.db.models.lookups import GreaterThan

from clubs.core.deals import Camp, DealRole
from clubs.core.measures import Rate
from clubs.games.french.core.cards import CalledCard
from clubs.models import DealScore
from clubs.queries.statistics.parts import Facts, numbers_of

TAKER, OTHER = "taker", "other"  # of parole: who waited took, or somebody else did
ORDER: Mapping[str, tuple[str, ...]] = {
    "called_card": tuple(CalledCard),
    "petit": tuple(Camp),
    "parole": (TAKER, OTHER),
}
# Databases write a uuid with dashes or without: "abc" is in "…abc…" once they are gone.
_WAITED = Replace(KeyTextTransform("parole", "record"), Value("-"), Value(""))
_TAKER = Replace(Cast("taker__uuid", CharField()), Value("-"), Value(""))


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
    return {
        (row["table"], row["number"]): [_name_of(*fact) for fact in _keys_of(row)]
        for row in _takes_that_tell(scores)
    }


def _name_of(kind: str, key: str) -> str:
    return f"tells {kind} {key}"


def takes_telling(kind: str, key: str) -> Q:
    """Of deals: those that count for this key in told_facts. kind is one of ORDER."""
    takes = Q(tells=True, taker__isnull=False)
    if kind == "called_card":
        return takes & Q(record__called_cards__icontains=f'"{key}"')
    if kind == "petit":
        return takes & Q(petit_side=key)
    took = Q(GreaterThan(StrIndex(_WAITED, _TAKER), 0))
    return takes & Q(record__parole__0__isnull=False) & (took if key == TAKER else ~took)


def _told_takes(key: str, numbers: Sequence[int]) -> ToldTakes:
    taken, made_count, won = numbers_of({key: numbers}, key, 3)
    return ToldTakes(key, Rate(made_count, taken), Fraction(won, taken))


def _takes_that_tell(scores: QuerySet[DealScore]) -> Iterable[Mapping[str, Any]]:
    record = "deal__record__"
    return (
        scores.filter(deal__tells=True, role=DealRole.TAKER)
        .order_by()
        .values(
            table=F("deal__sitting_id"),
            number=F("deal__number"),
            cards=F(f"{record}called_cards"),
            petit=F("deal__petit_side"),
            waited=F(f"{record}parole"),
            taker=Case(When(deal__record__has_key="parole", then=F("player__uuid"))),
        )
    )


def _keys_of(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Kind and key of all that a take counts for."""
    for card in row["cards"] or ():
        if card:
            yield "called_card", card
    if row["petit"]:
        yield "petit", row["petit"]
    if row["waited"]:
        yield "parole", TAKER if str(row["taker"]) in row["waited"] else OTHER
