"""What the pages and the polls of one table cost: CPU, in this process, without a server.

The middleware of production answers a client that takes gzip, as browsers do; the time is that of
the processor, so that whatever else the machine does counts little. All take turns, and the least
of ROUNDS counts beside the median. A deal is recorded before each round, after which a page that
showed the older sheet asks for what is new.
"""

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from benchmarks.bench_http import Club
from benchmarks.bench_live import found_poll

ROUNDS = 15
WARM_UP = 3
BARE, UNCHANGED = "an answer of nothing", "the sheet polled, nothing new"
MOST = {  # ms
    "the sheet of 50 deals": 25,
    "the sheet of 500 deals": 40,
    "deal entry": 20,
    "the sheet polled after a deal, 50 deals": 10,
}
MOST_OF_BARE = 2.0  # answers of nothing that a poll without news may cost


@contextmanager
def club_at_hand() -> Iterator[Club]:
    """A new database with the tables of bench_http, in this process."""
    with tempfile.TemporaryDirectory(prefix="feutre-bench-") as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="benchmarks.settings",
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
            SITE_URL="http://127.0.0.1",
        )
        import django
        from django.conf import settings
        from django.db import connections

        django.setup()
        connections.close_all()  # of another benchmark in this process
        settings.DATABASES["default"]["NAME"] = f"{folder}/bench.sqlite3"
        connections["default"].settings_dict["NAME"] = f"{folder}/bench.sqlite3"
        yield Club.make()
        connections.close_all()


class Phone:
    """The browser of the scorer."""

    def __init__(self, club: Club) -> None:
        from django.test import Client

        self.client: Any = Client(headers={"host": "127.0.0.1", "accept-encoding": "gzip"})
        self.plain: Any = Client(headers={"host": "127.0.0.1"})
        for client in (self.client, self.plain):
            client.cookies["sessionid"] = club.session

    def poll_of(self, page: str) -> str:
        """What the page asks for every two seconds."""
        return found_poll(page, self.plain.get(page).content.decode())

    def spent(self, path: str) -> tuple[float, int]:
        """Milliseconds of CPU for the answer, and its bytes."""
        start = time.process_time()
        response = self.client.get(path)
        spent = (time.process_time() - start) * 1000
        if response.status_code not in (200, 204):
            raise RuntimeError(f"{path}: {response.status_code}")
        return spent, len(response.content)


def as_served() -> None:
    """Lets the collector of garbage look at what scorekeeper/server.py has it look at."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


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
    with club_at_hand() as club:
        phone, sheets = Phone(club), club.sheets
        more = {count: next_deal(club, sheets[count]) for count in (50, 500)}
        spent: dict[str, list[tuple[float, int]]] = {}
        for turn in range(-WARM_UP, ROUNDS):
            older = {count: phone.poll_of(sheets[count]) for count in more}
            for record in more.values():
                record()
            paths = {
                BARE: "/bench/nothing/",
                UNCHANGED: phone.poll_of(sheets[50]),
                "the sheet of 50 deals": sheets[50],
                "the sheet of 500 deals": sheets[500],
                "deal entry": f"{sheets[50]}new/",
                "deal entry after a deal, its next form": f"{sheets[50]}new/follow/",
                "the sheet polled after a deal, 50 deals": older[50],
                "the sheet polled after a deal, 500 deals": older[500],
            }
            if turn == -1:
                as_served()
            for title, path in paths.items():
                figure = phone.spent(path)
                if turn >= 0:
                    spent.setdefault(title, []).append(figure)
        tell(spent)


def tell(spent: dict[str, list[tuple[float, int]]]) -> None:
    print(f"\nOne table in process, {ROUNDS} times       CPU, least     median      bytes")
    for title, figures in spent.items():
        times = [ms for ms, _ in figures]
        least, median, size = min(times), statistics.median(times), figures[-1][1]
        most = f"at most {MOST[title]}: {verdict(least, MOST[title])}" if title in MOST else ""
        print(f"  {title:<40} {least:7.2f} ms {median:7.2f} ms {size:8,}   {most}".rstrip())
    bare, poll = (statistics.median(ms for ms, _ in spent[title]) for title in (BARE, UNCHANGED))
    told = f"at most {MOST_OF_BARE:.0f}: {verdict(poll / bare, MOST_OF_BARE)}"
    print(f"  {'a poll without news to nothing':<40} {poll / bare:7.2f}    {told}")


def verdict(value: float, most: float) -> str:
    return "met" if value <= most else "MISSED"


if __name__ == "__main__":
    main()
