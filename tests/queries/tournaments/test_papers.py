"""What goes on the papers of a tournament, against what there is of it."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from clubs.models import Penalty, Substitution, Team
from clubs.queries.tournaments.paper_offers import paper_offer
from clubs.queries.tournaments.paper_shapes import PaperEntry
from clubs.queries.tournaments.papers import (
    badges_paper,
    check_in_paper,
    emergency_paper,
    seating_paper,
    slips_paper,
    standings_paper,
)
from clubs.queries.tournaments.results.honours import diplomas_paper, prizes_paper
from clubs.queries.tournaments.results.report import program_version, report_paper
from clubs.services.tables import sittings
from clubs.services.tournaments.entries.player_links import make_player_links
from clubs.services.tournaments.entries.teams import set_teams
from clubs.services.tournaments.rounds import rounds
from clubs.services.tournaments.transitions import cancel, extend_rounds, stop_after
from tests.hall import Hall, played_hall, published_hall, validated_hall

pytestmark = pytest.mark.usefixtures("in_english")

SITE = "https://tarot.example.org"
NOBODY = PaperEntry(0, "")


@pytest.fixture
def hall(club) -> Hall:
    return Hall.gather(club, 9, deals_per_round=2)


def numbers(tables) -> list[list[int]]:
    return [[player.number for player in table.players] for table in tables]


def substitute(hall: Hall, number: int, name: str, from_round: int) -> None:
    Substitution.objects.create(
        entry=hall.entry(number),
        player=hall.cast.player("Frank"),
        name=name,
        from_round=from_round,
    )


class TestSlips:
    def test_of_a_draft(self, hall):
        one = hall.draw()

        paper = slips_paper(hall.tournament, one, SITE)

        assert (paper.round, paper.deals) == (1, 2)
        assert numbers(paper.tables) == [table["players"] for table in one.plan["tables"]]
        assert {table.code for table in paper.tables} == {""}
        assert [line for line, _value in paper.reminder] == [
            "To reach with 0, 1, 2, 3 oudlers",
            "Contracts",
        ]

    def test_of_a_published_round(self, hall):
        one = hall.publish()

        paper = slips_paper(hall.tournament, one, SITE)

        tables = hall.tables()
        assert [table.number for table in paper.tables] == [t.table_number for t in tables]
        assert numbers(paper.tables) == [hall.seated(table) for table in tables]
        for told in paper.tables:
            assert told.address == f"{SITE}/j/{told.code}/"
            assert len(told.code) == 6

    def test_a_substitute_plays_from_that_round_on(self, hall):
        hall.draw()
        substitute(hall, 3, "Frank", from_round=2)

        names = []
        for number in (1, 2):
            paper = slips_paper(hall.tournament, hall.round(number), SITE)
            names += [p.name for t in paper.tables for p in t.players if p.number == 3]

        assert names == ["P03", "Frank"]

    def test_how_five_play(self, club):
        told = {"five_player_form": "dealer_sits_out", "leftovers": "fives", "table_sizes": [4, 5]}
        hall = Hall.gather(club, 9, **told)

        paper = slips_paper(hall.tournament, hall.draw(), SITE)

        assert (paper.calls_partner, paper.dealer_sits_out) == (False, True)
        assert [len(table.players) for table in paper.tables] == [5, 4]


class TestSeating:
    def test_byes(self, club):
        """Nine at tables of four: one sits out."""
        hall = Hall.gather(club, 9, leftovers="bye", table_sizes=[4])
        one = hall.draw()

        draft = seating_paper(hall.tournament, one)
        published = seating_paper(hall.tournament, hall.publish())

        [bye] = one.plan["byes"]
        for paper in (draft, published):
            assert [entry.number for entry in paper.byes] == [bye]
            assert [len(table.players) for table in paper.tables] == [4, 4]
        assert (draft.is_published, published.is_published) == (False, True)


class TestPeople:
    def test_badges(self, hall):
        team = Team.objects.create(tournament=hall.tournament, name="Bouts A")
        hall.tournament.entries.filter(number=1).update(team=team, club_name="Dijon")
        hall.tournament.entries.filter(number=2).update(withdrawn_after=0)

        paper = badges_paper(hall.tournament, SITE)

        assert [badge.entry.number for badge in paper.badges] == [1, 3, 4, 5, 6, 7, 8, 9]
        assert (paper.badges[0].entry.club, paper.badges[0].team) == ("Dijon", "Bouts A")
        assert {badge.address for badge in paper.badges} == {""}

    def test_badges_with_links(self, hall):
        make_player_links(hall.arbiter, hall.tournament, request_id=uuid4())

        badges = badges_paper(hall.tournament, SITE).badges

        assert len({badge.address for badge in badges}) == 9
        assert all(badge.address.startswith(f"{SITE}/s/") for badge in badges)
        assert paper_offer(hall.tournament).without_link == 0

    def test_the_check_in_list_is_by_name(self, hall):
        """Without case or accents."""
        hall.enter("Zoé", "anne", checked_in=False)
        hall.tournament.entries.filter(number=1).update(
            name="Émile", fee_paid=500, fee_paid_at=datetime(2026, 11, 21, tzinfo=UTC)
        )

        paper = check_in_paper(hall.tournament)

        names = [told.entry.name for told in paper.entries]
        assert names[:3] == ["anne", "Émile", "P02"]
        assert names[-1] == "Zoé"
        emile, anne = paper.entries[1], paper.entries[0]
        assert (emile.fee_paid, emile.is_present, anne.is_present) == (500, True, False)


class TestStandings:
    def test_after_a_round(self, club):
        hall = validated_hall(club, 9)

        paper = standings_paper(hall.tournament, 1)

        assert (paper.rounds_planned, paper.is_final) == (3, False)
        assert len(paper.standings.rows) == 9
        assert sum(row.total for row in paper.standings.rows) == 0

    def test_certificates(self, club):
        """Everybody who shares one of the first three ranks has one."""
        hall = played_hall(club, 9)

        diplomas = diplomas_paper(hall.tournament, 1).diplomas

        rows = standings_paper(hall.tournament, 1).standings.rows
        best = [(row.name, row.rank, row.total) for row in rows if (row.rank or 9) <= 3]
        assert [(told.name, told.rank, told.total) for told in diplomas] == best
        assert {told.field for told in diplomas} == {9}


class TestPrizes:
    PLAN = {"kind": "fixed", "fixed": [28000], "categories": {"women": {"goods": ["Ham"]}}}

    def test_by_the_standings_after_a_round(self, hall):
        """The winner takes the money, the best woman the ham. Who plays now signs for the prize;
        the certificate names everybody who held the entry (tournaments.md §4)."""
        hall.tournament.prizes = self.PLAN
        hall.tournament.save(update_fields=["prizes"])
        hall.tournament.categories.create(code="women", name="Women")
        hall.publish()
        hall.play()
        given = {"after_round": 1, "code": "other", "points": 900, "reason": "to be first"}
        Penalty.objects.create(entry=hall.entry(4), player=hall.entry(4).player, **given)
        hall.tournament.entries.filter(number=7).update(categories=["women"])
        substitute(hall, 4, "Frank", from_round=1)

        paper = prizes_paper(hall.tournament, 1)

        lines = [
            (one.list, one.award.place, one.entry.name, one.award.amount, one.award.goods)
            for one in paper.lines
        ]
        assert lines == [("", 1, "Frank", 28000, ()), ("Women", 1, "P07", 0, ("Ham",))]
        assert (paper.currency, paper.is_final) == ("EUR", False)
        assert diplomas_paper(hall.tournament, 1).diplomas[0].name == "P04 / Frank"

    def test_before_the_first_round(self, hall):
        hall.tournament.prizes = self.PLAN

        assert prizes_paper(hall.tournament, 0).lines == ()


class TestEmergency:
    def test_before_anybody_came(self, club):
        """Slips without names for who entered: ten are tables of 4, 3 and 3."""
        hall = Hall.gather(club, 0, table_numbers=[2, 4, 6, 8])
        hall.enter(*(f"E{number}" for number in range(10)), checked_in=False)

        paper = emergency_paper(hall.tournament, SITE)

        assert (paper.seatings, paper.standings) == ((), None)
        assert [slips.round for slips in paper.slips] == [1, 2, 3]
        told = [(table.number, table.players) for table in paper.slips[0].tables]
        assert told == [(2, (NOBODY,) * 4), (4, (NOBODY,) * 3), (6, (NOBODY,) * 3)]

    def test_between_rounds(self, club):
        hall = validated_hall(club, 9)

        paper = emergency_paper(hall.tournament, SITE)

        assert paper.standings is not None
        assert paper.standings.standings.after_round == 1
        assert [seating.round for seating in paper.seatings] == [2, 3]
        assert [slips.round for slips in paper.slips] == [2, 3]

    def test_a_round_by_the_standings_is_not_drawn_yet(self, club):
        """Nine come to tables of 3, and its slips have no names."""
        hall = Hall.gather(club, 9, seating=["rotation", "rotation", "standing"])
        hall.publish()

        paper = emergency_paper(hall.tournament, SITE)

        assert [seating.round for seating in paper.seatings] == [1, 2]
        assert [slips.round for slips in paper.slips] == [1, 2, 3]
        assert [table.players for table in paper.slips[2].tables] == [(NOBODY,) * 3] * 3


class TestReport:
    def test_settings_in_words(self, hall):
        told = dict(report_paper(hall.arbiter, hall.tournament).settings)

        assert told == {
            "Game": "French tarot",
            "Rules": "FFT official rules",
            "Rounds": "3",
            "Deals a round": "2",
            "Seating": "rotation",
            "Left over": "tables of 3",
            "Kept apart": "nobody",
            "Seed": "7",
            "Slips": "deal by deal",
            "Ties": "share the rank",
            "Who leaves": "ranked last",
            "Who comes late": "ranked like everybody",
            "Missed round": "0",
            "Bye": "0",
        }

    def test_how_five_play_where_five_may_sit(self, club):
        told = {"leftovers": "fives", "table_sizes": [4, 5], "five_player_form": "dealer_sits_out"}
        hall = Hall.gather(club, 9, **told)

        settings = dict(report_paper(hall.arbiter, hall.tournament).settings)

        assert settings["Five at a table"] == "the dealer sits out"

    def test_rounds(self, club):
        hall = published_hall(club, 9)

        first, second, _third = report_paper(hall.arbiter, hall.tournament).rounds

        assert (first.number, first.state, first.method) == (1, "published", "rotation")
        assert (first.tables, first.seed) == (3, 7)
        assert first.sentences[0] == "Over one round nobody meets anybody twice."
        assert len(first.plan_hash) == 64
        assert second.state == "drawn"
        hall.play()
        hall.validate()
        assert report_paper(hall.arbiter, hall.tournament).rounds[0].state == "closed"

    def test_who_was_kept_apart(self, club):
        hall = Hall.gather(club, 9, separation="team", missed_round_score=-50)
        set_teams(hall.arbiter, hall.tournament, {"Petit": [1, 2, 3]}, request_id=uuid4())
        hall.publish()

        paper = report_paper(hall.arbiter, hall.tournament)

        assert paper.rounds[0].sentences[1] == "Nobody sits with somebody of their own team."
        assert dict(paper.settings)["Missed round"] == "−50"

    def test_an_early_end(self, hall):
        """It is told with its reason, and the rounds after it are not. So is a table that stopped
        after one deal of two."""
        hall.publish()
        table = hall.tables()[0]
        hall.deal(table)
        hall.hand_in(table, stopped_early="Panne")
        stop_after(hall.arbiter, hall.tournament, 1, reason="Orage", request_id=uuid4())

        paper = report_paper(hall.arbiter, hall.tournament)

        assert [one.number for one in paper.rounds] == [1]
        who = hall.entry(hall.seated(table)[0]).name
        assert [(told.where, told.author, told.reason) for told in paper.stops] == [
            ("Stopped early, after round 1 of 3", "Charlie", "Orage"),
            ("Stopped early (round 1, table 1)", who, "Panne"),
        ]

    def test_a_cancelled_tournament(self, hall):
        cancel(hall.cast.actor("Olivia"), hall.tournament, reason="Neige", request_id=uuid4())

        [told] = report_paper(hall.arbiter, hall.tournament).stops

        assert (told.where, told.author, told.reason) == ("Cancelled", "Olivia", "Neige")

    def test_rounds_that_were_added_again_are_no_early_end(self, club):
        hall = published_hall(club, 9)
        stop_after(hall.arbiter, hall.tournament, 1, reason="Orage", request_id=uuid4())
        extend_rounds(hall.arbiter, hall.tournament, 3, reason="Soleil", request_id=uuid4())

        assert report_paper(hall.arbiter, hall.tournament).stops == ()

    def test_corrections_with_a_reason(self, club):
        hall = published_hall(club, 9)
        table = hall.tables()[0]
        deal = hall.deal(table)
        record = {**deal.record, "points": 60}
        told = {"revision": 1, "reason": "Un bout oublié", "request_id": uuid4()}
        sittings.correct_deal(hall.arbiter, deal, record, **told)

        [change] = report_paper(hall.arbiter, hall.tournament).corrections

        assert change.where == "Deal 1 corrected (round 1, table 1)"
        assert (change.author, change.reason) == ("Charlie", "Un bout oublié")
        assert [label for label, _was, _now in change.changes] == ["Points"]

    def test_penalties(self, hall):
        entry = hall.entry(4)
        given = {"entry": entry, "player": entry.player, "after_round": 1, "code": "late"}
        Penalty.objects.create(points=-30, reason="ten minutes", **given)

        [told] = report_paper(hall.arbiter, hall.tournament).penalties

        assert (told.entry.number, told.points, told.kind, told.reason) == (
            4,
            -30,
            "late",
            "ten minutes",
        )
        assert (told.author, told.cancelled) == ("", "")

    def test_who_signs(self, hall):
        """Nobody by name, until somebody has ended a round or is named; not every organiser."""
        assert report_paper(hall.arbiter, hall.tournament).arbiters == ()

        hall.publish()
        hall.play()
        rounds.validate_round(hall.cast.actor("Olivia"), hall.reread(), 1, request_id=uuid4())
        assert report_paper(hall.arbiter, hall.tournament).arbiters == ("Olivia",)

        hall.tournament.roles.create(user=hall.cast.user("Dora"), role="arbiter")

        assert report_paper(hall.arbiter, hall.tournament).arbiters == ("Dora",)

    def test_the_version(self):
        assert program_version() == "0.1.0"
