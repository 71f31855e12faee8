"""The games as people are told of them: one row a game, by the code of its register in core.
Each game adds its own (clubs/games/<game>/register.py).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.core.games import JsonObject, Rules
from clubs.models import League, Player
from clubs.queries.deals.papers import BlankSheet, SlipHelp
from clubs.queries.deals.setting_words import RuleWords
from clubs.queries.deals.stories import FieldHelp, MatchBoard, Names, Teller

TellSeason = Callable[[League, Iterable[Player]], dict[str, Any]]
TellMatch = Callable[[Rules, Iterable[JsonObject], Sequence[str], Names], MatchBoard | None]
TellMatches = Callable[[Rules, Mapping[int, JsonObject], Names], list[str]]


@dataclass(frozen=True, slots=True)
class GameWords:
    """name is what people call the game, usual its default rules in a few words.

    settings has the words of a profile, setting by setting; help says by field of a deal what the
    rules mean for so many players; blank is what an empty score sheet for so many has. A game
    without a taker may say by outcome what a deal brought, and one whose deals add up to matches by
    match where that stands: rules, records of the session, who sits there now, and names; and by
    matches how every match of the session stands, by the numbers of its deals. slips says whether
    piles of slips can be typed (clubs/forms/games.py); tournament_slip is what the paper slip of a
    tournament has, in a game that has tournaments (core/tournaments/games.py).

    tabs are the pages of statistics that its seasons have, by the end of the name of the address
    (clubs/views/games.py). season_document is what is stored of the statistics of a season that
    closes; where a game stores none, they are added up from the deals.
    """

    name: Any
    usual: Any
    teller: Teller
    settings: RuleWords
    help: Callable[[Rules, int], dict[str, FieldHelp]]
    blank: Callable[[Rules, int], BlankSheet]
    outcome: Callable[[JsonObject, Rules, Names], str] | None = None
    match: TellMatch | None = None
    matches: TellMatches | None = None
    slips: bool = True
    tournament_slip: Callable[[Rules], SlipHelp] | None = None
    tabs: Mapping[str, Any] = field(default_factory=lambda: {"takers": _("Statistics")})
    season_document: TellSeason | None = None


WORDS: dict[str, GameWords] = {}
