"""Paper slips by keyboard, and the slip on a phone: what is promised of keys and taps."""

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Link, LinkKind, Slip, SlipState
from tests.browser.axe import every_fault
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.polls import next_turn
from tests.cast import Cast
from tests.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)

AT_ITS_PLACE = """note => {
    const { left, bottom } = note.getBoundingClientRect();
    return note.contains(document.elementFromPoint(left + 20, bottom - 4));
}"""


def test_totals_of_a_slip_in_at_most_16_keys_and_held_ones_confirm_no_other(
    club: Cast, laptop: Page, sign_in
) -> None:
    hall = Hall.gather(club, 8, slip_mode="totals")
    hall.publish()
    sitting = hall.tables()[0]
    sign_in(laptop, "Charlie")
    laptop.goto(f"/g/{hall.tournament.uuid}/r/1/slips/")
    expect(laptop.locator("[data-cell]").first).to_be_focused()

    keys = [*"278", "Enter", *"296", "Enter", *"-58", "Enter"]
    for key in keys:
        laptop.keyboard.press(key)
    laptop.keyboard.down("Control")
    laptop.keyboard.down("Enter")
    expect(laptop.locator("[data-validate]")).to_contain_text("2")

    assert len(keys) + 2 <= 16
    assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED
    totals = sitting.totals.order_by("total").values_list("total", flat=True)
    assert list(totals) == [-516, -58, 278, 296]
    assert every_fault(laptop, PHONE) == []
    laptop.set_viewport_size(LAPTOP["viewport"])

    for place, total in enumerate(("278", "296", "-58")):
        laptop.locator("[data-cell]").nth(place).fill(total)
    laptop.keyboard.down("Enter")  # again: the browser repeats a key that is held
    assert laptop.locator("[data-desk]").get_attribute("data-sent") is None
    laptop.keyboard.up("Enter")
    laptop.keyboard.down("Enter")
    laptop.wait_for_url("**/slips/")
    expect(laptop.locator("[data-desk]")).to_have_count(0)  # all are confirmed


def test_totals_of_a_pile_that_is_kept_by_deals(club: Cast, laptop: Page, sign_in) -> None:
    hall = Hall.gather(club, 8)
    hall.publish()
    sign_in(laptop, "Charlie")
    laptop.goto(f"/g/{hall.tournament.uuid}/r/1/slips/?by=totals")
    expect(laptop.locator("[name=mode_reason]")).to_be_focused()

    for text in ("Papier", "278", "296", "-58"):
        laptop.keyboard.type(text)
        laptop.keyboard.press("Enter")
    laptop.keyboard.press("Control+Enter")
    expect(laptop.locator("[data-validate]")).to_contain_text("2")
    expect(laptop.locator("[data-cell]").first).to_be_focused()
    for text in ("278", "296", "-58"):
        laptop.keyboard.type(text)
        laptop.keyboard.press("Enter")
    laptop.keyboard.press("Control+Enter")
    expect(laptop.locator("[data-desk]")).to_have_count(0)

    assert set(Slip.objects.values_list("state", "mode")) == {("confirmed", "totals")}


def test_deals_of_a_slip_and_on_to_the_next_table(club: Cast, laptop: Page, sign_in) -> None:
    """Table 1: 46 and 50 with two oudlers in Garde, 60 and 68 a defender, and a deal passed out."""
    hall = Hall.gather(club, 8)
    hall.publish()
    first, second = hall.tables()
    sign_in(laptop, "Charlie")
    laptop.goto(f"/g/{hall.tournament.uuid}/r/1/slips/")
    rows = laptop.locator("tr[data-row]")
    expect(rows).to_have_count(2)  # as many as deals of the round
    expect(laptop.locator("[name=row-0-taker]")).to_be_focused()
    expect(laptop.locator("noscript").last).to_be_hidden()  # else it is shown as text

    for key in [*"1", "Enter", *"g", "Enter", *"2", "Enter", *"46", "Enter"]:
        laptop.keyboard.press(key)
    laptop.keyboard.press("0")
    expect(rows).to_have_count(3)
    for key in [*"3g250", "Enter", *"112"]:  # the paper has 112 for the first player
        laptop.keyboard.press(key)
    expect(laptop.locator("[name=paper_0]")).to_have_value("112")
    expect(laptop.locator("#paper_0-says .ok-t")).to_be_visible()  # 180 − 68
    laptop.keyboard.press("Backspace")
    laptop.keyboard.press("Control+Enter")
    expect(laptop.locator(".error-list")).to_contain_text("+11")
    laptop.locator("[name=paper_0]").fill("112")
    laptop.keyboard.press("Control+Enter")

    expect(laptop.locator("h2", has_text="2")).to_be_visible()
    laptop.wait_for_url("**table=2**")
    assert Slip.objects.get(sitting=first).state == SlipState.CONFIRMED
    assert [deal.void_reason for deal in first.deals.order_by("number")] == [None, "all_pass", None]
    laptop.keyboard.type("1g246")
    laptop.keyboard.press("Enter")
    laptop.keyboard.type("2g246")
    laptop.keyboard.press("Control+Enter")
    laptop.locator("form[action$='/r/1/close/'] button").click()
    laptop.wait_for_url("**/r/1/")
    assert Slip.objects.get(sitting=second).state == SlipState.LOCKED
    assert every_fault(laptop, PHONE) == []


def test_all_of_a_slip_is_seen_on_a_phone(club: Cast, phone: Page, sign_in) -> None:
    """Its deals, and the totals of three, four and five, with the error of their sum too."""
    sign_in(phone, "Charlie")
    width = PHONE["viewport"]["width"]
    hall = Hall.gather(club, 8)
    hall.publish()
    phone.goto(f"/g/{hall.tournament.uuid}/r/1/slips/")
    assert phone.evaluate("document.documentElement.scrollWidth") == width
    phone.locator("[data-save]").tap(trial=True)  # fails where something lies over it
    hall.deal(hall.tables()[0])
    phone.reload()
    correct = phone.locator(".here a")
    box = correct.evaluate("link => link.getBoundingClientRect().toJSON()")
    assert box["height"] >= 44
    assert box["right"] < width
    correct.tap(trial=True)

    fives = {"leftovers": "fives", "table_sizes": [4, 5]}
    for players, told in ((3, {}), (4, {}), (5, fives)):
        hall = Hall.gather(club, players, slip_mode="totals", rounds_planned=1, **told)
        hall.publish()
        phone.goto(f"/g/{hall.tournament.uuid}/r/1/slips/")
        cells = phone.locator("[data-cell]")
        for _ in range(2):
            edges = cells.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
            assert len(edges) == players
            assert max(edges) < width, f"{players} players"
            for place in range(players):
                cells.nth(place).fill("30")
            assert cells.first.evaluate("cell => cell.inputMode") == "text"  # it has a minus
            phone.locator("[data-validate]").tap()
            note = phone.locator(".slip-grid .note")
            expect(note).to_be_in_viewport(ratio=1)
            assert note.evaluate(AT_ITS_PLACE), "the bar of pages lies over it"


def test_one_tap_confirms_what_came_by_itself(club: Cast, phone: Page) -> None:
    hall = Hall.gather(club, 8)
    hall.publish()
    sitting = hall.tables()[0]
    link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE)
    phone.goto(f"/s/{link.token}/")
    phone.locator(f"button[name=seat][value='{hall.seated(sitting)[1]}']").tap()
    expect(phone.locator(".you")).to_be_visible()
    for _ in range(2):
        hall.deal(sitting)
    hall.hand_in(sitting)

    next_turn(phone, 3)
    right = phone.locator("button[value=confirm]")
    expect(right).to_be_visible()  # without loading the page again
    assert every_fault(phone) == []
    right.tap()
    expect(right).to_have_count(0)

    assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED


def test_a_refused_slip_has_the_focus_at_what_is_wrong(club: Cast, phone: Page) -> None:
    hall = Hall.gather(club, 4, slip_mode="totals")
    hall.publish()
    sitting = hall.tables()[0]
    link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE)
    phone.goto(f"/s/{link.token}/")
    phone.locator(f"button[name=seat][value='{hall.seated(sitting)[1]}']").tap()
    cells = phone.locator("[data-cell]")
    for place, told in enumerate(["30", "290,5", "0", "-30"]):
        cells.nth(place).fill(told)
    hand_in = phone.locator(".slip-form button[type=submit]")
    with phone.expect_response(lambda answer: answer.status == 422):
        hand_in.tap()
    expect(cells.nth(1)).to_be_focused()

    cells.nth(1).fill("290")
    with phone.expect_response(lambda answer: answer.status == 422):
        hand_in.tap()
    expect(phone.locator(".slip-form .note-danger:not(output)")).to_be_focused()
