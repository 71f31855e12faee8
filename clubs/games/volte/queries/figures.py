"""The statistics of the volte game over a population of deals: contracts and how they ended, what
was multiplied, cappotti and accuse.

Everything is exact until it is shown. Deals of which only the scores are known count as deals, but
nobody knows who took them.

Source: tarocco_volte.md §6 (statistics), §5 (outcome, base).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum

from clubs.core.deals import DealRole, SlamOutcome
from clubs.core.measures import Rate, mean
from clubs.games.volte.core.records import Contract
from clubs.models import Player
from clubs.queries.statistics.populations import Population


@dataclass(frozen=True, slots=True)
class Takes:
    """How contracts ended. base_total is the sum of what they multiplied (Deal.base), of those won
    or lost: a draw multiplies nothing. It has no sign by the outcome; by bonuses of the other side
    a base may be below 0."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    base_total: int = 0

    def __add__(self, other: "Takes") -> "Takes":
        return Takes(
            self.won + other.won,
            self.lost + other.lost,
            self.drawn + other.drawn,
            self.base_total + other.base_total,
        )

    @property
    def taken(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def success(self) -> Rate:
        """Those won, of all that were taken: a draw is none."""
        return Rate(self.won, self.taken)

    @property
    def base_mean(self) -> Fraction | None:
        """The average base of contracts that were won or lost."""
        return mean(self.base_total, self.won + self.lost)


@dataclass(frozen=True, slots=True)
class VoltePlayer:
    """What somebody did. deals are those played, plain scores included, total is what they brought;
    cappotti as the taker and as one of the defence; accuse those shown, counted or not."""

    player: Player
    takes: Takes
    deals: int
    total: int
    taker_cappotti: int
    defence_cappotti: int
    accuse: int

    @property
    def score_mean(self) -> Fraction:
        """A deal."""
        return Fraction(self.total, self.deals)


@dataclass(frozen=True, slots=True)
class VolteFigures:
    """deals counts those of which only the scores are known as well. contracts are those that were
    taken, the lowest first; players are by name."""

    deals: int
    takes: Takes
    contracts: Mapping[Contract, Takes]
    players: tuple[VoltePlayer, ...]
    taker_cappotti: int
    defence_cappotti: int
    accuse: int


def volte_figures_of(population: Population, player: Player | None = None) -> VolteFigures:
    """The figures of everybody; or of one player alone: the deals played, the contracts taken, and
    cappotti and accuse of that player. Three queries."""
    played = _played_by_player(population, player)
    ended = list(_endings(population, player))
    takers: dict[int | None, Takes] = {}
    contracts: dict[str, Takes] = {}
    for row in ended:
        if row.contract is not None:
            takers[row.taker] = takers.get(row.taker, Takes()) + row.takes
            contracts[row.contract] = contracts.get(row.contract, Takes()) + row.takes
    players = tuple(
        VoltePlayer(found, takers.get(found.pk, Takes()), **played[found.pk])
        for found in Player.objects.filter(pk__in=played).order_by("sort_key", "pk")
    )
    return VolteFigures(
        deals=players[0].deals if player and players else sum(row.deals for row in ended),
        takes=sum(contracts.values(), Takes()),
        contracts={contract: contracts[contract] for contract in Contract if contract in contracts},
        players=players,
        taker_cappotti=sum(row.taker_cappotti for row in ended),
        # Three of a table made one: only a player's own are counted by player.
        defence_cappotti=(
            sum(one.defence_cappotti for one in players)
            if player
            else sum(row.defence_cappotti for row in ended)
        ),
        accuse=sum(one.accuse for one in players),
    )


class Ending(NamedTuple):
    """How many deals ended alike, by taker and contract; both None where only scores are known."""

    taker: int | None
    contract: str | None
    is_made: bool | None
    chelem: str | None
    deals: int
    base: int | None

    @property
    def takes(self) -> Takes:
        if self.is_made is None:
            return Takes(drawn=self.deals)
        base = self.base or 0
        if self.is_made:
            return Takes(won=self.deals, base_total=base)
        return Takes(lost=self.deals, base_total=base)

    @property
    def taker_cappotti(self) -> int:
        return self.deals if self.chelem == SlamOutcome.UNANNOUNCED_MADE else 0

    @property
    def defence_cappotti(self) -> int:
        return self.deals if self.chelem == SlamOutcome.DEFENCE_MADE else 0


def _endings(population: Population, player: Player | None) -> Iterable[Ending]:
    """The endings of all deals, or of those that the player took. One query."""
    rows = population.deals().order_by()
    if player is not None:
        rows = rows.filter(taker=player)
    kinds = ("taker", "contract", "made", "chelem")
    added: dict[str, Any] = {"deals": Count("pk"), "base_sum": Sum("base")}
    ending_rows: Iterable[Any] = rows.values(*kinds).annotate(**added).values_list(*kinds, *added)
    return map(Ending._make, ending_rows)


def _played_by_player(
    population: Population, player: Player | None
) -> Mapping[int, dict[str, int]]:
    """Sums of everybody who played, as VoltePlayer has them. One query."""
    rows = population.scores().order_by()
    if player is not None:
        rows = rows.filter(player=player)
    taker_made = Q(role=DealRole.TAKER, deal__chelem=SlamOutcome.UNANNOUNCED_MADE)
    defence_made = Q(role=DealRole.DEFENDER, deal__chelem=SlamOutcome.DEFENCE_MADE)
    added: dict[str, Any] = {
        "deals": Count("pk"),
        "total": Sum("score"),
        "taker_cappotti": Count("pk", filter=taker_made),
        "defence_cappotti": Count("pk", filter=defence_made),
        "accuse": Sum("poignees"),
    }
    player_rows: Iterable[Any] = (
        rows.values("player").annotate(**added).values_list("player", *added)
    )
    return {pk: dict(zip(added, sums, strict=True)) for pk, *sums in player_rows}
