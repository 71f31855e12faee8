"""Lists of deals, totals and members as CSV in the language of the reader: headers, codes, commas.

What is written here reads again to the same (imports/headers.py, imports/values.py): a word that
the import would take for another column or code is left out, and the name of ours stands instead.
In English the names of ours are the words. Source: leagues.md §7, §8.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.choices import VOID_LABELS
from clubs.exchange.games import FILES
from clubs.exchange.imports import values
from clubs.exchange.imports.columns import SCORE, ImportKind
from clubs.exchange.imports.headers import column_of, words_of
from clubs.exchange.imports.words import column_label
from clubs.exchange.spreadsheets import Cell, local_csv
from clubs.models import PublicName

ENGLISH = "en"
YES_NO = (values.YES_NO, {"yes": _("yes"), "no": _("no")})

# By column: how the import reads its words, and what the codes are called.
CODES: dict[str, tuple[Mapping[str, str], Mapping[str, Any]]] = {
    "active": YES_NO,
    "chelem_announced": YES_NO,
    "petit_chelem_announced": YES_NO,
    "first15": YES_NO,
    "kind": (values.KINDS, {"void": _("void")}),
    "public_name": (values.PUBLIC_NAMES, {one.value: one.label for one in PublicName}),
}


def list_csv(
    kind: ImportKind, columns: Sequence[str], rows: Iterable[Sequence[Cell]], game: str = ""
) -> bytes:
    """A list as CSV. columns and rows are as deal_rows.py makes them; game is that of a list of
    deals."""
    if (get_language() or ENGLISH).startswith(ENGLISH):
        return local_csv(columns, rows)
    header = [_header(kind, column, game) for column in columns]
    return local_csv(header, _translated_rows(columns, rows, game))


def _header(kind: ImportKind, column: str, game: str) -> str:
    label = column_label(column, game)
    if column.startswith(SCORE):
        return column
    return label if column_of(kind, words_of(kind, game), label, {}) == column else column


def _translated_rows(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], game: str
) -> Iterator[list[Cell]]:
    codes = {**CODES}
    if game:
        codes |= FILES[game].deals.codes
        codes["void_reason"] = (FILES[game].deals.void_reasons, VOID_LABELS)
    words = [_code_words(*codes.get(column, ({}, {}))) for column in columns]
    for row in rows:
        yield [
            said.get(cell, cell) if isinstance(cell, str) else cell
            for said, cell in zip(words, row, strict=True)
        ]


def _code_words(reads: Mapping[str, str], labels: Mapping[str, Any]) -> dict[str, str]:
    """The word for each code, in small letters, where the import reads it as that code."""
    said = {code: str(label).lower() for code, label in labels.items()}
    return {code: text for code, text in said.items() if values.word(reads, text) == code}
