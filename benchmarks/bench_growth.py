"""What pages cost in clubs that differ only in how much was played: 3,000 and 30,000 deals of 300
members in 10 seasons, in one database.

Of each page the processor time of this process, best and median, in each club; the slope between
the smallest and the largest (0: the same time, 1: in proportion to the deals); and in the largest
the time that its reads of sums take when they are asked bare. A page passes with a slope under 0.1,
or with at most 40 ms or three times its bare reads. In a larger club more people have met, and
there are more evenings to draw, so that the kilobytes of a page are told as well.

SEASON_DEALS names other sizes, as "3000,900000"; DATABASE_URL another database, which is used as it
is where it has the clubs. Otherwise SQLite in a temporary folder.
"""

import math
import os
import statistics
import time
from typing import Any

from benchmarks.bench_seasons import EMAIL, bare, database

DEALS = "3000,30000"
ROUNDS = 9
MOST_SLOPE, LEAST_MS, TIMES_BARE = 0.1, 40, 3
SUMS = ("clubs_share", "clubs_span", "clubs_leaguesitting")


def addresses(club: Any) -> dict[str, str]:
    from django.urls import reverse

    league = club.leagues.newest_first()[0]
    evening = league.evenings.order_by("held_on").last()
    seats = evening.tables.order_by("pk")[0].sitting.seats.select_related("player")
    one, other = (seat.player for seat in seats.order_by("pk")[:2])
    profile, home = reverse("player_show", args=[one.uuid]), [club.slug]
    season = [*home, league.uuid]
    return {
        "club home": reverse("club_home", args=home),
        "member list": reverse("member_list", args=home),
        "tables": reverse("table_list", args=home),
        "new table": reverse("table_new", args=home),
        "deals": reverse("deal_list", args=home),
        "player": profile,
        "player, one season": f"{profile}?league={league.uuid}",
        "head to head": reverse("player_versus", args=[one.uuid, other.uuid]),
        "club statistics": reverse("club_statistics", args=home),
        "statistics, size 4": reverse("club_statistics", args=home) + "?size=4",
        "season statistics": reverse("league_takers", args=season),
        "partners": reverse("league_partners", args=season),
        "season records": reverse("league_records", args=season),
        "everybody's duels": reverse("league_duels", args=season),
        "standings": reverse("league_standings", args=season),
        "race": reverse("league_race", args=season),
        "seasons": reverse("league_list", args=home),
        "records": reverse("club_records", args=home),
        "records, size 4": reverse("club_records", args=home) + "?size=4",
        "records, one season": reverse("club_records", args=home) + f"?league={league.uuid}",
        "records, one player": reverse("club_records", args=home) + f"?player={one.uuid}",
    }


def measure(browser: Any, path: str) -> tuple[float, float, float, int]:
    """Best and median milliseconds of the processor, those of the bare reads of sums, and the
    kilobytes of the page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser.get(path)
    with CaptureQueriesContext(connection) as captured:
        response = browser.get(path)
        asked = [
            query
            for query in captured.captured_queries
            if any(table in query["sql"] for table in SUMS)
        ]
    if response.status_code != 200:
        raise RuntimeError(f"{path}: {response.status_code}")
    worked = []
    for _ in range(ROUNDS):
        start = time.process_time()
        browser.get(path)
        worked.append((time.process_time() - start) * 1000)
    reads = min(bare(asked) for _ in range(ROUNDS))
    return min(worked), statistics.median(worked), reads, len(response.content) // 1000


def main() -> None:
    with database():
        from django.test import Client

        from benchmarks.big_club import Size, build
        from clubs.models import Club, Membership, Role, User

        sizes = [int(deals) for deals in os.environ.get("SEASON_DEALS", DEALS).split(",")]
        user = User.objects.filter(email=EMAIL).first()
        user = user or User.objects.create_user(EMAIL, "not needed")
        pages: dict[int, dict[str, str]] = {}
        for deals in sizes:
            slug = f"of-{deals}"
            club = Club.objects.filter(slug=slug).first() or build(Size(deals=deals), slug)
            Membership.objects.get_or_create(club=club, user=user, role=Role.ORGANISER)
            pages[deals] = addresses(club)
        browser = Client(headers={"host": "127.0.0.1"})
        browser.force_login(user)
        heads = "".join(f"{deals:>16,}" for deals in sizes)
        print(f"  {'ms of the processor':<20}{heads}   slope  bare reads     kB")
        for title in pages[sizes[0]]:
            print(f"  {title:<20}{told(browser, title, pages)}")


def told(browser: Any, title: str, pages: dict[int, dict[str, str]]) -> str:
    found = {deals: measure(browser, asked[title]) for deals, asked in pages.items()}
    few, many = min(found), max(found)
    grown = math.log(max(many / few, 2))
    slope = math.log(found[many][0] / found[few][0]) / grown
    most = max(LEAST_MS, TIMES_BARE * found[many][2])
    kept = slope < MOST_SLOPE or found[many][0] <= most
    cells = "".join(f"{best:8.0f} /{median:6.0f}" for best, median, _, _ in found.values())
    sizes = f"{found[few][3]} to {found[many][3]}"
    return f"{cells} {slope:7.2f} {found[many][2]:8.1f} ms  {sizes}{'' if kept else '  MISSED'}"


if __name__ == "__main__":
    main()
