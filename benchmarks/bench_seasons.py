"""What pages about seasons cost in a club of 300 members, 10 seasons and 100,000 deals; and what
recording one more deal costs there, and in a club of 100 deals.

Asked in this process, so that what is timed is the page alone. Beside each stands what of it the
processor did, and how long its own queries take when they are asked bare, one after the other.
SEASON_DEALS makes the club smaller; DATABASE_URL asks PostgreSQL (a database that may be filled),
else SQLite in a temporary folder. A database that has the club already is used as it is.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

ROUNDS = 20
SEASON_LIMIT, LIFETIME_LIMIT = 200, 400  # ms, 95 %
QUERIES_LIMIT = 15
SMALL = 100  # deals
EMAIL = "bench@example.org"
RECORDED = 40  # deals, in turns
SAME = 1.25  # one more deal in the large club, by one more in the small one


@contextmanager
def database() -> Iterator[None]:
    with tempfile.TemporaryDirectory(prefix="feutre-bench-") as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
        os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


def addresses(club: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Pages of the season that goes on, and pages over all seasons."""
    from django.urls import reverse

    from clubs.models import Player

    league = club.leagues.newest_first()[0]
    evening = league.evenings.order_by("held_on").last()
    played = Player.objects.filter(scores__deal__sitting__leagues__evening=evening)
    player, other = played.order_by("pk").distinct()[:2]
    season = {
        name: reverse(name, args=[club.slug, league.uuid])
        for name in (
            "league_standings",
            "league_evenings",
            "league_takers",
            "league_partners",
            "league_records",
        )
    }
    season["league_why"] = reverse("league_why", args=[club.slug, league.uuid, player.uuid])
    season["evening_show"] = reverse("evening_show", args=[club.slug, league.uuid, evening.uuid])
    profile = reverse("player_show", args=[player.uuid])
    season["player_show"] = f"{profile}?league={league.uuid}"
    lifetime = {
        "player_show": profile,
        "player_versus": reverse("player_versus", args=[player.uuid, other.uuid]),
        "club_statistics": reverse("club_statistics", args=[club.slug]),
        "statistics, size 4": reverse("club_statistics", args=[club.slug]) + "?size=4",
        "deal_list": reverse("deal_list", args=[club.slug]),
        "deals of a player": reverse("deal_list", args=[club.slug]) + f"?player={player.uuid}",
    }
    return season, lifetime


def ask(browser: Any, path: str) -> None:
    response = browser.get(path)
    if response.status_code != 200:
        raise RuntimeError(f"{path}: {response.status_code}")


def bare(queries: list[dict[str, Any]]) -> float:
    """Milliseconds that these queries take without Django's objects."""
    from django.db import connection

    start = time.perf_counter()
    with connection.cursor() as cursor:
        for query in queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute(query["sql"])
                cursor.fetchall()
    return (time.perf_counter() - start) * 1000


def measure(browser: Any, title: str, path: str, limit: int) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask(browser, path)
    with CaptureQueriesContext(connection) as captured:
        ask(browser, path)
    asked = list(captured.captured_queries)  # before the next request forgets them
    times, bares, worked = [], [], []
    for _ in range(ROUNDS):
        start, cpu = time.perf_counter(), time.process_time()
        ask(browser, path)
        times.append((time.perf_counter() - start) * 1000)
        worked.append((time.process_time() - cpu) * 1000)
        bares.append(bare(asked))
    p95, queries = statistics.quantiles(times, n=20)[-1], len(asked)
    ratio = statistics.median(times) / statistics.median(bares)
    kept = p95 <= limit and queries <= QUERIES_LIMIT
    print(
        f"  {title:<18} {statistics.median(times):7.0f} {p95:7.0f} ms {limit:6} "
        f"{statistics.median(worked):5.0f} {queries:8} {statistics.median(bares):8.0f} ms "
        f"{ratio:6.1f}  {'' if kept else 'MISSED'}"
    )


def one_more_deal(user: Any, clubs: dict[int, Any]) -> None:
    """Recorded by the service at an open table of each club, in turns."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    tables = {deals: open_table(user, club) for deals, club in clubs.items()}
    times: dict[int, list[float]] = {deals: [] for deals in clubs}
    counts = {}
    for number in range(1, RECORDED + 1):
        for deals, table in tables.items():
            cpu = time.process_time()
            record(user, table, number)
            times[deals].append((time.process_time() - cpu) * 1000)
    for deals, table in tables.items():
        with CaptureQueriesContext(connection) as captured:
            record(user, table, RECORDED + 1)
        counts[deals] = len(captured.captured_queries)
    print("  one more deal, in a club of")
    for deals, told in times.items():
        print(f"  {deals:>10,} deals {statistics.median(told):10.1f} ms {counts[deals]:19} queries")
    few, many = (statistics.median(times[deals]) for deals in sorted(times))
    kept = many <= SAME * few and len(set(counts.values())) == 1
    print(f"  ratio {many / few:21.2f}    {SAME}  {'' if kept else 'MISSED'}")


def open_table(user: Any, club: Any) -> Any:
    from clubs.access import Actor
    from clubs.core.games import get_game
    from clubs.services.tables.tables import open_sitting

    players = list(club.players.order_by("pk")[:4])
    rules = get_game("french").read_rules("fft")
    return open_sitting(
        Actor.of_user(user), club, players, rules, active_count=4, request_id=uuid4()
    )


def record(user: Any, table: Any, number: int) -> None:
    from clubs.access import Actor
    from clubs.services.tables.sittings import record_deal

    taker = str(table.seats.present()[0].player.uuid)
    told = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46}
    record_deal(Actor.of_user(user), table, told, number=number, request_id=uuid4())


def main() -> None:
    with database():
        from django.test import Client

        from benchmarks.big_club import Size, build
        from clubs.models import Club, Membership, Role, User

        size = Size(deals=int(os.environ.get("SEASON_DEALS", Size().deals)))
        start = time.perf_counter()
        club = Club.objects.filter(slug="bench").first() or build(size)
        small = Club.objects.filter(slug="small").first() or build(
            Size(members=10, seasons=1, deals=SMALL), "small"
        )
        print(f"a club of {size.deals:,} deals, made in {time.perf_counter() - start:.0f} s")
        user = User.objects.filter(email=EMAIL).first()
        user = user or User.objects.create_user(EMAIL, "not needed")
        for home in (club, small):
            Membership.objects.get_or_create(club=home, user=user, role=Role.ORGANISER)
        browser = Client(headers={"host": "127.0.0.1"})
        browser.force_login(user)
        season, lifetime = addresses(club)
        print("                      median     p95     limit   cpu  queries  bare SQL      ratio")
        for title, path in season.items():
            measure(browser, title, path, SEASON_LIMIT)
        print("  over all seasons")
        for title, path in lifetime.items():
            measure(browser, title, path, LIFETIME_LIMIT)
        one_more_deal(user, {SMALL: small, size.deals: club})


if __name__ == "__main__":
    main()
