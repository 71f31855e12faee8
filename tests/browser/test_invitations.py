"""Somebody is invited by a link, makes an account and is in the club."""

import re
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page, expect

from clubs.models import Membership, Player
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_link_into_the_club(
    club: Cast,
    laptop: Page,
    phone: Page,
    sign_in: Callable[[Page, str], None],
    settings: LazySettings,
) -> None:
    settings.REGISTRATION = "invite"
    frank = club.player("Frank")
    sign_in(laptop, "Charlie")
    laptop.goto(f"/c/trois-bouts/members/{frank.uuid}/")
    laptop.get_by_role("link", name="Inviter").click()
    laptop.get_by_role("button", name="Créer seulement le lien").click()
    expect(laptop.locator(".qr svg")).to_be_visible()
    address = laptop.locator("#link-address").input_value()

    phone.goto(address)
    expect(phone.get_by_text("Vous serez Frank au club Les Trois Bouts.")).to_be_visible()
    phone.get_by_role("link", name="Créer un compte").tap()
    phone.locator("[name=email]").fill("frank@example.net")
    password, send = phone.locator("[name=password1]"), phone.locator("main form .btn-primary")
    password.fill("court")
    send.tap()
    expect(password).to_have_attribute("aria-invalid", "true")
    expect(password).to_be_focused()
    password.fill("une phrase assez longue")
    send.tap()
    phone.get_by_role("button", name="Accepter l’invitation").tap()

    phone.wait_for_url(re.compile("/c/trois-bouts/$"))
    expect(phone.locator("#toasts")).to_contain_text("vous êtes Frank")
    user = Membership.objects.get(club=club.club, user__email="frank@example.net").user
    assert Player.objects.get(pk=frank.pk).user == user
