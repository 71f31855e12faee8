"""The screen and the phone of a player follow the round by themselves."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import LinkKind
from clubs.services.people.links import make_link, open_tournament_screen_link
from clubs.services.tournaments.rounds.announcements import announce
from clubs.services.tournaments.rounds.clock import start_clock
from tests.browser.axe import found_by_axe, in_the_dark
from tests.browser.polls import next_turn
from tests.cast import Cast
from tests.hall import Hall

LOWEST = "rows => Math.max(...rows.map(row => row.getBoundingClientRect().bottom))"
SOON = 3000  # ms from a change to the screen


@pytest.fixture
def hall(club: Cast) -> Hall:
    hall = Hall.gather(club, 24, seating="random")
    hall.publish()
    return hall


def test_a_screen_turns_its_pages_and_shows_news(hall: Hall, laptop: Page) -> None:
    link = open_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())
    laptop.goto(f"/s/{link.token}/")
    shown = laptop.locator("[data-tv-page]:visible")
    expect(shown).to_have_attribute("data-watch", "seating-1")

    laptop.keyboard.press("Space")
    expect(laptop.locator("[data-tv-pause]")).to_have_attribute("aria-pressed", "true")
    laptop.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-watch", "seating-2")
    announce(hall.arbiter, hall.reread(), "venez au bureau", table_number=3, request_id=uuid4())
    expect(laptop.locator(".hall-call")).to_contain_text("venez au bureau", timeout=SOON)
    expect(shown).to_have_attribute("data-watch", "seating-2")

    start_clock(hall.arbiter, hall.reread(), 1, request_id=uuid4())
    next_turn(laptop, 2)
    expect(laptop.locator(".hall-strip [data-hall-face]")).to_contain_text("59:")
    laptop.keyboard.press("ArrowLeft")
    assert laptop.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert found_by_axe(laptop) + in_the_dark(laptop) == []


def test_a_wall_has_no_buttons(club: Cast, laptop: Page) -> None:
    """They come with the pointer or the keys; the foot shows the way to the phone instead."""
    name = "Grand Prix de la vallée, Poligny et Bourg-en-Bresse, saison 2026–2027"
    hall = Hall.gather(club, 45, name=name, shows_page=True, shows_seating=True)
    hall.publish()
    link = open_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())
    laptop.set_viewport_size({"width": 1920, "height": 1080})
    laptop.goto(f"/s/{link.token}/?show=names")

    tools = laptop.locator(".tv-tools")
    expect(tools).to_have_css("opacity", "0")
    expect(laptop.locator(".tv-f")).to_contain_text(f"/j/{hall.tournament.code}")
    title = laptop.locator("h1")
    hidden = title.evaluate("one => one.scrollHeight - one.clientHeight")
    assert hidden < 10, "a line of the title is cut"
    laptop.mouse.move(400, 400)
    expect(tools).to_have_css("opacity", "1")
    bottom = laptop.locator("[data-tv-page]:visible .tv-rows > li").evaluate_all(LOWEST)
    assert bottom <= laptop.locator(".tv-f").bounding_box()["y"], "rows run into the foot"
    assert found_by_axe(laptop) + in_the_dark(laptop) == []


def test_long_news_covers_no_row(club: Cast, laptop: Page) -> None:
    """Names stay whole, too, on a screen that stands on end."""
    hall = Hall.gather(club, 0, shows_page=True)
    hall.enter(*(f"{number} Hélène Vuillemin" for number in range(10, 30)))
    hall.publish()
    link = open_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())
    text = "Café et sandwichs au bar avant la troisième manche, " * 3
    announce(hall.arbiter, hall.reread(), text, request_id=uuid4())
    cut = "names => names.filter(one => one.scrollWidth > one.clientWidth).length"
    for width, height in ((1366, 768), (1080, 1920)):
        laptop.set_viewport_size({"width": width, "height": height})
        for kind in ("seating", "names"):
            laptop.goto(f"/s/{link.token}/?show={kind}")
            bottom = laptop.locator(".tv-page:visible .tv-rows > li").evaluate_all(LOWEST)
            foot = laptop.locator(".tv-f").bounding_box()["y"]
            assert bottom <= foot, f"{kind} run into the foot, {width} px wide"
        assert laptop.locator(".tv-page:visible .name").evaluate_all(cut) == 0


def test_a_player_sees_the_next_table(club: Cast, phone: Page) -> None:
    hall = Hall.gather(club, 8)
    link = make_link(club.club, LinkKind.PLAYER, hall.entry(1).uuid, by=None)
    phone.goto(f"/s/{link.token}/")
    expect(phone.locator(".me-at")).to_have_count(0)

    hall.publish()
    next_turn(phone, 2)
    expect(phone.locator(".me-at")).to_be_visible()
    hall.play()
    next_turn(phone, 2)
    expect(phone.locator(".me-seats .v").first).to_be_visible()
    expect(phone.locator(".me-figures dt")).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(phone) + in_the_dark(phone) == []
