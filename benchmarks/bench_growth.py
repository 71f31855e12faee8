"""What pages cost in clubs that differ only in how much was played: 3,000 and 30,000 deals of 300
members in 10 seasons, in one database.

Of each page the processor time of this process, best and median, in each club; the slope between
the smallest and the largest (0: the same time, 1: in proportion to the deals); and in the largest
the time that its reads of sums take when they are asked bare. A page passes with a slope under 0.1
that costs at most 40 ms, or three times its bare reads where these take more. In a larger club more
people have met, and there are more evenings to draw, so that the kilobytes of a page are told as
well. Of files a thousand deals are told in place of the page, beside what it takes to read them;
they pass with the slope.

SEASON_DEALS names other sizes, as "3000,900000", GROWTH_PAGES some of the pages, with semicolons;
DATABASE_URL another database, which is used as it is where it has the clubs. Otherwise SQLite in a
temporary folder.
"""

import math
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from benchmarks.bench_seasons import EMAIL, database
from benchmarks.bench_tournaments import tournament
from benchmarks.report.figures import judge

DEALS = "3000,30000"
ROUNDS, SECONDS = 9, 6  # a page is asked so often, or for so long
MOST_SLOPE, LEAST_MS, TIMES_BARE = 0.1, 40, 3
SUMS = ("clubs_share", "clubs_span", "clubs_leaguesitting", "clubs_best")
WARMED = 3_000  # deals
FILES = ("deals.csv", "deals.xlsx", "archive")


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of the processor, those of the bare reads of sums, and the size of the page in
    kilobytes. Of a file milliseconds a thousand rows."""

    best: float
    median: float
    bare: float
    kilobytes: int

    @property
    def most(self) -> float:
        return max(LEAST_MS, TIMES_BARE * self.bare)


def addresses(club: Any) -> dict[str, str]:
    from django.urls import reverse

    league = club.leagues.newest_first()[0]
    evening = league.evenings.order_by("held_on").last()
    table = evening.tables.order_by("pk")[0].sitting
    one, other = (seat.player for seat in table.seats.select_related("player").order_by("pk")[:2])
    profile, home = reverse("player_show", args=[one.uuid]), [club.slug]
    season, year = [*home, league.uuid], evening.held_on.year
    return {
        "club home": reverse("club_home", args=home),
        "member list": reverse("member_list", args=home),
        "tables": reverse("table_list", args=home),
        "new table": reverse("table_new", args=home),
        "table with badges": reverse("sitting_summary", args=[table.uuid]),
        "deals": reverse("deal_list", args=home),
        "player": profile,
        "player in a season": f"{profile}?league={league.uuid}",
        "year of a player": reverse("player_year", args=[one.uuid, year]),
        "head to head": reverse("player_versus", args=[one.uuid, other.uuid]),
        "club statistics": reverse("club_statistics", args=home),  # with the hours of a week
        "statistics, size 4": reverse("club_statistics", args=home) + "?size=4",
        "year of the club": reverse("club_year", args=[*home, year]),
        "season statistics": reverse("league_takers", args=season),
        "partners": reverse("league_partners", args=season),
        "season records": reverse("league_records", args=season),
        "everybody's duels": reverse("league_duels", args=season),
        "standings": reverse("league_standings", args=season),  # with the highlights of a month
        "why a rank": reverse("league_why", args=[*season, one.uuid]),
        "evenings": reverse("league_evenings", args=season),
        "race": reverse("league_race", args=season),
        "seasons": reverse("league_list", args=home),
        "records": reverse("club_records", args=home),
        "records, size 4": reverse("club_records", args=home) + "?size=4",
        "records, one season": reverse("club_records", args=home) + f"?league={league.uuid}",
        "records, one player": reverse("club_records", args=home) + f"?player={one.uuid}",
        "tournament": reverse("tournament_standings", args=[hall(club).uuid]),
        "deals.csv": reverse("deals_csv", args=home),
        "deals.xlsx": reverse("deals_xlsx", args=home),
        "archive": reverse("club_archive", args=home),
    }


def hall(club: Any) -> Any:
    """A tournament of 512 entries at its end: made once."""
    from clubs.access import Actor
    from clubs.services.tournaments.imports import import_tournament

    made = club.tournaments.first()
    command = Actor.command("bench")
    return made or import_tournament(command, club, tournament(), request_id=uuid4())


def without_season(club: Any) -> dict[str, str]:
    """Of a club that played all this and made no season of it."""
    from django.urls import reverse

    return {
        "first steps": reverse("club_home", args=[club.slug]),
        "first season": reverse("league_first", args=[club.slug]),
    }


@contextmanager
def seasons_forgotten(clubs: list[Any]) -> Iterator[None]:
    from django.db import transaction

    from clubs.models import LeagueSitting

    with transaction.atomic():
        for club in clubs:
            LeagueSitting.objects.filter(league__club=club).delete()
            club.leagues.all().delete()
        yield
        transaction.set_rollback(True)


def ask(browser: Any, path: str) -> int:
    """The bytes of the answer."""
    response = browser.get(path)
    if response.status_code != 200:
        raise RuntimeError(f"{path}: {response.status_code}")
    if response.streaming:
        return sum(map(len, response.streaming_content))
    return len(response.content)


def measure(browser: Any, path: str) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask(browser, path)
    with CaptureQueriesContext(connection) as captured:
        size = ask(browser, path)
        asked = [
            query
            for query in captured.captured_queries
            if query["sql"].startswith("SELECT") and any(table in query["sql"] for table in SUMS)
        ]
    worked: list[float] = []
    while len(worked) < ROUNDS and sum(worked) < SECONDS * 1000:
        worked.append(spent(browser, path))
    reads = min(bare(asked) for _ in range(ROUNDS)) if asked else 0.0
    return Cost(min(worked), statistics.median(worked), reads, size // 1000)


def bare(queries: list[dict[str, Any]]) -> float:
    """Milliseconds that these queries take without Django's objects: of the processor where the
    database is in this process."""
    from django.db import connection

    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    start = clock()
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute(query["sql"])
            cursor.fetchall()
    return (clock() - start) * 1000


def spent(browser: Any, path: str) -> float:
    start = time.process_time()
    ask(browser, path)
    return (time.process_time() - start) * 1000


def measure_file(browser: Any, path: str, deals: int) -> Cost:
    """Once: it is long. The least that it can cost is to read what it has of the deals. Only the
    smallest file is asked for twice, so that its thousand rows do not pay for the first time."""
    if deals <= WARMED:
        ask(browser, path)
    per_thousand = spent(browser, path) / deals * 1000
    return Cost(per_thousand, per_thousand, least_of_file(path) / deals * 1000, 0)


def least_of_file(path: str) -> float:
    """Milliseconds of the processor to read all deals of the club with their scores."""
    from django.db import connection

    from clubs.models import Deal, DealScore

    slug = path.split("/")[2]
    rows = Deal.objects.filter(sitting__club__slug=slug).values_list("uuid", "record")
    scores = DealScore.objects.filter(deal__sitting__club__slug=slug)
    start = time.process_time()
    for query in (rows, scores.values_list("deal", "player__uuid", "score")):
        sql, values = query.query.sql_with_params()
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            while cursor.fetchmany(1000):
                pass
    return (time.process_time() - start) * 1000


def main() -> None:
    with database():
        from django.test import Client

        from benchmarks.big_club import Size, build
        from clubs.models import Club, Membership, Role, User
        from scorekeeper.server import collect_seldom

        sizes = [int(deals) for deals in os.environ.get("SEASON_DEALS", DEALS).split(",")]
        user = User.objects.filter(email=EMAIL).first()
        user = user or User.objects.create_user(EMAIL, "not needed")
        clubs: dict[int, Any] = {}
        for deals in sizes:
            slug = f"of-{deals}"
            club = Club.objects.filter(slug=slug).first() or build(Size(deals=deals), slug)
            Membership.objects.get_or_create(club=club, user=user, role=Role.OWNER)
            clubs[deals] = club
        browser = Client(headers={"host": "127.0.0.1"})
        browser.force_login(user)
        collect_seldom()  # as in the server: else a page of many objects pays for all modules
        print(heading(sizes))
        found = told(browser, {deals: addresses(club) for deals, club in clubs.items()})
        with seasons_forgotten(list(clubs.values())):
            pages = {deals: without_season(club) for deals, club in clubs.items()}
            found |= told(browser, pages)
        report(found)


def heading(sizes: list[int]) -> str:
    heads = "".join(f"{deals:>16,}" for deals in sizes)
    return f"  {'ms of the processor':<20}{heads}   slope  bare reads     most     kB"


def told(browser: Any, pages: dict[int, dict[str, str]]) -> dict[str, dict[int, Cost]]:
    """Prints a line a page; gives the costs in each club."""
    titles = pages[min(pages)]
    only = os.environ.get("GROWTH_PAGES", ";".join(titles)).split(";")
    found: dict[str, dict[int, Cost]] = {}
    for title in (title for title in titles if title in only):
        found[title] = {
            deals: measure_file(browser, asked[title], deals)
            if title in FILES
            else measure(browser, asked[title])
            for deals, asked in pages.items()
        }
        verdict = judged(found[title], is_page=title not in FILES)
        print(f"  {title:<20}{line(found[title])}{verdict}", flush=True)
    return found


def report(found: dict[str, dict[int, Cost]]) -> None:
    judge("growth_slope", max(map(slope_of, found.values())))
    verdicts = (judged(costs, is_page=title not in FILES) for title, costs in found.items())
    judge("growth_missed", sum(map(bool, verdicts)))
    if costs := found.get("deals.csv"):
        judge("file", costs[max(costs)].best)


def slope_of(found: dict[int, Cost]) -> float:
    few, many = min(found), max(found)
    return math.log(found[many].best / found[few].best) / math.log(max(many / few, 2))


def judged(found: dict[int, Cost], *, is_page: bool) -> str:
    cost = found[max(found)]
    problems = []
    if slope_of(found) >= MOST_SLOPE:
        problems.append("GROWS")
    if is_page and cost.best > cost.most:
        problems.append("DEAR")
    return f"  {' '.join(problems)}" if problems else ""


def line(found: dict[int, Cost]) -> str:
    cells = "".join(f"{cost.best:8.0f} /{cost.median:6.0f}" for cost in found.values())
    cost, first = found[max(found)], found[min(found)]
    sizes = f"{first.kilobytes} to {cost.kilobytes}"
    return f"{cells} {slope_of(found):7.2f} {cost.bare:8.1f} ms {cost.most:8.0f}  {sizes}"


if __name__ == "__main__":
    main()
