"""Tables that count for no season yet, and the season that could be made of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Exists, Max, OuterRef, QuerySet

from clubs.core.games import get_game
from clubs.models import Club, Deal, LeagueSitting, Seat, Sitting, SittingState
from clubs.queries.seasons.seasons import played_on

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
    tables: QuerySet[Sitting], first: date, last: date
) -> list[tuple[Sitting, date]]:
    """Those of these tables that were played from the first day to the last, with their day, in
    order of play."""
    rows = tables.select_related("club").defer("rules", "kept").order_by("opened_at", "pk")
    days = ((table, played_on(table)) for table in rows)
    return [(table, day) for table, day in days if day is not None and first <= day <= last]


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
        counts = [-(-self.evenings * part // whole) for part, whole in SHARES]
        return [BestChoice(count, self.people_with(count)) for count in dict.fromkeys(counts)]

    @property
    def least_evenings(self) -> int:
        """A third of the evenings, to be ranked."""
        return self.evenings // 3 if self.evenings >= FEWEST_TO_CHOOSE else 0


def season_proposal(club: Club) -> SeasonProposal | None:
    """Returns the season for the newest tables of the game that the club plays most among those
    that no season counts; None where there are none. Five queries, which read no older seasons."""
    rows = uncounted_tables(club)
    games = rows.order_by().values("game").annotate(count=Count("pk")).order_by("-count", "game")
    game = games.values_list("game", flat=True).first()
    if game is None:
        return None
    rows = uncounted_tables(club, game)
    newest = rows.aggregate(newest=Max("opened_at"))["newest"]
    year = _season_year(newest.astimezone(club.zone).date())
    begins = datetime(year, SEASON_BEGINS, 1, tzinfo=club.zone)
    rows = rows.filter(opened_at__gte=begins).order_by()
    days = {
        pk: opened_at.astimezone(club.zone).date()
        for pk, opened_at in rows.values_list("pk", "opened_at")
        if opened_at is not None
    }
    evenings: dict[int, set[date]] = defaultdict(set)
    members: dict[int, bool] = {}
    seats = Seat.objects.filter(sitting__in=rows.values("pk")).select_related(None).order_by()
    for sitting, player, since in seats.values_list("sitting", "player", "player__member_since"):
        evenings[player].add(days[sitting])
        members[player] = since is not None
    return SeasonProposal(
        game=game,
        starts_on=begins.date(),
        ends_on=date(year + 1, SEASON_BEGINS - 1, 31),
        first=min(days.values()),
        last=max(days.values()),
        tables=len(days),
        evenings=len(set(days.values())),
        sizes=_sizes(rows, game),
        came=Counter(len(came) for came in evenings.values()),
        guests=sum(not is_member for is_member in members.values()),
    )


def _season_year(day: date) -> int:
    """Returns the year in which the season of a day began."""
    return day.year if day.month >= SEASON_BEGINS else day.year - 1


def _sizes(tables: QuerySet[Sitting], game: str) -> dict[int, int]:
    """Returns the numbers of deals by players in a deal, for the sizes that the game has."""
    rows = Deal.objects.filter(sitting__in=tables.values("pk"), size__isnull=False).order_by()
    sizes = dict(rows.values("size").annotate(count=Count("pk")).values_list("size", "count"))
    if not sizes:
        return {}
    return {size: sizes.get(size, 0) for size in get_game(game).active_counts}
