"""The what-if calculator and the bidding aid on a visitor's phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import every_fault
from tests.browser.conftest import LAPTOP, PHONE
from tests.games.french.core.hands import CHECK_HAND

GARDE = "?contract=garde&oudlers=2&points=49&petit_au_bout=attack"  # (25+8+10)·2=86
HAND = "?" + "&".join(f"card={code}" for code in CHECK_HAND)

pytestmark = pytest.mark.django_db(transaction=True)


def chip(page: Page, name: str, value: str):
    return page.locator(f"[name={name}][value='{value}']")


def expect_gains(page: Page, *told: str) -> None:
    expect(page.locator("#deltas .d [aria-hidden]")).to_have_text(list(told))


def test_a_deal_is_counted_as_it_is_tapped(phone):
    phone.goto("/try/")
    expect(phone.locator("#verdict")).to_have_text("Quel contrat ?")
    ends = "(link) => link.getBoundingClientRect().right"
    assert max(link.evaluate(ends) for link in phone.locator(".tabs a").all()) <= 360

    chip(phone, "contract", "garde").tap()
    chip(phone, "oudlers", "2").tap()
    phone.locator("[data-key='4']").tap()
    phone.locator("[data-key='9']").tap()

    expect(phone.locator("#verdict")).to_contain_text("fait de 8")
    expect(phone.locator(".branches")).to_be_attached()
    expect_gains(phone, "+198", "−66", "−66", "−66")
    assert phone.context.cookies() == []

    phone.reload()  # what was typed stands in the address
    expect_gains(phone, "+198", "−66", "−66", "−66")


def test_a_deal_of_an_address_is_changed(phone):
    phone.goto(f"/try/{GARDE}")
    below = phone.locator(".folds").evaluate("folds => folds.getBoundingClientRect().bottom")
    assert below <= 740, "it fits on one screen"
    assert every_fault(phone, LAPTOP) == []
    phone.set_viewport_size(PHONE["viewport"])

    # A line of "And if" leads to its deal.
    phone.get_by_role("link", name="Garde contre").tap()
    phone.wait_for_url("**contract=garde_contre**")
    expect_gains(phone, "+774", "−258", "−258", "−258")  # (25+8+10)·6
    phone.go_back()
    expect_gains(phone, "+258", "−86", "−86", "−86")

    # Other players draw the form anew and keep what is told.
    chip(phone, "players", "5").tap()
    expect(phone.locator("#verdict")).to_have_text("Qui est appelé ?")
    expect(chip(phone, "players", "5")).to_be_focused()
    chip(phone, "called_0", "B").tap()
    expect(phone.locator("#verdict")).to_contain_text("fait de 8")
    expect_gains(phone, "+172", "+86", "−86", "−86", "−86")
    assert phone.locator("[name=points]").evaluate("field => field.inputMode") == "none"


def test_what_cannot_be_says_why_at_its_field(phone):
    phone.goto(f"/try/{GARDE}&rules=family&players=7")
    assert every_fault(phone, LAPTOP) == []
    phone.set_viewport_size(PHONE["viewport"])

    phone.goto(f"/try/{GARDE}&rules=family&misere_3=courts&misere_3=trumps")
    expect(phone.locator("#verdict")).to_contain_text("fait de 8")
    phone.locator("[data-fold=poignee] > summary").tap()
    chip(phone, "poignee_3", "simple").tap()
    why = "Pas de misère d’atout avec une poignée ou le Petit : ce sont des atouts."
    expect(phone.locator("#verdict")).to_have_text(why)
    phone.locator("[data-fold=misere] > summary").tap()
    expect(phone.locator("#id_misere_3_error")).to_have_text(why)
    expect(chip(phone, "misere_3", "courts")).to_be_checked()

    chip(phone, "misere_3", "trumps").tap()

    expect(phone.locator("#verdict")).to_contain_text("fait de 8")
    expect(phone.locator(".invalid-feedback, .invalid")).to_have_count(0)


def test_a_hand_is_counted_as_it_is_tapped(phone):
    """The pages on which nothing was told are shown to the accessibility checker by
    test_accessibility.py."""
    phone.goto("/try/hand/")
    dock = phone.locator("#hand-dock")

    for code in CHECK_HAND:
        chip(phone, "card", code).tap()

    expect(dock).to_contain_text("18 cartes sur 18")
    expect(dock).to_contain_text(re.compile(r"58 points\s: Garde"))
    expect(phone.locator("#hand-told .sum").last).to_contain_text("61")
    assert phone.context.cookies() == []

    # How missing cards lie.
    phone.locator("[name=missing]").select_option("3")
    expect(phone.locator("#odds table").first.locator("tbody tr").first).to_contain_text("23,5")
    expect(dock).to_contain_text("58 points")

    chip(phone, "card", "s7").tap()
    expect(dock).to_contain_text("en voici 19")
    assert every_fault(phone, LAPTOP) == []
    phone.set_viewport_size(PHONE["viewport"])
    chip(phone, "card", "s7").tap()
    expect(dock).to_contain_text("58 points")


def test_without_script_there_is_a_button(new_page):
    page = new_page(**PHONE, java_script_enabled=False)
    page.goto("/try/")
    chip(page, "contract", "garde").check(force=True)
    chip(page, "oudlers", "2").check(force=True)
    page.locator("[name=points]").fill("49")
    page.get_by_role("button", name="Calculer").tap()
    expect_gains(page, "+198", "−66", "−66", "−66")

    page.goto(f"/try/hand/{HAND}")
    chip(page, "card", "c6").uncheck(force=True)
    chip(page, "card", "d14").check(force=True)
    page.get_by_role("button", name="Compter").tap()
    expect(page.locator("#hand-dock")).to_contain_text("64 points")  # a king more: 6
