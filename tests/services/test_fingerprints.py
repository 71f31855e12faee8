"""What a printed fingerprint proves, and that nobody's hand on the database goes unnoticed."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.models import AuditEntry, Deal, DealScore, Sitting
from clubs.services.changes import written_at
from clubs.services.fingerprints import Answer, Finding, check_fingerprint
from clubs.services.tables import sittings
from tests.cast import audit, keeper

FOUR = ("Alice", "Bob", "Charlie", "Dora")
VISITOR = Actor("visitor")
EARLY = datetime(2026, 3, 17, 20, 15, tzinfo=UTC)
LATE = datetime(2026, 3, 18, 9, 0, tzinfo=UTC)


@pytest.fixture
def sitting(club):
    """One deal, taken by Alice for (25+5)·2 = 60."""
    with written_at(EARLY):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
    return sitting


@pytest.fixture
def fingerprint(sitting):
    return last_hash(sitting)


def last_hash(sitting: Sitting) -> str:
    return AuditEntry.objects.filter(chain__uuid=sitting.uuid).latest("sequence").hash


def finding(fingerprint: str) -> str:
    return check_fingerprint(VISITOR, fingerprint).finding.value


def correct(club, deal: Deal) -> None:
    record = club.record(deal.sitting, taker="Bob")
    how = {"revision": deal.revision, "reason": "", "request_id": uuid4()}
    sittings.correct_deal(club.actor("Alice"), deal, record, **how)


class TestUnchanged:
    def test_what_a_stranger_learns(self, club, sitting, fingerprint):
        assert check_fingerprint(VISITOR, fingerprint) == Answer(
            finding=Finding.UNCHANGED,
            sitting=sitting,
            sealed_at=EARLY,
            deal_count=1,
            totals=(180, -60, -60, -60),
        )

    def test_by_its_first_digits(self, fingerprint):
        assert finding(fingerprint[:20]) == "unchanged"

    def test_void_deals_do_not_count(self, club, sitting):
        club.deal(sitting, kind="void", void_reason="all_pass")

        assert check_fingerprint(VISITOR, last_hash(sitting)).deal_count == 1

    def test_a_link_that_is_made_afterwards_is_on_no_sheet(self, club, sitting, fingerprint):
        club.link(sitting)

        assert finding(fingerprint) == "unchanged"

    def test_of_a_table_without_a_club(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")

        assert finding(last_hash(opened.sitting)) == "unchanged"

    @pytest.mark.parametrize(("who", "sees"), [("Bob", True), ("Eve", False)])
    def test_who_is_led_to_the_table(self, club, fingerprint, who, sees):
        assert check_fingerprint(club.actor(who), fingerprint).is_visible is sees

    def test_a_guest_of_the_table_is_led_there(self, club, sitting, fingerprint):
        guest = keeper(club.link(sitting, "watch"))

        assert check_fingerprint(guest, fingerprint).is_visible


class TestWhatCameAfter:
    def test_the_session_went_on(self, club, sitting, fingerprint):
        club.deal(sitting)
        with written_at(LATE):
            sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert check_fingerprint(VISITOR, fingerprint) == Answer(
            finding=Finding.CONTINUED,
            sitting=sitting,
            sealed_at=EARLY,
            later_count=2,
            last_at=LATE,
        )

    def test_a_deal_on_the_sheet_was_corrected(self, club, sitting, fingerprint):
        club.deal(sitting)
        with written_at(LATE):
            correct(club, sitting.deals.get(number=1))

        assert check_fingerprint(VISITOR, fingerprint) == Answer(
            finding=Finding.CHANGED,
            sitting=sitting,
            sealed_at=EARLY,
            later_count=2,
            changed_count=1,
            last_at=LATE,
        )

    def test_a_deal_that_came_later_was_corrected(self, club, sitting, fingerprint):
        correct(club, club.deal(sitting))

        assert finding(fingerprint) == "continued"

    def test_other_rules(self, club, sitting, fingerprint):
        rules = get_game("french").read_rules("rounded-10")
        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        assert finding(fingerprint) == "changed"

    def test_other_seats(self, club, sitting, fingerprint):
        club.reseat(sitting, "Alice", "Bob", "Charlie", "Frank")

        assert finding(fingerprint) == "continued"

    def test_the_newest_fingerprint_is_current_again(self, club, sitting):
        correct(club, sitting.deals.get(number=1))

        answer = check_fingerprint(VISITOR, last_hash(sitting))

        assert (answer.finding, answer.totals) == (Finding.UNCHANGED, (-60, 180, -60, -60))


def log_of(sitting: Sitting, **lookup: object) -> QuerySet[AuditEntry]:
    """For a hand on the database: the manager of the model refuses to change anything."""
    return QuerySet(AuditEntry).filter(chain__uuid=sitting.uuid, **lookup)


class TestTamperedWith:
    def test_what_the_log_says_of_a_deal(self, club, sitting):
        club.deal(sitting)
        after = log_of(sitting).get(sequence=1).after
        after["record"]["points"] = 60
        log_of(sitting, sequence=1).update(after=after)

        assert finding(last_hash(sitting)) == "broken"

    def test_who_did_it(self, club, sitting, fingerprint):
        log_of(sitting).update(actor="account:somebody-else")

        assert finding(fingerprint) == "broken"

    def test_an_entry_is_gone(self, club, sitting):
        club.deal(sitting)
        club.deal(sitting)
        fingerprint = last_hash(sitting)
        log_of(sitting, sequence=2).delete()

        assert finding(fingerprint) == "broken"

    def test_what_came_after_the_sheet_counts_as_well(self, club, sitting, fingerprint):
        club.deal(sitting)
        log_of(sitting, sequence=2).update(reason="nothing happened")

        assert finding(fingerprint) == "broken"

    def test_the_record_of_a_deal(self, sitting, fingerprint):
        deal = sitting.deals.get()
        deal.record = {**deal.record, "points": 60}
        deal.save()

        assert finding(fingerprint) == "broken"

    def test_a_score(self, sitting, fingerprint):
        DealScore.objects.filter(deal__sitting=sitting, role="taker").update(score=1800)

        answer = check_fingerprint(VISITOR, fingerprint)

        assert (answer.finding, answer.totals) == (Finding.BROKEN, ())

    def test_the_rules(self, sitting, fingerprint):
        Sitting.objects.update(rules={**sitting.rules, "base_value": 50})

        assert finding(fingerprint) == "broken"

    def test_the_end_of_the_chain_is_cut_off(self, club, sitting):
        """Then nothing is left that the paper could be compared with, and that is an answer."""
        deal = club.deal(sitting)
        fingerprint = last_hash(sitting)
        log_of(sitting, sequence=2).delete()
        deal.scores.all().delete()
        deal.delete()

        assert finding(fingerprint) == "unknown"


class TestUnknown:
    def test_no_such_hash(self, sitting):
        assert check_fingerprint(VISITOR, "0" * 64) == Answer(Finding.UNKNOWN)

    def test_one_digit_wrong(self, fingerprint):
        wrong = "0" if fingerprint[30] != "0" else "1"

        assert finding(fingerprint[:30] + wrong + fingerprint[31:]) == "unknown"

    def test_that_of_a_club_is_printed_nowhere(self, club, sitting):
        [opening] = audit(sitting)

        assert opening.chain_uuid == club.club.uuid
        assert finding(opening.hash) == "unknown"


@pytest.mark.parametrize("deal_count", [1, 3])
def test_queries(club, deal_count):
    sitting = club.sitting(*FOUR)
    for _ in range(deal_count):
        club.deal(sitting)
    fingerprint = last_hash(sitting)

    with CaptureQueriesContext(connection) as queries:
        check_fingerprint(VISITOR, fingerprint)

    # entry, sitting, chain; rules, deals with scores, players, seats and who sits there, log;
    # sheet with seats, deals, scores; revision; whether it is visible
    assert len(queries) == 16
