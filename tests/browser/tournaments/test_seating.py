"""The seating of a round on screen: by tapping, and by keyboard alone."""

import re

from playwright.sync_api import expect

from tests.hall import Hall


def seated(hall, number=1):
    return [table["players"] for table in hall.round(number).plan["tables"]]


def address(hall, number=1):
    return f"/g/{hall.tournament.uuid}/r/{number}/seating/"


def test_two_names_that_are_tapped_change_places(phone, sign_in, club):
    hall = Hall.gather(club, 9)
    hall.draw()
    (a, *_), (b, *_) = seated(hall, 3)[:2]
    sign_in(phone, "Charlie")
    phone.goto(address(hall, 3))

    phone.get_by_text(f"P{a:02}").click()
    expect(phone.locator("[data-pick-news]")).to_contain_text(f"P{a:02}")
    phone.get_by_text(f"P{b:02}").click()

    expect(phone).to_have_url(re.compile(f"#p{b}$"))
    expect(phone.locator(".seating-effect")).to_contain_text("0 → ")
    assert [table[0] for table in seated(hall, 3)[:2]] == [b, a]
    for number in (a, b):  # neither the message nor the tabs lie over them
        box = phone.locator(f"label:has(#p{number})").bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        found = "([x, y]) => document.elementFromPoint(x, y)?.closest('label')?.control.id"
        assert phone.evaluate(found, middle) == f"p{number}"


def test_the_keys_pick_up_carry_and_drop(laptop, sign_in, club):
    hall = Hall.gather(club, 9)
    hall.draw()
    (a, b, c), *_ = seated(hall)
    sign_in(laptop, "Charlie")
    laptop.goto(address(hall))

    laptop.locator(f"#p{a}").focus()
    laptop.keyboard.press("Space")
    laptop.keyboard.press("Escape")
    assert laptop.locator("[data-place]:checked").count() == 0
    laptop.keyboard.press("Space")
    laptop.keyboard.press("ArrowDown")
    laptop.keyboard.press("ArrowDown")
    expect(laptop.locator(f"#p{c}")).to_be_focused()
    laptop.keyboard.press("Space")

    expect(laptop).to_have_url(re.compile(f"#p{c}$"))
    expect(laptop.locator(f"#p{c}")).to_be_focused()
    assert seated(hall)[0] == [c, b, a]
