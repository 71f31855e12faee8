"""Puts a stylesheet and what it imports into one file, without what of Bootstrap no page uses.

A class of Bootstrap is used if its name stands as a word in a template, a script or Python code of
ours, or in what crispy draws a field with. A name that a template puts together of parts must be
written out somewhere.
"""

import re
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import crispy_bootstrap5
import crispy_forms
import lightningcss
from django.conf import settings
from django.contrib.staticfiles import finders

BASE = "css/base.css"  # every page loads it first
FONTS = "fonts/fonts.css"
BOOTSTRAP = "bootstrap/css/bootstrap.min.css"
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
# Files whose words are looked at. Of the packages that draw with Bootstrap, what draws a field.
OURS = ("clubs/**/*.html", "clubs/**/*.py", "static/js/**/*.js", "templates/**/*.html")
CRISPY = ("templatetags/*.py",)
PARTS = ("field", "*form", "errors", "layout/*check*", "layout/*error*", "layout/*field*", "layout/*help*")
PACK = tuple(f"templates/bootstrap5/{part}.html" for part in (*PARTS, "layout/*radio*"))


def bundle_styles(name: str, root: Path) -> str:
    """The stylesheet of this name in a folder that has all of them. The fonts are in BASE."""
    sheet = lightningcss.bundle_css(str(root / name), unused_symbols=set(_classes() - used_classes()))
    has_fonts = name == BASE and (root / FONTS).exists()
    return (root / FONTS).read_text(encoding="utf-8") + sheet if has_fonts else str(sheet)


def used_classes() -> frozenset[str]:
    """Those of Bootstrap that could be on a page."""
    return _classes() & _words()


@lru_cache(maxsize=1)
def _classes() -> frozenset[str]:
    return frozenset(CLASS.findall(Path(str(finders.find(BOOTSTRAP))).read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    places = ((settings.BASE_DIR, OURS), (_home(crispy_forms), CRISPY), (_home(crispy_bootstrap5), PACK))
    files = [path for home, patterns in places for each in patterns for path in home.glob(each)]
    texts = (path.read_text(encoding="utf-8") for path in files)
    return frozenset(word for text in texts for word in re.findall(r"[\w-]+", text))


def _home(package: ModuleType) -> Path:
    return Path(package.__path__[0])
