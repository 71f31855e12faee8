"""Roles of accounts in a club."""

from uuid import UUID, uuid4

import pytest

from clubs.access import Actor, Forbidden
from clubs.models import Membership, Player, Role, TournamentDuty
from clubs.services.errors import LastOwner, RequestReused
from clubs.services.files.chains import check_chains
from clubs.services.people.invitations import accept_invitation, invite_player
from clubs.services.people.roles import remove_role, set_role
from clubs.services.tournaments.tournaments import set_duty
from tests.cast import audit, make_player
from tests.hall import Hall

REQUEST = UUID(int=7)


def roles(club):
    rows = Membership.objects.filter(club=club.club).order_by("user__email")
    return {
        email.partition("@")[0]: role for email, role in rows.values_list("user__email", "role")
    }


def actions(club):
    return [entry.action for entry in audit(club)]


class TestSetRole:
    def give(self, club, to="Bob", role=Role.SCORER, who="Olivia", request_id=REQUEST):
        set_role(club.actor(who), club.club, club.user(to), role, request_id=request_id)

    def test_another_role(self, club):
        self.give(club)

        assert roles(club)["bob"] == "scorer"
        (entry,) = audit(club.club)
        uuid = str(club.user("Bob").uuid)
        assert entry.before == {"user": uuid, "role": "member"}
        assert entry.after == {"user": uuid, "role": "scorer"}

    def test_a_role_for_somebody_new(self, club):
        self.give(club, to="Eve")

        assert roles(club)["eve"] == "scorer"
        assert audit(club.club)[0].before["role"] is None

    def test_the_last_owner_stays(self, club):
        with pytest.raises(LastOwner):
            self.give(club, to="Olivia", role=Role.ORGANISER)

        assert roles(club)["olivia"] == "owner"
        self.give(club, to="Charlie", role=Role.OWNER)
        self.give(club, to="Olivia", role=Role.ORGANISER, request_id=uuid4())
        assert roles(club)["olivia"] == "organiser"

    def test_sent_twice(self, club):
        self.give(club)
        self.give(club)
        with pytest.raises(RequestReused):
            self.give(club, role=Role.OWNER)
        with pytest.raises(RequestReused):
            self.give(club, to="Dora")

        assert roles(club)["bob"] == "scorer"
        assert actions(club.club) == ["set_role"]

    def test_sent_twice_though_the_role_is_gone(self, club):
        self.give(club)
        remove_role(club.actor("Olivia"), club.club, club.user("Bob"), request_id=uuid4())

        self.give(club)

        assert "bob" not in roles(club)

    @pytest.mark.parametrize("who", ["Charlie", "Alice", "Bob", "Eve"])
    def test_refused_below_owner(self, club, who):
        with pytest.raises(Forbidden):
            self.give(club, to=who, role=Role.OWNER, who=who)


class TestRemoveRole:
    def remove(self, club, of="Bob", who="Olivia", request_id=REQUEST):
        remove_role(club.actor(who), club.club, club.user(of), request_id=request_id)

    def test_by_an_owner(self, club):
        self.remove(club)

        assert "bob" not in roles(club)
        assert audit(club.club)[0].before == {
            "user": str(club.user("Bob").uuid),
            "role": "member",
        }

    @pytest.mark.parametrize("who", ["Bob", "Olivia"])
    def test_the_player_is_nobodys_account_then(self, club, who):
        self.remove(club, of="Bob", who=who)

        assert Player.objects.get(pk=club.player("Bob").pk).user is None
        [entry] = audit(club.player("Bob"))
        told = (entry.action, entry.actor, entry.before, entry.after)
        bob = str(club.user("Bob").uuid)
        by = f"account:{club.user(who).uuid}"
        assert told == ("link_account", by, {"user": bob}, {"user": None})
        assert list(check_chains()) == []

    def test_the_player_of_another_club_stays_linked(self, club):
        elsewhere = make_player(club.other, "Bob", club.user("Bob"))
        elsewhere.save()

        self.remove(club)

        elsewhere.refresh_from_db()
        assert elsewhere.user == club.user("Bob")

    def test_who_plays_as_nobody_leaves_too(self, club):
        Player.objects.filter(pk=club.player("Bob").pk).update(user=None)

        self.remove(club)

        assert audit(club.player("Bob")) == []

    def test_duties_at_tournaments_of_the_club_end_too(self, club):
        tournament, bob = Hall.gather(club, 3).tournament, club.user("Bob")
        set_duty(club.actor("Charlie"), tournament, bob, TournamentDuty.DESK, request_id=uuid4())

        self.remove(club)

        assert not bob.duties.exists()
        entry = audit(tournament)[-1]
        account = str(bob.uuid)
        assert (entry.action, entry.before, entry.after) == (
            "set_duty",
            {"account": account, "duty": "desk"},
            {"account": account, "duty": None},
        )

    def test_an_invitation_brings_both_back(self, club):
        self.remove(club, of="Bob", who="Bob")
        bob = Player.objects.select_related("club").get(pk=club.player("Bob").pk)
        link = invite_player(club.actor("Charlie"), bob, request_id=uuid4())
        guest = Actor.of_user(club.user("Bob"), held=[str(link.uuid)])

        accept_invitation(guest, link, request_id=uuid4())

        assert roles(club)["bob"] == "member"
        assert Player.objects.get(pk=bob.pk).user == club.user("Bob")

    def test_everybody_may_leave(self, club):
        self.remove(club, of="Bob", who="Bob")

        assert "bob" not in roles(club)

    def test_the_last_owner_may_not(self, club):
        with pytest.raises(LastOwner):
            self.remove(club, of="Olivia")

        assert roles(club)["olivia"] == "owner"
        assert Player.objects.get(pk=club.player("Olivia").pk).user == club.user("Olivia")

    def test_one_of_two_owners_may(self, club):
        set_role(
            club.actor("Olivia"), club.club, club.user("Charlie"), Role.OWNER, request_id=uuid4()
        )

        self.remove(club, of="Olivia")

        assert "olivia" not in roles(club)

    def test_sent_twice_and_again(self, club):
        self.remove(club)
        self.remove(club)
        self.remove(club, request_id=uuid4())
        with pytest.raises(RequestReused):
            self.remove(club, of="Dora")

        assert actions(club.club) == ["remove_role"]
        assert "dora" in roles(club)

    def test_the_role_one_has_is_no_change(self, club):
        set_role(club.actor("Olivia"), club.club, club.user("Bob"), Role.MEMBER, request_id=uuid4())

        assert actions(club.club) == []
