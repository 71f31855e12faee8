"""The evenings of the demo club at which it played something else.

Their ids follow from their own names and they need no chance, so that all other evenings are played
as if there were none.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta

from clubs.core.games import get_game
from clubs.models import Club, League, Player, Sitting
from clubs.services.changes import written_at
from clubs.services.deals.invented_deals import Record
from clubs.services.demo.games import DEMO, DemoEvenings
from clubs.services.demo.season import PLACE, hold_evening, made
from clubs.services.demo.story import Story
from clubs.services.seasons.evenings import plan_evenings
from clubs.services.seasons.leagues import create_league, open_league
from clubs.services.tables.sittings import close_sitting, record_deal
from clubs.services.tables.tables import open_sitting

SEATS = 4
MEMBERS = 8  # of the season: the first ones of the club
PACE = timedelta(minutes=7)  # of a deal
A_DAY = timedelta(days=1)
TO_THURSDAY = timedelta(days=2)
A_YEAR = timedelta(days=365)


def tell_other_games(story: Story, club: Club, last: datetime) -> None:
    """On the days after an evening of the demo club: last is its first card."""
    start = last + TO_THURSDAY
    for game, demo in DEMO.items():
        start = _tell_evenings(story, club, game, demo, start)


def _tell_evenings(
    story: Story, club: Club, game: str, demo: DemoEvenings, start: datetime
) -> datetime:
    """Plays one evening a day; returns the start of the next game."""
    people = list(Player.objects.filter(club=club, member_since__isnull=False).order_by("pk"))
    four = people[:SEATS]
    evenings = demo.evenings([str(player.uuid) for player in four])
    starts = [start + number * A_DAY for number in range(len(evenings))]
    league = _begin(story, club, game, demo, people[:MEMBERS], starts) if demo.season else None
    for number, (at, deals) in enumerate(zip(starts, evenings, strict=True), 1):
        with _season_evening(story, league, at):
            table = _open_table(story, club, game, demo, four, number, at)
            _play(story, table, deals, at)
    return starts[-1] + A_DAY


def _season_evening(
    story: Story, league: League | None, at: datetime
) -> AbstractContextManager[None]:
    """Holds the evening of that day, where there is a season."""
    if league is None:
        return nullcontext()
    return hold_evening(story.actor("organiser"), league.evenings.get(held_on=at.date()), at)


def _begin(
    story: Story,
    club: Club,
    game: str,
    demo: DemoEvenings,
    members: Sequence[Player],
    starts: Sequence[datetime],
) -> League:
    """Makes a season with these evenings. It began before that of the Tuesdays, and goes on for
    a year."""
    organiser = story.actor("organiser")
    with written_at(starts[0] - timedelta(days=1)):
        league = create_league(
            organiser,
            club,
            name=demo.season,
            starts_on=story.founded_at.date(),
            ends_on=(starts[-1] + A_YEAR).date(),
            members=members,
            game=game,
            request_id=made(f"{game} season", club),
        )
        open_league(organiser, league, request_id=made("open", league))
        days = [at.date() for at in starts]
        plan_evenings(organiser, league, days, place=PLACE, request_id=made("evenings", league))
    return league


def _open_table(
    story: Story,
    club: Club,
    game: str,
    demo: DemoEvenings,
    players: Sequence[Player],
    number: int,
    at: datetime,
) -> Sitting:
    with written_at(at):
        return open_sitting(
            story.actor("scorer"),
            club,
            players,
            get_game(game).read_rules(demo.rules),
            game=game,
            active_count=len(players),
            request_id=made(f"{game} table {number}", club),
        )


def _play(story: Story, sitting: Sitting, deals: Sequence[Record], at: datetime) -> None:
    """From the first card to the end of the session."""
    scorer = story.actor("scorer")
    for number, record in enumerate(deals, 1):
        at += PACE
        with written_at(at):
            ask = made(f"deal {number}", sitting)
            record_deal(scorer, sitting, record, number=number, request_id=ask)
    with written_at(at + PACE):
        close_sitting(scorer, sitting, request_id=made("close", sitting))
