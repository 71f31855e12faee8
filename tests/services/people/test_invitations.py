"""Inviting somebody, and coming in."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor, Forbidden, LinkEnded
from clubs.models import AuditEntry, Link, Membership, Player, Role
from clubs.services.errors import AccountTaken, PlaysAlready, RequestReused
from clubs.services.people import links, people
from clubs.services.people.invitations import accept_invitation, invite_player, unlink_account
from tests.cast import audit, keeper, make_user

REQUEST = UUID(int=7)
TWO_WEEKS = timedelta(days=14)


def invite(club, name="Frank", *, by="Charlie", request_id=None, **more):
    actor = club.actor(by)
    return invite_player(actor, club.player(name), request_id=request_id or uuid4(), **more)


def accept(link, user, request_id=None):
    return accept_invitation(Actor.of_user(user), link, request_id=request_id or uuid4())


@pytest.fixture
def hugo(club):
    return make_user("Hugo")


class TestInvite:
    def test_a_link_for_two_weeks_without_a_code(self, club):
        before = timezone.now()

        link = invite(club)

        link.refresh_from_db()
        frank = club.player("Frank")
        assert (link.club, link.kind, link.target_uuid) == (club.club, "invitation", frank.uuid)
        assert before + TWO_WEEKS <= link.expires_at <= timezone.now() + TWO_WEEKS
        assert link.code is None
        assert [entry.action for entry in audit(frank)] == ["invite"]

    def test_asked_again_it_is_the_same(self, club):
        assert invite(club) == invite(club, by="Olivia")
        assert Link.objects.count() == 1

    def test_after_one_that_was_revoked_it_is_another(self, club):
        first = invite(club)
        links.revoke_link(club.actor("Charlie"), first, request_id=uuid4())

        assert invite(club) != first

    def test_sent_twice_one_mail(self, club, django_capture_on_commit_callbacks):
        sent = []
        with django_capture_on_commit_callbacks(execute=True):
            first = invite(club, request_id=REQUEST, send=sent.append)
            assert invite(club, request_id=REQUEST, send=sent.append) == first

        assert sent == [first]

    def test_nothing_is_sent_before_it_is_written(self, club):
        sent = []
        invite(club, send=sent.append)

        assert sent == []  # the test's own transaction never ends

    def test_who_has_an_account(self, club):
        with pytest.raises(AccountTaken):
            invite(club, "Bob")

    def test_who_left(self, club):
        people.archive_player(club.actor("Charlie"), club.player("Frank"), request_id=uuid4())

        with pytest.raises(Forbidden):
            invite(club)

    @pytest.mark.parametrize("who", ["Alice", "Bob", "Eve"])
    def test_revoked_by_organisers_alone(self, club, who):
        link = invite(club)

        with pytest.raises(Forbidden):
            links.revoke_link(club.actor(who), link, request_id=uuid4())
        links.revoke_link(club.actor("Charlie"), link, request_id=uuid4())


class TestAccept:
    def test_a_member_who_is_the_player(self, club, hugo):
        link = invite(club)

        player = accept(link, hugo)

        assert player == Player.objects.get(club=club.club, user=hugo) == club.player("Frank")
        assert Membership.objects.get(club=club.club, user=hugo).role == Role.MEMBER
        [entry] = AuditEntry.objects.filter(action="accept_invitation")
        assert entry.after == {"player": str(player.uuid), "user": str(hugo.uuid)}
        assert "Frank" not in str([entry.before, entry.after, entry.reason])

    def test_with_a_role_that_an_owner_chose(self, club, hugo):
        with pytest.raises(Forbidden):
            invite(club, by="Charlie", role=Role.SCORER)
        link = invite(club, by="Olivia", role=Role.SCORER)
        invite(club, by="Charlie")  # shows the same link again, and leaves its role

        accept(link, hugo)

        assert Membership.objects.get(club=club.club, user=hugo).role == Role.SCORER
        [entry] = AuditEntry.objects.filter(action="accept_invitation")
        assert entry.after["role"] == "scorer"

    def test_a_higher_role_stays(self, club, hugo):
        Membership.objects.create(club=club.club, user=hugo, role=Role.ORGANISER)

        accept(invite(club, by="Olivia", role=Role.SCORER), hugo)

        assert Membership.objects.get(club=club.club, user=hugo).role == Role.ORGANISER

    def test_sent_twice(self, club, hugo):
        link = invite(club)
        for _time in range(2):
            accept(link, hugo, REQUEST)

        assert AuditEntry.objects.filter(action="accept_invitation").count() == 1
        assert Membership.objects.filter(user=hugo).count() == 1

    def test_the_same_person_with_another_request(self, club, hugo):
        link = invite(club)
        accept(link, hugo)

        assert accept(link, hugo) == club.player("Frank")
        assert AuditEntry.objects.filter(action="accept_invitation").count() == 1

    def test_somebody_else_with_the_same_request(self, club, hugo):
        link = invite(club)
        accept(link, hugo, REQUEST)

        with pytest.raises(RequestReused):
            accept(link, make_user("Inès"), REQUEST)

    def test_a_second_use(self, club, hugo):
        link = invite(club)
        accept(link, hugo)

        with pytest.raises(LinkEnded):
            accept(link, make_user("Inès"))
        assert Player.objects.get(pk=club.player("Frank").pk).user == hugo

    def test_a_role_that_is_there_already_stays(self, club, hugo):
        Membership.objects.create(club=club.club, user=hugo, role=Role.SCORER)

        accept(invite(club), hugo)

        assert Membership.objects.get(club=club.club, user=hugo).role == Role.SCORER

    def test_one_person_in_several_clubs(self, club):
        eve = club.user("Eve")

        accept(invite(club), eve)

        assert set(eve.memberships.values_list("club__slug", "role")) == {
            ("ailleurs", "owner"),
            ("trois-bouts", "member"),
        }
        assert eve.players.count() == 2

    def test_the_account_is_another_player_here(self, club):
        link = invite(club)

        with pytest.raises(PlaysAlready, match="Bob"):
            accept(link, club.user("Bob"))
        assert Player.objects.get(pk=club.player("Frank").pk).user is None

    def test_the_player_became_somebody_elses_meanwhile(self, club, hugo):
        link = invite(club)
        Player.objects.filter(pk=club.player("Frank").pk).update(user=make_user("Inès"))

        with pytest.raises(AccountTaken):
            accept(link, hugo)

    @pytest.mark.parametrize("end", ["revoked", "expired", "archived", "deleted"])
    def test_one_that_has_ended(self, club, hugo, end):
        link = invite(club)
        frank = Player.objects.filter(pk=club.player("Frank").pk)
        if end == "revoked":
            links.revoke_link(club.actor("Charlie"), link, request_id=uuid4())
        elif end == "expired":
            Link.objects.update(expires_at=timezone.now())
        elif end == "archived":
            frank.update(archived_at=timezone.now())
        else:
            frank.delete()

        with pytest.raises(LinkEnded):
            accept(link, hugo)
        assert not Membership.objects.filter(user=hugo).exists()

    def test_nobody_without_an_account(self, club):
        link = invite(club)

        with pytest.raises(Forbidden):
            accept_invitation(keeper(link), link, request_id=uuid4())


class TestUnlink:
    def unlink(self, club, by="Olivia", request_id=REQUEST):
        bob = Player.objects.select_related("club").get(pk=club.player("Bob").pk)
        return unlink_account(club.actor(by), bob, request_id=request_id)

    def test_the_role_stays_and_sent_twice(self, club):
        for _time in range(2):
            self.unlink(club)

        assert Player.objects.get(pk=club.player("Bob").pk).user is None
        assert Membership.objects.filter(user=club.user("Bob")).exists()
        assert [entry.action for entry in audit(club.player("Bob"))] == ["link_account"]
