"""No template needs more than `default-src 'self'`: no inline script, style or handler."""

import re
from pathlib import Path

import pytest
from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "templates"
TEMPLATES = sorted(FOLDER.rglob("*.html"))
COMMENT = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}|<!--.*?-->", re.DOTALL)
RULES = {
    "style attribute": re.compile(r"(?<![-\w.])style\s*=\s*[\"']", re.IGNORECASE),
    "style element": re.compile(r"<style\b", re.IGNORECASE),
    "inline handler": re.compile(r"(?<![-\w.:])on[a-z]+\s*=\s*[\"']", re.IGNORECASE),
    "javascript address": re.compile(r"[\"']\s*javascript:", re.IGNORECASE),
    "hx-on": re.compile(r"(?<!\w)(data-)?hx-on\b"),
    "htmx that needs eval": re.compile(r"hx-(vals|headers)=[\"']\s*js:|hx-trigger=\"[^\"]*\["),
    "address of another site": re.compile(r"<(script|link|img|iframe)\b[^>]*[\"'](https?:)?//"),
}
SCRIPT = re.compile(r"<script\b([^>]*)>", re.IGNORECASE)


def offences(source: str) -> list[str]:
    text = COMMENT.sub("", source)
    found = [name for name, rule in RULES.items() if rule.search(text)]
    for attributes in SCRIPT.findall(text):
        if "src=" not in attributes and "application/json" not in attributes:
            found.append("inline script")
    return found


def test_templates_keep_to_the_policy():
    found = {str(path): offences(path.read_text(encoding="utf-8")) for path in TEMPLATES}

    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize(
    ("source", "offence"),
    [
        ('<p style="color: red">', "style attribute"),
        ("<style>p {}</style>", "style element"),
        ('<a onclick="go()">', "inline handler"),
        ('<a href="javascript:go()">', "javascript address"),
        ('<a hx-on:click="go()">', "hx-on"),
        ("<a hx-vals='js:{a: b}'>", "htmx that needs eval"),
        ('<a hx-trigger="click[ctrlKey]">', "htmx that needs eval"),
        ('<script src="https://cdn.example/x.js">', "address of another site"),
        ("<script>go()</script>", "inline script"),
        ('<script type="module">go()</script>', "inline script"),
    ],
)
def test_an_offence_is_found(source, offence):
    assert offences(source) == [offence]


@pytest.mark.parametrize(
    "source",
    [
        '<script type="module" src="{% static \'js/live/live.js\' %}"></script>',
        '<script type="application/json">{}</script>',
        '<p data-style="wide" data-on="x">{# onclick="" #}',
        '<a href="https://www.fftarot.fr/">',
    ],
)
def test_what_is_allowed_passes(source):
    assert offences(source) == []
