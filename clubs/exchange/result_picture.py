"""A result as a picture to send: PNG of 1080 × 1350, from a card with published names."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.exchange.pdf import make_png
from clubs.queries.result_cards import ResultCard, others_counted

PNG_TYPE = "image/png"
ROWS = 8  # people that it has room for
SHOWN_WINNERS = 4
SHOWN_MATCHES = 3  # the newest
# What our fonts do not have, and would be drawn as an empty box: emoji, and what changes them.
UNDRAWN = {"So", "Cn", "Co"}
CHANGES_EMOJI = {
    "\N{ZERO WIDTH JOINER}",
    "\N{VARIATION SELECTOR-16}",
    *map(chr, range(0x1F3FB, 0x1F400)),
}

Json = dict[str, Any]


def picture_mark(data: Json) -> str:
    """Other data has another mark: names, language and figures alike."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:32]


def result_png(data: Json) -> bytes:
    """Raises PressBusy."""
    return make_png("result_picture", data)


def picture_data(card: ResultCard) -> Json:
    """All that the picture says. The card has lines."""
    winners = [_drawable(line.name) for line in card.winners]
    if len(winners) > SHOWN_WINNERS:
        rest = len(winners) - SHOWN_WINNERS + 1
        winners = [*winners[: SHOWN_WINNERS - 1], others_counted(rest)]
    others = card.lines[len(card.winners) :]
    shown = others[: ROWS - len(winners)]
    left = len(others) - len(shown)
    return {
        "lang": translation.get_language(),
        "site": settings.SITE_NAME,
        "title": _drawable(card.title),
        "under": [_drawable(told) for told in (card.place, card.day) if told],
        "heading": card.heading,
        "winners": winners,
        "value": card.figure(card.lines[0]),
        "lines": [
            {
                "rank": str(line.rank),
                "name": _drawable(line.name),
                "value": card.figure(line),
            }
            for line in shown
        ],
        "more": others_counted(left) if left else "",
        "stories": list(_stories(card)),
        "facts": _drawable(" · ".join(card.facts)),
    }


def _stories(card: ResultCard) -> Iterator[Json]:
    for number, match in enumerate(card.matches[-SHOWN_MATCHES:]):
        yield {"label": "" if number else _("Matches"), "text": _unbroken(match)}
    for story in card.stories:
        yield {"label": story.label, "text": _unbroken(story.text)}


def _unbroken(sentence: str) -> str:
    """The sentence, with its numbers on the line of the word before."""
    return re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", _drawable(sentence))


def _drawable(text: str) -> str:
    """The text without what our fonts cannot draw; a dot where nothing is left of it."""
    letters = (
        letter
        for letter in text
        if letter not in CHANGES_EMOJI and unicodedata.category(letter) not in UNDRAWN
    )
    return " ".join("".join(letters).split()) or "·"
