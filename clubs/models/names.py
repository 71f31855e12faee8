"""Columns for names: what cannot be seen never gets in, and nobody's name is in a language."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext

from clubs.core.names import TABLE_NAME_LENGTH, tidy_name

# What is stored for somebody without a name, before a number. As a control character it is in no
# name that people type.
NOBODY = "\x1a"


class AnonymousName(str):
    """What somebody is called whose name was taken away, in the language of whoever reads: "Player
    7". Its number is what is stored."""

    number: int
    is_short: bool

    def __new__(cls, number: int, *, is_short: bool = False) -> "AnonymousName":
        text = gettext("Player %(number)s") % {"number": number}
        if is_short and len(text) > TABLE_NAME_LENGTH:
            text = f"{text[:1]}. {number}"
        name = super().__new__(cls, text)
        name.number, name.is_short = number, is_short
        return name

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, bool]]:
        """Of a copy: made from the text, it would be "Player Player 7"."""
        return (self.number,), {"is_short": self.is_short}

    @property
    def stored(self) -> str:
        return f"{NOBODY}{self.number}"


def written_name(value: object) -> object:
    """Returns what a file has for a value of a column: of somebody anonymous the number, as the
    word before it is of one language."""
    return value.stored if isinstance(value, AnonymousName) else value


if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


class NameField(_Text):
    """A name of a person, or one that people give to something. Controls and other characters that
    cannot be seen are taken out, however it is written; to the database it is a CharField."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    @property
    def _is_short(self) -> bool:
        return (self.max_length or 0) < 40

    def from_db_value(self, value: Any, *_args: Any) -> Any:
        return self._read(value) if isinstance(value, str) else value

    def to_python(self, value: Any) -> Any:
        if value is None or isinstance(value, AnonymousName):
            return value
        text = str(value)
        return self._read(text) if text.startswith(NOBODY) else tidy_name(text)

    def get_prep_value(self, value: Any) -> Any:
        name = super().get_prep_value(value)
        return name.stored if isinstance(name, AnonymousName) else name

    def _read(self, text: str) -> str:
        number = text.removeprefix(NOBODY)
        if text.startswith(NOBODY) and number.isdecimal():
            return AnonymousName(int(number), is_short=self._is_short)
        return text
