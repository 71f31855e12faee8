"""The arbiter's board in a browser: it follows its tables, and nothing moves under the hand."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Round, Slip, SlipState
from clubs.services.tournaments.rounds.clock import start_clock
from tests.browser.axe import every_fault
from tests.browser.layout import FAULTS
from tests.browser.polls import next_turn
from tests.cast import Cast
from tests.hall import Hall


@pytest.fixture
def hall(club: Cast) -> Hall:
    hall = Hall.gather(club, 32, seating="random")
    hall.publish()
    return hall


def dispute(hall: Hall, number: int) -> None:
    sitting = hall.tables()[number - 1]
    Slip.objects.filter(sitting=sitting).update(state=SlipState.DISPUTED, dispute="Donne 2")
    sitting.revision += 1
    sitting.save(update_fields=["revision"])


def test_it_follows_the_tables_and_keeps_focus_and_place(hall: Hall, laptop: Page, sign_in) -> None:
    sign_in(laptop, "Charlie")
    laptop.goto(f"/g/{hall.tournament.uuid}/r/1/")

    laptop.keyboard.press("/")
    laptop.keyboard.type("8")
    laptop.keyboard.press("Enter")
    expect(laptop.locator("#n8")).to_be_focused()
    place = laptop.evaluate("scrollY")
    dispute(hall, 3)

    expect(laptop.locator("#t3")).to_have_attribute("data-s", "disputed", timeout=5000)
    expect(laptop.locator("[data-board-news]")).to_contain_text("Table 3")
    expect(laptop.locator("#n8")).to_be_focused()
    assert laptop.evaluate("scrollY") == place
    assert laptop.locator(".tgrid > li").first.get_attribute("id") == "t3"

    laptop.locator("label[for=f-disputed]").click()
    expect(laptop.locator(".tgrid > li:visible")).to_have_count(1)
    dispute(hall, 5)
    next_turn(laptop, 2)
    expect(laptop.locator(".tgrid > li:visible")).to_have_count(2)


def test_a_phone_follows_while_a_button_waits_and_the_clock_runs(
    hall: Hall, phone: Page, sign_in
) -> None:
    """The fixture fails the test for whatever is on the console: a button that waits has a style of
    its own, which the content security policy lets nobody copy to the one that takes its place."""
    sign_in(phone, "Charlie")
    address = f"/g/{hall.tournament.uuid}/r/1/"
    phone.goto(address)
    phone.route("**/clock/", lambda route: route.fulfill(status=204))  # the page stays
    phone.locator("#b-start").click()
    expect(phone.locator("#b-start")).to_have_attribute("aria-busy", "true")
    dispute(hall, 3)
    next_turn(phone, 2)
    expect(phone.locator("#t3")).to_have_attribute("data-s", "disputed")
    phone.unroute("**/clock/")

    start_clock(hall.arbiter, hall.reread(), 1, request_id=uuid4())
    Round.objects.update(clock_seconds=90 * 60)
    phone.goto(address)
    assert phone.evaluate(FAULTS) == []
    assert every_fault(phone) == []
    face = phone.get_by_role("timer")
    first = face.inner_text()
    expect(face).not_to_have_text(first)
    phone.get_by_role("button", name="Pause").click()
    expect(phone.locator("[data-round-clock]")).to_have_count(0)
    expect(face).to_be_visible()


def test_a_phone_shows_each_late_table_once_and_soon(hall: Hall, phone: Page, sign_in) -> None:
    start_clock(hall.arbiter, hall.reread(), 1, request_id=uuid4())
    Round.objects.update(clock_started_at=timezone.now() - timedelta(hours=2))
    sign_in(phone, "Charlie")
    phone.goto(f"/g/{hall.tournament.uuid}/r/1/")

    card, tabbar = (phone.locator(found).bounding_box() for found in ("#t1", ".tabbar"))
    assert card["y"] + card["height"] < tabbar["y"]
    expect(phone.get_by_text(re.compile("Table 1.*non rendue"))).to_be_hidden()
    expect(phone.get_by_role("timer")).to_have_text(re.compile(r"^\+1:00:\d\d$"))
    words = "Temps écoulé\N{NO-BREAK SPACE}: dernière donne"
    expect(phone.locator(".clockbox")).to_contain_text(words)
    phone.goto(f"/g/{hall.tournament.uuid}/screen/?show=clock")
    clock = phone.locator(".room-clock:visible").first
    expect(clock).to_contain_text(re.compile(rf"{words}\s*\+1:00:\d\d"))
