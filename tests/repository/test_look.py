"""The look of the pages, as far as it can be read off files: tokens, icons, weight."""

import gzip
import re
from pathlib import Path

import bootstrap
import pytest

from tests.paths import ROOT

STYLES = ROOT / "static/css"
CSS = {
    path.relative_to(STYLES).as_posix(): path.read_text(encoding="utf-8")
    for path in STYLES.rglob("*.css")
}
SPRITE = set(
    re.findall(r'<symbol id="i-(\w+)"', (ROOT / "static/img/icons.svg").read_text(encoding="utf-8"))
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

LIGHT = r":root,\n\[data-bs-theme=light\] \{(.*?)\n\}"
DARK = r"\n\[data-bs-theme=dark\] \{(.*?)\n\}"
AUTO = r"\n  \[data-bs-theme=auto\] \{(.*?)\n  \}"

TEXT_PAIRS = [  # text on ground
    *[("ink", ground) for ground in ("paper", "card", "sunken", "felt-soft", "brass-soft")],
    *[("ink-2", ground) for ground in ("paper", "card", "sunken")],
    *[("ink-3", ground) for ground in ("paper", "card", "sunken")],
    *[(name, ground) for name in ("gain", "loss") for ground in ("paper", "card", "felt-soft")],
    *[(name, f"{name}-soft") for name in ("gain", "loss", "ok", "warn", "danger", "brass")],
    ("on-felt", "felt"),
    ("on-felt-2", "felt"),
    ("on-primary", "primary"),
    ("on-brass", "brass-fill"),
    ("on-toast", "toast"),
    ("toast-link", "toast"),
    ("primary", "paper"),
    ("primary", "felt-soft"),
    ("danger", "card"),
]
BORDER_PAIRS = [("line-strong", "paper"), ("line-strong", "card"), ("focus", "paper")]


def tokens(pattern: str) -> dict[str, str]:
    found = re.search(pattern, CSS["app.css"], re.DOTALL)
    assert found
    return dict(re.findall(r"--([\w-]+): ([^;]+);", found[1]))


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


class TestTokens:
    def test_a_dark_device_looks_like_a_chosen_dark_page(self):
        assert tokens(AUTO) == tokens(DARK)

    def test_dark_has_every_token_of_light(self):
        assert list(tokens(DARK)) == list(tokens(LIGHT))

    @pytest.mark.parametrize("mode", [LIGHT, DARK], ids=["light", "dark"])
    def test_text_can_be_read(self, mode):
        colours = tokens(mode)
        ratios = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in TEXT_PAIRS}

        assert {pair: ratio for pair, ratio in ratios.items() if ratio < 4.5} == {}

    @pytest.mark.parametrize("mode", [LIGHT, DARK], ids=["light", "dark"])
    def test_borders_of_controls_can_be_seen(self, mode):
        colours = tokens(mode)
        ratios = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in BORDER_PAIRS}

        assert {pair: ratio for pair, ratio in ratios.items() if ratio < 3} == {}


ICON = r'(?:{% icon |(?:icon_name|action_icon)=)"(\w+)"'


def test_every_icon_that_a_template_names_is_in_the_sprite():
    named = {
        (str(path.relative_to(ROOT)), icon)
        for path in TEMPLATES
        for icon in re.findall(ICON, path.read_text(encoding="utf-8"))
    }

    assert {(path, icon) for path, icon in named if icon not in SPRITE} == set()


def test_a_stylesheet_wins_by_order_and_holds_no_pictures():
    refused = r"!important|url\(\s*['\"]?data:|^\s*#[\w-]+\s*{"

    assert [(name, told) for name in CSS for told in re.findall(refused, CSS[name])] == []


def linked(path: Path) -> set[str]:
    """Our stylesheets that a template names and what they import, and those of the template that
    it extends.

    One that allauth has between its pages and our base names none.
    """
    text = path.read_text(encoding="utf-8")
    above = re.search(r'{% extends "([^"]+)" %}', text)
    named = set(re.findall(r"{% static 'css/([\w/-]+\.css)' %}", text))
    named |= {
        below for name in named for below in re.findall(r'@import url\("([\w-]+\.css)"', CSS[name])
    }
    if above is None:
        return named
    parent = ROOT / "templates" / above[1]
    return named | linked(parent if parent.exists() else ROOT / "templates/base.html")


def test_the_stylesheets_of_a_page_weigh_little():
    """At most 60 kB of CSS, compressed."""
    theirs = Path(bootstrap.__path__[0]) / "static/bootstrap/css/bootstrap.min.css"
    weight = {name: len(gzip.compress(sheet.encode())) for name, sheet in CSS.items()}
    base = len(gzip.compress(theirs.read_bytes()))
    pages = {path: base + sum(weight[name] for name in linked(path)) for path in TEMPLATES}

    assert {str(path): grams for path, grams in pages.items() if grams > 60_000} == {}


def test_what_has_room_follows_from_the_page_and_not_from_the_setting():
    """The browser makes text large as well: a rule that asks for data-text misses it."""
    asking = {name for name, text in CSS.items() if re.search(r"\[data-text=[^{]*\] [^{]", text)}
    assert asking == {"front.css"}  # the picture of a phone keeps its size
