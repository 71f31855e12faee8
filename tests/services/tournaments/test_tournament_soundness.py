"""A tournament with everything that happens in one: what is stored still follows from the records,
and everybody has what they played."""

from datetime import date
from uuid import uuid4

import pytest

from clubs.access import LinkEnded
from clubs.core.tournaments.writing import written_tournament
from clubs.models import (
    Deal,
    DealScore,
    RatingChange,
    SittingTotal,
    SlipMode,
    SlipState,
)
from clubs.queries.tournaments.files import file_of
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.deals.kept import check_kept
from clubs.services.errors import PlayedTogether, RequestReused
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_ratings, check_seasons, check_sittings
from clubs.services.people import players, privacy
from clubs.services.seasons import evenings, ratings
from clubs.services.tables import sittings
from clubs.services.tournaments import results, transitions
from clubs.services.tournaments.entries import comings, entry_penalties, substitutions
from clubs.services.tournaments.imports import import_tournament
from clubs.services.tournaments.rounds import rounds, slip_rulings, slips
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from tests.cast import ANY_DEAL
from tests.hall import Hall, published_hall
from tests.refusals import codes


def differences():
    """What `manage.py check_scores` would list."""
    checks = (check_sittings, check_ratings, check_seasons, check_chains, check_kept)
    return [str(found) for check in checks for found in check()]


def totals_after(hall, number):
    return {row.number: row.total for row in standings_after(hall.reread(), number).rows}


def finish(hall, sitting):
    """The table hands in, and one other player confirms."""
    hall.hand_in(sitting)
    hall.confirm(sitting)


@pytest.fixture
def hall(club):
    """Eight players, two rounds of four deals, in a club with ratings."""
    ratings.set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
    club.club.refresh_from_db()
    return Hall.gather(club, 8, rounds_planned=2, deals_per_round=4)


def first_round(hall):
    """At table 1 Zoé takes over from the first player after two deals; the first deal is corrected
    once the round is validated. Gives the entry numbers of table 1."""
    hall.publish()
    one, other = hall.tables()
    first, second, third, fourth = hall.seated(one)
    hall.deal(one, first)  # (25+5)·2 = 60 a defender
    hall.deal(one, second)
    substitutions.substitute(
        hall.arbiter,
        hall.entry(first),
        name="Zoé",
        from_round=1,
        from_deal=3,
        request_id=uuid4(),
    )
    hall.deal(one, first)
    hall.deal(one, third)
    finish(hall, one)
    for taker in hall.seated(other):
        hall.deal(other, taker)
    finish(hall, other)
    hall.validate()
    deal = Deal.objects.select_related("sitting__club", "sitting__round__tournament").get(
        sitting=one, number=1
    )
    record = {key: deal.record[key] for key in ("taker", *ANY_DEAL)} | {"points": 50}
    sittings.correct_deal(  # (25+9)·2 = 68 a defender
        hall.arbiter, deal, record, revision=1, reason="Mal compté", request_id=uuid4()
    )
    return [first, second, third, fourth]


def second_round(hall):
    """One table tells its totals alone, at the other somebody leaves after a deal. Gives both, and
    who left."""
    hall.publish(2)
    # Rated tables of one moment go by uuid: the one that is not rated is the first of them.
    lost, left = sorted(hall.tables(2), key=lambda sitting: sitting.uuid)
    slip_rulings.set_mode(
        hall.arbiter, hall.table(lost), SlipMode.TOTALS, reason="Perdue", request_id=uuid4()
    )
    told = dict(zip(hall.seated(lost), (100, 20, -40, -80), strict=True))
    slips.type_totals(
        hall.phone(lost),
        hall.table(lost),
        told,
        entry=hall.entry(hall.seated(lost)[0]),
        seen=hall.mark(lost),
        request_id=uuid4(),
    )
    hall.confirm(lost)
    for taker in hall.seated(left):
        hall.deal(left, taker)
    last = hall.seated(left)[3]
    return lost, left, last


class TestEverything:
    def test_what_is_stored_follows_from_the_records(self, hall):
        first, second, third, fourth = first_round(hall)
        assert differences() == []
        after = totals_after(hall, 1)
        # 3·68 − 60 and 3·60 − 60; the others took one deal, or none
        assert after[first] == 3 * 68 - 60 + 3 * 60 - 60
        assert after[second] == -68 + 3 * 60 - 60 - 60
        assert after[third] == -68 - 60 - 60 + 3 * 60
        assert after[fourth] == -68 - 60 - 60 - 60
        assert hall.tournament.standings_version == 2

        _lost, left, _last = second_round(hall)
        finish(hall, left)
        hall.validate(2)
        assert differences() == []
        entry_penalties.give_entry_penalty(
            hall.arbiter,
            hall.entry(second),
            -30,
            "Retard",
            after_round=2,
            request_id=uuid4(),
        )
        after = totals_after(hall, 2)
        assert sum(after.values()) == -30
        results.publish_results(hall.arbiter, hall.tournament, request_id=uuid4())
        assert differences() == []
        told = {"after_round": 2, "request_id": uuid4()}
        give = entry_penalties.give_entry_penalty
        assert codes(give, hall.arbiter, hall.entry(1), -10, "Trop tard", **told) == [
            "tournament_step"
        ]

    def test_every_deal_is_of_the_person_who_played_it(self, hall):
        first, *_others = first_round(hall)

        played = DealScore.objects.filter(seat__entry__number=first, deal__sitting__round__number=1)
        by_name = {
            name: sum(played.filter(player__name=name).values_list("score", flat=True))
            for name in (f"P{first:02}", "Zoé")
        }
        assert by_name == {f"P{first:02}": 3 * 68 - 60, "Zoé": 3 * 60 - 60}

    def test_an_evening_counts_no_table_of_a_tournament(self, hall):
        hall.publish()
        league = hall.cast.league("Alice", "Bob")
        evening = hall.cast.evening(league, date(2025, 10, 10))

        with pytest.raises(ValueError, match="of a tournament"):
            evenings.attach_table(hall.arbiter, evening, hall.tables()[0], request_id=uuid4())

    def test_a_round_that_opens_again_is_rated_no_more(self, hall):
        """Also where its first table by uuid has no place in the ratings: it told totals alone."""
        first_round(hall)
        _lost, left, _last = second_round(hall)
        finish(hall, left)
        hall.validate(2)
        assert RatingChange.objects.filter(sitting=left).exists()

        rounds.reopen_round(hall.arbiter, hall.reread(), 2, request_id=uuid4())

        assert not RatingChange.objects.filter(sitting=left).exists()
        assert differences() == []


class TestAbsent:
    def test_a_penalty_of_somebody_absent_leaves_the_standings(self, club):
        """Somebody who did not come, or whose check-in was a mistake: the others have theirs."""
        hall = Hall.gather(club, 8)
        (absent,) = hall.enter("Absent", checked_in=False)
        hall.publish()

        told = {"after_round": 1, "request_id": uuid4()}
        entry_penalties.give_entry_penalty(hall.arbiter, absent, -50, "Pas venu", **told)

        rows = standings_after(hall.tournament, 1)
        assert len(rows.rows) == 8
        assert rows.penalty_sum == 0

    def test_it_goes_out_and_comes_back(self, club):
        hall = Hall.gather(club, 8)
        (absent,) = hall.enter("Absent", checked_in=False)
        told = {"after_round": 1, "request_id": uuid4()}
        entry_penalties.give_entry_penalty(hall.arbiter, absent, -50, "Pas venu", **told)

        document = written_tournament(file_of(hall.reread()))
        back = import_tournament(hall.arbiter, club.club, document, request_id=uuid4())

        assert back.entries.get(name="Absent").penalties.get().points == -50


class TestLeaving:
    def test_the_deals_that_are_written_count(self, club):
        hall = published_hall(club, 8, deals_per_round=4)
        one, other = hall.tables()
        gone = hall.seated(one)[0]
        hall.deal(one, gone)
        comings.withdraw(hall.arbiter, hall.entry(gone), after_round=0, request_id=uuid4())
        hall.confirm(one)
        for taker in hall.seated(other):
            hall.deal(other, taker)
        finish(hall, other)
        hall.validate()

        assert totals_after(hall, 1)[gone] == 180
        assert differences() == []

    def test_a_table_of_totals_still_tells_them(self, club):
        """Its deals were taken back when its slip was lost; without totals it would count as 0."""
        hall = published_hall(club, 8)
        one = hall.tables()[0]
        gone = hall.seated(one)[0]
        hall.deal(one)
        slip_rulings.set_mode(
            hall.arbiter, hall.table(one), SlipMode.TOTALS, reason="Perdue", request_id=uuid4()
        )

        comings.withdraw(hall.arbiter, hall.entry(gone), after_round=0, request_id=uuid4())

        assert hall.table(one).slip.state == SlipState.ENTERING


class TestSubstitutes:
    def test_totals_go_to_who_played_from_the_start(self, club):
        hall = published_hall(club, 8, slip_mode="totals")
        one = hall.tables()[0]
        first, *others = hall.seated(one)
        told = dict(zip([first, *others], (30, -10, -10, -10), strict=True))
        slips.type_totals(
            hall.phone(one),
            hall.table(one),
            told,
            entry=hall.entry(first),
            seen=hall.mark(one),
            request_id=uuid4(),
        )

        substitutions.substitute(
            hall.arbiter, hall.entry(first), name="Zoé", from_round=1, request_id=uuid4()
        )

        assert totals_after(hall, 1)[first] == 30
        assert SittingTotal.objects.get(player__name="Zoé").total == 30

    def test_in_the_middle_of_a_round_only_once_it_is_played(self, club):
        hall = Hall.gather(club, 8)
        hall.draw()

        told = {"name": "Zoé", "from_round": 1, "from_deal": 2, "request_id": uuid4()}
        assert codes(substitutions.substitute, hall.arbiter, hall.entry(1), **told) == [
            "substitute_deal"
        ]

    def test_they_are_not_merged_with_somebody_who_entered(self, club):
        hall = Hall.gather(club, 8)
        substitutions.substitute(
            hall.arbiter, hall.entry(1), name="Zoé", from_round=1, request_id=uuid4()
        )
        zoe, other = (club.club.players.get(name=name) for name in ("Zoé", "P02"))

        for old, new in ((zoe, other), (other, zoe)):
            with pytest.raises(PlayedTogether):
                players.merge_players(hall.arbiter, old, new, request_id=uuid4())


class TestCancelled:
    @pytest.fixture
    def hall(self, club):
        return published_hall(club, 8, rounds_planned=1)

    def cancel(self, hall):
        told = {"reason": "Panne", "request_id": uuid4()}
        transitions.cancel(hall.arbiter, hall.reread(), **told)

    def test_phones_write_no_more(self, hall):
        one = hall.tables()[0]
        hall.deal(one)
        self.cancel(hall)

        with pytest.raises(SlipClosed):
            hall.deal(one)
        assert codes(hall.hand_in, one, stopped_early="Panne") == ["slip_closed"]
        assert Deal.objects.count() == 1
        assert hall.table(one).slip.state == SlipState.ENTERING

    def test_no_step_of_a_round_brings_it_back(self, hall):
        hall.play()
        self.cancel(hall)
        assert codes(hall.validate) == ["tournament_step"]
        assert hall.reread().state == "cancelled"

    def test_nor_does_taking_back_the_publication(self, hall):
        self.cancel(hall)
        told = {"request_id": uuid4()}

        assert codes(rounds.unpublish_round, hall.arbiter, hall.reread(), 1, **told) == [
            "tournament_step"
        ]
        assert hall.reread().state == "cancelled"


class TestGone:
    def test_a_table_that_is_taken_back_while_a_phone_saves(self, club):
        """The phone hears that its link has ended (410), and writes nothing."""
        hall = published_hall(club, 8)
        one = hall.tables()[0]
        phone, seen = hall.phone(one), hall.table(one)
        record = {"taker": str(seen.seats.all()[0].player.uuid), **ANY_DEAL}
        rounds.unpublish_round(hall.arbiter, hall.reread(), 1, request_id=uuid4())

        with pytest.raises(LinkEnded):
            sittings.record_deal(phone, seen, record, number=1, request_id=uuid4())
        assert not Deal.objects.exists()


class TestRequests:
    def test_another_total_under_the_same_id_is_not_taken_for_saved(self, club):
        hall = published_hall(club, 8, slip_mode="totals")
        one = hall.tables()[0]
        numbers, sent = hall.seated(one), uuid4()

        def tell(*scores):
            slips.type_totals(
                hall.phone(one),
                hall.table(one),
                dict(zip(numbers, scores, strict=True)),
                entry=hall.entry(numbers[0]),
                seen=hall.mark(one),
                request_id=sent,
            )

        tell(30, -10, -10, -10)
        tell(30, -10, -10, -10)
        with pytest.raises(RequestReused):
            tell(60, -20, -20, -20)


class TestLivePages:
    """They keep what they drew in memory, by the revision of the tournament."""

    def test_who_is_forgotten_is_in_none(self, club):
        hall = Hall.gather(club, 8)
        seen = hall.reread().revision
        player = hall.entry(1).player

        privacy.anonymise_player(club.actor("Olivia"), player, request_id=uuid4())

        assert hall.reread().revision > seen

    def test_nor_is_who_was_merged(self, club):
        hall = Hall.gather(club, 8)
        seen = hall.reread().revision

        told = {"request_id": uuid4()}
        players.merge_players(hall.arbiter, hall.entry(1).player, club.player("Dora"), **told)

        assert hall.reread().revision > seen
        assert hall.entry(1).player == club.player("Dora")
