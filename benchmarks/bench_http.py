"""What a request costs: the server of production on a new SQLite database, asked on 127.0.0.1.

Recording a deal is compared with a bare view that inserts one row: both pay for HTTP, for Django
and for one safe write to the disk. Requests follow each other on one connection and alternate, so
that whatever else the machine does meets both alike.
"""

import http.client
import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from urllib.parse import urlencode
from uuid import uuid4

from scripts.server import free_port, serving

REQUESTS = 200
WARM_UP = 20
EVENING = 20  # deals at one table, then the next table
SHEETS = (5, 50, 500)  # deals
TARGET = 3.0  # a deal may cost this many bare inserts
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Frank")


class Client:
    """One kept connection with the cookies of a signed-in browser."""

    def __init__(self, port: int, session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = {"sessionid": session}

    def request(self, method: str, path: str, data: dict[str, str] | None = None) -> str:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if data is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, urlencode(data or {}), headers)
        response = self.connection.getresponse()
        body = response.read().decode(errors="replace")  # a PDF is no text
        if response.status >= 400:
            reason = re.sub(r"<[^>]+>|\s+", " ", body)
            raise RuntimeError(f"{method} {path}: {response.status} {reason[:500]}")
        for name, value in re.findall(r"^(\w+)=([^;]*)", response.getheader("Set-Cookie") or ""):
            self.cookies[name] = value
        return body


def milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


@contextmanager
def installation(host: str = "127.0.0.1") -> Iterator[tuple[int, "Club"]]:
    """A server on a new database, and what is in it."""
    with tempfile.TemporaryDirectory(prefix="feutre-bench-") as folder:
        port = free_port()
        os.environ.update(
            DJANGO_SETTINGS_MODULE="benchmarks.settings",
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
            SITE_URL=f"http://127.0.0.1:{port}",
        )
        club = Club.make()
        with serving(port, host):
            yield port, club


class Club:
    """A club in the database of the benchmark, with a scorer who is signed in."""

    @classmethod
    def make(cls) -> "Club":
        import django
        from django.core.management import call_command
        from django.db import connection, connections

        django.setup()
        from benchmarks.urls import SCRATCH

        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(SCRATCH)
        club = cls()
        connections.close_all()
        return club

    def __init__(self) -> None:
        from clubs.access import Actor
        from clubs.models import User
        from clubs.services.people.clubs import create_club
        from clubs.services.people.roles import set_role

        self.user = User.objects.create_user("alice@example.org", "not needed", name="Alice")
        command = Actor.command("bench")
        self.club = create_club(command, "Bench", members=NAMES, request_id=uuid4())
        set_role(command, self.club, self.user, "scorer", request_id=uuid4())
        self.actor = Actor.of_user(self.user)
        self.players = list(self.club.players.order_by("pk"))
        self.session = self.sign_in()
        self.evenings = [self.open_sitting() for _ in range(-(-(REQUESTS + WARM_UP) // EVENING))]
        self.sheets = {count: self.open_sitting(count) for count in SHEETS}

    def sign_in(self) -> str:
        from django.test import Client as Browser

        browser = Browser()
        browser.force_login(self.user)
        return browser.cookies["sessionid"].value

    def open_sitting(self, deals: int = 0) -> str:
        """A table of five with so many deals; its address."""
        from clubs.core.games import get_game
        from clubs.services.tables import sittings
        from clubs.services.tables.tables import open_sitting

        rules = get_game("french").read_rules("fft")
        sitting = open_sitting(
            self.actor, self.club, self.players, rules, active_count=5, request_id=uuid4()
        )
        uuids = [str(player.uuid) for player in self.players]
        for number in range(1, deals + 1):
            taker, called = uuids[number % 5], uuids[(number + 2) % 5]
            record = {
                "taker": taker,
                "contract": "garde",
                "oudlers": 2,
                "points": 30 + number % 30,
                "called": [called],
            }
            sittings.record_deal(self.actor, sitting, record, number=number, request_id=uuid4())
        return f"/t/{sitting.uuid}/"

    def queries(self, path: str) -> int:
        """How many queries a page makes, asked without the server."""
        from django.db import connection
        from django.test import Client as Browser
        from django.test.utils import CaptureQueriesContext

        browser = Browser(headers={"host": "127.0.0.1"})
        browser.cookies["sessionid"] = self.session
        with CaptureQueriesContext(
            connection,
        ) as captured:
            response = browser.get(path)
        if response.status_code != 200:
            raise RuntimeError(f"{path}: {response.status_code}")
        return len(captured)


class Recording:
    """The form of the next deal, sent again and again as the page would send it."""

    def __init__(self, client: Client, club: Club) -> None:
        self.client = client
        self.addresses = [f"{address}new/" for address in club.evenings]
        self.taker, self.called = (str(player.uuid) for player in club.players[:2])
        page = client.request("GET", self.addresses[0])
        inputs = re.findall(r"<input\b[^>]*type=\"hidden\"[^>]*>", page)
        self.hidden = {attribute("name", text): attribute("value", text) for text in inputs}
        self.sent = 0

    def send(self) -> None:
        evening, played = divmod(self.sent, EVENING)
        self.client.request(
            "POST",
            self.addresses[evening],
            {
                **self.hidden,
                "number": str(played + 1),
                "request_id": str(uuid4()),
                "taker": self.taker,
                "called_0": self.called,
                "contract": "garde",
                "oudlers": "2",
                "points": "46",
                "counted": "attack",
            },
        )
        self.sent += 1


def attribute(name: str, element: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', element)
    return found[1] if found else ""


def polls_per_second(port: int, club: Club, seconds: float = 3.0, clients: int = 8) -> float:
    """Unchanged polls that eight phones get answered, together."""
    page = Client(port, club.session).request("GET", club.sheets[50])
    found = re.search(r'hx-get="(/t/[-0-9a-f]+/sheet/\?[^"]+)"', page)
    if found is None:
        raise RuntimeError("The sheet does not say what to poll.")
    path = found[1].replace("&amp;", "&")
    counts = [0] * clients
    until = time.monotonic() + seconds

    def ask(index: int) -> None:
        client = Client(port, club.session)
        while time.monotonic() < until:
            client.request("GET", path)
            counts[index] += 1

    threads = [Thread(target=ask, args=(index,)) for index in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def compare_writes(client: Client, club: Club) -> None:
    recording = Recording(client, club)
    token = {"csrfmiddlewaretoken": recording.hidden["csrfmiddlewaretoken"]}
    calls = {
        "a bare view, one INSERT": lambda: client.request("POST", "/bench/insert/", {}),
        "the same, signed in": lambda: client.request("POST", "/bench/account/", token),
        "saving a deal": recording.send,
    }
    times: dict[str, list[float]] = {title: [] for title in calls}
    for turn in range(-WARM_UP, REQUESTS):
        for title, call in calls.items():
            spent = milliseconds(call)
            if turn >= 0:
                times[title].append(spent)
    for title, spent_times in times.items():
        show(title, spent_times)
    bare, account, deal = (statistics.median(spent_times) for spent_times in times.values())
    verdict = "met" if deal / bare <= TARGET else "MISSED"
    print(f"  {'a deal to the bare view (at most 3)':<38} {deal / bare:7.2f}    {verdict}")
    print(f"  {'a deal to the account view':<38} {deal / account:7.2f}")


def show(title: str, times: list[float]) -> None:
    median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"  {title:<38} {median:7.2f} ms {p95:7.2f} ms")


def main() -> None:
    with installation() as (port, club):
        client = Client(port, club.session)
        print(f"\nOver HTTP, {REQUESTS} requests each             median        p95")
        compare_writes(client, club)
        for count, path in club.sheets.items():
            times = [milliseconds(lambda path=path: client.request("GET", path)) for _ in range(30)]
            show(f"sheet of {count} deals, {club.queries(path)} queries", times[5:])
        path = f"{club.sheets[50]}print/"
        times = [milliseconds(lambda: client.request("GET", path)) for _ in range(15)]
        show(f"sheet of 50 deals as PDF, {club.queries(path)} queries", times[5:])
        rate = polls_per_second(port, club)
        print(f"  {'polls without news, 8 phones':<38} {rate:7.0f} a second")


if __name__ == "__main__":
    main()
