"""The forms of a page as a browser would send them: every field with what the page put there."""

from html.parser import HTMLParser
from typing import Any

VOID = {"submit", "button", "reset", "image", "file"}


class _Forms(HTMLParser):
    """found: action, fields, and the buttons by their words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self.form: dict[str, Any] | None = None
        self.select, self.chosen, self.button = "", False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value if value is not None else "" for name, value in attrs}
        if tag == "form":
            self.form = {"action": told.get("action", ""), "fields": {}, "buttons": []}
            self.found.append(self.form)
        if self.form is None:
            return
        fields = self.form["fields"]
        if tag == "input" and "name" in told and told.get("type", "text") not in VOID:
            if told.get("type") not in ("checkbox", "radio") or "checked" in told:
                usual = "on" if told.get("type") in ("checkbox", "radio") else ""
                fields.setdefault(told["name"], []).append(told.get("value", usual))
        elif tag == "textarea":
            fields.setdefault(told.get("name", ""), []).append("")
        elif tag == "select":
            self.select, self.chosen = told.get("name", ""), False
        elif tag == "option" and self.select and (not self.chosen or "selected" in told):
            fields[self.select], self.chosen = [told.get("value", "")], True
        elif tag == "button" and "name" in told:
            self.form["buttons"].append((told["name"], told.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = ""


def form_on(response: Any, action: str) -> dict[str, Any]:
    """The form of a page whose address ends so, "" for the page itself. Raises AssertionError."""
    forms = _Forms()
    forms.feed(response.content.decode())
    found = [
        form
        for form in forms.found
        if form["action"] == action or (action and form["action"].endswith(action))
    ]
    assert found, f"no form to {action}: {[form['action'] for form in forms.found]}"
    form = found[0]
    if form["action"] == "":
        form["action"] = response.request["PATH_INFO"]
    return form


def send(client: Any, response: Any, action: str, press: str = "", **told: Any) -> Any:
    """Sends the form that the page shows. told: what a person fills in; press: the button, as
    `name=value`, which must be there."""
    form = form_on(response, action)
    data = {**form["fields"], **told}
    if press:
        name, _sign, value = press.partition("=")
        assert (name, value) in form["buttons"], form["buttons"]
        data[name] = value
    return client.post(form["action"], data)


def follow(client: Any, response: Any, address: str) -> Any:
    """Goes where a link of the page leads."""
    text = response.content.decode()
    assert f'href="{address}' in text, f"no link to {address}"
    return client.get(address)
