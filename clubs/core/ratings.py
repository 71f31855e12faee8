"""Ratings of the players of a club: Plackett–Luce, one event a table, replayed from the first.

Source: leagues.md §6. Given the events, everything follows: there is no clock
and no chance in it, and names do not matter.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Generic, TypeVar

from openskill.models import PlackettLuce

from clubs.core.measures import rounded

LEAST_DEALS = 4  # counted ones that make a table a rating event
LEAST_TABLES = 10  # rated ones, for a rating that is not provisional
MOST_SIGMA = 6.5  # above it a rating is provisional
BASE, SCALE, CAUTION = 1000, 40, 3  # the shown value: 1000 + 40·(μ − 3σ)

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class RatingSettings:
    """The constants of the model; with others, everything is replayed."""

    model: str = "plackett_luce"
    mu: float = 25.0
    sigma: float = 25 / 3
    beta: float = 25 / 6
    kappa: float = 0.0001
    tau: float = 25 / 300

    def to_json(self) -> dict[str, str | float]:
        return asdict(self)


SETTINGS = RatingSettings()


@dataclass(frozen=True, slots=True)
class Rating:
    """mu is the estimate of somebody's strength, sigma its standard deviation."""

    mu: float = SETTINGS.mu
    sigma: float = SETTINGS.sigma

    @property
    def value(self) -> int:
        """The rating as it is shown: cautious, so that it takes tables to rise."""
        return _rating_points(self.mu - CAUTION * self.sigma)

    @property
    def estimate(self) -> int:
        return _rating_points(self.mu)

    @property
    def margin(self) -> int:
        """How far the shown value lies below the estimate: three standard deviations. A difference
        of rounded figures, so that what a page shows adds up."""
        return self.estimate - self.value

    @property
    def band(self) -> tuple[int, int]:
        """As far above the estimate as the shown value is below it."""
        return self.value, self.estimate + self.margin


def _rating_points(strength: float) -> int:
    return int(rounded(BASE + SCALE * strength, 0))


def is_provisional(rating: Rating, tables: int) -> bool:
    """Whether too little is known for a place in the list; tables are the rated ones."""
    return tables < LEAST_TABLES or rating.sigma > MOST_SIGMA


@dataclass(frozen=True, slots=True)
class RatingEvent(Generic[Key]):
    """A table that is closed, and the total of everybody who played there, in score points."""

    table: Key
    totals: Mapping[Key, int]


@dataclass(frozen=True, slots=True)
class RatingUpdate(Generic[Key]):
    """The change of one player by one table; sequence is the place of the table, from 1."""

    table: Key
    player: Key
    sequence: int
    before: Rating
    after: Rating


def replay(
    events: Iterable[RatingEvent[Key]],
    known: Mapping[Key, Rating] | None = None,
    *,
    first: int = 1,
    settings: RatingSettings = SETTINGS,
) -> Iterator[RatingUpdate[Key]]:
    """The changes of these tables in the order in which they closed.

    known are the ratings before the first of them, whose sequence is first; who is not there starts
    anew. Equal totals are a tie.
    """
    model = _model_of(settings)
    ratings = dict(known or {})
    for sequence, event in enumerate(events, first):
        start = Rating(settings.mu, settings.sigma)
        # All ratings of a table are those before it: in turns the seats would change the result.
        before = {player: ratings.get(player, start) for player in event.totals}
        after = _rated(model, event.totals, before)
        ratings |= after
        for player in event.totals:
            yield RatingUpdate(event.table, player, sequence, before[player], after[player])


def _model_of(settings: RatingSettings) -> PlackettLuce:
    return PlackettLuce(
        mu=settings.mu,
        sigma=settings.sigma,
        beta=settings.beta,
        kappa=settings.kappa,
        tau=settings.tau,
    )


def _rated(
    model: PlackettLuce, totals: Mapping[Key, int], before: Mapping[Key, Rating]
) -> dict[Key, Rating]:
    """The ratings after a table.

    The model adds up floats in the order of the players: one that only totals and ratings make, so
    that neither names nor seats show in the last digit.
    """
    order = sorted(totals, key=lambda p: (-totals[p], before[p].mu, before[p].sigma))
    teams = [[model.rating(mu=before[p].mu, sigma=before[p].sigma)] for p in order]
    # By totals and not by `order`, in which equal totals stand one after the other.
    ranks = [float(sum(other > totals[p] for other in totals.values())) for p in order]
    results = model.rate(teams, ranks=ranks)
    # Alike in both, two players may still differ in the last digit by their place in that order,
    # which then comes from the seats: they share what the first of them gets.
    shared: dict[tuple[int, Rating], Rating] = {}
    for player, team in zip(order, results, strict=True):
        shared.setdefault((totals[player], before[player]), Rating(team[0].mu, team[0].sigma))
    return {player: shared[totals[player], before[player]] for player in order}
