"""A seating plan as a chart for a terminal: rounds below each other, one table a line."""

from collections.abc import Iterator, Mapping
from typing import Any

from clubs.queries.tournaments.rounds.seating_words import certificate_sentences


def seating_text(document: Mapping[str, Any]) -> str:
    """The chart of a plan. document is what `seat --json` prints."""
    method = document["method"]
    methods = method if isinstance(method, str) else ", ".join(method)
    lines = [f"{methods}, seed {document['seed']}", ""]
    for round_ in document["rounds"]:
        lines += [*_round_lines(round_), ""]
    if any(table["players"] for round_ in document["rounds"] for table in round_["tables"]):
        lines += certificate_sentences(document["certificate"])
    return "\n".join(lines).rstrip("\n") + "\n"


def _round_lines(round_: Mapping[str, Any]) -> Iterator[str]:
    yield f"Round {round_['number']}"
    width = max((len(str(table["number"])) for table in round_["tables"]), default=0)
    names = [str(player) for table in round_["tables"] for player in table["players"]]
    wide = max(map(len, names), default=0)
    for table in round_["tables"]:
        players = "  ".join(str(player).ljust(wide) for player in table["players"])
        yield f"  table {table['number']:>{width}}  {players}".rstrip()
    if round_["byes"]:
        yield f"  bye {', '.join(map(str, round_['byes']))}"
