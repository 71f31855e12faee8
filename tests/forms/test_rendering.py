"""Lists of choices are rendered as by Django's own templates."""

from django import forms
from django.forms.renderers import TemplatesSetting
from pytest_django.asserts import assertHTMLEqual

from clubs.forms.rendering import FormRenderer

CHOICES = [
    ("", "Everybody"),
    ("a&b", "<b>Anne & Bob</b>"),
    ('The "others"', [(1234, 'Cléo "C"'), (5, "Dora")]),
]


class Marked(forms.Select):
    """With attributes of single choices."""

    def create_option(self, name, value, label, selected, index, **more):
        option = super().create_option(name, value, label, selected, index, **more)
        option["attrs"] |= {"disabled": value == 5, "data-name": '"x"'}
        return option


def test_choices_are_those_of_django():
    for widget in (
        forms.Select(choices=CHOICES),
        Marked({"class": "x", "multiple": False}, CHOICES),
    ):
        ours, usual = (
            widget.render("who", "1234", {"id": "id_who", "required": True}, renderer)
            for renderer in (FormRenderer(), TemplatesSetting())
        )

        assert ours.count(" selected") == 1
        assertHTMLEqual(ours, usual)
