"""People who come late, leave, come back, or play for somebody else."""

from uuid import uuid4

import pytest

from clubs.models import (
    AuditEntry,
    Link,
    RoundState,
    Seat,
    Sitting,
    SlipState,
)
from clubs.queries.tournaments.tournaments import is_active, standings_after
from clubs.services.errors import RequestReused
from clubs.services.tournaments.entries import comings, substitutions
from clubs.services.tournaments.rounds import seatings
from tests.hall import Hall, played_hall, published_hall, validated_hall
from tests.refusals import codes


def come(hall, name="Late"):
    """Somebody who is checked in after the draw."""
    (entry,) = hall.enter(name)
    return comings.late_arrival(hall.arbiter, entry, request_id=uuid4())


def bring_up_to_date(hall, number):
    """As the page of the round offers it."""
    return seatings.bring_up_to_date(hall.arbiter, hall.reread(), number, request_id=uuid4())


def leave(hall, number, after_round, **told):
    return comings.withdraw(
        hall.arbiter, hall.entry(number), after_round=after_round, request_id=uuid4(), **told
    )


def seated(hall, number):
    """Entry numbers of the plan of a round, table by table, and its byes."""
    plan = hall.round(number).plan
    return [table["players"] for table in plan["tables"]], plan["byes"]


def places_of(hall, number):
    return [player for table in seated(hall, number)[0] for player in table]


def require_sound(hall):
    """Every round seats who is active, once; published ones are as their tables are."""
    for one in hall.tournament.rounds.exclude(state=RoundState.PLANNED):
        tables, byes = seated(hall, one.number)
        placed = sorted([player for table in tables for player in table] + byes)
        assert one.certificate["errors"] == []
        if one.is_published:
            assert [hall.seated(table) for table in hall.tables(one.number)] == tables
            assert (
                list(one.byes.values_list("entry__number", flat=True).order_by("entry__number"))
                == byes
            )
        else:
            assert placed == [
                e.number for e in hall.tournament.entries.all() if is_active(e, one.number)
            ]


class TestComingLate:
    def test_a_draft_stays_until_it_is_brought_up_to_date(self, club):
        hall = Hall.gather(club, 9)
        hall.draw()
        drawn = [seated(hall, number) for number in (1, 2, 3)]

        entry = come(hall)

        assert entry.first_round == 1
        assert [seated(hall, number) for number in (1, 2, 3)] == drawn
        assert hall.round(1).certificate["ok"] is False
        bring_up_to_date(hall, 1)
        for number in (1, 2, 3):
            tables, _byes = seated(hall, number)
            assert sorted(map(len, tables)) == [3, 3, 4]
        assert [[p for p in table if p != 10] for table in seated(hall, 1)[0]] == drawn[0][0]
        require_sound(hall)

    def test_a_later_round_that_was_changed_by_hand_keeps_that(self, club):
        hall = Hall.gather(club, 14)
        hall.draw()
        (a, *_), (b, *_) = seated(hall, 2)[0][:2]
        seatings.swap_entries(hall.arbiter, hall.reread(), 2, a, b, request_id=uuid4())
        reviewed = seated(hall, 2)[0]
        come(hall)

        bring_up_to_date(hall, 1)

        assert [[p for p in table if p != 15] for table in seated(hall, 2)[0]] == reviewed
        require_sound(hall)
        seatings.undo_edit(hall.arbiter, hall.reread(), 2, request_id=uuid4())
        assert seated(hall, 2)[0] == reviewed

    def test_a_short_table_where_nothing_is_written_is_filled(self, club):
        hall = Hall.gather(club, 11)  # 4 + 4 + 3
        hall.publish()

        entry = come(hall)
        bring_up_to_date(hall, 2)

        last = hall.tables()[2]
        assert entry.first_round == 1
        assert hall.seated(last)[3:] == [12]
        assert last.active_count == 4
        assert last.seats.get(position=3).entry == entry
        require_sound(hall)

    def test_where_a_deal_is_written_they_wait(self, club):
        hall = published_hall(club, 11)
        hall.deal(hall.tables()[2])

        entry = come(hall)
        bring_up_to_date(hall, 2)

        assert entry.first_round == 2
        assert 12 in places_of(hall, 2)
        require_sound(hall)

    def test_after_a_validated_round_they_wait(self, club):
        hall = validated_hall(club, 11)
        hall.publish(2)

        assert come(hall).first_round == 3

    def test_who_is_absent_has_no_place(self, club):
        hall = Hall.gather(club, 9)
        (entry,) = hall.enter("Absent", checked_in=False)

        assert codes(comings.late_arrival, hall.arbiter, entry, request_id=uuid4()) == [
            "not_checked_in"
        ]

    def test_sent_twice_it_seats_once(self, club):
        hall = published_hall(club, 11)
        (entry,) = hall.enter("Late")
        request_id = uuid4()

        for _ in range(2):
            comings.late_arrival(hall.arbiter, entry, request_id=request_id)

        assert Seat.objects.filter(entry=entry).count() == 1
        assert AuditEntry.objects.filter(request_id=request_id).count() == 1

    def test_a_team_is_not_brought_together(self, club):
        hall = Hall.gather(club, 11, separation="team")
        team = hall.tournament.teams.create(name="Petit")
        hall.publish()
        mates = hall.seated(hall.tables()[2])[:1]
        hall.tournament.entries.filter(number__in=mates).update(team=team)
        (entry,) = hall.enter("Late", team=team)

        assert comings.late_arrival(hall.arbiter, entry, request_id=uuid4()).first_round == 2


class TestLeaving:
    def test_no_later_draft_seats_the_leaver(self, club):
        hall = published_hall(club, 13)
        past = hall.round(1).plan

        leave(hall, 5, 1, reason="train")
        bring_up_to_date(hall, 2)

        assert hall.entry(5).withdrawn_after == 1
        assert hall.round(1).plan == past
        for number in (2, 3):
            assert 5 not in places_of(hall, number)
            assert hall.round(number).certificate["ok"] is True
        require_sound(hall)

    def test_who_never_started_leaves_a_table_that_has_not_begun(self, club):
        hall = published_hall(club, 12)
        table = hall.tables()[0]
        leaver = hall.seated(table)[1]

        leave(hall, leaver, 0)
        bring_up_to_date(hall, 2)

        assert len(hall.seated(table)) == 3
        assert hall.tables()[0].active_count == 3
        require_sound(hall)

    def test_a_table_below_three_is_dissolved(self, club):
        hall = Hall.gather(club, 10)  # 4 + 3 + 3
        hall.publish()
        gone = hall.tables()[1]
        leaver, *others = hall.seated(gone)

        leave(hall, leaver, 0)
        bring_up_to_date(hall, 2)

        assert not Sitting.objects.filter(pk=gone.pk).exists()
        assert Link.objects.get(target_uuid=gone.uuid).revoked_at is not None
        tables, byes = seated(hall, 1)
        assert [len(table) for table in tables] == [4, 4]
        assert len(byes) == 1
        assert set(byes) <= set(others)
        require_sound(hall)

    def test_during_a_round_the_deals_count_and_no_more_are_played(self, club):
        hall = published_hall(club, 9)
        table = hall.tables()[0]
        hall.deal(table)
        leaver = hall.seated(table)[2]

        leave(hall, leaver, 0, reason="ill")
        bring_up_to_date(hall, 2)

        slip = hall.tables()[0].slip
        assert hall.entry(leaver).withdrawn_after == 1
        assert (slip.state, slip.stopped_early, slip.stop_agreed) == (
            SlipState.ENTERED,
            "ill",
            True,
        )
        assert leaver in hall.seated(table)
        totals = {row.number: row.total for row in standings_after(hall.tournament, 1).rows}
        assert totals[leaver] == -60
        require_sound(hall)

    def test_a_round_that_is_played_cannot_be_left_out(self, club):
        hall = played_hall(club, 9)

        assert codes(leave, hall, 1, 0) == ["withdraw_round"]
        hall.validate()
        assert codes(leave, hall, 1, 0) == ["withdraw_round"]
        assert codes(leave, hall, 1, 4) == ["withdraw_round"]
        assert leave(hall, 1, 1).withdrawn_after == 1
        assert codes(leave, hall, 1, 2) == ["entry_withdrawn"]

    def test_sent_twice_and_with_other_content(self, club):
        hall = Hall.gather(club, 9)
        request_id = uuid4()
        entry = hall.entry(3)
        for _ in range(2):
            comings.withdraw(hall.arbiter, entry, after_round=1, request_id=request_id)

        assert AuditEntry.objects.filter(request_id=request_id).count() == 1
        with pytest.raises(RequestReused):
            comings.withdraw(hall.arbiter, entry, after_round=2, request_id=request_id)

    def test_the_locked_table_of_a_leaver_keeps_the_others(self, club):
        hall = Hall.gather(club, 12)
        one = hall.draw()
        one.plan["locked"] = [2]
        one.save()
        leaver, *others = one.plan["tables"][1]["players"]

        leave(hall, leaver, 0)
        bring_up_to_date(hall, 1)

        assert set(others) <= set(seated(hall, 1)[0][1])
        require_sound(hall)

    def test_too_few_for_tables_is_refused_and_the_draft_says_so(self, club):
        hall = Hall.gather(club, 6)
        hall.draw()
        leave(hall, 6, 0)

        assert codes(bring_up_to_date, hall, 1) == ["no_place_left"]

        assert hall.round(1).certificate["ok"] is False

    def test_undone_the_entry_plays_on(self, club):
        hall = published_hall(club, 12)
        leave(hall, 4, 0)

        comings.undo_withdrawal(hall.arbiter, hall.entry(4), request_id=uuid4())

        assert hall.entry(4).withdrawn_after is None
        assert [len(table) for table in seated(hall, 1)[0]] == [4, 4, 4]
        require_sound(hall)

    def test_undone_without_a_short_table_it_has_a_bye(self, club):
        hall = published_hall(club, 12)
        table = hall.tables()[0]
        leaver = hall.seated(table)[0]
        leave(hall, leaver, 0)
        hall.deal(table)

        comings.undo_withdrawal(hall.arbiter, hall.entry(leaver), request_id=uuid4())

        assert seated(hall, 1)[1] == [leaver]
        require_sound(hall)

    def test_not_undone_past_a_validated_round(self, club):
        hall = Hall.gather(club, 12)
        leave(hall, 4, 0)
        hall.publish()
        hall.play()
        hall.validate()

        assert codes(comings.undo_withdrawal, hall.arbiter, hall.entry(4), request_id=uuid4()) == [
            "round_locked"
        ]


class TestDissolving:
    def test_players_join_short_tables_else_have_a_bye(self, club):
        hall = published_hall(club, 10)
        hall.deal(hall.tables()[1])

        seatings.dissolve(hall.arbiter, hall.reread(), 1, 3, request_id=uuid4())

        tables, byes = seated(hall, 1)
        assert [len(table) for table in tables] == [4, 3]
        assert len(byes) == 3
        require_sound(hall)

    def test_a_table_with_a_deal_stays(self, club):
        hall = published_hall(club, 10)
        hall.deal(hall.tables()[2])

        assert codes(seatings.dissolve, hall.arbiter, hall.reread(), 1, 3, request_id=uuid4()) == [
            "round_has_scores"
        ]


class TestSubstitutes:
    def substitute(self, hall, number, name="Zoé", from_round=1, **told):
        return substitutions.substitute(
            hall.arbiter,
            hall.entry(number),
            name=name,
            from_round=from_round,
            request_id=uuid4(),
            **told,
        )

    def test_the_seat_of_a_published_round_follows(self, club):
        hall = published_hall(club, 9)

        told = self.substitute(hall, 3)

        seat = Seat.objects.get(entry__number=3)
        assert seat.player == told.player
        assert (told.player.name, told.player.is_guest) == ("Zoé", True)

    def test_the_next_rounds_seat_the_substitute(self, club):
        hall = validated_hall(club, 9)
        self.substitute(hall, 3, from_round=2)

        hall.publish(2)

        names = Seat.objects.filter(entry__number=3).order_by("sitting__round__number")
        assert list(names.values_list("player__name", flat=True)) == ["P03", "Zoé"]

    def test_in_the_middle_of_a_table_scores_stay_with_who_played(self, club):
        hall = published_hall(club, 9)
        table = hall.tables()[0]
        first = hall.seated(table)[0]
        hall.deal(table, first)

        assert codes(self.substitute, hall, first) == ["substitute_deal"]
        self.substitute(hall, first, from_deal=2)
        hall.deal(table, first)

        scores = {
            (seat.player.name, seat.position): sum(s.score for s in seat.scores.all())
            for seat in Seat.objects.filter(sitting=table, entry__number=first)
        }
        assert scores == {(f"P{first:02}", None): 120, ("Zoé", 0): 120}
        totals = {row.number: row.total for row in standings_after(hall.tournament, 1).rows}
        assert totals[first] == 240

    def test_nobody_holds_two_entries(self, club):
        hall = Hall.gather(club, 9)
        self.substitute(hall, 1)

        assert codes(self.substitute, hall, 2, name="P03") == ["substitute_is_entered"]
        assert codes(self.substitute, hall, 2, name="zoe") == ["substitute_is_entered"]

    def test_rounds_that_are_not_there_or_over(self, club):
        hall = Hall.gather(club, 9)
        assert codes(self.substitute, hall, 1, from_round=4) == ["round_unknown"]
        hall.publish()
        hall.play()
        hall.validate()
        leave(hall, 2, 1)

        assert codes(self.substitute, hall, 1, from_round=1) == ["round_locked"]
        assert codes(self.substitute, hall, 2, from_round=2) == ["entry_withdrawn"]
        assert codes(self.substitute, hall, 1, name="  ", from_round=2) == ["player_name_invalid"]
