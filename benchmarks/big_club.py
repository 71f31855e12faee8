"""A club of many seasons, made in a minute: what the benchmarks of season pages look at.

Rows are written in bulk, without the log, which no such page reads. Sums are kept of the tables, as
after they were closed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from clubs.models import Club, Deal, Seat, Sitting

DEALS_A_TABLE = 10
EVENINGS = 30  # of a season
SIZES = (4, 4, 4, 5, 5, 3)  # of the tables, one after the other
LAST = date(2025, 9, 1)  # the first day of the season that goes on


@dataclass(frozen=True, slots=True)
class Size:
    """How large the club is."""

    members: int = 300
    seasons: int = 10
    deals: int = 100_000

    @property
    def tables_an_evening(self) -> int:
        return max(self.deals // self.seasons // EVENINGS // DEALS_A_TABLE, 1)


def build(size: Size, slug: str = "bench") -> "Club":
    """The club, in the database that Django is set up with."""
    from benchmarks.servers.federation_rows import ClubSize, Federation, write
    from clubs.models import Club

    told = ClubSize(slug, size.members, size.seasons, size.tables_an_evening, LAST)
    write([told], Federation(DEALS_A_TABLE, SIZES, seed=slug))
    return Club.objects.get(slug=slug)


def play(
    sitting: "Sitting", seats: Sequence["Seat"], chance: Random
) -> Iterator[tuple["Deal", list[tuple["Seat", str, int]]]]:
    """The deals of a table with their seats, roles and scores."""
    from clubs.core.games import get_game
    from clubs.models import Deal
    from clubs.services.deals.invented_deals import Dealt
    from clubs.services.deals.scoring import fill_columns
    from clubs.services.demo.games import INVENTED

    game = get_game("french")
    rules = game.read_rules("fft")
    players = {str(seat.player.uuid): seat.player for seat in seats}
    names = list(players)
    for number in range(1, DEALS_A_TABLE + 1):
        dealt = Dealt(names, names[(number - 1) % len(names)], [])
        record = INVENTED["french"](chance, dealt, rules)
        verdict = game.judge(names, rules, record)
        deal = Deal(
            uuid=UUID(int=chance.getrandbits(128), version=4),
            sitting=sitting,
            number=number,
            record={**record, "players": names},
            recorded_at=sitting.opened_at,
        )
        fill_columns(deal, verdict, players)
        yield (
            deal,
            [
                (seat, verdict.roles[name], verdict.scores[name])
                for name, seat in zip(names, seats, strict=True)
            ],
        )
