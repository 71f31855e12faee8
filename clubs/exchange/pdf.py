"""PDF, made by typst from a template in clubs/exchange/typst and data that goes in as JSON.

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
from typing import TYPE_CHECKING, Any

import font_source_sans_pro
import font_source_serif_pro

if TYPE_CHECKING:
    from typst import Fonts

TEMPLATES = Path(__file__).resolve().parent / "typst"
UNPRINTABLE = {"Cc": " ", "Cf": "", "Cs": "\N{REPLACEMENT CHARACTER}"}  # by category
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
    """The template of that name, filled. Texts are printed as they are. tagged: with the structure
    that a screen reader follows. Raises PressBusy."""
    told = json.dumps(printable(data), ensure_ascii=False)
    if not _places.acquire(blocking=False):
        raise PressBusy
    try:
        return press.submit(_compiled, TEMPLATES / f"{template}.typ", told, tagged).result()
    finally:
        _places.release()


def _compiled(template: Path, data: str, tagged: bool = True) -> bytes:
    import typst  # slow import

    options: dict[str, Any] = {
        "root": TEMPLATES,
        "font_paths": _fonts(),
        "ignore_system_fonts": True,
    }
    content: bytes = typst.compile(template, sys_inputs={"data": data}, pdf_tags=tagged, **options)
    for _ in range(REMEMBERED + 1):  # empty ones push it out of its memory, in 10 ms
        typst.compile(b"", **options)
    return content


@cache
def _fonts() -> "Fonts":
    """Looked for once in the life of the process."""
    import typst  # slow import

    folders = [font_source_sans_pro.font_directory, font_source_serif_pro.font_directory]
    return typst.Fonts(include_system_fonts=False, font_paths=folders)


def printable(value: Any) -> Any:
    """The same data, its texts without what no printer knows."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(map(_printable_letter, value))
    if isinstance(value, Mapping):
        return {key: printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item) for item in value]
    return value


def _printable_letter(letter: str) -> str:
    """Format characters go, since they could turn the rest of a line around; all spaces stay, and
    the joiners that some scripts are written with."""
    if letter in JOINERS:
        return letter
    return UNPRINTABLE.get(unicodedata.category(letter), letter)
