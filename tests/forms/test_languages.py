"""Every form speaks the language of its reader, not that of the moment when it was loaded."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from django import forms
from django.utils.functional import Promise
from django.utils.translation import override

import clubs.forms

MANY_WORDS = 3  # names and codes are the same in all languages


def form_classes(parent: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for module in pkgutil.walk_packages(clubs.forms.__path__, "clubs.forms."):
        import_module(module.name)
    for child in parent.__subclasses__():
        if child.__module__.startswith("clubs.forms"):
            yield child
        yield from form_classes(child)


def texts(form: type[forms.BaseForm]) -> dict[tuple[str, str], object]:
    """What its fields say, by field and place."""
    found: dict[tuple[str, str], object] = {}
    for name, field in form.base_fields.items():
        found[name, "label"], found[name, "help"] = field.label, field.help_text
        found |= {(name, f"error {code}"): text for code, text in field.error_messages.items()}
        found |= {(name, f"choice {value}"): text for value, text in getattr(field, "choices", ())}
        found |= {(name, f"attribute {key}"): text for key, text in field.widget.attrs.items()}
    return found


def frozen(text: object, again: object) -> bool:
    is_plain = isinstance(text, str) and not isinstance(text, Promise)
    return is_plain and text == again and len(text.split()) >= MANY_WORDS


def test_no_text_keeps_the_language_of_the_start():
    stuck = []
    for form in set(form_classes()):
        with override("fr"):
            french = texts(form)
        with override("en"):
            english = texts(form)
        stuck += [(form.__name__, *at) for at in french if frozen(french[at], english[at])]

    assert stuck == []
