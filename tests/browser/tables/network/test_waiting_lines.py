"""The line of a deal that waits says what it will say once the server has it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

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
    lose_network(page)
    return entry


def lose_network(page: Page) -> None:
    """Once the sheet is there with its scripts."""
    page.locator("[data-back]:visible").tap()
    expect(page.locator("[data-sheet]")).to_be_visible()
    page.locator("[data-new-deal]:visible").first.tap()
    expect(page.locator("[data-save]")).to_be_visible()
    page.context.set_offline(True)


def lines_shown(page: Page, lines: Locator, count: int) -> tuple[list, ...]:
    """The cells of the newest lines, their contracts, and the ranking of the table."""
    ranking = page.locator("#sheet-totals :is(.who, .num > [aria-hidden])")
    ranked = [text.strip() for text in ranking.all_inner_texts()]
    contracts = lines.locator(".ct").all_text_contents()
    return lines.evaluate_all(CELLS)[:count], contracts[:count], ranked


def same_when_stored(page: Page, count: int) -> list[list]:
    """The cells of the lines that wait, the newest first."""
    page.locator("[data-back]:visible").tap()
    waiting = page.locator("tr.waits")
    expect(waiting).to_have_count(count)
    before = lines_shown(page, waiting, count)

    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    stored = page.locator("tr[data-deal]")
    expect(stored).to_have_count(1 + count, timeout=60_000)
    expect(waiting).to_have_count(0)
    assert before == lines_shown(page, stored, count)
    return before[0]


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
    taker = wide.locator(".taker .chip:visible .n")
    expect(taker).to_have_text(["Hugo", "Marc", "Élise", "Luc"])  # who deals rests
    entry.take("Hugo", "Garde", 3, "91")
    entry.fold("chelem")
    wide.locator("label:has([name=chelem][value=announced_made])").tap()
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")
    expect(taker).to_have_text(["Nadia", "Marc", "Élise", "Luc"])
    entry.gains("·", "rests", "·", "·", "·")

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


def quick(page: Page, scartini: str, last_trick: str) -> None:
    page.locator("[name=scartini_ns]").fill(scartini)
    page.locator(f"label:has([name=last_trick][value={last_trick}])").tap()


def board_now(page: Page) -> list[str]:
    """What the match of the sheet says where it is seen, line by line. A sheet that is replaced
    while it is read gives the texts of its source, with their spaces."""
    lines = page.locator("#match :is(h2, dt, dd, p):visible").all_inner_texts()
    return [" ".join(line.split()) for line in lines]


def lost(route: Route) -> None:
    """Pages come, and no deal arrives."""
    if route.request.method == "POST":
        route.abort("internetdisconnected")
    else:
        route.continue_()


def bolognese(wide: Page, table: Callable[..., Sitting], target: int) -> Thumb:
    """A table of which deal 1 is stored: the first pair has 46, the other one 47."""
    rules = {"target": target}
    entry = Thumb(wide, table(*SHEET, game="bolognese", rules=rules, active_count=4))
    quick(wide, "40", "ns")
    entry.save()
    entry.saved(1)
    lose_network(wide)
    expect(wide.locator("tr[data-deal]")).to_have_count(1)
    return entry


def test_the_board_of_a_match(wide, table):
    """Two deals, of which the first wins the match and the second one opens the next."""
    entry = bolognese(wide, table, target=100)
    quick(wide, "60", "ns")  # 46 + 66 to 47 + 27
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")
    quick(wide, "20", "ew")  # 20 to 67 + 6
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 4")
    wide.locator("[data-back]:visible").tap()
    expect(wide.locator("tr.waits")).to_have_count(2)

    lines, waiting = lines_shown(wide, wide.locator("tr.waits"), 2), board_now(wide)
    wide.route("**/new/", lost)
    wide.context.set_offline(False)
    wide.reload()  # the scripts of deal entry come later
    expect(wide.locator("tr.waits")).to_have_count(2)
    expect(wide.locator("#match h2")).to_contain_text("Match 2")
    assert board_now(wide) == waiting
    wide.unroute("**/new/")
    wide.evaluate("dispatchEvent(new Event('online'))")
    expect(wide.locator("tr[data-deal]")).to_have_count(3, timeout=60_000)
    expect(wide.locator("#match[data-carried]")).to_have_count(0)

    cells, _contracts, ranking = lines_shown(wide, wide.locator("tr[data-deal]"), 2)
    assert (lines[0], lines[2]) == (cells, ranking)
    assert [cell[0] for cell in cells[1]] == ["", "dr", "", ""]  # no column of facts
    stored = board_now(wide)
    assert stored[:-1] == waiting[:-1]
    assert stored[0] == "Match 2, to 100 · 1 deal"
    assert stored[2] == "20 80 to go · 1 match won"
    assert waiting[-1] == "The match before: Nord and Sud win the match, 112 : 74"
    assert stored[-1] == "The match before: Nord and Sud won: 112 to 74"


@pytest.mark.usefixtures("counted_by_server")
def test_the_board_of_a_match_that_the_phone_cannot_count(wide, table):
    entry = bolognese(wide, table, target=100)
    quick(wide, "60", "ns")
    entry.save()
    expect(wide.locator("h1:visible")).to_have_text("Deal 3")
    expect(wide.locator(".deal .match-line b")).to_have_text(["46", "47"])
    expect(wide.locator(".deal [data-as-of]")).to_contain_text("before deal 2")

    wide.locator("[data-back]:visible").tap()

    said = "As it stood before deal 2; what came after is not counted here."
    assert board_now(wide)[-1] == said
    assert board_now(wide)[2] == "46 54 to go"
