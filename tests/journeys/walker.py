"""Somebody with a browser, who sees what is on the page and nothing else."""

import re
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect

Words = str | re.Pattern[str]  # all the words of a control, or a pattern that finds them

WITHOUT_FACES = """(places) => {
  const faces = places.flatMap((place) => [...place.querySelectorAll(".avatar")]);
  for (const face of faces) face.style.display = "none";
  const texts = places.map((place) => place.innerText);
  for (const face of faces) face.style.display = "";
  return texts;
}"""


class Walker:
    """Starts at the front page, then follows links, presses buttons and fills fields, each by the
    words that the page shows. No field is named as the code names it, and no address is typed but
    one that somebody read on a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.goto("/")

    # Where to

    def follow(self, words: Words, within: str = "body") -> None:
        """The link that says so; the page it leads to is there when this returns."""
        self._leave(self._shown("link", words, within))

    def press(self, words: Words, within: str = "body") -> None:
        """A button that sends its form: the answer is there when this returns."""
        self._leave(self._shown("button", words, within))

    def touch(self, words: Words, within: str = "body") -> None:
        """A button, or a link within the page, that changes the page where one is."""
        found = self._page.locator(within)
        button = found.get_by_role("button", name=_whole(words))
        link = found.get_by_role("link", name=_whole(words))
        button.or_(link).filter(visible=True).first.click()

    def unfold(self, words: str, within: str = "body") -> None:
        summary = self._page.locator(within).locator("summary:visible", has_text=words)
        summary.first.click()

    def reload(self) -> None:
        self._page.reload()

    def home(self) -> None:
        """The front page once more, as by the icon on a phone's screen."""
        self._page.goto("/")

    def open(self, address: str) -> None:
        """An address as a page shows it to be copied by hand."""
        self._page.goto(f"http://{address}/")

    # What is typed

    def fill(self, label: str, text: str) -> None:
        self._field(label).fill(text)

    def send(self, label: str, text: str) -> None:
        """Types into the field and ends with Enter."""
        field = self._field(label)
        field.fill(text)
        field.press("Enter")

    def select(self, label: str, option: str) -> None:
        """The page is as the choice leaves it when this returns."""
        self._field(label).select_option(label=option)
        expect(self._page.locator(".htmx-request")).to_have_count(0)

    def attach(self, label: str, path: Path) -> None:
        self._page.get_by_label(label, exact=True).set_input_files(path)

    def choose(self, words: str, among: str = "") -> None:
        """The chip or choice with these words, in the group of this title."""
        group = self._page.locator("body")
        if among:
            group = self._page.locator("fieldset:visible").filter(
                has=self._page.locator("legend", has_text=_whole(among))
            )
        chip = group.locator("label:visible").filter(
            has=self._page.locator(".n:visible", has_text=_whole(words))
        )
        plain = group.locator("label:visible", has_text=_whole(words))
        chip.or_(plain).first.click()

    def type_digits(self, digits: str) -> None:
        """On the keys of the page; "←" takes one back."""
        for digit in digits:
            name = "Effacer le dernier chiffre" if digit == "←" else digit
            self._page.get_by_role("button", name=name, exact=True).click()

    def keys(self, label: str, *lines: str) -> None:
        """Typed from this field on, wherever the page leads the cursor; Enter after each line."""
        self._field(label).focus()
        for line in lines:
            self._page.keyboard.type(line)
            self._page.keyboard.press("Enter")

    # What is seen

    def sees(self, words: Words) -> None:
        expect(self._page.get_by_text(words).filter(visible=True).first).to_be_visible()

    def sees_not(self, words: str) -> None:
        expect(self._page.get_by_text(words).filter(visible=True)).to_have_count(0)

    def texts(self, selector: str) -> list[str]:
        """The words of what is shown there, with single spaces; without the initials of faces."""
        found = self._page.locator(selector).filter(visible=True).evaluate_all(WITHOUT_FACES)
        return [" ".join(text.split()) for text in found]

    def ranking(self, figure: str = "Total") -> list[tuple[str, str, str]]:
        """Rank, name and figure of each row of the first table, by the heads of its columns."""
        table = self._page.locator("main table:visible").first
        expect(table).to_be_visible()
        heads = [text.strip() for text in table.locator("thead th").all_text_contents()]
        rank, value = heads.index("Rang"), heads.index(figure)
        name = heads.index("Joueur" if "Joueur" in heads else "Nom")
        found = []
        for row in table.locator("tbody tr").all():
            cells = row.locator("th, td")
            person = cells.nth(name).locator("a, strong").or_(cells.nth(name)).last
            texts = [each.inner_text() for each in (cells.nth(rank), person, cells.nth(value))]
            found.append(tuple(text.split("\n")[0].strip() for text in texts))
        return found

    def shown(self, selector: str) -> Locator:
        """For what has no words: a chart, a row of a table. To be looked at only."""
        return self._page.locator(selector).filter(visible=True)

    # The network

    def lose_network(self) -> None:
        """Once the phone has its own copy of the page: nobody plays a deal as fast as a test."""
        has_copy = "async () => Boolean(await caches.match(location.pathname))"
        for _ in range(200):
            if self._page.evaluate(has_copy):
                break
            self._page.wait_for_timeout(50)
        self._page.context.set_offline(True)

    def find_network(self) -> None:
        self._page.context.set_offline(False)

    def _field(self, label: str) -> Locator:
        """By its name in the accessibility tree, without the mark of what must be filled in."""
        fields = self._page.locator("input, select, textarea")
        found = self._page.get_by_label(label, exact=True).and_(fields)
        for role in ("textbox", "spinbutton", "searchbox", "combobox"):
            found = found.or_(self._page.get_by_role(role, name=label, exact=True))
        return found.filter(visible=True).first

    def _shown(self, role: str, words: Words, within: str) -> Locator:
        found = self._page.locator(within).get_by_role(role, name=_whole(words))
        shown = found.filter(visible=True).first
        try:
            shown.wait_for()
        except Error as error:
            page = self._page.locator("body").aria_snapshot()
            raise AssertionError(f"There is no {role} {words!r} on this page:\n{page}") from error
        return shown

    def _leave(self, control: Locator) -> None:
        """Until another page is there, or another view of the same one."""
        here = "`${performance.timeOrigin} ${location.href}`"
        before = self._page.evaluate(here)
        control.click()
        self._page.wait_for_function(
            f"(before) => {here} !== before && document.readyState === 'complete'", arg=before
        )


def _whole(words: Words) -> re.Pattern[str]:
    if isinstance(words, re.Pattern):
        return words
    return re.compile(rf"^\s*{re.escape(words)}\s*$")
