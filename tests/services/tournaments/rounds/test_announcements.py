"""What the room is told, and what it is told no more."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from clubs.models import Announcement, Place
from clubs.queries.tournaments.room import next_turn, shown_at
from clubs.services.changes import written_at
from clubs.services.errors import RequestReused, TournamentRefused
from clubs.services.tournaments.rounds import announcements
from tests.hall import Hall

THREE = datetime(2026, 11, 21, 15, tzinfo=UTC)


@pytest.fixture
def hall(club):
    return Hall.gather(club, 8)


def announce(hall, text="Pause de dix minutes", **told):
    told.setdefault("request_id", uuid4())
    with written_at(THREE):
        return announcements.announce(hall.arbiter, hall.reread(), text, **told)


def shown(hall, minutes=0, *, on_screens=True):
    moment, rows = THREE + timedelta(minutes=minutes), hall.tournament.announcements.all()
    return [row.text for row in shown_at(rows, moment, on_screens=on_screens)]


class TestShown:
    def test_until_it_is_ended(self, hall):
        row = announce(hall)
        assert shown(hall, 500) == ["Pause de dix minutes"]

        with written_at(THREE + timedelta(minutes=7)):
            announcements.end_announcement(hall.arbiter, row, request_id=uuid4())

        assert shown(hall, 6) == ["Pause de dix minutes"]
        assert shown(hall, 7) == []

    def test_for_so_many_minutes(self, hall):
        announce(hall, minutes=10)
        announce(hall, "Buvette ouverte", minutes=30)

        assert shown(hall, 9) == ["Buvette ouverte", "Pause de dix minutes"]
        assert shown(hall, 10) == ["Buvette ouverte"]
        rows = hall.tournament.announcements.all()
        assert next_turn(rows, THREE) == THREE + timedelta(minutes=10)

    def test_on_screens_and_on_phones(self, hall):
        announce(hall, "partout")
        announce(hall, "écrans", place=Place.SCREENS)
        announce(hall, "téléphones", place=Place.PHONES)

        assert shown(hall, on_screens=True) == ["écrans", "partout"]
        assert shown(hall, on_screens=False) == ["téléphones", "partout"]

    def test_to_one_table(self, hall):
        hall.publish()

        row = announce(hall, "Venez à l’accueil", table_number=2)

        assert (row.table_number, row.place) == (2, Place.EVERYWHERE)

    def test_pages_that_poll_see_that_something_changed(self, hall):
        """By a counter of its own: who shows no announcements has nothing to fetch."""
        revision = hall.reread().revision
        assert hall.tournament.news_revision == 0

        row = announce(hall)

        assert hall.reread().news_revision == 1
        announcements.end_announcement(hall.arbiter, row, request_id=uuid4())
        assert hall.reread().news_revision == 2
        assert hall.tournament.revision == revision


class TestSentTwice:
    def test_one_row(self, hall):
        request_id = uuid4()
        rows = [announce(hall, request_id=request_id) for _ in range(2)]

        assert rows[0] == rows[1]
        assert Announcement.objects.count() == 1

    def test_other_words_under_the_same_id(self, hall):
        request_id = uuid4()
        announce(hall, request_id=request_id)

        with pytest.raises(RequestReused):
            announce(hall, "autre chose", request_id=request_id)


class TestRefused:
    @pytest.mark.parametrize(
        ("told", "code"),
        [({"text": "  "}, "announcement_empty"), ({"table_number": 2}, "table_unknown")],
    )
    def test_what_says_nothing_or_to_nobody(self, hall, told, code):
        with pytest.raises(TournamentRefused) as refusal:
            announce(hall, **told)

        assert [problem.code for problem in refusal.value.problems] == [code]
        assert not Announcement.objects.exists()

    def test_when_the_tournament_is_over(self, hall):
        hall.tournament.state = "final"
        hall.tournament.save()

        with pytest.raises(TournamentRefused):
            announce(hall)
