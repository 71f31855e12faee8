"""Lists of deals, totals and members, in the columns that an import takes.

What is written here reads again to the same (imports/headers.py, imports/values.py). A spreadsheet
has columns and codes of ours, CSV those of the language of the reader, with its commas: a word that
the import would take for another column or code is left out, and the name of ours stands instead.
In English the names of ours are the words. Source: leagues.md §7.1, §7.2, §7.3, §8.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.choices import VOID_LABELS
from clubs.exchange.games import FILES
from clubs.exchange.imports import values
from clubs.exchange.imports.cells import YES_NO, Codes
from clubs.exchange.imports.columns import FREE, SCORE, ImportKind
from clubs.exchange.imports.deals import columns_of, record_cells
from clubs.exchange.imports.headers import column_of, words_of
from clubs.exchange.imports.words import column_label
from clubs.exchange.spreadsheets import Cell, write_local_csv, write_xlsx
from clubs.models import Player, PublicName
from clubs.queries.exports import DealExport, ExportedDeal, ExportedTotal

TOTAL_COLUMNS = ("date", "player", "score", "deals", "table", "points")

MEMBER_COLUMNS = (
    "name",
    "last_name",
    "first_name",
    "nickname",
    "member_since",
    "active",
    "public_name",
)
PERSONAL_COLUMNS = ("licence", "categories", "email")  # for those who manage the members
WIDTHS = {  # characters; another column is as wide as its name
    "date": 12,
    "players": 40,
    "uuid": 38,
    "note": 24,
    "player": 28,
    "name": 28,
    "last_name": 18,
    "first_name": 16,
    "nickname": 16,
    "member_since": 14,
    "email": 30,
    "categories": 20,
}


def deal_header(export: DealExport) -> list[str]:
    return [*columns_of(export.game), *(f"score: {name}" for name in export.names)]


def deal_rows(export: DealExport) -> Iterator[list[Cell]]:
    """A row for each deal. The seats stand on the first row of a table, and again where they
    change."""
    seen: tuple[object, ...] = ()
    for deal in export.deals:
        seats = (deal.day, deal.evening, deal.table, deal.players)
        cells = _deal_cells(export.game, deal, tells_seats=seats != seen)
        yield [*cells, *map(deal.scores.get, export.names)]
        seen = seats


def _deal_cells(game: str, deal: ExportedDeal, *, tells_seats: bool) -> Iterator[Cell]:
    cells: dict[str, Cell] = {
        **record_cells(game, deal.record),
        # In a game of sides: the points of the first seat, of the second, and so on.
        **{
            column: deal.points.get(name)
            for column, name in zip(FILES[game].deals.sides, deal.players, strict=False)
        },
        "date": deal.day,
        "evening": deal.evening,
        "table": deal.table,
        "players": "|".join(deal.players) if tells_seats else "",
        "uuid": str(deal.uuid),
    }
    return (cells.get(column) for column in columns_of(game))


def total_rows(totals: Iterable[ExportedTotal]) -> Iterator[list[Cell]]:
    for total in totals:
        points = None if total.points is None else float(total.points)
        yield [total.day, total.player, total.score, total.deals, total.table, points]


def member_columns(players: Sequence[Player], *, personal: bool) -> tuple[str, ...]:
    """personal: with what only those see who manage the members. A year of birth has a column where
    one is known, and so has each label of what else the club's own list says."""
    if not personal:
        return MEMBER_COLUMNS
    births = ["birth_year"] if any(player.birth_year for player in players) else []
    free = (FREE + label for player in players for label, _text in player.free_columns)
    return (*MEMBER_COLUMNS, *PERSONAL_COLUMNS, *births, *dict.fromkeys(free))


def member_rows(players: Iterable[Player], columns: Sequence[str]) -> Iterator[list[Cell]]:
    for player in players:
        cells: dict[str, Cell] = {
            "name": player.name,
            "last_name": player.family_name,
            "first_name": player.given_name,
            "nickname": player.nickname,
            "member_since": player.member_since,
            "active": "no" if player.archived_at else "yes",
            "public_name": player.public_name,
            "licence": player.licence,
            "categories": "|".join(player.categories),
            "email": player.email,
            "birth_year": player.birth_year,
        }
        for label, text in player.free_columns:
            column = FREE + label
            cells[column] = f"{cells[column]}; {text}" if column in cells else text
        yield [cells.get(column) for column in columns]


ENGLISH = "en"
CODES = {  # by column
    "active": YES_NO,
    "kind": Codes(values.KINDS, {"void": _("void")}),
    "public_name": Codes(values.PUBLIC_NAMES, {one.value: one.label for one in PublicName}),
}


class ClubList(NamedTuple):
    """A list to write. columns and rows are as the functions above make them; game is that of the
    deals in it."""

    kind: ImportKind
    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]]
    game: str = ""


def write_list_xlsx(out: IO[bytes], title: str, written: ClubList) -> None:
    widths = [WIDTHS.get(column, len(column) + 2) for column in written.columns]
    write_xlsx(out, title, list(map(_our_header, written.columns)), written.rows, widths)


def write_list_csv(out: IO[bytes], written: ClubList) -> None:
    kind, columns, rows, game = written
    if (get_language() or ENGLISH).startswith(ENGLISH):
        write_local_csv(out, list(map(_our_header, columns)), rows)
    else:
        header = [_header(kind, column, game) for column in columns]
        write_local_csv(out, header, _translated_rows(columns, rows, game))


def _our_header(column: str) -> str:
    """A free column has its label alone, by which an import asks whether to keep it."""
    if column.startswith(FREE):
        return column.removeprefix(FREE) or str(_("Note"))
    return column


def _header(kind: ImportKind, column: str, game: str) -> str:
    label = column_label(column, game)
    if column.startswith((SCORE, FREE)):
        return _our_header(column)
    return label if column_of(kind, words_of(kind, game), label, "") == column else column


def _translated_rows(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], game: str
) -> Iterator[list[Cell]]:
    codes = {**CODES}
    if game:
        deals = FILES[game].deals
        codes |= {column: kind.codes for column, kind in deals.kinds.items() if kind.codes}
        codes["void_reason"] = Codes(deals.void_reasons, VOID_LABELS)
    words = {at: _code_words(codes[name]) for at, name in enumerate(columns) if name in codes}
    for row in rows:
        cells = list(row)
        for at, said in words.items():
            if isinstance(cell := cells[at], str):
                cells[at] = said.get(cell, cell)
        yield cells


def _code_words(codes: Codes) -> dict[str, str]:
    """The word for each code, in small letters, where the import reads it as that code."""
    said = {code: str(label).lower() for code, label in codes.labels.items()}
    return {code: text for code, text in said.items() if values.word(codes.words, text) == code}
