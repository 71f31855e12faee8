"""The games as people are told of them: one row a game, by the code of its register in core.

One of the registers of games, one a layer: nothing else names a game outside its own modules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.core.games import JsonObject, Rules
from clubs.games.bolognese.queries.help import bolognese_help
from clubs.games.bolognese.queries.match import match_board, match_stories
from clubs.games.bolognese.queries.paper import bolognese_sheet
from clubs.games.bolognese.queries.rules import bolognese_words
from clubs.games.bolognese.queries.teller import BologneseTeller, bolognese_outcome
from clubs.games.french.queries.help import french_help
from clubs.games.french.queries.paper import french_sheet
from clubs.games.french.queries.rules import french_words
from clubs.games.french.queries.slips import french_slip
from clubs.games.french.queries.statistics_document import statistics_document
from clubs.games.french.queries.teller import FrenchTeller
from clubs.games.volte.queries.help import volte_help
from clubs.games.volte.queries.paper import volte_sheet
from clubs.games.volte.queries.rules import volte_words
from clubs.games.volte.queries.slips import volte_slip
from clubs.games.volte.queries.teller import VolteTeller
from clubs.models import League, Player
from clubs.queries.deals.blank_sheets import BlankSheet
from clubs.queries.deals.matches import MatchBoard
from clubs.queries.deals.slip_papers import SlipHelp
from clubs.queries.deals.stories import FieldHelp, Names, Teller, Told
from clubs.queries.seasons.counted import DEALS, MATCHES, CountedWords

TellSeason = Callable[[League, Iterable[Player]], dict[str, Any]]
TellMatch = Callable[[Rules, Iterable[JsonObject], Sequence[str], Names], MatchBoard | None]
TellMatches = Callable[[Rules, Mapping[int, JsonObject], Names], list[str]]


@dataclass(frozen=True, slots=True)
class GameWords:
    """name is what people call the game, usual its default rules in a few words.

    rules tells a profile setting by setting; help says by field of a deal what the rules mean for
    so many players; blank is what an empty score sheet for so many has. A game without a taker may
    say by outcome what a deal brought, and one whose deals add up to matches by match where that
    stands: rules, records of the session, who sits there now, and names; and by matches how every
    match of the session stands, by the numbers of its deals. slips says whether piles of slips can
    be typed (clubs/forms/games.py); tournament_slip is what the paper slip of a tournament has, in
    a game that has tournaments (core/tournament_games.py).

    tabs are the pages of statistics that its seasons have, by the end of the name of the address
    (clubs/views/games.py). season_document is what is stored of the statistics of a season that
    closes; where a game stores none, they are added up from the deals. counts says in words what
    its standings count.
    """

    name: Any
    usual: Any
    teller: Teller
    rules: Callable[[Rules], Iterator[Told]]
    help: Callable[[Rules, int], dict[str, FieldHelp]]
    blank: Callable[[Rules, int], BlankSheet]
    outcome: Callable[[JsonObject, Rules, Names], str] | None = None
    match: TellMatch | None = None
    matches: TellMatches | None = None
    slips: bool = True
    counts: CountedWords = DEALS
    tournament_slip: Callable[[Rules], SlipHelp] | None = None
    tabs: Mapping[str, Any] = field(default_factory=lambda: {"takers": _("Statistics")})
    season_document: TellSeason | None = None


WORDS: dict[str, GameWords] = {
    "french": GameWords(
        name=_("French tarot"),
        usual=_("As the French federation plays it"),
        teller=FrenchTeller(),
        rules=french_words,
        help=french_help,
        blank=french_sheet,
        tournament_slip=french_slip,
        tabs={"takers": _("Takers"), "partners": _("Partners"), "records": _("Records")},
        season_document=statistics_document,
    ),
    "bolognese": GameWords(
        name=_("Tarocco bolognese"),
        usual=_("To 800 points, with calling out"),
        teller=BologneseTeller(),
        rules=bolognese_words,
        help=bolognese_help,
        blank=bolognese_sheet,
        outcome=bolognese_outcome,
        match=match_board,
        matches=match_stories,
        slips=False,
        counts=MATCHES,
    ),
    "volte": GameWords(
        name=_("Tarocco a volte"),
        usual=_("As the game is printed"),
        teller=VolteTeller(),
        rules=volte_words,
        help=volte_help,
        blank=volte_sheet,
        tournament_slip=volte_slip,
    ),
}
