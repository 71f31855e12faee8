"""The television of a club: read from afar, turned by itself or by keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import every_fault, found_by_axe
from tests.browser.tables.live.conftest import (
    FIVE,
    FOLLOWS,
    TELEVISION,
    TV,
    ask_now,
    crowd,
    shown,
)

pytestmark = pytest.mark.django_db(transaction=True)


class TestTelevision:
    def test_tables_of_eight_can_be_read_at_eight_metres(self, new_page, club, sign_in):
        """One alone, then two beside each other."""
        crowd(club, "Gaston", "Hervé")
        eight = (*FIVE, "Frank", "Gaston", "Hervé")
        sitting = club.sitting(*eight)
        for _ in range(3):
            club.deal(sitting, taker="Alice", called="Bob", out=["Frank", "Gaston", "Hervé"])
        page = shown(new_page(**TELEVISION), sign_in, "Bob", TV)

        rows = page.locator(".tv-rows li:visible")
        expect(rows).to_have_count(8)
        for row in rows.all():
            assert bottom_of(row) <= 1080 - 64  # above the footer
            assert font_size(row.locator(".v")) >= 72
            assert font_size(row.locator(".name")) >= 67
        assert smallest_font(page) >= 0.015 * 1920

        second = club.sitting(*eight)
        club.deal(second, taker="Alice", called="Bob", out=["Frank", "Gaston", "Hervé"])
        ask_now(page)
        expect(rows).to_have_count(16)
        foot = page.locator(".tv-f").bounding_box()["y"]
        for part in page.locator(":is(.tv-rows, .tv-deals) li:visible").all():
            assert bottom_of(part) <= foot
        assert font_size(page.locator(".tv-rows .v").first) >= 72
        assert page.evaluate("document.documentElement.scrollHeight") == 1080

        assert every_fault(page) == []
        page.keyboard.press("d")
        assert found_by_axe(page) == []
        page.goto(f"/t/{sitting.uuid}/live/")
        assert every_fault(page) == []

    def test_pages_turn_by_themselves_and_by_keys(self, new_page, club, sign_in):
        sittings = [club.sitting(*FIVE) for _ in range(5)]
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

        club.deal(sittings[4], taker="Dora", called="Bob")
        ask_now(page)
        newest = page.locator(".tv-table:visible [data-newest]")
        expect(newest).to_contain_text("Dora", timeout=FOLLOWS)
        assert tables() == ["Table 5"]

        page.locator("[data-tv-pause]").click()
        page.clock.run_for(12_100)
        assert tables() == ["Table 1", "Table 2"]

        def of_another_program(route):
            route.continue_(url=f"{route.request.url}&build=old")

        page.route("**/live/board/**", of_another_program)
        with page.expect_navigation(timeout=FOLLOWS):
            ask_now(page)

    def test_awake_on_the_whole_screen_in_the_dark_by_the_clock_of_the_club(
        self, new_page, club, sign_in
    ):
        club.club.time_zone = "Pacific/Noumea"  # eleven hours ahead of UTC all year
        club.club.save()
        page = new_page(**TELEVISION, color_scheme="dark", timezone_id="America/Lima")
        page.clock.install()
        page.add_init_script(
            "navigator.wakeLock.request = async (kind) => { (window.woken ??= []).push(kind); }"
        )
        shown(page, sign_in, "Bob", TV)

        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert page.evaluate("window.woken") == ["screen", "screen"]

        face = page.locator("[data-clock]")
        told = face.get_attribute("datetime")[11:16]
        page.clock.run_for(1_200)  # the clock has ticked
        minutes = [int(time[:2]) * 60 + int(time[3:]) for time in (told, face.inner_text())]
        assert 0 <= (minutes[1] - minutes[0]) % (24 * 60) <= 1

        ground = "getComputedStyle(document.querySelector('.tv')).backgroundColor"
        assert page.evaluate(ground) == "rgb(255, 253, 248)"
        page.keyboard.press("d")
        assert page.evaluate(ground) == "rgb(24, 34, 30)"
        page.reload()
        assert page.evaluate(ground) == "rgb(24, 34, 30)"
        page.keyboard.press("d")
        assert page.evaluate(ground) == "rgb(255, 253, 248)"

        page.locator("[data-tv-full]").click()
        expect(page.locator("[data-tv-full]")).to_be_hidden()
        assert page.evaluate("document.fullscreenElement === document.documentElement")


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
