"""Guests and tables without an account, on two phones."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Link, Sitting
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_accessibility import everything
from tests.cast import Cast, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR)


@pytest.fixture
def thumb(new_page: Callable[..., Page]) -> Callable[[], Page]:
    """thumb(): one more phone, without an account."""
    return lambda: new_page(**PHONE)


def tap_chip(page: Page, name: str, value: str) -> None:
    page.locator(f"label.chip:has([name={name}][value='{value}'])").tap()


def save_garde(page: Page, taker: str) -> None:
    """Garde with two oudlers and 46 points: made by 5, (25+5)·2 = 60 from each defender."""
    page.locator("label.chip:has([name=taker])", has_text=taker).first.tap()
    tap_chip(page, "contract", "garde")
    tap_chip(page, "oudlers", "2")
    for digit in "46":
        page.locator(f"[data-key='{digit}']").tap()
    expect(page.locator("#verdict")).to_contain_text("5")
    page.locator("[data-save]").tap()
    expect(page.locator("#deal-last p")).to_be_visible()


def type_names(page: Page, *names: str) -> None:
    """Enter leads to the next seat."""
    page.locator("[data-name]").first.tap()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")


def open_table(page: Page, *names: str) -> str:
    """From the front page, as a visitor; the address of the sheet."""
    page.goto("/")
    page.get_by_role("link", name="Ouvrir une table").tap()
    page.wait_for_url("**/table/")  # with its scripts: without them Enter sends the form
    type_names(page, *names)
    page.locator("[data-start]").tap()
    page.wait_for_url("**/t/**")
    return page.url


class TestGuest:
    def test_alice_shows_the_code_and_a_guest_comes(
        self, club, sitting, new_page, thumb, sign_in, live_server
    ):
        alice = new_page(**PHONE, color_scheme="dark")
        sign_in(alice, "Alice")
        alice.goto(f"/t/{sitting.uuid}/")
        alice.locator("form[action$='/invite/'] button").tap()  # one tap
        # On white in the dark too. Waits: the code stands there before its stylesheet does.
        expect(alice.locator(".qr")).to_have_css("background-color", "rgb(255, 255, 255)")
        square, code = alice.locator(".qr svg").bounding_box(), alice.locator(".code-big")
        assert square["width"] >= 250  # of 360: five centimetres, read across the table
        assert bottom_of(code) < PHONE["viewport"]["height"]
        assert re.fullmatch(r"\w{3} \w{3}", code.inner_text())
        guest = thumb()
        guest.goto(alice.locator("#link-address").input_value())  # what the camera reads

        guest.wait_for_url(f"**/t/{sitting.uuid}/new/")
        expect(guest.locator("[data-toast]")).to_contain_text("Vous marquez en tant qu’invité.")

    @pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
    def test_neither_question_nor_toast_is_in_the_way(self, club, new_page, screen):
        link = club.link(club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia"))
        guest = new_page(**screen)
        guest.goto(f"/s/{link.token}/")

        toast = guest.locator("[data-toast]")
        expect(toast.locator("[data-toast-close]")).to_be_visible()
        said = toast.bounding_box()
        for place in ("h1", "[data-guest-asked]", ".pad", "[data-save]"):
            other = guest.locator(place).bounding_box()
            above = other["y"] + other["height"] <= said["y"]
            assert above or said["y"] + said["height"] <= other["y"], place
        if screen is PHONE:
            assert guest.evaluate("document.documentElement.scrollHeight") == 740

        toast.locator("[data-toast-close]").click()
        asked = guest.locator("[data-guest-asked]")
        asked.locator("summary").click()
        asked.get_by_role("button", name="Dora").click()
        expect(guest.locator("[data-toast]")).to_contain_text("C’est noté.")
        expect(asked).to_have_count(0)


class TestPrivateTable:
    def test_few_taps_from_the_front_page_to_the_first_deal(self, db, phone, thumb):
        """Four names, a tap to open the form, one to start, one for the first deal."""
        sheet = open_table(phone, "Ana", "Luc", "Zoé", "Tom")
        phone.get_by_role("link", name="Garder le lien").tap()
        address = phone.locator("#link-address").input_value()
        phone.goto(sheet)
        phone.locator("#next-deal").tap()
        save_garde(phone, "Zoé")

        sitting = Sitting.objects.get()
        assert sheet.endswith(f"/t/{sitting.uuid}/")
        assert totals(sitting) == {"Ana": -60, "Luc": -60, "Zoé": 180, "Tom": -60}

        other = thumb()  # goes on by the link
        other.goto(address)
        assert other.url == sheet
        other.goto("/")
        expect(other.locator(".device-row")).to_contain_text("Ana, Luc, Zoé")

        other.goto(sheet)  # the same players again
        other.get_by_role("link", name="Résumé").tap()
        other.get_by_role("button", name="Rejouer avec les mêmes").tap()
        other.wait_for_url(lambda url: "/t/" in url and not url.startswith(sheet))
        assert Sitting.objects.count() == 2
        expect(other.locator(".empty")).to_contain_text("Luc distribue")  # the turn goes on

    def test_the_button_counts_and_the_fold_opens_and_errors_can_be_read(self, db, phone):
        phone.goto("/table/")
        start = phone.locator("[data-start]")
        expect(start).to_have_text(re.compile(r"Commencer\s*$"))
        type_names(phone, "Ana", "Luc", "Zoé", "Tom", "Ana")

        expect(start).to_have_text(re.compile("5"))
        expect(phone.locator("[data-name] >> nth=5")).to_be_focused()
        expect(phone.locator("[data-name] >> nth=7")).to_be_visible()

        start.tap()
        phone.locator(".error-list").wait_for()
        assert everything(phone) == []

    def test_into_a_club(self, club, phone, sign_in):
        open_table(phone, "Bob", "Ana", "Zoé")
        address = Link.objects.get().token
        sign_in(phone, "Alice")
        phone.goto(f"/s/{address}/")
        phone.get_by_role("link", name="Résumé").tap()
        phone.get_by_role("link", name="Intégrer à un club").tap()
        expect(phone.locator("select").first).to_have_value(str(club.player("Bob").uuid))
        expect(phone.locator(".guest-new").first).to_be_hidden()
        assert everything(phone) == []

        phone.get_by_role("button", name="Intégrer à Les Trois Bouts").tap()

        expect(phone.locator("[data-toast]")).to_contain_text("Les Trois Bouts")
        assert Sitting.objects.get().club == club.club
        assert list(totals(Sitting.objects.get())) == ["Bob", "Ana", "Zoé"]


def bottom_of(place) -> float:
    box = place.bounding_box()
    return box["y"] + box["height"]


class TestEverybodyCanUseIt:
    """The pages that the access matrix does not show to the accessibility checker."""

    def test_as_keeper(self, db, phone):
        sheet = open_table(phone, "Ana", "Luc", "Zoé")
        phone.goto(f"{sheet}invite/?kind=score")
        phone.get_by_role("button", name="Afficher le code").tap()
        phone.locator(".code-big").wait_for()
        faults = []
        for path in ("", "summary/", "invite/?kind=owner", "rules/house/"):
            phone.goto(sheet + path)
            faults += [f"{path}: {fault}" for fault in everything(phone)]
        Sitting.objects.update(opened_at=timezone.now() - timedelta(hours=13))
        for path in ("/", "/table/"):  # where the same players are offered
            phone.goto(path)
            faults += [f"{path}: {fault}" for fault in everything(phone)]

        assert faults == []
