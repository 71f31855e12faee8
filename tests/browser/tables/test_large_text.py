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

TOO_WIDE = "(wraps) => wraps.filter((wrap) => wrap.scrollWidth > wrap.clientWidth).length"
HEIGHTS = "(rows) => rows.map((row) => row.offsetHeight)"
SLIM = """(chips) => chips.map((chip) => chip.getBoundingClientRect())
    .filter(({ width, height }) => width && (width < 44 || height < 44))"""

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
WHOLE = f"""(size) => {{
    document.documentElement.style.fontSize = size;
    const folds = [...document.querySelectorAll(".folds > .fold")];
    return [null, ...folds].flatMap((open) => {{
        for (const fold of folds) fold.open = fold === open;
        const width = document.documentElement.scrollWidth;
        const wide = width > {SMALL["width"]} ? [`${{width}} px wide`] : [];
        return [...wide, ...({BROKEN})(), ...({FAULTS})()];
    }});
}}"""


@pytest.fixture
def phone(new_page: Callable[..., Page], sign_in, club: Cast) -> Page:
    page = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": "en-GB"})
    sign_in(page, "Alice")
    return page


def test_the_summary_is_whole_on_narrow_phones(phone: Page, table, club: Cast) -> None:
    sitting = table("Bertrand", "Hugo", "Maximil.", "Nadia")
    for contract in ("garde_contre", "garde_contre", "prise", "garde", "garde_sans"):
        club.deal(sitting, taker="Maximil.", contract=contract, oudlers=3, points=65)
    for width in (360, 320):
        phone.set_viewport_size({"width": width, "height": 640})
        phone.goto(f"/t/{sitting.uuid}/summary/")
        heights = phone.locator("tr[data-player]").evaluate_all(HEIGHTS)
        assert len(set(heights)) == 1, "a name stands below its marker"
        assert phone.locator(".tbl-wrap").evaluate_all(CUT) == []
        assert phone.locator(".card:has(> .tbl-wrap, > .tbl) > *").evaluate_all(TOO_WIDE) == 0


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


def screens(table: Callable[..., Sitting], club: Cast) -> tuple[list[str], list[str]]:
    """Addresses of tables with what they ask and show at most: where columns and chips are others
    since fewer than six play; and everything else of a table of six and of each other game."""
    names = ("Gérard", "Anne-S.", "Hélène", "Maximil.", "Maëlle", "Barthol.")
    table(*names)  # so that they may sit at others
    found = []
    for count in (3, 4, 5, 6):
        sitting = club.sitting(*names[:count], rules=ASKED, active_count=count)
        for name in names[:3]:
            club.deal(sitting, taker=name, contract="garde_sans")
        found.append([f"/t/{sitting.uuid}/{rest}" for rest in ("", "new/")])
    *fewer, six = found
    six += ["/table/", "/c/trois-bouts/tables/", "/c/trois-bouts/tables/new/"]
    rests = ("curve/", "summary/", "rules/", "log/", "1/", "1/edit/", "1/void/", "invite/", "live/")
    rests = ("scores/", "scores/?vachette", "seats/", "bulk/", *rests)
    six += [f"/t/{sitting.uuid}/{rest}" for rest in rests]
    volte = club.sitting(*FOUR, game="volte", rules="volte")
    bolognese, _ = play_bolognese(club)
    for sitting in (volte, bolognese):
        rests = ("", "new/", "scores/", "seats/", "summary/", "rules/", "live/")
        six += [f"/t/{sitting.uuid}/{rest}" for rest in rests]
    return [path for paths in fewer for path in paths], six


def test_every_screen_of_a_table_is_whole(
    new_page: Callable[..., Page], sign_in, table, club: Cast
) -> None:
    """Large by the browser; the site's own setting is the same size (test_accessibility.py has it).
    Italian has longer words, and nothing else that is new; those of English are shorter."""
    fewer, others = screens(table, club)
    large = ("150%",)
    faults = []
    for language, sizes, paths in (
        ("fr-FR", ("", *large), [*fewer, *others]),
        ("it-IT", large, others),
    ):
        page = new_page(**{**PHONE, "viewport": SMALL, "locale": language})
        sign_in(page, "Charlie")
        for path in paths:
            page.goto(path)
            page.evaluate(TELL)
            for size in sizes:
                told = f"{path} in {language} at {size or '100%'}"
                faults += [f"{told}: {fault}" for fault in page.evaluate(WHOLE, size)]
        page.close()
    assert "\n".join(faults) == ""
