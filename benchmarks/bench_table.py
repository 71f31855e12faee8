"""What the pages and the polls of one table cost the server of production: CPU.

It is read from the process that answers, by a connection that is kept, before and after a few
requests that take gzip as browsers do. Time of the processor counts, so that what else the machine
does matters little; all take turns, and the least of ROUNDS stands beside the median. Before each
round a deal is recorded, and a page that shows the sheet before it asks for what is new.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from benchmarks.bench_http import Client, Club
from benchmarks.bench_live import poll_address, set_up
from benchmarks.report.figures import judge
from scripts.server import free_port, serving

ROUNDS = 12
WARM_UP = 3
TIMES = 5  # requests between two readings
BARE, UNCHANGED = "an answer of nothing", "the sheet polled, nothing new"
FIGURES = {
    "sheet_50": "the sheet of 50 deals",
    "sheet_500": "the sheet of 500 deals",
    "entry": "deal entry",
    "poll_new": "the sheet polled after a deal, 50 deals",
}


@contextmanager
def installation() -> Iterator[tuple[int, Club]]:
    """A server on a new database with the tables of bench_http."""
    with tempfile.TemporaryDirectory(prefix="feutre-bench-") as folder:
        port = free_port()
        set_up(folder, port)
        club = Club.make()
        with serving(port):
            yield port, club


class Meter:
    """One kept connection: all that it asks is answered by one process of the server."""

    def __init__(self, port: int, session: str) -> None:
        self.client = Client(port, session)

    def read(self) -> float:
        return float(self.client.request("GET", "/bench/spent/"))

    def spent(self, path: str) -> float:
        """Milliseconds of CPU for one request, with a share of reading them."""
        start = self.read()
        for _ in range(TIMES):
            self.client.connection.request("GET", path, headers=self.headers)
            response = self.client.connection.getresponse()
            response.read()
            if response.status not in (200, 204):
                raise RuntimeError(f"{path}: {response.status}")
        return (self.read() - start) / TIMES

    @property
    def headers(self) -> dict[str, str]:
        return {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.client.cookies.items()),
            "Accept-Encoding": "gzip",
        }


def next_deal(club: Club, page: str) -> Callable[[], None]:
    """Records one more deal at the table of this page, each time it is called."""
    from clubs.models import Sitting
    from clubs.services.tables import sittings

    sitting: Any = Sitting.objects.get(uuid=page.split("/")[2])
    uuids = [str(player.uuid) for player in club.players]

    def record() -> None:
        number = sitting.deals.count() + 1
        told = {"taker": uuids[0], "called": [uuids[1]], "contract": "garde", "oudlers": 2}
        told |= {"points": 40 + number % 10}
        sittings.record_deal(club.actor, sitting, told, number=number, request_id=uuid4())

    return record


def main() -> None:
    with installation() as (port, club):
        meter, sheets = Meter(port, club.session), club.sheets
        more = {count: next_deal(club, sheets[count]) for count in (50, 500)}
        spent: dict[str, list[float]] = {}
        for turn in range(-WARM_UP, ROUNDS):
            older = {count: poll_address(meter.client, sheets[count]) for count in more}
            for record in more.values():
                record()
            paths = {
                BARE: "/bench/nothing/",
                UNCHANGED: poll_address(meter.client, sheets[50]),
                "the sheet of 50 deals": sheets[50],
                "the sheet of 500 deals": sheets[500],
                "deal entry": f"{sheets[50]}new/",
                "deal entry, its next form": f"{sheets[50]}new/follow/",
                "the sheet polled after a deal, 50 deals": older[50],
                "the sheet polled after a deal, 500 deals": older[500],
            }
            for title, path in paths.items():
                figure = meter.spent(path)
                if turn >= 0:
                    spent.setdefault(title, []).append(figure)
        tell(spent)


def tell(spent: dict[str, list[float]]) -> None:
    print(f"\nCPU of the server, one table, {ROUNDS} times {TIMES}     least     median")
    reading = min(spent[BARE]) / (TIMES + 1)  # a reading is an answer of nearly nothing
    for title, figures in spent.items():
        least, median = (each(figures) - reading for each in (min, statistics.median))
        print(f"  {title:<40} {least:7.2f} ms {median:7.2f} ms")
    for key, title in FIGURES.items():
        judge(key, min(spent[title]) - reading)
    bare, poll = (min(spent[title]) - reading for title in (BARE, UNCHANGED))
    judge("poll_same", poll / bare)


if __name__ == "__main__":
    main()
