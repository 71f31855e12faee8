"""Takes by what their deals tell, as small tables, and the deals behind their numbers.

Source: leagues.md §4.2, leagues.md §4.6.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from clubs.core.deals import Camp
from clubs.games.french.core.cards import CalledCard
from clubs.games.french.queries.cards import card_name
from clubs.games.french.queries.told_facts import (
    ORDER,
    OTHER,
    TAKER,
    ToldFacts,
    ToldTakes,
    takes_telling,
)
from clubs.queries.statistics.deal_filters import DealFact

PETITS = {Camp.ATTACK: _("with the attack"), Camp.DEFENCE: _("with the defence")}
PAROLES = {TAKER: _("who waited"), OTHER: _("another player")}
# By kind: title, head of the labels, and the label of a key.
TOLD: Mapping[str, tuple[Any, Any, Callable[[str], Any]]] = {
    "called_card": (
        _("Which king pays"),
        _("Called card"),
        lambda key: card_name(CalledCard(key)),
    ),
    "petit": (_("The Petit, kept or lost"), _("Petit"), lambda key: PETITS[Camp(key)]),
    "parole": (_("After a waiting bid"), _("Taken by"), lambda key: PAROLES[key]),
}


def _fact_code(kind: str, key: str) -> str:
    return f"{kind}_{key}"


FRENCH_FACTS: Mapping[str, DealFact] = {
    _fact_code(kind, key): DealFact(
        head, lazy(label, str)(key), partial(takes_telling, kind=kind, key=key)
    )
    for kind, (_title, head, label) in TOLD.items()
    for key in ORDER[kind]
}


@dataclass(frozen=True, slots=True)
class ToldTable:
    """rows have the code of FRENCH_FACTS by which the deals are found, the label and the takes."""

    title: Any
    head: Any
    rows: Sequence[tuple[str, Any, ToldTakes]]


def told_tables(facts: ToldFacts) -> list[ToldTable]:
    """Those of which some deal tells something."""
    return [
        ToldTable(
            title,
            head,
            [(_fact_code(kind, takes.key), label(takes.key), takes) for takes in facts[kind]],
        )
        for kind, (title, head, label) in TOLD.items()
        if kind in facts
    ]
