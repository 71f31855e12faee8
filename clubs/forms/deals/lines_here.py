"""What the phone writes of a deal that waits into its line of the sheet, in the words of the server
(clubs/listings/sheet_lines.py): static/js/sheet/line.js reads them."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from clubs.core.games import Rules
from clubs.queries.deals.breakdown import RESULTS, pips_of
from clubs.queries.deals.marks import MarkKind


def line_words(
    game: str, contracts: Iterable[str], rules: Rules, marks: Iterable[MarkKind]
) -> dict[str, Any]:
    """contracts and marks are those that the form offers; each contract has its dots."""
    return {
        "taker": gettext("taker"),
        "called": gettext("called"),
        "dealer": gettext("dealer"),
        "alone": gettext("alone"),
        "rests": gettext("rests"),
        "results": {code: str(text) for code, text in RESULTS.items()},
        "pips": {code: pips_of(game, code, rules) for code in contracts},
        "marks": [kind.words() for kind in marks],
    }
