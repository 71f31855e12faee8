"""Seasons and evenings that close while people play and correct: real threads, real locks."""

from contextlib import suppress
from datetime import date
from threading import Barrier, BrokenBarrierError
from time import sleep
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs.exchange.imports import runs
from clubs.models import AuditEntry, Deal, League, Player, RatingChange, Sitting
from clubs.queries.seasons.seasons import closing_mark
from clubs.services.deals.bests import hold_gates
from clubs.services.deals.sums import lock_tables
from clubs.services.errors import LeagueClosed, LeagueMoved
from clubs.services.files import imported_tables, imports
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_ratings, check_seasons, check_sittings
from clubs.services.people import players
from clubs.services.people.players import merge_players
from clubs.services.seasons import evenings, leagues
from clubs.services.seasons.league_deletion import delete_league
from clubs.services.seasons.ratings import replay_all, set_ratings
from clubs.services.tables import sittings
from tests.cast import make_player
from tests.services.files.lists import TWO, start
from tests.services.tables.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.mark.parametrize("_turn", range(3))
def test_a_correction_counts_in_what_is_stored_or_is_refused(club, _turn):
    league = club.league()
    sitting = club.sitting(*FOUR)
    deal = club.deal(sitting, points=46)  # (25+5)·2 = 60 from each
    club.evening(league, date(2025, 11, 4), sitting, state="closed")
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    told = club.record(sitting, points=51)  # (25+10)·2 = 70 from each

    def work(index):
        if index == 0:
            seen = League.objects.select_related("club").get()
            return leagues.close_league(club.actor("Charlie"), seen, request_id=uuid4())
        seen = Deal.objects.select_related("sitting__club").get(pk=deal.pk)
        try:
            return sittings.correct_deal(
                club.actor("Charlie"), seen, told, revision=1, reason="Si", request_id=uuid4()
            )
        except LeagueClosed:
            return None

    corrected = at_once(2, work)[1]

    content = league.publications.get().content
    assert content["standings"]["rows"][0]["value"] == (210 if corrected else 180)
    assert Deal.objects.get().stake == (70 if corrected else 60)
    assert list(check_sittings()) == list(check_chains()) == []


@pytest.mark.parametrize("_turn", range(3))
def test_tables_that_close_with_the_evening_and_one_by_one_are_rated_in_turn(club, _turn):
    """While two players become one: nobody waits for ever for somebody who waits for them."""
    league = club.league(starts_on=date(2020, 1, 1), ends_on=date(2099, 1, 1))
    evening = club.evening(league, timezone.localdate(timezone=ZoneInfo("Europe/Paris")))
    set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
    evenings.open_evening(club.actor("Alice"), evening, request_id=uuid4())
    club.players["Zoe"] = make_player(club.club, "Zoe")
    club.player("Zoe").save()
    tables = [club.sitting("Alice", "Bob", "Charlie", "Zoe"), club.sitting(*FOUR)]
    for table in tables:
        for _deal in range(4):
            club.deal(table)

    def work(index):
        if index == 0:
            seen = type(evening).objects.select_related("league__club").get()
            return evenings.close_evening(club.actor("Alice"), seen, request_id=uuid4())
        if index == 1:
            zoe, dora = (Player.objects.get(pk=club.player(name).pk) for name in ("Zoe", "Dora"))
            return merge_players(club.actor("Charlie"), zoe, dora, request_id=uuid4())
        seen = Sitting.objects.select_related("club").get(pk=tables[index - 2].pk)
        return sittings.close_sitting(club.actor("Alice"), seen, request_id=uuid4())

    at_once(4, work)

    assert not Sitting.objects.open().exists()
    assert RatingChange.objects.count() == 8
    assert [*check_ratings(), *check_sittings(), *check_chains()] == []


@pytest.mark.postgresql
def test_to_rate_and_to_keep_sums_is_one_wait(club):
    """A table that closes rates first and keeps sums then; a merger and a round do the opposite.
    With a lock for each both waited for ever, and PostgreSQL refused one of them."""
    set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
    both_wait = Barrier(2)

    def keep():
        hold_gates([club.club.pk])

    def rate():
        replay_all(club.club)

    def work(index):
        first, then = (keep, rate) if index else (rate, keep)
        with transaction.atomic():
            first()
            with suppress(BrokenBarrierError):  # one of them waits for the other already
                both_wait.wait(0.3)
            then()
        return index

    assert at_once(2, work) == [0, 1]


@pytest.mark.postgresql
def test_who_holds_a_table_does_not_keep_it_from_being_rated_again(club):
    """A table that closes late is rated before one that a merger holds, whose changes are written
    anew and name it, while the merger waits for the gate."""
    set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
    table = club.sitting(*FOUR)
    for _deal in range(4):
        club.deal(table)
    sittings.close_sitting(club.actor("Alice"), table, request_id=uuid4())
    both_hold = Barrier(2)

    def work(index):
        with transaction.atomic():
            if index == 0:
                lock_tables(Sitting.objects.filter(pk=table.pk))
                both_hold.wait()
                hold_gates([club.club.pk])
            else:
                hold_gates([club.club.pk])
                both_hold.wait()
                replay_all(club.club)
        return index

    assert at_once(2, work) == [0, 1]


@pytest.mark.postgresql
def test_a_file_does_not_go_on_with_a_table_whose_season_closes(club, monkeypatch):
    """Deals that came between the question whether it is closed and the lock of the table were not
    in what closing stored."""
    monkeypatch.setattr(imports, "BLOCK", 1)
    run = runs.begin_run(club.actor("Charlie"), start(club, TWO))
    league = club.league()
    club.evening(league, date(2025, 10, 10), Sitting.objects.get(), state="closed")

    def go_on():
        imports.go_on(club.actor("Charlie"), run, block=1)

    while_it_closes(club, go_on, monkeypatch, imported_tables, "refuse_frozen")

    assert Deal.objects.count() == 2
    assert list(check_seasons()) == []


@pytest.mark.postgresql
def test_two_players_do_not_become_one_in_a_season_that_closes(club, monkeypatch):
    """It names them on its list, and nothing of a closed season changes."""
    club.evening(club.league("Frank"), date(2025, 10, 10), state="closed")

    def merge():
        frank, dora = (Player.objects.get(pk=club.player(name).pk) for name in ("Frank", "Dora"))
        merge_players(club.actor("Charlie"), frank, dora, request_id=uuid4())

    while_it_closes(club, merge, monkeypatch, players, "_refuse_named")

    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["merge_players", "close_league"]


def while_it_closes(club, work, monkeypatch, module, name):
    """A season closes right after the work has asked this function whether it is open."""
    both, asked = Barrier(2), getattr(module, name)

    def meet(wait):
        with suppress(BrokenBarrierError):  # the other one waits for the lock already
            both.wait(wait)

    def ask(*values):
        asked(*values)
        meet(5)
        meet(1)

    def close_or_work(index):
        if index == 0:
            return work()
        meet(5)
        seen = League.objects.select_related("club").get()
        leagues.close_league(club.actor("Charlie"), seen, request_id=uuid4())
        return meet(1)

    monkeypatch.setattr(module, name, ask)
    at_once(2, close_or_work)


@pytest.mark.postgresql
def test_a_season_is_not_deleted_with_what_came_while_it_waited(club):
    league = club.league()
    seen = closing_mark(league, league.revision)
    both = Barrier(2)

    def work(index):
        if index == 0:
            with transaction.atomic():
                League.objects.filter(pk=league.pk).update(revision=F("revision") + 1)
                both.wait()
                sleep(0.5)
            return
        both.wait()
        with pytest.raises(LeagueMoved):
            delete_league(club.actor("Charlie"), league, seen=seen, request_id=uuid4())

    at_once(2, work)


def test_a_table_that_opens_as_the_evening_closes_counts_and_is_closed_or_does_not(club):
    league = club.league(starts_on=date(2020, 1, 1), ends_on=date(2099, 1, 1))
    evening = club.evening(league, timezone.localdate(timezone=ZoneInfo("Europe/Paris")))

    def work(index):
        if index == 0:
            seen = type(evening).objects.select_related("league__club").get()
            return evenings.close_evening(club.actor("Alice"), seen, request_id=uuid4())
        return club.sitting(*FOUR)

    at_once(5, work)

    counted = Sitting.objects.filter(leagues__evening=evening)
    assert {table.state for table in counted} <= {"closed"}
    others = Sitting.objects.exclude(pk__in=counted)
    assert {table.state for table in others} <= {"open"}
    assert Sitting.objects.count() == 4
    assert list(check_chains()) == []
