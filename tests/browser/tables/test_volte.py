"""An evening of the volte game on a phone, in Italian: taps, the pad, declarations, keys, and who
pays whom."""

from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Player, Sitting
from clubs.services.tables.sittings import record_deal
from tests.cast import Cast, make_player, totals

FOUR = ("Ada", "Berto", "Cleo", "Dino")
AT_TWO = {"base": "volte", "stake_per_point": 2}

pytestmark = pytest.mark.django_db(transaction=True)


class Thumb:
    """Deal entry, tapped by what the chips stand for: their words change with the language."""

    def __init__(self, page: Page, club: Cast, sitting: Sitting) -> None:
        self.page, self.club, self.sitting = page, club, sitting
        page.goto(f"/t/{sitting.uuid}/new/")

    def chip(self, name: str, value: str) -> None:
        self.page.locator(f"label:has(input[name='{name}'][value='{value}'])").tap()

    def take(self, taker: str, contract: str, honours: int, points: str) -> None:
        self.chip("taker", str(self.club.player(taker).uuid))
        self.chip("contract", contract)
        self.chip("honours", str(honours))
        for digit in points:
            self.page.locator(f"[data-key='{digit}']").tap()

    def save(self, number: int, *gains: str) -> None:
        """gains are what the bar over the fields says, in seat order."""
        expect(self.page.locator("#deltas li")).to_contain_text(list(gains))
        self.page.locator("[data-save]").tap()
        expect(self.page.locator("#deal-last .no")).to_contain_text(str(number))


@pytest.fixture
def thumb(phone: Page, sign_in: Callable[[Page, str], None], club: Cast, base_url: str) -> Thumb:
    sign_in(phone, "Alice")
    phone.context.add_cookies([{"name": "django_language", "value": "it", "url": base_url}])
    Player.objects.bulk_create(make_player(club.club, name) for name in FOUR)
    club.players.update({player.name: player for player in Player.objects.all()})
    return Thumb(phone, club, club.sitting(*FOUR, game="volte", rules=AT_TWO))


def test_an_evening_of_four_deals(thumb: Thumb) -> None:
    # v01: (6 + 25) × 1 = 31
    thumb.take("Ada", "liscio", 2, "47")
    expect(thumb.page.locator("html")).to_have_attribute("lang", "it")
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert thumb.page.evaluate(size) == [360, 740]
    expect(thumb.page.locator("[data-save]")).to_contain_text("Salva la mano")
    expect(thumb.page.locator("#verdict")).to_contain_text("6 + 25 = 31")
    expect(thumb.page.locator("[data-key=half]")).to_have_count(0)
    thumb.save(1, "+93", "−31", "−31", "−31")

    # v17: −(4 + 50) × 2 − 20 = −128; the black misery brings Cleo 30
    thumb.take("Berto", "due", 1, "47")
    thumb.page.locator("[data-fold=accuse] > summary").tap()
    thumb.chip("trionfi_0", "trionfi_10")
    thumb.chip("miseria_2", "miseria_nera")
    thumb.save(2, "+118", "−394", "+158", "+118")

    # v06: exactly the target
    thumb.take("Cleo", "quattro", 1, "51")
    expect(thumb.page.locator("#verdict .verdict")).not_to_have_class("v-gain v-loss")
    thumb.save(3, "0", "0", "0", "0")

    # v05 by the pile of the defence: 91 − 51 = 40, (4 + 300) × 12 = 3648
    thumb.take("Dino", "dodici", 3, "40")
    thumb.chip("counted", "defence")
    expect(thumb.page.locator("[name=points]")).to_have_value("51")  # the switch converts
    expect(thumb.page.locator("#verdict")).to_contain_text("(4 + 300) × 12 = 3.648")
    thumb.save(4, "−3", "−3", "−3", "+10")

    # 93 + 118 + 0 − 3648, −31 − 394 + 0 − 3648, −31 + 158 + 0 − 3648, −31 + 118 + 0 + 10944
    assert totals(thumb.sitting) == {"Ada": -3437, "Berto": -4073, "Cleo": -3521, "Dino": 11031}

    # At 2 a point, and 437 back for Ada at another table, from Cleo: −3000, −4073, −3958.
    pays(thumb.page, f"/t/{thumb.sitting.uuid}/summary/", Ada=6874, Berto=8146, Cleo=7042)
    other = second_table(thumb.club, Ada=437, Cleo=-437)
    league = thumb.club.league(game="volte")
    evening = thumb.club.evening(league, date(2025, 10, 3), thumb.sitting, other)
    pays(
        thumb.page,
        f"/c/trois-bouts/s/{league.uuid}/evenings/{evening.uuid}/",
        Berto=8146,
        Cleo=7916,
        Ada=6000,
    )


def pays(page: Page, path: str, **amounts: int) -> None:
    """Everybody pays Dino, who won it all."""
    page.goto(path)
    expect(page.locator("main")).to_contain_text("Chi paga chi")
    lines = page.locator(".payments li")
    expect(lines).to_have_count(len(amounts))
    for name, amount in amounts.items():
        expect(lines.filter(has_text=f"{name} a Dino").locator("b")).to_have_text(
            f"{amount // 100},{amount % 100:02}\N{NO-BREAK SPACE}€"
        )


def second_table(club: Cast, **scores: int) -> Sitting:
    sitting = club.sitting(*FOUR, game="volte", rules=AT_TWO)
    told = {str(club.player(name).uuid): scores.get(name, 0) for name in FOUR}
    record = {"kind": "scores", "label": "Vachette", "scores": told}
    record_deal(club.actor("Alice"), sitting, record, number=1, request_id=uuid4())
    return sitting


def test_by_keyboard(laptop: Page, sign_in: Callable[[Page, str], None], club: Cast) -> None:
    """Player 2, twelve times, no honour, 60 points: (4 + 300) × 12 = 3648."""
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules="volte")
    sign_in(laptop, "Alice")
    laptop.goto(f"/t/{sitting.uuid}/new/")

    laptop.keyboard.type("20060")
    expect(laptop.locator("#verdict")).to_contain_text("(4 + 300) × 12 = 3\u202f648")
    laptop.keyboard.press("Control+Enter")
    expect(laptop.locator("#deal-last .no")).to_contain_text("1")

    assert totals(sitting) == {"Alice": -3648, "Bob": 10944, "Charlie": -3648, "Dora": -3648}
