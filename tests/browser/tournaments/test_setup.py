"""A tournament from the wizard to its first page, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from clubs.core.limits import MOST_SEED
from tests.browser.axe import found_by_axe, in_the_dark
from tests.browser.test_accessibility import TARGETS
from tests.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def faults(page) -> list[str]:
    """What keeps people from using the page; too small targets; how far it is too wide. At its end,
    where the tabs of a phone cover nothing: axe takes a link under them for a smaller one."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    found = [*found_by_axe(page), *in_the_dark(page)]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*found, *page.evaluate(TARGETS), *([f"{wide} px too wide"] if wide > 0 else [])]


def test_the_plan_follows_what_is_typed_and_every_step_can_be_used(club, phone, sign_in):
    """The first step as it comes is a page of test_accessibility.py."""
    sign_in(phone, "Charlie")
    phone.goto("/c/trois-bouts/tournaments/new/")
    onward, current = phone.locator("button.btn[value=next]"), phone.locator(".steps .cur .sn")
    phone.locator("#id_name").fill("Grand prix")
    phone.locator("#id_starts_at").fill("2026-11-21T14:00")
    onward.click()

    phone.locator("#id_players").fill("21")
    phone.locator("#id_rounds_planned").fill("3")
    phone.locator("#id_rounds_planned").blur()
    plan = phone.locator("#plan")
    expect(plan).to_contain_text(re.compile("21 .*: 3 tables .* 4, 3 tables .* 3"))
    expect(plan).to_contain_text("17:20")
    assert faults(phone) == []
    height = "(choice) => choice.clientHeight"
    seating, last_round = (phone.locator(f"#id_{name}") for name in ("seating", "last_round"))
    assert seating.evaluate(height) > last_round.evaluate(height)  # its long choice wraps

    for number in ("3", "4", "5"):
        onward.click()
        expect(current).to_have_text(number)
        assert faults(phone) == []
    phone.locator("button[value=create]").click()

    step = phone.locator("#step-open")
    expect(step).to_be_visible()
    step.click()
    expect(phone.locator("#step-check_in")).to_be_visible()


def test_another_game_is_a_tap_away_and_enter_goes_on(club, phone, sign_in):
    sign_in(phone, "Charlie")
    phone.goto("/c/trois-bouts/tournaments/new/")
    name, chosen = phone.locator("#id_name"), phone.locator("[aria-pressed=true]")
    name.fill("Torneo")
    phone.locator("button[value=volte]").click()

    expect(chosen).to_have_attribute("value", "volte")
    expect(name).to_have_value("Torneo")
    expect(phone.locator("[name=leftovers]")).to_have_count(2)
    assert faults(phone) == []

    phone.locator("#id_starts_at").fill("2026-11-21T14:00")
    name.press("Enter")
    expect(phone.locator(".steps .cur .sn")).to_have_text("2")


def test_its_page_can_be_used_by_a_visitor(club, phone):
    """Those of its organisers are in test_accessibility.py."""
    hall = Hall.gather(club, 9, shows_page=True, shows_entries=True, shows_seating=True)
    hall.publish()
    for rest in ("?q=p0", ""):
        phone.goto(f"/g/{hall.tournament.uuid}/{rest}")
        assert faults(phone) == [], rest


def test_the_settings_of_a_tournament_are_a_list_of_folds_with_save_in_sight(club, phone, sign_in):
    hall = Hall.gather(club, 9, state="open")
    sign_in(phone, "Charlie")
    phone.goto(f"/g/{hall.tournament.uuid}/settings/#public-h")
    expect(phone.locator("#id_shows_page")).to_be_visible()  # the link opened its fold

    phone.goto(f"/g/{hall.tournament.uuid}/settings/")
    rounds = phone.locator("details", has=phone.locator("#id_round_minutes"))
    rounds.locator("summary").click()
    phone.locator("#id_round_minutes").fill("45")
    rounds.locator("summary").click()
    expect(rounds.locator("[data-touched]")).to_be_visible()

    seed = phone.locator("#id_seed")
    phone.locator("details", has=seed).locator("summary").click()
    seed.fill(str(MOST_SEED))
    assert seed.evaluate("field => field.scrollWidth <= field.clientWidth")  # all of it is seen

    phone.evaluate("scrollTo(0, 0)")
    save = phone.locator(".setup-save button").bounding_box()
    middle = [save["x"] + save["width"] / 2, save["y"] + save["height"] / 2]
    at_save = "([x, y]) => document.elementFromPoint(x, y)?.closest('.setup-save') !== null"
    assert phone.evaluate(at_save, middle)
    phone.mouse.click(*middle)
    expect(rounds.locator("[data-stored]")).to_contain_text("45 min")


def test_a_wrong_field_of_prizes_is_shown_whatever_kind_was_chosen(club, phone, sign_in):
    hall = Hall.gather(club, 8)
    sign_in(phone, "Charlie")
    phone.goto(f"/g/{hall.tournament.uuid}/prizes/")
    amounts = phone.locator("#id_fixed")

    phone.locator("[value=fixed]").check()
    amounts.fill("100 abc")
    phone.locator("[value=shares]").check()
    expect(amounts).to_be_hidden()
    with phone.expect_response("**/prizes/") as answer:
        phone.locator(".prizes-form .btn-primary").click()

    assert answer.value.status == 422
    expect(amounts).to_be_visible()
    expect(phone.locator("#id_shares")).to_be_visible()
