"""The tests' own rule that an unknown variable in one of our templates fails."""

import pytest
from django.conf import settings
from django.template import Context, Origin, Template, engines

from tests.strict_templates import UnknownVariableError

OURS = f"{settings.BASE_DIR}/templates/clubs/page.html"
THEIRS = "/usr/lib/python3/site-packages/allauth/templates/page.html"


def render(source: str, place: str = OURS) -> str:
    engine = engines["django"].engine
    return Template(source, Origin(place), engine=engine).render(Context({"known": "yes"}))


@pytest.mark.parametrize(
    "source",
    [
        "{{ unknown }}",
        "{{ known.unknown }}",
        "{{ unknown|upper }}",
        "{% load i18n %}{% blocktranslate %}{{ unknown }}{% endblocktranslate %}",
    ],
)
def test_an_unknown_variable_fails(source):
    with pytest.raises(UnknownVariableError, match="unknown"):
        render(source)


def test_libraries_may_have_some():
    assert render("({{ unknown }})", THEIRS) == "()"
    assert render("({{ unknown|default:'none' }})", THEIRS) == "(none)"


def test_a_template_may_say_that_a_variable_is_optional():
    assert render("{{ unknown|default:'none' }}{% if unknown %}!{% endif %}") == "none"
    assert render("{{ known }}") == "yes"
