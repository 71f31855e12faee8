"""What a thumb reaches on the plain path of a deal: the lower two thirds of 360 × 740."""

import pytest

from tests.browser.tables.deals.conftest import FIVE, SHEET

HEIGHT = 740
MIDDLES = """() => Object.fromEntries(
    ["taker", "called_0", "contract", "oudlers", "pad", "save"].map((group) => [group, [
        ...document.querySelectorAll({ pad: ".pad button", save: "[data-save]" }[group]
            ?? `.chips label:not(.dog):has([name=${group}])`)
    ].map((place) => place.getBoundingClientRect())
     .map(({ top, bottom }) => (top + bottom) / 2)]))"""

pytestmark = pytest.mark.django_db(transaction=True)


# Measured: with four the takers' row is at 188 px and with five at 109, that of the called at 188:
# a third is 247. Rows of 44 px, the verdict and what everybody gets leave no room for them below.
@pytest.mark.parametrize(("names", "above"), [(SHEET, {"taker"}), (FIVE, {"taker", "called_0"})])
def test_the_plain_path_is_in_the_lower_two_thirds(thumb, table, names, above):
    page = thumb(table(*names)).page

    middles = page.evaluate(MIDDLES)

    reached = {group for group, at in middles.items() if at and min(at) >= HEIGHT / 3}
    assert {group for group, at in middles.items() if at} - reached == above
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT
    if len(names) == 4:  # what is to spare is above, not between the keys and the button
        assert min(middles["taker"]) > 180
