"""Every text has its translation, and the compiled catalogues are those of the sources.

Nothing here needs gettext on the machine: polib reads the catalogues, and the texts are collected
with ast from Python and with Django's own reader from templates.
"""

import ast
import re
from functools import cache
from pathlib import Path

import polib
import pytest
from django.utils.translation.template import templatize

from tests.paths import ROOT

CATALOGUES = sorted((ROOT / "locale").rglob("*.po"))
CALL = re.compile(r"\b(n?p?gettext|_)\(")
LITERAL = re.compile(r"\s*u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\s*,?", re.DOTALL)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")
BRACED = re.compile(r"\{\w+\}")  # what scripts and format() fill in
FILLED = re.compile(rf"{PLACEHOLDER.pattern}|{BRACED.pattern}|<[^>]+>|%%")
WORDS = re.compile(r"[^\W\d_]{2,}")

# French: "de Hélène" is wrong and "d’Anne" right, so no bare name follows such a word.
ELIDED_BEFORE_NAME = re.compile(
    r"\b(de|jusque|la|le|lorsque|ne|puisque|que|se)\s"
    r"(%\((account|clubs?|giver|names?|one|other|pair|player|site_name|taker|team|two)\)s"
    r"|\{(chosen|name)\})",
    re.IGNORECASE,
)

BREAKS_BEFORE_SIGN = re.compile(r"\S [:;!?»]|« ")

# Italian: what is wrong in every text, and the texts that are the same as in the code.
TYPED_BY_HABIT = re.compile(
    r"\w['`\u00b4\u02bc]|[\"\u201c\u201d\u201e]|\u00ab\s|\s\u00bb|\s[;!?]|\.\.\."
)
# Nobody is addressed: sentences are infinitive or impersonal. A button is no sentence: «Salva».
WORDS_TO_SOMEBODY = re.compile(
    r"\b(tu|te|ti|tuo|tua|tuoi|tue|hai|puoi|vuoi|devi|potrai|vedrai|sarai|di’)\b", re.IGNORECASE
)
COMMANDS = re.compile(
    r"\b(aggiungi|apri|chiedi|chiudi|correggi|dividi|incolla|inserisci|leggi|prendi|riapri|ricarica"
    r"|rileggi|riprova|scegli|scrivi|svuota|togli)\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"\.(\s|$)")
THE_SAME_IN_ITALIAN = {
    # Names, formats and keys.
    *("FFT: %(usual)s", "PDF, A4", "PDF, A5", "Ctrl", "Esc", "Ins", "Tab"),
    # Words of the game.
    *("Bastoni", "Coppe", "Danari", "Spade", "Tarocchi", "Pousse", "pousse", "Vachette", "Grande"),
    *("Cappotto", "cappotto", "Matto", "Angelo", "Mondo", "Sole", "Luna", "Bégato", "Bagatto"),
    *("Cappotti", "Cricche", "Ottocento", "Tarocco bolognese", "Tarocco a volte"),
    "M. Barilli, Il Tarocco bolognese",
    # Words that Italian has too.
    *(
        "Account",
        "Bonus",
        "Club",
        "File",
        "Formula",
        "Passkey",
        "Passkey %(number)s",
        "Password",
        "Rating",
        "club",
        "no",
    ),
    # Nothing but numbers, names and a word of those.
    *("%(minutes)s min", "%(taker)s in %(contract)s", "Anne: 6 + 1 + 11 = 18.", "in %%"),
}

Text = tuple[str | None, str]  # context and text


def text_of(function: str, strings: list[str]) -> Text | None:
    """What a call such as `npgettext("context", "one", "many", count)` looks up."""
    name = function.removesuffix("_lazy").removesuffix("_noop")
    if name in {"_", "gettext", "ngettext"} and strings:
        return None, strings[0]
    if name in {"pgettext", "npgettext"} and len(strings) > 1:
        return strings[0], strings[1]
    return None


def texts_of_python(source: str) -> set[Text]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            strings = [a.value for a in node.args if isinstance(a, ast.Constant)]
            found.add(text_of(name, strings))
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


@cache
def texts() -> frozenset[Text]:
    """All that makemessages would find; a text that is empty is the catalogue's header."""
    found: set[Text] = set()
    for path in [*(ROOT / "clubs").rglob("*.py"), *(ROOT / "scorekeeper").rglob("*.py")]:
        found |= texts_of_python(path.read_text(encoding="utf-8"))
    for path in (ROOT / "templates").rglob("*.*"):
        found |= texts_of_template(path.read_text(encoding="utf-8"))
    return frozenset(text for text in found if text[1])


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
        assert [entry.msgid for entry in catalogue if entry.previous_msgid] == []

    def test_nothing_stands_there_for_a_text_that_is_gone(self, path):
        entries = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(path))}

        assert sorted(entries - texts(), key=str) == []

    def test_values_stay_in_the_sentence(self, path):
        for entry in polib.pofile(str(path)):
            needed = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
            for translation in entry.msgstr_plural.values() or [entry.msgstr]:
                found = set(PLACEHOLDER.findall(translation))
                braced = set(BRACED.findall(translation))
                assert braced == set(BRACED.findall(entry.msgid)), entry.msgid
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


class TestFrench:
    @pytest.fixture
    def said(self) -> list[str]:
        entries = polib.pofile(str(ROOT / "locale/fr/LC_MESSAGES/django.po"))
        return [text for one in entries for text in (one.msgstr_plural.values() or [one.msgstr])]

    def test_no_name_follows_a_word_that_elides(self, said):
        assert [text for text in said if ELIDED_BEFORE_NAME.search(text)] == []

    def test_no_sign_stands_alone_on_a_line(self, said):
        """A space that may break would leave a colon or a quote at the start of one."""
        assert [text for text in said if BREAKS_BEFORE_SIGN.search(text)] == []

    def test_mail_has_one_word(self, said):
        """An address of it is an « adresse e-mail »."""
        assert [text for text in said if "courriel" in text.lower()] == []

    def test_a_colon_has_the_wide_space(self, said):
        """As the Imprimerie nationale sets it; the narrow one is for ; ! and ?."""
        assert [text for text in said if "\u202f:" in text] == []


class TestItalian:
    """What the eye passes over in four thousand texts."""

    @pytest.fixture
    def said(self) -> list[tuple[str, str]]:
        """Text of the code and of the catalogue, plurals among them."""
        found = []
        for entry in polib.pofile(str(ROOT / "locale/it/LC_MESSAGES/django.po")):
            told = list(entry.msgstr_plural.values()) or [entry.msgstr]
            found += zip((entry.msgid, entry.msgid_plural), told, strict=False)
        return found

    def test_apostrophes_and_quotes_are_those_of_print(self, said):
        told = [(text, TYPED_BY_HABIT.search(FILLED.sub("0", text))) for _source, text in said]

        assert [text for text, habit in told if habit] == []

    def test_nothing_was_left_in_english(self, said):
        same = {source for source, text in said if source == text}

        worded = {one for one in same if WORDS.search(FILLED.sub("", one))}
        assert sorted(worded - THE_SAME_IN_ITALIAN) == []

    def test_nobody_is_addressed(self, said):
        told = [text for _source, text in said]

        assert [text for text in told if WORDS_TO_SOMEBODY.search(text)] == []
        sentences = [text for text in told if SENTENCE.search(text)]
        assert [text for text in sentences if COMMANDS.search(text)] == []

    @pytest.mark.parametrize(
        ("text", "is_wrong"),
        [
            ("L’arbitro dice «no»: sì!", False),
            ("L'arbitro", True),
            ("Di' perché", True),
            ('dice "no"', True),
            ("dice “no”", True),
            ("dice « no »", True),
            ("Perché ?", True),
            ("Attendi...", True),
        ],
    )
    def test_what_is_wrong(self, text, is_wrong):
        assert bool(TYPED_BY_HABIT.search(text)) is is_wrong


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
