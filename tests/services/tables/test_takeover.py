"""A table without an account moves into a club, and everything stays right."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from clubs.access import Actor, Forbidden, LinkEnded
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Club, Deal, DealScore, Link, Membership, Player, Role, Sitting
from clubs.queries.tables.audit import sitting_log
from clubs.queries.tables.deal_detail import deal_detail
from clubs.queries.tables.sittings import score_sheet
from clubs.services.errors import NameTaken, RequestReused
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people import links
from clubs.services.tables import sittings
from clubs.services.tables.private_tables import open_again
from clubs.services.tables.takeover import take_over, was_taken_over
from tests.cast import audit, keeper, totals

REQUEST = UUID(int=7)


@pytest.fixture
def opened(club):
    """Ana took in garde, made by 5: (25+5)·2 = 60 from each of two; no account anywhere."""
    return club.private_table("Ana", "Luc", "Bob")


@pytest.fixture
def alice(club, opened):
    """A scorer of the club who holds the link of the table."""
    return Actor.of_user(club.user("Alice"), [str(opened.link.uuid)])


def guest(opened, name):
    return Player.objects.get(club=opened.sitting.club, name=name)


def take(club, opened, actor, *, request_id=None, **places):
    """take(…, Bob=a player of the club, Luc="another name")."""
    told = {guest(opened, name).uuid: to for name, to in places.items()}
    private = opened.sitting.club
    return take_over(actor, private, club.club, told, request_id=request_id or uuid4())


def entries(sitting):
    return [
        (entry.sequence, entry.action, entry.club)
        for entry in AuditEntry.objects.filter(chain__uuid=sitting.uuid).order_by("sequence")
    ]


def deal_of(opened, actor, number=2, **told):
    names = dict(opened.sitting.seats.present().values_list("player__name", "player__uuid"))
    told = {key: str(names.get(value, value)) for key, value in told.items()}
    record = {"contract": "garde", "oudlers": 2, "points": 46, **told}
    return sittings.record_deal(actor, opened.sitting, record, number=number, request_id=uuid4())


class TestTakeOver:
    def test_sittings_and_guests_move(self, club, opened, alice):
        private = opened.sitting.club
        again = open_again(keeper(opened.link), opened.sitting, request_id=uuid4())

        moved = take(club, opened, alice, Bob=club.player("Bob"))

        assert moved == [opened.sitting, again]
        assert {sitting.club for sitting in Sitting.objects.all()} == {club.club}
        assert not Player.objects.filter(club=private).exists()
        guests = Player.objects.filter(club=club.club, member_since=None).order_by("name")
        assert [(player.name, player.table_name) for player in guests] == [
            ("Ana", "Ana"),
            ("Luc", "Luc"),
        ]

    def test_who_was_matched_has_played(self, club, opened, alice):
        bob, old = club.player("Bob"), str(guest(opened, "Bob").uuid)
        deal_of(opened, keeper(opened.link), taker="Bob", dealer="Luc", contract="prise")

        take(club, opened, alice, Bob=bob)

        sitting = Sitting.objects.get()
        # 2·60 and −60, −60; then (25+5)·1 from each of two to Bob
        assert totals(sitting) == {"Ana": 90, "Luc": -90, "Bob": 0}
        assert [deal.taker.name for deal in Deal.objects.order_by("number")] == ["Ana", "Bob"]
        assert {score.player for score in DealScore.objects.filter(seat__player=bob)} == {bob}
        assert old not in str(list(Deal.objects.values_list("record", flat=True)))
        assert not Player.objects.filter(uuid=old).exists()

    def test_nothing_differs_from_the_log(self, club, opened, alice):
        deal = deal_of(opened, keeper(opened.link), taker="Bob")
        record = {**deal.record, "points": 50}
        record.pop("players")
        sittings.correct_deal(
            keeper(opened.link), deal, record, revision=1, reason="", request_id=uuid4()
        )

        take(club, opened, alice, Bob=club.player("Bob"), Ana=club.player("Dora"))

        assert [*check_sittings(), *check_chains()] == []

    def test_the_chain_of_the_table_goes_on(self, club, opened, alice):
        private = opened.sitting.club
        before = AuditEntry.objects.get(chain__uuid=opened.sitting.uuid).hash

        take(club, opened, alice, Bob=club.player("Bob"))
        sitting = Sitting.objects.get()
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert entries(sitting) == [
            (1, "record_deal", private),
            (2, "take_over", club.club),
            (3, "close_sitting", club.club),
        ]
        first, second = AuditEntry.objects.filter(chain__uuid=sitting.uuid)[:2]
        assert first.hash == before
        assert second.hash == second.computed_hash(before)
        assert list(check_chains()) == []

    def test_what_the_log_keeps(self, club, opened, alice):
        private, bob = opened.sitting.club, guest(opened, "Bob")
        key = f"account:{club.user('Alice').uuid}"

        take(club, opened, alice, Bob=club.player("Bob"), request_id=REQUEST)

        [received] = [e for e in audit(club.club) if e.action == "take_over"]
        [left] = [e for e in audit(private) if e.action == "leave_private"]
        [moved] = [e for e in audit(opened.sitting) if e.action == "take_over"]
        assert [entry.actor for entry in (received, left, moved)] == [key] * 3
        assert received.request_id == REQUEST
        assert left.after == {"club": str(club.club.uuid), "sittings": [str(opened.sitting.uuid)]}
        assert moved.before == {"club": str(private.uuid), "table_number": 1}
        assert moved.after == {
            "club": str(club.club.uuid),
            "table_number": 1,
            "players": {str(bob.uuid): str(club.player("Bob").uuid)},
        }

    def test_members_of_the_club_see_the_whole_log(self, club, opened, alice):
        take(club, opened, alice, Bob=club.player("Bob"))

        log = sitting_log(club.actor("Bob"), Sitting.objects.get(), page=1)

        assert [row.title for row in log.rows] == [
            "Intégrée au club",
            "Donne 1 notée",
            "Table ouverte",
        ]
        assert log.rows[1].who == "quelqu’un qui a le lien de la table"
        assert log.entry_count == 2

    def test_older_entries_name_people_as_they_are_called_now(self, club, opened, alice):
        deal = deal_of(opened, keeper(opened.link), taker="Bob")
        sittings.void_deal(keeper(opened.link), deal, revision=1, reason="", request_id=uuid4())
        take(club, opened, alice, Bob=club.player("Olivia"))

        deal = Deal.objects.get(number=2)
        told = [fact.value for fact in deal_detail(club.actor("Bob"), deal).versions[-1].facts]

        assert "Olivia" in told
        assert "Bob" not in str(told)

    def test_outsiders_and_old_links_see_nothing(self, club, opened, alice):
        take(club, opened, alice, Bob=club.player("Bob"))

        assert keeper(opened.link).grants == ()
        assert not Link.objects.filter(revoked_at=None).exists()
        assert sitting_log(club.actor("Eve"), Sitting.objects.get(), page=1).entry_count == 0

    def test_guests_by_a_link_need_a_new_one(self, club, opened, alice):
        guest_link = links.invite(keeper(opened.link), opened.sitting, "score", request_id=uuid4())

        take(club, opened, alice, Bob=club.player("Bob"))

        guest_link.refresh_from_db()
        assert guest_link.revoked_at is not None

    def test_tables_are_numbered_on_in_their_day(self, club, opened, alice):
        """Half past eleven in Paris is the day before in New York, where the club plays."""
        club.club.time_zone = "America/New_York"
        club.club.save()
        played = club.sitting("Alice", "Bob", "Charlie")
        Sitting.objects.filter(pk=played.pk).update(opened_at=datetime(2026, 1, 6, 20, tzinfo=UTC))
        second = open_again(keeper(opened.link), opened.sitting, request_id=uuid4())
        for sitting, at in [
            (opened.sitting, datetime(2026, 1, 6, 23, tzinfo=UTC)),
            (second, datetime(2026, 1, 7, 4, tzinfo=UTC)),
        ]:
            Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)

        moved = take(club, opened, alice, Bob=club.player("Bob"))

        assert [sitting.table_number for sitting in moved] == [2, 3]
        assert moved[0].club.time_zone == "America/New_York"

    def test_play_goes_on_with_the_member(self, club, opened, alice):
        take(club, opened, alice, Bob=club.player("Bob"))
        sitting = Sitting.objects.get()
        names = dict(sitting.seats.values_list("player__name", "player__uuid"))
        record = {"taker": str(names["Bob"]), "contract": "garde", "oudlers": 2, "points": 46}

        sittings.record_deal(club.actor("Alice"), sitting, record, number=2, request_id=uuid4())

        assert totals(sitting) == {"Ana": 60, "Luc": -120, "Bob": 60}
        assert [seat.total for seat in score_sheet(sitting).seats] == [60, -120, 60]
        assert [*check_sittings(), *check_chains()] == []

    def test_a_phone_that_saw_the_table_before_writes_in_the_club(self, club, opened, alice):
        """It read the table while it was private; its deal comes after the move."""
        stale = Sitting.objects.select_related("club").get()
        take(club, opened, alice, Bob=club.player("Bob"))
        taker = str(stale.seats.get(position=0).player.uuid)
        record = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46}

        with pytest.raises(Forbidden):
            sittings.record_deal(keeper(opened.link), stale, record, number=2, request_id=uuid4())
        sittings.record_deal(club.actor("Alice"), stale, record, number=2, request_id=uuid4())

        assert entries(stale)[-1] == (3, "record_deal", club.club)


class TestNames:
    def test_a_new_name(self, club, opened, alice):
        take(club, opened, alice, Bob="Bob Klein")

        moved = Player.objects.get(name="Bob Klein")
        assert (moved.club, moved.table_name, moved.is_guest) == (club.club, "Bob K.", True)
        assert totals(Sitting.objects.get()) == {"Ana": 120, "Luc": -60, "Bob Klein": -60}

    @pytest.mark.parametrize("places", [{}, {"Luc": "Dora"}, {"Luc": "Zoé", "Ana": "ZOE"}])
    def test_a_name_that_is_known_is_refused(self, club, opened, alice, places):
        with pytest.raises(NameTaken):
            take(club, opened, alice, **{"Bob": "bob", **places} if places else {"Bob": "BOB"})

        assert Sitting.objects.get().club == opened.sitting.club
        assert Link.objects.valid(datetime.now(UTC)).get() == opened.link

    @pytest.mark.parametrize("name", ["BERNARD Paul", "Paul Bernard"])
    def test_a_name_that_is_kept_as_a_list_had_it(self, club, opened, alice, name):
        club.older_player("BERNARD Paul")

        with pytest.raises(NameTaken):
            take(club, opened, alice, Bob=name)

    def test_a_name_as_lists_have_it(self, club, opened, alice):
        take(club, opened, alice, Bob="BERNARD Paul")

        moved = Player.objects.get(name="Paul Bernard")
        assert (moved.family_name, moved.table_name) == ("Bernard", "Paul")

    def test_whoever_is_not_named_keeps_their_name(self, club, opened, alice):
        with pytest.raises(NameTaken, match="Bob"):
            take(club, opened, alice)

    def test_two_who_played_together_are_not_one(self, club, opened, alice):
        with pytest.raises(DealRefused) as refusal:
            take(club, opened, alice, Bob=club.player("Bob"), Luc=club.player("Bob"))

        [problem] = refusal.value.problems
        assert (problem.code, problem.params) == ("players_duplicate", {"player": "Bob"})

    def test_somebody_of_another_club(self, club, opened, alice):
        with pytest.raises(DealRefused) as refusal:
            take(club, opened, alice, Bob=club.player("Eve"))

        assert [problem.code for problem in refusal.value.problems] == ["player_unknown"]


class TestAccess:
    def test_only_with_an_account(self, club, opened):
        with pytest.raises(Forbidden):
            take(club, opened, keeper(opened.link), Bob=club.player("Bob"))

    @pytest.mark.parametrize("who", ["Bob", "Eve"])
    def test_only_a_scorer_of_the_club(self, club, opened, who):
        actor = Actor.of_user(club.user(who), [str(opened.link.uuid)])

        with pytest.raises(Forbidden):
            take(club, opened, actor, Bob=club.player("Bob"))

    def test_only_who_holds_the_link(self, club, opened):
        with pytest.raises(Forbidden):
            take(club, opened, club.actor("Olivia"), Bob=club.player("Bob"))

    def test_a_link_to_score_is_not_enough(self, club, opened):
        link = links.invite(keeper(opened.link), opened.sitting, "score", request_id=uuid4())
        actor = Actor.of_user(club.user("Alice"), [str(link.uuid)])

        with pytest.raises(Forbidden):
            take(club, opened, actor, Bob=club.player("Bob"))

    def test_not_from_one_club_into_another(self, club, opened):
        Membership.objects.create(club=club.other, user=club.user("Olivia"), role=Role.OWNER)

        with pytest.raises(Forbidden):
            take_over(club.actor("Olivia"), club.club, club.other, {}, request_id=uuid4())

    def test_not_into_another_private_table(self, club, opened):
        other = club.private_table("Pia", "Kim", "Bo")
        actor = Actor.of_user(club.user("Alice"), [str(opened.link.uuid), str(other.link.uuid)])

        with pytest.raises(Forbidden):
            take_over(actor, opened.sitting.club, other.sitting.club, {}, request_id=uuid4())


class TestTwice:
    def test_by_two_who_hold_the_link_at_the_same_moment(self, club, opened, alice):
        """Eve's page was let in before Alice's tap."""
        eve = Actor.of_user(club.user("Eve"), [str(opened.link.uuid)])
        assert eve.grants
        private = Club.objects.get(slug=None)
        take(club, opened, alice, Bob=club.player("Bob"))

        with pytest.raises(LinkEnded):
            take_over(eve, private, club.other, {}, request_id=uuid4())

        assert audit(club.other) == []

    def test_sent_twice(self, club, opened, alice):
        private = Club.objects.get(slug=None)
        places = {guest(opened, "Bob").uuid: club.player("Bob")}
        first = take_over(alice, private, club.club, places, request_id=REQUEST)

        again = take_over(club.actor("Alice"), private, club.club, places, request_id=REQUEST)

        assert again == first == [opened.sitting]
        assert len(entries(opened.sitting)) == 2

    def test_the_view_can_ask(self, club, opened, alice):
        asked = {"request_id": REQUEST}
        assert not was_taken_over(club.actor("Alice"), club.club, **asked)

        take(club, opened, alice, Bob=club.player("Bob"), request_id=REQUEST)

        assert was_taken_over(club.actor("Alice"), club.club, **asked)
        with pytest.raises(RequestReused):
            was_taken_over(club.actor("Olivia"), club.club, **asked)
