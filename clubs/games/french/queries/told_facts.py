"""Takes by what a deal may keep beside its scores: which card was called, which side had the Petit,
who waited in the auction. Only deals count that tell it.

Source: leagues.md §4.2.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Case, CharField, Count, F, Q, Sum, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Replace, StrIndex
from django.db.models.lookups import GreaterThan

from clubs.core.deals import Camp, DealRole
from clubs.core.measures import Rate
from clubs.games.french.core.cards import CalledCard
from clubs.queries.statistics.populations import Population

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


def told_facts(population: Population) -> ToldFacts:
    """By the kinds of ORDER, what nobody told left out. One query."""
    sums: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in _takes_that_tell(population):
        for kind_and_key in _keys_of(row):
            for name in ("takes", "made", "won"):
                sums[kind_and_key][name] += row[name]
    takes_by_kind = {
        kind: tuple(_told_takes(key, sums[kind, key]) for key in keys if (kind, key) in sums)
        for kind, keys in ORDER.items()
    }
    return {kind: takes for kind, takes in takes_by_kind.items() if takes}


def takes_telling(kind: str, key: str) -> Q:
    """Of deals: those that count for this key in told_facts. kind is one of ORDER."""
    takes = Q(tells=True, taker__isnull=False)
    if kind == "called_card":
        return takes & Q(record__called_cards__icontains=f'"{key}"')
    if kind == "petit":
        return takes & Q(petit_side=key)
    took = Q(GreaterThan(StrIndex(_WAITED, _TAKER), 0))
    return takes & Q(record__parole__0__isnull=False) & (took if key == TAKER else ~took)


def _told_takes(key: str, sums: Mapping[str, int]) -> ToldTakes:
    taken = sums["takes"]
    return ToldTakes(key, Rate(sums["made"], taken), Fraction(sums["won"], taken))


def _takes_that_tell(population: Population) -> Iterable[Mapping[str, Any]]:
    """Takes that tell the same, added up: of many deals few rows are left."""
    record = "deal__record__"
    return (
        population.scores()
        .filter(deal__tells=True, role=DealRole.TAKER)
        .order_by()
        .values(
            cards=F(f"{record}called_cards"),
            petit=F("deal__petit_side"),
            waited=F(f"{record}parole"),
            taker=Case(When(deal__record__has_key="parole", then=F("player__uuid"))),
        )
        .annotate(
            takes=Count("pk"),
            made=Count("pk", filter=Q(deal__made=True)),
            won=Sum("score"),
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
