"""Spectators and the screen of a club: what happens at a table is there within three seconds."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import LinkKind, Sitting
from clubs.services.tables import sittings
from tests.browser.axe import faults_of_pages
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.tables.live.conftest import (
    FIVE,
    FOLLOWS,
    TELEVISION,
    TV,
    crowd,
    guest_page,
    screen_page,
    shown,
)
from tests.cast import Cast

SOON = 3000  # ms: what is promised

pytestmark = pytest.mark.django_db(transaction=True)


def tap(page: Page, name: str, value: str) -> None:
    page.locator(f'label.chip:has([name="{name}"][value="{value}"])').tap()


def save_a_deal(page: Page, club: Cast, sitting: Sitting, taker: str, called: str) -> None:
    """A garde of 52 with two oudlers: made by 11."""
    page.goto(f"/t/{sitting.uuid}/new/")
    tap(page, "taker", str(club.player(taker).uuid))
    tap(page, "called_0", str(club.player(called).uuid))
    tap(page, "contract", "garde")
    tap(page, "oudlers", "2")
    page.locator("[name=points]").fill("52")
    page.locator("[data-save]").tap()


class TestWithinThreeSeconds:
    def test_a_deal_saved_on_a_phone_is_live_and_on_television(
        self, new_page, phone, club, sitting, sign_in
    ):
        watching = guest_page(new_page, club, sitting, LinkKind.WATCH, **PHONE)
        television = screen_page(new_page, club)
        assert watching.url.endswith(f"/t/{sitting.uuid}/live/")
        assert television.url.endswith(TV)
        sign_in(phone, "Alice")

        save_a_deal(phone, club, sitting, "Dora", "Olivia")
        expect(phone.locator("#deal-last")).to_contain_text("13")

        expect(watching.locator("[data-newest]")).to_contain_text("13", timeout=SOON)
        expect(television.locator("[data-newest]")).to_contain_text("13", timeout=SOON)
        expect(watching.locator("[data-newest]")).to_contain_text("Dora en garde avec Olivia")
        expect(television.locator("[data-newest]")).to_contain_text("fait de 11")
        expect(watching.locator("[data-live-news]")).to_contain_text("13 : Dora, Garde, fait de 11")
        expect(television.locator("[data-live-news]")).to_contain_text("Table 1. Donne 13")

    def test_a_new_table_appears_on_television(self, new_page, club):
        television = screen_page(new_page, club)
        expect(television.locator(".tv-empty")).to_be_visible()

        club.sitting(*FIVE)

        expect(television.locator(".tv-table h2")).to_have_text("Table 1", timeout=SOON)

    def test_who_types_the_same_deal_is_told(self, new_page, club, sitting, sign_in):
        page = shown(new_page(**PHONE), sign_in, "Charlie", f"/t/{sitting.uuid}/new/")
        tap(page, "taker", str(club.player("Bob").uuid))
        page.locator("[name=points]").fill("47")
        place = page.locator("[data-deal] [name=points]").bounding_box()

        club.deal(sitting, taker="Dora", called="Olivia", points=52, dealer="Charlie")

        note = page.locator("[data-deal-news]")
        expect(note).to_contain_text("La donne 13 vient d’être enregistrée par Alice", timeout=SOON)
        expect(note).to_contain_text("Dora, Garde, fait de 11")
        assert page.locator("[name=points]").input_value() == "47"
        assert page.locator("[name=taker]:checked").input_value() == str(club.player("Bob").uuid)
        assert page.locator("[data-deal] [name=points]").bounding_box() == place
        page.locator("[data-deal-news-close]").tap()
        expect(note).to_have_count(0)

        with page.expect_response(lambda r: "/watch/" in r.url and r.status == 200):
            club.deal(sitting)

        page.wait_for_timeout(200)
        expect(note).to_have_count(0)  # what was read and closed is not said again

    def test_a_guest_who_types_is_told_of_the_end_until_it_goes_on(
        self, new_page, club, sitting, trouble
    ):
        trouble.expect("410")  # a preview of what was typed
        page = guest_page(new_page, club, sitting, LinkKind.SCORE, **PHONE)
        page.locator("[name=points]").fill("47")

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        over = page.locator("#deal-over")
        expect(over).to_contain_text("La séance est close.", timeout=FOLLOWS)
        assert over.bounding_box()["y"] >= bottom_of(page.locator(".deal > .appbar"))
        save = page.locator("[data-save]")
        expect(save).to_be_disabled()
        page.locator("[name=points]").press("Enter")
        page.keyboard.press("Control+Enter")
        assert page.locator("[name=points]").input_value() == "47"
        page.locator(".deal [data-back]").tap(trial=True)
        page.locator(".deal [data-menu] > summary").first.tap(trial=True)

        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        expect(over).to_be_empty(timeout=FOLLOWS)
        expect(save).to_be_enabled()


class TestLive:
    def test_totals_are_changed_and_focus_stays_until_the_end(self, laptop, club, sitting, sign_in):
        shown(laptop, sign_in, "Bob", f"/t/{sitting.uuid}/live/")
        laptop.locator("[data-back]").focus()

        sittings.void_deal(
            club.actor("Alice"),
            sitting.deals.get(number=12),
            revision=1,
            reason="twice",
            request_id=uuid4(),
        )

        expect(laptop.locator("[data-newest]")).to_contain_text("11", timeout=FOLLOWS)
        expect(laptop.locator("[data-live-news]")).to_have_text("Les scores ont changé.")
        expect(laptop.locator("[data-back]")).to_be_focused()
        expect(laptop.locator("[data-live-state=fresh]")).to_be_visible()

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        expect(laptop.locator("[data-live]")).to_have_count(0, timeout=FOLLOWS)
        expect(laptop.locator("[data-live-state=over]")).to_be_visible()
        expect(laptop.locator("[data-live-state=fresh]")).to_be_hidden()

    def test_the_end_for_a_guest(self, new_page, club, sitting, trouble):
        trouble.expect("410")
        page = guest_page(new_page, club, sitting, LinkKind.WATCH, **PHONE)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        over = page.locator("[data-live-state=over]")
        expect(over).to_have_text("La séance est close.", timeout=FOLLOWS)
        expect(page.locator(".live-next")).to_have_count(0)  # nobody deals any more
        expect(page.locator("[data-newest]")).to_contain_text("12")
        asked.clear()
        page.wait_for_timeout(2500)
        assert asked == []

    def test_the_end_for_a_guest_who_went_from_deal_entry_to_the_sheet(
        self, new_page, club, sitting, trouble
    ):
        trouble.expect("410")
        page = guest_page(new_page, club, sitting, LinkKind.SCORE, **PHONE)
        page.locator("[data-back]:visible").tap()

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        over = page.locator("[data-live-state=over]")
        expect(over).to_have_text("La séance est close.", timeout=FOLLOWS)
        page.clock.install()
        page.clock.fast_forward(60_000)
        page.wait_for_timeout(1500)
        expect(over).to_be_visible()  # and nothing of the network

    @pytest.mark.parametrize("path", ["table", "television"])
    def test_without_network_it_says_how_old_it_is(
        self, laptop, club, sitting, sign_in, trouble, path
    ):
        trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:")
        address = TV if path == "television" else f"/t/{sitting.uuid}/live/"
        shown(laptop, sign_in, "Bob", address)
        stale, fresh = (laptop.locator(f"[data-live-state={name}]") for name in ("stale", "fresh"))
        expect(fresh).to_be_visible()

        laptop.context.set_offline(True)
        expect(stale).to_have_text(re.compile(r"^À jour à \d\d:\d\d$"), timeout=FOLLOWS)
        expect(fresh).to_be_hidden()
        club.deal(sitting, taker="Bob", called="Alice")

        laptop.context.set_offline(False)
        expect(laptop.locator("[data-newest]")).to_contain_text("13", timeout=FOLLOWS)
        expect(fresh).to_be_visible()
        expect(stale).to_be_hidden()

    def test_an_answer_that_never_comes(self, laptop, sitting, sign_in, trouble):
        trouble.expect("console: htmx:")
        shown(laptop, sign_in, "Bob", f"/t/{sitting.uuid}/live/")

        laptop.route("**/live/board/**", lambda route: None)

        expect(laptop.locator("[data-live-state=stale]")).to_be_visible(timeout=FOLLOWS)

    @pytest.mark.parametrize("size", [PHONE, LAPTOP, TELEVISION], ids=["phone", "laptop", "tv"])
    def test_nothing_is_wider_than_the_screen(self, new_page, club, sign_in, size):
        crowd(club, "Maximilienne", "Bartholomäus", "Wilhelmine W")
        sitting = club.sitting(*FIVE, "Maximilienne", "Bartholomäus", "Wilhelmine W")
        club.deal(
            sitting, taker="Maximilienne", out=["Alice", "Bob", "Charlie"], oudlers=3, points=91
        )
        page = shown(new_page(**size), sign_in, "Bob", f"/t/{sitting.uuid}/live/")

        wide = page.evaluate("document.documentElement.scrollWidth")

        assert wide == size["viewport"]["width"]


def bottom_of(place) -> float:
    box = place.bounding_box()
    return box["y"] + box["height"]


def test_the_accessibility_checker_finds_nothing_on_television(new_page, club, sitting, sign_in):
    for _ in range(2):
        club.sitting(*FIVE)
    page = new_page(**TELEVISION)
    sign_in(page, "Bob")

    pages = [f"/t/{sitting.uuid}/live/", TV, f"{TV}?dark=1"]
    assert faults_of_pages(page, pages) == []
