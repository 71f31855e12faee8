"""A code as it is typed or pasted."""

import pytest

from clubs.forms.people.links import CodeForm, kind_of
from clubs.models import LinkKind


@pytest.mark.parametrize(
    "typed", ["K7P2WD", "k7p 2wd", "https://feutre.example/j/k7p-2wd/", "feutre.example/j/K7P2WD"]
)
def test_a_code(typed):
    form = CodeForm({"code": typed})

    assert (form.is_valid(), form.cleaned_data["code"], form.token) == (True, "K7P2WD", "")


def test_a_link_that_was_pasted_whole():
    form = CodeForm({"code": "https://feutre.example/s/Ab-c_9/?x=1"})

    assert (form.is_valid(), form.token) == (True, "Ab-c_9")


@pytest.mark.parametrize("typed", ["", "  ", "K7P", "bonjour", "https://feutre.example/t/1/"])
def test_no_code(typed):
    assert list(CodeForm({"code": typed}).errors) == ["code"]


def test_kind_of():
    offered = [LinkKind.SCORE, LinkKind.WATCH]

    assert kind_of("watch", offered) == LinkKind.WATCH
    assert kind_of("owner", offered) == LinkKind.SCORE
    assert kind_of(None, []) is None
