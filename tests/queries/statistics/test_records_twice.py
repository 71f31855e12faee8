"""The records of a club, computed twice: from what is kept, and by plain loops over the records of
the deals, whatever tables are open and whatever was corrected.

Source: leagues.md §4.5, §4.6.
"""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Best, Deal, Player, Sitting
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import RecordBook, record_book
from clubs.services.deals.kept import check_kept, fill_missing, repair_kept
from clubs.services.tables import sittings
from tests.cast import Cast
from tests.queries.plain_deals import plain_deal
from tests.queries.statistics.test_figures_twice import EVERYBODY, SEEDS, Told, all_told, play


def close(club: Cast, tables: Any) -> None:
    for table in tables:
        sittings.close_sitting(club.actor("Charlie"), table, request_id=uuid4())


def nights_of(deals: list[Told]) -> dict[Any, dict[str, list[int]]]:
    nights: dict[Any, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for deal in deals:
        for who, score in deal.scores.items():
            nights[deal.day][who].append(score)
    return nights


def naive(deals: list[Told], me: str | None = None) -> dict[str, Any]:
    """Figure and day of each record; of one player, or of all."""
    takes = [deal for deal in deals if deal.is_known and me in (None, deal.taker)]
    found: dict[str, Any] = {}

    def offer(name: str, figure: Any, day: Any, *, least: bool = False) -> None:
        known = found.get(name)
        if known is None or (figure < known[0] if least else figure > known[0]):
            found[name] = figure, day

    for deal in takes:
        offer(
            "made" if deal.margin >= 0 else "failed", deal.margin, deal.day, least=deal.margin < 0
        )
    for deal in deals:
        for who, score in deal.scores.items():
            if score > 0 and me in (None, who):
                offer("deal", score, deal.day)
    for day, night in sorted(nights_of(deals).items()):
        totals = {who: sum(scores) for who, scores in night.items()}
        for who, scores in night.items():
            if me not in (None, who):
                continue
            running = [sum(scores[:n]) for n in range(len(scores) + 1)]
            taken = sum(deal.taker == who and deal.day == day for deal in takes)
            offer("evening", totals[who], day)
            offer("takes", taken, day)
            if totals[who] >= 0:
                offer("comeback", -min(running), day)
        if me is None and len(totals) > 1:
            offer("closest", max(totals.values()) - min(totals.values()), day, least=True)
    runs: dict[str, int] = defaultdict(int)
    for deal in takes:
        runs[deal.taker] = runs[deal.taker] + 1 if deal.margin >= 0 else 0
        offer("run", runs[deal.taker], deal.day)
    return {name: row for name, row in found.items() if name in ("made", "failed") or row[0] > 0}


def shown(book: RecordBook) -> dict[str, Any]:
    return {
        name: (best.value, (best.until or best.night).held_on)
        for name, best in book.records.items()
        if name != "rarest"
    }


def same_everywhere(club: Cast) -> None:
    deals = all_told()
    home = Population(club.club)
    for size in (None, 3, 4):
        some = [deal for deal in deals if size in (None, len(deal.scores))]
        assert shown(record_book(home.only(size=size))) == naive(some), size
    for name in EVERYBODY:
        player = club.player(name)
        book = record_book(home, player=player)
        assert shown(book) == naive(deals, str(player.uuid)), name
        assert book == record_book(home.only(from_deals=True), player=player), name


@pytest.mark.parametrize("seed", SEEDS)
def test_the_records(club: Cast, seed: int):
    play(club, seed)
    year_before = datetime(2025, 12, 31, 19, tzinfo=UTC)
    Sitting.objects.filter(opened_at__day=1).update(opened_at=year_before)
    same_everywhere(club)
    tables = list(Sitting.objects.order_by("opened_at", "pk"))
    close(club, tables[::2])
    same_everywhere(club)
    close(club, tables[1::2])
    same_everywhere(club)
    assert list(check_kept()) == []


def test_a_correction_of_an_old_deal(club: Cast):
    play(club, 1)
    close(club, Sitting.objects.order_by("pk"))
    book = record_book(Population(club.club))
    for name in ("deal", "run"):
        best = book.records[name]
        held = Deal.objects.filter(sitting__opened_at__date=best.night.held_on, made=True)
        deal = held.order_by("-stake")[0]
        told = {"revision": deal.revision, "reason": "no", "request_id": uuid4()}
        sittings.void_deal(club.actor("Charlie"), deal, **told)
        same_everywhere(club)
    assert list(check_kept()) == []


def test_what_is_missing_is_looked_for_and_made(club: Cast):
    play(club, 2)
    close(club, Sitting.objects.order_by("pk"))
    rows = Best.objects.count()
    Best.objects.filter(ref__contains="-02").delete()
    Best.objects.filter(kind="player")[0].delete()
    same_everywhere(club)
    fill_missing()
    assert Best.objects.count() == rows

    Best.objects.filter(kind="day", size=4)[:1].get().delete()
    Best.objects.filter(kind="day", size=0).update(content="{}")
    assert {difference.what for difference in repair_kept()} == {"best"}
    same_everywhere(club)
    assert list(check_kept()) == []


def test_seasons(club: Cast):
    """All tables of the season, once with every size and once with those of four alone. What two
    agreed on is of no size, and counts in neither."""
    play(club, 3)
    plain_deal(club, Sitting.objects.order_by("pk").last(), Bob=9_000, Dora=-9_000)
    tables = list(Sitting.objects.order_by("opened_at", "pk"))
    league = club.league(*EVERYBODY[:5])
    nights = {
        day: club.evening(league, day)
        for day in sorted({table.opened_at.date() for table in tables})
    }
    for table in tables:
        nights[table.opened_at.date()].tables.create(league=league, sitting=table)
    counted = [deal for deal in all_told() if len(deal.scores) > 2]
    some = {None: counted, 4: [deal for deal in counted if len(deal.scores) == 4]}
    for part in (tables[:4], tables[4:]):
        close(club, part)
        season = Population(club.club, league=league)
        assert shown(record_book(season.only(size=4))) == naive(some[4])
        assert shown(record_book(season)) == naive(some[None])
    assert list(check_kept()) == []


def test_a_table_of_two_seasons(club: Cast):
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(table, taker="Bob")
    leagues = [club.league(name=name) for name in ("one", "two")]
    for league in leagues:
        club.evening(league, table.opened_at.date(), table)
    close(club, [table])

    assert Best.objects.filter(kind="evening", size=0).count() == 4  # with what people did
    for league in leagues:
        book = record_book(Population(club.club, league=league))
        assert (book.records["deal"].value, book.records["run"].value) == (180, 1)


def test_what_went_worst_is_for_the_one_who_looks(club: Cast):
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(table, taker="Bob", oudlers=0, points=50)  # down by 6: (25+6)·2 = 62 a defender
    home, bob = Population(club.club), club.player("Bob")

    own = record_book(home, viewer=bob).own_worst
    assert {name: best.value for name, best in own.items()} == {
        "deal": -186,
        "evening": -186,
        "run": 1,
    }
    assert own["deal"].number == 1
    assert own["deal"].table == table.uuid
    assert record_book(home, player=club.player("Alice"), viewer=bob).own_worst == {}
    assert record_book(home).own_worst == {}


def test_as_many_queries_however_much_was_played(club: Cast):
    play(club, 1)
    tables = list(Sitting.objects.order_by("opened_at", "pk"))
    counts = []
    for some in (tables[:2], tables[2:]):
        Sitting.objects.filter(pk__in=[table.pk for table in tables[2:]]).exclude(
            state="closed"
        ).update(state="void")
        Sitting.objects.filter(pk__in=[table.pk for table in some], state="void").update(
            state="open"
        )
        close(club, Sitting.objects.filter(pk__in=[table.pk for table in some]))
        with CaptureQueriesContext(connection) as asked:
            assert record_book(Population(club.club), viewer=Player.objects.get(name="Bob"))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 16
