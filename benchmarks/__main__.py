"""What things cost: `make bench`; `make bench ARGS=core` for a part.

The parts are core, entry, growth, http, import, live, paper, rehearsal, seasons, seating, server,
size, slow, table, tournaments and weight. After them stands the table of the figures that have a
limit, of this run and of earlier ones. `entry --beside COMMIT` measures deal entry of that commit
in the same run. `--markdown` alone, or after parts, puts it into docs/performance.md.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import partial

from benchmarks import (
    bench_core,
    bench_entry,
    bench_growth,
    bench_http,
    bench_import,
    bench_live,
    bench_rehearsal,
    bench_seasons,
    bench_seating,
    bench_slow,
    bench_table,
    bench_tournament_paper,
    bench_tournaments,
    bench_weight,
)
from benchmarks.report.figures import kept_output
from benchmarks.report.page import figures_table, write_page
from benchmarks.servers import size, workers
from scorekeeper.frames import call_with_room

MARKDOWN = "--markdown"
BESIDE = "--beside"
MEASURE = "import sys; from benchmarks.__main__ import measure; measure(*sys.argv[1:])"

PARTS = {
    "core": bench_core.main,
    "entry": bench_entry.main,
    "growth": bench_growth.main,
    "http": bench_http.main,
    "import": bench_import.main,
    "live": bench_live.main,
    "paper": bench_tournament_paper.main,
    "rehearsal": bench_rehearsal.main,
    "seasons": bench_seasons.main,
    "seating": bench_seating.main,
    "server": workers.main,
    "size": size.main,
    "slow": bench_slow.main,
    "table": bench_table.main,
    "tournaments": bench_tournaments.main,
    "weight": bench_weight.main,
}


def measure(name: str, commit: str) -> None:
    """One part. commit: the one beside which entry measures; empty for none."""
    parts: dict[str, Callable[[], None]] = PARTS
    if commit:
        parts = {**PARTS, "entry": partial(bench_entry.main, commit)}
    with kept_output(name):
        call_with_room(parts[name])  # as the server calls a page


def main(words: list[str]) -> int:
    commit = ""
    if BESIDE in words:
        at = words.index(BESIDE)
        [commit] = words[at + 1 : at + 2] or sys.exit(f"{BESIDE} wants a commit.")
        words = [*words[:at], *words[at + 2 :]]
    names = [word for word in words if word != MARKDOWN]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"No benchmark {unknown[0]!r}; there are: {', '.join(PARTS)}.")
    for name in names if names or MARKDOWN in words else PARTS:
        # In a process of its own: Django keeps the settings, and the database, of the first part.
        if subprocess.run([sys.executable, "-c", MEASURE, name, commit], check=False).returncode:
            sys.exit(f"The benchmark {name!r} failed.")
    print(f"\n{figures_table()}")
    if MARKDOWN in words:
        write_page()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
