"""`manage.py fonts`: cuts the fonts of the pages out of the TTFs that PyPI delivers.

Nothing binary is in the repository. What this makes lies in static/fonts, which git ignores; where
it is missing, pages use the fonts of the device.
"""

import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

import font_source_sans_pro
import font_source_serif_pro
from django.conf import settings
from django.core.management.base import BaseCommand

FAMILIES = {  # family: (folder of its package, cuts by weight)
    "Source Sans Pro": (
        font_source_sans_pro.font_directory,
        {400: "SourceSansPro-Regular", 600: "SourceSansPro-Semibold", 700: "SourceSansPro-Bold"},
    ),
    "Source Serif Pro": (
        font_source_serif_pro.font_directory,
        {600: "SourceSerifPro-Semibold", 700: "SourceSerifPro-Bold"},
    ),
}
# What French, English and Italian are written with, and names that are frequent there.
FIGURES = "U+0020,U+0025,U+0028-0029,U+002B-0039,U+00B1,U+00B7,U+00BD,U+00D7,U+2026,U+202F,U+2212"
LETTERS = (
    "U+0021-0024,U+0026-0027,U+002A,U+003A-007E,U+00A0,U+00AB,U+00B0,U+00BB,U+00C0,U+00C2,U+00C7-00CA,"
    "U+00CE,U+00D4,U+00D6,U+00DC,U+00DF-00FC,U+0153,U+2009,U+2013-2014,U+2018-2019,U+201C-201D,"
    "U+2022,U+20AC"
)
OTHER = {
    "latin-ext": "U+00A1-00AA,U+00AC-00AF,U+00B2-00B6,U+00B8-00BA,U+00BC,U+00BE-00BF,U+00C1,"
    "U+00C3-00C6,U+00CB-00CD,U+00CF-00D3,U+00D5,U+00D8-00DB,U+00DD-00DE,U+00FD-0152,U+0154-024F,"
    "U+02C6,U+02DA,U+02DC,U+1E00-1EFF,U+2000-2008,U+200A-2012,U+2015-2017,U+201A-201B,U+201E-2021,"
    "U+2023-2025,U+2027-202E,U+2030-206F,U+2122,U+2190-2193,U+2215",
    "cyrillic": "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
}
RANGES = {"latin": f"{LETTERS},{FIGURES}", **OTHER}
# The boldest weight is seen in sums above all: many a page needs no letters of it.
BOLD_RANGES = {"figures": FIGURES, "latin": LETTERS, **OTHER}
FEATURES = [
    "ccmp",
    "kern",
    "liga",
    "lnum",
    "locl",
    "mark",
    "mkmk",
    "tnum",
]  # no fractions, no swashes
NARROW_SPACE = 0x202F


@dataclass(frozen=True, slots=True)
class Cut:
    family: str
    weight: int
    script: str
    unicodes: str
    source: Path

    @property
    def file_name(self) -> str:
        return f"{self.family.lower().replace(' ', '-')}-{self.weight}-{self.script}.woff2"

    @property
    def css(self) -> str:
        """By an address that is right in css/base.css as well."""
        return (
            f'@font-face{{font-family:"{self.family}";font-weight:{self.weight};'
            f'font-display:swap;src:url("../fonts/{self.file_name}") format("woff2");'
            f"unicode-range:{self.unicodes}}}\n"
        )


def cuts() -> Iterator[Cut]:
    for family, (folder, weights) in FAMILIES.items():
        for weight, name in weights.items():
            for script, unicodes in (BOLD_RANGES if weight == 700 else RANGES).items():
                yield Cut(family, weight, script, unicodes, Path(folder) / f"{name}.ttf")


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Makes the web fonts in static/fonts; does nothing when they are up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--directory", type=Path, default=settings.BASE_DIR / "static/fonts")

    def handle(self, *, directory: Path, **options: Any) -> None:
        logging.getLogger("fontTools").setLevel(logging.WARNING)  # it names every glyph
        directory.mkdir(parents=True, exist_ok=True)
        count = 0
        for cut in cuts():
            target = directory / cut.file_name
            if is_stale(target, cut.source):
                write_font(cut, target)
                count += 1
        for family, (folder, _weights) in FAMILIES.items():
            licence = directory / f"{family.lower().replace(' ', '-')}-licence.txt"
            if not licence.exists():
                copyfile(Path(folder) / "LICENSE.txt", licence)
        sheet = directory / "fonts.css"
        css = "".join(cut.css for cut in cuts())
        if not sheet.exists() or sheet.read_text(encoding="utf-8") != css:
            sheet.write_text(css, encoding="utf-8")
        self.stdout.write(f"Fonts made: {count}." if count else "Fonts are up to date.")


def is_stale(target: Path, source: Path) -> bool:
    """Whether a font has to be made: it is missing, or its source or this file are newer."""
    if not target.exists():
        return True
    made_at = target.stat().st_mtime
    return any(path.stat().st_mtime > made_at for path in (source, Path(__file__)))


def write_font(cut: Cut, target: Path) -> None:
    from fontTools import subset  # slow import

    options = subset.Options(flavor="woff2", hinting=False, notdef_outline=True)
    options.layout_features = FEATURES
    with subset.load_font(str(cut.source), options) as font:
        add_narrow_space(font)
        keep_widths(font)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(cut.unicodes))
        subsetter.subset(font)
        subset.save_font(font, str(target), options)


def add_narrow_space(font: Any) -> None:
    """Add the space of French numbers, 1 234, three fifths of a common one: the serif lacks it."""
    from fontTools.ttLib.tables._g_l_y_f import Glyph  # slow import

    if NARROW_SPACE in font.getBestCmap():
        return
    font.setGlyphOrder([*font.getGlyphOrder(), "uni202F"])
    font["glyf"].glyphs["uni202F"] = Glyph()
    font["glyf"].setGlyphOrder(font.getGlyphOrder())
    font["hmtx"]["uni202F"] = (font["hmtx"]["space"][0] * 3 // 5, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[NARROW_SPACE] = "uni202F"


def keep_widths(font: Any) -> None:
    """Let no sign be as wide as a part of it that says so: half a point was as wide as its bar, and
    what followed lay over it, on Android and Linux."""
    from fontTools.ttLib.tables._g_l_y_f import USE_MY_METRICS  # slow import

    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        for part in glyph.components if glyph.isComposite() else ():
            part.flags &= ~USE_MY_METRICS
