"""Static files: hashed names, so that browsers may keep them for ever, and what opens offline."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What a sheet and deal entry are made of; the modules lead to those that they import.
SHEETS = ["bootstrap/css/bootstrap.min.css"]
SHEETS += [f"css/{name}.css" for name in ("bootstrap", "app", "forms", "play", "sheet", "deal")]
MODULES = (
    "frame.js",
    "charts/curve*.js",
    "deal/*.js",
    "live/wake.js",
    "offline/*.js",
    "seats/guest-*.js",
    "sheet/*.js",
)
REST = ["django_htmx/htmx-2.min.js", "img/icons.svg", "img/logo.svg"]
WEIGHTS = ("sans-pro-400", "sans-pro-600", "sans-pro-700", "serif-pro-600", "serif-pro-700")
FONTS = ["fonts/fonts.css", *(f"fonts/source-{weight}-latin.woff2" for weight in WEIGHTS)]
IMPORT = re.compile(r"^(?:import|export)\b.*?\"(\.{1,2}/[\w/-]+\.js)\"", re.MULTILINE)


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed names; those in the imports between our own JavaScript modules included.

    Only ours: other packages ship modules that import what they do not ship.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def stored_name(self, name: str) -> str:
        """Plain names as long as nothing was collected: in tests, and before the first start."""
        return super().stored_name(name) if self.hashed_files else name


@lru_cache(maxsize=1)
def shell_files() -> list[str]:
    """The addresses of all that a table needs besides its pages."""
    scripts = Path(str(finders.find("js")))
    used = modules(path for pattern in MODULES for path in sorted(scripts.glob(pattern)))
    names = [*SHEETS, *(f"js/{path.relative_to(scripts).as_posix()}" for path in used), *REST]
    return [*map(staticfiles_storage.url, names), *_font_urls()]


def modules(paths: Iterable[Path]) -> list[Path]:
    """These modules and what they import."""
    files: dict[Path, None] = {}
    waiting = list(paths)
    while waiting:
        path = waiting.pop(0).resolve()
        if path not in files:
            files[path] = None
            waiting += [path.parent / name for name in IMPORT.findall(path.read_text("utf-8"))]
    return list(files)


def _font_urls() -> Iterator[str]:
    """Those that `manage.py fonts` made; without, the fonts of the system serve."""
    for name in FONTS:
        if finders.find(name):
            try:
                yield staticfiles_storage.url(name)
            except ValueError:  # made after collectstatic, so without a hashed name
                return


def version_of(files: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:12]
