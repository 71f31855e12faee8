"""A pile of slips typed by keyboard alone, as a secretary does it the day after."""

import pytest
from playwright.sync_api import expect

from clubs.models import Deal
from tests.browser.axe import every_fault
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.tables.bulk.conftest import FIVE, FOUR
from tests.cast import totals

pytestmark = pytest.mark.django_db(transaction=True)


class TestTyping:
    def test_four_deals_of_four_players_take_six_keys_each(self, club, desk):
        sitting = club.sitting(*FOUR)
        at = desk(sitting)
        assert at.page.get_by_role("grid").count() == 1
        expect(at.page.get_by_role("textbox", name="1 Taker")).to_be_focused()

        at.type("1g246|")  # made by 5: (25 + 5)·2 = 60 a defender
        at.type("3p150|")  # down by 1: 26
        at.type("2s341|")  # made by 5: 30·4 = 120
        at.type("4c052|")  # down by 4: 29·6 = 174

        assert at.keys == 4 * 6
        at.gains(3, "+174", "+174", "+174", "−522")
        at.press("Control+Enter")
        at.saved()
        assert totals(sitting) == {"Alice": 260, "Bob": 500, "Charlie": -84, "Dora": -676}
        assert sitting.deals.count() == 4

    def test_five_players(self, club, desk):
        sitting = club.sitting(*FIVE)
        at = desk(sitting)

        at.type("12g246,5|")  # made by 6: 62, Bob called; the half comes after the points
        at.type("33p151|")  # exactly: 25, Charlie alone
        at.type("0")  # passed out: on to the next row at once
        at.type("50s3D50P13+|")  # made by 5: 120, in the dog; P13 +20, Petit +40: 180

        assert at.row(0) == ["", "12", "g", "2", "46,5", ""]
        at.says("taker", 0, "Alice, Bob")
        at.says("taker", 1, "Charlie, alone")
        at.says("taker", 2, "passed out")
        at.says("taker", 3, "Olivia, in the dog")
        at.says("bonuses", 3, "Handful, Petit at the end")
        at.gains(0, "+124", "+62", "−62", "−62", "−62")
        at.gains(3, "−180", "−180", "−180", "−180", "+720")
        at.press("Control+Enter")
        at.saved()
        assert Deal.objects.get(number=3).void_reason == "all_pass"
        assert totals(sitting)["Olivia"] == 720 - 62 - 25

    def test_enter_skips_nothing(self, club, desk):
        """After a cell that led on by itself, on an empty row, and in the totals of the paper."""
        sitting = club.sitting(*FIVE)
        at = desk(sitting)

        at.type("12|G|2|47|")  # Enter after each cell, as in any spreadsheet
        at.type("0|")  # passed out
        at.press("3", "3", "Tab", "p", "Tab", "1", "Tab", "5", "1", "Tab")

        assert at.row(0) == ["", "12", "G", "2", "47", ""]
        assert at.row(1) == ["", "0", "", "", "", ""]
        assert at.row(2) == ["", "33", "p", "1", "51", ""]
        at.press("Enter")  # in an empty row: what comes next is a deal
        expect(at.cell("taker", 3)).to_be_focused()

        at.page.locator("[name=paper_0]").focus()
        at.type("99|37|38|-87|-87|")  # 62 a defender for Alice and Bob, 25 for Charlie
        expect(at.page.locator("[data-save]")).to_be_focused()
        expect(at.page.locator("#paper_0-says")).to_have_text("agrees")

    def test_a_row_that_is_typed_changed_and_moved(self, club, desk):
        at = desk(club.sitting(*FOUR))

        # Totals and the verdict follow; arrows and Tab lead on.
        at.type("1g246")
        at.result(0, "made by 5")
        at.verdict("41 needed — made by 5")
        at.press("Tab")
        expect(at.cell("taker", 1)).to_be_focused()
        at.press("ArrowUp")
        expect(at.cell("taker", 0)).to_be_focused()
        at.press("ArrowRight")
        expect(at.cell("contract", 0)).to_be_focused()
        at.press("ArrowDown", "ArrowDown", "ArrowLeft")
        expect(at.cell("taker", 2)).to_be_focused()
        at.press("Shift+Tab")
        expect(at.cell("dealer", 2)).to_be_focused()
        at.cell("taker", 1).focus()
        at.type("1g240")
        at.result(1, "down by 1")
        expect(at.page.locator("#row-1-score1 small")).to_have_text("+24")  # 180 − 156
        expect(at.page.locator("#paper_0-total .num > [aria-hidden]")).to_have_text("+24")

        # Undo and redo.
        at.press("Control+z")
        assert at.row(1) == ["", "1", "g", "2", "", ""]
        at.result(1, "How many points?")
        at.press("Control+z", "Control+z")
        assert at.row(1) == ["", "1", "", "", "", ""]
        at.press("Control+y", "Control+y")
        assert at.row(1) == ["", "1", "g", "2", "", ""]
        at.press("Control+y")

        # A forgotten deal is put in, and a double one taken out.
        at.cell("taker", 1).focus()
        at.press("Insert")
        assert at.row(1) == ["", "", "", "", "", ""]
        assert at.row(2)[1:5] == ["1", "g", "2", "40"]
        at.type("3p150|")
        at.says("dealer", 2, "Charlie")
        at.press("Control+Delete")
        assert at.row(1)[1:5] == ["3", "p", "1", "50"]
        assert at.row(2)[1:5] == ["", "", "", ""]

        # Who deals follows a dealer that is typed over.
        at.says("dealer", 1, "Bob")
        at.cell("dealer", 1).fill("4")
        at.says("dealer", 1, "Dora")
        at.says("dealer", 2, "Alice")

        # The grid grows.
        before = at.page.locator("tr[data-row]").count()
        at.cell("taker", 2).focus()
        at.type("0" * (before + 1))
        expect(at.page.locator("tr[data-row]")).to_have_count(before + 5)
        at.says("taker", before + 2, "passed out")


class TestErrors:
    def test_they_stay_in_the_cell_in_words_and_saving_leads_to_them(self, club, desk):
        sitting = club.sitting(*FOUR)
        at = desk(sitting)
        at.type("1g292|2g246|9")
        at.says("points", 0, "0 to 91.")
        expect(at.cell("points", 0)).to_have_attribute("aria-invalid", "true")
        at.gains(1, "−60", "+180", "−60", "−60")  # it blocks nothing
        assert every_fault(at.page, PHONE) == []
        at.page.set_viewport_size(LAPTOP["viewport"])

        at.press("Control+Enter")

        summary = at.page.locator(".error-list")
        expect(summary).to_be_focused()
        expect(summary).to_contain_text("Deal 1, Points — 0 to 91.")
        summary.get_by_role("link", name="Deal 1, Points").click()
        expect(at.cell("points", 0)).to_be_focused()
        at.page.keyboard.type("46")
        at.says("points", 0, "")
        expect(at.cell("points", 0)).not_to_have_attribute("aria-invalid", "true")
        at.cell("taker", 2).fill("")
        at.press("Control+Enter")
        at.saved()
        assert sitting.deals.count() == 2

    def test_what_is_asked_is_answered_by_keyboard_too(self, club, desk):
        sitting = club.sitting(*FOUR)
        at = desk(sitting)
        at.type("1g275|")

        at.press("Control+Enter")
        expect(at.page.locator(".note-warn")).to_contain_text("is the count right?")
        assert sitting.deals.count() == 0
        at.press("Control+Enter")
        at.saved()
        assert sitting.deals.count() == 1

        at.page.goto(f"/t/{sitting.uuid}/bulk/")
        at.cell("taker").focus()
        at.type("1g246|")
        club.deal(sitting, by="Charlie", taker="Dora")  # another phone was quicker
        at.press("Control+Enter")
        expect(at.page.locator(".note-warn").first).to_contain_text("Dora in Garde, made by 5")
        expect(at.page.locator("#row-0-number")).to_have_text("3")
        at.press("Control+Enter")
        at.saved()
        # 118 a defender for Alice, 60 for Dora, 60 for Alice
        assert totals(sitting) == {"Alice": 474, "Bob": -238, "Charlie": -238, "Dora": 2}
