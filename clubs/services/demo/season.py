"""The season of the demo club: every Tuesday of it, the best evenings of each count.

Its ids follow from its own names, so that the evenings are played as if there were no season.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from uuid import UUID, uuid5

from clubs.access import Actor
from clubs.models import Club, Evening, League, Sitting, Tournament
from clubs.queries.seasons.seasons import club_members
from clubs.services.changes import written_at
from clubs.services.demo.story import Story
from clubs.services.seasons.evenings import (
    check_in_players,
    close_evening,
    open_evening,
    plan_evenings,
)
from clubs.services.seasons.leagues import create_league, open_league, show_league
from clubs.services.seasons.penalties import give_penalty

ENOUGH = 8  # evenings, for a season that has something to show
TO_COME = 4  # planned after the last one
RULES = {
    "method": "best_n",
    "best_n": 6,
    "min_evenings": 3,
    "tie_breaks": ["evenings", "average", "best_evening"],
}
PLACE = "Salle de la Visitation"
PENALTY = (-20, "Parti avant la fin")
PENALISED = 2  # the evening, from 0
BEFORE = timedelta(minutes=15)
AFTER = timedelta(hours=4)
AHEAD = timedelta(hours=12)


def span(today: date, played: list[date]) -> tuple[date, date, str]:
    """First and last day and name: from September on, or the calendar year while that is young."""
    year = today.year if today.month >= 9 else today.year - 1
    september = date(year, 9, 1)
    if sum(day >= september for day in played) >= ENOUGH:
        return september, date(year + 1, 8, 31), f"{year}–{year + 1}"
    return date(today.year, 1, 1), date(today.year, 12, 31), str(today.year)


class DemoSeason:
    """evenings by the moment of the first card; the season is made when the first one comes."""

    def __init__(self, story: Story, club: Club) -> None:
        self.story, self.club = story, club
        self.today = story.now.astimezone(club.zone).date()
        played = [start.date() for start in story.evenings]
        self.first, self.last, self.name = span(self.today, played)
        self.starts = [start for start in story.evenings if self.first <= start.date() <= self.last]
        self.evenings: dict[datetime, Evening] = {}

    def begin(self) -> None:
        """The organiser makes it, with all its Tuesdays."""
        club, organiser = self.club, self.story.actor("organiser")
        self.league = create_league(
            organiser,
            club,
            name=self.name,
            starts_on=self.first,
            ends_on=self.last,
            standings_rules=RULES,
            members=club_members(club),
            request_id=made("season", club),
        )
        open_league(organiser, self.league, request_id=made("open", self.league))
        days = [start.date() for start in self.starts]
        to_come = [days[-1] + timedelta(weeks=1 + n) for n in range(TO_COME)]
        days += [day for day in to_come if self.today < day <= self.last]
        planned = plan_evenings(
            organiser, self.league, days, place=PLACE, request_id=made("evenings", self.league)
        )
        show_league(
            organiser,
            self.league,
            standings=True,
            results=False,
            calendar=True,
            request_id=made("public", self.league),
        )
        by_day = {evening.held_on: evening for evening in planned}
        self.evenings = {start: by_day[start.date()] for start in self.starts}

    @contextmanager
    def evening(self, start: datetime) -> Iterator[None]:
        """Opens the evening that began then, where there is one, and closes it at the end."""
        if start not in self.starts:
            yield
            return
        if start == self.starts[0]:
            with written_at(start - AHEAD):
                self.begin()
        evening = self.evenings[start]
        with hold_evening(self.story.actor("scorer"), evening, start):
            yield
        if start == self.starts[min(PENALISED, len(self.starts) - 1)]:
            with written_at(start + AFTER):
                self.penalise(evening)

    def penalise(self, evening: Evening) -> None:
        """Somebody of the first table, who then left early."""
        sitting = evening.tables.order_by("pk")[0].sitting
        player = sitting.seats.select_related("player").order_by("pk")[0].player
        points, reason = PENALTY
        organiser = self.story.actor("organiser")
        ask = made("penalty", evening)
        give_penalty(organiser, evening, player, points, reason, request_id=ask)

    def open_tonight(self, at: datetime) -> None:
        """An evening beside the calendar, for the tables that are open now."""
        day = at.astimezone(self.club.zone).date()
        organiser, ask = self.story.actor("organiser"), made("tonight", self.league)
        with written_at(at):
            [tonight] = plan_evenings(
                organiser,
                self.league,
                [day],
                place=PLACE,
                name="Tables libres",
                request_id=ask,
            )
            open_evening(organiser, tonight, request_id=made("open", tonight))
            players = list(self.club.players.exclude(user=None).order_by("pk"))
            check_in_players(organiser, tonight, came=players, request_id=made("door", tonight))


@contextmanager
def hold_evening(actor: Actor, evening: Evening, start: datetime) -> Iterator[None]:
    """Opens the evening shortly before its first card, and closes it at the end."""
    with written_at(start - BEFORE):
        open_evening(actor, evening, request_id=made("open", evening))
    yield
    with written_at(start + AFTER):
        close_evening(actor, evening, request_id=made("close", evening))


def made(label: str, of: Club | League | Evening | Tournament | Sitting) -> UUID:
    """The id of a request of the story."""
    return uuid5(of.uuid, label)
