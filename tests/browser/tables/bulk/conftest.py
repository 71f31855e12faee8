"""A pile of paper at a laptop."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.conftest import LAPTOP

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


class Desk:
    """The page of bulk entry, and how many keys were pressed."""

    def __init__(self, page: Page, sitting: Sitting) -> None:
        self.page = page
        self.sitting = sitting
        self.keys = 0
        self.open()

    def open(self) -> None:
        self.page.goto(f"/t/{self.sitting.uuid}/bulk/")
        expect(self.cell("taker")).to_be_focused()

    def cell(self, name: str, row: int = 0):
        return self.page.locator(f"[name='row-{row}-{name}']")

    def says(self, name: str, row: int, text: str) -> None:
        expect(self.page.locator(f"#row-{row}-{name}-says")).to_have_text(text)

    def result(self, row: int, text: str) -> None:
        expect(self.page.locator(f"#row-{row}-result")).to_have_text(text)

    def gains(self, row: int, *gains: str) -> None:
        scores = self.page.locator(f"td[id^='row-{row}-score'] .num > [aria-hidden]")
        expect(scores).to_have_text(list(gains))

    def verdict(self, text: str) -> None:
        expect(self.page.locator("#bulk-verdict")).to_contain_text(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """One key for each letter; | is Enter."""
        self.press(*("Enter" if letter == "|" else letter for letter in text))

    def row(self, index: int) -> list[str]:
        cells = self.page.locator("tr[data-row]").nth(index).locator(".cell input")
        return [cell.input_value() for cell in cells.all()]

    def saved(self) -> None:
        self.page.wait_for_url(f"**/t/{self.sitting.uuid}/")


@pytest.fixture
def laptop(new_page: Callable[..., Page]) -> Page:
    return new_page(**{**LAPTOP, "locale": "en-GB"})


@pytest.fixture
def desk(laptop: Page, sign_in: Callable[[Page, str], None]) -> Callable[[Sitting], Desk]:
    def open_desk(sitting: Sitting) -> Desk:
        sign_in(laptop, "Alice")
        return Desk(laptop, sitting)

    return open_desk
