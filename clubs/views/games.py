"""The pages of each game's statistics, by the code of its register in core.

One of the registers of games, one a layer: nothing else names a game outside its own modules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from clubs.forms.profiles import ProfileForm
from clubs.games.bolognese.listings.definitions import BOLOGNESE_CHAPTERS
from clubs.games.bolognese.listings.figures import bolognese_figures
from clubs.games.french.listings.definitions import FRENCH_CHAPTERS
from clubs.games.french.views import profiles as french_profiles
from clubs.games.french.views import statistics as french_statistics
from clubs.games.volte.listings.definitions import VOLTE_CHAPTERS
from clubs.games.volte.listings.figures import volte_figures
from clubs.http import Request
from clubs.listings.statistics.definitions import Chapter
from clubs.models import Club, League, Player
from clubs.views.statistics.game_statistics import FigurePages

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


def _pages_of(pages: FigurePages, chapters: Sequence[Chapter]) -> GamePages:
    """Those of a game that tells its figures and draws no page of its own."""
    return GamePages(
        pages.season,
        pages.club,
        pages.player,
        pages.versus,
        chapters=chapters,
        pays=pages.pays,
    )


PAGES: dict[str, GamePages] = {
    "french": GamePages(
        french_statistics.season_page,
        french_statistics.club_page,
        french_profiles.player_page,
        french_profiles.versus_page,
        chapters=FRENCH_CHAPTERS,
        pays=True,
        partners=french_statistics.partners_page,
        records=french_statistics.records_page,
    ),
    "bolognese": _pages_of(
        FigurePages(bolognese_figures, help_key=BOLOGNESE_CHAPTERS[0].key, pays=False),
        BOLOGNESE_CHAPTERS,
    ),
    "volte": _pages_of(
        FigurePages(volte_figures, help_key=VOLTE_CHAPTERS[0].key, pays=True),
        VOLTE_CHAPTERS,
    ),
}
