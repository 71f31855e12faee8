"""Tarocco a volte as the program meets it: what each layer asks of a game."""

from django.utils.translation import gettext_lazy as _

from clubs.exchange.games import FILES, GameFiles
from clubs.forms.games import FORMS, GameForms
from clubs.games.volte.core.game import VOLTE
from clubs.games.volte.exchange.columns import VOLTE_COLUMNS
from clubs.games.volte.forms.bulk import VolteBulkRow
from clubs.games.volte.forms.deal import VolteDealForm
from clubs.games.volte.forms.trial import VolteTrialForm
from clubs.games.volte.forms.what_if import VolteWhatIfForm
from clubs.games.volte.listings.definitions import VOLTE_CHAPTERS
from clubs.games.volte.listings.figures import volte_figures
from clubs.games.volte.queries.help import volte_help
from clubs.games.volte.queries.paper import volte_sheet, volte_slip
from clubs.games.volte.queries.settings import VOLTE_SETTINGS
from clubs.games.volte.queries.teller import VolteTeller
from clubs.games.volte.services.demo import VOLTE_DEMO
from clubs.games.volte.services.invented import volte_deal
from clubs.queries.games import WORDS, GameWords
from clubs.services.demo.games import DEMO, INVENTED
from clubs.views.games import PAGES, pages_of

CODE = VOLTE.code


def register() -> None:
    WORDS[CODE] = GameWords(
        name=_("Tarocco a volte"),
        usual=_("As the game is printed"),
        teller=VolteTeller(),
        settings=VOLTE_SETTINGS,
        help=volte_help,
        blank=volte_sheet,
        tournament_slip=volte_slip,
    )
    DEMO[CODE] = VOLTE_DEMO
    INVENTED[CODE] = volte_deal
    FORMS[CODE] = GameForms(VolteDealForm, VolteTrialForm, VolteBulkRow, VolteWhatIfForm)
    FILES[CODE] = GameFiles(VOLTE_COLUMNS)
    PAGES[CODE] = pages_of(volte_figures, VOLTE_CHAPTERS, pays=True)
