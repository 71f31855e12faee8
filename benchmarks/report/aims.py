"""What things may cost: the figures that the benchmarks judge, one by one.

`before` and `peers` were measured beside each other once, on SQLite if nothing else is said; of the
peers Victor is a FastAPI program on PostgreSQL, palantarot an Express one. Neither checks a right,
scores by house rules, logs, or is safe to repeat.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aim:
    """limit: the most that a figure may be, or the least where is_least; None where it is told
    only. part: the benchmark that measures it."""

    words: str
    unit: str
    limit: float | None
    part: str
    before: str = ""
    peers: str = ""
    is_least: bool = False

    def is_met(self, value: float) -> bool:
        if self.limit is None:
            return True
        return value >= self.limit if self.is_least else value <= self.limit


_HTTP, _TABLE, _CORE, _SERVER, _SIZE = "http", "table", "core", "server", "size"
_GROWTH, _HALL = "growth", "rehearsal"
_FEDERATION, _FAILOVER = "servers.federation", "servers.failover"
_SAVES = "Victor 10.1 ms, palantarot 4.8 ms, a bare INSERT 1.1 ms"

AIMS = {
    "save_bare": Aim("a deal to a bare view with one INSERT", "times", 3, _HTTP, "20", _SAVES),
    "save_cpu": Aim("a deal, CPU of the server", "ms", 6, _HTTP, "17.5", "Victor 9.9"),
    "save_peer": Aim(
        "a deal to another scorekeeper in the same run", "times", None, _HTTP, "2.0 to Victor"
    ),
    "save_8": Aim(
        "8 phones save, p95", "ms", 60, _HTTP, "680", "Victor 142, palantarot 62, bare INSERT 37"
    ),
    "save_20": Aim("20 phones save, saved in a second", "deals", 24, _HTTP, "12", "", True),
    "save_busy": Aim("20 phones save, answers 503 of 300", "answers", 0, _HTTP, "38"),
    "save_bare_pg": Aim(
        "the same on PostgreSQL, to a bare view", "times", 3, _HTTP, "20", "Victor 5.6"
    ),
    "save_cpu_pg": Aim("the same on PostgreSQL, CPU of the server", "ms", 6, _HTTP, "29.7", ""),
    "sheet_50": Aim("the sheet of 50 deals, CPU", "ms", 25, _TABLE, "82"),
    "sheet_500": Aim("the sheet of 500 deals, CPU", "ms", 40, _TABLE, "169"),
    "entry": Aim("deal entry, CPU", "ms", 20, _TABLE, "61"),
    "poll_new": Aim("a poll after a deal, 50 deals, CPU", "ms", 10, _TABLE, "71"),
    "poll_same": Aim("a poll without news to a bare 204", "times", 2, _TABLE, "1.9", "1"),
    "growth_slope": Aim(
        "pages of a club that played more, the steepest slope", "", 0.1, _GROWTH, "1.06",
        "palantarot 0.69, Victor 0.50",
    ),
    "growth_missed": Aim(
        "those that grow or are dear", "pages", 0, _GROWTH
    ),
    "file": Aim("a thousand deals as CSV, CPU", "ms", None, _GROWTH),
    "hall_save": Aim("a full hall saves on PostgreSQL, p95", "ms", 300, _HALL),
    "hall_news": Aim("an announcement is on its screens, p95", "s", 3, _HALL),
    "hall_lost": Aim("deals of the hall lost or doubled", "deals", 0, _HALL),
    "federation_missed": Aim("pages of a federation that miss a limit", "pages", 0, _FEDERATION),
    "federation_failed": Aim("its requests that failed", "requests", 0, _FEDERATION),
    "failover_away": Aim("nobody can save after the first server died", "s", None, _FAILOVER),
    "failover_pages": Aim("public pages refused meanwhile", "pages", 0, _FAILOVER),
    "score": Aim(
        "manage.py score, lines a second of CPU", "lines", 20_000, _CORE, "7,589", "json 63,096",
        is_least=True,
    ),
    "start": Aim("score, seat and standings --file start, the slowest", "s", 0.25, _CORE, "0.70"),
    "seat": Aim("manage.py seat 512 × 5", "s", 0.5, _CORE, "0.99", "a trivial rotation 0.028"),
    "score_memory": Aim("score, memory of 100,000 lines to 10,000", "times", 1.05, _CORE),
    "worker_memory": Aim(
        "a worker after 5,000 mixed requests, its share", "MB", 100, _SERVER, "110 after 1,000"
    ),
    "idle": Aim("an idle server, CPU in a minute", "s", 0.2, _SERVER, "0.38"),
    "deal_bytes": Aim(
        "a deal on PostgreSQL, with its indexes, without log", "bytes", 1_400, _SIZE, "2,100"
    ),
    "log_bytes": Aim("its entry in the log", "bytes", None, _SIZE, "1,400"),
}  # fmt: skip
