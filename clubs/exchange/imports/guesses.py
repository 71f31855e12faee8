"""The columns of a list by what stands in them: those of one without a header, where a person may
say it otherwise, and those that are left out."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from django.utils import timezone

from clubs.core.names import is_title
from clubs.exchange.imports.columns import IGNORED, Columns, ImportKind
from clubs.exchange.imports.headers import WHOLE_NAME, header_keys
from clubs.exchange.imports.reading import FORMULA
from clubs.exchange.imports.shape import ImportSheet, column_texts
from clubs.exchange.imports.values import (
    is_email,
    looks_like_date,
    parse_whole,
    read_birth_year,
)

MOST = 0.8  # of the rows have a name, and of the texts look alike
NEW_YEARS = 10  # in which a club has a new member, and no member was born


def guessed_columns(kind: ImportKind, sheet: ImportSheet) -> dict[str, str]:
    """Columns by the keys of the headings (headers.header_keys); none for what nothing shows, and
    none for a list that has its own header."""
    if sheet.header_height or kind not in WHOLE_NAME:
        return {}
    texts = [list(column_texts(sheet.rows, place)) for place in range(len(sheet.header))]
    guesses = _names(texts, len(sheet.rows), WHOLE_NAME[kind])
    for place, column in enumerate(texts):
        if kind is ImportKind.MEMBERS and _mostly(is_email, column):
            guesses[place] = "email"
        elif kind is ImportKind.MEMBERS and _mostly(looks_like_date, column):
            years = filter(None, map(read_birth_year, column))
            is_new = max(years, default=0) > timezone.now().year - NEW_YEARS
            guesses[place] = "member_since" if is_new else "birth_year"
        elif kind is ImportKind.TOTALS and _mostly(looks_like_date, column):
            guesses[place] = "date"
        elif kind is ImportKind.TOTALS and any((parse_whole(text) or 0) < 0 for text in column):
            guesses[place] = "score"
    keys = header_keys(sheet.header)
    # The first column that looks so is meant.
    by_column = {column: place for place, column in sorted(guesses.items(), reverse=True)}
    return {keys[place]: column for column, place in by_column.items()}


def without_empty(sheet: ImportSheet, columns: Columns) -> Columns:
    """The columns, with those left out of which nobody knows what they are and that have no text:
    in the sheet of a month many did not play; and with the sums of rows where all are formulas
    without a value, which nothing can be compared with."""

    def is_left_out(place: int, column: str) -> bool:
        if column not in ("", "total"):
            return False
        texts = set(column_texts(sheet.rows, place))
        return texts == {FORMULA} if column else not texts

    of = (IGNORED if is_left_out(*one) else one[1] for one in enumerate(columns.of))
    return replace(columns, of=tuple(of))


def _names(texts: list[list[str]], rows: int, whole: str) -> dict[int, str]:
    """The column of names by its place, or the two with a half each, of which capitals show the
    last name. Without them nothing does beside single words: a first name may stand beside a town.
    """
    worded = [
        place
        for place, column in enumerate(texts)
        if len(column) >= MOST * rows
        and _mostly(_is_worded, column)
        and not _mostly(is_title, column)
    ]
    if not worded:
        return {}
    first = worded[0]
    is_half = first + 1 in worded and not _mostly(lambda text: " " in text, texts[first])
    if not is_half:
        return {first: whole}
    capitals = [place for place in (first, first + 1) if _mostly(str.isupper, texts[place])]
    if len(capitals) != 1:
        return {}
    return {first: "first_name", first + 1: "first_name", capitals[0]: "last_name"}


def _is_worded(text: str) -> bool:
    return text[:1].isalpha() and not any(map(str.isdigit, text)) and "@" not in text


def _mostly(looks: Callable[[str], bool], texts: Iterable[str]) -> bool:
    texts = list(texts)
    return bool(texts) and sum(map(looks, texts)) >= MOST * len(texts)
