"""Tarocco bolognese as the program meets it: what each layer asks of a game."""

from django.utils.translation import gettext_lazy as _

from clubs.exchange.games import FILES, GameFiles
from clubs.forms.games import FORMS, GameForms
from clubs.games.bolognese.core.game import BOLOGNESE
from clubs.games.bolognese.exchange.columns import BOLOGNESE_COLUMNS
from clubs.games.bolognese.forms.deal import BologneseDealForm
from clubs.games.bolognese.forms.trial import BologneseTrialForm
from clubs.games.bolognese.listings.definitions import BOLOGNESE_CHAPTERS
from clubs.games.bolognese.listings.figures import bolognese_figures
from clubs.games.bolognese.queries.help import bolognese_help
from clubs.games.bolognese.queries.match import match_board, match_stories
from clubs.games.bolognese.queries.paper import bolognese_sheet
from clubs.games.bolognese.queries.settings import BOLOGNESE_SETTINGS
from clubs.games.bolognese.queries.teller import BologneseTeller, bolognese_outcome
from clubs.games.bolognese.services.demo import BOLOGNESE_DEMO
from clubs.queries.games import WORDS, GameWords
from clubs.services.demo.games import DEMO
from clubs.views.games import PAGES, pages_of

CODE = BOLOGNESE.code


def register() -> None:
    WORDS[CODE] = GameWords(
        name=_("Tarocco bolognese"),
        usual=_("To 800 points, with calling out"),
        teller=BologneseTeller(),
        settings=BOLOGNESE_SETTINGS,
        help=bolognese_help,
        blank=bolognese_sheet,
        outcome=bolognese_outcome,
        match=match_board,
        matches=match_stories,
        slips=False,
    )
    DEMO[CODE] = BOLOGNESE_DEMO
    FORMS[CODE] = GameForms(BologneseDealForm, BologneseTrialForm, None, None)
    FILES[CODE] = GameFiles(BOLOGNESE_COLUMNS)
    PAGES[CODE] = pages_of(bolognese_figures, BOLOGNESE_CHAPTERS, pays=False)
