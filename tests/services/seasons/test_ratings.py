"""Ratings of a club: what is replayed, when, and that it is always the same.

Figures of the example were computed once with openskill itself; see tests/core/test_ratings.py.
"""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from clubs.core.ratings import Rating
from clubs.models import RatingChange, Sitting
from clubs.queries.seasons.ratings import club_ratings
from clubs.services.changes import written_at
from clubs.services.errors import RequestReused
from clubs.services.files.checks import check_ratings, repair_ratings
from clubs.services.people.players import merge_players
from clubs.services.seasons.ratings import replay_all, replayed, set_ratings
from clubs.services.tables import sittings
from tests.cast import Cast, audit
from tests.core.test_ratings import AFTER
from tests.example_league import play_example
from tests.services.files.lists import HEAD, do_import

FOUR = ("Alice", "Bob", "Charlie", "Dora")
START = datetime(2026, 2, 3, 22, tzinfo=UTC)


def switch(club: Cast, *, on: bool = True, by: str = "Charlie", request_id=None):
    return set_ratings(club.actor(by), club.club, has_ratings=on, request_id=request_id or uuid4())


def table(club: Cast, day: int, *takers: str, names=FOUR, close: bool = True) -> Sitting:
    """Each take brings 60 a defender; closed at ten in the evening of that day."""
    with written_at(START + timedelta(days=day)):
        sitting = club.sitting(*names)
        for taker in takers:
            club.deal(sitting, taker=taker)
        if close:
            sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
    return sitting


def stored(club: Cast):
    rows = RatingChange.objects.filter(sitting__club=club.club).order_by("sequence", "player_id")
    return [(row.sequence, row.sitting_id, row.player_id, round(row.mu_after, 9)) for row in rows]


def from_the_start(club: Cast):
    found = [
        (change.sequence, change.table, change.player, round(change.after.mu, 9))
        for change in replayed(club.club)
    ]
    return sorted(found, key=lambda row: (row[0], row[2]))


def values(club: Cast):
    """By name, of everybody who was ever rated, guests too."""
    rows = RatingChange.objects.filter(sitting__club=club.club).select_related("player")
    return {
        row.player.name: Rating(row.mu_after, row.sigma_after).value
        for row in rows.order_by("sequence", "pk")
    }


class TestSetRatings:
    def test_the_example(self, club: Cast):
        play_example(club)
        for number, sitting in enumerate(Sitting.objects.order_by("opened_at", "pk")):
            closed_at = START + timedelta(days=number)
            Sitting.objects.filter(pk=sitting.pk).update(state="closed", closed_at=closed_at)
        # The table of three of November has three deals: it is no event.
        switch(club)

        assert values(club) == {name: value for name, (_, _, value) in AFTER.items()}
        assert len(stored(club)) == 17  # 4 + 5 + 4 + 4

    def test_off_by_default(self, club: Cast):
        table(club, 1, *FOUR)

        assert club.club.has_ratings is False
        assert stored(club) == []

    def test_on_and_off_again(self, club: Cast):
        table(club, 1, *FOUR)
        switch(club)
        assert len(stored(club)) == 4

        switch(club, on=False)

        assert stored(club) == []
        on, off = audit(club.club)[-2:]
        assert (on.action, on.before, on.after["has_ratings"]) == (
            "set_ratings",
            {"has_ratings": False},
            True,
        )
        assert on.after["settings"]["mu"] == 25.0
        assert off.after["has_ratings"] is False

    def test_sent_twice(self, club: Cast):
        request_id = uuid4()
        switch(club, request_id=request_id)
        switch(club, request_id=request_id)

        assert [entry.action for entry in audit(club.club)].count("set_ratings") == 1
        with pytest.raises(RequestReused):
            switch(club, on=False, request_id=request_id)

    def test_nothing_to_do_is_not_logged(self, club: Cast):
        switch(club, on=False)

        assert "set_ratings" not in [entry.action for entry in audit(club.club)]


class TestReplay:
    @pytest.fixture(autouse=True)
    def _rated(self, club: Cast):
        switch(club)
        club.club.refresh_from_db()

    def test_four_counted_deals_make_an_event(self, club: Cast):
        table(club, 1, "Alice", "Alice", "Alice")
        assert stored(club) == []

        table(club, 2, "Alice", "Alice", "Alice", "Bob")

        assert [row[0] for row in stored(club)] == [1, 1, 1, 1]
        assert values(club)["Alice"] > 1000 > values(club)["Charlie"]

    def test_a_void_deal_does_not_count(self, club: Cast):
        sitting = table(club, 1, "Alice", "Bob", "Alice", close=False)
        club.deal(sitting, kind="void", void_reason="all_pass")
        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        assert stored(club) == []

    def test_who_only_rested_is_not_rated(self, club: Cast):
        with written_at(START):
            sitting = club.sitting(*FOUR, "Frank", active_count=4)
            for _ in range(4):
                club.deal(sitting, out=["Frank"])
            sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        assert sorted(values(club)) == sorted(FOUR)

    def test_an_open_table_changes_nothing_until_it_is_closed(self, club: Cast):
        sitting = table(club, 1, *FOUR, "Alice", close=False)
        assert stored(club) == []

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        assert len(stored(club)) == 4

    def test_a_correction_replays_from_that_table_on(self, club: Cast):
        first = table(club, 1, *FOUR, "Alice")
        middle = table(club, 2, "Bob", "Bob", "Bob", "Bob")
        table(club, 3, "Dora", "Dora", "Dora", "Dora")
        before = stored(club)
        deal = middle.deals.get(number=1)

        sittings.correct_deal(
            club.actor("Charlie"),
            deal,
            club.record(middle, taker="Alice"),  # so that she is second of the evening
            revision=1,
            reason="",
            request_id=uuid4(),
        )
        after = stored(club)

        assert [row for row in after if row[1] == first.pk] == before[:4]
        assert after != before
        assert after == from_the_start(club)

    def test_a_table_that_opens_again_is_out_until_it_is_closed(self, club: Cast):
        middle = table(club, 1, *FOUR, "Alice")
        table(club, 2, "Bob", "Bob", "Bob", "Bob")
        how = {"request_id": uuid4()}
        sittings.reopen_sitting(club.actor("Charlie"), middle, **how)

        assert {row[1] for row in stored(club)}.isdisjoint({middle.pk})
        assert stored(club) == from_the_start(club)

        with written_at(START + timedelta(days=9)):
            sittings.close_sitting(club.actor("Charlie"), middle, request_id=uuid4())

        assert stored(club)[-1][:2] == (2, middle.pk)
        assert stored(club) == from_the_start(club)

    def test_a_table_that_closed_earlier_comes_before(self, club: Cast):
        late = table(club, 5, *FOUR, "Alice")
        early = table(club, 1, "Bob", "Bob", "Bob", "Bob")

        assert [row[1] for row in stored(club)] == [early.pk] * 4 + [late.pk] * 4
        assert stored(club) == from_the_start(club)

    def test_at_the_same_moment_the_uuid_decides(self, club: Cast):
        tables = [table(club, 1, "Alice", "Bob", "Bob", who) for who in FOUR]

        by_uuid = [found.pk for found in sorted(tables, key=lambda found: found.uuid)]
        assert list(dict.fromkeys(row[1] for row in stored(club))) == by_uuid
        assert stored(club) == from_the_start(club)

    def test_a_table_that_loses_its_fourth_deal_is_out(self, club: Cast):
        sitting = table(club, 1, *FOUR)
        deal = sitting.deals.get(number=2)
        sittings.void_deal(club.actor("Charlie"), deal, revision=1, reason="", request_id=uuid4())

        assert stored(club) == []

    def test_imported_tables_are_rated(self, club: Cast):
        rows = ["2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46"]
        rows += ["2025-10-10;1;;Bob;;garde;2;36"] * 3

        do_import(club, HEAD + "\n".join(rows) + "\n")

        assert len(stored(club)) == 4
        assert stored(club) == from_the_start(club)

    def test_two_players_who_are_one(self, club: Cast):
        table(club, 1, "Frank", "Alice", "Bob", "Frank", names=("Alice", "Bob", "Charlie", "Frank"))
        table(club, 2, "Dora", "Dora", "Bob", "Alice")

        merge_players(
            club.actor("Charlie"), club.player("Frank"), club.player("Dora"), request_id=uuid4()
        )

        assert stored(club) == from_the_start(club)
        assert "Frank" not in values(club)


class TestListed:
    @pytest.fixture(autouse=True)
    def _rated(self, club: Cast):
        switch(club)
        club.club.refresh_from_db()

    def test_ten_tables_and_a_small_deviation(self, club: Cast):
        for day in range(9):
            table(club, day, "Alice", "Alice", "Alice", "Bob")
        RatingChange.objects.update(sigma_after=6.5)
        assert club_ratings(club.club).ranked == ()

        table(club, 10, "Alice", "Alice", "Alice", "Bob")
        last = RatingChange.objects.filter(sequence=10)
        last.update(sigma_after=6.5)
        last.filter(player=club.player("Dora")).update(sigma_after=6.51)
        found = club_ratings(club.club)

        assert [(one.rank, one.player.name, one.tables) for one in found.ranked] == [
            (1, "Alice", 10),
            (2, "Bob", 10),
            (3, "Charlie", 10),
        ]
        assert [(one.rank, one.player.name) for one in found.provisional] == [(None, "Dora")]

    def test_guests_are_rated_and_not_listed(self, club: Cast):
        club.player("Dora").member_since = None
        club.player("Dora").save()
        table(club, 1, *FOUR)

        listed = [one.player.name for one in club_ratings(club.club).provisional]

        assert sorted(listed) == ["Alice", "Bob", "Charlie"]
        assert "Dora" in values(club)

    def test_one_query(self, club: Cast, django_assert_num_queries):
        for day in range(3):
            table(club, day, *FOUR)

        with django_assert_num_queries(1):
            club_ratings(club.club)


class TestCheck:
    @pytest.fixture(autouse=True)
    def _rated(self, club: Cast):
        switch(club)
        club.club.refresh_from_db()
        for day in range(3):
            table(club, day, *FOUR, "Bob")

    def test_what_is_stored_follows(self):
        assert list(check_ratings()) == []

    def test_what_somebody_wrote_past_the_program_is_found_and_mended(self, club: Cast):
        row = RatingChange.objects.filter(player=club.player("Bob")).first()
        RatingChange.objects.filter(pk=row.pk).update(mu_after=99.0)

        [found] = check_ratings()

        assert found.place == f"ratings {club.club.uuid}"
        assert str(row.sitting.uuid) in found.what
        assert "99.000000000" in str(found.stored)
        assert len(list(repair_ratings())) == 1
        assert list(check_ratings()) == []

    def test_a_change_that_is_missing(self, club: Cast):
        RatingChange.objects.filter(player=club.player("Bob")).delete()

        assert [found.stored for found in check_ratings()] == ["missing"] * 3
        replay_all(club.club)
        assert list(check_ratings()) == []


class TestCost:
    """A club without ratings pays one query; one with them a few queries, however many tables."""

    def count(self, club: Cast, django_assert_max_num_queries, number: int) -> int:
        sitting = table(club, number, *FOUR, close=False)
        actor = club.actor("Charlie")
        with django_assert_max_num_queries(40) as captured:
            sittings.close_sitting(actor, sitting, request_id=uuid4())
        return len(captured)

    def test_closing_a_table(self, club: Cast, django_assert_max_num_queries):
        self.count(club, django_assert_max_num_queries, 0)  # the first makes what sums are kept in
        without = self.count(club, django_assert_max_num_queries, 1)
        switch(club)
        club.club.refresh_from_db()
        counts = [self.count(club, django_assert_max_num_queries, day) for day in (2, 3, 4)]

        assert counts == [counts[0]] * 3
        assert counts[0] - without == 7
