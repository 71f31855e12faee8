"""A secretary sets up a season on a laptop and runs its first evening from a phone."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import League


def test_from_a_new_season_to_the_end_of_its_first_evening(laptop, phone, sign_in, club):
    today = timezone.localdate(timezone=ZoneInfo("Europe/Paris"))
    sign_in(laptop, "Charlie")
    laptop.goto("/c/trois-bouts/s/new/")
    laptop.locator("[name=name]").fill("Vendredi")
    laptop.locator("[name=starts_on]").fill((today - timedelta(days=7)).isoformat())
    laptop.locator("[name=ends_on]").fill((today + timedelta(days=200)).isoformat())
    laptop.locator("main button[type=submit]").click()

    # what a method needs shows with it
    laptop.wait_for_url("**/settings/")
    expect(laptop.locator("[name=best_n]")).to_be_hidden()
    laptop.locator("[name=method][value=best_n]").check()
    laptop.locator("[name=best_n]").fill("10")
    laptop.locator(".season-form .btn-primary").click()
    expect(laptop.locator("[name=best_n]")).to_have_value("10")

    laptop.locator(".tabs a[href$='/evenings/new/']").click()
    laptop.locator("[name=held_on]").fill(today.isoformat())
    laptop.locator("main form button[type=submit]").click()
    expect(laptop.locator("main a.linkrow")).to_have_count(1)
    league = League.objects.get()
    evening = league.evenings.get()
    running = f"/c/trois-bouts/s/{league.uuid}/evenings/{evening.uuid}/"

    # the evening itself, by a scorer
    sign_in(phone, "Alice")
    phone.goto(f"{running}edit/")
    phone.locator("form[action$='/open/'] button").tap()
    phone.locator("a[href$='/people/']").tap()
    phone.locator("[type=search]").fill("bo")
    expect(phone.locator("label[data-face]:visible")).to_have_count(1)
    phone.locator("label[data-face]:visible").tap()
    phone.locator(".dock button").tap()
    phone.wait_for_url("**/edit/")
    sitting = club.sitting("Alice", "Bob", "Dora")
    phone.reload()
    expect(phone.locator(f"a[href='/t/{sitting.uuid}/']")).to_be_visible()
    phone.locator("details:has(form[action$='/close/']) > summary").tap()
    phone.locator("form[action$='/close/'] button").tap()
    expect(phone.locator("form[action$='/reopen/'] button")).to_be_visible()

    sitting.refresh_from_db()
    assert sitting.state == "closed"
    assert list(evening.present.values_list("name", flat=True)) == ["Bob"]

    # a season that nobody ticked is not closed, and the box is where one is
    laptop.goto(f"/c/trois-bouts/s/{league.uuid}/close/")
    laptop.locator("main form button[type=submit]").click()
    expect(laptop.locator("[name=is_meant]")).to_be_focused()
