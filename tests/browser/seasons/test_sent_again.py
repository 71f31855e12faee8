"""Who goes back in the browser and sends the same form again adds nothing a second time."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Penalty

pytestmark = pytest.mark.django_db(transaction=True)


def give(page: Page) -> None:
    page.get_by_role("button", name="Donner").click()
    page.wait_for_url("**/edit/")


def test_a_penalty_after_going_back(laptop, club, sign_in):
    evening = club.evening(club.league(), date(2025, 11, 4))
    sign_in(laptop, "Olivia")
    laptop.goto(f"/c/trois-bouts/s/{evening.league.uuid}/evenings/{evening.uuid}/penalties/new/")
    laptop.locator("[name=player]").select_option(str(club.player("Bob").uuid))
    laptop.locator("[name=points]").fill("20")
    laptop.locator("[name=reason]").fill("Retard")
    give(laptop)

    laptop.go_back()
    expect(laptop.locator("[name=reason]")).to_have_value(
        "Retard"
    )  # the browser keeps what was typed
    give(laptop)

    expect(laptop.locator("#toasts")).to_contain_text("déjà été envoyé")
    assert Penalty.objects.count() == 1

    laptop.go_back()
    laptop.locator("[name=points]").fill("30")  # another one
    give(laptop)
    assert [row.points for row in Penalty.objects.order_by("pk")] == [-20, -30]
