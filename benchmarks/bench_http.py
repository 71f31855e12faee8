"""What a request costs: the server of production on a new SQLite database, asked on 127.0.0.1.

Recording a deal is compared with a bare view that inserts one row: both pay for HTTP, for Django
and for one safe write to the disk. Requests follow each other on one connection and alternate, so
that whatever else the machine does meets both alike. Then several phones save at once. A view of
benchmarks/urls.py does what another scorekeeper does that checks nothing.

BENCH_DATABASE_URL names an empty database of PostgreSQL to measure there.
"""

import http.client
import json
import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Thread
from urllib.parse import urlencode
from uuid import uuid4

from benchmarks.load import Busy, Load, Processor, at_once
from benchmarks.report.aims import AIMS
from benchmarks.report.figures import judge
from scripts.server import free_port, serving

REQUESTS = 200
WARM_UP = 20
EVENING = 20  # deals at one table, then the next table
SHEETS = (5, 50, 500)  # deals
PHONES, EACH = 8, 25  # that save at once, each at its own table; deals
WRITERS, EACH_WRITER = 20, 15
BLOCK = 5  # requests of a kind between two looks at the processor time
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
        return self._answer(f"{method} {path}")

    def send_json(self, path: str, data: object) -> str:
        self.connection.request("POST", path, json.dumps(data))
        return self._answer(f"POST {path}")

    def _answer(self, asked: str) -> str:
        response = self.connection.getresponse()
        body = response.read().decode(errors="replace")  # a PDF is no text
        if response.status == 503:
            raise Busy
        if response.status >= 400:
            reason = re.sub(r"<[^>]+>|\s+", " ", body)
            raise RuntimeError(f"{asked}: {response.status} {reason[:500]}")
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
            DATABASE_URL=os.environ.get("BENCH_DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3"),
            SITE_URL=f"http://127.0.0.1:{port}",
        )
        club = Club.make()
        with serving(port, host) as club.server:
            yield port, club


class Club:
    """A club in the database of the benchmark, with a scorer who is signed in. server: the id of
    its first process."""

    server: int

    @classmethod
    def make(cls) -> "Club":
        import django
        from django.core.management import call_command
        from django.db import connection, connections

        django.setup()
        from benchmarks.urls import SCRATCH

        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            for statement in SCRATCH[connection.vendor]:
                cursor.execute(statement)
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
        self.sheets = {count: self.open_sitting(count) for count in SHEETS}

    def sign_in(self) -> str:
        from django.test import Client as Browser

        browser = Browser()
        browser.force_login(self.user)
        return browser.cookies["sessionid"].value

    def evenings(self, deals: int) -> list[str]:
        """Enough new tables for so many deals."""
        from django.db import connections

        addresses = [self.open_sitting() for _ in range(-(-deals // EVENING))]
        connections.close_all()
        return addresses

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
    """The form of the next deal, sent again and again as the page would send it, at one of these
    tables after the other."""

    def __init__(self, client: Client, club: Club, tables: Sequence[str]) -> None:
        self.client = client
        self.addresses = [f"{address}new/" for address in tables]
        self.taker, self.called = (str(player.uuid) for player in club.players[:2])
        page = client.request("GET", self.addresses[0])
        inputs = re.findall(r"<input\b[^>]*type=\"hidden\"[^>]*>", page)
        self.hidden = {attribute("name", text): attribute("value", text) for text in inputs}
        self.sent = 0
        self.request_id = uuid4()

    def send(self) -> None:
        evening, played = divmod(self.sent, EVENING)
        self.client.request(
            "POST",
            self.addresses[evening],
            {
                **self.hidden,
                "number": str(played + 1),
                "request_id": str(self.request_id),
                "taker": self.taker,
                "called_0": self.called,
                "contract": "garde",
                "oudlers": "2",
                "points": "46",
                "counted": "attack",
            },
        )
        self.sent += 1
        self.request_id = uuid4()


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


def compare_writes(port: int, club: Club) -> None:
    client = Client(port, club.session)
    calls = write_calls(client, club)
    times: dict[str, list[float]] = {title: [] for title in calls}
    for turn in range(-WARM_UP, REQUESTS):
        for title, call in calls.items():
            spent = milliseconds(call)
            if turn >= 0:
                times[title].append(spent)
    spent_cpu = processor_times(Processor(club.server), calls)
    for title, spent_times in times.items():
        show(title, spent_times, f"{spent_cpu[title]:7.2f} ms")
    bare, account, peer, deal = (statistics.median(spent_times) for spent_times in times.values())
    judge_here("save_bare", deal / bare)
    judge_here("save_cpu", spent_cpu["saving a deal"])
    judge_here("save_peer", deal / peer)
    print(f"  {'a deal to the account view':<38} {deal / account:7.2f}")


def write_calls(client: Client, club: Club) -> dict[str, Callable[[], object]]:
    from benchmarks.urls import PEER_DEAL

    recording = Recording(client, club, club.evenings(WARM_UP + 2 * REQUESTS))
    token = {"csrfmiddlewaretoken": recording.hidden["csrfmiddlewaretoken"]}
    return {
        "a bare view, one INSERT": lambda: client.request("POST", "/bench/insert/", {}),
        "the same, signed in": lambda: client.request("POST", "/bench/account/", token),
        "another scorekeeper, two commits": lambda: client.send_json("/bench/peer/", PEER_DEAL),
        "saving a deal": recording.send,
    }


def processor_times(
    processor: Processor, calls: Mapping[str, Callable[[], object]]
) -> dict[str, float]:
    """What one request of each kind costs the server, in ms; blocks of them in turns."""
    spent = dict.fromkeys(calls, 0.0)
    for _ in range(REQUESTS // BLOCK):
        for title, call in calls.items():
            before = processor.milliseconds()
            for _ in range(BLOCK):
                call()
            spent[title] += processor.milliseconds() - before
    return {title: total / (REQUESTS // BLOCK * BLOCK) for title, total in spent.items()}


def save_at_once(port: int, club: Club) -> None:
    from benchmarks.urls import PEER_DEAL

    clients = [Client(port, club.session) for _ in range(PHONES)]
    bare = [lambda c=c: c.request("POST", "/bench/insert/", {}) for c in clients]
    show_load(f"{PHONES} phones, a bare view", at_once(bare, EACH))
    peers = [lambda c=c: c.send_json("/bench/peer/", PEER_DEAL) for c in clients]
    show_load(f"{PHONES} phones, another scorekeeper", at_once(peers, EACH))
    load = recorded_at_once(port, club, PHONES, EACH)
    show_load(f"{PHONES} phones save", load)
    judge_here("save_8", load.p95)
    load = recorded_at_once(port, club, WRITERS, EACH_WRITER)
    show_load(f"{WRITERS} phones save", load)
    judge_here("save_20", load.per_second)
    judge_here("save_busy", load.busy)


def recorded_at_once(port: int, club: Club, phones: int, deals: int) -> Load:
    """Each phone writes at a table of its own. The first deal of each is not counted."""
    writers = [
        Recording(Client(port, club.session), club, club.evenings(deals + 1)) for _ in range(phones)
    ]
    for writer in writers:
        writer.send()
    return at_once([writer.send for writer in writers], deals)


def show(title: str, times: list[float], more: str = "") -> None:
    median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"  {title:<38} {median:7.2f} ms {p95:7.2f} ms {more}")


def show_load(title: str, load: Load) -> None:
    show(title, load.times, f"{load.per_second:7.0f} a second, {load.busy} × 503")


def judge_here(key: str, value: float) -> None:
    """On PostgreSQL some of the figures have limits of their own, and the others none."""
    own = f"{key}_pg" if on_postgresql() else key
    if own in AIMS:
        judge(own, value)


def on_postgresql() -> bool:
    return os.environ["DATABASE_URL"].startswith("postgres")


def main() -> None:
    with installation() as (port, club):
        client = Client(port, club.session)
        print(f"\nOver HTTP, {REQUESTS} requests each             median        p95        CPU")
        compare_writes(port, club)
        save_at_once(port, club)
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
