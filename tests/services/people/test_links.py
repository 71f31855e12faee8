"""Giving links to guests and screens, using them, taking them back."""

from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor, Forbidden
from clubs.models import AuditEntry, Link, LinkKind
from clubs.queries.people.links import find_code
from clubs.services.errors import RequestReused
from clubs.services.people import links
from clubs.services.tables import sittings
from tests.cast import audit, keeper
from tests.hall import Hall

FOUR = ("Alice", "Bob", "Charlie", "Dora")
REQUEST = UUID(int=7)
DAY = timedelta(hours=24)


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


def invite(club, sitting, kind=LinkKind.SCORE, *, by="Alice", request_id=None, **more):
    actor = club.actor(by) if isinstance(by, str) else by
    return links.invite(actor, sitting, kind, request_id=request_id or uuid4(), **more)


def log(thing):
    return [(entry.action, entry.actor, entry.before, entry.after) for entry in audit(thing)]


class TestInvite:
    def test_a_link_for_a_day_with_a_code(self, club, sitting):
        before = timezone.now()

        link = invite(club, sitting)

        link.refresh_from_db()
        assert (link.club, link.kind, link.target_uuid) == (club.club, "score", sitting.uuid)
        assert link.made_by == club.user("Alice")
        assert before + DAY <= link.expires_at <= timezone.now() + DAY
        assert len(link.code) == 6
        assert link.token_hash == Link.hash_of(link.token)

    def test_the_log_of_the_table_tells_it_but_not_the_way_in(self, club, sitting):
        link = invite(club, sitting)

        told = {
            "link": str(link.uuid),
            "kind": "score",
            "expires_at": link.expires_at.isoformat(),
        }
        [_opened, entry] = log(sitting)
        assert entry == ("invite", f"account:{club.user('Alice').uuid}", None, told)
        for secret in (link.token, link.token_hash, link.code):
            assert secret not in str(list(AuditEntry.objects.values()))

    def test_asked_again_it_is_the_same(self, club, sitting):
        first = invite(club, sitting)

        assert invite(club, sitting, by="Charlie") == first
        assert [entry.action for entry in audit(sitting)] == ["open_sitting", "invite"]

    def test_sent_twice(self, club, sitting):
        first = invite(club, sitting, request_id=REQUEST)
        links.revoke_link(club.actor("Alice"), first, request_id=uuid4())

        assert invite(club, sitting, request_id=REQUEST) == first
        assert Link.objects.count() == 1

    def test_the_id_of_somebody_else(self, club, sitting):
        invite(club, sitting, request_id=REQUEST)

        with pytest.raises(RequestReused):
            invite(club, sitting, by="Charlie", request_id=REQUEST)

    def test_one_of_each_kind(self, club, sitting):
        score, watch = invite(club, sitting), invite(club, sitting, LinkKind.WATCH)

        assert (score.kind, watch.kind) == ("score", "watch")
        assert score.code != watch.code

    def test_how_long_it_lasts_can_be_told_and_changed(self, club, sitting):
        first = invite(club, sitting, lasts=timedelta(hours=4))
        assert timedelta(hours=3) < first.expires_at - timezone.now() < timedelta(hours=5)
        ended = first.expires_at

        again = invite(club, sitting, lasts=timedelta(days=7))

        assert again == first
        assert timedelta(days=6) < again.expires_at - timezone.now() < timedelta(days=8)
        assert audit(sitting)[-1].before["expires_at"] == ended.isoformat()

    def test_after_it_has_expired_there_is_another(self, club, sitting):
        first = invite(club, sitting)
        Link.objects.update(expires_at=timezone.now())

        assert invite(club, sitting) != first

    def test_after_the_secret_key_has_changed_another_takes_its_place(
        self, club, sitting, settings
    ):
        first = invite(club, sitting)
        settings.SECRET_KEY = "changed"

        second = invite(club, sitting)

        assert (second != first, second.can_be_shown) == (True, True)
        first.refresh_from_db()
        assert first.revoked_at is not None

    def test_a_code_that_is_taken_is_not_given_twice(self, club, sitting, monkeypatch):
        taken = invite(club, sitting).code
        dice = iter([*taken, *taken, *"CDFHJK"])
        monkeypatch.setattr("secrets.choice", lambda signs: next(dice))

        assert invite(club, sitting, LinkKind.WATCH).code == "CDFHJK"

    def test_guests_do_not_hand_it_on(self, club, sitting):
        guest = keeper(invite(club, sitting))

        with pytest.raises(Forbidden):
            invite(club, sitting, LinkKind.WATCH, by=guest)

    def test_not_to_a_session_that_is_over(self, club, sitting):
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            invite(club, sitting)

    @pytest.mark.parametrize("kind", [LinkKind.OWNER, LinkKind.CLUB_SCREEN])
    def test_only_what_is_of_a_session(self, club, sitting, kind):
        with pytest.raises(ValueError, match=kind):
            invite(club, sitting, kind)


class TestOpenScreenLink:
    def open(self, club, by="Alice", request_id=None):
        actor = club.actor(by)
        return links.open_club_screen_link(actor, club.club, request_id=request_id or uuid4())

    def test_one_for_the_club_without_end(self, club):
        link = self.open(club)

        assert (link.kind, link.target_uuid) == ("screen", club.club.uuid)
        assert (link.expires_at, len(link.code)) == (None, 6)
        assert self.open(club) == link
        assert [entry.action for entry in audit(club.club)] == ["invite"]

    def test_revoked_there_is_another(self, club):
        first = self.open(club)
        links.revoke_link(club.actor("Alice"), first, request_id=uuid4())

        assert self.open(club) != first

    def test_a_private_club_has_no_screen(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")

        with pytest.raises(Forbidden):
            links.open_club_screen_link(
                keeper(opened.link), opened.sitting.club, request_id=uuid4()
            )


class TestRevokeLink:
    def test_it_opens_nothing_any_more(self, club, sitting):
        link = invite(club, sitting)

        links.revoke_link(club.actor("Charlie"), link, request_id=uuid4())

        assert not Link.objects.valid(timezone.now()).exists()
        assert [entry.action for entry in audit(link)] == ["revoke_link"]
        assert audit(link)[0].chain_uuid == sitting.uuid
        assert keeper(link).grants == ()

    def test_twice_is_once(self, club, sitting):
        link = invite(club, sitting)
        for _time in range(2):
            links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        assert len(audit(link)) == 1

    def test_sent_twice(self, club, sitting):
        link = invite(club, sitting)
        for _time in range(2):
            links.revoke_link(club.actor("Alice"), link, request_id=REQUEST)

        assert len(audit(link)) == 1

    def test_that_of_a_screen_is_in_the_log_of_the_club(self, club):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())

        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        assert audit(link)[0].chain_uuid == club.club.uuid

    @pytest.mark.parametrize("who", ["Bob", "Eve"])
    def test_members_and_strangers_may_not(self, club, sitting, who):
        link = invite(club, sitting)

        with pytest.raises(Forbidden):
            links.revoke_link(club.actor(who), link, request_id=uuid4())

        assert Link.objects.valid(timezone.now()).get() == link

    def test_a_private_table_is_never_left_without(self, club):
        link = club.private_table("Ana", "Luc", "Zoé").link

        with pytest.raises(Forbidden):
            links.revoke_link(keeper(link), link, request_id=uuid4())


class TestRenewOwnerLink:
    @pytest.fixture
    def opened(self, club):
        return club.private_table("Ana", "Luc", "Zoé")

    def renew(self, opened, by=None, request_id=None):
        return links.renew_owner_link(
            by or keeper(opened.link), opened.sitting.club, request_id=request_id or uuid4()
        )

    def test_the_old_one_gives_way_to_a_new_one(self, opened):
        link = self.renew(opened)

        assert [grant.link_uuid for grant in keeper(opened.link, link).grants] == [link.uuid]
        assert (link.kind, link.code, link.expires_at) == ("owner", None, None)
        assert audit(opened.sitting.club)[-1].action == "renew_owner_link"
        assert audit(opened.sitting.club)[-1].actor == f"link:{opened.link.uuid}"

    def test_sent_twice_by_somebody_with_an_account(self, club, opened):
        eve = Actor.of_user(club.user("Eve"), [str(opened.link.uuid)])
        first = self.renew(opened, eve, REQUEST)

        assert self.renew(opened, eve, REQUEST) == first
        assert Link.objects.filter(kind="owner").count() == 2

    def test_sent_twice_by_a_browser_that_holds_the_new_one_by_now(self, opened):
        first = self.renew(opened, request_id=REQUEST)

        assert self.renew(opened, keeper(opened.link, first), REQUEST) == first
        with pytest.raises(Forbidden):
            self.renew(opened, keeper(opened.link), REQUEST)

    def test_only_who_holds_it(self, club, opened):
        for actor in (club.actor("Olivia"), Actor("visitor")):
            with pytest.raises(Forbidden):
                self.renew(opened, actor)


class TestFreeCodes:
    def test_none_that_a_link_or_a_tournament_has(self, monkeypatch, club, sitting):
        hall = Hall.gather(club, 4)
        taken = [invite(club, sitting).code, hall.tournament.code]
        drawn = iter([*taken, "222222", "333333"])
        monkeypatch.setattr(links, "new_code", lambda: next(drawn))

        assert links.free_codes(2) == ["222222", "333333"]

    def test_one_that_was_revoked_is_free_again(self, monkeypatch, club, sitting):
        link = invite(club, sitting)
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())
        monkeypatch.setattr(links, "new_code", lambda: link.code)

        assert links.free_codes(1) == [link.code]


class TestKeys:
    """A code is kept under keys that are not in the database."""

    def test_it_stands_nowhere(self, club, sitting):
        link = invite(club, sitting)

        [stored] = Link.objects.values()
        assert link.code not in str(stored)
        assert find_code(link.code) == link

    def test_an_older_key_opens_it_and_new_ones_take_another_code(
        self, club, sitting, settings, monkeypatch
    ):
        link = invite(club, sitting)
        code = link.code
        settings.SEALING_KEYS = ["new", *settings.SEALING_KEYS]
        drawn = iter([code, "222222"])
        monkeypatch.setattr(links, "new_code", lambda: next(drawn))

        assert Link.objects.get().code == code
        assert find_code(code) == link
        assert links.free_codes(1) == ["222222"]

    def test_without_its_key_it_is_not_told_and_opens_nothing(self, club, sitting, settings):
        link = invite(club, sitting)
        code = link.code
        settings.SEALING_KEYS = ["new"]

        assert Link.objects.get().code is None
        assert find_code(code) is None


class TestUse:
    def test_one_write_a_day(self, club, sitting, django_assert_num_queries):
        link = invite(club, sitting)
        with django_assert_num_queries(1):
            links.note_use(link)

        again = Link.objects.select_related("club").get()
        assert again.used_on == timezone.localdate()
        with django_assert_num_queries(0):
            links.note_use(again)

    def test_the_day_is_that_of_the_club(self, club, sitting):
        club.club.time_zone = "Pacific/Kiritimati"  # 14 hours ahead
        link = invite(club, sitting)
        link.club.time_zone = "Pacific/Kiritimati"

        links.note_use(link)

        link.refresh_from_db()
        assert link.used_on == (timezone.now() + timedelta(hours=14)).date()

    def test_a_look_at_a_private_table_counts(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")
        Link.objects.update(used_on=date(2026, 1, 1))

        links.note_visit(keeper(opened.link), opened.sitting.club)

        assert Link.objects.get().used_on == timezone.localdate()

    def test_a_look_at_another_table_does_not(self, club, sitting):
        opened = club.private_table("Ana", "Luc", "Zoé")

        links.note_visit(keeper(opened.link), sitting.club)

        assert Link.objects.get().used_on is None
