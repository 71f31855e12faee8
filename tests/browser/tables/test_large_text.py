"""Pages of a table on narrow phones, and with large text that the browser sets, not the site."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.axe import BROKEN
from tests.browser.conftest import PHONE
from tests.browser.layout import FAULTS
from tests.browser.tables.deals.conftest import table
from tests.cast import Cast
from tests.italian_games import FOUR, play_bolognese

__all__ = ["table"]

NAMES = ("Gérard", "Luc", "Hélène", "Nadia", "Maëlle")
SMALL = {"width": 320, "height": 568}
LARGE = "document.documentElement.style.fontSize = '130%'"
CUT = """(parts) => parts.filter((part) => {
    const isCut = getComputedStyle(part).overflow !== "visible";
    return isCut && part.scrollWidth > part.clientWidth;
}).map((part) => part.textContent)"""
LINES = """(heads) => heads.map((head) => {
    const range = document.createRange();
    range.selectNodeContents(head.firstChild);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
})"""

HEIGHTS = "(rows) => rows.map((row) => row.offsetHeight)"
SLIM = """(chips) => chips.map((chip) => chip.getBoundingClientRect())
    .filter(({ width, height }) => width && (width < 44 || height < 44))"""

SIZES = {  # by the browser, then by the site
    "100 %": ("", "100"),
    "150 %": ("150%", "100"),
    "the site's 150 %": ("", "150"),
}
ASKED = {
    "base": "family",
    "vachette": 60,
    "stake_per_point": 5,
    "currency": "EUR",
    "asked": {"called_cards": True, "which_oudlers": True, "parole": True},
    "misere": {"enabled": True},
    "petit_chelem": {"enabled": True},
    "defence_chelem": {"enabled": True},
}
# Of each group that one sees, what its second field offers; then the points.
TELL = """() => {
    const fields = document.querySelectorAll(".deal label > [type=radio]:not([name=dealer])");
    for (const [, second] of Object.values(Object.groupBy(fields, ({ name }) => name)))
        if (second?.closest("label").checkVisibility()) second.click();
    for (const key of "52") document.querySelector(`[data-pad] [data-key='${key}']`)?.click();
}"""
# In one question for each size: as the page comes, then with each bonus unfolded alone.
WHOLE = f"""([size, text]) => {{
    document.documentElement.style.fontSize = size;
    document.documentElement.dataset.text = text;
    const folds = [...document.querySelectorAll(".folds > .fold")];
    return [null, ...folds].flatMap((open) => {{
        for (const fold of folds) fold.open = fold === open;
        const width = document.documentElement.scrollWidth;
        const wide = width > {SMALL["width"]} ? [`${{width}} px wide`] : [];
        return [...wide, ...({BROKEN})(), ...({FAULTS})()];
    }});
}}"""


@pytest.fixture
def sitting(table: Callable[..., Sitting], club: Cast) -> Sitting:
    sitting = table(*NAMES)
    contracts = ("prise", "garde", "garde_sans", "garde_contre")
    for contract in contracts:
        club.deal(sitting, taker="Luc", called=["Nadia"], contract=contract)
    return sitting


@pytest.fixture
def phone(new_page: Callable[..., Page], sign_in, club: Cast) -> Page:
    page = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": "en-GB"})
    sign_in(page, "Alice")
    return page


def test_a_name_of_the_ranking_stands_beside_its_marker(phone: Page, table, club: Cast) -> None:
    sitting = table("Bertrand", "Hugo", "Maximil.", "Nadia")
    for _ in range(2):
        club.deal(sitting, taker="Maximil.", contract="garde_contre", oudlers=3, points=65)
    for width in (360, 320):
        phone.set_viewport_size({"width": width, "height": 640})
        phone.goto(f"/t/{sitting.uuid}/summary/")
        heights = phone.locator("tr[data-player]").evaluate_all(HEIGHTS)
        assert len(set(heights)) == 1
        assert phone.locator(".tbl-wrap").evaluate_all(CUT) == []


def test_the_handfuls_of_a_narrow_phone_are_whole(new_page, sign_in, table, club: Cast) -> None:
    page = new_page(**{**PHONE, "viewport": SMALL, "locale": "it-IT"})
    sign_in(page, "Alice")
    page.goto(f"/t/{table('Bertrand', 'Hugo', 'Maximil.', 'Nadia').uuid}/new/")
    page.locator("[data-fold=poignee] > summary").tap()

    assert page.locator(".chip > .n:not(.own)").evaluate_all(CUT) == []
    assert page.locator(".bonus .chip").evaluate_all(SLIM) == []
    place = page.locator(".appbar .sub")
    place.evaluate("(place) => place.textContent = 'Mercoledì 30 settembre'")
    assert place.evaluate_all(CUT) == []


def test_the_sheet_of_a_guest_has_room_on_a_narrow_phone(new_page, table, club: Cast) -> None:
    sitting = table("Bertrand", "Camille", "Jean-P.", "Maximil.", "Élise")
    club.deal(sitting, taker="Camille", called=["Élise"])
    guest = new_page(**{**PHONE, "viewport": SMALL})
    guest.goto(f"/s/{club.link(sitting).token}/")  # deal entry, and its styles

    guest.locator("[data-back]:visible").tap()

    heads = guest.locator("thead th[data-player]")
    expect(heads.last).to_be_visible()
    assert heads.evaluate_all(LINES) == [1] * 5
    assert guest.locator("[data-guest-asked]:visible > summary").bounding_box()["width"] > 250


def test_the_tables_of_the_summary_fit_their_cards(phone: Page, sitting: Sitting) -> None:
    phone.goto(f"/t/{sitting.uuid}/summary/")

    too_wide = "(wraps) => wraps.filter((wrap) => wrap.scrollWidth > wrap.clientWidth).length"
    assert phone.locator(".card:has(> .tbl-wrap, > .tbl) > *").evaluate_all(too_wide) == 0


def test_a_menu_of_the_bar_opens_on_the_screen(phone: Page, sign_in, club: Cast) -> None:
    sign_in(phone, "Charlie")  # whose bar has another button after the menu's
    league = club.league()
    phone.goto(f"/c/trois-bouts/s/{league.uuid}/")
    phone.evaluate(LARGE)

    phone.locator(".appbar .menu > summary").first.tap()
    box = phone.locator(".appbar .menu[open] .menu-list").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_the_pairs_stay_close_under_what_the_deal_brings(phone: Page, club: Cast) -> None:
    sitting = club.sitting(
        "Alice", "Bob", "Charlie", "Dora", game="bolognese", rules={"target": 300}, active_count=4
    )
    phone.goto(f"/t/{sitting.uuid}/new/")
    phone.evaluate("scrollTo(0, 300)")

    outcome = phone.locator(".outcome").bounding_box()
    pairs = phone.locator(".duo-h").first.bounding_box()
    assert abs(pairs["y"] - (outcome["y"] + outcome["height"])) <= 1.5


def screens(table: Callable[..., Sitting], club: Cast, *counts: int) -> list[str]:
    """The addresses of tables of so many and of each other game, with what they ask and show at
    most."""
    names = ("Gérard", "Anne-S.", "Hélène", "Maximil.", "Maëlle", "Barthol.")
    table(*names)  # so that they may sit at others
    found = ["/table/", "/c/trois-bouts/tables/", "/c/trois-bouts/tables/new/"]
    for count in counts:
        sitting = club.sitting(*names[:count], rules=ASKED, active_count=count)
        for name in names[:3]:
            club.deal(sitting, taker=name, contract="garde_sans")
        found += [f"/t/{sitting.uuid}/{rest}" for rest in ("", "new/", "scores/", "seats/")]
    rests = ("curve/", "summary/", "rules/", "log/", "1/", "1/edit/", "1/void/", "invite/", "live/")
    found += [f"/t/{sitting.uuid}/{rest}" for rest in ("scores/?vachette", "bulk/", *rests)]
    volte = club.sitting(*FOUR, game="volte", rules="volte")
    bolognese, _ = play_bolognese(club)
    for sitting in (volte, bolognese):
        rests = ("", "new/", "scores/", "seats/", "summary/", "rules/", "live/")
        found += [f"/t/{sitting.uuid}/{rest}" for rest in rests]
    return found


@pytest.mark.parametrize(
    ("language", "sizes", "counts"),
    [  # of the languages the longest words at all
        ("fr-FR", [*SIZES], (3, 4, 5, 6)),
        ("en-GB", ["150 %"], (6,)),
        ("it-IT", ["150 %"], (6,)),
    ],
    ids=["fr", "en", "it"],
)
def test_every_screen_of_a_table_is_whole(
    new_page: Callable[..., Page], sign_in, table, club: Cast, language, sizes, counts
) -> None:
    page = new_page(**{**PHONE, "viewport": SMALL, "locale": language})
    sign_in(page, "Charlie")
    faults = []
    for path in screens(table, club, *counts):
        page.goto(path)
        page.evaluate(TELL)
        for size in sizes:
            faults += [f"{path} at {size}: {fault}" for fault in page.evaluate(WHOLE, SIZES[size])]
    assert "\n".join(faults) == ""
