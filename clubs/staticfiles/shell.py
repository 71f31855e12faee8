"""What a phone keeps of the static files, to open a table and deal entry without network."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from clubs.staticfiles.scripts import imported

# What the pages of a table load; these lead to what they import.
SHEETS = ("base", "sheet", "deal", "seats", "result")
SCRIPTS = (
    "frame",
    "charts/curve",
    "charts/curve-waits",
    "copy",
    "deal/form",
    "deal/keep",
    "deal/keep-scores",
    "deal/record",
    "deal/why",
    "games/bolognese",
    "games/french",
    "games/volte",
    "live/live",
    "live/wake",
    "offline/offline-tables",
    "reveal",
    "scores",
    "seats/guest-player",
    "share",
    "sheet/keys",
    "sheet/live",
    "sheet/panel",
    "sheet/print",
    "sheet/summary-waits",
    "sheet/waiting",
    "views",
)
REST = ["django_htmx/htmx-2.min.js", "img/icons.svg", "img/logo.svg"]
WEIGHTS = ("sans-pro-400", "sans-pro-600", "sans-pro-700", "serif-pro-600", "serif-pro-700")
FONTS = [f"fonts/source-{weight}-latin.woff2" for weight in WEIGHTS]
FONTS += [f"fonts/source-{family}-pro-700-figures.woff2" for family in ("sans", "serif")]
IMPORT = re.compile(r'@import url\("(.+?)"\)')


@lru_cache(maxsize=1)
def shell_files() -> list[str]:
    """The addresses of all that a table needs besides its pages."""
    sheets = [f"css/{name}.css" for name in SHEETS]
    scripts = [f"js/{name}.js" for name in SCRIPTS]
    fonts = FONTS
    if not getattr(staticfiles_storage, "has_bundles", False):
        sheets = [each for name in sheets for each in _imported_sheets(name)]
        scripts = [each for name in scripts for each in imported(name, _static_text)]
        fonts = ["fonts/fonts.css", *FONTS]
    names = [*dict.fromkeys(sheets + scripts), *REST]
    return [*map(staticfiles_storage.url, names), *_font_urls(fonts)]


def _static_text(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


def _imported_sheets(name: str) -> list[str]:
    below = [normpath(join(dirname(name), path)) for path in IMPORT.findall(_static_text(name))]
    return [*(each for path in below for each in _imported_sheets(path)), name]


def _font_urls(names: Iterable[str]) -> Iterator[str]:
    """Those that `manage.py fonts` made; without, the fonts of the system serve."""
    for name in names:
        if finders.find(name):
            try:
                yield staticfiles_storage.url(name)
            except ValueError:  # made after collectstatic, so without a hashed name
                return


def version_of(files: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:12]
