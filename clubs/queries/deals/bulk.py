"""What bulk entry needs of a table: the seats, the turn, and what others wrote meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from clubs.access import Actor
from clubs.choices import void_label
from clubs.core.deals import DealRole
from clubs.core.names import name_key
from clubs.models import Deal, DealKind, DealScore, Player, Sitting
from clubs.queries.deals.breakdown import headline, result_text
from clubs.queries.deals.deals import (
    DealSeat,
    DealTable,
    as_seated,
    present_seats,
    table_before,
)
from clubs.queries.deals.seat_names import listed_at, room_name
from clubs.queries.tables.log_words import people_by_key


@dataclass(frozen=True, slots=True)
class BulkTable:
    """The table as it was before a pile of deals.

    next_number is the number that the table has come to: larger than table.number when somebody
    wrote meanwhile. seats are the places by everything that a player is called (see name_key).
    """

    table: DealTable
    next_number: int
    seats: Mapping[str, int]

    @property
    def is_overtaken(self) -> bool:
        return self.table.number < self.next_number


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal that is there already, in one line."""

    number: int
    text: str
    who: str


def pile_of(sitting: Sitting, number: int = 0) -> BulkTable:
    """A pile that starts with this number; 0: with the next deal. Three queries.

    What was recorded from that number on is left out, so that a form that is sent again means what
    it meant the first time.
    """
    deals = list(sitting.deals.order_by("number").values_list("number", "record"))
    next_number = deals[-1][0] + 1 if deals else 1
    start = min(number or next_number, next_number)
    places, seats = _seats_before(sitting, start)
    return BulkTable(table_before(sitting, places, start, deals), next_number, seats)


def _seats_before(sitting: Sitting, number: int) -> tuple[tuple[DealSeat, ...], dict[str, int]]:
    """The seats that are taken now, with what each player had won before this deal; and the places
    by name.

    At a table of a tournament they are called in full, as on its slip; who pastes rows may have
    written the given name first.
    """
    rows = DealScore.objects.filter(deal__sitting=sitting, deal__number__lt=number)
    totals = dict(rows.order_by().values_list("player").annotate(Sum("score")))
    called: list[tuple[str, ...]] = []
    places: list[DealSeat] = []
    for seat in present_seats(sitting).select_related("player", "entry"):
        player = seat.player
        name = player.table_name if seat.entry is None else listed_at(seat)
        called.append((name, player.table_name, room_name(seat), player.name))
        places.append(DealSeat(len(places), str(player.uuid), name, totals.get(player.pk, 0)))
    return tuple(places), seats_by_key(called)


def seats_by_key(called: Sequence[Sequence[str]]) -> dict[str, int]:
    """The place of each name; what two players are called alike is nobody's.

    called are the names of each place, the ones that count first in front.
    """
    seats: dict[str, int] = {}
    for names in zip(*called, strict=True):
        keys = [name_key(name) for name in names]
        for seat, key in enumerate(keys):
            if keys.count(key) == 1:
                seats.setdefault(key, seat)
    return seats


def written_since(reader: Actor, sitting: Sitting, number: int) -> list[StoredDeal]:
    """The deals from this number on, in words, and who wrote them as far as they may be named.
    Four queries."""
    rows = sitting.deals.filter(number__gte=number).order_by("number")
    deals = list(rows.select_related("taker").prefetch_related("scores__player"))
    people = people_by_key(reader, sitting.club, (), *(deal.recorded_by_id for deal in deals))
    who = [people.get(f"id:{deal.recorded_by_id}", "") for deal in deals]
    return [
        StoredDeal(deal.number, in_one_line(sitting, deal), name)
        for deal, name in zip(deals, who, strict=True)
    ]


def in_one_line(sitting: Sitting, deal: Deal, names: Mapping[int, str] | None = None) -> str:
    """ "Alice in Garde, made by 6", or why it was not played. names: what players are called, by
    key, where it is not their short name."""

    def name(player: Player) -> str:
        return (names or {}).get(player.pk, player.table_name)

    if deal.void_reason:
        return void_label(deal.void_reason)
    if deal.kind == DealKind.SCORES:
        return str(deal.record.get("label", ""))
    called = [score for score in deal.scores.all() if score.role == DealRole.PARTNER]
    partners = [name(score.player) for score in as_seated(deal, called)]
    taker = name(deal.taker) if deal.taker else ""
    words = headline(sitting.game, deal.contract, deal.record, taker, partners)
    return ", ".join(part for part in (words, result_text(deal.made, deal.margin)) if part)
