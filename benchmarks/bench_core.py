"""How many deals core scores in a second, in one process: `python -m benchmarks.bench_core`.

The absolute figures are those of the machine; the ratios, to reading and writing the same lines
with `json` alone, may be compared between machines. The floors are those of the first release.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

from clubs.core.games import get_game
from clubs.games.french.core.checks import FrenchDeal, check_french_deal
from clubs.games.french.core.scoring import score_french

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "tests" / "data" / "deals_public.jsonl"
SECONDS = 1.0  # of measuring, for each figure
COMMAND_LINES = 150  # times the example file, for the command
COMMAND_ROUNDS = 3  # of which the best counts
FLOORS = {"score": 50_000, "check, score and explain": 15_000, "manage.py score": 8_000}  # deals/s


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
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
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


def command_rate(lines: list[str]) -> float:
    """`manage.py score` from a pipe to a pipe, its start taken off."""
    few = min(command_seconds(lines) for _ in range(COMMAND_ROUNDS))
    many = min(command_seconds(lines * COMMAND_LINES) for _ in range(COMMAND_ROUNDS))
    return len(lines) * (COMMAND_LINES - 1) / (many - few)


def command_seconds(lines: list[str]) -> float:
    told = "\n".join(lines)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "manage.py", "score"],
        input=told,
        text=True,
        stdout=subprocess.DEVNULL,
        check=True,
        cwd=ROOT,
        env={"SECRET_KEY": "benchmark", **os.environ},
    )
    return time.perf_counter() - start


def main() -> None:
    os.environ.update(DJANGO_SETTINGS_MODULE="benchmarks.settings", SECRET_KEY="benchmark")
    django.setup()  # adds the games
    lines = accepted_lines()
    baseline = json_rate(lines)
    print(f"{'json.loads and json.dumps (baseline)':38}{baseline:>12,.0f} lines/s")
    figures = {
        "score": score_rate(lines),
        "check, score and explain": answer_rate(lines),
        "manage.py score": command_rate(lines),
    }
    for name, figure in figures.items():
        print(
            f"{name:38}{figure:>12,.0f} deals/s   ratio {figure / baseline:5.2f}"
            f"   floor {FLOORS[name]:>7,}"
        )


if __name__ == "__main__":
    main()
