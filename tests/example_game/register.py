"""The game of eight tricks as the program meets it."""

from clubs.choices import add_words
from clubs.core.games import add_game
from clubs.exchange.games import FILES, GameFiles
from clubs.forms.games import FORMS, GameForms
from clubs.queries.games import WORDS, GameWords
from clubs.views.games import PAGES, pages_of
from tests.example_game import pages
from tests.example_game.core import EIGHT


def register() -> None:
    add_words(pages.CODES)
    add_game(EIGHT)
    WORDS["eight"] = GameWords(
        name="Eight tricks",
        usual="Ten a trick",
        teller=pages.EightTeller(),
        settings=pages.SETTINGS,
        help=lambda rules, count: pages.HELP,
        blank=pages.blank_sheet,
        slips=False,
    )
    FORMS["eight"] = GameForms(pages.EightDealForm, pages.EightTrialForm, None, None)
    FILES["eight"] = GameFiles(pages.COLUMNS)
    PAGES["eight"] = pages_of(pages.figures, pages.CHAPTERS, pays=True)
