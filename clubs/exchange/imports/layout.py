"""The place of a list in a file: which sheet it is on, which row is its header, where it ends.

Clubs write titles above their lists, head groups of columns in a row of their own, and put totals
below. A person may say it otherwise (plan.ImportChoices).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from clubs.core.names import name_key
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.headers import (
    LEFT_OUT,
    MOST_SEATS,
    guess_kind,
    header_keys,
    is_known_header,
    words_of,
)
from clubs.exchange.imports.names import is_sum
from clubs.exchange.imports.reading import FORMULA
from clubs.exchange.imports.shape import HEAD_ROWS, ImportSheet, NumberedRow, column_texts
from clubs.exchange.imports.values import (
    AT_TABLE,
    date_order,
    evening_of,
    is_absence,
    is_evening,
    looks_like_date,
    parse_whole,
    read_date,
)
from clubs.exchange.imports.words import column_label
from clubs.exchange.imports.years import day_of, with_years

UNNAMED = "Col. "  # heads a column whose list has no header: in all our languages, for answers
MOST_HEIGHT = 3  # rows of a header
FEW = 2  # cells of a remark under a list
WIDE = 3  # columns that a list has at least of which a row with few cells may be a remark
LEAST_PLAYERS = 3  # at a table
LEAST_EVENINGS = 2  # one row may be a deal; who keeps deals has more than one a day
MOST_LEVEL = 0.9  # of the rows of scores add up to 0 at least
MORE = 1.25  # times as many players of the same points show totals so far
COUNTS = {
    *("nombre", "nb", "nbre", "effectif", "number", "count", "numero", "totale", "membres"),
    *("adherents", "members", "soci", "iscritti"),
}


def below_titles(sheet: ImportSheet, knows: Callable[[str], bool], row: int = 0) -> ImportSheet:
    """The sheet from its header on. knows says whether a cell names a column; row is the number of
    the header, where a person said it, and below 0 that of the first row of a list without one.

    Else the header is the first row with two cells that name columns, or one and a date; where no
    row has them, that which names most. A header may go on for one or two rows, which end its words
    or name what it heads.
    """
    rows = [(sheet.header_row, list(sheet.header)), *sheet.rows]
    numbers = [number for number, _cells in rows]
    if -row in numbers:
        return _without_header(sheet, rows[: numbers.index(-row)], rows[numbers.index(-row) :])
    place = numbers.index(row) if row in numbers else _header_place(rows[:HEAD_ROWS], knows)
    header, height = rows[place][1], 1
    for more in range(1, MOST_HEIGHT):
        if height == 1 and place + more < len(rows):
            heads = [cells for _number, cells in rows[place : place + more + 1]]
            joined = _in_rows(heads, knows)
            header, height = (joined, more + 1) if joined else (header, 1)
    if (place, height) == (0, 1):
        return sheet
    # What names below took the place of may be the date of the sheet, beside its word.
    heads = [cells for _number, cells in rows[place : place + height]]
    cells_over = [pair for cells in heads for pair in zip(cells, header, strict=False)]
    replaced = [text for text, name in cells_over if text not in name]
    above = [*(cells for _number, cells in rows[:place]), *filter(None, [replaced])]
    return replace(
        sheet,
        header=tuple(header),
        rows=rows[place + height :],
        titles=_joined_cells(above),
        header_row=numbers[place],
        header_height=numbers[place + height - 1] - numbers[place] + 1,
    )


def _joined_cells(rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(" ".join(filter(None, cells)) for cells in rows)


def _without_header(
    sheet: ImportSheet, above: Sequence[NumberedRow], rows: list[NumberedRow]
) -> ImportSheet:
    """The sheet with letters for the names of its columns."""
    from openpyxl.utils import get_column_letter  # slow import

    width = max(len(cells) for _number, cells in rows)
    return replace(
        sheet,
        header=tuple(f"{UNNAMED}{get_column_letter(place + 1)}" for place in range(width)),
        rows=rows,
        titles=_joined_cells(cells for _number, cells in above),
        header_row=rows[0][0],
        header_height=0,
    )


def _header_place(rows: Sequence[NumberedRow], knows: Callable[[str], bool]) -> int:
    named = [sum(map(knows, cells)) for _number, cells in rows]
    if max(named) < 2:
        for place, (_number, cells) in enumerate(rows):
            if score_keys(cells, rows[place + 1 :]):
                return place
    for place, (_number, cells) in enumerate(rows):
        is_headed = named[place] or not cells[0]  # many leave the corner over the names empty
        if is_headed and named[place] + sum(map(is_evening, cells)) >= 2:
            return place
    return named.index(max(named))


def _in_rows(heads: Sequence[Sequence[str]], knows: Callable[[str], bool]) -> list[str]:
    """The header that stands in these rows, of which the first names columns; empty where the last
    is a row of the list.

    Under "Numéro" may stand "de licence": what is in the second row must make columns known, and
    none unknown. Or rows head groups of columns, and the last names more of them: "Joueurs" over
    "Joueur 1", "Joueur 2" …, "Soirée 1" over its date. A cell without a word has that of the cell
    above.
    """
    width = max(map(len, heads))
    upper, *between, lower = ([*cells, *[""] * (width - len(cells))] for cells in heads)
    if not between:
        joined = [" ".join(filter(None, pair)) for pair in zip(upper, lower, strict=True)]
        added = [whole for whole, text in zip(joined, lower, strict=True) if text]
        if added and all(map(knows, added)):
            return joined
    # A row of somebody has a name as well.
    are_days = sum(map(is_evening, lower)) > 1 and all(
        knows(text) or is_evening(text) for text in lower if text
    )
    named = [sum(map(knows, cells)) for cells in (upper, *between)]
    if not are_days and sum(map(knows, lower)) <= max(named):
        return []
    columns = zip(lower, *between[::-1], upper, strict=True)
    return [next(filter(None, column), "") for column in columns]


def without_sums(sheet: ImportSheet) -> ImportSheet:
    """The sheet without rows that sum up others: their first cell says so, and the others have no
    words, or a number before them ("211 donnes").
    So are the remarks below it: few cells, with a number, apart from the list or about its count.

    A formula counts as a number: CSV of some programs has it instead of its value.
    """
    rows = [(number, list(filter(None, cells))) for number, cells in sheet.rows]
    left_out = {number for number, filled in rows if sums_up(filled)}
    if len(list(filter(None, sheet.header))) >= WIDE:
        left_out |= _remarks_below([(sheet.header_row, []), *rows], left_out)
    list_rows = [row for row in sheet.rows if row[0] not in left_out]
    return replace(sheet, rows=list_rows, sums=tuple(sorted(left_out)))


def without_column_sums(sheet: ImportSheet) -> ImportSheet:
    """A list of totals without the rows that say they add up those above them, and do. Of another
    one that can be somebody a person says what it is. For zeros its word must stand alone.
    """
    added: Counter[int] = Counter()
    list_rows, sums = [], []
    for number, cells in sheet.rows:
        name = next(filter(None, cells), "")
        points = {place: parse_whole(text) or 0 for place, text in enumerate(cells) if text}
        if not is_sum(name):
            for place, count in points.items():
                added[place] += count
        elif _adds_up(cells, points, added) and (any(points.values()) or " " not in name):
            sums.append(number)
            continue
        list_rows.append((number, cells))
    return replace(sheet, rows=list_rows, sums=(*sheet.sums, *sums))


def _adds_up(cells: Sequence[str], points: Mapping[int, int], added: Mapping[int, int]) -> bool:
    """Whether each number is that of its column. A formula has none, and may be."""
    return all(
        text == FORMULA or points[place] == added[place]
        for place, text in enumerate(cells)
        if text and (text == FORMULA or parse_whole(text) is not None)
    )


def _remarks_below(rows: Sequence[NumberedRow], sums: set[int]) -> set[int]:
    """The numbers of the last rows from the first on that is no row of the list. rows have their
    filled cells."""
    start = len(rows)
    while start > 1 and (rows[start - 1][0] in sums or _is_short(rows[start - 1][1])):
        start -= 1
    for place in range(start, len(rows)):
        number, filled = rows[place]
        is_apart = number - rows[place - 1][0] > 1
        if is_apart or number in sums or _is_count(filled):
            return {number for number, _filled in rows[place:]}
    return set()


def sums_up(filled: Sequence[str]) -> bool:
    """Whether a row, of which these are the filled cells, says that it sums up others, and has no
    words beside."""
    others = (text for text in filled[1:] if text[0] not in "=" + FORMULA)
    is_worded = any(any(map(str.isalpha, text)) and not text[0].isdigit() for text in others)
    return bool(filled) and is_sum(filled[0]) and not is_worded


def _is_short(filled: Sequence[str]) -> bool:
    return 0 < len(filled) <= FEW and any(any(map(str.isdigit, text)) for text in filled)


def _is_count(filled: Sequence[str]) -> bool:
    """Whether a short row says how many there are: "Total : 60", "60 adhérents"."""
    words = {word.strip(":=.()") for text in filled for word in name_key(text).split()}
    return is_sum(filled[0]) or bool(words & COUNTS)


def score_keys(header: Sequence[str], rows: Sequence[NumberedRow]) -> list[str]:
    """The keys of the headings that are names of players: below them stand the scores of deals,
    which add up to 0 in nearly every row. Of totals so far, which do so as well, nobody knows what
    they are."""
    keys = header_keys(header)
    places = _score_places(header, rows)
    if len(places) < LEAST_PLAYERS:
        return []
    scores = [[cells[place] for place in places if place < len(cells)] for _n, cells in rows]
    played = [[_points_in(text) for text in texts] for texts in scores if any(texts)]
    level = sum(1 for points in played if sum(points) == 0)
    is_level = level >= MOST_LEVEL * len(played) and not _is_running(played)
    return [keys[place] for place in places] if is_level else []


def _score_places(header: Sequence[str], rows: Sequence[NumberedRow]) -> list[int]:
    """The places of the columns of whole numbers whose heading may be a name."""
    return [
        place
        for place, (text, key) in enumerate(zip(header, header_keys(header), strict=True))
        if key not in LEFT_OUT[ImportKind.TOTALS]
        and _may_be_name(text)
        and _is_column_of_numbers(rows, place)
    ]


def with_people(sheet: ImportSheet) -> ImportSheet:
    """The sheet with a heading over the names where evenings stand beside an empty corner."""
    is_bare = not sheet.header[0] and any(map(is_evening, sheet.header))
    names = list(column_texts(sheet.rows, 0)) if is_bare else []
    if not names or any(parse_whole(text) is not None for text in names):
        return sheet
    return replace(sheet, header=(str(column_label("player", "")), *sheet.header[1:]))


def by_player(sheet: ImportSheet, *, are_totals: bool = False) -> ImportSheet:
    """Totals with a row an evening and a column a player, turned: a row a player, whose number is
    that of the column, under a header whose number is that of the days. Another sheet stays as it
    is.

    No two rows are of one day, or of one table on a day. In half of them more people have points
    than sit at a table, or there are at least LEAST_EVENINGS, neither the header nor a name in each
    row says what they are, and they are no totals so far: a club that keeps deals has more than one
    a table. are_totals: a person said so, and one evening is enough, or what may be totals so far.
    """
    listed = without_sums(sheet)
    rows = listed.rows
    where, evenings = _evening_rows(sheet.header, rows)
    if not evenings:
        return sheet
    places = _score_places(sheet.header, rows)
    texts = [[_at(cells, place) for place in places] for _n, cells in rows]
    played = [sum(1 for one in row if one == FORMULA or _points_in(one)) for row in texts]
    is_wide = 2 * sum(1 for count in played if count > MOST_SEATS) >= len(rows)
    points = [list(map(_points_in, row)) for row in texts]
    if not is_wide and not _are_evenings(listed, points, are_totals=are_totals):
        return sheet
    header = (str(column_label("player", "")), *evenings)
    turned = [(p + 1, [sheet.header[p], *(_at(cells, p) for _n, cells in rows)]) for p in places]
    numbers = (sheet.header_row, *(number for number, _cells in rows))
    passed = tuple(
        text
        for place, text in enumerate(sheet.header)
        if text and place not in (*where, *places) and any(column_texts(rows, place))
    )
    return replace(
        listed, header=header, rows=turned, turned=numbers, header_row=where[0] + 1, passed=passed
    )


def _are_evenings(sheet: ImportSheet, points: Sequence[Sequence[int]], *, are_totals: bool) -> bool:
    """Whether rows of different days are whole evenings, by what stands beside the points."""
    if len(points[0]) < LEAST_PLAYERS or guess_kind(sheet.header) is not None:
        return False
    if any(_has_names(sheet.rows, place) for place in range(len(sheet.header))):
        return False
    return are_totals or (len(points) >= LEAST_EVENINGS and not _is_running(points))


def _has_names(rows: Sequence[NumberedRow], place: int) -> bool:
    """Whether each row has words of its own here, as in a list of people; a date has words too, and
    an hour ("20h30") has letters."""
    texts = {_at(cells, place) for _number, cells in rows}
    worded = (text[:1].isalpha() and not looks_like_date(text) for text in texts)
    return len(texts) == len(rows) and all(worded)


def _evening_rows(
    header: Sequence[str], rows: Sequence[NumberedRow]
) -> tuple[list[int], list[str]]:
    """The places of the days, and of the tables where days have several, and the evening of each
    row; nothing where two rows are of one. Days may stand in merged cells over their tables."""
    words = words_of(ImportKind.TOTALS)
    tables = [n for n, key in enumerate(header_keys(header)) if words.get(key) == "table"][:1]
    for place in range(len(header)):
        days = [_at(cells, place) for _number, cells in rows]
        for n in range(1, len(days) if tables else 0):
            days[n] = days[n] or days[n - 1]
        named = [
            AT_TABLE.join(filter(None, [day, *(_at(row[1], n) for n in tables)]))
            for day, row in zip(days, rows, strict=True)
        ]
        for where, evenings in (([place], days), ([place, *tables], named)):
            if all(map(is_evening, evenings)) and _are_apart(evenings):
                return where, evenings
    return [], []


def _are_apart(evenings: Sequence[str]) -> bool:
    """Whether no two are of one day, or table of it, whatever their hours."""
    named = [evening_of(text) for text in evenings]
    order = date_order(day for day, _table in named)
    return len({(read_date(day, order) or day, table) for day, table in named}) == len(named)


def _at(cells: Sequence[str], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _is_running(rows: Sequence[Sequence[int]]) -> bool:
    """Whether these are totals so far: on a deal, the difference of two rows, more players have the
    same points than in the totals."""
    steps = [
        [after - before for before, after in zip(*pair, strict=False)] for pair in pairwise(rows)
    ]
    return len(steps) > 1 and sum(map(_equal_in, steps)) >= MORE * sum(map(_equal_in, rows[1:]))


def _equal_in(points: Sequence[int]) -> int:
    """How many have the same points, of those most have."""
    return max(Counter(points).values(), default=0)


def _may_be_name(text: str) -> bool:
    if text.startswith(UNNAMED) or not any(map(str.isalpha, text)):
        return False
    # Beside an absent player's "abs" the row of a list would else be a header of names.
    is_other = is_evening(text) or is_absence(text) or is_known_header(text) or is_sum(text)
    return not is_other


def _is_column_of_numbers(rows: Sequence[NumberedRow], place: int) -> bool:
    """Whether at least half of the texts are numbers, but for those of absence: a cell with a slip
    ("12O") is an error of the column, and no reason to pass over all of it."""
    texts = [text for text in column_texts(rows, place) if not is_absence(text)]
    numbers = sum(1 for text in texts if text == FORMULA or parse_whole(text) is not None)
    return 2 * numbers >= len(texts) > 0


def _points_in(text: str) -> int:
    return parse_whole(text) or 0


def best_sheet(sheet: ImportSheet) -> str:
    """The name of the first sheet whose kind its header says, else the first one."""
    return next(iter(listed_sheets(sheet)), next(iter(sheet.heads), ""))


def listed_sheets(sheet: ImportSheet) -> list[str]:
    """The names of the sheets whose kind their header says."""
    return [name for name, rows in sheet.heads.items() if rows and _header_kind(rows)]


def _header_kind(rows: Sequence[NumberedRow]) -> ImportKind | None:
    (first_row, header), *others = rows
    head = ImportSheet(tuple(header), list(others), header_row=first_row)
    return kind_of(by_player(with_people(with_years(below_titles(head, is_known_header)))))


def kind_of(sheet: ImportSheet) -> ImportKind | None:
    """What a list is, by its header, else by scores of players that stand under it."""
    kind = guess_kind(sheet.header, has_day=bool(sheet.day or day_of(sheet)))
    is_scores = kind is None and score_keys(sheet.header, without_sums(sheet).rows)
    return ImportKind.DEALS if is_scores else kind
