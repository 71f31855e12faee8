"""The evenings of a season: planned, opened, attended, closed; and which tables count."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest

from clubs.models import AuditEntry, Evening, LeagueSitting, LeagueState, Sitting
from clubs.queries.seasons.seasons import evening_mark
from clubs.services.changes import written_at
from clubs.services.errors import (
    DateOutside,
    EveningInUse,
    EveningTaken,
    LeagueMoved,
    RequestReused,
    SittingClosed,
)
from clubs.services.seasons import evenings
from tests.cast import Cast, audit

TUESDAYS = [date(2025, 11, 4), date(2025, 11, 11), date(2025, 11, 18)]
TUESDAY = TUESDAYS[0]
ID = UUID("00000000-0000-4000-8000-00000000cafe")
FOUR = ("Alice", "Bob", "Charlie", "Dora")


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """An hour of November 2025, when Paris is one hour before UTC."""
    return datetime(2025, 11, day, hour, minute, tzinfo=UTC)


EIGHT = at(4, 19)  # in the evening, in Paris


def counting(sitting: Sitting) -> list[Evening]:
    rows = LeagueSitting.objects.filter(sitting=sitting).order_by("league__name")
    return [row.evening for row in rows.select_related("evening")]


class TestPlanning:
    def plan(self, club, league, *dates, **told):
        told = {"request_id": uuid4(), **told}
        return evenings.plan_evenings(club.actor("Charlie"), league, dates, **told)

    def test_several_at_once(self, club):
        league = club.league()

        self.plan(club, league, *reversed(TUESDAYS), place="Salle des fêtes")

        rows = league.evenings.values_list("held_on", "place", "state")
        assert list(rows) == [(day, "Salle des fêtes", "planned") for day in TUESDAYS]

    def test_the_same_id_for_other_days_is_refused(self, club):
        league = club.league()
        self.plan(club, league, TUESDAY, request_id=ID)

        with pytest.raises(RequestReused):
            self.plan(club, league, *TUESDAYS, request_id=ID)

    def test_days_outside_the_season_are_named_and_nothing_is_planned(self, club):
        league = club.league()

        with pytest.raises(DateOutside) as refusal:
            self.plan(club, league, TUESDAY, date(2026, 7, 1))

        assert refusal.value.dates == [date(2026, 7, 1)]
        assert not league.evenings.exists()

    def test_a_second_one_of_that_day_needs_another_name(self, club):
        league = club.league()
        self.plan(club, league, TUESDAY)

        with pytest.raises(EveningTaken) as refusal:
            self.plan(club, league, *TUESDAYS)
        self.plan(club, league, TUESDAY, name="Tournoi de Noël")

        assert refusal.value.dates == [TUESDAY]
        assert league.evenings.count() == 2


class TestUpdating:
    def update(self, club, evening, **told):
        told = {"held_on": TUESDAYS[1], "place": "Mairie", "name": "", **told}
        told = {"request_id": uuid4(), **told}
        return evenings.update_evening(club.actor("Charlie"), evening, **told)

    def test_another_day_and_place(self, club):
        evening = club.evening(club.league(), TUESDAY)

        self.update(club, evening)

        evening.refresh_from_db()
        assert (evening.held_on, evening.place) == (TUESDAYS[1], "Mairie")
        [entry] = AuditEntry.objects.filter(target_uuid=evening.uuid)
        assert entry.before == {"held_on": "2025-11-04", "place": "", "name": ""}

    def test_what_somebody_else_wrote_first_stays(self, club):
        evening = club.evening(club.league(), TUESDAY)
        seen = evening_mark(evening)
        self.update(club, evening)

        with pytest.raises(LeagueMoved):
            self.update(club, evening, place="Gymnase", seen=seen)

    def test_only_inside_the_season_and_never_upon_another(self, club):
        league = club.league()
        evening = club.evening(league, TUESDAY)
        club.evening(league, TUESDAYS[2])

        with pytest.raises(DateOutside):
            self.update(club, evening, held_on=date(2027, 1, 1))
        with pytest.raises(EveningTaken):
            self.update(club, evening, held_on=TUESDAYS[2])


class TestOpening:
    def test_it_opens_a_planned_season_too(self, club):
        league = club.league(state=LeagueState.PLANNED)
        evening = club.evening(league, TUESDAY, state="planned")

        evenings.open_evening(club.actor("Alice"), evening, request_id=uuid4())

        evening.refresh_from_db()
        league.refresh_from_db()
        assert (evening.state, league.state) == ("open", "open")
        [entry] = AuditEntry.objects.filter(target_uuid=evening.uuid)
        assert (entry.before, entry.after) == (
            {"state": "planned"},
            {"state": "open", "league": "open"},
        )

    def test_open_already_writes_nothing(self, club):
        evening = club.evening(club.league(), TUESDAY)

        evenings.open_evening(club.actor("Alice"), evening, request_id=uuid4())

        assert not AuditEntry.objects.filter(target_uuid=evening.uuid).exists()


class TestTablesThatOpen:
    def test_count_for_the_open_evening_of_the_day(self, club):
        evening = club.evening(club.league(), TUESDAY)

        with written_at(at(4, 19)):
            sitting = club.sitting(*FOUR)

        assert counting(sitting) == [evening]
        [entry] = AuditEntry.objects.filter(chain__uuid=evening.league.uuid)
        assert (entry.action, entry.target_uuid) == ("attach_table", sitting.uuid)
        assert entry.after == {"evening": str(evening.uuid)}

    def test_count_for_both_of_two_seasons(self, club):
        first = club.evening(club.league(name="A"), TUESDAY)
        second = club.evening(club.league(name="B"), TUESDAY)

        with written_at(at(4, 19)):
            sitting = club.sitting(*FOUR)

        assert counting(sitting) == [first, second]

    def test_day_is_that_of_the_club(self, club):
        """23:30 UTC is half past midnight in Paris: the next day."""
        club.evening(club.league(), TUESDAY)
        wednesday = club.evening(club.league(name="B"), date(2025, 11, 5))

        with written_at(at(4, 23, 30)):
            sitting = club.sitting(*FOUR)

        assert wednesday in counting(sitting)

    def test_after_midnight_the_evening_still_counts(self, club):
        evening = club.evening(club.league(), TUESDAY)

        with written_at(at(5, 0, 30)):  # 01:30
            late = club.sitting(*FOUR)
        with written_at(at(5, 5, 30)):  # 06:30
            morning = club.sitting(*FOUR)

        assert counting(late) == [evening]
        assert counting(morning) == []

    def test_after_midnight_of_the_last_day(self, club):
        """New Year's Eve ends the season, and goes on."""
        year = {"starts_on": date(2025, 1, 1), "ends_on": date(2025, 12, 31)}
        eve = club.evening(club.league(**year), year["ends_on"])

        with written_at(datetime(2025, 12, 31, 23, 30, tzinfo=UTC)):  # 00:30
            late = club.sitting(*FOUR)

        assert counting(late) == [eve]

    @pytest.mark.parametrize(
        ("league", "evening"),
        [
            ({}, {"state": "planned"}),
            ({}, {"state": "closed"}),
            ({"state": "closed"}, {}),
            ({"state": "planned"}, {}),
            ({"game": "bolognese"}, {}),
        ],
    )
    def test_not_without_an_open_evening_of_an_open_season(self, club, league, evening):
        club.evening(club.league(**league), TUESDAY, **evening)

        with written_at(at(4, 19)):
            sitting = club.sitting(*FOUR)

        assert counting(sitting) == []

    def test_not_in_another_club(self, club):
        club.evening(club.league(), TUESDAY)

        with written_at(at(4, 19)):
            opened = club.private_table("Ana", "Luc", "Zoé")

        assert counting(opened.sitting) == []


class TestClosing:
    def test_its_open_tables_close_with_an_entry_each(self, club):
        tables = [club.sitting(*FOUR) for _ in range(2)]
        elsewhere = club.sitting(*FOUR)
        evening = club.evening(club.league(), TUESDAY, *tables)

        evenings.close_evening(club.actor("Alice"), evening, request_id=uuid4())

        evening.refresh_from_db()
        assert evening.state == "closed"
        for table in tables:
            table.refresh_from_db()
            assert table.state == "closed"
            assert [entry.action for entry in audit(table)][-1] == "close_sitting"
        elsewhere.refresh_from_db()
        assert elsewhere.state == "open"

    def test_all_or_nothing(self, club, monkeypatch):
        tables = [club.sitting(*FOUR) for _ in range(2)]
        evening = club.evening(club.league(), TUESDAY, *tables)
        real = evenings.close_sitting

        def fails_at_the_second(actor, sitting, **told):
            if sitting == tables[1]:
                raise SittingClosed
            return real(actor, sitting, **told)

        monkeypatch.setattr(evenings, "close_sitting", fails_at_the_second)
        with pytest.raises(SittingClosed):
            evenings.close_evening(club.actor("Alice"), evening, request_id=uuid4())

        tables[0].refresh_from_db()
        assert tables[0].state == "open"

    def test_open_again_leaves_the_tables_closed(self, club):
        sitting = club.sitting(*FOUR)
        evening = club.evening(club.league(), TUESDAY, sitting)
        evenings.close_evening(club.actor("Alice"), evening, request_id=uuid4())

        evenings.reopen_evening(club.actor("Alice"), evening, request_id=uuid4())

        evening.refresh_from_db()
        sitting.refresh_from_db()
        assert (evening.state, sitting.state) == ("open", "closed")


class TestCancelling:
    def test_an_evening_without_tables_goes(self, club):
        evening = club.evening(club.league(), TUESDAY, state="planned")

        evenings.cancel_evening(club.actor("Charlie"), evening, request_id=ID)

        assert not Evening.objects.exists()
        assert evenings.was_cancelled(
            club.actor("Charlie"), evening.league, evening.uuid, request_id=ID
        )
        [entry] = AuditEntry.objects.filter(target_uuid=evening.uuid)
        assert entry.before["held_on"] == "2025-11-04"

    def test_one_with_a_table_stays(self, club):
        evening = club.evening(club.league(), TUESDAY, club.sitting(*FOUR))

        with pytest.raises(EveningInUse):
            evenings.cancel_evening(club.actor("Charlie"), evening, request_id=uuid4())

        assert Evening.objects.exists()


class TestCheckIn:
    def names(self, evening):
        return sorted(evening.present.values_list("name", flat=True))

    def test_two_at_the_door_do_not_undo_each_other(self, club):
        evening = club.evening(club.league(), TUESDAY)
        alice = club.actor("Alice")
        evenings.check_in_players(alice, evening, came=[club.player("Bob")], request_id=uuid4())

        evenings.check_in_players(
            club.actor("Charlie"),
            evening,
            came=[club.player("Dora"), club.player("Frank")],
            request_id=uuid4(),
        )
        evenings.check_in_players(
            alice, evening, left_out=[club.player("Frank")], request_id=uuid4()
        )

        assert self.names(evening) == ["Bob", "Dora"]

    def test_the_log_has_uuids(self, club):
        evening = club.evening(club.league(), TUESDAY)

        evenings.check_in_players(
            club.actor("Alice"), evening, came=[club.player("Bob")], request_id=uuid4()
        )

        [entry] = AuditEntry.objects.filter(target_uuid=evening.uuid)
        assert entry.after == {"came": [str(club.player("Bob").uuid)], "left_out": []}

    def test_nobody_of_another_club(self, club):
        evening = club.evening(club.league(), TUESDAY)

        with pytest.raises(ValueError, match="another club"):
            evenings.check_in_players(
                club.actor("Alice"), evening, came=[club.player("Eve")], request_id=uuid4()
            )


class TestAttaching:
    def attach(self, club, evening, sitting, **told):
        told = {"request_id": uuid4(), **told}
        return evenings.attach_table(club.actor("Charlie"), evening, sitting, **told)

    def table(self, club: Cast, moment: datetime = EIGHT) -> Sitting:
        with written_at(moment):
            return club.sitting(*FOUR)

    def test_a_table_of_the_season_counts(self, club):
        sitting = self.table(club)
        evening = club.evening(club.league(), TUESDAY)

        self.attach(club, evening, sitting)

        assert counting(sitting) == [evening]

    def test_it_counts_at_one_evening_of_a_season(self, club):
        sitting, league = self.table(club), club.league()
        first, second = (club.evening(league, day) for day in TUESDAYS[:2])
        self.attach(club, first, sitting)

        self.attach(club, second, sitting)

        assert counting(sitting) == [second]
        last = AuditEntry.objects.filter(target_uuid=sitting.uuid).order_by("pk").last()
        assert (last.before, last.after) == (
            {"evening": str(first.uuid)},
            {"evening": str(second.uuid)},
        )

    @pytest.mark.parametrize(
        ("moment", "fits"),
        [
            (datetime(2025, 8, 31, 21, 59, tzinfo=UTC), False),  # 23:59 in Paris
            (datetime(2025, 8, 31, 22, 0, tzinfo=UTC), True),  # the first of September
            (datetime(2026, 7, 1, 3, 59, tzinfo=UTC), True),  # 5:59, of the evening of the last day
            (datetime(2026, 7, 1, 4, 0, tzinfo=UTC), False),
        ],
    )
    def test_its_day_in_the_zone_of_the_club_lies_in_the_season(self, club, moment, fits):
        sitting = self.table(club, moment)
        evening = club.evening(club.league(), TUESDAY)

        if fits:
            self.attach(club, evening, sitting)
        else:
            with pytest.raises(DateOutside):
                self.attach(club, evening, sitting)

        assert bool(counting(sitting)) is fits

    def test_a_table_of_another_club_never(self, club):
        evening = club.evening(club.league(), TUESDAY)
        opened = club.private_table("Ana", "Luc", "Zoé")

        with pytest.raises(ValueError, match="another club"):
            self.attach(club, evening, opened.sitting)

    def test_detached_it_no_longer_counts(self, club):
        sitting = self.table(club)
        evening = club.evening(club.league(), TUESDAY)
        self.attach(club, evening, sitting)

        evenings.detach_table(club.actor("Charlie"), evening.league, sitting, request_id=uuid4())

        assert counting(sitting) == []
