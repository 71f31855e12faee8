"""An evening on PostgreSQL with a streaming replica behind pgbouncer; the first server is killed in
the middle of it, and the replica takes its place.

Phones send deals over HTTP, each again until it is acknowledged. Replication is synchronous: what
was acknowledged is in both. While nobody can write, public pages come from the replica. In the end
every acknowledged deal must be there once, in the order of its phone.

    python -m benchmarks.servers.failover --phones 4
"""

import argparse
import http.client
import os
import sys
import time
from threading import Event
from typing import Any
from uuid import uuid4

from benchmarks.kill_server import Phone, check, close_connections, prepare, wait_for_deals
from benchmarks.report.figures import judge
from benchmarks.servers.cluster import Cluster, cluster
from scripts.server import free_port, serving

BEFORE, AFTER = 60, 60  # deals that arrive before the server is killed, and after
AWAY = 3.0  # seconds until the replica is promoted


def show_season() -> str:
    """A public page of the club that the phones play in."""
    from datetime import date

    from clubs.access import Actor
    from clubs.models import Club
    from clubs.services.seasons.leagues import create_league, open_league, show_league

    organiser, club = Actor.command("bench"), Club.objects.get(slug="bench")
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    league = create_league(organiser, club, name="Season", **days, request_id=uuid4())
    open_league(organiser, league, request_id=uuid4())
    parts = {"standings": False, "results": False, "calendar": True}
    show_league(organiser, league, **parts, request_id=uuid4())
    close_connections()
    return f"/c/{club.slug}/public/"


def public_pages(port: int, path: str, seconds: float) -> list[int]:
    """What a visitor is answered, again and again for so long."""
    until, statuses = time.monotonic() + seconds, []
    while time.monotonic() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", path)
        statuses.append(connection.getresponse().status)
        connection.close()
    return statuses


def play(servers: Cluster, count: int) -> dict[str, Any]:
    tables = prepare(count)
    path, stop, port = show_season(), Event(), free_port()
    replica = {"DATABASE_REPLICA_URL": servers.url(servers.SECOND)}
    with serving(port, **replica):
        phones = [Phone(port, table, stop) for table in tables]
        for phone in phones:
            phone.start()
        wait_for_deals(phones, BEFORE)
        servers.kill_first()
        killed = time.monotonic()
        acknowledged = sum(len(phone.saved) for phone in phones)
        statuses = public_pages(port, path, AWAY)
        servers.promote()
        servers.point_pooler(servers.SECOND, reload=True)
        while sum(len(phone.saved) for phone in phones) <= acknowledged + 1:
            time.sleep(0.02)
        away = time.monotonic() - killed
        wait_for_deals(phones, AFTER)
        stop.set()
        for phone in phones:
            phone.join(60)
    check(phones)
    close_connections()
    return {
        "deals": sum(len(phone.saved) for phone in phones),
        "sent": sum(phone.sent for phone in phones),
        "away": away,
        "pages": len(statuses),
        "refused": sum(status != 200 for status in statuses),
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--phones", type=int, default=4)
    told = parser.parse_args(arguments or [])
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    os.environ["SITE_URL"] = "http://127.0.0.1"
    with cluster() as servers:
        servers.start_first()
        servers.start_pooler()
        servers.start_replica()
        os.environ["DATABASE_URL"] = servers.url(servers.POOLER)
        seen = play(servers, told.phones)
    print(f"The first server was killed; nobody could save for {seen['away']:.1f} s,")
    print(f"of which it took {AWAY:.0f} s until the replica was promoted.")
    print(f"Public pages meanwhile: {seen['pages']}, refused {seen['refused']}.")
    print(f"{seen['deals']} deals acknowledged, sent {seen['sent']} times: 0 lost, each once.")
    judge("failover_away", seen["away"])
    judge("failover_pages", seen["refused"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
