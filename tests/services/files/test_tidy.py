"""What is cleared after a year without use, and what never is."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from clubs.access import Actor
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealScore,
    ImportRun,
    Link,
    Player,
    Seat,
    Sitting,
)
from clubs.services.changes import written_at
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.files.tidy import Cleared, clear_links, clear_unused, clear_waiting
from clubs.services.people import links
from clubs.services.tables.takeover import take_over
from tests.cast import keeper

OPENED = datetime(2025, 1, 6, 20, 15, tzinfo=UTC)
YEAR = timedelta(days=365)
LATER = OPENED + YEAR + timedelta(hours=1)
SOONER = OPENED + YEAR - timedelta(hours=1)


@pytest.fixture
def opened(club):
    """A table with one deal, from the sixth of January on."""
    with written_at(OPENED):
        return club.private_table("Ana", "Luc", "Zoé")


@pytest.fixture
def sitting(club):
    """A table of a club, as old."""
    with written_at(OPENED):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)
    return sitting


def counts(club):
    return {
        model.__name__: model.objects.filter(**{path: club}).count()
        for model, path in [
            (Sitting, "club"),
            (Seat, "sitting__club"),
            (Deal, "sitting__club"),
            (DealScore, "deal__sitting__club"),
            (Player, "club"),
            (Link, "club"),
            (AuditEntry, "club"),
        ]
    }


class TestClearUnused:
    def test_a_year_after_the_last_change_nothing_is_left(self, opened):
        private = opened.sitting.club
        # opening is three entries, the deal one
        assert list(counts(private).values()) == [1, 3, 1, 3, 3, 1, 4]

        assert list(clear_unused(LATER)) == [Cleared("Table du 6 janvier", OPENED, 1, 1)]

        assert not Club.objects.filter(pk=private.pk).exists()
        assert set(counts(private.pk).values()) == {0}

    def test_in_words(self):
        assert str(Cleared("Table du 6 janvier", OPENED, 2, 31)) == (
            "Table du 6 janvier (sessions: 2, deals: 31, last changed on 2025-01-06)"
        )

    def test_before_that_it_stays(self, opened):
        assert list(clear_unused(SOONER)) == []
        assert Club.objects.filter(slug=None).exists()

    def test_looking_at_it_is_use(self, opened):
        Link.objects.update(used_on=OPENED.date() + timedelta(days=1))

        assert list(clear_unused(LATER)) == []
        assert len(list(clear_unused(LATER + timedelta(days=2)))) == 1

    def test_so_is_a_visit_by_a_link_to_watch(self, opened):
        with written_at(OPENED):
            watch = links.invite(keeper(opened.link), opened.sitting, "watch", request_id=uuid4())
        Link.objects.filter(pk=watch.pk).update(used_on=LATER.date())

        assert list(clear_unused(LATER)) == []

    def test_clubs_are_never_cleared(self, sitting):
        before = counts(sitting.club)

        assert list(clear_unused(LATER + 10 * YEAR)) == []
        assert counts(sitting.club) == before

    def test_only_what_is_old(self, club, opened):
        with written_at(LATER):
            other = club.private_table("Pia", "Kim", "Bo")

        clear_unused(LATER)
        assert [cleared.name for cleared in clear_unused(LATER)] == ["Table du 6 janvier"]
        assert Club.objects.get(slug=None) == other.sitting.club

    def test_a_table_that_was_taken_over_keeps_its_history(self, club, opened):
        alice = Actor.of_user(club.user("Alice"), [str(opened.link.uuid)])
        with written_at(OPENED):
            take_over(alice, opened.sitting.club, club.club, {}, request_id=uuid4())

        assert list(clear_unused(LATER + 10 * YEAR)) == []
        assert [*check_sittings(), *check_chains()] == []
        assert AuditEntry.objects.filter(chain__uuid=opened.sitting.uuid).count() == 2

    def test_a_rehearsal_clears_nothing(self, opened):
        before = counts(opened.sitting.club)

        assert len(list(clear_unused(LATER, dry_run=True))) == 1
        assert counts(opened.sitting.club) == before

    def test_what_is_left_is_sound(self, club, sitting, opened):
        list(clear_unused(LATER))

        assert [*check_sittings(), *check_chains()] == []
        assert Sitting.objects.get() == sitting


class TestClearLinks:
    @pytest.fixture
    def link(self, club, sitting):
        return club.link(sitting)

    def test_a_year_after_they_expired(self, link):
        end = link.expires_at

        assert clear_links(end + YEAR) == 0
        assert clear_links(end + YEAR + timedelta(seconds=1)) == 1
        assert not Link.objects.exists()

    def test_a_year_after_they_were_revoked(self, club, link):
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())
        link.refresh_from_db()
        Link.objects.update(expires_at=None)

        assert clear_links(link.revoked_at + YEAR) == 0
        assert clear_links(link.revoked_at + YEAR + timedelta(seconds=1)) == 1

    def test_what_has_no_end_stays(self, club, opened):
        screen = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())

        assert clear_links(LATER + 10 * YEAR) == 0
        assert set(Link.objects.all()) == {screen, opened.link}

    def test_a_rehearsal_only_counts(self, link):
        assert clear_links(link.expires_at + 2 * YEAR, dry_run=True) == 1
        assert Link.objects.exists()


class TestClearWaiting:
    MONTH = timedelta(days=30)

    def brought(self, club, name, **told):
        run = {"club": club.club, "kind": "members", "digest": name, "made_at": OPENED, **told}
        return ImportRun.objects.create(name=name, **run)

    def test_a_file_that_was_never_imported(self, club):
        self.brought(club, "waits")
        self.brought(club, "went", done=3, total=3, finished_at=OPENED)
        self.brought(club, "paused", done=500, total=900)
        self.brought(club, "new", made_at=OPENED + timedelta(hours=1))
        now = OPENED + self.MONTH + timedelta(minutes=1)

        assert clear_waiting(now, dry_run=True) == 1
        assert ImportRun.objects.count() == 4
        assert clear_waiting(now) == 1
        assert clear_waiting(now) == 0

        left = ImportRun.objects.order_by("name").values_list("name", flat=True)
        assert list(left) == ["new", "paused", "went"]
