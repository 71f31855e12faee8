"""Seats that are moved by their number: by finger, by mouse and by arrow keys."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAPTOP, PHONE
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_finger(page: Page, from_: Locator, to: Locator) -> None:
    finger = page.context.new_cdp_session(page)
    steps = [("touchStart", middle(from_)), ("touchMove", middle(to)), ("touchEnd", None)]
    for kind, at in steps:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def by_mouse(page: Page, from_: Locator, to: Locator) -> None:
    page.mouse.move(*middle(from_))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=4)
    page.mouse.up()


def typed(page: Page) -> list[str]:
    fields = page.locator("[data-name]").all()
    return [field.input_value() for field in fields][:4]


def test_names_and_seats_of_a_new_table(new_page, sign_in, club: Cast):
    """Without an account, and of a club."""
    page = new_page(**{**PHONE, "locale": "en-GB"})
    page.goto("/table/")
    for place, name in enumerate(("Ana", "Luc", "Zoé", "Tom")):
        page.locator("[data-name]").nth(place).fill(name)
    grips = page.locator("[data-grip]")
    expect(page.get_by_text("drag a number")).to_be_visible()
    expect(page.get_by_text("arrow key")).to_be_hidden()  # a phone has none

    by_finger(page, grips.nth(0), grips.nth(2))

    assert typed(page) == ["Luc", "Zoé", "Ana", "Tom"]
    assert page.locator("[name=first_dealer]").nth(2).is_checked()  # Ana still deals first
    expect(page.locator("[data-moved]")).to_have_text("Ana: seat 3")
    grips.nth(3).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(grips.nth(1)).to_be_focused()
    assert typed(page) == ["Luc", "Tom", "Zoé", "Ana"]

    sign_in(page, "Alice")
    page.goto("/c/trois-bouts/tables/new/")
    for name in ("Alice", "Bob", "Charlie"):
        page.locator("[data-face]", has_text=name).tap()
    by_finger(page, grips.nth(2), grips.nth(1))
    assert page.locator("[data-seat] [data-name]").all_inner_texts() == ["Alice", "Charlie", "Bob"]


def test_seats_in_the_middle_of_a_session(new_page, sign_in, club: Cast):
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    page = new_page(**{**LAPTOP, "locale": "en-GB"})
    sign_in(page, "Alice")
    page.goto(f"/t/{sitting.uuid}/seats/")
    grips = page.locator("[data-grip]")
    expect(page.get_by_text("arrow key")).to_be_visible()

    by_mouse(page, grips.nth(3), grips.nth(1))

    expect(page.locator("#seats-news")).to_have_text(
        "From deal 1: The order is now Alice, Dora, Bob, Charlie"
    )
    expect(page.locator("[data-moved]")).to_have_text("Dora: seat 2")
