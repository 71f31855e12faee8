"""Paper slips by keyboard, and the slip on a phone: what is promised of keys and taps."""

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Link, LinkKind, Slip, SlipState
from tests.browser.axe import every_fault
from tests.browser.conftest import PHONE
from tests.cast import Cast
from tests.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def test_totals_of_a_slip_in_at_most_16_keys(club: Cast, laptop: Page, sign_in) -> None:
    hall = Hall.gather(club, 8, slip_mode="totals")
    hall.publish()
    sitting = hall.tables()[0]
    sign_in(laptop, "Charlie")
    laptop.goto(f"/g/{hall.tournament.uuid}/r/1/slips/")
    expect(laptop.locator("[data-cell]").first).to_be_focused()

    keys = [*"278", "Enter", *"296", "Enter", *"-58", "Enter", "Control+Enter"]
    for key in keys:
        laptop.keyboard.press(key)
    expect(laptop.locator("[data-validate]")).to_contain_text("2")

    assert len(keys) <= 16
    assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED
    totals = sitting.totals.order_by("total").values_list("total", flat=True)
    assert list(totals) == [-516, -58, 278, 296]
    assert every_fault(laptop, PHONE) == []


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

    right = phone.locator("button[value=confirm]")
    expect(right).to_be_visible()  # without loading the page again
    assert every_fault(phone) == []
    right.tap()
    expect(right).to_have_count(0)

    assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED
