"""Tables that count for no season yet, and the season that could be made of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from clubs.core.games import GAMES, get_game
from clubs.models import Club, Deal, LeagueSitting, Seat, Sitting, SittingState

SEASON_BEGINS = 9  # the month; the season of the French federation ends in August
FEWEST_TO_CHOOSE = 4  # evenings, for "the best of them" to mean something
SHARES = ((2, 3), (1, 2))  # of the evenings, to propose as those that count


def uncounted_tables(club: Club, game: str | None = None) -> QuerySet[Sitting]:
    """Closed tables of a club that count for no season and belong to no tournament."""
    counted = LeagueSitting.objects.filter(sitting=OuterRef("pk"))
    rows = Sitting.objects.filter(
        ~Exists(counted),
        club=club,
        state=SittingState.CLOSED,
        round=None,
        opened_at__isnull=False,
    )
    return rows if game is None else rows.filter(game=game)


def tables_between(
    tables: QuerySet[Sitting], club: Club, first: date, last: date
) -> QuerySet[Sitting]:
    """Those of these tables that were played from the first day to the last, in order of play."""
    start, end = club.midnight(first), club.midnight(last, days_later=1)
    return tables.filter(opened_at__gte=start, opened_at__lt=end).order_by("opened_at", "pk")


@dataclass(frozen=True, slots=True)
class BestChoice:
    """So many evenings that may count, and how many people came to as many."""

    evenings: int
    people: int


@dataclass(frozen=True, slots=True)
class SeasonProposal:
    """A season that the tables of a club suggest: the newest from September to August that has any.

    sizes are the numbers of deals by players in a deal, none where only totals are known; came says
    how many people came to how many evenings; guests are those of them who are no members.
    """

    game: str
    starts_on: date
    ends_on: date
    first: date
    last: date
    tables: int
    evenings: int
    sizes: Mapping[int, int]
    came: Mapping[int, int]
    guests: int

    @property
    def name(self) -> str:
        return f"{self.starts_on.year}–{self.ends_on.year}"

    @property
    def people(self) -> int:
        return sum(self.came.values())

    def people_with(self, evenings: int) -> int:
        """Returns how many people came to at least so many evenings."""
        return sum(people for count, people in self.came.items() if count >= evenings)

    @property
    def best(self) -> Sequence[BestChoice]:
        if self.evenings < FEWEST_TO_CHOOSE:
            return []
        counts = dict.fromkeys(-(-self.evenings * part // whole) for part, whole in SHARES)
        choices = [BestChoice(count, self.people_with(count)) for count in counts]
        return [choice for choice in choices if choice.people]

    @property
    def least_evenings(self) -> int:
        """A third of the evenings, to be ranked."""
        return self.evenings // 3 if self.evenings >= FEWEST_TO_CHOOSE else 0


def season_proposal(club: Club) -> SeasonProposal | None:
    """Returns the season for the newest tables of the game that the club plays most among those
    that no season counts; None where there are none. Five queries, one more where these are of
    several games; but for that one, which counts, they read the tables of that season."""
    most_played = _most_played(club)
    if most_played is None:
        return None
    game, newest = most_played
    year = _season_year(timezone.localdate(newest, club.zone))
    starts_on, ends_on = date(year, SEASON_BEGINS, 1), date(year + 1, SEASON_BEGINS - 1, 31)
    tables = tables_between(uncounted_tables(club, game), club, starts_on, ends_on).order_by()
    days = {
        pk: timezone.localdate(at, club.zone)
        for pk, at in tables.values_list("pk", "opened_at")
        if at is not None
    }
    evenings: dict[int, set[date]] = defaultdict(set)
    pks = tables.values("pk")
    seats = Seat.objects.filter(sitting__in=pks).order_by()
    for sitting, player in seats.values_list("sitting", "player"):
        evenings[player].add(days[sitting])
    guests = club.players.filter(member_since=None).values_list("pk", flat=True)
    return SeasonProposal(
        game=game,
        starts_on=starts_on,
        ends_on=ends_on,
        first=min(days.values()),
        last=max(days.values()),
        tables=len(days),
        evenings=len(set(days.values())),
        sizes=_sizes(game, pks),
        came=Counter(len(came) for came in evenings.values()),
        guests=len(evenings.keys() & set(guests)),
    )


def _most_played(club: Club) -> tuple[str, datetime] | None:
    """Returns the game of most tables that no season counts, and when the newest was opened. Where
    they are of one game none is counted: a club may have many thousands."""
    newest = [
        Subquery(uncounted_tables(club, game).order_by("-opened_at").values("opened_at")[:1])
        for game in GAMES
    ]
    row = Club.objects.filter(pk=club.pk).values_list(*newest).get()
    played = {game: at for game, at in zip(GAMES, row, strict=True) if at is not None}
    if len(played) < 2:
        return next(iter(played.items()), None)
    games = uncounted_tables(club).order_by().values("game").annotate(count=Count("pk"))
    game = games.order_by("-count", "game").values_list("game", flat=True)[0]
    return game, played[game]


def _season_year(day: date) -> int:
    """Returns the year in which the season of a day began."""
    return day.year if day.month >= SEASON_BEGINS else day.year - 1


def _sizes(game: str, tables: QuerySet[Sitting, Any]) -> dict[int, int]:
    """Returns the numbers of deals by players in a deal, for the sizes that the game has."""
    rows = Deal.objects.filter(sitting__in=tables, size__isnull=False).order_by()
    sizes = dict(rows.values_list("size").annotate(count=Count("pk")))
    return {size: sizes.get(size, 0) for size in get_game(game).active_counts} if sizes else {}
