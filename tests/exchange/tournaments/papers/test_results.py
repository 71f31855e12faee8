"""Standings, prizes and certificates as data, and the pages they become."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from clubs.core.tournaments.prizes import Award
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.shapes import (
    TableResult,
    TournamentEntry,
    TournamentInput,
)
from clubs.core.tournaments.standings import rank_tournament
from clubs.exchange.tournaments.papers.paper import (
    certificates_pdf,
    prizes_pdf,
    tournament_standings_pdf,
)
from clubs.exchange.tournaments.papers.results import (
    certificates_part,
    prizes_part,
    receipts_part,
    standings_part,
)
from clubs.queries.tournaments.paper_shapes import (
    Diploma,
    DiplomasPaper,
    PaperPrize,
    PrizesPaper,
    StandingsPaper,
)
from tests.exchange.pages import page_count, page_size
from tests.exchange.tournaments.papers.samples import (
    HEAD,
    LONG,
    LYING,
    PRINTED,
    UPRIGHT,
    entry,
    standings_paper,
)

pytestmark = pytest.mark.usefixtures("in_english")


class TestStandings:
    """Anne 300 − 60 − 20 = 220; Eva 0 and a bye of 0; Bob and Cléo −100 + 30 = −70; Dino −100."""

    def test_rows(self):
        part = standings_part(standings_paper(), PRINTED)

        told = [(row["rank"], row["name"], row["figures"], row["total"]) for row in part["ranked"]]
        assert part["figures"] == ["R1", "R2", "Penalty"]
        assert told == [
            ("1", "Anne", ["+300", "−60*", "−20"], "+220"),
            ("2", "Eva", ["–", "0°", ""], "0"),
            ("3=", "Bob", ["−100", "+30*", ""], "−70"),
            ("3=", "Cléo", ["−100", "+30*", ""], "−70"),
        ]
        [dino] = part["below"]
        assert (dino["rank"], dino["mark"]) == ("–", "left after round 1")
        assert dino["figures"] == ["−100", "–", ""]

    def test_what_the_marks_mean(self):
        corrected = datetime(2026, 11, 14, 15, 42, tzinfo=UTC)

        part = standings_part(standings_paper(version=2, corrected_at=corrected), PRINTED)

        assert part["notes"] == [
            "= shares the rank; within it the order is that of the numbers and means nothing.",
            "° bye",
            "* the slip of this table says less than the others.",
            "– did not play this round",
            "Corrected on 14 November 2026, 16:42.",
        ]
        assert part["facts"] == [
            ["After round", "2 / 3"],
            ["State", "provisional"],
            ["Version", "2"],
        ]

    def test_teams_and_categories(self):
        """Bouts A 220 − 70 = 150; Petit A −70 − 100, with a leaver."""
        part = standings_part(standings_paper(is_final=True), PRINTED)

        teams = [(row["rank"], row["name"], row["mark"], row["total"]) for row in part["teams"]]
        assert teams == [("1", "Bouts A", "", "+150"), ("2", "Petit A", "incomplete", "−170")]
        assert part["teams"][0]["members"] == "Anne, Bob"
        [women] = part["categories"]
        assert women["name"] == "Women"
        told = [(row["rank"], row["overall"], row["name"], row["total"]) for row in women["rows"]]
        assert told == [("1", "1", "Anne", "+220"), ("2", "3=", "Cléo", "−70")]
        assert part["facts"][1] == ["State", "final"]

    def test_in_french(self):
        with translation.override("fr"):
            part = standings_part(standings_paper(), PRINTED)

        assert (part["heading"], part["words"]["rank"]) == ("Classement", "Rang")
        assert part["ranked"][0]["total"] == "+220"

    def test_ties_that_are_decided(self):
        """20 to each of two: by lot, SHA-256 of "7:2" begins with 8, that of "7:1" with d."""
        entries = [TournamentEntry(str(at), at, f"P{at}") for at in (1, 2, 3)]
        tables = [TableResult(1, {"1": 20, "2": 20, "3": -40}, SlipDetail.DEALS)]
        settings = TournamentSettings.read({"tie_breaks": ["best_round", "lot"], "seed": 7})
        found = rank_tournament(TournamentInput(entries, tables), settings, 1)

        part = standings_part(StandingsPaper(HEAD, found, 1), PRINTED)

        told = [(row["rank"], row["name"], row["mark"]) for row in part["ranked"]]
        assert told == [
            ("1", "P2", "drawn by lot"),
            ("2", "P1", "drawn by lot"),
            ("3", "P3", ""),
        ]
        assert part["notes"] == ["Equal totals are decided by: the best round, a draw of lots."]

    def test_before_anything_was_played(self):
        empty = rank_tournament(TournamentInput([]), TournamentSettings(), 0)
        paper = StandingsPaper(HEAD, empty, 3)

        assert standings_part(paper, PRINTED)["empty"] == "Nobody is ranked yet."
        assert page_count(tournament_standings_pdf(paper, PRINTED)) == 1

    def test_pages(self):
        pdf = tournament_standings_pdf(standings_paper(), PRINTED)

        assert (page_count(pdf), page_size(pdf)) == (1, UPRIGHT)


class TestPrizes:
    PAPER = PrizesPaper(
        HEAD,
        (
            PaperPrize(Award("", 1, "3", 3, 28000, rank=1), "", entry(3, "Anne", "Dijon")),
            PaperPrize(
                Award("", 2, "4", 4, 0, ("Ham", "Wine"), to_decide=True, rank=2),
                "",
                entry(4, "Bob"),
            ),
            PaperPrize(Award("women", 1, "8", 8, 6550, rank=1), "Women", entry(8, "Cléo")),
        ),
    )

    def test_the_list(self):
        part = prizes_part(self.PAPER, PRINTED)

        told = [(row["place"], row["list"], row["amount"], row["goods"]) for row in part["lines"]]
        assert told == [
            ("1", "Overall", "280.00\N{NO-BREAK SPACE}€", ""),
            ("2", "Overall", "", "Ham, Wine"),
            ("1", "Women", "65.50\N{NO-BREAK SPACE}€", ""),
        ]
        assert part["lines"][1]["mark"] == "the arbiter decides who takes which"
        assert part["sum"] == "345.50\N{NO-BREAK SPACE}€"

    def test_a_receipt(self):
        first, *_others = receipts_part(self.PAPER)["receipts"]

        assert first["sentence"] == (
            "Anne has received from Les Trois Bouts: 280.00\N{NO-BREAK SPACE}€, for place 1"
            " (overall ranking) in Tournoi de la Saint-Martin, Saturday 14 November 2026."
        )

    def test_pages(self):
        assert page_count(prizes_pdf(self.PAPER, PRINTED)) == 2
        assert page_count(prizes_pdf(PrizesPaper(HEAD, ()), PRINTED)) == 1


class TestCertificates:
    def test_what_one_says(self):
        diploma = Diploma("Bouts A", 2, 12, -395, "teams", "", ("Anne", "Bob"))

        paper = certificates_part(DiplomasPaper(HEAD, (diploma,)))
        early = certificates_part(DiplomasPaper(HEAD, (diploma,), is_final=False))
        [told] = paper["certificates"]

        assert (paper["state"], early["state"]) == (
            "",
            "Provisional: the results are not final yet",
        )

        assert told == {
            "name": "Bouts A",
            "under": "Anne, Bob",
            "rank": "2",
            "list": "teams",
            "result": "of 12, with −395 points",
        }

    def test_a_page_each(self):
        told = (Diploma("Anne", 1, 68, 540), Diploma(LONG, 2, 68, 385, club=LONG))
        pdf = certificates_pdf(DiplomasPaper(HEAD, told))

        assert (page_count(pdf), page_size(pdf)) == (2, LYING)
