"""The titles of a season and their holders, from the documents of its standings and its statistics.

- champion, second, third: the ranks 1 to 3 of the standings; those who share a rank share the
  title, so that two champions have no second after them. With a ranking for each table size, each
  size has its own.
- best_taker: rank 1 among the takers, by the lower bound of the interval, with the base that the
  club asks for.
- best_pair: rank 1 among the partners, by the shrunk synergy, where that is more than nothing.
- highest_deal, largest_made, best_evening, longest_run, most_takes, biggest_comeback: who holds
  these records. The other records are no titles: nobody is proud of the largest failure, the
  closest evening belongs to all who were there, and the rarest contract and a slam are luck.

Guests hold titles where the ranking or the record behind it names them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

PODIUM = {1: "champion", 2: "second", 3: "third"}
RECORDS = (
    "highest_deal",
    "largest_made",
    "best_evening",
    "longest_run",
    "most_takes",
    "biggest_comeback",
)

Document = Mapping[str, Any]


def season_titles(standings: Document, statistics: Document | None) -> list[dict[str, Any]]:
    """The titles in the order above. Each has `_title`, `size` (of its tables, or null), `players`,
    and `value` as the document behind it has it: exact, as text where it may be a fraction. Without
    statistics the places of the standings are the only titles."""
    if statistics is None:
        return list(_podiums(standings))
    return [
        *_podiums(standings),
        *_best_taker(statistics["club"]["takers"]),
        *_best_pair(statistics["partners"]["pairs"]),
        *_record_holders(statistics["records"]),
    ]


def _title(
    name: str, players: Sequence[str], value: object, size: int | None = None
) -> dict[str, Any]:
    return {"title": name, "size": size, "players": sorted(players), "value": value}


def _podiums(standings: Document) -> Iterator[dict[str, Any]]:
    if "by_size" not in standings:
        yield from _podium(standings["rows"])
        return
    for size in sorted(standings["by_size"], key=int):
        yield from _podium(standings["by_size"][size]["rows"], int(size))


def _podium(rows: Sequence[Document], size: int | None = None) -> Iterator[dict[str, Any]]:
    for rank, name in PODIUM.items():
        here = [row for row in rows if row["rank"] == rank]
        if here:
            value = here[0].get("value_exact") or str(here[0]["value"])
            yield _title(name, [row["player"] for row in here], value, size)


def _best_taker(takers: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """The value is the rate that has the lower bound."""
    best = [row for row in takers if row["rank"] == 1]
    if best:
        value = f"{best[0]['made']}/{best[0]['taken']}"
        yield _title("best_taker", [row["player"] for row in best], value)


def _best_pair(pairs: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """Pairs that share the rank have a title each: who belongs to whom would else be lost."""
    for row in pairs:
        if row["rank"] == 1 and Fraction(row["shrunk"]) > 0:
            yield _title("best_pair", row["players"], row["shrunk"])


def _record_holders(records: Document) -> Iterator[dict[str, Any]]:
    for name in RECORDS:
        record = records[name]
        if record is not None:
            value = record["length"] if name == "longest_run" else record["value"]
            yield _title(name, [record["player"]], str(value))
