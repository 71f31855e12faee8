"""What the phone writes of a deal that waits into its line of the sheet, in the words of the server
(clubs/listings/sheet_lines.py): static/js/deal/line.js reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from clubs.queries.deals.breakdown import RESULTS


@dataclass(frozen=True, slots=True)
class MarkHere:
    """One mark, as the teller of the game gives it. texts are by what the deal has in `field`: a
    code, or codes that each have a mark of their own and are in icons, or entries of players with a
    code under `by`, whose texts stand in label.
    """

    field: str
    icon: str
    texts: Mapping[str, Any] = field(default_factory=dict)
    label: Any = ""
    by: str = ""
    between: str = ", "
    icons: Mapping[str, str] = field(default_factory=dict)

    def words(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "field": self.field,
            "icon": self.icon,
            "texts": {code: str(text) for code, text in self.texts.items()},
            "label": str(self.label),
        }
        if self.by:
            told |= {"by": self.by, "between": self.between}
        return {**told, "icons": self.icons} if self.icons else told


def line_words() -> dict[str, Any]:
    """What every game's lines say."""
    return {
        "taker": gettext("taker"),
        "called": gettext("called"),
        "dealer": gettext("dealer"),
        "alone": gettext("alone"),
        "rests": gettext("rests"),
        "results": {code: str(text) for code, text in RESULTS.items()},
    }
