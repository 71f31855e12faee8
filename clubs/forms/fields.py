"""Fields that several forms share."""

import re
from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from clubs.core.names import PersonName, tidy_name
from clubs.core.players import NAME_LENGTH

NAMES_AT_ONCE = 300


class RequestIdField(forms.UUIDField):
    """The id that a change carries, so that a double tap counts once.

    The server makes it when the form is first shown. A missing or damaged one is replaced: the
    change is then carried out, only not twice-safe.
    """

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, initial=uuid4)

    def clean(self, value: Any) -> UUID:
        try:
            return super().clean(value) or uuid4()
        except ValidationError:
            return uuid4()


class NameField(forms.CharField):
    """A name of a person or of something, without what cannot be seen and with one space between
    words. Nothing is left of a name that was made of such characters: then it is empty."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return tidy_name(text) if isinstance(text, str) else text


MORE_THAN_A_NAME = re.compile(r"@|(?<!\d)(?:19|20)\d\d(?!\d)")  # an address, a year


class NamesField(forms.CharField):
    """Names of people, one a line, as pasted from a list. Gives a list of tidy names.

    A column of years or addresses beside them is refused: it would become part of the names.
    """

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        lines = str(value or "").splitlines()
        return [name for line in lines if (name := tidy_name(line))]

    def validate(self, value: Any) -> None:
        super().validate(value)
        if len(value) > NAMES_AT_ONCE:
            raise ValidationError(
                _("At most %(count)s names at a time."), params={"count": NAMES_AT_ONCE}
            )
        for name in value:
            ProhibitNullCharactersValidator()(name)  # PostgreSQL has none in texts
            if MORE_THAN_A_NAME.search(name):
                raise ValidationError(
                    _(
                        "“%(start)s” is more than a name: paste the columns of the names alone. "
                        "“Import a file” of the club reads years and addresses as well."
                    ),
                    params={"start": name[:60]},
                )
            if len(name) > NAME_LENGTH:
                raise ValidationError(
                    _("“%(start)s…” is too long: a name has at most %(count)s characters."),
                    params={"start": name[:20], "count": NAME_LENGTH},
                )

    def run_validators(self, value: Any) -> None:
        """The list is checked above; CharField's own validators want text."""


def whole_name(form: forms.Form) -> PersonName:
    """Of the two fields of a form, one of which may be empty. What is wrong with them together is
    an error of the first one."""
    person = PersonName(*(form.cleaned_data.get(f"{part}_name", "") for part in PersonName._fields))
    if form.errors.keys() & {"given_name", "family_name"}:
        return person
    if not person.whole:
        form.add_error("given_name", _("Write at least one of the two names."))
    elif not any(letter.isalnum() for letter in person.whole):
        form.add_error("given_name", _("A name has letters."))
    elif len(person.whole) > NAME_LENGTH:
        text = _("Both names together have at most %(count)s characters.")
        form.add_error("given_name", ValidationError(text, params={"count": NAME_LENGTH}))
    return person


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """What a field of this form offers, when that is only known now."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101
    field.choices = list(choices)
