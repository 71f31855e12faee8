"""Slips, the seating for the wall and the emergency set as data, and the pages they become."""

from datetime import datetime

import pytest
from django.utils import translation

from clubs.core.names import sort_key
from clubs.exchange.tournaments.papers.paper import (
    emergency_pdf,
    seating_pdf,
    slips_pdf,
)
from clubs.exchange.tournaments.papers.rounds import (
    by_name,
    by_table,
    guide_part,
    sheet_part,
    slips_part,
    slips_per_page,
)
from clubs.queries.tournaments.paper_shapes import (
    EmergencyPaper,
    PaperEntry,
    PaperTable,
    SeatingPaper,
    SheetLine,
    SlipsPaper,
)
from tests.exchange.pages import font_families, main_type_size, page_count, page_size
from tests.exchange.tournaments.papers.samples import (
    HEAD,
    LONG,
    LYING,
    ODD,
    PARIS,
    PRINTED,
    UPRIGHT,
    column_names,
    entry,
    slips,
    standings_paper,
    table,
)

pytestmark = pytest.mark.usefixtures("in_english")


class TestSlips:
    def test_what_one_says(self):
        part = slips_part(slips(table(7, "Anne Berger", "Bob", "Cléo", "Dino")))

        [told] = part["tables"]
        assert (part["tournament"], part["round"], part["deals"]) == (HEAD.tournament, "2", 4)
        assert part["under"] == "Les Trois Bouts · Beaune · Saturday 14 November 2026"
        assert told["number"] == "7"
        assert [player["name"] for player in told["players"]] == [
            "Anne Berger",
            "Bob",
            "Cléo",
            "Dino",
        ]
        assert (told["code"], told["short"]) == ("TAB007", "tarot.example.org/j/TAB007/")
        assert told["qr"].startswith("<svg")

    def test_columns(self):
        assert column_names(slips_part(slips(table(1)))) == [
            "Deal",
            "Taker",
            "Called",
            "Contract",
            "Oudlers",
            "Points",
            "Bonuses",
        ]

    def test_of_another_game(self):
        """Targets by honours, tarocco_volte.md §2."""
        part = slips_part(slips(table(1), game="volte"))

        assert column_names(part) == ["Deal", "Taker", "Contract", "Honours", "Points", "Bonuses"]
        assert part["reminder"][0] == ["To pass with 0, 1, 2, 3 honours", "56, 51, 41, 36"]

    def test_in_french(self):
        with translation.override("fr"):
            part = slips_part(slips(table(1)))

        assert column_names(part) == [
            "Donne",
            "Preneur",
            "Appelé",
            "Contrat",
            "Bouts",
            "Points",
            "Primes",
        ]
        assert part["under"] == "Les Trois Bouts · Beaune · samedi 14 novembre 2026"

    @pytest.mark.parametrize(("size", "calls"), [(3, False), (4, False), (5, True)])
    def test_who_is_called_is_asked_with_five(self, size, calls):
        [told] = slips_part(slips(table(1, size=size)))["tables"]

        assert told["calls"] is calls

    def test_the_dealer_who_sits_out_calls_nobody(self):
        paper = slips(table(1, size=5), calls_partner=False, dealer_sits_out=True)

        part = slips_part(paper)

        assert part["tables"][0]["calls"] is False
        assert part["five"] == "The dealer sits out."

    def test_without_a_link_there_is_no_code(self):
        [told] = slips_part(slips(PaperTable(1, (entry(1),) * 4)))["tables"]

        assert (told["qr"], told["code"], told["short"]) == ("", "", "")

    @pytest.mark.parametrize(
        ("wanted", "deals", "on_page"),
        [(4, 5, 4), (4, 8, 4), (4, 9, 2), (2, 14, 2), (2, 15, 1), (1, 4, 1), (4, 40, 1)],
    )
    def test_many_deals_need_a_larger_slip(self, wanted, deals, on_page):
        assert slips_per_page(wanted, deals) == on_page

    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    @pytest.mark.parametrize(
        ("on_page", "pages", "size"), [(1, 9, UPRIGHT), (2, 5, UPRIGHT), (4, 3, LYING)]
    )
    def test_pages(self, on_page, pages, size, language):
        """Nine tables of three, four and five, with names short and long."""
        names = ["Bo", LONG, ODD, "Édouard Œuf", "Юлия"]
        tables = [table(at, *names[: 3 + at % 3]) for at in range(1, 10)]

        with translation.override(language):
            pdf = slips_pdf(slips(*tables), on_page)

        assert (page_count(pdf), page_size(pdf)) == (pages, size)
        assert f"/Lang({language})".encode() in pdf
        assert font_families(pdf) == {b"SourceSansPro", b"SourceSerifPro"}

    @pytest.mark.parametrize(("on_page", "deals"), [(4, 8), (2, 14), (1, 30), (1, 99)])
    def test_as_many_deals_as_fit_stay_on_their_page(self, on_page, deals):
        pdf = slips_pdf(slips(table(1, size=5), deals=deals), on_page)

        assert page_count(pdf) == 1

    def test_without_names(self):
        blank = PaperTable(1, (PaperEntry(0, ""),) * 4)

        assert page_count(slips_pdf(SlipsPaper(HEAD, 0, 4, (blank, blank)))) == 1


class TestSeating:
    PAPER = SeatingPaper(
        HEAD,
        2,
        (table(1, "Émile", "Bob", "Zoé"), table(12, "Anne", "édith", "Carl", "Dino")),
        byes=(entry(9, "Eva"),),
        planned_at=datetime(2026, 11, 14, 15, 30, tzinfo=PARIS),
    )

    def test_by_table(self):
        part = by_table(self.PAPER, PRINTED)

        assert part["tables"] == [
            {"number": "1", "players": ["Émile", "Bob", "Zoé"]},
            {"number": "12", "players": ["Anne", "édith", "Carl", "Dino"]},
        ]
        assert part["byes"] == ["9\N{NO-BREAK SPACE}Eva"]
        assert part["facts"] == [
            ["Round", "2"],
            ["Tables", "2"],
            ["Players", "7"],
            ["Starts at", "15:30"],
        ]
        assert part["foot"].endswith("printed on 14 November 2026, 16:05")

    def test_by_name_without_accents(self):
        part = by_name(self.PAPER, PRINTED)

        assert [
            (group["letter"], [(line["name"], line["table"], line["seat"]) for line in lines])
            for group in part["letters"]
            if (lines := group["lines"])
        ] == [
            ("A", [("Anne", "12", "1")]),
            ("B", [("Bob", "1", "2")]),
            ("C", [("Carl", "12", "3")]),
            ("D", [("Dino", "12", "4")]),
            ("E", [("édith", "12", "2"), ("Émile", "1", "1"), ("Eva", "–", "")]),
            ("Z", [("Zoé", "1", "3")]),
        ]

    def test_five_hundred_names_by_family_name(self):
        """Sixteen of them are called André: A is not their heading."""
        families = [
            f"{letter}{end}" for letter in "ABCDEFGHIJKLMNOPRSTUVWYZÉ" for end in ("abel", "oux")
        ]
        given = ["André", "Zoé", "Jean-Luc", "Émile", "Anne", "Bob", "Luc", "Léa", "Guy", "Paul"]
        names = [(first, last) for last in families for first in given]
        people = [
            PaperEntry(
                at, f"{first} {last}", "", f"{last} {first}", sort_key(f"{first} {last}", last)
            )
            for at, (first, last) in enumerate(names, 1)
        ]
        tables = tuple(PaperTable(at + 1, tuple(people[at::125])) for at in range(125))

        part = by_name(SeatingPaper(HEAD, 1, tables), PRINTED)

        counts = {group["letter"]: len(group["lines"]) for group in part["letters"]}
        assert counts == {
            letter: 40 if letter == "E" else 20 for letter in "ABCDEFGHIJKLMNOPRSTUVWYZ"
        }
        assert [line["name"] for line in part["letters"][0]["lines"]][:3] == [
            "Aabel André",
            "Aabel Anne",
            "Aabel Bob",
        ]

    def test_a_draft_says_so(self):
        paper = SeatingPaper(HEAD, 2, (table(1),), is_published=False)

        assert by_table(paper, PRINTED)["facts"][-1] == ["State", "draft"]

    def test_pages(self):
        pdf = seating_pdf(self.PAPER, PRINTED)

        assert (page_count(pdf), page_size(pdf)) == (2, UPRIGHT)

    @pytest.mark.parametrize(
        ("tables", "pages", "least"),
        [(11, 2, 20), (2, 2, 26), (125, 5 + 5, 11.5)],
    )
    def test_the_type_is_as_large_as_the_sheets_allow(self, tables, pages, least):
        """To be read from across the room: 44 people at 20 points and more, on a page each for the
        tables and the names; 500 on the fewest pages that can be read at arm's length."""
        paper = SeatingPaper(HEAD, 2, tuple(table(number) for number in range(1, tables + 1)))

        pdf = seating_pdf(paper, PRINTED)

        assert page_count(pdf) == pages
        assert main_type_size(pdf) >= least

    @pytest.mark.parametrize("tables", [1, 30, 60])
    def test_long_names_stay_in_their_column(self, tables):
        paper = SeatingPaper(
            HEAD, 2, tuple(table(n, LONG, LONG, LONG) for n in range(1, tables + 1))
        )

        assert page_count(seating_pdf(paper, PRINTED)) <= 2 + tables // 10


class TestEmergency:
    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    def test_it_begins_with_a_page_of_steps(self, language):
        with translation.override(language):
            part = guide_part(EmergencyPaper(HEAD, (), ()), PRINTED)
            pdf = emergency_pdf(EmergencyPaper(HEAD, (), ()), PRINTED)

        assert [len(chapter["steps"]) for chapter in part["chapters"]] == [6, 6]
        assert page_count(pdf) == 2  # it fits its page; the sheet to add up on follows

    def test_the_sheet_has_what_is_known_and_room_for_the_rest(self):
        lines = (
            SheetLine(PaperEntry(3, "Anne Adam", "", "ADAM Anne", "adam anne"), (120, None), -20),
            SheetLine(entry(1, "Bob"), (-60, 40)),
            SheetLine(entry(9, "Zoé")),
        )

        part = sheet_part(EmergencyPaper(HEAD, (), (), sheet=lines, rounds=4), PRINTED)

        assert part["rounds"] == ["R1", "R2", "R3", "R4"]
        assert part["lines"][0]["name"] == "ADAM Anne"  # as it stands in every list in order
        assert [(line["number"], line["scores"], line["penalty"]) for line in part["lines"]] == [
            ("3", ["+120", "–", "", ""], "−20"),
            ("1", ["−60", "+40", "", ""], ""),
            ("9", ["", "", "", ""], ""),
        ]


def test_the_emergency_set_is_one_file():
    """What to do, the overall sheet, standings, seating by table and by name, two slips with names
    and two without."""
    seating = SeatingPaper(HEAD, 2, (table(1), table(2)))
    blank = tuple(PaperTable(at, (PaperEntry(0, ""),) * 4) for at in (1, 2))
    papers = (slips(table(1), table(2)), slips(*blank))

    pdf = emergency_pdf(EmergencyPaper(HEAD, (seating,), papers, standings_paper()), PRINTED)

    assert page_count(pdf) == 2 + 1 + 2 + 1 + 1
