"""Whether deals survive the server: phones send while all of it is killed and started again.

Each phone keeps a deal until it is told that it is saved, and sends it again with the same id, as
js/offline/queue-send.js does. Every second one is at a table of a tournament, whose link it has
opened; the others are signed in. In the end every deal must be there once, in the order of its
phone, with sound scores and an unbroken log. DATABASE_URL may name a PostgreSQL server: a database
of its own is made there and dropped again; else a new SQLite file serves.

    python -m benchmarks.kill_server --kills 20 --phones 8
"""

import argparse
import http.client
import json
import math
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from scripts.server import ROOT, free_port

NAMES = ("Alice", "Bob", "Charlie", "Dora")
TOKEN = "k" * 32  # any cookie of the right shape is a CSRF token
PATIENCE = 300  # seconds for a server to answer at all: it starts for a minute on a busy machine
ANSWER = 60  # seconds for one answer; asked again meanwhile, such a machine had more to do
PAUSE = 0.02  # seconds between two attempts to reach a server that is away
LEAST, MOST = 3, 25  # deals that arrive between two kills
SEATS = 4
DEALS = 99  # of a round, the most there may be


class Server:
    """The server of production, in a process group of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "scorekeeper.server", f"127.0.0.1:{self.port}"],
            cwd=ROOT,
            start_new_session=True,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        wait_until_free(self.port)


def wait_until_free(port: int) -> None:
    """The workers of a killed server may hold its port for a moment: a server that is started in it
    would end at once, and the phones would wait for nobody."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as held, suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("127.0.0.1", port))
            return
        time.sleep(PAUSE)


class Phone(Thread):
    """Sends deals of one table, one after the other, until it is told to stop."""

    def __init__(self, port: int, table: "Table", stop: Event) -> None:
        super().__init__(daemon=True)
        self.port, self.table, self.stop = port, table, stop
        self.saved: list[UUID] = []
        self.sent = 0
        self.waits: list[float] = []  # seconds from the first attempt to the answer
        self.problem = ""

    def run(self) -> None:
        while not self.stop.is_set() and not self.problem and len(self.saved) < self.table.most:
            request_id, start = uuid4(), time.monotonic()
            while not self.is_saved(request_id) and not self.problem:
                if time.monotonic() - start > PATIENCE:
                    self.problem = "the server does not answer any more"
                time.sleep(PAUSE)
            self.waits.append(time.monotonic() - start)

    def is_saved(self, request_id: UUID) -> bool:
        number = len(self.saved) + 1
        self.sent += 1
        try:
            status, told = self.post(self.table.form(number, request_id))
        except (OSError, http.client.HTTPException, ValueError):
            return False  # never left, or its answer never came: nobody knows
        if status == 503:  # it is busy
            return False
        if (status, told.get("number")) != (200, number):
            self.problem = f"deal {number} was answered {status} {told}"
            return False
        self.saved.append(request_id)
        return True

    def post(self, form: dict[str, str]) -> tuple[int, dict[str, object]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER)
        try:
            connection.request("POST", self.table.path, urlencode(form), self.table.headers)
            response = connection.getresponse()
            body = response.read()
            return response.status, json.loads(body) if response.status < 500 else {}
        finally:
            connection.close()


def requests_of(sitting: Any) -> list[UUID]:
    """What the phones called the deals of a table, by number: only the log has it."""
    from clubs.models import AuditEntry

    made = AuditEntry.objects.filter(chain__uuid=sitting.uuid, action="record_deal")
    requests = dict(made.values_list("target_uuid", "request_id"))
    deals = sitting.deals.order_by("number").values_list("uuid", flat=True)
    return [requests[deal] for deal in deals]


class Table:
    """An open session, and what a phone sends to it: the browser's cookie, whose deals it keeps,
    and the most deals that are played there."""

    def __init__(self, sitting: Any, session: str, owner: str, most: float = math.inf) -> None:
        self.sitting, self.owner, self.most = sitting, owner, most
        self.path = f"/t/{sitting.uuid}/new/"
        players = sitting.seats.order_by("position").values_list("player__uuid", flat=True)
        self.takers = [str(uuid) for uuid in players]
        self.headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
        }

    def form(self, number: int, request_id: UUID) -> dict[str, str]:
        return {
            "number": str(number),
            "request_id": str(request_id),
            "owner": self.owner,
            "taker": self.takers[number % len(self.takers)],
            "contract": "garde",
            "oudlers": "2",
            "points": str(30 + number % 30),
            "counted": "attack",
        }

    def stored(self) -> list[UUID]:
        """The requests of the deals that the database has, by number."""
        numbers = list(self.sitting.deals.order_by("number").values_list("number", flat=True))
        if numbers != list(range(1, len(numbers) + 1)):
            raise SystemExit(f"The numbers of a table are {numbers}.")
        return requests_of(self.sitting)


class Club:
    """Made by the services, with a scorer who is signed in."""

    def __init__(self) -> None:
        from django.test import Client

        from clubs.access import Actor
        from clubs.http import owner_keys
        from clubs.models import User
        from clubs.services.people.clubs import create_club
        from clubs.services.people.roles import set_role

        user = User.objects.create_user("alice@example.org", "not needed", name="Alice")
        self.command = Actor.command("bench")
        self.club = create_club(self.command, "Bench", members=NAMES, request_id=uuid4())
        set_role(self.command, self.club, user, "scorer", request_id=uuid4())
        self.actor = Actor.of_user(user)
        [self.owner] = owner_keys(self.actor)
        self.players = list(self.club.players.order_by("pk"))
        browser = Client()
        browser.force_login(user)
        self.session = browser.cookies["sessionid"].value

    def tables(self, count: int) -> Iterator[Table]:
        from clubs.core.games import get_game
        from clubs.services.tables.tables import open_sitting

        rules = get_game("french").read_rules("fft")
        for _table in range(count):
            sitting = open_sitting(
                self.actor, self.club, self.players, rules, active_count=4, request_id=uuid4()
            )
            yield Table(sitting, self.session, self.owner)

    def tournament_tables(self, count: int) -> Iterator[Table]:
        """Of a first round that is published; whoever writes there has opened the table's link."""
        from clubs.access import Actor
        from clubs.http import owner_keys
        from clubs.models import Link, LinkKind, Sitting

        if not count:
            return
        self.publish_round(count)
        for sitting in Sitting.objects.filter(round__isnull=False).order_by("table_number"):
            link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE)
            [owner] = owner_keys(Actor("visitor", held=(str(link.uuid),)))
            yield Table(sitting, opened_by(link.token), owner, DEALS)

    def publish_round(self, tables: int) -> None:
        from django.utils import timezone

        from clubs.models import CheckInWay
        from clubs.queries.tournaments.entries.entries import EntryDetails
        from clubs.services.tournaments import tournaments, transitions
        from clubs.services.tournaments.entries import check_ins, entries
        from clubs.services.tournaments.rounds import draws, rounds

        tournament = tournaments.create_tournament(
            self.command,
            self.club,
            name="Bench",
            starts_at=timezone.now(),
            settings={"rounds_planned": 1, "deals_per_round": DEALS, "seating": "random"},
            request_id=uuid4(),
        )
        transitions.open_registration(self.command, tournament, request_id=uuid4())
        transitions.start_check_in(self.command, tournament, request_id=uuid4())
        for number in range(SEATS * tables):
            details = EntryDetails(f"P{number}")
            one = entries.add_entry(self.command, tournament, details, request_id=uuid4())
            check_ins.check_in(self.command, one, CheckInWay.DESK, request_id=uuid4())
        tournament.refresh_from_db()
        draws.draw_round(self.command, tournament, 1, request_id=uuid4())
        tournament.refresh_from_db()
        seen = {"warnings_seen": True}
        rounds.publish_round(self.command, tournament, 1, **seen, request_id=uuid4())


def opened_by(token: str) -> str:
    """The cookie of a browser that has opened this link."""
    from django.test import Client

    browser = Client(SERVER_NAME="127.0.0.1")
    browser.get(f"/s/{token}/")
    return browser.cookies["sessionid"].value


MIGRATED = "copy this database, in which all is migrated: a file of SQLite, a name on PostgreSQL"


@contextmanager
def database(migrated: str = "") -> Iterator[None]:
    """DATABASE_URL names a new one while the block runs, empty or a copy of the one named."""
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        with postgres_database(url, migrated or "template1"):
            yield
        return
    with tempfile.TemporaryDirectory(prefix="feutre-kill-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/kill.sqlite3"
        if migrated:
            copyfile(migrated, f"{folder}/kill.sqlite3")
        yield


@contextmanager
def postgres_database(url: str, template: str) -> Iterator[None]:
    import environ
    import psycopg

    known = environ.Env.db_url_config(url)
    told = {"dbname": known["NAME"], "user": known["USER"], "password": known["PASSWORD"]}
    told |= {"host": known["HOST"], "port": known["PORT"]}
    server = psycopg.connect(**{key: value for key, value in told.items() if value})
    server.autocommit = True
    name = f"feutre_kill_{os.getpid()}"
    server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    os.environ["DATABASE_URL"] = f"{url.rpartition('/')[0]}/{name}"
    try:
        yield
    finally:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        server.close()


def prepare(count: int) -> list[Table]:
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", verbosity=0)
    club = Club()
    tables = [*club.tables(count - count // 2), *club.tournament_tables(count // 2)]
    connections.close_all()
    return tables


def wait_for_deals(phones: list[Phone], count: int, server: Server | None = None) -> None:
    """Until so many more deals are saved. A server that ended by itself is not waited for."""
    until = time.monotonic() + PATIENCE
    goal = sum(len(phone.saved) for phone in phones) + count
    while sum(len(phone.saved) for phone in phones) < goal:
        problem = next((phone.problem for phone in phones if phone.problem), "")
        if problem or time.monotonic() > until:
            raise SystemExit(problem or "The server does not come back.")
        if server and (status := server.process.poll()) is not None:
            raise SystemExit(f"The server ended by itself: {status}.")
        time.sleep(PAUSE)


def play(tables: list[Table], kills: int, seed: int) -> tuple[list[Phone], float]:
    """All phones send; the server is killed so often, each time with deals on their way."""
    chance, stop, start = random.Random(seed), Event(), time.monotonic()
    server = Server(free_port())
    phones = [Phone(server.port, table, stop) for table in tables]
    try:
        for phone in phones:
            phone.start()
        for _kill in range(kills):
            wait_for_deals(phones, chance.randint(LEAST, MOST), server)
            server.kill()
            server.start()
        wait_for_deals(phones, MOST, server)
        stop.set()
        for phone in phones:
            phone.join(PATIENCE)
    finally:
        stop.set()
        with suppress(ProcessLookupError):
            server.kill()
    return phones, time.monotonic() - start


def check(phones: list[Phone]) -> None:
    """Raises SystemExit unless the database has what the phones were told, once, in order."""
    from django.core.management import call_command

    for phone in phones:
        if phone.problem:
            raise SystemExit(phone.problem)
        if phone.table.stored() != phone.saved:
            raise SystemExit("The database has not what a phone was told.")
    call_command("check_scores", stdout=sys.stdout, stderr=sys.stdout)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--migrated", default="", help=MIGRATED)
    told = parser.parse_args(arguments)
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    os.environ["SITE_URL"] = "http://127.0.0.1"
    with database(told.migrated):
        phones, seconds = play(prepare(told.phones), told.kills, told.seed)
        check(phones)
        saved = sum(len(phone.saved) for phone in phones)
        waits = sorted(wait for phone in phones for wait in phone.waits)
        close_connections()
    in_hall = sum(phone.table.most == DEALS for phone in phones)
    print(f"{told.kills} kills in {seconds:.0f} s.")
    print(f"{told.phones} phones, {in_hall} of them at a tournament: {saved} deals, each once.")
    print(f"Sent {sum(phone.sent for phone in phones)} times; from the first attempt to the answer")
    print(f"half of them {statistics.median(waits):.3f} s, the slowest {waits[-1]:.1f} s.")
    return 0


def close_connections() -> None:
    from django.db import connections

    connections.close_all()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    sys.exit(main(sys.argv[1:]))
