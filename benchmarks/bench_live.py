"""What it costs that people watch: polls of the sheet, of the live page and of the club's screen.

The server of production with the demo club on a new SQLite database.
PHONES ask as fast as they are answered; a real one asks every two seconds. The clients run on the
same machine, so the ratio to a view that does nothing says more than the absolute figure.
"""

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any
from uuid import uuid4

from benchmarks.bench_http import Client, milliseconds, show
from scripts.server import free_port, serving

PHONES = 8
ROUNDS = 6  # of which the first warms up and the best counts
SECONDS = 0.6  # of asking, for each figure and round
DEALS = 30  # after each of which the boards are asked for anew
CROWD = 100  # phones that see the same new deal


@dataclass(frozen=True)
class Board:
    """A page that polls, who looks at it, and how they are let in."""

    title: str
    page: str
    session: str


class Demo:
    """The demo club, and those who watch it: a member, a guest by a link, a television."""

    def __init__(self) -> None:
        from clubs.access import Actor
        from clubs.models import LinkKind, Sitting, User
        from clubs.services.people import links

        self.sitting: Any = Sitting.objects.open().free().order_by("pk").last()
        scorer = User.objects.get(email="scorer@feutre.example")
        self.actor = lambda: Actor.of_user(scorer)
        club, table = self.sitting.club, f"/t/{self.sitting.uuid}/"
        ids = {"request_id": uuid4()}
        watch = links.invite(self.actor(), self.sitting, LinkKind.WATCH, **ids)
        screen = links.open_club_screen_link(self.actor(), club, request_id=uuid4())
        member = self.signed_in(User.objects.get(email="member@feutre.example"))
        guest, television = self.come_in(watch.token), self.come_in(screen.token)
        board = f"/c/{club.slug}/live/"
        self.boards = [
            Board("the sheet, a member", table, member),
            Board("a table live, a member", f"{table}live/", member),
            Board("a table live, a guest", f"{table}live/", guest),
            Board("all tables, a member", board, member),
            Board("all tables, a television", board, television),
        ]

    def signed_in(self, user: Any) -> str:
        from django.test import Client as Browser

        browser = Browser()
        browser.force_login(user)
        return str(browser.cookies["sessionid"].value)

    def come_in(self, token: str) -> str:
        from django.test import Client as Browser

        browser = Browser(headers={"host": "127.0.0.1"})
        browser.get(f"/s/{token}/")
        return str(browser.cookies["sessionid"].value)

    def record(self) -> None:
        """The next deal at the table."""
        from clubs.services.tables import sittings

        self.sitting.refresh_from_db()
        uuids = [str(seat.player.uuid) for seat in self.sitting.seats.present()]
        active = self.sitting.active_count
        told: dict[str, Any] = {"taker": uuids[0], "contract": "garde", "oudlers": 2, "points": 46}
        if active > 4:
            told["called"] = [uuids[1]] * (active - 4)
        if len(uuids) > active:
            told["out"] = uuids[active:]
        number = self.sitting.deals.count() + 1
        sittings.record_deal(self.actor(), self.sitting, told, number=number, request_id=uuid4())


def set_up(folder: str, port: int) -> None:
    """Lets this process, and a server that it starts, have a database in this folder."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="benchmarks.settings",
        DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
        SITE_URL=f"http://127.0.0.1:{port}",
    )
    import django
    from django.conf import settings
    from django.db import connections

    django.setup()
    connections.close_all()  # of another benchmark in this process
    settings.DATABASES["default"]["NAME"] = f"{folder}/bench.sqlite3"
    connections["default"].settings_dict["NAME"] = f"{folder}/bench.sqlite3"


@contextmanager
def installation() -> Iterator[tuple[int, Demo]]:
    """A server on a new database with the demo, and what is in it."""
    with tempfile.TemporaryDirectory(prefix="feutre-bench-") as folder:
        port = free_port()
        set_up(folder, port)
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        call_command("demo", verbosity=0, stdout=open(os.devnull, "w"))  # noqa: SIM115
        demo = Demo()
        connections.close_all()
        with serving(port):
            yield port, demo


def poll_address(client: Client, page: str) -> str:
    """What a page asks for, with what it shows."""
    return found_poll(page, client.request("GET", page))


def found_poll(page: str, html: str) -> str:
    """The same in what was answered at this address."""
    found = re.search(r'hx-get="([^"]+/(?:sheet|board)/[^"]*)"', html)
    if found is None:
        raise RuntimeError(f"{page} does not say what to poll.")
    return found[1].replace("&amp;", "&")


def per_second(port: int, session: str, path: str) -> float:
    """How often PHONES together are answered."""
    counts = [0] * PHONES
    until = time.monotonic() + SECONDS

    def ask(index: int) -> None:
        client = Client(port, session)
        while time.monotonic() < until:
            client.request("GET", path)
            counts[index] += 1

    at_once(ask)
    return sum(counts) / SECONDS


def at_once(ask: Callable[[int], None]) -> None:
    threads = [Thread(target=ask, args=(index,)) for index in range(PHONES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def unchanged(port: int, demo: Demo) -> None:
    """In turns, so that whatever else the machine does meets all alike."""
    paths = {board: poll_address(Client(port, board.session), board.page) for board in demo.boards}
    rates: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        found = per_second(port, "", "/bench/nothing/")
        rates.setdefault("a bare view, nothing asked", []).append(found)
        for board, path in paths.items():
            found = per_second(port, board.session, path)
            rates.setdefault(board.title, []).append(found)
    best = {title: max(found[1:]) for title, found in rates.items()}
    bare = next(iter(best.values()))
    print(f"\nPolls without news, {PHONES} phones             a second   to bare")
    for title, rate in best.items():
        print(f"  {title:<38} {rate:9,.0f} {rate / bare:9.2f}")


def changed(port: int, demo: Demo) -> None:
    clients = {board: Client(port, board.session) for board in demo.boards}
    bare = Client(port, "")
    times: dict[str, list[float]] = {}

    def take(title: str, client: Client, path: str) -> None:
        spent = milliseconds(lambda: client.request("GET", path))
        times.setdefault(title, []).append(spent)

    for _ in range(DEALS):
        paths = {board: poll_address(client, board.page) for board, client in clients.items()}
        demo.record()
        take("a bare view, nothing asked", bare, "/bench/nothing/")
        for board, path in paths.items():
            take(board.title, clients[board], path)
    print(f"\nPolls after a deal, {DEALS} of them             median        p95")
    for title, spent in times.items():
        show(title, spent)


def crowd(port: int, demo: Demo) -> None:
    """How long until CROWD phones have seen one new deal."""
    board = demo.boards[2]
    path = poll_address(Client(port, board.session), board.page)
    demo.record()

    def ask(index: int) -> None:
        client = Client(port, board.session)
        for _ in range(index, CROWD, PHONES):
            client.request("GET", path)

    spent = milliseconds(lambda: at_once(ask))
    print(f"  {f'{CROWD} guests see one new deal, in all':<38} {spent:7.0f} ms")


def main() -> None:
    with installation() as (port, demo):
        unchanged(port, demo)
        changed(port, demo)
        crowd(port, demo)


if __name__ == "__main__":
    main()
