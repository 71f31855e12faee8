"""Takes by what a deal may keep beside its scores: which card was called, which side had the Petit,
who waited in the auction. Only deals count that tell it.

Source: leagues.md §4.2.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Q

from clubs.core.deals import Camp, DealRole
from clubs.core.measures import Rate
from clubs.games.french.core.cards import CalledCard, Oudler
from clubs.queries.statistics.populations import Population

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


def told_facts(population: Population) -> ToldFacts:
    """By the kinds of ORDER, what nobody told left out. One query."""
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for record, is_made, score, taker, asks in _takes_that_tell(population):
        for kind_and_key in _keys_of(record, taker, is_petit_known=asks):
            taken = sums[kind_and_key]
            taken[0] += 1
            taken[1] += is_made
            taken[2] += score
    found = {
        kind: tuple(
            ToldTakes(key, Rate(made, taken), Fraction(total, taken))
            for key in keys
            if (kind, key) in sums
            for taken, made, total in (sums[kind, key],)
        )
        for kind, keys in ORDER.items()
    }
    return {kind: takes for kind, takes in found.items() if takes}


def _takes_that_tell(population: Population) -> Iterator[tuple[Any, ...]]:
    # Of none and of all three oudlers a table that names them says as much by their number.
    asked = "deal__sitting__rules__asked__which_oudlers"
    asks = Q(**{asked: True, "deal__oudlers__in": (0, 3)})
    tells = Q(deal__record__has_any_keys=["called_cards", "which_oudlers", "parole"])
    takes = population.scores().filter(asks | tells, role=DealRole.TAKER).order_by()
    columns = ("deal__record", "deal__made", "score", "player__uuid", asked)
    return takes.values_list(*columns).iterator()


def _keys_of(
    record: Mapping[str, Any], taker: Any, *, is_petit_known: bool
) -> Iterator[tuple[str, str]]:
    """Kind and key of all that a take counts for."""
    for card in record.get("called_cards") or ():
        if card:
            yield "called_card", card
    which, oudlers = record.get("which_oudlers"), record["oudlers"]
    if which or (is_petit_known and oudlers in (0, 3)):
        has_petit = Oudler.PETIT in (which or ()) or oudlers == 3
        yield "petit", Camp.ATTACK if has_petit else Camp.DEFENCE
    if waited := record.get("parole"):
        yield "parole", TAKER if str(taker) in waited else OTHER
