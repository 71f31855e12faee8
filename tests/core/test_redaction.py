"""A person's words out of what others wrote."""

import pytest

from clubs.core.redaction import pattern_of, redacted, redacted_text, renamed, spellings, telling

OTHERS = ["Zoé Petit", "Luc Marchand"]


def told(text, *words):
    return redacted_text(text, pattern_of(telling(words, OTHERS)), "Player 7")


class TestText:
    @pytest.mark.parametrize(
        ("text", "after"),
        [
            ("Excuse of Zoé Marchand", "Excuse of Player 7"),
            ("ZOÉ MARCHAND was late", "Player 7 was late"),
            ("zoe marchand was late", "Player 7 was late"),
            ("Marchand Zoé: 12", "Player 7: 12"),
            ("Zoé Marchande", "Zoé Marchande"),
            ("Zoé was late", "Zoé was late"),  # there is another Zoé
            ("", ""),
        ],
    )
    def test_the_full_name(self, text, after):
        assert told(text, *spellings("Zoé Marchand")) == after

    def test_words_that_are_nobody_elses(self):
        text = "Zouzou (zoe@example.org, 12.345) and Zoé Petit"

        after = told(text, "Zouzou", "zoe@example.org", "12.345", "Zoé", "")
        assert after == "Player 7 (Player 7, Player 7) and Zoé Petit"

    def test_one_word_that_somebody_else_has_too(self):
        assert telling(["Zoé", "petit", "Zouzou"], OTHERS) == ["Zouzou"]

    def test_without_words(self):
        assert pattern_of([]) is None


def test_values_but_not_codes():
    pattern = pattern_of(["Garde"])

    value = {"contract": "garde", "note": "Garde, of course", "rows": ["Garde", 3, None]}
    assert redacted(value, pattern, "P. 1") == {
        "contract": "garde",
        "note": "P. 1, of course",
        "rows": ["P. 1", 3, None],
    }


def test_no_number_date_or_uuid_is_a_name():
    """Somebody whose licence is 383, or the first part of somebody's uuid."""
    pattern = pattern_of(["383", "2025", "706cd151"])

    value = ["383/9", "-1/383", "2025-11-14", "706cd151-1aeb-433e-86c5-df2fcd5d444e"]
    assert redacted([*value, "licence 383"], pattern, "P. 1") == [*value, "licence P. 1"]


def test_renamed_goes_as_deep_as_a_record_does():
    record = {
        "taker": "a",
        "called": ["b", None],
        "poignees": [{"player": "a", "size": "simple"}],
        "scores": {"a": 120, "c": -120},
        "points": 46,
        "note": "a is not a name here",
    }

    assert renamed(record, {"a": "x", "c": "z"}) == {
        "taker": "x",
        "called": ["b", None],
        "poignees": [{"player": "x", "size": "simple"}],
        "scores": {"x": 120, "z": -120},
        "points": 46,
        "note": "a is not a name here",
    }
