"""French tarot as the program meets it: what each layer asks of a game."""

from django.utils.translation import gettext_lazy as _

from clubs.exchange.games import FILES, GameFiles
from clubs.forms.games import FORMS, GameForms
from clubs.games.french.core.game import FRENCH
from clubs.games.french.exchange.apps import FORMATS
from clubs.games.french.exchange.columns import FRENCH_COLUMNS
from clubs.games.french.exchange.slams import FRENCH_SLAMS
from clubs.games.french.forms.bulk import FrenchBulkRow
from clubs.games.french.forms.deal import FrenchDealForm
from clubs.games.french.forms.trial import FrenchTrialForm
from clubs.games.french.forms.what_if import FrenchWhatIfForm
from clubs.games.french.listings.definitions import FRENCH_CHAPTERS
from clubs.games.french.listings.told_facts import FRENCH_FACTS
from clubs.games.french.queries.counts import FrenchCounts
from clubs.games.french.queries.help import french_help
from clubs.games.french.queries.paper import french_sheet, french_slip
from clubs.games.french.queries.settings import FRENCH_SETTINGS
from clubs.games.french.queries.statistics_document import statistics_document
from clubs.games.french.queries.teller import FrenchTeller
from clubs.games.french.services.invented import french_deal
from clubs.games.french.urls import urlpatterns
from clubs.games.french.views import statistics
from clubs.queries.games import WORDS, GameWords
from clubs.queries.statistics.deal_filters import FACTS
from clubs.queries.statistics.parts import COUNTED
from clubs.services.demo.games import INVENTED
from clubs.urls.games import ADDRESSES
from clubs.views.games import PAGES, GamePages

CODE = FRENCH.code


def register() -> None:
    WORDS[CODE] = GameWords(
        name=_("French tarot"),
        usual=_("As the French federation plays it"),
        teller=FrenchTeller(),
        settings=FRENCH_SETTINGS,
        help=french_help,
        blank=french_sheet,
        tournament_slip=french_slip,
        tabs={"takers": _("Takers"), "partners": _("Partners"), "records": _("Records")},
        season_document=statistics_document,
    )
    COUNTED[CODE] = FrenchCounts()
    for fact_code, fact in FRENCH_FACTS.items():
        FACTS[fact_code] = fact
    INVENTED[CODE] = french_deal
    FORMS[CODE] = GameForms(FrenchDealForm, FrenchTrialForm, FrenchBulkRow, FrenchWhatIfForm)
    FILES[CODE] = GameFiles(FRENCH_COLUMNS, FORMATS, FRENCH_SLAMS)
    PAGES[CODE] = GamePages(
        statistics.season_page,
        statistics.club_page,
        statistics.player_page,
        statistics.versus_page,
        chapters=FRENCH_CHAPTERS,
        pays=True,
        partners=statistics.partners_page,
        records=statistics.records_page,
    )
    ADDRESSES[CODE] = urlpatterns
