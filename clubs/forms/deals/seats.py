"""How a typed number or name finds its player at the table."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.core.names import name_key

BETWEEN_NAMES = re.compile(r"\s*[/|+,]\s*")
SHOWN = 20  # characters of what nobody is called


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where: uuids in seat order, and the places by every name (see name_key)."""

    uuids: Sequence[str]
    by_key: Mapping[str, int]

    def find(self, text: str) -> str:
        """The player with this number, counted from 1, or of this name. Raises ValidationError."""
        word = text.strip()
        if word.isascii() and word.isdecimal():
            return self.numbered(word)
        seat = self.by_key.get(name_key(word))
        if seat is None:
            raise ValidationError(_("Nobody called “%(name)s” sits here.") % {"name": word[:SHOWN]})
        return self.uuids[seat]

    def numbered(self, digits: str) -> str:
        most = len(self.uuids)
        if len(digits) > 1 or not 1 <= int(digits) <= most:
            raise ValidationError(_("The players have the numbers 1 to %(most)s.") % {"most": most})
        return self.uuids[int(digits) - 1]

    def find_all(self, text: str) -> list[str]:
        """Several players: "45", or names with strokes or commas between them."""
        word = text.strip()
        return [self.find(part) for part in (word if word.isdecimal() else self.split(word))]

    def split(self, text: str) -> list[str]:
        return BETWEEN_NAMES.split(text)
