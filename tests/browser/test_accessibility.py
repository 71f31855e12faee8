"""Every page that a person sees can be used by everybody (WCAG 2.2 AA).

The pages are those of the access matrix outside tournaments, as the owner sees them and, where that
is another page, as a visitor does: a new address is visited as soon as it has its row. States that
the matrix does not set (empty, full, with an error) are added here.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client, override_settings
from playwright.sync_api import Error, Page

from clubs.models import Sitting
from tests.access.matrix import CLUB_ROWS
from tests.access.matrix.rows import Row
from tests.access.scene import Scene
from tests.browser.axe import faults_of_width, found_by_axe, in_the_dark
from tests.browser.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

PARTS = 4  # of the addresses, so that several processes share them
NARROW = {"width": 320, "height": 640}  # a laptop at 400 %

# Pages whose every element stands on another page that is looked at, under the same parent: a table
# that is closed asks the same of a correction, and is refused in the same words; a message of one
# line is like the next.
LIKE_ANOTHER = {
    *("deal_correct (closed)", "deal_restore", "deal_scores (closed)", "deal_void (closed)"),
    *("sitting_rules", "table_open (closed registration)"),
    *("account_confirm_email", "account_email_verification_sent", "account_inactive"),
    *("account_reset_password", "account_reset_password_done", "account_reset_password_from_key"),
    "account_reset_password_from_key_done",
    # Of these a table with twelve deals has all, and more.
    *("deal_record", "sitting_sheet", "sitting_summary"),
}

TARGETS = """() => {
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    // What a fold hides is laid out, but not as it is when somebody opens it.
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  // What a tap on it may hit: its label, or the place that its ::after covers.
  const target = (element) => {
    const label = element.closest("label") ?? element.labels?.[0];
    const isBox = element.matches("[type=radio], [type=checkbox]");
    if (label && shown(label) && (isBox || label.contains(element))) return label;
    if (getComputedStyle(element, "::after").position !== "absolute") return element;
    let place = element;
    while (getComputedStyle(place).position === "static") place = place.parentElement;
    return place;
  };
  // A grid is for the keyboard; a link in a sentence is as high as its line.
  const isSmall = (element) => element.closest("[role=grid]") !== null;
  const isProse = (element) =>
    element.matches("a") && !element.matches(".btn") &&
    element.closest("p, .error-list, .note, .foot, dd, small, .helptext, .form-text, .alert");
  const controls = document.querySelectorAll(
    "a[href], button, summary, select, textarea, input:not([type=hidden])",
  );
  return [...controls]
    .filter((element) => shown(target(element)) && !element.closest(".skip, .vh, [hidden]"))
    .filter((element) => !element.matches(".vh, .skip"))
    .map((element) => {
      const box = target(element).getBoundingClientRect();
      const least = isProse(element) ? 17 : isSmall(element) ? 24 : 44;
      return [element.outerHTML.slice(0, 110), box.width, box.height, least];
    })
    .filter(([, width, height, least]) => width < Math.min(least, 44) - 0.5 || height < least - 0.5)
    .map(([html, width, height]) => `${Math.round(width)}×${Math.round(height)} ${html}`);
}"""

# Of everything that can have the focus, what the dock then hides.
HIDDEN = """() => {
  const dock = document.querySelector(".dock, .fab-dock, .tabbar");
  if (!dock || getComputedStyle(dock).display === "none") return [];
  const found = [];
  const all = "main a[href], main button, main input, main summary";
  for (const element of document.querySelectorAll(all)) {
    if (dock.contains(element) || !element.getClientRects().length) continue;
    element.focus();
    if (document.activeElement !== element) continue;
    const [it, cover] = [element, dock].map((each) => each.getBoundingClientRect());
    if (it.top >= cover.top && it.top < cover.bottom) found.push(element.outerHTML.slice(0, 110));
  }
  return found;
}"""


@dataclass(frozen=True)
class Place:
    """A page, who looks at it, and how the site is set."""

    name: str
    path: str
    who: str = "Olivia"
    settings: tuple[tuple[str, object], ...] = ()


def answer_of(row: Row) -> str | None:
    """Who sees a page there: the owner, or somebody without an account where only they do."""
    if row.get["owner"] == "200":
        return "Olivia"
    return "" if row.get["visitor"] == "200" else None


def places(scene: Scene) -> list[Place]:
    """The addresses of the matrix, each as who sees a page there."""
    found = []
    assert {str(row) for row in CLUB_ROWS} >= LIKE_ANOTHER
    for row in CLUB_ROWS:
        if str(row) in LIKE_ANOTHER:
            continue
        who = answer_of(row)
        if who is not None:
            found.append(Place(str(row), row.path(scene), who, tuple(row.settings.items())))
    return found


def states(scene: Scene) -> list[Place]:
    """Empty, full, with void deals alone, corrected; and what a mistyped address gives."""
    cast = scene.cast
    five = ("Alice", "Bob", "Charlie", "Dora", "Olivia")
    tables: dict[str, Sitting] = {
        "empty": cast.sitting(*five),
        "full": cast.sitting(*five, rules="family"),
        "void": cast.sitting(*five),
    }
    for number in range(12):
        cast.deal(tables["full"], taker=five[number % 5], called="Alice", points=30 + 3 * number)
    cast.deal(tables["void"], kind="void", void_reason="all_pass")
    rests = {
        "empty": ["", "curve/", "summary/"],
        "full": ["", "summary/", "rules/", "new/"],
        "void": ["", "summary/"],
    }
    found = [
        Place(f"{rest or 'sheet'} ({name})", f"/t/{table.uuid}/{rest}")
        for name, table in tables.items()
        for rest in rests[name]
    ]
    empty_club = ["", "members/", "tables/", "settings/rules/"]
    found += [
        Place(f"{rest or 'home'} of an empty club", f"/c/ailleurs/{rest}", "Eve")
        for rest in empty_club
    ]
    return [
        *found,
        Place("nowhere", "/nowhere/"),
        Place("nowhere (visitor)", "/nowhere/", ""),
    ]


class Eyes:
    """Looks at page after page, as whoever it is told, and collects what is wrong with them."""

    def __init__(self, scene: Scene, open_page: Callable[..., Page], url: str, **device: object):
        self.scene = scene
        self.open_page = open_page
        self.device = device
        self.url = url
        self.pages: dict[str, Page] = {}
        self.faults: list[str] = []

    def page_of(self, who: str) -> Page:
        if who not in self.pages:
            page = self.pages[who] = self.open_page(**self.device)
            if who:
                client = Client()
                client.force_login(self.scene.cast.user(who))
                value = client.cookies["sessionid"].value
                page.context.add_cookies([{"name": "sessionid", "value": value, "url": self.url}])
        return self.pages[who]

    def visit(self, place: Place) -> Page | None:
        """The page, None for what is no page: a part of one, a file."""
        page = self.page_of(place.who)
        with override_settings(**dict(place.settings)):
            try:
                response = page.goto(place.path)
            except Error as error:
                if "Download is starting" in error.message:
                    return None
                raise
        is_there = response.request.redirected_from is None
        is_html = "html" in response.headers.get("content-type", "")
        return page if is_there and is_html and "<html" in response.text() else None

    def look(self, found: list[Place], check: Callable[[Page], list[str]]) -> int:
        """How many pages there were; what check finds is added to the faults."""
        count = 0
        for place in found:
            page = self.visit(place)
            if page is not None:
                count += 1
                self.faults += [f"{place.name}: {fault}" for fault in check(page)]
        return count


def violations(page: Page) -> list[str]:
    """At the end of the page, where nothing lies under the dock or the tabs; in light and dark. By
    every rule of axe, the ones beyond WCAG too."""
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    return [*found_by_axe(page), *in_the_dark(page)]


def small_targets(page: Page) -> list[str]:
    return list(page.evaluate(TARGETS))


def hidden_focus(page: Page) -> list[str]:
    return list(page.evaluate(HIDDEN))


@pytest.fixture
def scene() -> Scene:
    return Scene.set()


@pytest.fixture
def eyes(scene, new_page, live_server, trouble) -> Callable[..., Eyes]:
    trouble.expect("status of 40[4-5]")  # pages of refusals are pages too

    def open_eyes(**device: object) -> Eyes:
        return Eyes(scene, new_page, live_server.url, **device)

    return open_eyes


def part_of(found: list[Place], part: int) -> list[Place]:
    return found[part::PARTS]


def room(page: Page) -> list[str]:
    """What has none with very large text, and as narrow as a laptop at four times its size."""
    faults = [f"large text, {fault}" for fault in faults_of_width(page, text=150)]
    page.set_viewport_size(NARROW)
    faults += [f"narrow, {fault}" for fault in faults_of_width(page)]
    page.set_viewport_size(PHONE["viewport"])
    return faults


def everything(page: Page) -> list[str]:
    """Light and dark, for thumbs and the keyboard, and with little room."""
    return [*violations(page), *small_targets(page), *hidden_focus(page), *room(page)]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_on_a_phone(eyes, scene, part):
    look = eyes(**PHONE, color_scheme="light")
    found = [*places(scene), *states(scene)][part::PARTS]

    seen = look.look(found, everything)

    assert "\n".join(look.faults) == ""
    assert seen > len(found) / 2  # the others are parts of pages, and files


def test_colours_that_cannot_be_read_are_found_on_a_page_that_passed(phone):
    """Texts that look like others are not asked again (axe.py)."""
    phone.goto("/login/")
    before = violations(phone)
    paint = "(colours) => { document.querySelector('main h1').style.color = colours }"

    phone.evaluate(paint, "light-dark(#bbb, #999)")
    in_light = violations(phone)
    phone.evaluate(paint, "light-dark(#555, #444)")
    in_dark = violations(phone)

    assert before == []
    assert [fault.split(" ")[0] for fault in in_light] == ["color-contrast"]
    assert [fault.split(" ")[:2] for fault in in_dark] == [["dark,", "color-contrast"]]


def sent_empty(page: Page) -> list[str]:
    """Sends the main form as a browser without script would, and looks at the answer."""
    with page.expect_navigation():
        page.evaluate("document.querySelector('main form[method=post]').submit()")
    return violations(page)


def test_forms_that_come_back_with_errors(eyes, scene):
    look = eyes(**PHONE, color_scheme="light")
    table, empty = f"/t/{scene.open.uuid}", [("REGISTRATION", "open")]
    forms = [
        Place("sign in", "/login/", ""),
        Place("a code", "/login/link/", ""),
        Place("sign up", "/signup/", "", tuple(empty)),
        Place("another password", "/password/change/"),
        Place("new members", "/c/trois-bouts/members/add/"),
        Place("new rules", "/c/trois-bouts/settings/rules/new/"),
        Place("new club", "/start/", "Olivia", tuple(empty)),
        Place("new table", "/c/trois-bouts/tables/new/"),
        Place("new deal", f"{table}/new/"),
        Place("taking a deal back", f"{table}/1/void/"),
    ]

    for place in forms:
        with override_settings(**dict(place.settings)):
            assert look.look([place], sent_empty) == 1, place.name

    assert "\n".join(look.faults) == ""
