"""What deserves an icon in a list of deals. A game declares its marks once: the server reads them
from records, and the phone from deals that wait (static/js/sheet/line.js)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.core.games import JsonObject


@dataclass(frozen=True, slots=True)
class Mark:
    """Something special about a deal: an icon of the sprite, what such a thing is called, and
    how it was on this deal."""

    icon: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class MarkKind:
    """What a record with something in `field` is marked with. The field has a code; or, with `by`,
    one entry a player with a code under that key, told together in label; or, with icons, codes of
    which each has a mark of its own. texts are by code."""

    field: str
    name: Any
    icon: str
    texts: Mapping[Any, Any]
    label: Any = ""
    by: str = ""
    between: str = ", "
    icons: Mapping[Any, str] | None = None

    def marks(self, record: JsonObject, names: Mapping[str, str]) -> Iterator[Mark]:
        value = record.get(self.field)
        if not value:
            return
        if self.icons:
            for code in filter(None, value):
                yield Mark(self.icons[code], str(self.name), str(self.texts[code]))
        elif self.by:
            who = self.who(record, names)
            yield Mark(self.icon, str(self.name), str(self.label % {"who": who}))
        else:
            yield Mark(self.icon, str(self.name), str(self.texts[value]))

    def who(self, record: JsonObject, names: Mapping[str, str]) -> str:
        """The entries of players in one line."""
        return self.between.join(
            str(self.texts[entry[self.by]] % {"player": names.get(entry["player"], "?")})
            for entry in record.get(self.field) or ()
        )

    def words(self) -> dict[str, Any]:
        """For the phone, in the language of the moment; without what says nothing."""
        words = {
            "field": self.field,
            "icon": self.icon,
            "texts": {code: str(text) for code, text in self.texts.items()},
            "label": str(self.label),
            "icons": self.icons,
        }
        how = {"by": self.by, "between": self.between} if self.by else {}
        return {key: value for key, value in words.items() if value} | how
