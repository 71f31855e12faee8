"""What a deal keeps beside what the scores need, as a thumb tells it."""

import pytest
from playwright.sync_api import expect

from clubs.models import Deal
from tests.browser.tables.deals.conftest import FIVE

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = {"asked": {"called_cards": True, "which_oudlers": True}}


def test_a_suit_is_one_tap_and_oudlers_and_their_number_agree(thumb, table):
    entry = thumb(table(*FIVE, rules=ASKED))
    page = entry.page
    entry.chip("taker", "Nadia")
    entry.chip("called_0", "Hugo")
    page.get_by_role("radio", name="Hearts").tap()
    entry.chip("contract", "Garde")
    page.get_by_role("checkbox", name="Petit").tap()
    expect(page.locator("[name=oudlers]:checked")).to_have_value("1")
    page.get_by_role("checkbox", name="Excuse").tap()
    expect(page.locator("[name=oudlers]:checked")).to_have_value("2")
    entry.key("5")
    entry.key("2")
    entry.says("made by 11")
    entry.save()
    entry.saved(1)

    expect(page.locator("[name=which_oudlers]:checked")).to_have_count(0)
    record = Deal.objects.get().record
    assert record["called_cards"] == ["king_hearts"]
    assert (record["oudlers"], record["which_oudlers"]) == (2, ["petit", "excuse"])

    # A number takes back oudlers that make another.
    page.get_by_role("checkbox", name="Petit").tap()
    entry.chip("oudlers", "2")
    expect(page.locator("[name=which_oudlers]:checked")).to_have_count(0)
    page.get_by_role("checkbox", name="21").tap()
    page.get_by_role("checkbox", name="21").tap()
    expect(page.locator("[name=oudlers]:checked")).to_have_count(0)  # asked again
