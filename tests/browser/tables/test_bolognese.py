"""A match of Tarocco bolognese on a phone, in Italian: as counted, by the cards, and to its end."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Player, Sitting
from clubs.services.tables.sittings import record_deal
from tests.browser.axe import found_by_axe, in_the_dark
from tests.browser.conftest import PHONE
from tests.browser.network import in_view
from tests.browser.polls import ask_now
from tests.cast import Cast, make_player, totals

FOLDS = ("accusi", "called_out", "penalties")
FOUR = ("Nora", "Wanda", "Sergio", "Elio")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    Player.objects.bulk_create(make_player(club.club, name) for name in FOUR)
    club.players.update({player.name: player for player in Player.objects.all()})
    return club.sitting(*FOUR, game="bolognese", rules={"target": 300}, active_count=4)


def open_deal(page: Page, sitting: Sitting) -> None:
    page.goto(f"/t/{sitting.uuid}/new/")


def brings(page: Page, *told: str) -> None:
    expect(page.locator("#deltas li")).to_contain_text(list(told))


def save(page: Page, number: int) -> None:
    page.locator("[data-save]").tap()
    expect(page.locator("#deal-last .no")).to_contain_text(str(number))


def chip(page: Page, name: str, value: str) -> None:
    page.locator(f"label.chip:has([name={name}][value='{value}'])").tap()


def cards_shown(page: Page) -> tuple[str, list[str], str]:
    """What the page says of both piles, which cards may be given, and which one is assumed."""
    options = page.locator("#passed option").all_inner_texts()
    return page.locator("#piles").inner_text(), options, page.locator("#passed").inner_text()


def test_a_match_to_its_end(
    new_page: Callable[..., Page], sign_in: Callable[[Page, str], None], sitting: Sitting
) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": "it-IT"})
    sign_in(page, "Alice")

    # As counted: three Kings and three Queens 17 + 14, a Grande of 3 for 10, 58 against 29.
    previews: list[str] = []
    page.on("request", lambda r: previews.append(r.url) if "/preview/" in r.url else None)
    open_deal(page, sitting)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    folds = [page.locator(f"[data-fold={name}] > summary") for name in FOLDS]
    for fold in folds:
        fold.tap()
    assert [*found_by_axe(page), *in_the_dark(page)] == []
    for fold in folds:
        fold.tap()
    for rank in ("re", "regine"):
        page.locator(f"[name=cric_ns_{rank}]").tap()
        expect(page.locator(f"[name=cric_ns_{rank}]")).to_have_value("3")
    page.locator("[name=seq_ns_grande]").select_option("3")
    page.locator("[data-save]").tap()  # too early: it asks, and saves nothing
    expect(page.locator("#verdict")).to_contain_text("?")
    page.locator("[name=scartini_ew]").fill("29")
    expect(page.locator("[name=scartini_ns]")).to_have_attribute("placeholder", "58")
    chip(page, "last_trick", "ns")
    brings(page, "105", "29")  # 10 + 31 + 58 + 6
    expect(page.locator("#verdict span")).to_have_text(["Nora e Sergio +76", "partita 105 : 29"])
    expect(page.locator("#deltas [data-terms]")).to_have_text(["10 + 31 + 58 + 6", ""])
    assert previews == []  # the phone counts
    save(page, 1)
    expect(page.locator(".deal .match-line b")).to_have_text(["105", "29"])

    # By the cards: example b06, 245 against 66. The match to 300 is over.
    chip(page, "entry", "cards")
    expect(page.locator("[name=seq_ns_grande]")).to_be_hidden()
    chip(page, "pile_pair", "ew")
    for card in ["MON", "SOL", "T16", "BEG", "DK", "DF", "DA", "SQ", "SC", "SF", "CF", "BC", "BA"]:
        chip(page, "cards", card)
    piles = page.locator("#piles section")
    expect(piles.locator("span")).to_have_text(["48 carte", "14 carte"])
    expect(piles.locator("dd")).to_have_text(["150", "31", "58", "25", "12", "29"])
    expect(piles.nth(1).locator("p").last).to_have_text("Fanti di 3: 12")
    expect(page.locator("#passed [data-assumed]")).to_contain_text("6 di danari")
    expect(page.locator("#passed option")).to_have_count(49)  # 48 beside the Matto, and none
    assert found_by_axe(page) == []
    told = cards_shown(page)
    chip(page, "last_trick", "ns")
    brings(page, "245", "66")
    expect(page.locator("#verdict")).to_contain_text("Nora e Sergio vincono la partita, 350 : 95")
    save(page, 2)
    expect(page.locator("#piles section, #passed select")).to_have_count(0)
    page.goto(f"/t/{sitting.uuid}/2/edit/")  # as the server has it
    assert cards_shown(page) == told
    page.locator("#passed select").select_option("MO1")  # a Moor less for its owners
    expect(piles.locator("dd")).not_to_have_text(["150", "31", "58", "25", "12", "29"])
    expect(page.locator("#passed [data-assumed]")).to_be_hidden()
    assert previews == []  # the phone counts
    open_deal(page, sitting)

    # The next deal opens the next match.
    expect(page.locator(".deal .match-line b").first).to_have_text("0")
    page.goto(f"/t/{sitting.uuid}/")
    expect(page.locator("#match")).to_contain_text("Nora e Sergio hanno vinto: 350 a 95")
    assert totals(sitting)["Nora"] == 105 - 29 + 245 - 66


def test_deals_that_wait_say_what_they_are(
    new_page: Callable[..., Page],
    sign_in: Callable[[Page, str], None],
    sitting: Sitting,
    club: Cast,
    trouble,
) -> None:
    """Two without network: one as counted, and one by the cards of a pile that has none. The match
    goes on with them."""
    trouble.expect("ERR_|console: htmx:")
    told = {
        "entry": "quick",
        "last_trick": "ns",
        "quick": {
            "ns": {"sequences": 10, "cricche": 31, "scartini": 58},
            "ew": {"sequences": 0, "cricche": 0},
        },
    }
    record_deal(club.actor("Alice"), sitting, told, number=1, request_id=uuid4())
    page = new_page(**{**PHONE, "locale": "en-GB"})
    sign_in(page, "Alice")
    open_deal(page, sitting)
    line = page.locator(".deal .match-line b")
    expect(line).to_have_text(["105", "29"])  # 10 + 31 + 58 + 6
    page.context.set_offline(True)

    page.locator("[name=scartini_ew]").fill("47")
    chip(page, "last_trick", "ew")
    expect(page.locator("#verdict span")).to_have_text(["Wanda and Elio +13", "match 145 : 82"])
    page.locator("[data-save]").tap()
    expect(page.locator("h1:visible")).to_have_text("Deal 3")
    expect(page.locator("[name=scartini_ns]")).to_have_attribute("placeholder", "··")
    expect(line).to_have_text(["145", "82"])
    expect(page.locator(".deal .match-line span")).to_have_text(["155 to go", "218 to go"])
    expect(page.locator(".deal [data-as-of]")).to_be_hidden()

    chip(page, "entry", "cards")
    chip(page, "pile_pair", "ew")
    page.locator("[name=no_cards]").check()
    chip(page, "last_trick", "ns")
    won = "Nora and Sergio win the match, 1,084 : 82"  # 145 + 939
    expect(page.locator("#verdict span")).to_have_text(["Nora and Sergio +939", won])
    page.locator("[data-save]").tap()
    expect(page.locator("h1:visible")).to_have_text("Deal 4")
    expect(line).to_have_text(["0", "0"])  # the next match
    page.locator(".deal details[data-menu] > summary").tap()
    page.get_by_role("button", name="Misdeal").tap()
    expect(page.locator("h1:visible")).to_have_text("Deal 5")
    expect(page.locator(".deal .match-line span")).to_have_text(["300 to go", "300 to go"])
    chip(page, "entry", "quick")
    page.locator("[name=scartini_ew]").fill("29")
    chip(page, "last_trick", "ns")
    expect(page.locator("#verdict span")).to_have_text(["Nora and Sergio +35", "match 64 : 29"])
    page.locator(in_view("[data-queue] summary")).first.tap()
    second = page.locator(in_view("[data-queue-list] li"), has_text="Deal 2")
    second.get_by_role("button", name="Correct").tap()
    expect(line).to_have_text(["105", "29"])  # as it stood then
    expect(page.locator("#verdict span")).to_have_text(["Wanda and Elio +13", "match 145 : 82"])
    page.locator("[data-save]").tap()
    expect(page.locator("h1:visible")).to_have_text("Deal 5")
    expect(line).to_have_text(["0", "0"])
    page.locator(in_view("[data-queue] summary")).first.tap()
    expect(page.locator(in_view("[data-row-words]"))).to_have_text(
        [
            "Misdeal",
            "pile of Wanda and Elio, cards: 0, last trick: Nora and Sergio",
            "card count 40 : 47, last trick: Wanda and Elio",
        ]
    )
    page.context.set_offline(False)
    ask_now(page)

    for _ in range(200):
        if sitting.deals.count() == 4:
            break
        page.wait_for_timeout(50)
    # 76; then 40 against 47 + 6; then 550 + 296 + 87 + 6
    assert totals(sitting)["Nora"] == 76 - 13 + 939
