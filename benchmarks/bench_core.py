"""What core costs in one process, and the commands that need no database: `python -m
benchmarks.bench_core`. Seconds are those of the processor.

The absolute figures are those of the machine; the ratios, to reading and writing the same lines
with `json` alone, may be compared between machines.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import IO

import django

from benchmarks.report.figures import judge
from clubs.core.games import get_game
from clubs.games.french.core.checks import FrenchDeal, check_french_deal
from clubs.games.french.core.scoring import score_french
from scripts.server import ROOT

EXAMPLES = ROOT / "tests" / "data" / "deals_public.jsonl"
SECONDS = 1.0  # of measuring, for each figure
COMMAND_ROUNDS = 3  # of which the best counts
FEW, MANY = 10_000, 100_000  # lines, for the command
FLOORS = {"score": 50_000, "check, score and explain": 15_000}  # deals/s
STARTS = (
    ("score",),
    ("seat", "--players", "4", "--rounds", "1"),
    ("standings", "--file", "tests/data/league_small.json"),
)
SEAT = ("seat", "--players", "512", "--rounds", "5")
# A program of its own says what the command took: in one as large as this the system would tell
# our memory as that of the command, which begins as a copy.
TOLD = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def accepted_lines() -> list[str]:
    """The examples that are accepted, without what they expect."""
    requests = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]
    return [
        json.dumps({key: value for key, value in request.items() if key != "expect"})
        for request in requests
        if "scores" in request["expect"]
    ]


def rate(run: Callable[[], object], size: int) -> float:
    """Deals a second; the best of the rounds that fit the time, since others disturb the rest."""
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return size / best


def json_rate(lines: list[str]) -> float:
    """The baseline: `json.loads` and `json.dumps` of the same lines."""
    return rate(lambda: [json.dumps(json.loads(line)) for line in lines], len(lines))


def score_rate(lines: list[str]) -> float:
    """Records that are read and checked already, without breakdown."""
    french = get_game("french")
    checked = []
    for line in lines:
        told = json.loads(line)
        deal = check_french_deal(
            told["players"], french.read_rules(told.get("rules")), told["deal"]
        )
        if isinstance(deal, FrenchDeal):
            checked.append(deal)
    return rate(lambda: [score_french(deal) for deal in checked], len(checked))


def answer_rate(lines: list[str]) -> float:
    """From dictionaries: profile, checks, score, breakdown, warnings."""
    french = get_game("french")
    told = [json.loads(line) for line in lines]

    def run() -> None:
        for request in told:
            rules = french.read_rules(request.get("rules"))
            french.answer(request["players"], rules, request["deal"])

    return rate(run, len(told))


@dataclass(frozen=True, slots=True)
class Used:
    """By a command: seconds of the processor, and the most memory in MB."""

    seconds: float
    memory: float


def used_by(words: Sequence[str], lines: Iterable[str] = (), rounds: int = COMMAND_ROUNDS) -> Used:
    """Of the rounds the quickest. lines: for its standard input, which is a file."""
    with tempfile.TemporaryFile("w+") as typed:
        typed.writelines(f"{line}\n" for line in lines)
        return min((_used(words, typed) for _ in range(rounds)), key=lambda used: used.seconds)


def _used(words: Sequence[str], typed: IO[str]) -> Used:
    typed.seek(0)
    command = [sys.executable, "-S", "-c", TOLD, sys.executable, "manage.py", *words]
    done = subprocess.run(
        command, stdin=typed, capture_output=True, text=True, check=True, cwd=ROOT
    )
    seconds, memory = map(float, done.stdout.split())
    return Used(seconds, memory)


def commands(lines: list[str]) -> None:
    starts = {words[0]: used_by(words, lines[:1]).seconds for words in STARTS}
    told = ", ".join(f"{name} {seconds:.2f}" for name, seconds in starts.items())
    print(f"  start: {told} s")
    judge("start", max(starts.values()))
    few, many = (used_by(["score"], islice(cycle(lines), count), 1) for count in (FEW, MANY))
    judge("score", (MANY - FEW) / (many.seconds - few.seconds))
    print(f"  score: {few.memory:.1f} MB at {FEW:,} lines, {many.memory:.1f} MB at {MANY:,}")
    judge("score_memory", many.memory / few.memory)
    judge("seat", used_by(SEAT).seconds)


def main() -> None:
    os.environ.update(DJANGO_SETTINGS_MODULE="benchmarks.settings", SECRET_KEY="benchmark")
    django.setup()  # adds the games
    lines = accepted_lines()
    baseline = json_rate(lines)
    print(f"{'json.loads and json.dumps (baseline)':38}{baseline:>12,.0f} lines/s")
    figures = {
        "score": score_rate(lines),
        "check, score and explain": answer_rate(lines),
    }
    for name, figure in figures.items():
        print(
            f"{name:38}{figure:>12,.0f} deals/s   ratio {figure / baseline:5.2f}"
            f"   floor {FLOORS[name]:>7,}"
        )
    commands(lines)


if __name__ == "__main__":
    main()
