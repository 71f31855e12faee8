"""An account goes; players, scores and the log stay."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from time import sleep
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import connections, transaction
from django.db.models import F

from clubs.access import Actor, Forbidden
from clubs.models import (
    Club,
    Deal,
    Link,
    LinkKind,
    Membership,
    Player,
    Publication,
    Role,
    TournamentDuty,
    User,
)
from clubs.services.errors import OnlyOwner
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.files.words import check_words
from clubs.services.people.accounts import delete_account
from clubs.services.people.links import make_link
from clubs.services.people.roles import set_role
from clubs.services.seasons.leagues import publish_league
from clubs.services.tournaments.tournaments import set_duty
from tests.cast import Cast, audit, make_player, totals
from tests.hall import Hall

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def is_gone(club: Cast, who: str) -> bool:
    return not User.objects.filter(pk=club.user(who).pk).exists()


def test_scores_and_names_stay(club):
    sitting = club.sitting(*FOUR)
    deal = club.deal(sitting, taker="Bob", points=46)  # (25+5)·2 = 60 from each
    club.deal(sitting, taker="Alice", points=46)

    delete_account(club.actor("Alice"))

    assert is_gone(club, "Alice")
    # 3·60 − 60 each, −60 − 60 for the others
    assert totals(sitting) == {"Alice": 120, "Bob": 120, "Charlie": -120, "Dora": -120}
    player = Player.objects.get(pk=club.player("Alice").pk)
    assert (player.name, player.user, player.archived_at) == ("Alice", None, None)
    assert Deal.objects.get(pk=deal.pk).recorded_by is None
    assert list(check_sittings()) == list(check_chains()) == []


def test_the_log_says_that_its_duty_at_a_tournament_ended(club):
    """Else check_scores would tell for ever that a row is gone."""
    tournament, eve = Hall.gather(club, 3).tournament, club.user("Eve")
    set_duty(club.actor("Charlie"), tournament, eve, TournamentDuty.ARBITER, request_id=uuid4())

    delete_account(club.actor("Eve"))

    assert [one for one in check_words() if "tournamentrole" in one.what] == []
    assert audit(tournament)[-1].after == {"account": str(eve.uuid), "duty": None}


def test_what_hangs_on_it_goes(club):
    alice = club.user("Alice")
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True)
    link = club.link(club.sitting(*FOUR))
    publish_league(club.actor("Charlie"), club.league(), request_id=uuid4())

    delete_account(club.actor("Alice"))
    delete_account(club.actor("Charlie"))

    assert not EmailAddress.objects.exists()
    link.refresh_from_db()
    assert link.made_by is None
    assert Publication.objects.get().published_by is None


def test_each_club_has_entries(club):
    elsewhere = make_player(club.other, "Bob", club.user("Bob"))
    elsewhere.save()
    Membership.objects.create(club=club.other, user=club.user("Bob"), role=Role.SCORER)

    delete_account(club.actor("Bob"))

    key = str(club.user("Bob").uuid)
    for place, player, role in (
        (club.club, club.player("Bob"), "member"),
        (club.other, elsewhere, "scorer"),
    ):
        [ended], [unlinked] = audit(place), audit(player)
        assert (ended.action, ended.before) == ("remove_role", {"user": key, "role": role})
        assert (unlinked.action, unlinked.actor) == ("link_account", f"account:{key}")


def test_the_only_owner_of_a_club_with_others_stays(club):
    with pytest.raises(OnlyOwner) as refused:
        delete_account(club.actor("Olivia"))

    assert refused.value.clubs == [club.club]
    assert not is_gone(club, "Olivia")
    assert Membership.objects.get(user=club.user("Olivia")).role == Role.OWNER
    assert Player.objects.get(pk=club.player("Olivia").pk).user == club.user("Olivia")
    assert audit(club.club) == []


def test_a_refusal_by_one_club_leaves_all_others_as_they_are(club):
    """The club of the tests is the first one, where Charlie may go."""
    charlie = club.user("Charlie")
    third = Club.objects.create(slug="troisieme", name="Troisième")
    Membership.objects.create(club=third, user=charlie, role=Role.OWNER)
    Membership.objects.create(club=third, user=club.user("Bob"), role=Role.MEMBER)

    with pytest.raises(OnlyOwner):
        delete_account(club.actor("Charlie"))

    assert charlie.memberships.count() == 2
    assert Player.objects.get(pk=club.player("Charlie").pk).user == charlie


def test_one_of_two_owners_may_go(club):
    olivia = club.actor("Olivia")
    set_role(olivia, club.club, club.user("Charlie"), Role.OWNER, request_id=uuid4())

    delete_account(club.actor("Olivia"))

    assert is_gone(club, "Olivia")
    with pytest.raises(OnlyOwner):
        delete_account(club.actor("Charlie"))


def test_who_owns_a_club_alone_in_it_may_go(club):
    delete_account(club.actor("Eve"))

    assert is_gone(club, "Eve")
    assert Player.objects.get(pk=club.player("Eve").pk).name == "Eve"


def test_sent_twice(club):
    actor = club.actor("Bob")
    for _time in range(2):
        delete_account(actor)

    assert [entry.action for entry in audit(club.club)] == ["remove_role"]


def test_without_an_account(club):
    with pytest.raises(Forbidden):
        delete_account(Actor("visitor"))


@pytest.mark.django_db(transaction=True)
def test_two_owners_at_the_same_moment(club):
    """One goes, and finds the other; the other finds nobody, and stays."""
    olivia = club.actor("Olivia")
    set_role(olivia, club.club, club.user("Charlie"), Role.OWNER, request_id=uuid4())
    start = Barrier(2)

    def go(who: str) -> str:
        start.wait()
        try:
            delete_account(club.actor(who))
        except OnlyOwner:
            return "stays"
        finally:
            connections.close_all()
        return "gone"

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(go, ["Olivia", "Charlie"]))

    assert sorted(answers) == ["gone", "stays"]
    assert Membership.objects.filter(club=club.club, role=Role.OWNER).count() == 1
    assert list(check_chains()) == []


@pytest.mark.django_db(transaction=True)
def test_while_the_account_writes_in_its_club_elsewhere(club):
    """Neither waits for the other: who holds the club makes a row with the account, which who
    deletes the account holds already."""
    bob, sitting = club.user("Bob"), club.sitting(*FOUR)
    is_held = Event()

    def write():
        try:
            with transaction.atomic():
                Club.objects.filter(pk=club.club.pk).update(revision=F("revision"))
                is_held.set()
                sleep(0.5)  # the other has the account by now, and wants the club
                return make_link(club.club, LinkKind.SCORE, sitting.uuid, by=bob).pk
        finally:
            connections.close_all()

    def go():
        is_held.wait()
        try:
            delete_account(club.actor("Bob"))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        written, gone = pool.submit(write), pool.submit(go)
        gone.result()

    assert is_gone(club, "Bob")
    assert Link.objects.get(pk=written.result()).made_by is None
