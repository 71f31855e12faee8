"""Fields that several forms share."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.limits import FIRST_BIRTH_YEAR
from clubs.core.names import PersonName, tidy_name
from clubs.core.problems import Problem
from clubs.core.table_checks import NAME_LENGTH

NAMES_AT_ONCE = 300
# Django says it of every field of an address; our catalogues say it with the word of our pages.
_OF_DJANGO = _("Enter a valid email address.")


class ExplainedForm(forms.Form):
    """A form that says what core or a service refuses, at the field of each problem."""

    def explain(self, problems: Iterable[Problem]) -> None:
        """Turns problems into errors. A problem without a field here stands above all fields."""
        for problem in problems:
            error = ValidationError(problem_message(problem), code=problem.code)
            self.add_error(self.field_of(problem), error)

    def field_of(self, problem: Problem) -> str | None:
        return problem.field if problem.field in self.fields else None


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


class DayInput(forms.DateInput):
    """The browser's own input of a day, which sends ISO dates in every language."""

    input_type = "date"

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__(dict(attrs or {}), format="%Y-%m-%d")


def tidy(text: object) -> str:
    """The text with one space between words; empty for None."""
    return " ".join(str(text or "").split())


class TidyField(forms.CharField):
    """A text with one space between words. Its length is checked before it is tidied."""

    def clean(self, value: Any) -> str:
        return tidy(super().clean(value))


class BirthYearField(forms.IntegerField):
    """A year of birth, which may be left out and is not still to come."""

    def __init__(self, help_text: Any = "") -> None:
        super().__init__(
            label=_("Year of birth"),
            required=False,
            min_value=FIRST_BIRTH_YEAR,
            help_text=help_text,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4, "size": 4}),
        )

    def clean(self, value: Any) -> Any:
        year = super().clean(value)
        if year is not None and year > timezone.now().year:
            raise ValidationError(_("This year is still to come."))
        return year


class ListField(forms.CharField):
    """Several values in one text. Gives a list, or a tuple, of at most `most` values.

    A subclass says in `read` what the text means, and in `written` how values become text again.
    """

    most: int | None = None

    def read(self, text: str) -> Any:
        raise NotImplementedError

    def written(self, values: Any) -> str:
        return "\n".join(values)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):  # the initial values of a disabled field
            return value
        text = str(value or "")
        super().run_validators(text)
        return self.read(text)

    def prepare_value(self, value: Any) -> Any:
        return self.written(value) if isinstance(value, list | tuple) else value

    def run_validators(self, value: Any) -> None:
        # Those of CharField want the text: to_python has run them.
        if self.most is not None and len(value) > self.most:
            raise ValidationError(_("At most %(most)s."), params={"most": self.most})


class TidyNameField(forms.CharField):
    """A name of a person or of something, without what cannot be seen and with one space between
    words. Nothing is left of a name that was made of such characters: then it is empty."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return tidy_name(text) if isinstance(text, str) else text


MORE_THAN_A_NAME = re.compile(r"@|(?<!\d)(?:19|20)\d\d(?!\d)")  # an address, a year


class NamesField(ListField):
    """Names of people, one a line, as pasted from a list. Gives a list of tidy names.

    A column of years or addresses beside them is refused: it would become part of the names.
    """

    widget = forms.Textarea

    def read(self, text: str) -> list[str]:
        return [name for line in text.splitlines() if (name := tidy_name(line))]

    def validate(self, value: Any) -> None:
        super().validate(value)
        if len(value) > NAMES_AT_ONCE:
            raise ValidationError(
                _("At most %(count)s names at a time."), params={"count": NAMES_AT_ONCE}
            )
        for name in value:
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


def whole_name(form: forms.Form) -> PersonName:
    """The name in the two fields of a form, one of which may be empty. An error of both together is
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
