"""The languages of the program, for its settings and for commands that need no others."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

LANGUAGES = [("fr", _("French")), ("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = [Path(__file__).resolve().parent.parent / "locale"]
FORMAT_MODULE_PATH = "scorekeeper.formats"
