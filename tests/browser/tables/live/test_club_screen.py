"""The television of a club: read from afar, turned by itself or by keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables.live.conftest import FIVE, FOLLOWS, TELEVISION, TV, crowd, shown

pytestmark = pytest.mark.django_db(transaction=True)


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
