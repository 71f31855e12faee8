"""Deals of whole evenings: what is typed, what is said of it, and the totals."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX, Thumb
from tests.cast import totals

pytestmark = pytest.mark.django_db(transaction=True)


def open_table_of_guests(page: Page, names: tuple[str, ...]) -> Sitting:
    """From the club's home to the sheet of a new table, all of it by the screens."""
    page.goto("/c/trois-bouts/")
    page.locator("main").get_by_role("link", name="Open a table").tap()
    page.wait_for_url("**/tables/new/")  # loaded, its modules too
    page.locator("[data-guest-tile]").tap()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator("[data-start]").tap()
    page.wait_for_url(re.compile(r"/t/[0-9a-f-]{36}/$"))
    return Sitting.objects.get()


class TestAnEveningOfFour:
    def test_the_score_sheet_of_the_specification(self, phone, sign_in, club):
        """Deals sheet-1 to sheet-5 of scoring.md §11, with its totals."""
        sign_in(phone, "Alice")
        entry = Thumb(phone, open_table_of_guests(phone, SHEET))

        entry.take("Est", "Garde", 2, "49")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Attack")
        entry.fold("poignee")  # a single one of the taker
        entry.gains("−106", "+318", "−106", "−106")
        entry.save()
        entry.saved(1)

        entry.take("Ouest", "G. sans", 2, "45")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Defence")
        entry.gains("−76", "−76", "−76", "+228")
        entry.save()
        entry.saved(2)

        entry.take("Sud", "Prise", 1, "44")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Defence")
        entry.says("51 needed — down by 7")
        entry.gains("+42", "+42", "−126", "+42")
        entry.save()
        entry.saved(3)

        entry.take("Nord", "Garde", 2, "52")
        entry.fold("poignee")
        entry.chip("poignee_2", "Single")  # not Nord's, as was assumed
        entry.gains("+276", "−92", "−92", "−92")
        entry.save()
        entry.saved(4)

        entry.take("Sud", "Garde", 2, "87")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Attack")
        entry.fold("poignee")
        entry.fold("chelem")
        entry.chip("chelem", "Announced, made")
        entry.gains("−582", "−582", "+1,746", "−582")
        entry.save()
        entry.saved(5)

        assert entry.totals() == ["−446", "−390", "+1,346", "−510"]
        assert totals(entry.sitting) == {"Nord": -446, "Est": -390, "Sud": 1346, "Ouest": -510}
        phone.goto(f"/t/{entry.sitting.uuid}/")
        expect(phone.locator("thead th .num")).to_contain_text(["−446", "−390", "+1,346", "−510"])

    def test_a_rounded_session(self, thumb, table):
        entry = thumb(table(*SHEET, rules="rounded-10"))

        entry.take("Nord", "G. sans", 2, "53")
        entry.fold("poignee")
        entry.says("(25 + 12) × 4 = 148, + 20 handful = 168 → 170")
        entry.gains("+510", "−170", "−170", "−170")
        entry.save()
        entry.saved(1)

        assert entry.totals() == ["+510", "−170", "−170", "−170"]

    def test_a_wrong_count_is_said_at_once_and_mended(self, thumb, table):
        entry = thumb(table(*SHEET))

        entry.take("Nord", "Garde", 2, "92")
        entry.says("0 to 91")
        expect(entry.page.locator("[name=points]")).to_have_attribute("aria-invalid", "true")
        entry.gains("·", "·", "·", "·")
        entry.save()  # the server refuses it and keeps everything
        expect(entry.page.locator("[name=points]")).to_have_value("92")
        expect(entry.page.get_by_role("alert")).to_contain_text("0 to 91")

        entry.key("←")
        entry.key("←")
        for digit in "52":
            entry.key(digit)
        entry.says("41 needed — made by 11")
        expect(entry.page.locator("[name=points]")).not_to_have_attribute("aria-invalid", "true")
        entry.save()
        entry.saved(1)

        assert entry.totals() == ["+216", "−72", "−72", "−72"]

    def test_a_correction_afterwards(self, thumb, table, club):
        sitting = table(*SHEET)
        club.deal(sitting, taker="Nord", points=46)
        club.deal(sitting, taker="Est", points=41)
        entry = thumb(sitting)
        entry.page.goto(f"/t/{sitting.uuid}/1/edit/")

        entry.chip("contract", "G. sans")
        entry.gains("+360", "−120", "−120", "−120")
        entry.save()
        changes = entry.page.locator(".diff tr", has_text="Contract")
        expect(changes.locator("del")).to_have_text("Garde")
        expect(changes.locator("ins")).to_have_text("Garde sans")
        effect = entry.page.locator("tr", has_text="Nord").filter(has=entry.page.locator(".i"))
        expect(effect).to_contain_text("+130")
        expect(effect).to_contain_text("+310")
        entry.chip("reason", "Entered wrong")
        entry.tap(entry.page.locator("button[value=correct]"))
        entry.page.wait_for_url(f"**/t/{sitting.uuid}/")

        assert entry.taps == 4  # with the row of the sheet and "Correct" there: 6
        # (25+5)·4 = 120 a defender for Nord, then 50 a defender for Est
        assert totals(sitting) == {"Nord": 310, "Est": 30, "Sud": -170, "Ouest": -170}

    def test_undo_brings_the_deal_back_as_it_was_typed(self, thumb, table):
        entry = thumb(table(*SHEET))
        entry.take("Nord", "Garde", 2, "52")
        entry.save()
        entry.saved(1)

        entry.tap(entry.page.get_by_role("button", name="Undo"))

        entry.page.wait_for_url("**/new/?from=1")
        expect(entry.page.locator("[name=points]")).to_have_value("52")
        entry.gains("+216", "−72", "−72", "−72")
        assert totals(entry.sitting) == dict.fromkeys(SHEET, 0)


class TestCountedSide:
    def test_a_side_that_is_carried_over_is_marked(self, thumb, table):
        thumb = thumb(table("Nord", "Est", "Sud", "Ouest"))
        whose = thumb.page.get_by_text("Points of the defence")
        carried = thumb.page.locator(".points[data-carried]")
        thumb.take("Nord", "Garde", 2, "")
        expect(whose).to_be_hidden()
        thumb.tap(thumb.page.locator("label:has([name=counted][value=defence])"))
        expect(whose).to_be_visible()
        thumb.key("4")
        thumb.key("4")
        expect(carried).to_have_count(0)
        thumb.save()
        thumb.saved(1)

        expect(whose).to_be_visible()
        expect(carried).to_have_count(1)
        thumb.tap(thumb.page.locator("label:has([name=counted][value=attack])"))
        expect(whose).to_be_hidden()

    def test_a_correction_is_of_another_deal(self, thumb, table, club):
        sitting = table(*SHEET)
        club.deal(sitting, taker="Nord", points=46)
        entry = thumb(sitting)
        entry.page.goto(f"/t/{sitting.uuid}/1/edit/")
        entry.tap(entry.page.locator("label:has([name=counted][value=defence])"))

        entry.page.goto(f"/t/{sitting.uuid}/new/")

        expect(entry.page.locator("[name=counted]:checked")).to_have_value("attack")


class TestAnEveningOfFive:
    def test_called_kings_and_one_alone(self, thumb, table):
        entry = thumb(table(*FIVE))

        entry.take("Nadia", "Garde", 2, "52", "Hugo")
        entry.gains("+144", "+72", "−72", "−72", "−72")
        entry.save()
        entry.saved(1)

        entry.take("Élise", "Prise", 1, "36½", "Alone")
        entry.says("51 needed — down by 15")
        entry.gains("+40", "+40", "+40", "−160", "+40")
        entry.save()
        entry.saved(2)

        entry.take("Luc", "Garde", 3, "41", "In the dog")
        entry.gains("−60", "−60", "−60", "−60", "+240")
        entry.save()
        entry.saved(3)

        # 144+40−60, 72+40−60, −72+40−60, −72−160−60, −72+40+240
        assert entry.totals() == ["+124", "+52", "−92", "−292", "+208"]
        deals = entry.sitting.deals.order_by("number")
        assert [deal.record["called"] for deal in deals][1:] == [[deals[1].record["taker"]], [None]]

    def test_alone_stands_in_the_place_of_the_taker(self, thumb, table):
        entry = thumb(table(*FIVE))
        called = entry.page.locator(".calls .chip:not(.dog) .n:visible")
        expect(called).to_have_text(list(FIVE))

        entry.chip("taker", "Marc")

        expect(called).to_have_text(["Nadia", "Hugo", "Alone", "Élise", "Luc"])

    def test_switching_the_pile_turns_the_points_around(self, thumb, table):
        entry = thumb(table(*FIVE))
        points = entry.page.locator("[name=points]")
        for digit in "38½":
            entry.key(digit)

        entry.tap(entry.page.locator(".seg label", has_text="Defence"))

        expect(points).to_have_value("52½")
        entry.page.reload()  # the table keeps counting the defence's pile
        expect(entry.page.locator("[name=counted][value=defence]")).to_be_checked()

    def test_saving_too_early_leads_to_the_gap(self, thumb, table):
        entry = thumb(table(*FIVE))
        entry.chip("taker", "Hugo")

        entry.save()

        entry.says("Who was called?")
        assert entry.page.evaluate("document.activeElement.name") == "called_0"

    def test_nobody_played(self, thumb, table):
        entry = thumb(table(*FIVE))

        entry.tap(entry.page.locator(".deal .menu > summary"))
        entry.tap(entry.page.get_by_role("button", name="Passed out"))

        entry.saved(1)
        assert entry.taps == 2
        assert entry.sitting.deals.get().void_reason == "all_pass"

    def test_another_dealer_in_three_taps(self, thumb, table):
        entry = thumb(table(*FIVE))

        entry.tap(entry.page.locator(".deal .menu > summary"))
        entry.tap(entry.page.get_by_text("Change dealer"))
        entry.chip("dealer", "Marc")

        assert entry.taps == 3
        expect(entry.page.locator(".turn .deals:visible")).to_have_text("Marc deals")

    def test_who_rests_is_no_chip(self, thumb, table):
        entry = thumb(table(*FIVE, active_count=4, first_dealer=1))
        chips = entry.page.locator(".taker .n:visible")
        expect(chips).to_have_text(["Nadia", "Marc", "Élise", "Luc"])
        entry.gains("·", "rests", "·", "·", "·")

        entry.tap(entry.page.locator(".deal .menu > summary"))
        entry.tap(entry.page.get_by_text("Change who rests"))
        entry.chip("out", "Luc")

        expect(chips).to_have_text(["Nadia", "Hugo", "Marc", "Élise"])
        entry.gains("·", "·", "·", "·", "rests")


class TestQuestions:
    """91 points with three bouts prove a slam: two things are odd, until it is noted."""

    def test_they_lead_to_their_field_and_are_asked_again(self, thumb, table, trouble):
        trouble.expect("422")
        thumb = thumb(table("Nord", "Est", "Sud", "Ouest"))
        thumb.take("Nord", "Garde", 3, "91")
        thumb.save()
        asks = thumb.page.locator("#deal-asks .note")
        expect(asks).to_have_count(2)

        thumb.tap(asks.get_by_role("link", name="Slam"))
        thumb.chip("chelem", "Made unannounced")

        expect(asks).to_have_count(0)
        thumb.gains("+1,080", "−360", "−360", "−360")  # ((25+55)·2 + 200), three times
        thumb.save()
        thumb.saved(1)


class TestErrors:
    def test_they_go_when_their_field_is_changed(self, thumb, table, trouble):
        trouble.expect("422")
        sitting = table("Nord", "Est", "Sud", "Ouest")
        page = thumb(sitting).page
        page.goto(f"/t/{sitting.uuid}/scores/")
        page.get_by_role("radio", name="Adjustment").check()
        for cell, score in zip(
            page.locator("[data-score]").all(), ("5", "-3", "-3", "6"), strict=True
        ):
            cell.fill(score)
        page.locator("[data-save]").tap()
        expect(page.locator("#id_scores_error")).to_be_visible()

        page.locator("[data-score]").nth(3).fill("1")

        expect(page.get_by_text("The sum is 0.")).to_be_visible()
        expect(page.locator(".error-list, .invalid-feedback, [aria-invalid=true]")).to_have_count(0)


class TestSix:
    def test_every_kind_of_attack(self, thumb, table):
        entry = thumb(table(*SIX))
        # (25+8)·2 = 66; three defenders: 3/6, 2/6, 1/6 of 198
        entry.take("Nadia", "Garde", 2, "49", "Hugo", "Marc")
        entry.gains("+99", "+66", "+33", "−66", "−66", "−66")
        # one partner with both cards: the higher counts; four defenders, pool 264: 4/6 and 2/6
        entry.chip("called_1", "Hugo")
        entry.gains("+176", "+88", "−66", "−66", "−66", "−66")
        # 5/6 and 1/6
        entry.chip("called_0", "In the dog")
        entry.chip("called_1", "Marc")
        entry.gains("+220", "−66", "+44", "−66", "−66", "−66")
        # the queen is the taker's own
        entry.chip("called_0", "Hugo")
        entry.chip("called_1", "In hand")
        entry.gains("+176", "+88", "−66", "−66", "−66", "−66")
        # five defenders
        entry.chip("called_0", "In hand")
        entry.chip("called_1", "In the dog")
        entry.gains("+330", "−66", "−66", "−66", "−66", "−66")

        entry.save()
        entry.saved(1)
        assert entry.totals() == ["+330", "−66", "−66", "−66", "−66", "−66"]
