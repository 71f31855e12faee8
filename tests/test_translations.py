"""Every text has its translation, and the compiled catalogues are those of the sources.

Nothing here needs gettext on the machine: polib reads the catalogues, and the texts are collected
with ast from Python and with Django's own reader from templates.
"""

import ast
import re
from pathlib import Path

import polib
import pytest
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted((ROOT / "locale").rglob("*.po"))
CALL = re.compile(r"\b(n?p?gettext|_)\(")
LITERAL = re.compile(r"\s*u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\s*,?", re.DOTALL)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")

Text = tuple[str | None, str]  # context and text


def text_of(function: str, strings: list[str]) -> Text | None:
    """What a call such as `npgettext("context", "one", "many", count)` looks up."""
    name = function.rpartition(".")[2].removesuffix("_lazy").removesuffix("_noop")
    if name in {"_", "gettext", "ngettext"} and strings:
        return None, strings[0]
    if name in {"pgettext", "npgettext"} and len(strings) > 1:
        return strings[0], strings[1]
    return None


def texts_of_python(source: str) -> set[Text]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            strings = [a.value for a in node.args if isinstance(a, ast.Constant)]
            found.add(text_of(ast.unparse(node.func), strings))
    return found - {None}


def texts_of_template(source: str) -> set[Text]:
    """templatize gives the calls among filler, so only they are read."""
    found = set()
    code = templatize(source)
    for call in CALL.finditer(code):
        strings, rest = [], code[call.end() :]
        while match := LITERAL.match(rest):
            strings.append(ast.literal_eval(match[1]))
            rest = rest[match.end() :]
        found.add(text_of(call[1], strings))
    return found - {None}


def texts() -> set[Text]:
    """All that makemessages would find; a text that is empty is the catalogue's header."""
    found: set[Text] = set()
    for path in [*(ROOT / "clubs").rglob("*.py"), *(ROOT / "scorekeeper").rglob("*.py")]:
        found |= texts_of_python(path.read_text(encoding="utf-8"))
    for path in (ROOT / "templates").rglob("*.*"):
        found |= texts_of_template(path.read_text(encoding="utf-8"))
    return {text for text in found if text[1]}


def language(path: Path) -> str:
    return path.relative_to(ROOT / "locale").parts[0]


def test_every_language_has_a_catalogue(settings):
    """English too: a text that it lacks would come in the default language."""
    assert sorted(language(path) for path in CATALOGUES) == sorted(dict(settings.LANGUAGES))


@pytest.mark.parametrize("path", CATALOGUES, ids=language)
class TestCatalogue:
    def test_every_text_is_translated(self, path):
        entries = polib.pofile(str(path)).translated_entries()

        assert sorted(texts() - {(entry.msgctxt, entry.msgid) for entry in entries}, key=str) == []

    def test_nothing_is_fuzzy_or_obsolete(self, path):
        catalogue = polib.pofile(str(path))

        assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
        assert [entry.msgid for entry in catalogue.obsolete_entries()] == []

    def test_nothing_stands_there_for_a_text_that_is_gone(self, path):
        entries = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(path))}

        assert sorted(entries - texts(), key=str) == []

    def test_values_stay_in_the_sentence(self, path):
        for entry in polib.pofile(str(path)):
            needed = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
            for translation in entry.msgstr_plural.values() or [entry.msgstr]:
                found = set(PLACEHOLDER.findall(translation))
                assert found <= needed, entry.msgid
                if not entry.msgid_plural:  # "one deal" may do without its number
                    assert found == needed, entry.msgid

    def test_the_compiled_catalogue_is_up_to_date(self, path):
        written = {
            (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr
            for entry in polib.pofile(str(path)).translated_entries()
        }
        compiled = {
            (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr
            for entry in polib.mofile(str(path.with_suffix(".mo")))
        }

        assert compiled == written


class TestTheCollection:
    def test_of_python(self):
        source = '_("a"); gettext("b"); ngettext("c", "cs", n); pgettext("x", "d"); f("e")'

        assert texts_of_python(source) == {(None, "a"), (None, "b"), (None, "c"), ("x", "d")}

    def test_of_templates(self):
        source = """{% load i18n %}<p title="{% translate 'a' %}">{% translate "b" context "x" %}
            {% blocktranslate trimmed count n=count %}
              one {{ n }}
            {% plural %}
              many {{ n }}
            {% endblocktranslate %}{{ _("It's") }}"""

        assert texts_of_template(source) == {
            (None, "a"),
            ("x", "b"),
            (None, "one %(n)s"),
            (None, "It's"),
        }
