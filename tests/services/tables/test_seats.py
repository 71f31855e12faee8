"""Who comes, goes and swaps seats in the middle of a session."""

from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.access import Actor, Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Club, Link, LinkKind, Player, Seat, Sitting
from clubs.queries.deals.deals import next_deal
from clubs.queries.tables.sittings import score_sheet
from clubs.services.errors import NameTaken, RequestReused, SittingClosed, SittingMoved
from clubs.services.tables import seats, sittings
from tests.cast import audit, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


def now(sitting):
    """Who sits there now, in order of play, and who deals next."""
    table = next_deal(Sitting.objects.get(pk=sitting.pk))
    return [place.name for place in table.places], table.names[table.dealer]


def everything():
    """What a change that is refused must leave alone."""
    return (
        list(Seat.objects.order_by("pk").values_list("pk", "player", "position")),
        list(Sitting.objects.order_by("pk").values_list("revision", "first_dealer", "turn_from")),
        list(Club.objects.order_by("pk").values_list("revision", flat=True)),
        Player.objects.count(),
        AuditEntry.objects.count(),
    )


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
    @pytest.mark.parametrize("name", ["Bob", "Eve"])
    def test_without_the_role(self, club, name):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(Forbidden):
            club.reseat(sitting, *FOUR, "Zoé", by=name)

        assert everything() == before

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


class TestPlainScores:
    def record(self, club, **scores):
        return {
            "kind": "scores",
            "label": "Vachette",
            "scores": {str(club.player(name).uuid): score for name, score in scores.items()},
        }

    def test_they_are_kept_as_told(self, club):
        sitting = club.sitting(*FOUR)
        deal = sittings.record_deal(
            club.actor("Alice"),
            sitting,
            self.record(club, Alice=-30, Bob=10, Charlie=20),
            number=1,
            request_id=uuid4(),
        )

        rows = deal.scores.order_by("pk").values_list("player__name", "role", "score")
        assert list(rows) == [
            ("Alice", "player", -30),
            ("Bob", "player", 10),
            ("Charlie", "player", 20),
            ("Dora", "out", 0),
        ]
        assert (deal.kind, deal.taker, deal.contract, deal.stake) == ("scores", None, None, None)
        assert deal.record["players"] == [str(club.player(name).uuid) for name in FOUR]

    def test_a_sum_that_is_not_0(self, club):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(DealRefused):
            sittings.record_deal(
                club.actor("Alice"),
                sitting,
                self.record(club, Alice=-30, Bob=10),
                number=1,
                request_id=uuid4(),
            )

        assert everything() == before

    def test_corrected_taken_back_and_played_after_all(self, club):
        sitting = club.sitting(*FOUR)
        actor = club.actor("Alice")
        deal = sittings.record_deal(
            actor, sitting, self.record(club, Alice=-30, Bob=30), number=1, request_id=uuid4()
        )

        def rewrite(record, revision):
            sittings.correct_deal(
                actor, deal, record, revision=revision, reason="", request_id=uuid4()
            )
            return totals(sitting)

        corrected = rewrite(self.record(club, Alice=-40, Dora=40), 1)
        played = rewrite(club.record(sitting, taker="Alice"), 2)
        scores = rewrite(self.record(club, Alice=-40, Dora=40), 3)
        sittings.void_deal(actor, deal, revision=4, reason="undo", request_id=uuid4())

        assert corrected == scores == {"Alice": -40, "Bob": 0, "Charlie": 0, "Dora": 40}
        assert played == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
        assert set(totals(sitting).values()) == {0}
        assert (deal.kind, deal.void_reason) == ("void", "other")

    def test_other_rules_leave_them_alone(self, club):
        sitting = club.sitting(*FOUR)
        deal = sittings.record_deal(
            club.actor("Alice"),
            sitting,
            self.record(club, Alice=-3, Bob=3),
            number=1,
            request_id=uuid4(),
        )
        rules = get_game("french").read_rules("rounded-10")

        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        deal.refresh_from_db()
        assert (deal.revision, totals(sitting)["Bob"]) == (1, 3)

    def test_taken_back_at_a_table_of_eight(self, club):
        sitting = club.sitting(*FOUR)
        club.reseat(sitting, *FOUR, "E", "F", "G", "H", active_count=5)
        deal = sittings.record_deal(
            club.actor("Alice"),
            sitting,
            self.record(club, Alice=-3, Dora=3),
            number=1,
            request_id=uuid4(),
        )

        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="undo", request_id=uuid4())

        names = {str(uuid): name for uuid, name in Player.objects.values_list("uuid", "name")}
        assert [names[uuid] for uuid in deal.record["out"]] == ["Bob", "Charlie"]


NAMES = [*FIVE, "Frank"]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.integers(0, 5)),
        st.tuples(st.just("scores"), st.integers(-500, 500)),
        st.tuples(st.just("undo"), st.integers(0, 20)),
        st.tuples(st.just("seats"), st.permutations(NAMES), st.integers(3, 6)),
    ),
    max_size=12,
)


class TestAnyEvening:
    """Whatever happens in whatever order, the totals add up to 0 and somebody deals."""

    @settings(
        max_examples=25,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(steps=STEPS)
    def test_totals_add_up(self, club, steps):
        sitting = club.sitting(*FOUR)
        expected = dict.fromkeys(NAMES, 0)
        written = []
        for kind, *told in steps:
            table = next_deal(sitting)
            names = [place.name for place in table.places]
            if kind == "seats":
                seated = told[0][: told[1]]
                club.reseat(sitting, *seated, active_count=min(len(seated), 5))
                assert now(sitting)[0] == list(seated)
                continue
            if kind == "undo":
                if told[0] < len(written):
                    deal, gains = written.pop(told[0])
                    deal.refresh_from_db()
                    sittings.void_deal(
                        club.actor("Alice"), deal, revision=1, reason="undo", request_id=uuid4()
                    )
                    for name, gain in gains.items():
                        expected[name] -= gain
                continue
            if kind == "scores":
                gains = {names[0]: told[0], names[-1]: -told[0]}
                if not told[0]:
                    continue
                record = TestPlainScores().record(club, **gains)
            else:
                resting = [table.names[uuid] for uuid in table.resting]
                active = [name for name in names if name not in resting]
                taker = active[told[0] % len(active)]
                record = club.record(
                    sitting, taker=taker, out=resting, dealer=table.names[table.dealer]
                )
                gains = {name: -60 for name in active if name != taker}  # (25+5)·2
                gains[taker] = 60 * (len(active) - 1)
            number = table.number
            written.append(
                (
                    sittings.record_deal(
                        club.actor("Alice"), sitting, record, number=number, request_id=uuid4()
                    ),
                    gains,
                )
            )
            for name, gain in gains.items():
                expected[name] += gain

        sheet = score_sheet(Sitting.objects.select_related("club").get(pk=sitting.pk))
        found = {seat.name: seat.total for seat in sheet.seats}
        assert found == {name: expected[name] for name in found}
        assert sum(found.values()) == 0
        assert all(expected[name] == 0 for name in NAMES if name not in found)
        assert sheet.next_dealer in {seat.uuid for seat in sheet.present}
        for row in sheet.rows:
            assert sum(cell.gain for cell in row.cells) == 0
