"""Every table of words has a row for each code of its enumeration: a new contract or size that one
of them lacks would have no label, or no word in files, and nothing else would say so."""

from collections.abc import Iterator, Mapping
from enum import Enum
from importlib import import_module
from importlib.util import find_spec

import pytest

from clubs.choices import VOID_LABELS
from clubs.exchange.games import FILES
from clubs.forms.games import FORMS
from clubs.models import Deal

# Codes that a table leaves out on purpose.
LEFT_OUT = {("bolognese", "SUITS"): {"grande", "mori", "assi"}}  # families that are no suit


def tables(game: str) -> Iterator[tuple[str, list[Enum]]]:
    """The tables of the words of a game, with the codes that are their keys."""
    for module in ("queries.words", "forms.labels"):
        if find_spec(f"clubs.games.{game}.{module}"):
            for name, table in vars(import_module(f"clubs.games.{game}.{module}")).items():
                codes = list(table) if isinstance(table, Mapping) else []
                if codes and all(isinstance(code, Enum) for code in codes):
                    yield name, codes


@pytest.mark.parametrize("game", FILES)
def test_there_are_words_for_each_code(game):
    known = dict(tables(game))

    assert len(known) > 3
    for name, codes in known.items():
        lacking = {code.value for code in type(codes[0]) if code not in codes}
        assert lacking == LEFT_OUT.get((game, name), set()), name


@pytest.mark.parametrize("game", FILES)
def test_there_are_words_for_each_void_reason(game):
    reasons = set(FORMS[game].deal.void_reasons)

    assert reasons == set(FILES[game].deals.void_reasons.values())
    assert reasons <= VOID_LABELS.keys()
    assert max(map(len, reasons)) <= Deal._meta.get_field("void_reason").max_length


@pytest.mark.parametrize("game", FILES)
def test_files_have_words_for_each_code(game):
    for kind, codes in FILES[game].deals.codes.items():
        assert set(codes.words.values()) == {code.value for code in kind}, kind
