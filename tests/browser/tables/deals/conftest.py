"""Deal entry on a phone, as a thumb does it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from clubs.models import Player, Sitting
from tests.browser.conftest import PHONE
from tests.cast import Cast, make_player

SHEET = ("Nord", "Est", "Sud", "Ouest")
FIVE = ("Nadia", "Hugo", "Marc", "Élise", "Luc")
SIX = (*FIVE, "Rosa")


@pytest.fixture
def table(club: Cast) -> Callable[..., Sitting]:
    """table("Nord", "Est", …): an open session with new players of these names."""

    def sit(*names: str, **more: object) -> Sitting:
        Player.objects.bulk_create(make_player(club.club, name) for name in names)
        club.players.update({player.name: player for player in Player.objects.all()})
        return club.sitting(*names, active_count=more.pop("active_count", len(names)), **more)

    return sit


class Thumb:
    """A page of deal entry, and how often it was tapped."""

    def __init__(self, page: Page, sitting: Sitting) -> None:
        self.page = page
        self.sitting = sitting
        self.taps = 0
        page.goto(f"/t/{sitting.uuid}/new/")

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def chip(self, name: str, label: str) -> None:
        """The chip that says so now: "Alone" stands in the taker's own place."""
        group = self.page.locator(f"label.chip:has([name={name}])")
        words = re.compile(rf"^{re.escape(label)}$")
        self.tap(group.filter(has=self.page.locator(".n:visible", has_text=words)))

    def take(self, taker: str, contract: str, oudlers: int, points: str, *called: str) -> None:
        self.chip("taker", taker)
        for index, holder in enumerate(called):
            self.chip(f"called_{index}", holder)
        self.chip("contract", contract)
        self.chip("oudlers", str(oudlers))
        self.type_points(points)

    def type_points(self, points: str) -> None:
        for digit in points:
            self.key(digit)

    def key(self, digit: str) -> None:
        key = {"½": "half", "←": "back"}.get(digit, digit)
        self.tap(self.page.locator(f"[data-key='{key}']"))

    def fold(self, name: str) -> None:
        self.tap(self.page.locator(f"[data-fold={name}] > summary"))

    def says(self, text: str) -> None:
        expect(self.page.locator("#verdict")).to_contain_text(text)

    def gains(self, *gains: str) -> None:
        """The bar over the fields, in seat order: "+144", "−72", "rests"."""
        expect(self.page.locator("#deltas li")).to_contain_text(list(gains))

    def save(self) -> None:
        self.tap(self.page.locator("[data-save]"))

    def saved(self, number: int) -> None:
        """It stands over the fields of the next deal, of which nothing is typed yet."""
        expect(self.page.locator("#deal-last .no")).to_have_text(f"Deal {number}")
        expect(self.page.locator("h1:visible")).to_have_text(f"Deal {number + 1}")

    def totals(self) -> list[str]:
        """The running totals as the chips show them."""
        return self.page.locator(".taker small .num").all_inner_texts()


@pytest.fixture
def thumb(phone: Page, sign_in: Callable[[Page, str], None]) -> Callable[[Sitting], Thumb]:
    def open_entry(sitting: Sitting) -> Thumb:
        sign_in(phone, "Alice")
        return Thumb(phone, sitting)

    return open_entry


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(**{**PHONE, "locale": "en-GB"})
