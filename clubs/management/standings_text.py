"""Standings as text in columns, for a terminal."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from clubs.core.standings.document import hundredths
from clubs.core.standings.rank import Normalise, Number, Row, Standings, Table
from clubs.queries.seasons.counted import DEALS, CountedWords

MINUS = "\N{MINUS SIGN}"
GAP = "  "
LEFT = frozenset({1, 7})  # columns of text


def standings_text(
    title: str,
    standings: Standings,
    names: Mapping[str, str] | None = None,
    words: CountedWords = DEALS,
) -> str:
    """Title, method, and the rows with their ranks; one table for each size under `own_size`.

    names: how players are called, where that is not their key; words: of what counts, in the
    language that is on.
    """
    names = names or {}
    settings = standings.settings
    about = [settings.method.value.replace("_", " ")]
    if settings.normalise is not Normalise.NONE:
        about.append(f"normalised: {settings.normalise.value.replace('_', ' ')}")
    if standings.as_of is not None:
        about.append(f"as of {standings.as_of}")
    lines = [title, ", ".join(about), ""]
    if settings.normalise is Normalise.OWN_SIZE:
        for size, table in standings.by_size.items():
            lines += [words.of_size % {"size": size}, *_table_lines(table, names, words), ""]
    else:
        lines += [*_table_lines(standings.table, names, words), ""]
    if standings.totals_as_scored:
        lines.append("Tables without deals count as scored.")
    return "\n".join(lines).rstrip("\n") + "\n"


def _table_lines(table: Table, names: Mapping[str, str], words: CountedWords) -> Iterator[str]:
    if not table.rows:
        yield "Nobody is in these standings yet."
    else:
        rows = (_row_cells(row, names, words) for row in table.rows)
        yield from columns([_headings(words), *rows], LEFT)
    total, penalties = number_text(table.total_sum), number_text(table.penalty_sum)
    yield f"Sum of totals {total}, penalties {penalties}"
    if table.hidden_count:
        yield f"Not shown because not qualified: {table.hidden_count}"
    for scale in table.scales:
        if scale.too_few:
            counted = words.of_size % {"size": scale.size}
            yield f"{counted} count as scored: there are only {scale.deals}."


def _headings(words: CountedWords) -> Sequence[str]:
    return ("", "Player", "Value", "Total", str(words.many), "Evenings", "Penalty", "")


def columns(lines: Sequence[Sequence[str]], left: Collection[int]) -> Iterator[str]:
    """Lines of equally many cells, one under the other; left: columns of text."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield GAP.join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def _row_cells(row: Row, names: Mapping[str, str], words: CountedWords) -> Sequence[str]:
    return (
        "–" if row.rank is None else f"{row.rank}{'=' if row.tied else ''}",
        names.get(row.player, row.player),
        "–" if row.value is None else number_text(row.value),
        number_text(row.total),
        str(row.deals),
        str(row.evenings),
        number_text(row.penalty) if row.penalty else "",
        ", ".join(_remarks(row, words)),
    )


def _remarks(row: Row, words: CountedWords) -> Iterator[str]:
    """Why a row has no rank, and what it brought along."""
    if row.guest:
        yield "guest"
    if row.provisional:
        yield "provisional"
    if row.missing_evenings:
        yield f"{row.missing_evenings} more evening{'s' if row.missing_evenings > 1 else ''}"
    if row.missing_deals:
        yield words.more(row.missing_deals)
    if row.carry_over:
        yield f"{number_text(row.carry_over)} carried over"


def number_text(value: Number) -> str:
    """Whole as it is, else with 2 places; minus is a real one."""
    if isinstance(value, int):
        text = str(abs(value))
    else:
        cents = abs(hundredths(value))
        text = f"{cents // 100}.{cents % 100:02}"
    return f"{MINUS}{text}" if value < 0 and text != "0.00" else text
