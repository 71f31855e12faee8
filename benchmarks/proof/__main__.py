"""Adds up kills of the server and hostile requests over many runs, until there are enough.

    python -m benchmarks.proof                  # the sums so far
    python -m benchmarks.proof --kills 20       # a run of benchmarks.kill_server
    python -m benchmarks.proof --requests 2000  # a run of tests/access/test_hostile.py

Each run takes a seed that none had before. Its figures are kept in runs.json: commit that file. A
run that failed is kept too, with what it said; its count is no proof. DATABASE_URL may name
PostgreSQL, for kills.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.server import ROOT

FILE = Path(__file__).with_name("runs.json")
WANTED = {"kills": 1_000, "requests": 100_000}
PHONES = 8

Run = dict[str, Any]


def kept_runs() -> list[Run]:
    runs: list[Run] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
    return runs


def keep(run: Run) -> None:
    lines = [json.dumps(each, ensure_ascii=False) for each in [*kept_runs(), run]]
    FILE.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n", "utf-8")


def next_seed(what: str) -> int:
    return max((run["seed"] for run in kept_runs() if run["what"] == what), default=0) + 1


def kill(count: int) -> Run:
    """The phones were told of so many deals; each of them is in the database once, or it failed."""
    seed = next_seed("kills")
    told = ["--kills", str(count), "--phones", str(PHONES), "--seed", str(seed)]
    done = _run("-m", "benchmarks.kill_server", *told)
    deals = re.search(r"(\d+) deals, each once", done.stdout)
    is_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return {
        **_head("kills", seed, count, done),
        "database": "postgresql" if is_postgres else "sqlite",
        "deals": int(deals[1]) if deals else 0,
    }


def attack(count: int) -> Run:
    """No answer of status 500 or more, nothing opened or written by who may not, or it failed."""
    seed = next_seed("requests")
    command = ["-m", "pytest", "tests/access/test_hostile.py", "-n", "0", "-q"]
    done = _run(*command, "--show-capture=no", f"--hostile={count}:{seed}")
    told = re.search(rf"^{count} hostile requests of seed {seed}: {{(.*)}}$", done.stdout, re.M)
    answers = re.findall(r"'(\w*)': (\d+)", told[1]) if told else []
    return {
        **_head("requests", seed, count, done),
        "answers": {name: int(number) for name, number in answers},
    }


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )


def _head(what: str, seed: int, count: int, done: subprocess.CompletedProcess[str]) -> Run:
    commit = ["git", "rev-parse", "--short", "HEAD"]
    return {
        "what": what,
        "seed": seed,
        "count": count,
        "commit": subprocess.check_output(commit, cwd=ROOT, text=True).strip(),
        "failed": (done.stdout + done.stderr)[-2000:] if done.returncode else "",
    }


def sums(runs: list[Run]) -> list[str]:
    lines = []
    for what, wanted in WANTED.items():
        sound = [run for run in runs if run["what"] == what and not run["failed"]]
        failed = sum(run["what"] == what and bool(run["failed"]) for run in runs)
        count = sum(run["count"] for run in sound)
        lines.append(
            f"{what}: {count} of {wanted}, in {len(sound)} runs; runs that failed: {failed}"
        )
    deals = sum(run.get("deals", 0) for run in runs)
    return [*lines, f"deals that phones were told are saved: {deals}, each there once"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--requests", type=int, default=0)
    told = parser.parse_args(arguments)
    made = [run(count) for run, count in ((kill, told.kills), (attack, told.requests)) if count]
    for run in made:
        keep(run)
        print(run["failed"] or f"{run['what']}: {run['count']} of seed {run['seed']}, sound.")
    print(*sums(kept_runs()), sep="\n")
    return int(any(run["failed"] for run in made))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
