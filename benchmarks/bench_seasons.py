"""What pages about seasons cost in a club of 300 members, 10 seasons and 100,000 deals.

Asked in this process, so that what is timed is the page alone. Beside each stands how long its own
queries take when they are asked bare, one after the other. SEASON_DEALS makes the club smaller;
DATABASE_URL asks PostgreSQL (a database that may be filled), else SQLite in a temporary folder.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ROUNDS = 20
SEASON_LIMIT, LIFETIME_LIMIT = 200, 400  # ms, 95 %
QUERIES_LIMIT = 15


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
    player = played.order_by("pk")[0]
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
        "club_statistics": reverse("club_statistics", args=[club.slug]),
        "deal_list": reverse("deal_list", args=[club.slug]),
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
    times, bares = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        ask(browser, path)
        times.append((time.perf_counter() - start) * 1000)
        bares.append(bare(asked))
    p95, queries = statistics.quantiles(times, n=20)[-1], len(asked)
    ratio = statistics.median(times) / statistics.median(bares)
    kept = p95 <= limit and queries <= QUERIES_LIMIT
    print(
        f"  {title:<18} {statistics.median(times):7.0f} {p95:7.0f} ms {limit:6} "
        f"{queries:8} {statistics.median(bares):8.0f} ms {ratio:6.1f}  {'' if kept else 'MISSED'}"
    )


def main() -> None:
    with database():
        from django.test import Client

        from benchmarks.big_club import Size, build
        from clubs.models import Membership, Role, User

        size = Size(deals=int(os.environ.get("SEASON_DEALS", Size().deals)))
        start = time.perf_counter()
        club = build(size)
        print(f"a club of {size.deals:,} deals, made in {time.perf_counter() - start:.0f} s")
        user = User.objects.create_user("bench@example.org", "not needed")
        Membership.objects.create(club=club, user=user, role=Role.ORGANISER)
        browser = Client(headers={"host": "127.0.0.1"})
        browser.force_login(user)
        season, lifetime = addresses(club)
        print("                      median     p95     limit  queries  bare SQL      ratio")
        for title, path in season.items():
            measure(browser, title, path, SEASON_LIMIT)
        print("  over all seasons")
        for title, path in lifetime.items():
            measure(browser, title, path, LIFETIME_LIMIT)


if __name__ == "__main__":
    main()
