"""What a phone that counts a deal itself says of it: the words for static/js/score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from clubs.choices import DOG_OF_DEFENCE, EXACT_MESSAGES, problem_message
from clubs.core.problems import Problem
from clubs.forms.deals.parts import FROM_EACH, TO_EACH, UNCOUNTED

_LIMITS = EXACT_MESSAGES["points_impossible"]
_OPEN_LIMITS = {"low": "%(low)s", "high": "%(high)s"}


@dataclass(frozen=True, slots=True)
class CountedHere:
    """What the phone says of a deal that it counts itself, with the script of the game: outcomes by
    the code of the scorer in static/js/score, in the words of the verdict on the server
    (`…_of_defence` where that side counted), the codes of what cannot be, labels of the parts of a
    sum, matches by status, and what is told in two ways of which a record has one."""

    script: str
    outcomes: Mapping[str, Any]
    problems: tuple[str, ...]
    labels: Mapping[str, Any] = field(default_factory=dict)
    matches: Mapping[str, Any] = field(default_factory=dict)
    twice: Mapping[str, Any] = field(default_factory=dict)

    def words(self) -> dict[str, Any]:
        """In the language of the moment, as static/js/deal/here.js reads them."""
        problems = {code: problem_message(Problem(code)) for code in self.problems}
        problems |= self.twice
        return {
            "plus": gettext("plus %(number)s"),
            "minus": gettext("minus %(number)s"),
            "from_each": gettext(FROM_EACH),
            "to_each": gettext(TO_EACH),
            "uncounted": gettext(UNCOUNTED),
            "outcomes": {code: str(text) for code, text in self.outcomes.items()},
            "labels": {code: str(text) for code, text in self.labels.items()},
            "matches": {status: str(text) for status, text in self.matches.items()},
            "problems": {code: str(text) for code, text in problems.items()},
            "contre": gettext(DOG_OF_DEFENCE),
            "limits": [str(_LIMITS % {"oudlers": n, **_OPEN_LIMITS}) for n in range(4)],
        }
