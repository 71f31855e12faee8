"""The race of a season is drawn, with its table as a file; the screen turns its own pages; tabs
that do not fit fade."""

import re
from base64 import b64encode

import pytest
from playwright.sync_api import expect

from clubs.core.standings.rank import LeagueSettings
from clubs.models import Player
from tests.browser.conftest import PHONE
from tests.example_league import play_example

pytestmark = pytest.mark.django_db(transaction=True)

INKED = """(name) => {
    const canvas = document.querySelector("canvas[data-figure]");
    const ink = getComputedStyle(document.documentElement).getPropertyValue(name);
    const [r, g, b] = ink.match(/\\w\\w/g).map((part) => parseInt(part, 16));
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] === r && data[i + 1] === g && data[i + 2] === b) return true;
    }
    return false;
}"""


LABELS = """() => {
    const { x } = window.Chart.getChart(document.querySelector("canvas[data-figure]")).scales;
    const shown = x.ticks.map(({ label, value }) => [label, x.getPixelForValue(value)]);
    x.ctx.font = `${window.Chart.defaults.font.size}px ${window.Chart.defaults.font.family}`;
    const spans = shown.map(([label, at]) => [label, at, x.ctx.measureText(label).width / 2]);
    const hit = ([, at, half], i) => i && at - half < spans[i - 1][1] + spans[i - 1][2];
    return shown.length ? spans.filter(hit).map(([label]) => label) : ["none"];
}"""

COLOURS = """async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const pixels = Array.from(data.keys()).filter((at) => at % 4 === 0);
    return new Set(pixels.map((at) => data.slice(at, at + 3).join())).size;
}"""


def fade_where_there_are_more(phone):
    tabs = phone.locator(".tabs")
    expect(tabs).to_have_class("tabs more-after")
    tabs.evaluate("tabs => { tabs.scrollLeft = tabs.scrollWidth; }")
    expect(tabs).to_have_class("tabs more-before")

    phone.set_viewport_size({"width": 800, "height": 740})
    expect(tabs).to_have_class("tabs")
    box = tabs.bounding_box()
    corner = {"x": box["x"] + box["width"] - 6, "y": box["y"] + 2, "width": 6, "height": 20}
    picture = b64encode(phone.screenshot(clip=corner)).decode()
    assert phone.evaluate(COLOURS, picture) == 1  # no line at the end
    phone.set_viewport_size(PHONE["viewport"])


def test_the_race_draws_whom_one_asks_for(phone, club, sign_in):
    """The tabs that lead there fade."""
    league = play_example(club)
    for player in Player.objects.filter(name__in=["Dino", "Fred"]):
        player.name, player.family_name = f"{player.name} Chateauvillardin", "Chateauvillardin"
        player.save()
    sign_in(phone, "Bob")
    phone.goto(f"/c/trois-bouts/s/{league.uuid}/")
    fade_where_there_are_more(phone)
    phone.locator("a[href$='/race/']").tap()

    phone.wait_for_url("**/race/")
    for ink in ("--p1", "--p2", "--p3", "--p4", "--p5"):  # the first five; Bob is one of them
        phone.wait_for_function(INKED, arg=ink)

    assert phone.evaluate(LABELS) == []  # no date on another
    phone.set_viewport_size({"width": 360, "height": 740})
    fits = "labels => labels.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)"
    assert phone.locator(".race-choice label").evaluate_all(fits)

    for name in ("Anne", "Cléo", "Dino"):
        phone.get_by_label(name).uncheck()
    shown = phone.locator("#race .chart-foot thead th")
    expect(shown).to_have_count(3)  # the evening, Eva and Bob: at once
    phone.wait_for_function(INKED, arg="--p2")
    assert not phone.evaluate(INKED, "--p3")
    phone.get_by_label("Eva").uncheck()
    expect(shown).to_have_count(2)
    phone.get_by_label("Bob").click()
    expect(phone.get_by_label("Bob")).to_be_checked()  # or others would be drawn
    with phone.expect_download() as file:
        phone.locator("[href*='csv=figure-race']").tap()
    lines = file.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert [line.rsplit(";", 1)[1] for line in lines[1:]] == ["-383", "-616", "-471", "-218"]


def test_what_is_chosen_above_a_table_shows_at_once(phone, club, sign_in):
    """A size of table, and whose row is the first."""
    league = play_example(club)
    Player.objects.filter(name="Eva").update(name="Eva Wolfeschlegelsteinhausenbergerdorff")
    sign_in(phone, "Bob")
    size, first = phone.locator("select[name=size]"), phone.get_by_label("Qui vient en premier")
    matrix = phone.locator(".matrix tbody tr")
    for tab, rows in (("duels", matrix), ("takers", phone.locator("#takers tbody tr"))):
        phone.goto(f"/c/trois-bouts/s/{league.uuid}/{tab}/")
        expect(rows).to_have_count(7)

        size.focus()
        size.select_option("3")

        expect(rows).to_have_count(3)
        expect(phone).to_have_url(re.compile("size=3"))
        expect(size).to_be_focused()
    phone.wait_for_function(INKED, arg="--p1")  # the charts that came are drawn

    names = phone.locator(".matrix tbody th")
    for tab in ("duels", "partners"):
        phone.goto(f"/c/trois-bouts/s/{league.uuid}/{tab}/?size=5")
        expect(names.first).to_have_text("Bob")

        first.focus()
        first.select_option(label="Cléo")

        expect(names.first).to_have_text("Cléo")
        expect(first).to_be_focused()
        expect(size).to_have_value("5")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_above_the_partners_is_one_line_and_a_folded_search(phone, club, sign_in):
    league = play_example(club)
    sign_in(phone, "Bob")
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"/c/trois-bouts/s/{league.uuid}/partners/")
    size = phone.locator("select[name=size]").bounding_box()
    duels = phone.get_by_role("link", name="Face à face").bounding_box()
    search = phone.get_by_label("Chercher un nom")

    assert size["y"] < duels["y"] + duels["height"] / 2 < size["y"] + size["height"]
    expect(search).to_be_hidden()
    phone.locator(".list-fold summary").tap()
    search.fill("cleo")
    search.press("Enter")
    expect(phone.locator(".pairs tbody tr")).to_have_count(1)
    expect(search).to_be_visible()
    phone.get_by_role("link", name="Tout le monde").tap()
    expect(phone.locator(".pairs tbody tr")).to_have_count(3)

    phone.set_viewport_size({"width": 1366, "height": 768})
    expect(search).to_be_visible()
    phone.get_by_role("link", name="Avec Bob").click()
    expect(phone.locator(".pairs tbody tr")).to_have_count(1)


def test_a_line_of_the_standings_that_opens_on_a_phone_cuts_no_points(phone, club, sign_in):
    league = play_example(club)
    league.standings_rules = LeagueSettings.read({"method": "best_n", "best_n": 4}).to_json()
    league.save(update_fields=["standings_rules"])
    Player.objects.filter(name="Bob").update(name="Bob Schwarzenegger")
    sign_in(phone, "Bob")
    phone.set_viewport_size({"width": 330, "height": 740})
    phone.goto(f"/c/trois-bouts/s/{league.uuid}/")

    phone.locator(".standings-more > summary").first.tap()

    expect(phone.locator(".standings-more .facts").first).to_be_visible()
    assert phone.locator(".tbl-wrap").evaluate("wrap => wrap.scrollWidth - wrap.clientWidth") == 0


def test_the_screen_turns_its_pages_and_follows(laptop, club, sign_in):
    league = play_example(club)
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.evening(league, league.ends_on, sitting)
    laptop.clock.install()
    sign_in(laptop, "Bob")
    laptop.goto(f"/c/trois-bouts/s/{league.uuid}/screen/?rows=4")
    pages = laptop.locator("[data-tv-page]")

    expect(pages).to_have_count(2)
    expect(pages.nth(0)).to_be_visible()
    expect(pages.nth(1)).to_be_hidden()
    laptop.clock.run_for(12_000)
    expect(pages.nth(1)).to_be_visible()
    expect(pages.nth(0)).to_be_hidden()
    box = pages.nth(1).locator("li").last.bounding_box()
    assert box["y"] + box["height"] <= laptop.locator(".tv-f").bounding_box()["y"]

    club.deal(sitting, taker="Alice", oudlers=2, points=46)
    laptop.clock.run_for(4_500)
    expect(pages).to_have_count(3)
    expect(pages.nth(1)).to_be_visible()  # it stays on the page that was shown
    expect(laptop.locator("[data-live-news]")).not_to_be_empty()
