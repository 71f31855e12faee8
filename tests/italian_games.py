"""Small evenings of the volte game and of Tarocco bolognese, counted by hand."""

from typing import Any
from uuid import uuid4

from clubs.models import Sitting
from clubs.services.tables.sittings import record_deal
from tests.cast import Cast, named
from tests.queries.plain_deals import plain_deal

FOUR = ("Alice", "Bob", "Charlie", "Dora")
# 60 + 40 + 6 = 106 against 25 + 17 + 47 = 89
DEAL: dict[str, Any] = {
    "entry": "quick",
    "last_trick": "ns",
    "quick": {
        "ns": {"sequences": 60, "cricche": 0, "scartini": 40},
        "ew": {"sequences": 25, "cricche": 17},
    },
}
# 18 + 40 + 6 = 64 against 17 + 47 = 64
EVEN: dict[str, Any] = {
    "entry": "quick",
    "last_trick": "ns",
    "quick": {
        "ns": {"sequences": 0, "cricche": 18, "scartini": 40},
        "ew": {"sequences": 0, "cricche": 17},
    },
}
# Nothing but the 10 that Alice showed, against 939; what Bob showed is void
CAPPOTTO: dict[str, Any] = {
    "entry": "quick",
    "last_trick": "ew",
    "quick": {
        "ns": {"sequences": 0, "cricche": 0, "scartini": 0},
        "ew": {"sequences": 550, "cricche": 296, "scartini": 87},
    },
    "accusi": [{"player": "Alice", "points": 10}, {"player": "Bob", "points": 20, "void": True}],
}
VOID = {"kind": "void", "void_reason": "misdeal"}


def record(club: Cast, sitting: Sitting, *told: dict[str, Any]) -> None:
    uuids = {name: str(player.uuid) for name, player in club.players.items()}
    for one in told:
        record_deal(
            club.actor("Alice"),
            sitting,
            named(one, uuids),
            number=sitting.deals.count() + 1,
            request_id=uuid4(),
        )


def play_bolognese(club: Cast) -> tuple[Sitting, Sitting]:
    """To 200: 212 to 178, then 10 to 939, then one that is not finished. With other pairs: drawn in
    one deal."""
    first = club.sitting(*FOUR, game="bolognese", rules={"target": 200})
    record(club, first, DEAL, DEAL, CAPPOTTO, VOID, DEAL)
    rules = {"base": "quattro-scartate", "deals": 1}
    other = club.sitting("Alice", "Bob", "Dora", "Charlie", game="bolognese", rules=rules)
    record(club, other, EVEN)
    return first, other


def play_volte(club: Cast) -> Sitting:
    """The scores of each deal in the order of FOUR; examples of tarocco_volte.md §11."""
    told: list[dict[str, Any]] = [
        # v01, by 6: 93 −31 −31 −31
        {"taker": "Alice", "contract": "liscio", "honours": 2, "points": 47},
        # v02, by 4: 108 −324 108 108
        {"taker": "Bob", "contract": "due", "honours": 1, "points": 47},
        # v06, a draw
        {"taker": "Alice", "contract": "quattro", "honours": 1, "points": 51},
        # by 2, (2 + 50) · 2: 312 −104 −104 −104
        {"taker": "Alice", "contract": "due", "honours": 2, "points": 43},
        # v22, by 55: −580 −580 1740 −580
        {
            "taker": "Charlie",
            "contract": "liscio",
            "honours": 3,
            "points": 91,
            "cappotto": "taker",
        },
        # v23, by 44: 688 688 688 −2064
        {"taker": "Dora", "contract": "due", "honours": 0, "points": 12, "cappotto": "defence"},
        {"kind": "void", "void_reason": "all_pass"},
        # v17, by 4: 118 −394 158 118
        {
            "taker": "Bob",
            "contract": "due",
            "honours": 1,
            "points": 47,
            "accuse": [
                {"player": "Alice", "kind": "trionfi_10"},
                {"player": "Charlie", "kind": "miseria_nera"},
            ],
        },
    ]
    sitting = club.sitting(*FOUR, game="volte", rules="volte")
    for deal in told:
        club.deal(sitting, **deal)
    plain_deal(club, sitting, Alice=30, Bob=-10, Charlie=-10, Dora=-10)
    return sitting
