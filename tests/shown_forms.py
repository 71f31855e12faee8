"""The forms of a page, as a browser would send them: a test that invents no field."""

from html.parser import HTMLParser
from typing import Any


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, list[str]]]] = []
        self._names: dict[str, list[str]] = {}
        self._select = self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        name, value = told.get("name", ""), told.get("value", "")
        if tag == "form":
            self._names = {}
            self.found.append((told.get("action", ""), self._names))
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in told:
            self._names.setdefault(self._select, []).append(value)
        elif tag == "textarea":
            self._text = name
            self._names.setdefault(name, []).append("")
        elif tag == "input" and name:
            kind = told.get("type", "text")
            chosen = "checked" in told or kind not in {"checkbox", "radio", "submit", "file"}
            if chosen:
                self._names.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._text = ""

    def handle_data(self, data: str) -> None:
        if self._text:
            self._names[self._text][-1] += data


def shown_form(response: Any, *names: str) -> dict[str, list[str]]:
    """The first form of the page that has fields of these names, as it stands there."""
    page = _Forms()
    page.feed(response.content.decode())
    return next(fields for _action, fields in page.found if fields.keys() >= set(names))
