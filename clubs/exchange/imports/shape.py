"""The shape that every file becomes before it is looked at: tables with their deals, and errors.

A format (formats.py knows them all) is how its files are recognised, and how one is read.
Names are those of the file; the players of the club behind them are found later (names.py). Source:
leagues.md §7.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from clubs.core.file_rows import FiledDeal, FiledTotal, Row
from clubs.core.limits import LARGEST_FILE

if TYPE_CHECKING:  # the process that reads files starts sooner without the rules of all games
    from clubs.core.standings.season_shapes import FiledSeason

MOST_BYTES = LARGEST_FILE
MOST_ROWS = 100_000  # under the header of a sheet, empty ones among them; deals of a season
HEAD_ROWS = 12  # of a sheet that are shown; one of them is its header
MOST_SHOWN = 200  # errors that a page lists; the rest are counted


@dataclass(frozen=True, slots=True)
class RowError:
    """An error at a cell of a sheet or a path of a JSON document.

    column is a header of ours (headers.py) or a path, value what stands there. params fill the
    sentence of words.py. is_warning: the row is taken all the same.
    """

    row: Row
    column: str
    value: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """One table: its date, players in seat order, and deals as they were played, or totals.

    key is the file's own identity of the table; empty, its date and label are. rules is what the
    file says of its rules: the name of a built-in profile, a JSON profile, or None. closed_at
    orders the tables of an evening where the file knows. evening is its name in the season, which
    tells those of one date apart. game is empty where all of the file is of one.
    """

    key: str
    label: str
    date: date
    players: tuple[str, ...]
    deals: tuple[FiledDeal, ...] = ()
    totals: tuple[FiledTotal, ...] = ()
    rules: str | Mapping[str, Any] | None = None
    uuid: UUID | None = None
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    evening: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """The tables that were read of a file, and its errors. rules is the profile that suits all of
    it, as in a table.

    source is what the format is called on the page. remarks are sentences for the preview. game is
    that of the tables that name none.
    """

    tables: tuple[ImportedTable, ...]
    errors: tuple[RowError, ...] = ()
    rules: str | Mapping[str, Any] | None = None
    source: str = ""
    remarks: tuple[str, ...] = ()
    league: "FiledSeason | None" = None
    game: str = ""


class Unreadable(Exception):
    """The file as a whole cannot be read; the error says why."""

    def __init__(self, code: str, *, value: str = "", row: Row = "", **params: object) -> None:
        self.error = RowError(row, "", value, code, params)
        super().__init__(code)


NumberedRow = tuple[int, list[str]]  # the number of a row in its file, from 1, and its cells


def column_texts(rows: Iterable[NumberedRow], place: int) -> Iterator[str]:
    """The texts of a column, from 0, without the cells that have none. Rows may be short."""
    return (cells[place] for _number, cells in rows if place < len(cells) and cells[place])


@dataclass(frozen=True)
class ImportSheet:
    """The first row that is not empty, which is header_row, and the others.

    Cells are text without outer spaces. names are the sheets of the file, name the one read; heads
    has the first rows of each, cut, as a person is shown them. titles are the rows above the
    header, as texts, and what names took the place of; header_height is how many rows it takes,
    0 where the list has no header (layout.below_titles); sums are the numbers of rows that were
    passed over (layout.without_sums). turned is empty but for a sheet that was turned
    (layout.by_player): for each place of a row the number of the row in the file. day is the date
    of its rows where no column has one, as it is written; empty where nothing says it. passed are
    the headings of columns that were lost when it was turned.
    """

    header: tuple[str, ...]
    rows: list[NumberedRow] = field(default_factory=list)
    names: tuple[str, ...] = ()
    name: str = ""
    titles: tuple[str, ...] = ()
    sums: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()
    header_row: int = 1
    header_height: int = 1
    day: str = ""
    passed: tuple[str, ...] = ()
    heads: Mapping[str, list[NumberedRow]] = field(default_factory=dict)

    @property
    def filled_names(self) -> tuple[str, ...]:
        """The sheets that are not known to be empty."""
        return tuple(name for name in self.names if self.heads.get(name, True))


@dataclass(frozen=True)
class Contents:
    """The content of a file as plain data: a sheet, or the value of a JSON document, or of each
    JSON file in a ZIP by its name, or the rows of each table of a database.

    days has the day on which each file of a ZIP was written, as 2025-09-12.
    """

    sheet: ImportSheet | None = None
    document: Any = None
    files: Mapping[str, Any] | None = None
    tables: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
    days: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file that says by its shape what it is.

    recognise never raises; read raises Unreadable.
    """

    code: str
    label: Any  # lazily translated
    recognise: Callable[[Contents], bool]
    read: Callable[[Contents], ImportedFile]


# Slams that a file notes without their outcome, which a person says. Source: leagues.md §7.5.

EVERY_SLAM = "*"  # the key of an answer for all deals
NO_SLAM = "none"  # the answer that there was none


@dataclass(frozen=True, slots=True)
class SlamQuestion:
    """A question of a page about one deal, or about all that are alike. key is where the answer is
    kept, answer what was answered; choices are values with labels, count the deals that it is
    about."""

    key: str
    label: str
    choices: tuple[tuple[str, Any], ...]
    answer: str
    count: int


class SlamReader(Protocol):
    """The knowledge of a game about slams that a file notes without their outcome."""

    def answered(
        self, tables: Iterable[ImportedTable], answers: Mapping[str, str]
    ) -> tuple[list[ImportedTable], list[SlamQuestion]]:
        """The tables with what was answered, by key, and the questions. Deals that nobody has
        answered for ask on."""
        ...
