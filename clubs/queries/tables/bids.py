"""What is told of the deal that is being played (services/tables/bids.py), as pages have it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from clubs.models import Sitting
from clubs.queries.deals.breakdown import bid_told
from clubs.queries.deals.deals import DealTable, Record


class ShownBid(NamedTuple):
    """The number of the deal, and who took with what."""

    number: int
    words: str


def shown_bid(sitting: Sitting, number: int, names: Mapping[str, str]) -> ShownBid | None:
    """What is known of the next deal, which is that of this number. names are table names by
    uuid."""
    bid = sitting.bid
    if not bid or bid["number"] != number or bid["taker"] not in names or not sitting.is_open:
        return None
    return ShownBid(number, bid_told(sitting.game, bid, names))


def bid_to_go_on(sitting: Sitting, table: DealTable) -> tuple[DealTable, Record]:
    """The table of the next deal as the phone that told its bid has it, and what it told."""
    bid = sitting.bid
    if not bid or bid["number"] != table.number:
        return table, {}
    resting = tuple(bid.get("out") or table.resting)
    return replace(table, dealer=bid.get("dealer", table.dealer), resting=resting), bid
