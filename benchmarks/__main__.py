"""What things cost: `make bench`; `make bench ARGS=core` for a part.

The parts are core, entry, growth, http, import, live, paper, rehearsal, seasons, seating, slow,
table, tournaments and weight.
"""

import sys

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
    "slow": bench_slow.main,
    "table": bench_table.main,
    "tournaments": bench_tournaments.main,
    "weight": bench_weight.main,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"No benchmark {unknown[0]!r}; there are: {', '.join(PARTS)}.")
    for name in names or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
