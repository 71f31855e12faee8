"""Spectators and the screen of a club: what happens at a table is there within three seconds."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import LinkKind, Sitting
from clubs.services.tables import sittings
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.tables.live.conftest import (
    FIVE,
    FOLLOWS,
    TELEVISION,
    TV,
    ask_now,
    crowd,
    guest_page,
    screen_page,
    shown,
)
from tests.cast import Cast

SOON = 3000  # ms: what is promised
POLL = 2_100  # ms until a page has asked
# A request is given up after a tenth of its time: the clock of a page does not move it.
QUICK_PATIENCE = """
    const { get, set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
    const quick = { get, set(time) { set.call(this, time / 10); } };
    Object.defineProperty(XMLHttpRequest.prototype, "timeout", quick);
"""

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
    def test_a_deal_saved_on_a_phone_is_live_on_television_and_told_to_who_types_it_too(
        self, new_page, phone, club, sitting, sign_in
    ):
        watching = guest_page(new_page(**PHONE), club, sitting, LinkKind.WATCH)
        television = screen_page(new_page, club)
        assert watching.url.endswith(f"/t/{sitting.uuid}/live/")
        assert television.url.endswith(TV)
        typing = shown(new_page(**PHONE), sign_in, "Charlie", f"/t/{sitting.uuid}/new/")
        tap(typing, "taker", str(club.player("Bob").uuid))
        typing.locator("[name=points]").fill("47")
        place = typing.locator("[data-deal] [name=points]").bounding_box()
        sign_in(phone, "Alice")

        club.sitting(*FIVE)
        save_a_deal(phone, club, sitting, "Dora", "Olivia")
        expect(phone.locator("#deal-last")).to_contain_text("13")

        expect(watching.locator("[data-newest]")).to_contain_text("13", timeout=SOON)
        expect(television.locator("[data-newest]")).to_contain_text("13", timeout=SOON)
        note = typing.locator("[data-deal-news]")
        expect(note).to_contain_text("La donne 13 vient d’être enregistrée par Alice", timeout=SOON)
        expect(television.locator(".tv-table h2")).to_have_text(["Table 1", "Table 2"])
        expect(watching.locator("[data-newest]")).to_contain_text("Dora en garde avec Olivia")
        expect(television.locator("[data-newest]")).to_contain_text("fait de 11")
        expect(watching.locator("[data-live-news]")).to_contain_text("13 : Dora, Garde, fait de 11")
        expect(television.locator("[data-live-news]")).to_contain_text("Table 1. Donne 13")

        expect(note).to_contain_text("Dora, Garde, fait de 11")
        assert typing.locator("[name=points]").input_value() == "47"
        assert typing.locator("[name=taker]:checked").input_value() == str(club.player("Bob").uuid)
        assert typing.locator("[data-deal] [name=points]").bounding_box() == place
        typing.locator("[data-deal-news-close]").tap()
        expect(note).to_have_count(0)
        club.deal(sitting)
        with typing.expect_response(lambda r: "/watch/" in r.url and r.status == 200):
            ask_now(typing)
        typing.wait_for_timeout(200)
        expect(note).to_have_count(0)  # what was read and closed is not said again


class TestLive:
    def test_the_end_for_who_watches_and_who_types(
        self, new_page, laptop, club, sitting, sign_in, trouble
    ):
        trouble.expect("410")  # a preview of what was typed
        watching, typing = new_page(**PHONE), new_page(**PHONE)
        asked: list[str] = []
        for page, kind in ((watching, LinkKind.WATCH), (typing, LinkKind.SCORE)):
            page.clock.install()
            guest_page(page, club, sitting, kind)
        points, save = typing.locator("[name=points]"), typing.locator("[data-save]")
        points.fill("47")
        shown(laptop, sign_in, "Bob", f"/t/{sitting.uuid}/live/")
        laptop.locator("[data-back]").focus()

        twelfth = sitting.deals.get(number=12)
        how = {"revision": 1, "reason": "twice", "request_id": uuid4()}
        sittings.void_deal(club.actor("Alice"), twelfth, **how)
        ask_now(laptop, watching)
        for page in (laptop, watching):
            expect(page.locator("[data-newest]")).to_contain_text("11", timeout=FOLLOWS)
        expect(laptop.locator("[data-live-news]")).to_have_text("Les scores ont changé.")
        expect(laptop.locator("[data-back]")).to_be_focused()
        expect(laptop.locator("[data-live-state=fresh]")).to_be_visible()

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        ask_now(laptop, watching, typing)

        expect(laptop.locator("[data-live]")).to_have_count(0, timeout=FOLLOWS)
        expect(laptop.locator("[data-live-state=over]")).to_be_visible()
        expect(laptop.locator("[data-live-state=fresh]")).to_be_hidden()

        is_closed = watching.locator("[data-live-state=over]")
        expect(is_closed).to_have_text("La séance est close.", timeout=FOLLOWS)
        expect(watching.locator(".live-next")).to_have_count(0)  # nobody deals any more
        expect(watching.locator("[data-newest]")).to_contain_text("11")
        watching.on("request", lambda request: asked.append(request.url))
        watching.clock.run_for(10_000)
        assert asked == []

        over = typing.locator("#deal-over")
        expect(over).to_contain_text("La séance est close.", timeout=FOLLOWS)
        assert over.bounding_box()["y"] >= bottom_of(typing.locator(".deal > .appbar"))
        expect(save).to_be_disabled()
        points.press("Enter")
        typing.keyboard.press("Control+Enter")
        assert points.input_value() == "47"
        typing.locator(".deal [data-menu] > summary").first.tap(trial=True)
        typing.locator(".deal [data-back]").tap(trial=True)
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        typing.clock.run_for(POLL)
        expect(over).to_be_empty(timeout=FOLLOWS)
        expect(save).to_be_enabled()

        typing.locator(".deal [data-back]").tap()
        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        is_closed = typing.locator("[data-live-state=over]:visible")
        typing.clock.run_for(POLL)
        expect(is_closed).to_have_text("La séance est close.", timeout=FOLLOWS)
        typing.clock.run_for(60_000)
        expect(is_closed).to_be_visible()  # and nothing of the network

    def test_without_network_or_an_answer_it_says_how_old_it_is(
        self, laptop, club, sitting, sign_in, trouble
    ):
        trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:")
        laptop.clock.install()
        laptop.add_init_script(QUICK_PATIENCE)
        stale, fresh = (laptop.locator(f"[data-live-state={name}]") for name in ("stale", "fresh"))
        since = re.compile(r"^À jour à \d\d:\d\d$")
        for number, path in enumerate([f"/t/{sitting.uuid}/live/", TV], start=13):
            shown(laptop, sign_in, "Bob", path)
            expect(fresh).to_be_visible()

            laptop.context.set_offline(True)
            laptop.clock.run_for(POLL)
            expect(stale).to_have_text(since, timeout=FOLLOWS)
            expect(fresh).to_be_hidden()
            club.deal(sitting, taker="Bob", called="Alice")

            laptop.context.set_offline(False)
            laptop.clock.run_for(POLL)
            expect(laptop.locator("[data-newest]")).to_contain_text(str(number), timeout=FOLLOWS)
            expect(fresh).to_be_visible()
            expect(stale).to_be_hidden()

            laptop.route("**/live/board/**", lambda route: None)
            laptop.clock.run_for(POLL)
            expect(stale).to_have_text(since, timeout=FOLLOWS)
            laptop.unroute("**/live/board/**")

    def test_nothing_is_wider_than_the_screen(self, phone, club, sign_in):
        crowd(club, "Maximilienne", "Bartholomäus", "Wilhelmine W")
        sitting = club.sitting(*FIVE, "Maximilienne", "Bartholomäus", "Wilhelmine W")
        club.deal(
            sitting, taker="Maximilienne", out=["Alice", "Bob", "Charlie"], oudlers=3, points=91
        )
        shown(phone, sign_in, "Bob", f"/t/{sitting.uuid}/live/")
        width = "document.documentElement.scrollWidth"
        for size in (LAPTOP, TELEVISION, PHONE):
            phone.set_viewport_size(size["viewport"])
            assert phone.evaluate(width) == size["viewport"]["width"]

        for _ in range(2):
            club.sitting(*FIVE)
        phone.goto(TV)
        tables = phone.locator(".tv-table:visible")
        expect(tables).to_have_count(3)
        assert phone.evaluate(width) == PHONE["viewport"]["width"]
        tops = [table.bounding_box()["y"] for table in tables.all()]
        assert tops == sorted(set(tops))  # under each other


def bottom_of(place) -> float:
    box = place.bounding_box()
    return box["y"] + box["height"]
