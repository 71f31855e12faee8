"""A profile in the browser: its charts are drawn, in the colours of the theme."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.example_league import play_example

pytestmark = pytest.mark.django_db(transaction=True)

INKED = """([place, name]) => {
    const canvas = document.querySelectorAll("canvas[data-figure]")[place];
    const ink = getComputedStyle(document.documentElement).getPropertyValue(name);
    const [r, g, b] = ink.match(/\\w\\w/g).map((part) => parseInt(part, 16));
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] === r && data[i + 1] === g && data[i + 2] === b) return true;
    }
    return false;
}"""


def test_its_charts_are_drawn(phone, club, sign_in):
    play_example(club)
    sign_in(phone, "Bob")
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        phone.goto(f"/p/{club.player('Anne').uuid}/")
        charts = phone.locator("canvas[data-figure]")
        expect(charts).to_have_count(4)
        for place, ink in enumerate(["--p1", "--gain", "--p1", "--p1"]):
            chart = charts.nth(place)
            if place:  # all but the first are folded
                chart.locator("xpath=ancestor::details/summary").tap()
            chart.scroll_into_view_if_needed()
            phone.wait_for_function(INKED, arg=[place, ink])


def test_its_parts_fold_on_a_phone_and_not_on_paper(new_page, laptop, club, sign_in):
    play_example(club)
    bare = new_page(**PHONE, java_script_enabled=False)
    folded = ".part:not([open])"
    table = bare.locator(f"{folded} tbody tr").last
    for page in (bare, laptop):
        sign_in(page, "Bob")
        page.goto(f"/p/{club.player('Anne').uuid}/")

    expect(laptop.locator(folded)).to_have_count(0)
    expect(bare.locator(folded)).not_to_have_count(0)
    expect(table).to_be_hidden()
    assert bare.evaluate("document.documentElement.scrollHeight") <= 3500
    bare.emulate_media(media="print")
    expect(table).to_be_visible()


def test_a_number_leads_to_its_deals(new_page, club, sign_in):
    """All of their lines is seen in the language of the longest words."""
    play_example(club)
    phone = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": "it-IT"})
    sign_in(phone, "Bob")
    phone.goto(f"/p/{club.player('Anne').uuid}/?size=4")

    phone.locator("[href*='role=taker'][href*='made=yes']").tap()

    phone.wait_for_url("**/deals/?*size=4*")
    expect(phone.locator("tbody tr")).to_have_count(3)
    assert phone.locator(".tbl-wrap").evaluate("wrap => wrap.scrollWidth - wrap.clientWidth") == 0
