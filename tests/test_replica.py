"""Public pages are read from a replica; the first database answers whatever it cannot."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from typing import Any

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext

from clubs import replica
from clubs.models import League, Tournament
from clubs.replica import reading_replica
from clubs.services.snapshot import snapshot
from tests.hall import Hall

PAGE = "/c/trois-bouts/public/"
MIDDLEWARE = "clubs.middleware.ReplicaMiddleware"

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "replica"])


@pytest.fixture(autouse=True, scope="module")
def _second(django_db_setup: None) -> Iterator[None]:
    """A second connection to the same data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connections.settings, "replica", dict(connections.settings["default"]))
        yield
    del connections["replica"]


@pytest.fixture
def _replica(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(replica, "_away_until", 0.0)
    settings.DATABASE_ROUTERS = ["clubs.replica.ReplicaRouter"]
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, MIDDLEWARE]
    yield
    connections["replica"].close()


@pytest.fixture
def league(club):
    league = club.league("Bob", shows_standings=True, shows_calendar=True)
    club.evening(league, date(2026, 1, 6), club.sitting("Alice", "Bob", "Charlie", "Dora"))
    return league


def asked(client, path):
    """The status of the page, and how much each database was asked for it."""
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(CaptureQueriesContext(connections[name]))
            for name in ("default", "replica")
        )
        status = client.get(path).status_code
    return status, len(first), len(second)


@pytest.mark.usefixtures("_replica")
class TestPublicPages:
    def test_the_replica_answers_a_visitor(self, client, league):
        status, first, second = asked(client, f"{PAGE}{league.uuid}/")

        assert (status, first) == (200, 0)
        assert second > 0

    def test_whoever_has_an_account_stays_signed_in(self, alice, league):
        status, _first, second = asked(alice, PAGE)

        assert status == 200
        assert second > 0
        assert "sessionid" in alice.cookies
        assert asked(alice, "/c/trois-bouts/")[0::2] == (200, 0)

    def test_a_visitor_of_a_tournament_but_not_who_has_a_session(self, club, client, sign_in):
        hall = Hall.gather(club, 4)
        Tournament.objects.update(shows_page=True)
        path = f"/g/{hall.tournament.uuid}/"

        assert asked(client, path)[:2] == (200, 0)
        assert asked(sign_in("Bob"), path)[0::2] == (200, 0)

    def test_who_sent_a_form_reads_what_they_wrote(self, client, league):
        client.post(
            "/settings/", {"language": "en", "theme": "dark", "text": "125", "hand": "left"}
        )

        assert client.cookies["wrote"]["max-age"] == 30
        assert asked(client, PAGE)[0::2] == (200, 0)

    def test_what_it_does_not_have_yet(self, club, client):
        with ExitStack() as stack:
            with reading_replica():  # it sees what was there before
                stack.enter_context(snapshot())
                list(League.objects.all())
            league = club.league("Bob", shows_standings=True)
            status, first, second = asked(client, f"{PAGE}{league.uuid}/")

        assert status == 200
        assert first > 0
        assert second > 0

    def test_while_it_is_away_the_first_answers(self, client, league, caplog):
        connections["replica"].close()
        connections["replica"].settings_dict["NAME"] = "/nowhere/at/all"

        assert client.get(PAGE).status_code == 200
        assert "The replica does not answer: " in caplog.text
        connections["replica"].settings_dict["NAME"] = connections["default"].settings_dict["NAME"]
        assert asked(client, PAGE)[0::2] == (200, 0)  # it is left in peace for a while


def test_without_one_nothing_changes(client, club):
    response = client.post("/settings/", {"theme": "dark"})

    assert "wrote" not in response.cookies
    assert client.get(PAGE).status_code == 404  # as no season is shown
