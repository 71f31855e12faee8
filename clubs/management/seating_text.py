"""A seating plan as a chart for a terminal: rounds below each other, one table a line."""

from collections.abc import Iterator, Mapping
from typing import Any

from clubs.queries.tournaments.rounds.seating_words import certificate_sentences


def seating_text(document: Mapping[str, Any]) -> str:
    """document: as `seat --json` has it."""
    method = document["method"]
    methods = method if isinstance(method, str) else ", ".join(method)
    lines = [f"{methods}, seed {document['seed']}", ""]
    for round_ in document["rounds"]:
        lines += [*_round_lines(round_), ""]
    if any(table["players"] for round_ in document["rounds"] for table in round_["tables"]):
        lines += certificate_sentences(document["certificate"])
    return "\n".join(lines).rstrip("\n") + "\n"


def _round_lines(told: Mapping[str, Any]) -> Iterator[str]:
    yield f"Round {told['number']}"
    width = max((len(str(table["number"])) for table in told["tables"]), default=0)
    names = [str(player) for table in told["tables"] for player in table["players"]]
    wide = max(map(len, names), default=0)
    for table in told["tables"]:
        players = "  ".join(str(player).ljust(wide) for player in table["players"])
        yield f"  table {table['number']:>{width}}  {players}".rstrip()
    if told["byes"]:
        yield f"  bye {', '.join(map(str, told['byes']))}"
