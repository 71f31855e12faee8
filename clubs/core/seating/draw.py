"""Seating of tournaments as one function of what is asked for and a seed.

`draw` gives the rounds, `plan_document` the same with their certificate as JSON has them.
Source: tournaments.md §5; docs/seating.md has the map of the modules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.core.seating.certificate import certificate
from clubs.core.seating.drawing import draw
from clubs.core.seating.request import SeatingRequest
from clubs.core.seating.shapes import (
    NEEDS_STANDINGS,
    Lock,
    Player,
    SeatedRound,
    SeatedTable,
    SeatingMethod,
    SeatingRefused,
    SeatingRules,
    Separation,
)
from clubs.core.seating.sizes import Leftovers, better_sizes, table_sizes

__all__ = [
    "FORMAT",
    "NEEDS_STANDINGS",
    "Leftovers",
    "Lock",
    "Player",
    "SeatedRound",
    "SeatedTable",
    "SeatingMethod",
    "SeatingRefused",
    "SeatingRequest",
    "SeatingRules",
    "Separation",
    "better_sizes",
    "certificate",
    "checker_input",
    "draw",
    "plan_document",
    "table_sizes",
]

FORMAT = "tarot-seating/1"


def plan_document(request: SeatingRequest, rounds: Sequence[SeatedRound]) -> dict[str, Any]:
    """The document that `seat --json` prints. Source: tournaments.md §5.6."""
    methods = [method.value for method in request.methods]
    return {
        "format": FORMAT,
        "method": methods[0] if len(set(methods)) == 1 else methods,
        "seed": request.seed,
        "players": list(request.players),
        "rounds": [_round_document(told) for told in rounds],
        "certificate": certificate(checker_input(request, rounds)),
    }


def _round_document(seated: SeatedRound) -> dict[str, Any]:
    return {
        "number": seated.number,
        "tables": [
            {"number": table.number, "players": list(table.players)} for table in seated.tables
        ],
        "byes": list(seated.byes),
    }


def checker_input(request: SeatingRequest, rounds: Sequence[SeatedRound]) -> Mapping[str, Any]:
    """A plan as the checker reads it. Groups count only where they are to be separated."""
    rules = request.rules
    return {
        "players": list(request.players),
        "active": [list(request.active.get(told.number, request.players)) for told in rounds],
        "groups": dict(rules.groups) if rules.separation.group else {},
        "apart": [list(pair) for pair in rules.apart],
        "allowed_sizes": request.allowed_sizes(),
        "locked": [
            {"round": lock.round, "table": lock.table, "players": list(lock.players)}
            for lock in rules.locked
        ],
        "rounds": [_round_document(told) for told in rounds],
    }
