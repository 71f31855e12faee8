"""Who goes back in the browser and sends the same form again adds nothing a second time."""

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubs.models import ImportRun, Penalty

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
    # The browser keeps what was typed.
    expect(laptop.locator("[name=reason]")).to_have_value("Retard")
    give(laptop)

    expect(laptop.locator("#toasts")).to_contain_text("déjà été envoyé")
    assert Penalty.objects.count() == 1

    laptop.go_back()
    laptop.locator("[name=points]").fill("30")  # another one
    give(laptop)
    assert [row.points for row in Penalty.objects.order_by("pk")] == [-20, -30]


def test_another_file_after_going_back(laptop, club, sign_in, tmp_path: Path):
    sign_in(laptop, "Charlie")
    laptop.goto("/c/trois-bouts/io/import/")
    for name in ("Anne Berger", "Bruno Petit"):
        file = tmp_path / "membres.csv"
        file.write_text(f"nom;licence\n{name};12\n")
        laptop.locator("[name=file]").set_input_files(file)
        laptop.locator("main form .btn-primary").first.click()
        expect(laptop.locator("main")).to_contain_text(name)
        laptop.go_back()

    assert ImportRun.objects.count() == 2
