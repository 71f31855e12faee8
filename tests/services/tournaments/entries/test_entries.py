"""Entries of a tournament: registering, the desk, fee, check-in, links."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor, Forbidden
from clubs.models import (
    AuditEntry,
    Category,
    CheckInWay,
    Link,
    LinkKind,
    Player,
    TournamentDuty,
    TournamentRole,
)
from clubs.queries.tournaments.entries.entries import (
    EntryDetails,
    entry_details,
    entry_mark,
    player_link,
)
from clubs.services.errors import RequestReused, TournamentMoved, TournamentRefused
from clubs.services.people import people
from clubs.services.tournaments.entries import check_ins, entries, player_links
from tests.cast import Cast, keeper, make_user
from tests.hall import Hall, published_hall
from tests.refusals import problems_in

VISITOR = Actor("visitor")


@pytest.fixture
def hall(club: Cast) -> Hall:
    """Registration is open to everybody, and nobody has entered."""
    return Hall.gather(club, 0, state="open", shows_page=True, fee=1000)


def register(hall: Hall, name="Jean Martin", *, by=VISITOR, request_id=None, **told):
    for_self = told.pop("for_self", True)
    return entries.register(
        by,
        hall.reread(),
        EntryDetails(name, **told),
        for_self=for_self,
        request_id=request_id or uuid4(),
    )


def add(hall: Hall, name="Frank", *, by="Charlie", is_another=False, request_id=None, **told):
    return entries.add_entry(
        hall.cast.actor(by),
        hall.reread(),
        EntryDetails(name, **told),
        is_another=is_another,
        request_id=request_id or uuid4(),
    )


def actions(hall: Hall) -> list[str]:
    rows = AuditEntry.objects.filter(chain__uuid=hall.tournament.uuid).order_by("sequence")
    return list(rows.values_list("action", flat=True))


class TestRegister:
    def test_a_visitor_becomes_a_guest_of_the_club_with_number_and_link(self, hall):
        entry = register(hall, club_name="Lyon", licence="75001", email="jean@example.org")

        assert (entry.number, entry.name, entry.player.name) == (1, "Jean Martin", "Jean Martin")
        assert entry.player.is_guest
        assert entry.player.email == entry.player.licence == ""
        assert entry_details(entry) == EntryDetails(
            "Jean Martin", "Lyon", "75001", email="jean@example.org"
        )
        assert player_link(entry).kind == LinkKind.PLAYER
        assert not entry.is_present

    def test_a_visitor_is_never_taken_for_somebody_of_the_club(self, hall):
        entry = register(hall, "Frank")

        assert entry.player != hall.cast.player("Frank")
        assert (entry.name, entry.player.name) == ("Frank", "Frank (2)")

    def test_the_second_of_a_name_has_a_number_in_the_room(self, hall):
        first, second, third = (register(hall, name) for name in ("Zoé B", "zoe b", "Zoé B"))

        assert [first.name, second.name, third.name] == ["Zoé B", "zoe b (2)", "Zoé B (3)"]
        assert [first.number, second.number, third.number] == [1, 2, 3]

    def test_who_has_an_account_plays_as_their_player(self, hall):
        entry = register(hall, "Bob B.", by=hall.cast.actor("Bob"))

        assert entry.player == hall.cast.player("Bob")
        assert entry.name == "Bob B."

    def test_but_may_register_a_friend(self, hall):
        register(hall, "Bob", by=hall.cast.actor("Bob"))

        friend = register(hall, "Ami", by=hall.cast.actor("Bob"), for_self=False)

        assert friend.player.name == "Ami"

    def test_nobody_enters_twice(self, hall):
        register(hall, "Bob", by=hall.cast.actor("Bob"))

        with pytest.raises(TournamentRefused) as refusal:
            register(hall, "Bobby", by=hall.cast.actor("Bob"))

        assert problems_in(refusal) == [("already_entered", "name")]
        assert hall.tournament.entries.count() == 1

    def test_the_same_name_and_address_is_the_same_person(self, hall):
        register(hall, "Jean Martin", email="jean@example.org")

        with pytest.raises(TournamentRefused) as refusal:
            register(hall, "jean  martin", email="Jean@example.org")

        assert problems_in(refusal) == [("already_entered", "name")]

    def test_a_licence_is_somebodys_once(self, hall):
        register(hall, "Ana", licence="7")

        with pytest.raises(TournamentRefused) as refusal:
            register(hall, "Zoé", licence="7")

        assert problems_in(refusal) == [("licence_taken", "licence")]
        assert not Player.objects.filter(name="Zoé").exists()

    @pytest.mark.parametrize(
        ("state", "code"),
        [
            ("cancelled", "tournament_not_open"),
            ("check_in", "registration_closed"),
            ("playing", "registration_closed"),
            ("final", "registration_closed"),
        ],
    )
    def test_in_another_state(self, hall, state, code):
        type(hall.tournament).objects.update(state=state)

        with pytest.raises(TournamentRefused) as refusal:
            register(hall)

        assert problems_in(refusal) == [(code, None)]

    def test_after_the_time(self, hall):
        hall.tournament.registration_closes_at = timezone.now() - timedelta(minutes=1)
        hall.tournament.save()

        with pytest.raises(TournamentRefused) as refusal:
            register(hall)

        assert problems_in(refusal) == [("registration_closed", None)]

    def test_all_places_taken_but_for_who_never_starts(self, hall):
        type(hall.tournament).objects.update(capacity=1)
        first = register(hall, "Ana")
        with pytest.raises(TournamentRefused) as refusal:
            register(hall, "Zoé")
        assert problems_in(refusal) == [("tournament_full", None)]

        first.withdrawn_after = 0
        first.save()

        assert register(hall, "Zoé").number == 2

    def test_twice_sent_is_once_also_by_who_holds_the_link_since(self, hall):
        sent = uuid4()
        first = register(hall, request_id=sent)

        again = register(hall, by=keeper(player_link(first)), request_id=sent)

        assert again == first
        assert Link.objects.filter(target_uuid=first.uuid).count() == 1
        with pytest.raises(RequestReused):
            register(hall, "Somebody", request_id=sent)

    def test_where_the_page_is_not_public_only_the_club_sees_it(self, hall):
        type(hall.tournament).objects.update(shows_page=False)

        with pytest.raises(Forbidden):
            register(hall)

        assert register(hall, "Dora", by=hall.cast.actor("Dora")).number == 1

    def test_the_log_has_no_names(self, hall):
        register(hall, "Jean Martin", email="jean@example.org", licence="75001")

        told = [str((row.before, row.after)) for row in AuditEntry.objects.all()]
        assert not [text for text in told if "Jean" in text or "jean" in text or "75001" in text]


class TestAddEntry:
    def test_the_player_of_the_club_with_that_name_is_taken(self, hall):
        Player.objects.filter(pk=hall.cast.player("Frank").pk).update(licence="88")

        entry = add(hall, "frank")

        assert entry.player == hall.cast.player("Frank")
        assert (entry.name, entry.licence) == ("Frank", "88")

    def test_who_has_entered_has_entered(self, hall):
        add(hall, "Frank")

        with pytest.raises(TournamentRefused) as refusal:
            add(hall, "FRANK")

        assert problems_in(refusal) == [("already_entered", "name")]

    def test_another_one_of_that_name(self, hall):
        add(hall, "Frank")

        entry = add(hall, "Frank", is_another=True)

        assert (entry.name, entry.player.name) == ("Frank (2)", "Frank (2)")

    @pytest.mark.parametrize("state", ["open", "check_in", "playing"])
    def test_also_late(self, hall, state):
        type(hall.tournament).objects.update(
            state=state, registration_closes_at=timezone.now() - timedelta(days=1)
        )

        assert add(hall).number == 1

    @pytest.mark.parametrize("state", ["draft", "provisional", "final", "cancelled"])
    def test_not_before_or_after(self, hall, state):
        type(hall.tournament).objects.update(state=state)

        with pytest.raises(TournamentRefused) as refusal:
            add(hall)

        assert problems_in(refusal) == [("tournament_not_open", None)]

    def test_categories_are_those_of_the_tournament(self, hall):
        Category.objects.create(tournament=hall.tournament, code="women", name="Féminines")

        assert add(hall, "Ana", categories=("women",)).categories == ["women"]
        with pytest.raises(TournamentRefused) as refusal:
            add(hall, "Zoé", categories=("men",))
        assert problems_in(refusal) == [("category_unknown", "categories")]

    def test_by_the_desk_and_nobody_else(self, hall):
        hall.cast.users["Didier"] = make_user("Didier")
        TournamentRole.objects.create(
            tournament=hall.tournament, user=hall.cast.user("Didier"), role=TournamentDuty.DESK
        )

        assert add(hall, by="Didier").number == 1
        with pytest.raises(Forbidden):
            add(hall, "Zoé", by="Alice")

    def test_twice_sent_with_the_family_name_in_front(self, hall):
        people.add_players(
            hall.cast.actor("Charlie"), hall.cast.club, ["Hervé Bouvier"], request_id=uuid4()
        )
        sent = uuid4()

        first = add(hall, "Bouvier Hervé", request_id=sent)

        assert first.name == "Hervé Bouvier"
        assert add(hall, "Bouvier Hervé", request_id=sent) == first


class TestUpdateEntry:
    def update(self, hall, entry, *, seen="", request_id=None, by="Charlie", **told):
        return entries.update_entry(
            hall.cast.actor(by),
            entry,
            entry_details(entry)._replace(**told),
            seen=seen,
            request_id=request_id or uuid4(),
        )

    def test_what_it_says_of_the_person(self, hall):
        entry = add(hall, "Frank")

        self.update(hall, entry, name="Frank F.", family_name="F.", licence="9", note="Porte C")

        entry.refresh_from_db()
        assert entry_details(entry) == EntryDetails("Frank F.", licence="9", note="Porte C")
        last = AuditEntry.objects.filter(target_uuid=entry.uuid).get()
        assert last.after == {
            "number": 1,
            "changed": ["name", "licence", "note", "family_name"],
        }

    def test_somebody_else_was_first(self, hall):
        entry = add(hall, "Frank")
        seen = entry_mark(entry)
        self.update(hall, entry, note="Porte C")

        with pytest.raises(TournamentMoved):
            self.update(hall, entry, note="Porte D", seen=seen)

        entry.refresh_from_db()
        assert entry.note == "Porte C"

    def test_the_licence_of_another_entry(self, hall):
        add(hall, "Frank", licence="9")
        entry = add(hall, "Zoé")

        with pytest.raises(TournamentRefused) as refusal:
            self.update(hall, entry, licence="9")

        assert problems_in(refusal) == [("licence_taken", "licence")]

    def test_nothing_changed_is_not_written_down(self, hall):
        entry = add(hall, "Frank")

        self.update(hall, entry)

        assert actions(hall) == ["add_entry"]

    def test_not_when_the_results_are_final(self, hall):
        entry = add(hall, "Frank")
        type(hall.tournament).objects.update(state="final")

        with pytest.raises(TournamentRefused) as refusal:
            self.update(hall, entry, note="x")

        assert problems_in(refusal) == [("tournament_step", None)]


class TestFee:
    def test_taken_and_given_back(self, hall):
        entry, charlie = add(hall), hall.cast.actor("Charlie")

        entries.take_fee(charlie, entry, request_id=uuid4())
        entry.refresh_from_db()
        assert (entry.fee_paid, entry.fee_taken_by) == (1000, hall.cast.user("Charlie"))
        assert entry.fee_paid_at is not None

        entries.refund_fee(charlie, entry, request_id=uuid4())
        entry.refresh_from_db()
        assert (entry.fee_paid, entry.fee_paid_at, entry.fee_taken_by) == (None, None, None)
        assert actions(hall) == ["add_entry", "take_fee", "take_fee"]

    def test_another_amount_and_twice_sent(self, hall):
        entry, charlie, sent = add(hall), hall.cast.actor("Charlie"), uuid4()

        entries.take_fee(charlie, entry, 500, request_id=sent)
        entries.take_fee(charlie, entry, 500, request_id=sent)

        assert entry.fee_paid == 500
        with pytest.raises(RequestReused):
            entries.take_fee(charlie, entry, 700, request_id=sent)


class TestCheckIn:
    def check_in(self, hall, entry, *, by=None, way=CheckInWay.LIST, request_id=None):
        entry.refresh_from_db()
        return check_ins.check_in(
            by or hall.cast.actor("Charlie"), entry, way, request_id=request_id or uuid4()
        )

    @pytest.fixture
    def ready(self, hall) -> Hall:
        type(hall.tournament).objects.update(state="check_in")
        return hall

    def test_here_and_not_here_after_all(self, ready):
        entry, sent = add(ready), uuid4()

        self.check_in(ready, entry, request_id=sent)
        self.check_in(ready, entry, request_id=sent)
        self.check_in(ready, entry)
        entry.refresh_from_db()
        assert (entry.is_present, entry.check_in_way, entry.first_round) == (True, "list", 1)

        check_ins.undo_check_in(ready.cast.actor("Charlie"), entry, request_id=uuid4())
        entry.refresh_from_db()
        assert (entry.is_present, entry.check_in_way) == (False, "")
        assert actions(ready) == ["add_entry", "check_in_entry", "check_in_entry"]

    def test_not_before_check_in_opens(self, hall):
        with pytest.raises(TournamentRefused) as refusal:
            self.check_in(hall, add(hall))

        assert problems_in(refusal) == [("tournament_step", None)]

    def test_i_am_here(self, hall):
        entry = register(hall)
        me = keeper(player_link(entry))
        with pytest.raises(TournamentRefused) as refusal:
            self.check_in(hall, entry, by=me, way=CheckInWay.QR)
        assert problems_in(refusal) == [("check_in_closed", None)]

        type(hall.tournament).objects.update(state="check_in")
        self.check_in(hall, register_again(entry), by=me, way=CheckInWay.QR)

        entry.refresh_from_db()
        assert (entry.is_present, entry.check_in_way) == (True, "qr")

    def test_nobody_says_so_for_somebody_else(self, hall):
        mine, other = register(hall, "Ana"), register(hall, "Zoé")
        type(hall.tournament).objects.update(state="check_in")

        with pytest.raises(Forbidden):
            self.check_in(hall, other, by=keeper(player_link(mine)), way=CheckInWay.QR)

    def test_by_oneself_not_after_the_time_nor_after_a_draw(self, club):
        hall = Hall.gather(club, 8)
        [late] = hall.enter("Zoé", checked_in=False)
        me = keeper(player_links.make_player_link(hall.arbiter, late, request_id=uuid4()))
        type(hall.tournament).objects.update(check_in_closes_at=timezone.now())
        with pytest.raises(TournamentRefused) as refusal:
            self.check_in(hall, register_again(late), by=me, way=CheckInWay.QR)
        assert problems_in(refusal) == [("check_in_closed", None)]

        type(hall.tournament).objects.update(check_in_closes_at=None)
        hall.draw()
        with pytest.raises(TournamentRefused) as refusal:
            self.check_in(hall, register_again(late), by=me, way=CheckInWay.QR)
        assert problems_in(refusal) == [("check_in_closed", None)]

    def test_who_comes_when_a_round_is_played_plays_the_next_one(self, club):
        hall = published_hall(club, 8, seating="random_apart")
        [late] = hall.enter("Zoé", checked_in=False)
        late.tournament = hall.reread()

        self.check_in(hall, late)

        late.refresh_from_db()
        assert (late.is_present, late.first_round) == (True, 2)

    def test_who_has_withdrawn_does_not_come(self, ready):
        entry = add(ready)
        entry.withdrawn_after = 0
        entry.save()

        with pytest.raises(TournamentRefused) as refusal:
            self.check_in(ready, entry)

        assert problems_in(refusal) == [("entry_withdrawn", None)]

    def test_who_has_a_place_in_a_published_round_is_not_unticked(self, club):
        hall = published_hall(club, 8)
        entry = hall.entry(1)

        with pytest.raises(TournamentRefused) as refusal:
            check_ins.undo_check_in(hall.arbiter, entry, request_id=uuid4())

        assert problems_in(refusal) == [("entry_seated", None)]
        entry.refresh_from_db()
        assert entry.is_present


def register_again(entry):
    """The entry as another request reads it."""
    return type(entry).objects.select_related("tournament__club").get(pk=entry.pk)


class TestLinks:
    def test_made_once_renewed_and_revoked(self, hall):
        entry, charlie = add(hall), hall.cast.actor("Charlie")

        first = player_links.make_player_link(charlie, entry, request_id=uuid4())
        assert player_links.make_player_link(charlie, entry, request_id=uuid4()) == first
        assert (first.target_uuid, first.code) == (entry.uuid, None)

        second = player_links.renew_player_link(charlie, entry, request_id=uuid4())
        assert player_link(entry) == second != first
        first.refresh_from_db()
        assert first.revoked_at is not None

        player_links.revoke_player_link(charlie, entry, request_id=uuid4())
        assert player_link(entry) is None
        assert actions(hall) == ["add_entry", "invite", "invite", "revoke_link"]

    def test_one_for_everybody_who_has_none(self, hall):
        kept = player_link(register(hall))
        others = [add(hall, name) for name in ("Frank", "Zoé")]
        sent = uuid4()

        for _time in range(2):
            count = player_links.make_player_links(
                hall.cast.actor("Charlie"), hall.reread(), request_id=sent
            )
            assert count == 2

        assert Link.objects.filter(kind=LinkKind.PLAYER).count() == 3
        assert player_link(hall.entry(1)) == kept
        assert all(player_link(entry).can_be_shown for entry in others)

    def test_by_the_desk_alone(self, hall):
        entry = add(hall)

        for service in (
            player_links.make_player_link,
            player_links.renew_player_link,
            player_links.revoke_player_link,
        ):
            with pytest.raises(Forbidden):
                service(hall.cast.actor("Alice"), entry, request_id=uuid4())
