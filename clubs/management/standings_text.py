"""Standings as text in columns, for a terminal."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from clubs.core.standings.document import hundredths
from clubs.core.standings.rank import LeagueRanking, LeagueRow, LeagueStandings, Normalise, Number
from clubs.numbers import MINUS
from clubs.queries.seasons.counted import DEALS, CountedWords

GAP = "  "
LEFT = frozenset({1, 7})  # columns of text


def standings_text(
    title: str,
    standings: LeagueStandings,
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
            lines += [words.of_size % {"size": size}, *_ranking_lines(table, names, words), ""]
    else:
        lines += [*_ranking_lines(standings.table, names, words), ""]
    if standings.totals_as_scored:
        lines.append("Tables without deals count as scored.")
    return "\n".join(lines).rstrip("\n") + "\n"


def _ranking_lines(
    table: LeagueRanking, names: Mapping[str, str], words: CountedWords
) -> Iterator[str]:
    if not table.rows:
        yield "Nobody is in these standings yet."
    else:
        rows = (_league_row_cells(row, names, words) for row in table.rows)
        counted = str(words.many)
        headings = ("", "Player", "Value", "Total", counted, "Evenings", "Penalty", "")
        yield from aligned_lines([headings, *rows], LEFT)
    total, penalties = number_text(table.total_sum), number_text(table.penalty_sum)
    yield f"Sum of totals {total}, penalties {penalties}"
    if table.hidden_count:
        yield f"Not shown because not qualified: {table.hidden_count}"
    for scale in table.scales:
        if scale.too_few:
            counted = words.of_size % {"size": scale.size}
            yield f"{counted} count as scored: there are only {scale.deals}."


def aligned_lines(lines: Sequence[Sequence[str]], left: Collection[int]) -> Iterator[str]:
    """The lines with their cells in columns of one width. left are the columns of text."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield GAP.join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def _league_row_cells(
    row: LeagueRow, names: Mapping[str, str], words: CountedWords
) -> Sequence[str]:
    return (
        "–" if row.rank is None else f"{row.rank}{'=' if row.tied else ''}",
        names.get(row.player, row.player),
        "–" if row.value is None else number_text(row.value),
        number_text(row.total),
        str(row.deals),
        str(row.evenings),
        number_text(row.penalty) if row.penalty else "",
        ", ".join(_league_remarks(row, words)),
    )


def _league_remarks(row: LeagueRow, words: CountedWords) -> Iterator[str]:
    """Why a row has no rank, and the points that it brought along."""
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
    """A whole number as it is, another one with 2 places, both with a real minus sign."""
    if isinstance(value, int):
        text = str(abs(value))
    else:
        cents = abs(hundredths(value))
        text = f"{cents // 100}.{cents % 100:02}"
    return f"{MINUS}{text}" if value < 0 and text != "0.00" else text
