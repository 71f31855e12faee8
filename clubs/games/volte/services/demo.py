"""What a demo club plays on an evening of the volte game: everything that a deal can have, in few
deals. The examples are those of tarocco_volte.md §11, or like them.
"""

from collections.abc import Sequence

from clubs.services.deals.invented_deals import Record
from clubs.services.demo.games import DemoEvenings


def _volte_evenings(names: Sequence[str]) -> list[list[Record]]:
    """Two; names are in seat order."""
    south, east, north, west = names
    first: list[Record] = [
        {"taker": south, "contract": "liscio", "honours": 2, "points": 47},
        {"taker": east, "contract": "due", "honours": 1, "points": 47},
        {"taker": west, "contract": "quattro", "honours": 1, "points": 51},
        {"kind": "void", "void_reason": "all_pass"},
        {"taker": south, "contract": "due", "honours": 2, "points": 43},
        {"taker": north, "contract": "liscio", "honours": 3, "points": 91, "cappotto": "taker"},
    ]
    second: list[Record] = [
        {"taker": west, "contract": "due", "honours": 0, "points": 12, "cappotto": "defence"},
        {"taker": north, "contract": "liscio", "honours": 2, "points": 55},
        {"taker": east, "contract": "due", "honours": 1, "points": 47}
        | {"accuse": [{"player": south, "kind": "trionfi_10"}]},
        {"taker": south, "contract": "liscio", "honours": 1, "points": 58},
        {"taker": east, "contract": "liscio", "honours": 2, "points": 49},
    ]
    return [first, second]


VOLTE_DEMO = DemoEvenings("volte", _volte_evenings, season="Volte du week-end")
