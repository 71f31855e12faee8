"""Spectators and the television: what happens at a table is there within three seconds."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import LinkKind, Sitting
from clubs.services.people import links
from clubs.services.tables import sittings
from tests.browser.axe import faults_of_pages
from tests.browser.conftest import LAPTOP, PHONE
from tests.cast import Cast, make_player

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")
TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
SOON = 3000  # ms: what is promised
FOLLOWS = 10_000  # ms
TV = "/c/trois-bouts/live/"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    """Twelve deals of five players."""
    sitting = club.sitting(*FIVE)
    for number in range(12):
        club.deal(sitting, taker=FIVE[number % 5], called="Alice", dealer=FIVE[number % 5])
    return sitting


def shown(page: Page, sign_in, name: str, path: str) -> Page:
    sign_in(page, name)
    page.goto(path)
    return page


def guest_page(new_page, club: Cast, sitting: Sitting, kind: LinkKind, **device) -> Page:
    link = links.invite(club.actor("Alice"), sitting, kind, request_id=uuid4())
    page = new_page(**device)
    page.goto(f"/s/{link.token}/")
    return page


def screen_page(new_page, club: Cast) -> Page:
    link = links.open_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
    page = new_page(**TELEVISION)
    page.goto(f"/s/{link.token}/")
    return page


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


def crowd(club: Cast, *names: str) -> None:
    for name in names:
        club.players[name] = make_player(club.club, name)
        club.players[name].save()


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
        phone.wait_for_url("**/?saved=13")

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

    def test_what_was_read_and_closed_is_not_said_again(self, new_page, club, sitting, sign_in):
        page = shown(new_page(**PHONE), sign_in, "Charlie", f"/t/{sitting.uuid}/new/")
        club.deal(sitting)
        page.locator("[data-deal-news-close]").tap()

        with page.expect_response(lambda r: "/watch/" in r.url and r.status == 200):
            club.deal(sitting)

        page.wait_for_timeout(200)
        expect(page.locator("[data-deal-news]")).to_have_count(0)

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
    def test_totals_are_changed_and_focus_stays(self, laptop, club, sitting, sign_in):
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

    def test_the_end(self, laptop, club, sitting, sign_in):
        shown(laptop, sign_in, "Bob", f"/t/{sitting.uuid}/live/")
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
        expect(page.locator("[data-newest]")).to_contain_text("12")
        asked.clear()
        page.wait_for_timeout(2500)
        assert asked == []

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


class TestTelevision:
    def test_eight_rows_can_be_read_at_eight_metres(self, new_page, club, sign_in):
        crowd(club, "Gaston", "Hervé")
        sitting = club.sitting(*FIVE, "Frank", "Gaston", "Hervé")
        for _ in range(3):
            club.deal(sitting, taker="Alice", called="Bob", out=["Frank", "Gaston", "Hervé"])
        page = shown(new_page(**TELEVISION), sign_in, "Bob", TV)

        rows = page.locator(".tv-rows li")
        expect(rows).to_have_count(8)
        for row in rows.all():
            box = row.bounding_box()
            assert box["y"] + box["height"] <= 1080 - 64  # above the footer
            assert font_size(row.locator(".v")) >= 72
            assert font_size(row.locator(".name")) >= 67
        assert smallest_font(page) >= 0.015 * 1920

    def test_two_tables_of_eight_fit_beside_each_other(self, new_page, club, sign_in):
        crowd(club, "Gaston", "Hervé")
        for _ in range(2):
            sitting = club.sitting(*FIVE, "Frank", "Gaston", "Hervé")
            club.deal(sitting, taker="Alice", called="Bob", out=["Frank", "Gaston", "Hervé"])
        page = shown(new_page(**TELEVISION), sign_in, "Bob", TV)

        foot = page.locator(".tv-f").bounding_box()["y"]
        for part in page.locator(".tv-rows li, .tv-deals li").all():
            box = part.bounding_box()
            assert box["y"] + box["height"] <= foot
        assert font_size(page.locator(".tv-rows .v").first) >= 72
        assert page.evaluate("document.documentElement.scrollHeight") == 1080

    def test_pages_turn_by_themselves_and_by_keys(self, new_page, club, sign_in):
        for _ in range(5):
            club.sitting(*FIVE)
        page = new_page(**TELEVISION)
        page.clock.install()
        shown(page, sign_in, "Bob", TV)

        def tables() -> list[str]:
            return page.locator(".tv-table:visible h2").all_inner_texts()

        assert tables() == ["Table 1", "Table 2"]
        expect(page.locator("[data-tv-where]")).to_have_text("1 sur 3")
        page.clock.run_for(12_100)
        assert tables() == ["Table 3", "Table 4"]
        page.keyboard.press("ArrowRight")
        assert tables() == ["Table 5"]
        page.keyboard.press("ArrowRight")
        assert tables() == ["Table 1", "Table 2"]
        page.keyboard.press("ArrowLeft")
        assert tables() == ["Table 5"]
        page.keyboard.press("Space")
        page.clock.run_for(30_000)
        assert tables() == ["Table 5"]
        expect(page.locator("[data-tv-pause]")).to_have_attribute("aria-pressed", "true")
        page.locator("[data-tv-pause]").click()
        page.clock.run_for(12_100)
        assert tables() == ["Table 1", "Table 2"]

    def test_the_page_that_is_shown_stays_when_a_deal_comes(self, new_page, club, sign_in):
        tables = [club.sitting(*FIVE) for _ in range(3)]
        page = shown(new_page(**TELEVISION), sign_in, "Bob", TV)
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")

        club.deal(tables[2], taker="Dora", called="Bob")

        expect(page.locator(".tv-table:visible [data-newest]")).to_contain_text(
            "Dora", timeout=FOLLOWS
        )
        assert page.locator(".tv-table:visible h2").all_inner_texts() == ["Table 3"]

    def test_dark_by_a_key_and_after_loading_again(self, new_page, club, sitting, sign_in):
        page = shown(new_page(**TELEVISION, color_scheme="dark"), sign_in, "Bob", TV)
        ground = "getComputedStyle(document.querySelector('.tv')).backgroundColor"
        assert page.evaluate(ground) == "rgb(255, 253, 248)"

        page.keyboard.press("d")
        assert page.evaluate(ground) == "rgb(24, 34, 30)"
        page.reload()
        assert page.evaluate(ground) == "rgb(24, 34, 30)"
        page.keyboard.press("d")
        assert page.evaluate(ground) == "rgb(255, 253, 248)"

    def test_the_clock_is_that_of_the_club(self, new_page, club, sign_in):
        club.club.time_zone = "Pacific/Noumea"  # eleven hours ahead of UTC all year
        club.club.save()
        page = shown(new_page(**TELEVISION, timezone_id="America/Lima"), sign_in, "Bob", TV)
        face = page.locator("[data-clock]")
        told = face.get_attribute("datetime")[11:16]

        page.wait_for_timeout(1200)  # the clock has ticked

        now = face.inner_text()
        minutes = [int(time[:2]) * 60 + int(time[3:]) for time in (told, now)]
        assert 0 <= (minutes[1] - minutes[0]) % (24 * 60) <= 1

    def test_the_screen_stays_on(self, new_page, club, sign_in):
        page = new_page(**TELEVISION)
        page.add_init_script(
            "navigator.wakeLock.request = async (kind) => { (window.woken ??= []).push(kind); }"
        )
        shown(page, sign_in, "Bob", TV)

        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        assert page.evaluate("window.woken") == ["screen", "screen"]

    def test_the_whole_screen(self, new_page, club, sign_in):
        page = shown(new_page(**TELEVISION), sign_in, "Bob", TV)

        page.locator("[data-tv-full]").click()

        expect(page.locator("[data-tv-full]")).to_be_hidden()
        assert page.evaluate("document.fullscreenElement === document.documentElement")

    def test_a_new_version_of_the_program_is_loaded(self, new_page, club, sitting, sign_in):
        page = shown(new_page(**TELEVISION), sign_in, "Bob", TV)

        def older(route):
            route.continue_(url=f"{route.request.url}&build=old")

        with page.expect_navigation(timeout=FOLLOWS):
            page.route("**/live/board/**", older)

    def test_without_script_it_is_loaded_again_and_all_is_there(self, new_page, club, sign_in):
        for _ in range(3):
            club.sitting(*FIVE)
        page = shown(new_page(**TELEVISION, java_script_enabled=False), sign_in, "Bob", TV)

        expect(page.locator(".tv-table:visible")).to_have_count(3)
        expect(page.locator("meta[http-equiv=refresh]")).to_have_attribute("content", "15")

    def test_on_a_phone_the_tables_stand_under_each_other(self, phone, club, sign_in):
        for _ in range(3):
            club.sitting(*FIVE)
        shown(phone, sign_in, "Bob", TV)

        expect(phone.locator(".tv-table:visible")).to_have_count(3)
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
        tops = [table.bounding_box()["y"] for table in phone.locator(".tv-table").all()]
        assert tops == sorted(set(tops))


def bottom_of(place) -> float:
    box = place.bounding_box()
    return box["y"] + box["height"]


def font_size(place) -> float:
    return place.evaluate("place => parseFloat(getComputedStyle(place).fontSize)")


def smallest_font(page: Page) -> float:
    """Of all text that is to be seen on the screen."""
    return page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("main *")]
            .filter((place) => !place.closest(".vh, button") && place.getClientRects().length &&
                [...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
            .map((place) => parseFloat(getComputedStyle(place).fontSize)))"""
    )


def test_the_accessibility_checker_finds_nothing(new_page, club, sitting, sign_in):
    for _ in range(2):
        club.sitting(*FIVE)
    page = new_page(**TELEVISION)
    sign_in(page, "Bob")

    pages = [f"/t/{sitting.uuid}/live/", TV, f"{TV}?dark=1"]
    assert faults_of_pages(page, pages, PHONE) == []
