"""The line of a deal that waits says what it will say once the server has it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.conftest import PHONE
from tests.browser.tables.deals.conftest import FIVE, SHEET, Thumb, table
from tests.cast import Cast

__all__ = ["table"]
WIDE = {**PHONE, "viewport": {"width": 1366, "height": 900}, "locale": "en-GB"}
CARDS = {"base": "family", "asked": {"called_cards": True}}
# Of each cell its class, what is read, what its signs are called, and how many dots it has.
CELLS = """(rows) => rows.map((row) => [...row.cells].slice(1).map((cell) => [
    cell.className,
    cell.textContent.trim().replace(/\\s+/g, " "),
    [...cell.querySelectorAll("svg")].map((sign) =>
        [sign.firstElementChild.getAttribute("href").split("#")[1], sign.ariaLabel]),
    cell.querySelectorAll(".pips > b").length,
]))"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wide(new_page: Callable[..., Page], sign_in, trouble, club: Cast) -> Page:
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:|console: Failed to fetch")
    page = new_page(**WIDE)
    sign_in(page, "Alice")
    return page


def away(page: Page, sitting: Sitting) -> Thumb:
    entry = Thumb(page, sitting)
    expect(page.locator("[data-sheet]")).to_have_count(1)  # it came meanwhile
    page.context.set_offline(True)
    return entry


def same_when_stored(page: Page, count: int) -> list[list]:
    """The cells of the lines that wait, the newest first."""
    page.locator("[data-back]:visible").tap()
    waiting = page.locator("tr.waits")
    expect(waiting).to_have_count(count)
    told = waiting.evaluate_all(CELLS)
    contracts = waiting.locator(".ct").all_text_contents()

    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    stored = page.locator("tr[data-deal]")
    expect(stored).to_have_count(1 + count, timeout=60_000)
    expect(waiting).to_have_count(0)
    assert told == stored.evaluate_all(CELLS)[:count]
    assert contracts == stored.locator(".ct").all_text_contents()[:count]
    return told


def signs(row: list) -> list[str]:
    return [label for cell in row for _icon, label in cell[2]]


def test_of_french_tarot(wide, table, club):
    sitting = table(*FIVE, rules=CARDS)
    club.deal(sitting, taker="Nadia", called=["Hugo"], dealer="Luc")
    entry = away(wide, sitting)

    entry.take("Hugo", "G. sans", 2, "45½", "Marc")
    wide.get_by_role("radio", name="Hearts").tap()
    entry.fold("poignee")
    wide.locator("label:has([name=poignee_4][value=double])").tap()  # no single one of the taker
    entry.fold("petit_au_bout")
    wide.locator("label:has([name=petit_au_bout][value=defence])").tap()
    entry.fold("misere")
    wide.locator("label:has([name=misere_0][value=trumps])").tap()
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")
    entry.take("Marc", "Garde", 1, "40", "Alone")
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 4")

    [alone, marked] = same_when_stored(wide, 2)

    assert signs(marked) == [
        "Called: King of hearts",
        "Handful: double (Luc)",
        "Petit at the end for the defence",
        "Misère: Nadia, no trumps",
    ]
    assert alone[0][1] == "Marc, alone"


def test_of_a_slam_and_who_rests(wide, table, club):
    sitting = table(*FIVE, active_count=4)
    club.deal(sitting, taker="Nadia", dealer="Luc")
    entry = away(wide, sitting)
    entry.take("Hugo", "Garde", 3, "91")
    entry.fold("chelem")
    wide.locator("label:has([name=chelem][value=announced_made])").tap()
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")

    [row] = same_when_stored(wide, 1)

    assert signs(row) == ["Slam, announced and made"]
    assert [cell[1] for cell in row if "rs" in cell[0]]


def test_of_volte(wide, table, club):
    sitting = table(*SHEET, rules={"base": "volte", "stake_per_point": 2}, game="volte")
    club.deal(sitting, taker="Nord", contract="due", honours=1, points=47)
    entry = away(wide, sitting)
    entry.chip("taker", "Est")
    wide.locator("label:has([name=contract][value=due])").tap()
    wide.locator("label:has([name=honours][value='2'])").tap()
    for digit in "47":
        entry.key(digit)
    entry.fold("accuse")
    wide.locator("label:has([name=miseria_2][value=miseria_nera])").tap()
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")

    [row] = same_when_stored(wide, 1)

    assert signs(row) == ["Black misery of Sud"]


def test_of_tarocco_bolognese(wide, table):
    entry = Thumb(wide, table(*SHEET, game="bolognese", rules={"target": 700}, active_count=4))

    def tell(scartini: str) -> None:
        wide.locator("[name=scartini_ns]").fill(scartini)
        wide.locator("label:has([name=last_trick][value=ns])").tap()

    tell("40")
    entry.save()
    entry.saved(1)
    expect(wide.locator("[data-sheet] table")).to_have_count(1)
    wide.context.set_offline(True)
    tell("60")
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")

    [row] = same_when_stored(wide, 1)

    assert [cell[0] for cell in row] == ["", "dr", "", ""]  # its sheet has no column of facts
