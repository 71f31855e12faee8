"""Forms as pages show them: read, filled in and sent like a browser does without scripts.

A test that writes its own POST data proves what its author believes of the page. This reads the
page, and fails where the form, the field, the choice or the button is not there.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.http import HttpResponse
from django.test import Client

BUTTONS = {"submit", "image"}
TICKED = {"checkbox", "radio"}


@dataclass
class Field:
    """A field: what it holds, and where there are only certain choices, which. value is None while
    nothing is ticked or chosen."""

    name: str
    value: str | None = ""
    choices: list[str] = field(default_factory=list)
    is_list: bool = False  # the boxes of one name
    rows: list[str] = field(default_factory=list)  # of several text or hidden fields of one name
    ticked: list[str] = field(default_factory=list)
    is_file: bool = False
    is_hidden: bool = False


class _Forms(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.form: PageForm | None = None
        self.select: Field | None = None
        self.option: dict[str, str | None] | None = None
        self.textarea: Field | None = None
        self.text = ""
        self.is_pattern = False  # inside <template>: rows for a script, which no browser sends

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.is_pattern |= tag == "template"
        if self.is_pattern:
            return
        if tag == "form":
            self.form = PageForm(told.get("action") or "", (told.get("method") or "get").lower())
            self.forms.append(self.form)
        if self.form is None or "disabled" in told:
            return
        name, kind = told.get("name") or "", (told.get("type") or "").lower()
        if tag == "button" and kind in ("", "submit"):
            self.form.buttons.append((name, told.get("value") or ""))
        elif tag == "input" and name:
            self.take_input(self.form, name, kind, told)
        elif tag == "select" and name:
            self.select = self.form.fields.setdefault(name, Field(name, None))
            self.select.is_list = "multiple" in told
        elif tag == "option" and self.select is not None:
            self.end_option()
            self.option, self.text = told, ""
        elif tag == "textarea" and name:
            self.textarea = self.form.fields.setdefault(name, Field(name))
            self.text = ""

    def take_input(
        self, form: "PageForm", name: str, kind: str, told: dict[str, str | None]
    ) -> None:
        value = told.get("value") or ""
        if kind in BUTTONS:
            form.buttons.append((name, value))
        elif kind in TICKED:
            value = told["value"] or "" if "value" in told else "on"
            found = form.fields.setdefault(name, Field(name, None))
            found.choices.append(value)
            found.is_list = kind == "checkbox"
            if "checked" in told:
                found.ticked.append(value)
                found.value = value
        else:
            before = form.fields.get(name)
            form.fields[name] = Field(
                name, value, is_file=kind == "file", is_hidden=kind == "hidden"
            )
            if before is not None and not before.choices:
                form.fields[name].rows = [*(before.rows or [before.value or ""]), value]

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self.is_pattern = False
        elif self.is_pattern:
            return
        if tag == "form":
            self.form = None
        elif tag in ("option", "select"):
            self.end_option()
            if tag == "select" and self.select is not None:
                if self.select.value is None and not self.select.is_list and self.select.choices:
                    self.select.value = self.select.choices[0]  # as browsers do
                self.select = None
        elif tag == "textarea" and self.textarea is not None:
            self.textarea.value, self.textarea = self.text.removeprefix("\n"), None

    def end_option(self) -> None:
        if self.option is None or self.select is None:
            return
        value = self.option.get("value")
        value = self.text.strip() if value is None else value
        self.select.choices.append(value)
        if "selected" in self.option:
            self.select.value = value
            self.select.ticked.append(value)
        self.option = None

    def handle_data(self, data: str) -> None:
        self.text += data


@dataclass
class PageForm:
    """A form as a page shows it."""

    action: str
    method: str
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    page: str = ""  # the address it is on
    files: dict[str, Any] = field(default_factory=dict)

    def fill(self, **values: Any) -> "PageForm":
        """Type, choose, tick (True, False or a list of values) or attach. Names with a dash are
        given as `**{"name-0": …}`; a list goes into the first of several fields of one name."""
        for name, value in values.items():
            assert name in self.fields, f"the form has no field {name}: {', '.join(self.fields)}"
            found = self.fields[name]
            assert not found.is_hidden, f"{name} is hidden: nobody types into it"
            if found.is_file:
                self.files[name] = value
            elif found.rows:
                assert len(value) <= len(found.rows), f"{name} has {len(found.rows)} fields"
                found.rows = [*value, *found.rows[len(value) :]]
            elif found.is_list:
                told = [value] if isinstance(value, str) else value or []
                told = found.choices if value is True else told
                unknown = set(told) - set(found.choices)
                assert not unknown, f"{name} has no box {unknown}: {found.choices}"
                found.ticked = list(told)
            else:
                is_known = not found.choices or value in found.choices
                assert is_known, f"{name} cannot be {value!r}: {found.choices}"
                found.value = value
        return self

    def data(self, press: str = "") -> dict[str, Any]:
        """What a browser sends when this button is pressed: its value, its name or "name=value",
        else the first."""
        told: dict[str, Any] = {}
        for name, found in self.fields.items():
            if found.is_list and found.ticked:
                told[name] = found.ticked
            elif found.rows:
                told[name] = found.rows
            elif not (found.is_list or found.is_file or found.value is None):
                told[name] = found.value
        matching = [pair for pair in self.buttons if not press or press in (*pair, "=".join(pair))]
        assert matching or not press, f"no button {press}: {self.buttons}"
        for name, value in matching[:1]:
            if name:
                told[name] = value
        return told | self.files

    def send(self, client: Client, press: str = "", **more: Any) -> HttpResponse:
        """Send it where the page says."""
        address = urljoin(self.page, self.action) if self.action else self.page
        call = client.post if self.method == "post" else client.get
        return call(address, self.data(press), **more)  # type: ignore[return-value]


def page_forms(response: Any) -> list[PageForm]:
    """Every form of the page that an answer of the test client shows."""
    reader = _Forms()
    reader.feed(response.content.decode())
    reader.close()
    request = response.request
    query = request.get("QUERY_STRING", "")
    for form in reader.forms:
        form.page = request["PATH_INFO"] + (f"?{query}" if query else "")
    return reader.forms


def page_form(response: Any, *, press: str = "", has: str = "") -> PageForm:
    """The one form of the page that has this button and this field."""
    found = [
        form
        for form in page_forms(response)
        if (not press or any(press in pair for pair in form.buttons))
        and (not has or has in form.fields)
    ]
    assert len(found) == 1, f"{len(found)} forms with the button {press!r} and the field {has!r}"
    return found[0]


def form_on(response: Any, action: str) -> PageForm:
    """The first form of the page whose address ends so, "" for the page itself."""
    found = page_forms(response)
    actions = [form.action for form in found]
    fitting = [
        form for form in found if form.action.endswith(action) and bool(action) == bool(form.action)
    ]
    assert fitting, f"no form to {action!r}: {actions}"
    return fitting[0]


def send(client: Client, response: Any, action: str, press: str = "", **told: Any) -> HttpResponse:
    """Fill in the form that the page shows and send it; see `form_on` and `PageForm`."""
    return form_on(response, action).fill(**told).send(client, press)


def shown_data(response: Any, *names: str) -> dict[str, Any]:
    """What the first form with these fields would send as it stands."""
    return next(form for form in page_forms(response) if form.fields.keys() >= set(names)).data()


def follow(client: Client, response: Any, address: str) -> HttpResponse:
    """Go where a link of the page leads."""
    assert f'href="{address}' in response.content.decode(), f"no link to {address}"
    return client.get(address)  # type: ignore[return-value]


def errors(response: Any, name: str = "form") -> dict[str, list[str]]:
    """What the form is told that the page was drawn with, by field."""
    return {field: list(texts) for field, texts in response.context[name].errors.items()}
