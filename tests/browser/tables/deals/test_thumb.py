"""What a thumb reaches on the plain path of a deal: the lower two thirds of 360 × 740."""

import pytest

from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX

HEIGHT = 740
MIDDLES = """() => Object.fromEntries(
    ["taker", "called_0", "called_1", "contract", "oudlers", "pad", "save"].map((group) => [group, [
        ...document.querySelectorAll({ pad: ".pad button", save: "[data-save]" }[group]
            ?? `.chips label:not(.dog):has([name=${group}])`)
    ].map((place) => place.getBoundingClientRect())
     .map(({ top, bottom }) => (top + bottom) / 2)]))"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("names", [SHEET[:3], SHEET, FIVE, SIX], ids=len)
def test_the_plain_path_is_in_the_lower_two_thirds(thumb, table, names):
    page = thumb(table(*names, rules="family")).page

    middles = page.evaluate(MIDDLES)

    above = {group: min(at) for group, at in middles.items() if at and min(at) < HEIGHT / 3}
    assert not above
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT
