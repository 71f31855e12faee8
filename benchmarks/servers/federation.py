"""A federation: 500 clubs, 20,000 people, 5 million deals; then every page of its largest, a middle
and its smallest club, asked by 1, 4 and 16 clients together.

    python -m benchmarks.servers.federation --percent 10

The server of production, on a database of its own: on the PostgreSQL server that DATABASE_URL
names, else SQLite. Printed are, for each page, its processor time with one client (that of a
PostgreSQL server on this machine too), and what 19 of 20 answers keep below with each number of
clients. The clients run on the same machine and take their share of it.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

from benchmarks.bench_http import Client
from benchmarks.kill_server import MIGRATED, close_connections, database
from benchmarks.report.figures import judge
from benchmarks.servers.federation_rows import ClubSize, sizes, write
from scripts.server import free_port, serving

LIMIT_MS = 300  # of 19 in 20 answers with 4 clients
WAITS = 10  # with 16 clients an answer may take so many times the processor time of its page
SECONDS = 4.0  # for one page by so many clients
TICK = os.sysconf("SC_CLK_TCK")
OPEN_DEALS = 30
CLIENTS = (1, 4, 16)
ASKED = 24  # times a page by each client, if there is time


class Processes:
    """Processor seconds of the server and of PostgreSQL, read from /proc."""

    def __init__(self) -> None:
        self.postmasters = postmaster()

    def seconds(self) -> float:
        """Of all that descends from us, and of PostgreSQL with what ended of it; our own threads
        are not among them."""
        parents, spent = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                told = path.read_text().rpartition(")")[2].split()
            except OSError:  # gone meanwhile
                continue
            pid = int(path.parent.name)
            parents[pid], spent[pid] = int(told[1]), sum(map(int, told[11:15]))
        below, waiting = set(self.postmasters), [os.getpid(), *self.postmasters]
        while waiting:
            parent = waiting.pop()
            found = [pid for pid, above in parents.items() if above == parent]
            below.update(found)
            waiting += found
        return sum(spent[pid] for pid in below) / TICK


def postmaster() -> list[int]:
    """The process of PostgreSQL that started ours there, where it is of this machine."""
    from django.db import connection

    if connection.vendor != "postgresql" or connection.settings_dict["HOST"][:1] not in {"", "/"}:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [int(told[1])]


def account(slugs: list[str]) -> tuple[Any, str]:
    """An organiser of these clubs, and the cookie of a browser."""
    from django.test import Client as Browser

    from clubs.models import Club, Membership, Role, User

    user = User.objects.create_user("bench@example.org", "not needed")
    for club in Club.objects.filter(slug__in=slugs):
        Membership.objects.create(club=club, user=user, role=Role.ORGANISER)
    browser = Browser()
    browser.force_login(user)
    return user, browser.cookies["sessionid"].value


def open_table(user: Any, club: Any) -> str:
    """Where an evening is played: its address."""
    from clubs.access import Actor
    from clubs.core.games import get_game
    from clubs.services.tables.sittings import record_deal
    from clubs.services.tables.tables import open_sitting

    actor, rules = Actor.of_user(user), get_game("french").read_rules("fft")
    players = list(club.players.order_by("pk")[:4])
    table = open_sitting(actor, club, players, rules, active_count=4, request_id=uuid4())
    taker = str(players[0].uuid)
    told = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46}
    for number in range(1, OPEN_DEALS + 1):
        record_deal(actor, table, told, number=number, request_id=uuid4())
    return f"/t/{table.uuid}/"


def pages(user: Any, slug: str) -> dict[str, str]:
    """The pages of a club whose cost could grow with it, or with all others."""
    from clubs.models import Club, Player

    club = Club.objects.get(slug=slug)
    home, table = f"/c/{slug}/", open_table(user, club)
    league = club.leagues.newest_first()[0]
    season, shown = f"{home}s/{league.uuid}/", f"{home}public/{league.uuid}/"
    evening = league.evenings.order_by("held_on").last()
    at_evening = Player.objects.filter(scores__deal__sitting__leagues__evening=evening)
    player, other = at_evening.order_by("pk").distinct()[:2]
    return {
        "club home": home,
        "member list": f"{home}members/",
        "tables": f"{home}tables/",
        "new table": f"{home}tables/new/",
        "deals": f"{home}deals/",
        "statistics of the club": f"{home}statistics/",
        "seasons": f"{home}s/",
        "standings": season,
        "evenings": f"{season}evenings/",
        "an evening": f"{season}evenings/{evening.uuid}/",
        "takers": f"{season}takers/",
        "partners": f"{season}partners/",
        "records": f"{season}records/",
        "race": f"{season}race/",
        "duels": f"{season}duels/",
        "player": f"/p/{player.uuid}/",
        "head to head": f"/p/{player.uuid}/versus/{other.uuid}/",
        "sheet": table,
        "deal entry": f"{table}new/",
        "log of the table": f"{table}log/",
        "spectators": f"{table}live/",
        "public: club": f"{home}public/",
        "public: standings": shown,
        "public: evening": f"{shown}{evening.uuid}/",
        "front page": "/",
    }


class Load:
    """So many clients that ask for one page, one request after the other each."""

    def __init__(self, port: int, session: str, path: str, clients: int, most: int) -> None:
        self.port, self.session, self.path, self.most = port, session, path, most
        self.times: list[float] = []
        self.errors: list[str] = []
        self.until = time.monotonic() + SECONDS
        threads = [Thread(target=self.ask) for _ in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def ask(self) -> None:
        client, asked = Client(self.port, self.session), 0
        while asked < self.most and (asked < 2 or time.monotonic() < self.until):
            start = time.perf_counter()
            try:
                client.request("GET", self.path)
            except (OSError, RuntimeError) as error:
                self.errors.append(str(error))
                break
            self.times.append((time.perf_counter() - start) * 1000)
            asked += 1
        client.connection.close()

    @property
    def p95(self) -> float:
        if len(self.times) < 2:
            return self.times[0] if self.times else float("inf")
        return statistics.quantiles(self.times, n=20, method="inclusive")[-1]


def measure(port: int, session: str, path: str, processes: Processes) -> tuple[float, list[Load]]:
    """Milliseconds of processor time, and what each number of clients met."""
    Load(port, session, path, 2, 2)  # both processes have what they keep
    before = processes.seconds()
    loads = [Load(port, session, path, CLIENTS[0], ASKED)]
    cpu = (processes.seconds() - before) * 1000 / max(len(loads[0].times), 1)
    more = (Load(port, session, path, each, ASKED) for each in CLIENTS[1:])
    return cpu, [*loads, *more]


def verdict(cpu: float, loads: list[Load]) -> str:
    problems = []
    if errors := [error for load in loads for error in load.errors]:
        problems.append(f"{len(errors)} ERRORS ({errors[0][:60]})")
    if loads[1].p95 > LIMIT_MS:
        problems.append("MISSED with 4")
    if loads[-1].p95 > WAITS * cpu:
        problems.append("MISSED with 16")
    return ", ".join(problems)


def measure_all(told: list[ClubSize]) -> tuple[int, int]:
    """Prints a line a page; how many miss a limit, and how many requests failed."""
    chosen = {"large": told[0], "middle": told[len(told) // 2], "small": told[-1]}
    user, session = account([size.slug for size in chosen.values()])
    asked = {name: pages(user, size.slug) for name, size in chosen.items()}
    processes, port, missed, failed = Processes(), free_port(), 0, 0
    close_connections()
    with serving(port):
        for name, size in chosen.items():
            print(f"  {name}: {size.deals:,} deals, {size.people} people")
            print("                            cpu ms   p95 with 1       4      16")
            for title, path in asked[name].items():
                cpu, loads = measure(port, session, path, processes)
                told_of = verdict(cpu, loads)
                missed += bool(told_of)
                failed += sum(len(load.errors) for load in loads)
                shown = "".join(f"{load.p95:8.0f}" for load in loads)
                print(f"    {title:<24}{cpu:6.0f}    {shown}  {told_of}", flush=True)
    return missed, failed


def ask_each_once(told: list[ClubSize]) -> int:
    """Every page of every club, once; how many requests failed."""
    slugs = [size.slug for size in told]
    user, session = account(slugs)
    asked = {slug: pages(user, slug) for slug in slugs}
    port, failed = free_port(), 0
    close_connections()
    with serving(port):
        for slug in slugs:
            for title, path in asked[slug].items():
                load = Load(port, session, path, 1, 1)
                failed += len(load.errors)
                print(f"  {slug}: {title}", *load.errors, flush=True)
    return failed


def weigh() -> None:
    """What the rows take, on PostgreSQL."""
    from django.db import connection

    from clubs.models import Deal

    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        [size] = cursor.fetchone()
    deals = Deal.objects.count()
    print(f"  {size / 2**20:,.0f} MB, {size / deals:,.0f} bytes a deal without the log")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--percent", type=float, default=1)
    parser.add_argument("--check", action="store_true", help="ask each page once")
    parser.add_argument("--migrated", default="", help=MIGRATED)
    told = parser.parse_args(arguments or [])
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    os.environ["SITE_URL"] = "http://127.0.0.1"
    missed = 0
    with database(told.migrated):
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        clubs, start = sizes(told.percent), time.perf_counter()
        write(clubs)
        deals, people = (sum(getattr(size, name) for size in clubs) for name in ("deals", "people"))
        seconds = time.perf_counter() - start
        print(f"{len(clubs)} clubs, {people:,} people, {deals:,} deals, written in {seconds:.0f} s")
        weigh()
        if told.check:
            failed = ask_each_once(clubs)
        else:
            missed, failed = measure_all(clubs)
        close_connections()
    if not told.check:
        print(f"{missed} pages miss a limit.")
        judge("federation_missed", missed)
        judge("federation_failed", failed)
    print(f"{failed} requests failed.")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
