"""Prints the figures of a run, and keeps them for docs/performance.md (`report/page.py`)."""

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import date
from typing import TextIO

from benchmarks.report.aims import AIMS
from scripts.server import ROOT

FIGURES = ROOT / ".make" / "figures.jsonl"
OUTPUTS = ROOT / ".make" / "bench"


def judge(key: str, value: float) -> None:
    """Prints a figure with its limit, and keeps it."""
    aim = AIMS[key]
    verdict = "met" if aim.is_met(value) else "MISSED"
    limit = "" if aim.limit is None else f"{verdict} (at {_end(aim.is_least)} {aim.limit:g})"
    print(f"  {aim.words:<52} {value:10,.2f} {aim.unit:<6} {limit}".rstrip())
    FIGURES.parent.mkdir(exist_ok=True)
    with FIGURES.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"key": key, "value": value, "on": date.today().isoformat()}) + "\n")


def _end(is_least: bool) -> str:
    return "least" if is_least else "most"


def kept_figures() -> dict[str, tuple[float, str]]:
    """The newest value of each figure, and the day on which it was measured."""
    if not FIGURES.exists():
        return {}
    rows = map(json.loads, FIGURES.read_text(encoding="utf-8").splitlines())
    return {row["key"]: (row["value"], row["on"]) for row in rows}


@contextmanager
def kept_output(name: str) -> Iterator[None]:
    """Keeps what a part prints, beside printing it."""
    OUTPUTS.mkdir(parents=True, exist_ok=True)
    printed = _Kept(sys.stdout)
    with redirect_stdout(printed):
        yield
    (OUTPUTS / f"{name}.txt").write_text(printed.getvalue(), encoding="utf-8")


class _Kept(io.StringIO):
    def __init__(self, screen: TextIO) -> None:
        super().__init__()
        self.screen = screen

    def write(self, text: str) -> int:
        self.screen.write(text)
        return super().write(text)

    def flush(self) -> None:
        self.screen.flush()
