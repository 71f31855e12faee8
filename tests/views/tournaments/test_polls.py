"""What live pages of a tournament poll with, and what is made once."""

from datetime import timedelta
from uuid import uuid4

from django.utils import timezone, translation

from clubs.views.tournaments.polls import Made, made_once, state_now
from tests.hall import Hall


class TestStateNow:
    def test_every_write_moves_it(self, club):
        hall = Hall.gather(club, 8)
        uuid = hall.tournament.uuid
        states = [state_now(uuid)]
        hall.publish()
        states.append(state_now(uuid))
        hall.deal(hall.tables()[0])
        states.append(state_now(uuid))

        assert states == ["0-0-0", "2-2-0", "2-2-1"]

    def test_none_for_what_is_not_there(self, club):
        assert state_now(uuid4()) is None


class TestMadeOnce:
    def make(self, texts, until=None):
        return lambda: Made(texts.pop(0), until)

    def test_for_all_who_ask_the_same(self):
        event, texts = uuid4(), ["one", "two", "three", "four"]
        make = self.make(texts)

        assert made_once(event, "1-0-0", ("board", 1), make) == "one"
        assert made_once(event, "1-0-0", ("board", 1), make) == "one"
        assert made_once(event, "2-0-0", ("board", 1), make) == "two"
        assert made_once(event, "2-0-0", ("board", 2), make) == "three"
        with translation.override("it"):
            assert made_once(event, "2-0-0", ("board", 2), make) == "four"

    def test_until_it_changes_by_itself(self, monkeypatch):
        event, now = uuid4(), timezone.now()
        soon, later = now + timedelta(minutes=1), now + timedelta(minutes=2)
        first, second = self.make(["one"], soon), self.make(["two"], None)
        assert made_once(event, "1-0-0", (), first) == "one"
        assert made_once(event, "1-0-0", (), second) == "one"

        monkeypatch.setattr("django.utils.timezone.now", lambda: later)

        assert made_once(event, "1-0-0", (), second) == "two"
        assert made_once(event, "1-0-0", (), second) == "two"
