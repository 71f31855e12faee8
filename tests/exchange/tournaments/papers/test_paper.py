"""The report of the arbiter as data and as a page, and what holds for every paper."""

import pytest

from clubs.exchange.tournaments.papers.paper import (
    paper_file_name,
    report_pdf,
    slips_pdf,
)
from clubs.exchange.tournaments.papers.report import report_part
from clubs.queries.tournaments.paper_shapes import (
    ListedEntry,
    ReportedChange,
    ReportedPenalty,
    ReportedRound,
    ReportPaper,
)
from tests.exchange.pages import page_count
from tests.exchange.tournaments.papers.samples import HEAD, ODD, PRINTED, entry, slips, table

pytestmark = pytest.mark.usefixtures("in_english")


class TestReport:
    PAPER = ReportPaper(
        HEAD,
        "final results",
        (("Rounds", "5"), ("Ties", "share the rank")),
        (
            ListedEntry(entry(1, "Anne"), fee_paid=1000, is_present=True),
            ListedEntry(entry(2, "Bob"), left_after=2, note="ill"),
            ListedEntry(entry(3, "Carl"), left_after=0),
            ListedEntry(
                entry(4, "Dan"),
                is_present=True,
                first_round=2,
                substitutes=(("EVE Ada", 3, 1), ("FOX Al", 4, 2)),
            ),
            ListedEntry(entry(5, "Gil")),
        ),
        (
            ReportedRound(1, "validated", "rotation", 7, 4, ("Nobody meets anybody twice.",), "ab"),
            ReportedRound(2, "planned", "", 0, 0),
        ),
        (ReportedChange(PRINTED, "Stopped early, after round 1 of 2", (), "Bob", "storm"),),
        (ReportedChange(PRINTED, "Deal 3 corrected", (("Points", "41", "45"),), "Bob", "typo"),),
        (
            ReportedPenalty(entry(1, "Anne"), -30, 2, "late", "ten minutes", PRINTED, "Bob"),
            ReportedPenalty(entry(1, "Anne"), -10, 1, "conduct", "loud", PRINTED, "", "not she"),
        ),
        arbiters=("Charlie",),
        version="0.1.0",
        fingerprint="KZ5GQMV2",
    )

    def test_what_it_says(self):
        part = report_part(self.PAPER, PRINTED)

        assert part["settings"] == [["Rounds", "5"], ["Ties", "share the rank"]]
        assert [(told["title"], told["facts"]) for told in part["rounds"]] == [
            ("Round 1", "validated · 4 tables · rotation · seed 7"),
            ("Round 2", "planned"),
        ]
        assert part["rounds"][0]["sentences"] == "Nobody meets anybody twice."
        assert [told["state"] for told in part["entries"]] == [
            "",
            "left after round 2, ill",
            "never started",
            "from round 2, EVE Ada from round 3, FOX Al from round 4, deal 2",
            "absent",
        ]
        [stop] = part["stops"]
        assert (stop["where"], stop["reason"]) == (
            "Stopped early, after round 1 of 2",
            "“storm”",
        )
        assert part["corrections"] == [
            {
                "where": "Deal 3 corrected",
                "by": "Bob, 14 November 2026, 16:05",
                "changes": [{"label": "Points", "was": "41", "now": "45"}],
                "reason": "“typo”",
            }
        ]
        assert [(told["points"], told["reason"]) for told in part["penalties"]] == [
            ("−30", "late: “ten minutes”"),
            ("−10", "conduct: “loud”; cancelled: “not she”"),
        ]
        assert part["version"] == "Feutre, version 0.1.0"
        assert part["fingerprint"] == (
            "Fingerprint of the log: KZ5G QMV2. Check it at localhost:8000/check/"
        )

    def test_pages(self):
        assert page_count(report_pdf(self.PAPER, PRINTED)) == 1


def test_the_name_of_a_file():
    assert paper_file_name(HEAD, "Slips 2") == "tournoi-de-la-saint-martin-2026-11-14-slips-2.pdf"


def test_names_are_text():
    for odd in (ODD, "\x00\ud800", "שלום עולם", "👨‍👩‍👧", "W" * 200, "a b " * 300, " "):
        pdf = slips_pdf(slips(table(1, odd, odd, odd)), 4)

        assert page_count(pdf) == 1
