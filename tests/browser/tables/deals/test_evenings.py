"""Deals of whole evenings: what is typed, what is said of it, and the totals."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.tables.deals.conftest import FIVE, SHEET, Thumb
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


def test_an_evening_of_four_at_a_new_table_of_guests(phone, sign_in, club):
    """Deals sheet-1, sheet-3 and sheet-5 of scoring.md §11; the first is taken back."""
    sign_in(phone, "Alice")
    entry = Thumb(phone, open_table_of_guests(phone, SHEET))

    # A wrong count is said at once.
    points = phone.locator("[name=points]")
    entry.take("Est", "Garde", 2, "92")
    entry.says("0 to 91")
    expect(points).to_have_attribute("aria-invalid", "true")
    entry.gains("·", "·", "·", "·")
    entry.save()  # the server refuses it and keeps everything
    expect(points).to_have_value("92")
    expect(phone.get_by_role("alert")).to_contain_text("0 to 91")
    entry.key("←")
    entry.key("←")
    entry.type_points("49")
    entry.says("41 needed — made by 8")
    expect(points).not_to_have_attribute("aria-invalid", "true")

    entry.fold("petit_au_bout")
    entry.chip("petit_au_bout", "Attack")
    entry.fold("poignee")  # a single one of the taker
    entry.gains("−106", "+318", "−106", "−106")
    entry.save()
    entry.saved(1)
    entry.tap(phone.get_by_role("button", name="Undo"))
    phone.wait_for_url("**/new/?from=1")
    expect(points).to_have_value("49")  # as it was typed
    entry.gains("−106", "+318", "−106", "−106")
    assert totals(entry.sitting) == dict.fromkeys(SHEET, 0)
    entry.save()
    entry.saved(2)

    entry.take("Sud", "Prise", 1, "44")
    entry.fold("petit_au_bout")
    entry.chip("petit_au_bout", "Defence")
    entry.says("51 needed — down by 7")
    entry.gains("+42", "+42", "−126", "+42")
    entry.save()
    entry.saved(3)

    entry.take("Sud", "Garde", 2, "87")
    entry.fold("petit_au_bout")
    entry.chip("petit_au_bout", "Attack")
    entry.fold("poignee")
    entry.fold("chelem")
    entry.chip("chelem", "Announced, made")
    entry.gains("−582", "−582", "+1,746", "−582")
    entry.save()
    entry.saved(4)

    assert entry.totals() == ["−646", "−222", "+1,514", "−646"]
    assert totals(entry.sitting) == {"Nord": -646, "Est": -222, "Sud": 1514, "Ouest": -646}
    phone.goto(f"/t/{entry.sitting.uuid}/")
    expect(phone.locator("thead th .num")).to_contain_text(["−646", "−222", "+1,514", "−646"])


def test_a_correction_afterwards(thumb, table, club):
    sitting = table(*SHEET)
    club.deal(sitting, taker="Nord", points=46)
    club.deal(sitting, taker="Est", points=41)
    entry = thumb(sitting)

    # The side that is counted there is that of another deal.
    entry.page.goto(f"/t/{sitting.uuid}/1/edit/")
    entry.tap(entry.page.locator("label:has([name=counted][value=defence])"))
    entry.page.goto(f"/t/{sitting.uuid}/new/")
    expect(entry.page.locator("[name=counted]:checked")).to_have_value("attack")

    entry.page.goto(f"/t/{sitting.uuid}/1/edit/")
    before = entry.taps
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

    assert entry.taps - before == 4  # with the row of the sheet and "Correct" there: 6
    # (25+5)·4 = 120 a defender for Nord, then 50 a defender for Est
    assert totals(sitting) == {"Nord": 310, "Est": 30, "Sud": -170, "Ouest": -170}


def test_the_side_that_is_counted_and_questions(thumb, table):
    """91 points with three bouts prove a slam: two things are odd, until it is noted."""
    entry = thumb(table(*SHEET))
    whose = entry.page.get_by_text("Points of the defence")
    carried = entry.page.locator(".points[data-carried]")
    entry.take("Nord", "Garde", 2, "")
    expect(whose).to_be_hidden()
    entry.tap(entry.page.locator("label:has([name=counted][value=defence])"))
    expect(whose).to_be_visible()
    entry.type_points("44")
    expect(carried).to_have_count(0)
    entry.save()
    entry.saved(1)
    expect(whose).to_be_visible()
    expect(carried).to_have_count(1)  # it is carried over, and marked
    entry.tap(entry.page.locator("label:has([name=counted][value=attack])"))
    expect(whose).to_be_hidden()

    entry.take("Nord", "Garde", 3, "91")
    entry.save()
    asks = entry.page.locator("#deal-asks .note")
    expect(asks).to_have_count(2)
    entry.tap(asks.get_by_role("link", name="Slam"))
    entry.chip("chelem", "Made unannounced")
    expect(asks).to_have_count(0)
    entry.gains("+1,080", "−360", "−360", "−360")  # ((25+55)·2 + 200), three times
    entry.save()
    entry.saved(2)


def test_an_evening_of_five(thumb, table):
    """Called kings, one alone, and what the menu of a deal has."""
    entry = thumb(table(*FIVE))
    page = entry.page

    # Alone stands in the place of the taker.
    called = page.locator(".calls .chip:not(.dog) .n:visible")
    expect(called).to_have_text(list(FIVE))
    entry.chip("taker", "Marc")
    expect(called).to_have_text(["Nadia", "Hugo", "Alone", "Élise", "Luc"])
    entry.save()  # too early
    entry.says("Who was called?")
    assert page.evaluate("document.activeElement.name") == "called_0"

    entry.take("Nadia", "Garde", 2, "52", "Hugo")
    entry.gains("+144", "+72", "−72", "−72", "−72")
    entry.save()
    entry.saved(1)

    before = entry.taps
    entry.tap(page.locator(".deal .menu > summary"))
    entry.tap(page.get_by_text("Change dealer"))
    entry.chip("dealer", "Marc")
    assert entry.taps - before == 3
    expect(page.locator(".turn .deals:visible")).to_have_text("Marc deals")
    entry.tap(page.locator(".deal .menu > summary"))
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

    before = entry.taps
    entry.tap(page.locator(".deal .menu > summary"))
    entry.tap(page.get_by_role("button", name="Passed out"))
    entry.saved(4)
    assert entry.taps - before == 2
    assert entry.sitting.deals.get(number=4).void_reason == "all_pass"

    # Another pile turns the points around.
    entry.type_points("38½")
    entry.tap(page.locator(".seg label", has_text="Defence"))
    expect(page.locator("[name=points]")).to_have_value("52½")
    page.reload()  # the table keeps counting the defence's pile
    expect(page.locator("[name=counted][value=defence]")).to_be_checked()
