"""Two players compared: what one won from the other, and how they did together.

Source: leagues.md §4.4.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from clubs.core.measures import Rate
from clubs.core.names import listed_name
from clubs.models import Player
from clubs.queries.statistics.parts import (
    ATTACKED,
    DEALS,
    DIFFERENCE,
    MADE,
    PAID,
    WON,
    Counts,
    add_numbers,
    numbers_of,
)
from clubs.queries.statistics.sums import Sums

LEAST_COMMON = 30  # deals, to be a best customer or a nemesis


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody who played deals with a player, by the name that lists have; all figures are the
    player's own.

    difference and paid are in score points: paid is what the companion paid on balance, as
    defender of the player's takes. together are deals that both attacked, with their result and
    what they brought to the player.
    """

    uuid: UUID
    name: str
    deals: int
    difference: int
    paid: int
    together: Rate
    together_total: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Deals that both played, seen from the first. Of evenings at one table those which the first
    ended above the other, below, and level."""

    deals: int
    difference: int
    paid: int
    evenings_above: int
    evenings_below: int
    evenings_level: int

    @property
    def evenings(self) -> int:
        return self.evenings_above + self.evenings_below + self.evenings_level

    @property
    def evenings_balance(self) -> int:
        return self.evenings_above - self.evenings_below


def companions(sums: Sums, player: Player) -> list[Companion]:
    """Everybody who played deals with the player, by name. Two queries."""
    company = sums.company(player)
    names = ("name", "family_name", "sort_key")
    rows = Player.objects.filter(pk__in=map(int, company)).order_by("sort_key", "pk")
    return [
        _companion(uuid, listed_name(*named), company[str(pk)])
        for pk, uuid, *named in rows.values_list("pk", "uuid", *names)
    ]


def _companion(uuid: UUID, name: str, numbers: list[int]) -> Companion:
    padded = numbers_of({"": numbers}, "", WON + 1)
    together = Rate(padded[MADE], padded[ATTACKED])
    return Companion(
        uuid, name, padded[DEALS], padded[DIFFERENCE], padded[PAID], together, padded[WON]
    )


def partners(company: Iterable[Companion]) -> list[Companion]:
    """Those with whom the player attacked, most deals first."""
    attackers = [row for row in company if row.together.base]
    return sorted(attackers, key=lambda row: -row.together.base)


def extremes(company: Iterable[Companion]) -> tuple[Companion | None, Companion | None]:
    """Returns the best customer, who paid most, and the nemesis, who took most. Either is None
    if nobody with LEAST_COMMON common deals paid or took anything."""
    known = [row for row in company if row.deals >= LEAST_COMMON]
    best = max(known, key=lambda row: row.paid, default=None)
    worst = min(known, key=lambda row: row.paid, default=None)
    return (
        best if best and best.paid > 0 else None,
        worst if worst and worst.paid < 0 else None,
    )


def head_to_head(sums: Sums, player: Player, other: Player) -> HeadToHead:
    """Four queries at most."""
    common: Counts = {}
    nights = set()
    for part in sums.parts_beside(player, other):
        add_numbers(common, "", part.company[str(other.pk)])
        nights.add(sums.night_of(part))
    won = sums.nights(nights)
    gaps = [won[night].total_of(player.pk) - won[night].total_of(other.pk) for night in nights]
    padded = numbers_of(common, "", PAID + 1)
    return HeadToHead(
        padded[DEALS],
        padded[DIFFERENCE],
        padded[PAID],
        sum(gap > 0 for gap in gaps),
        sum(gap < 0 for gap in gaps),
        sum(gap == 0 for gap in gaps),
    )
