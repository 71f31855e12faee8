"""What a printed fingerprint proves, and that nobody's hand on the database goes unnoticed."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.models import AuditEntry, Chain, Club, Deal, DealScore, Publication, Seat, Sitting
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.seals import link_seal
from clubs.services.changes import written_at
from clubs.services.files.chains import move_heads
from clubs.services.fingerprints import Answer, Finding, check_fingerprint
from clubs.services.seasons.leagues import reopen_league, show_league
from clubs.services.tables import sittings
from clubs.services.tournaments.results import reopen_results
from tests.again import built_again
from tests.cast import audit, keeper
from tests.services.files.tampered import World, raw

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
    return printed(sitting)


def printed(thing) -> str:
    """As the form of the page reads what stands on paper."""
    return fingerprint_in_log(thing.uuid).lower()


def of_an_older_sheet(sitting: Sitting) -> str:
    log_of(sitting).update(hash_on_paper=True)
    return log_of(sitting).latest("sequence").hash


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
            thing=sitting,
            number=1,
            sealed_at=EARLY,
            deal_count=1,
            totals=(180, -60, -60, -60),
        )

    def test_void_deals_do_not_count(self, club, sitting):
        club.deal(sitting, kind="void", void_reason="all_pass")

        assert check_fingerprint(VISITOR, printed(sitting)).deal_count == 1

    def test_a_link_that_is_made_afterwards_is_on_no_sheet(self, club, sitting, fingerprint):
        club.link(sitting)

        assert finding(fingerprint) == "unchanged"

    def test_of_a_table_without_a_club(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")

        assert finding(printed(opened.sitting)) == "unchanged"

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
            thing=sitting,
            number=1,
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
            thing=sitting,
            number=1,
            sealed_at=EARLY,
            later_count=2,
            changed_count=1,
            last_at=LATE,
        )

    @pytest.mark.parametrize(
        ("who", "later"), [("Bob", ("Deal 2 recorded", "Deal 1 corrected")), ("Eve", ())]
    )
    def test_who_may_see_the_log_is_told_what_was_done(
        self, club, sitting, fingerprint, who, later
    ):
        club.deal(sitting)
        correct(club, sitting.deals.get(number=1))

        with translation.override("en"):
            assert check_fingerprint(club.actor(who), fingerprint).later == later

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

        answer = check_fingerprint(VISITOR, printed(sitting))

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

        assert finding(printed(sitting)) == "broken"

    def test_who_did_it(self, club, sitting, fingerprint):
        log_of(sitting).update(actor="account:somebody-else")

        assert finding(fingerprint) == "broken"

    def test_an_entry_is_gone(self, club, sitting):
        club.deal(sitting)
        club.deal(sitting)
        fingerprint = printed(sitting)
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

    @pytest.mark.parametrize("has_key", [False, True])
    def test_the_end_of_the_chain_is_cut_off(self, club, sitting, has_key):
        """No row says so any more where who did it has the key; the paper does."""
        deal = club.deal(sitting)
        fingerprint = printed(sitting)
        log_of(sitting, sequence=2).delete()
        deal.scores.all().delete()
        deal.delete()
        if has_key:
            move_heads(Chain.objects.filter(uuid=sitting.uuid))

        answer = check_fingerprint(VISITOR, fingerprint)

        assert answer == Answer(Finding.REWRITTEN, sitting, number=2)

    def test_an_entry_is_rewritten_with_the_key(self, sitting, fingerprint):
        entry = log_of(sitting).get()
        entry.actor = "account:somebody-else"
        digest = entry.computed_hash("")
        log_of(sitting).update(actor=entry.actor, hash=digest, seal=link_seal(digest, entry.words))
        move_heads(Chain.objects.filter(uuid=sitting.uuid))

        assert finding(fingerprint) == "rewritten"

    def test_all_of_it_was_deleted(self, club, sitting, fingerprint):
        raw(Club, pk=club.club.pk).update(slug="x")
        log_of(sitting).delete()
        raw(Chain, uuid=sitting.uuid).delete()

        assert check_fingerprint(VISITOR, fingerprint) == Answer(Finding.GONE)

    def test_only_its_log_is_left(self, sitting, fingerprint):
        raw(DealScore).delete()
        raw(Deal).delete()
        raw(Seat).delete()
        raw(Sitting).delete()

        assert check_fingerprint(VISITOR, fingerprint) == Answer(Finding.GONE)


class TestFinalStandings:
    @pytest.fixture
    def world(self, club):
        return built_again(World, club)

    @pytest.mark.parametrize("name", ["closed", "final"])
    def test_what_a_stranger_learns(self, world, name):
        thing = getattr(world, name)
        number = Chain.objects.get(uuid=thing.uuid).number

        answer = check_fingerprint(VISITOR, printed(thing))

        assert (answer.finding, answer.kind) == (Finding.UNCHANGED, thing._meta.model_name)
        assert (answer.number, answer.is_visible, answer.later) == (number, False, ())

    @pytest.mark.parametrize("name", ["closed", "final"])
    def test_a_member_is_led_there(self, world, club, name):
        assert check_fingerprint(club.actor("Bob"), printed(getattr(world, name))).is_visible

    def test_a_season_that_was_opened_again(self, world, club):
        fingerprint = printed(world.closed)
        how = {"reason": "Erreur", "request_id": uuid4()}
        reopen_league(club.actor("Olivia"), world.closed, **how)

        with translation.override("en"):
            answer = check_fingerprint(club.actor("Bob"), fingerprint)

        assert (answer.finding, answer.changed_count) == (Finding.CHANGED, 1)
        assert answer.later == ("Season reopened",)

    def test_a_season_that_was_shown_to_visitors(self, world, club):
        fingerprint = printed(world.closed)
        shown = {"standings": True, "results": False, "calendar": False}
        show_league(club.actor("Charlie"), world.closed, **shown, request_id=uuid4())

        assert finding(fingerprint) == "continued"

    def test_results_that_were_opened_again(self, world, club):
        fingerprint = printed(world.final)
        how = {"reason": "Erreur", "request_id": uuid4()}
        reopen_results(club.actor("Olivia"), world.final, **how)

        assert finding(fingerprint) == "changed"

    @pytest.mark.parametrize("name", ["closed", "final"])
    def test_what_is_stored_of_them_was_rewritten(self, world, name):
        thing = getattr(world, name)
        published = Publication.objects.filter(**{thing._meta.model_name: thing}).get()
        content = {**published.content, "statistics": None, "titles": None}
        raw(Publication, pk=published.pk).update(content=content)

        assert finding(printed(thing)) == "broken"

    @pytest.mark.parametrize("name", ["closed", "final"])
    def test_an_entry_of_the_log_was_rewritten(self, world, name):
        log_of(getattr(world, name), sequence=1).update(reason="nothing happened")

        assert finding(printed(getattr(world, name))) == "broken"

    def test_the_score_of_a_table(self, world):
        row = DealScore.objects.filter(seat__entry__number=1).first()
        raw(DealScore, pk=row.pk).update(score=row.score + 10)

        assert finding(printed(world.final)) == "broken"


class TestOlderOnes:
    @pytest.mark.parametrize("size", [20, 32, 64])
    def test_by_all_digits_or_the_first(self, sitting, size):
        answer = check_fingerprint(VISITOR, of_an_older_sheet(sitting)[:size])

        assert (answer.finding, answer.thing, answer.number) == (Finding.UNCHANGED, sitting, 1)

    def test_the_session_went_on(self, club, sitting):
        fingerprint = of_an_older_sheet(sitting)
        club.deal(sitting)

        assert finding(fingerprint) == "continued"


class TestUnknown:
    def test_no_such_hash(self, sitting):
        assert check_fingerprint(VISITOR, "0" * 64) == Answer(Finding.UNKNOWN)

    @pytest.mark.parametrize("place", [0, 7, 9, 20, 31])
    def test_one_digit_wrong(self, fingerprint, place):
        wrong = "a" if fingerprint[place] != "a" else "b"

        found = finding(fingerprint[:place] + wrong + fingerprint[place + 1 :])

        assert found == ("mistyped" if place == 31 else "unknown")

    def test_one_of_another_site(self, fingerprint, sitting, settings):
        log_of(sitting).delete()
        settings.SEALING_KEYS = ["of another site"]

        assert finding(fingerprint) == "unknown"

    def test_that_of_a_club_is_printed_nowhere(self, club, sitting):
        [opening] = audit(sitting)

        assert opening.chain_uuid == club.club.uuid
        assert finding(opening.hash) == "unknown"


@pytest.mark.parametrize("deal_count", [1, 3])
def test_queries(club, deal_count):
    sitting = club.sitting(*FOUR)
    for _ in range(deal_count):
        club.deal(sitting)
    fingerprint = printed(sitting)

    with CaptureQueriesContext(connection) as queries:
        check_fingerprint(VISITOR, fingerprint)

    # chain, entry, sitting; entries, head; rules, deals with scores, players, seats and who sits
    # there, log; sheet with seats, deals, scores; revision; who may see it, and its log
    assert len(queries) == 18
