"""Founding a club, its settings and its day."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor, Forbidden
from clubs.models import AuditEntry, Club, Membership, Player, Role, User
from clubs.services.errors import RequestReused
from clubs.services.people import people
from clubs.services.people.clubs import create_club, update_club
from clubs.services.people.roles import set_role
from tests.cast import PASSWORD, audit

REQUEST = UUID(int=7)


@pytest.fixture(autouse=True)
def _open(settings):
    settings.REGISTRATION = "open"


def names(club, **criteria):
    rows = Player.objects.filter(club=club, **criteria).order_by("name")
    return list(rows.values_list("name", flat=True))


def actions(club):
    return [entry.action for entry in audit(club)]


class TestCreateClub:
    def create(self, club, who="Alice", **more):
        options = {"request_id": REQUEST, **more}
        return create_club(club.actor(who), "Tarot du Lac", **options)

    def test_its_maker_owns_it_and_its_members_are_there(self, club):
        made = self.create(
            club, members=["Zoé", "Luc  Faure", ""], owner_name="Alice", rules="family"
        )

        told = (made.slug, made.name, made.rules)
        assert told == ("tarot-du-lac", "Tarot du Lac", "family")
        assert Membership.objects.get(club=made).user == club.user("Alice")
        assert Membership.objects.get(club=made).role == Role.OWNER
        players = Player.objects.filter(club=made).order_by("pk")
        assert [(p.name, p.table_name, p.user, p.is_guest) for p in players] == [
            ("Alice", "Alice", club.user("Alice"), False),
            ("Zoé", "Zoé", None, False),
            ("Luc Faure", "Luc", None, False),
        ]
        assert actions(made) == ["create_club"]

    def test_a_name_that_stands_twice_is_taken_once(self, club):
        made = self.create(club, members=["Émile", "emile", "ÉMILE"], owner_name="Emile")

        assert names(made) == ["Emile"]

    def test_two_clubs_of_one_name_have_two_addresses(self, club):
        self.create(club)

        assert self.create(club, request_id=uuid4()).slug == "tarot-du-lac-2"

    def test_sent_twice(self, club):
        first = self.create(club, members=["Zoé"])

        assert self.create(club, members=["Zoé"]) == first
        assert Club.objects.filter(name="Tarot du Lac").count() == 1
        assert names(first) == ["Zoé"]

    def test_the_id_of_somebody_else(self, club):
        self.create(club)

        with pytest.raises(RequestReused):
            self.create(club, who="Bob")

    @pytest.mark.parametrize("registration", ["invite", "closed"])
    def test_only_the_administrator_when_registration_is_not_open(
        self, club, settings, registration
    ):
        settings.REGISTRATION = registration
        with pytest.raises(Forbidden):
            self.create(club, who="Olivia")
        assert not Club.objects.filter(name="Tarot du Lac").exists()
        root = User.objects.create_superuser("root@example.org", PASSWORD)

        made = create_club(Actor.of_user(root), "Tarot du Lac", request_id=REQUEST)

        assert made.memberships.get().user == root

    def test_a_visitor_may_not(self, club):
        with pytest.raises(Forbidden):
            create_club(Actor("visitor"), "Tarot du Lac", request_id=REQUEST)


class TestUpdateClub:
    def update(self, club, who="Charlie", name="Trois Bouts", request_id=REQUEST):
        return update_club(
            club.actor(who),
            club.club,
            name=name,
            time_zone="Indian/Reunion",
            rules="family",
            request_id=request_id,
        )

    def test_works_and_is_logged(self, club):
        self.update(club)

        club.club.refresh_from_db()
        assert (club.club.name, club.club.time_zone, club.club.rules, club.club.slug) == (
            "Trois Bouts",
            "Indian/Reunion",
            "family",
            "trois-bouts",
        )
        (entry,) = audit(club.club)
        assert entry.before == {
            "name": "Les Trois Bouts",
            "time_zone": "Europe/Paris",
            "rules": "fft",
            "lists_by": "family_name",
        }

    def test_sent_twice(self, club):
        self.update(club)
        self.update(club)
        with pytest.raises(RequestReused):  # one went back and changed it: not lost unnoticed
            self.update(club, name="Something else")

        club.club.refresh_from_db()
        assert club.club.name == "Trois Bouts"
        assert actions(club.club) == ["update_club"]


def test_the_chain_of_the_club_is_whole(club):
    people.add_guests(club.actor("Alice"), club.club, ["Zoé"], request_id=uuid4())
    set_role(club.actor("Olivia"), club.club, club.user("Bob"), Role.SCORER, request_id=uuid4())

    entries = AuditEntry.objects.filter(chain__uuid=club.club.uuid).order_by("sequence")
    first, second = entries
    assert (first.hash, second.hash) == (
        first.computed_hash(""),
        second.computed_hash(first.hash),
    )


class TestTheDayOfTheClub:
    """On Réunion, UTC+4, it is Wednesday already while the server's Paris has Tuesday."""

    LATE = datetime(2026, 11, 17, 21, 30, tzinfo=UTC)

    @pytest.fixture(autouse=True)
    def _late(self, club, monkeypatch):
        monkeypatch.setattr(timezone, "now", lambda: self.LATE)
        Club.objects.update(time_zone="Indian/Reunion")
        club.club.refresh_from_db()

    def test_a_member_joins_on_it(self, club):
        (added,) = people.add_players(club.actor("Charlie"), club.club, ["Zoé"], request_id=uuid4())

        assert added.member_since == date(2026, 11, 18)

    def test_a_guest_becomes_a_member_on_it(self, club):
        (guest,) = people.add_guests(club.actor("Alice"), club.club, ["Zoé"], request_id=uuid4())
        people.update_player(
            club.actor("Charlie"),
            guest,
            name="Zoé",
            table_name="Zoé",
            is_member=True,
            request_id=uuid4(),
        )

        assert guest.member_since == date(2026, 11, 18)

    def test_a_club_begins_on_it(self, club):
        made = create_club(
            Actor.command("test"),
            "Tarot du Lac",
            time_zone="Indian/Reunion",
            members=["Zoé"],
            request_id=uuid4(),
        )

        assert made.players.get().member_since == date(2026, 11, 18)
