"""The pages of each game's statistics, by the code of its register in core.
Each game adds its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from clubs.forms.profiles import ProfileForm
from clubs.http import Request
from clubs.listings.statistics.definitions import Chapter
from clubs.models import Club, League, Player
from clubs.views.statistics.game_statistics import FigurePages, TellFigures

SeasonPage = Callable[[Request, League], HttpResponse]
ClubPage = Callable[[Request, Club, ProfileForm], HttpResponse]
PlayerPage = Callable[[Request, Player, ProfileForm, dict[str, Any]], HttpResponse]
VersusPage = Callable[[Request, Player, Player, ProfileForm, dict[str, Any]], HttpResponse]


@dataclass(frozen=True, slots=True)
class GamePages:
    """What the addresses of statistics answer: season and club are the figures of many, player and
    versus those of one and of two. A season has no partners and no records where a game tells
    nothing of them; the tabs that it shows are those of WORDS (clubs/queries/games.py).

    chapters say what the figures mean. pays: a taker and the defenders pay each other, so that
    there is a balance between two.
    """

    season: SeasonPage
    club: ClubPage
    player: PlayerPage
    versus: VersusPage
    chapters: Sequence[Chapter]
    pays: bool
    partners: SeasonPage | None = None
    records: SeasonPage | None = None


def pages_of(figures: TellFigures, chapters: Sequence[Chapter], *, pays: bool) -> GamePages:
    """The pages of a game that gives figures and draws no page of its own."""
    pages = FigurePages(figures, help_key=chapters[0].key, pays=pays)
    return GamePages(
        pages.season,
        pages.club,
        pages.player,
        pages.versus,
        chapters=chapters,
        pays=pages.pays,
    )


PAGES: dict[str, GamePages] = {}
