"""Why a deal is corrected or taken back, as people say it."""

import pytest
from django.utils import translation

from clubs.forms.deals.reasons import DealReasonForm

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"reason": "Counted wrong"}, "Counted wrong"),
        ({"reason": "other", "reason_text": "a card fell"}, "a card fell"),
        ({"reason": "Counted wrong", "reason_text": "a card fell"}, "Counted wrong"),
    ],
)
def test_in_words(data, reason):
    asked = DealReasonForm(data, reasons=["Counted wrong"])
    assert asked.is_valid()
    assert asked.to_reason() == reason


def test_a_letter_that_no_database_keeps():
    asked = DealReasonForm({"reason": "Counted\0wrong"}, reasons=["Counted wrong"])

    with translation.override("en"):
        assert asked.errors == {"reason": ["Null characters are not allowed."]}


def test_it_fits_the_log():
    asked = DealReasonForm({"reason": "x" * 300}, reasons=[])
    assert asked.is_valid()
    assert len(asked.to_reason()) == 200
