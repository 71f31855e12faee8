"""Who comes, goes and swaps seats in the middle of a session."""

from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor, Forbidden
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Link, LinkKind, Player, Sitting
from clubs.queries.deals.deals import next_deal
from clubs.services.errors import NameTaken, RequestReused, SittingClosed, SittingMoved
from clubs.services.tables import seats, sittings
from tests.cast import audit, totals
from tests.services.tables.seated import FIVE, FOUR, everything, now


def guest_of(club, sitting, kind=LinkKind.SCORE):
    """Somebody without an account who holds a link to this table."""
    link = Link.objects.create(
        club=club.club, kind=kind, target_uuid=sitting.uuid, token_hash=uuid4().hex
    )
    return Actor("visitor", held=(str(link.uuid),)), link


class TestChangeSeats:
    def test_somebody_joins(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Alice")

        club.reseat(sitting, "Alice", "Bob", "Frank", "Charlie", "Dora")

        assert now(sitting) == (["Alice", "Bob", "Frank", "Charlie", "Dora"], "Bob")
        assert totals(sitting) == {
            "Alice": 180,  # 60 from each of three
            "Bob": -60,
            "Frank": 0,
            "Charlie": -60,
            "Dora": -60,
        }

    def test_somebody_leaves_and_keeps_what_they_have(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Alice", dealer="Alice")  # 60 from each of four

        club.reseat(sitting, "Alice", "Charlie", "Dora", "Olivia")
        club.deal(sitting, taker="Dora", dealer="Charlie")  # 60 from each of three

        assert now(sitting) == (["Alice", "Charlie", "Dora", "Olivia"], "Dora")
        assert totals(sitting) == {
            "Alice": 180,
            "Charlie": -120,
            "Dora": 120,
            "Olivia": -120,
            "Bob": -60,
        }
        assert sitting.seats.get(player=club.player("Bob")).position is None

    def test_who_comes_back_has_the_old_seat_again(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Alice")
        seat = sitting.seats.get(player=club.player("Bob"))
        club.reseat(sitting, "Alice", "Charlie", "Dora", "Olivia")
        club.reseat(sitting, "Bob", "Alice", "Charlie", "Dora", "Olivia")

        assert sitting.seats.count() == 5
        assert sitting.seats.get(position=0) == seat
        assert totals(sitting)["Bob"] == -60

    def test_two_swap_and_old_deals_stay(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", dealer="Dora")
        players = deal.record["players"]

        club.reseat(sitting, "Charlie", "Bob", "Alice", "Dora")

        deal.refresh_from_db()
        assert now(sitting) == (["Charlie", "Bob", "Alice", "Dora"], "Alice")
        assert deal.record["players"] == players
        later = club.deal(sitting, taker="Alice")
        assert later.record["players"] == [players[2], players[1], players[0], players[3]]

    def test_a_name_is_a_new_guest(self, club):
        sitting = club.sitting(*FOUR)

        club.reseat(sitting, *FOUR, "Zoé")

        zoe = Player.objects.get(name="Zoé")
        assert (zoe.club, zoe.is_guest) == (club.club, True)
        assert now(sitting)[0] == [*FOUR, "Zoé"]

    def test_how_many_play_a_deal(self, club):
        sitting = club.sitting(*FOUR)

        club.reseat(sitting, *FIVE, active_count=4)

        sitting = Sitting.objects.get(pk=sitting.pk)
        assert sitting.active_count == 4
        assert next_deal(sitting).resting == (str(club.player("Alice").uuid),)

    def test_who_deals_next_is_said(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Alice")

        club.reseat(sitting, *FOUR, dealer="Dora")
        chosen = now(sitting)[1]
        undone = club.deal(sitting, taker="Alice", dealer="Dora")
        after = now(sitting)[1]
        sittings.void_deal(
            club.actor("Alice"), undone, revision=1, reason="undo", request_id=uuid4()
        )

        assert (chosen, after, now(sitting)[1]) == ("Dora", "Alice", "Dora")

    def test_who_was_to_deal_stays_so_through_the_next_change(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Alice")
        club.reseat(sitting, *FOUR, dealer="Dora")

        club.reseat(sitting, "Frank", *FOUR)

        assert now(sitting) == (["Frank", *FOUR], "Dora")

    def test_before_the_first_deal_the_first_dealer_stays(self, club):
        sitting = club.sitting(*FOUR, first_dealer=2)

        club.reseat(sitting, "Frank", *FOUR)

        assert now(sitting) == (["Frank", *FOUR], "Charlie")

    def test_the_first_dealer_leaves_before_the_first_deal(self, club):
        sitting = club.sitting(*FIVE, first_dealer=4)

        club.reseat(sitting, *FOUR)

        assert now(sitting) == ([*FOUR], "Alice")

    def test_what_the_log_keeps(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Alice")

        club.reseat(sitting, "Alice", "Frank", "Charlie", "Dora")

        entry = audit(sitting)[-1]
        uuids = {name: str(club.player(name).uuid) for name in (*FOUR, "Frank")}
        assert (entry.action, entry.actor) == ("change_seats", club.actor("Alice").key)
        assert entry.before == {
            "seats": [uuids[name] for name in FOUR],
            "active_count": 4,
            "dealer": uuids["Bob"],
        }
        assert entry.after == {
            "seats": [uuids[name] for name in ("Alice", "Frank", "Charlie", "Dora")],
            "active_count": 4,
            "dealer": uuids["Frank"],
            "from_deal": 2,
        }

    def test_as_it_is_writes_nothing_down(self, club):
        sitting = club.sitting(*FOUR)

        club.reseat(sitting, *FOUR)

        assert [entry.action for entry in audit(sitting)] == ["open_sitting"]

    def test_pages_that_look_see_that_something_changed(self, club):
        sitting = club.sitting(*FOUR)
        seen = Sitting.objects.get(pk=sitting.pk).revision

        club.reseat(sitting, "Bob", "Alice", "Charlie", "Dora")

        assert Sitting.objects.get(pk=sitting.pk).revision == seen + 1


class TestRefused:
    @pytest.mark.parametrize(
        ("names", "active_count", "codes"),
        [
            (("Alice", "Bob"), 3, ["players_count", "active_count"]),
            (("Alice", "Bob", "Alice"), 3, ["players_duplicate"]),
            (("Alice", "Bob", "Eve"), 3, ["player_unknown"]),
            (FOUR, 5, ["active_count"]),
            ((*FOUR, "1", "2", "3", "4", "5"), 5, ["players_count"]),
            ((*FOUR, " "), 4, ["player_name_invalid"]),
        ],
    )
    def test_tables_that_the_game_does_not_know(self, club, names, active_count, codes):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            club.reseat(sitting, *names, active_count=active_count)

        assert [problem.code for problem in refusal.value.problems] == codes
        assert everything() == before

    def test_a_dealer_who_does_not_sit_there(self, club):
        sitting = club.sitting(*FOUR)
        table = next_deal(sitting)

        with pytest.raises(DealRefused) as refusal:
            seats.change_seats(
                club.actor("Alice"),
                sitting,
                [club.player(name) for name in FOUR],
                active_count=4,
                dealer=4,
                seen=table.seats_mark,
                number=1,
                request_id=uuid4(),
            )

        assert [problem.field for problem in refusal.value.problems] == ["first_dealer"]

    @pytest.mark.parametrize("names", [("dora",), ("Zoé", "Zoe")])
    def test_a_guest_whose_name_is_known(self, club, names):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Olivia")
        before = everything()

        with pytest.raises(NameTaken):
            club.reseat(sitting, "Alice", "Bob", "Charlie", *names)

        assert everything() == before

    def test_a_closed_session(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        before = everything()

        with pytest.raises(SittingClosed):
            club.reseat(sitting, *FOUR, "Zoé")
        with pytest.raises(Forbidden):
            club.reseat(sitting, *FOUR, "Zoé", by="Bob")

        assert everything() == before


class TestTwice:
    def test_sent_twice_it_is_done_once(self, club):
        sitting = club.sitting(*FOUR)
        table, request_id = next_deal(sitting), uuid4()
        before = {"seen": table.seats_mark, "number": table.number, "request_id": request_id}
        told = [*(club.player(name) for name in FOUR[:3]), "Zoé"]
        for _ in range(2):
            seats.change_seats(club.actor("Alice"), sitting, told, active_count=4, **before)

        assert now(sitting)[0] == ["Alice", "Bob", "Charlie", "Zoé"]
        assert Player.objects.filter(name="Zoé").count() == 1
        assert [entry.action for entry in audit(sitting)] == ["open_sitting", "change_seats"]

    def test_the_same_id_with_other_seats(self, club):
        sitting, request_id = club.sitting(*FOUR), uuid4()
        club.reseat(sitting, "Bob", "Alice", "Charlie", "Dora", request_id=request_id)

        with pytest.raises(RequestReused):
            club.reseat(sitting, "Dora", "Alice", "Charlie", "Bob", request_id=request_id)

        assert now(sitting)[0] == ["Bob", "Alice", "Charlie", "Dora"]


class TestOvertaken:
    def change(self, club, sitting, table, *names):
        return seats.change_seats(
            club.actor("Alice"),
            sitting,
            [club.player(name) for name in names],
            active_count=4,
            seen=table.seats_mark,
            number=table.number,
            request_id=uuid4(),
        )

    def test_by_other_seats(self, club):
        sitting = club.sitting(*FOUR)
        seen = next_deal(sitting)
        club.reseat(sitting, *FOUR[:3], "Frank")
        before = everything()

        with pytest.raises(SittingMoved):
            self.change(club, sitting, seen, "Bob", "Alice", "Charlie", "Dora")

        assert everything() == before

    def test_by_a_deal(self, club):
        sitting = club.sitting(*FOUR)
        seen = next_deal(sitting)
        club.deal(sitting)
        before = everything()

        with pytest.raises(SittingMoved):
            self.change(club, sitting, seen, "Bob", "Alice", "Charlie", "Dora")

        assert everything() == before


class TestByLink:
    def change(self, club, actor, sitting, *told):
        table = next_deal(sitting)
        return seats.change_seats(
            actor,
            sitting,
            told,
            active_count=4,
            seen=table.seats_mark,
            number=table.number,
            request_id=uuid4(),
        )

    def test_those_of_the_table_and_new_guests(self, club):
        sitting = club.sitting(*FIVE)
        club.reseat(sitting, *FOUR)  # Olivia has been here
        actor, link = guest_of(club, sitting)
        players = [club.player(name) for name in ("Alice", "Bob", "Olivia")]

        self.change(club, actor, sitting, *players, "Zoé")

        assert now(sitting)[0] == ["Alice", "Bob", "Olivia", "Zoé"]
        assert audit(sitting)[-1].actor == f"link:{link.uuid}"
        added = AuditEntry.objects.get(action="add_players")
        assert (added.actor, added.chain_uuid) == (f"link:{link.uuid}", club.club.uuid)

    def test_nobody_else_of_the_club(self, club):
        sitting = club.sitting(*FOUR)
        actor, _link = guest_of(club, sitting)
        players = [club.player(name) for name in ("Alice", "Bob", "Charlie", "Olivia")]

        with pytest.raises(DealRefused) as refusal:
            self.change(club, actor, sitting, *players)

        assert [problem.code for problem in refusal.value.problems] == ["player_unknown"]

    def test_a_link_to_watch_changes_nothing(self, club):
        sitting = club.sitting(*FOUR)
        actor, _link = guest_of(club, sitting, LinkKind.WATCH)

        with pytest.raises(Forbidden):
            self.change(club, actor, sitting, *(club.player(name) for name in FOUR))

    def test_nor_does_a_link_that_is_revoked(self, club):
        sitting = club.sitting(*FOUR)
        actor, link = guest_of(club, sitting)
        Link.objects.filter(pk=link.pk).update(revoked_at=timezone.now())

        with pytest.raises(Forbidden):
            self.change(club, actor, sitting, *(club.player(name) for name in FOUR))
