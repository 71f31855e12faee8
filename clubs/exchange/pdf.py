"""PDF and pictures, made by typst from a template in clubs/exchange/typst and data that goes in as
JSON.

No text ever becomes markup, nothing is written to disk, and the only fonts are those that PyPI
delivers with the program, so that a sheet looks alike on every machine.
"""

import json
import unicodedata
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import font_source_sans_pro
import font_source_serif_pro

if TYPE_CHECKING:
    from typst import Fonts

TEMPLATES = Path(__file__).resolve().parent / "typst"
UNPRINTABLE = {"Cc": " ", "Cf": "", "Cs": "\N{REPLACEMENT CHARACTER}"}  # by category
MASK = 2  # of QR codes: any is valid, and choosing the best costs six times as long
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
REMEMBERED = 10  # documents whose layout typst keeps: 170 MB, if each is a sheet of sixty deals

# One sheet after the other, in a thread of its own: in many threads the memory would be spread
# over as many heaps, and never be given back.
press = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pdf")
MOST_AT_PRESS = 4  # one is printed, the others wait, each in a thread that answers nobody meanwhile
_places = BoundedSemaphore(MOST_AT_PRESS)


class PressBusy(Exception):
    """More sheets are asked for at once than may wait; a moment later there is room."""


def make_pdf(template: str, data: Mapping[str, Any], *, tagged: bool = True) -> bytes:
    """The PDF of a template filled with data, whose texts are printed as they are.

    tagged: with the structure that a screen reader follows. Raises PressBusy.
    """
    return _pressed(template, data, pdf_tags=tagged)


def make_png(template: str, data: Mapping[str, Any]) -> bytes:
    """The picture of a template of one page filled with data: a pixel for each of its points.

    Raises PressBusy.
    """
    return _pressed(template, data, format="png", ppi=72.0)


def _pressed(template: str, data: Mapping[str, Any], **options: Any) -> bytes:
    document = json.dumps(printable(data), ensure_ascii=False)
    if not _places.acquire(blocking=False):
        raise PressBusy
    try:
        return press.submit(_compiled, TEMPLATES / f"{template}.typ", document, options).result()
    finally:
        _places.release()


def _compiled(template: Path, data: str, wanted: Mapping[str, Any] = MappingProxyType({})) -> bytes:
    import typst  # slow import

    options: dict[str, Any] = {
        "root": TEMPLATES,
        "font_paths": _typst_fonts(),
        "ignore_system_fonts": True,
    }
    content: bytes = typst.compile(template, sys_inputs={"data": data}, **wanted, **options)
    for _ in range(REMEMBERED + 1):  # empty ones push it out of its memory, in 10 ms
        typst.compile(b"", **options)
    return content


@cache
def _typst_fonts() -> "Fonts":
    """The fonts of the program, loaded once in the life of the process."""
    import typst  # slow import

    folders = [font_source_sans_pro.font_directory, font_source_serif_pro.font_directory]
    return typst.Fonts(include_system_fonts=False, font_paths=folders)


def qr_code(text: str) -> str:
    """A QR code as SVG, in the black of the page; empty for no text. It has no quiet zone: the page
    is white around it."""
    import segno  # slow import

    if not text:
        return ""
    return str(segno.make(text, error="m", micro=False, mask=MASK).svg_inline(border=0))


def printable(value: Any) -> Any:
    """The same data, its texts without characters that no printer knows."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(map(_printable_letter, value))
    if isinstance(value, Mapping):
        return {key: printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item) for item in value]
    return value


def _printable_letter(letter: str) -> str:
    """The letter as it is printed. Format characters are left out, since they could turn the rest
    of a line around; spaces stay, and the joiners that some scripts need."""
    if letter in JOINERS:
        return letter
    return UNPRINTABLE.get(unicodedata.category(letter), letter)
