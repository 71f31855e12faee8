"""Many phones at one table, with real threads on a real database file or server."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connections

from clubs.access import Actor, Forbidden, LinkEnded
from clubs.core.games import get_game
from clubs.models import AuditEntry, Club, Deal, DealScore, Link, Player, Sitting
from clubs.services.errors import RequestReused, SittingClosed, SittingMoved
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people.clubs import create_club
from clubs.services.people.invitations import accept_invitation, invite_player
from clubs.services.tables import private_tables, sittings, takeover
from tests.cast import keeper, make_user, totals

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Alice", "Bob", "Charlie", "Dora")
PHONES = 20


def at_once(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What each of so many threads gives back; a refusal counts as an answer."""
    start = Barrier(count)

    def run(index: int) -> Any:
        start.wait()
        try:
            return work(index)
        except (SittingMoved, RequestReused, IntegrityError, Forbidden) as refusal:
            return type(refusal).__name__
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


def record(club, sitting, number, request_id, *, by="Alice"):
    """As a request does: rows of its own, read before the lock."""
    seen = Sitting.objects.select_related("club").get(pk=sitting.pk)
    told = club.record(sitting, points=46)
    return sittings.record_deal(club.actor(by), seen, told, number=number, request_id=request_id)


def logged(sitting):
    rows = AuditEntry.objects.filter(chain__uuid=sitting.uuid)
    return list(rows.values_list("sequence", "action"))


def assert_sound():
    assert list(check_sittings()) == []
    assert list(check_chains()) == []


def test_one_request_sent_twenty_times_at_once_is_one_deal(club, sitting):
    request_id = uuid4()

    answers = at_once(PHONES, lambda _: record(club, sitting, 1, request_id))

    deal = Deal.objects.get()
    assert [(answer.pk, answer.number, answer.stake) for answer in answers] == [
        (deal.pk, 1, 60)
    ] * PHONES  # (25+5)·2
    assert DealScore.objects.count() == 4
    assert logged(sitting) == [(1, "record_deal")]
    assert_sound()


def test_twenty_phones_that_expect_the_same_number(club, sitting):
    answers = at_once(PHONES, lambda _: record(club, sitting, 1, uuid4()))

    outcomes = Counter(getattr(answer, "number", answer) for answer in answers)
    assert outcomes == {1: 1, "SittingMoved": 19}
    assert Deal.objects.count() == 1
    assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
    assert logged(sitting) == [(1, "record_deal")]
    assert Sitting.objects.get().revision == 1  # nineteen bumps were rolled back
    assert_sound()


def test_forty_deals_by_phones_that_try_again(club, sitting):
    def eight_deals(_):
        for _deal in range(8):
            request_id, number = uuid4(), 1
            while True:
                try:
                    record(club, sitting, number, request_id)
                except SittingMoved as moved:
                    number = moved.sitting.deals.count() + 1
                else:
                    break

    at_once(5, eight_deals)

    assert list(Deal.objects.values_list("number", flat=True)) == list(range(1, 41))
    assert logged(sitting) == [(number, "record_deal") for number in range(1, 41)]
    assert Sitting.objects.get().revision == 40
    assert totals(sitting) == {"Alice": 7200, "Bob": -2400, "Charlie": -2400, "Dora": -2400}
    assert_sound()


def test_twenty_corrections_of_one_deal(club, sitting):
    deal = club.deal(sitting, points=46)

    def correct(index):
        seen = Deal.objects.select_related("sitting__club").get(pk=deal.pk)
        told = club.record(sitting, points=41 + index)
        how = {"revision": 1, "reason": f"{index}", "request_id": uuid4()}
        return sittings.correct_deal(club.actor("Charlie"), seen, told, **how).stake

    answers = at_once(PHONES, correct)

    [stake] = [answer for answer in answers if answer != "SittingMoved"]
    deal.refresh_from_db()
    assert (deal.revision, deal.stake) == (2, stake)
    assert DealScore.objects.count() == 4
    assert logged(sitting) == [(1, "record_deal"), (2, "correct_deal")]
    assert_sound()


def test_one_correction_sent_twenty_times_at_once(club, sitting):
    deal, request_id = club.deal(sitting, points=46), uuid4()

    def correct(_):
        seen = Deal.objects.select_related("sitting__club").get(pk=deal.pk)
        told = club.record(sitting, points=41)
        how = {"revision": 1, "reason": "", "request_id": request_id}
        answer = sittings.correct_deal(club.actor("Charlie"), seen, told, **how)
        return answer.revision, answer.stake

    assert at_once(PHONES, correct) == [(2, 50)] * PHONES  # (25+0)·2
    assert logged(sitting) == [(1, "record_deal"), (2, "correct_deal")]
    assert_sound()


def test_tables_that_open_at_once_have_numbers_of_their_own(club):
    def open_table(_):
        return club.sitting("Alice", "Bob", "Dora").table_number

    assert sorted(at_once(8, open_table)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert_sound()


def test_twenty_tables_do_not_wait_for_each_other_in_vain(club):
    tables = [club.sitting(*FOUR) for _ in range(PHONES)]

    def three_deals(index):
        return [record(club, tables[index], number, uuid4()).number for number in (1, 2, 3)]

    assert at_once(PHONES, three_deals) == [[1, 2, 3]] * PHONES
    assert_sound()


def test_closing_and_recording_at_once_leave_one_order(club, sitting):
    def play(index):
        if index % 2:
            seen = Sitting.objects.select_related("club").get(pk=sitting.pk)
            return sittings.close_sitting(club.actor("Alice"), seen, request_id=uuid4()).state
        try:
            return record(club, sitting, 1, uuid4()).number
        except SittingClosed:
            return "too late"

    answers = at_once(PHONES, play)

    assert answers[1::2] == ["closed"] * 10
    actions = [action for _sequence, action in logged(sitting)]
    assert actions in (["close_sitting"], ["record_deal", "close_sitting"])
    assert set(answers[::2]) <= {1, "SittingMoved", "too late"}
    assert Deal.objects.count() == actions.count("record_deal") == answers.count(1)
    assert_sound()


def test_one_id_at_two_tables_at_once_is_one_deal(club, sitting):
    """Only a faulty program sends this. The receipt or else the database itself refuses one."""
    tables, request_id = [sitting, club.sitting(*FOUR)], uuid4()

    answers = at_once(2, lambda index: record(club, tables[index], 1, request_id))

    outcomes = Counter(getattr(answer, "number", answer) for answer in answers)
    assert outcomes in ({1: 1, "RequestReused": 1}, {1: 1, "IntegrityError": 1})
    assert Deal.objects.count() == 1
    assert_sound()


def test_clubs_of_one_name_at_once_have_an_address_each(club, settings):
    settings.REGISTRATION = "open"
    users = [make_user(f"Founder{number}") for number in range(8)]

    def found(index):
        actor = Actor.of_user(users[index])
        return create_club(actor, "Tarot du Lac", request_id=uuid4()).slug

    slugs = at_once(8, found)

    assert sorted(slugs) == ["tarot-du-lac", *(f"tarot-du-lac-{number}" for number in range(2, 9))]


def open_private(request_id):
    """As a double tap does from a phone without account."""
    return private_tables.open_private_table(
        Actor("visitor"),
        ["Ana", "Luc", "Zoé"],
        get_game("french").read_rules("fft"),
        active_count=3,
        club_name="Table",
        time_zone="Europe/Paris",
        request_id=request_id,
    )


def test_a_table_without_account_opened_twenty_times_at_once_is_one(db):
    request_id = uuid4()

    answers = at_once(PHONES, lambda _: open_private(request_id))

    table = private_tables.Opened(Sitting.objects.get(), Link.objects.get())
    assert answers == [table] * PHONES
    assert Club.objects.count() == 1
    assert_sound()


def test_twenty_who_show_the_code_at_once_show_the_same(club, sitting):
    answers = at_once(PHONES, lambda _: club.link(sitting))

    assert answers == [Link.objects.get()] * PHONES
    assert_sound()


def test_a_table_is_taken_over_once_while_its_phone_records(db, club):
    """Whoever records meanwhile comes before the move, or is told that the link has ended."""
    opened = club.private_table("Ana", "Luc", "Zoé")
    alice = club.user("Alice")
    taker = str(opened.sitting.seats.get(position=0).player.uuid)
    record = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46}

    def work(index):
        seen = Sitting.objects.select_related("club").get(pk=opened.sitting.pk)
        if index % 2:
            return sittings.record_deal(
                keeper(opened.link), seen, record, number=2, request_id=uuid4()
            )
        actor = Actor.of_user(alice, [str(opened.link.uuid)])
        return takeover.take_over(actor, seen.club, club.club, {}, request_id=uuid4())

    answers = at_once(6, work)

    assert Counter(type(answer).__name__ for answer in answers)["list"] == 1
    assert Sitting.objects.get().club == club.club
    assert_sound()


class TestInvitation:
    """One link, five accounts at once: one of them comes in."""

    def test_it_works_once(self, club):
        frank = Player.objects.select_related("club").get(pk=club.player("Frank").pk)
        link = invite_player(club.actor("Charlie"), frank, request_id=uuid4())
        users = [make_user(f"Guest{place}") for place in range(5)]

        def accept(place):
            seen = Link.objects.select_related("club").get(pk=link.pk)
            try:
                accept_invitation(Actor.of_user(users[place]), seen, request_id=uuid4())
            except LinkEnded:
                return "refused"
            return "in"

        outcomes = at_once(5, accept)

        assert sorted(outcomes) == ["in", *["refused"] * 4]
        [user] = [user for user in users if user.memberships.exists()]
        assert Player.objects.get(pk=frank.pk).user == user
        assert AuditEntry.objects.filter(action="accept_invitation").count() == 1
        assert list(check_chains()) == []
