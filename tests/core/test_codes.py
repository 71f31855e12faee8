"""Codes as people read them aloud, write them down and type them."""

import pytest

from clubs.core.codes import ALPHABET, LENGTH, read_code, shown_code


def test_no_two_signs_of_the_alphabet_are_mistaken_for_each_other():
    for pair in ("0OQ", "1IL", "5S", "2Z", "8B", "6G", "UV"):
        assert sum(sign in ALPHABET for sign in pair) <= 1
    assert not set("AEIOU") & set(ALPHABET)  # no words
    assert (len(set(ALPHABET)), LENGTH) == (24, 6)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("K7P2WD", "K7P2WD"),
        ("k7p2wd", "K7P2WD"),
        ("K7P 2WD", "K7P2WD"),
        (" k7p-2wd ", "K7P2WD"),
        ("K7P\N{NO-BREAK SPACE}2WD.", "K7P2WD"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER K}7P2WD", "K7P2WD"),
        ("K7PZWD", "K7P2WD"),  # Z for 2
        ("OSBGUQ", "Q586VQ"),
        ("0sbguq", "Q586VQ"),
        ("", None),
        ("K7P2W", None),
        ("K7P2WDD", None),
        ("K7P2W1", None),  # nothing looks like 1
        ("K7P2WÉ", None),
    ],
)
def test_read_code(typed, code):
    assert read_code(typed) == code


def test_it_is_shown_in_two_groups():
    assert shown_code("K7P2WD") == "K7P 2WD"
