"""A passkey signs in, alone or as the second step. Chromium keeps it as a device does."""

import re
from collections.abc import Callable, Iterator

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, expect

from tests.cast import PASSWORD, Cast

pytestmark = pytest.mark.django_db(transaction=True)

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def reader(laptop: Page) -> Iterator[tuple[CDPSession, str]]:
    """The laptop has a reader of fingers, which always finds the right one."""
    session = laptop.context.new_cdp_session(laptop)
    session.send("WebAuthn.enable")
    number = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    yield session, number["authenticatorId"]
    session.send("WebAuthn.disable")
    session.detach()


def add_passkey(page: Page, *, alone: bool) -> None:
    page.goto("/email/")
    page.get_by_role("link", name="Deuxième étape").click()
    page.get_by_role("link", name="Ajouter une clé d’accès").click()
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form[method=post] button[type=submit]").click()
    expect(page.locator("[name=name]")).to_have_value("Clé d’accès 1")
    page.locator("[name=name]").fill("Portable")
    page.locator("[name=passwordless]").set_checked(alone)
    page.get_by_role("button", name="Ajouter une clé d’accès").click()
    expect(page.locator("#toasts")).to_contain_text("La clé d’accès est ajoutée.")


def sign_out(page: Page) -> None:
    page.goto("/logout/")
    page.locator("main").get_by_role("button", name="Se déconnecter").click()
    page.wait_for_url(re.compile("//[^/]+/$"))


def test_it_signs_in_alone(
    club: Cast,
    laptop: Page,
    reader: tuple[CDPSession, str],
    sign_in: Callable[[Page, str], None],
) -> None:
    sign_in(laptop, "Olivia")
    add_passkey(laptop, alone=True)
    expect(laptop.locator("main code")).to_have_count(10)  # recovery codes come with the first step
    sign_out(laptop)

    laptop.goto("/login/?next=/c/trois-bouts/members/")
    laptop.get_by_role("button", name="Se connecter avec une clé d’accès").click()

    laptop.wait_for_url(re.compile("//[^/]+/c/trois-bouts/members/$"))  # not the ?next= of before


def test_it_is_the_second_step(
    club: Cast,
    laptop: Page,
    reader: tuple[CDPSession, str],
    sign_in: Callable[[Page, str], None],
) -> None:
    sign_in(laptop, "Olivia")
    add_passkey(laptop, alone=False)
    sign_out(laptop)

    laptop.goto("/login/")
    laptop.locator("[name=login]").fill("olivia@example.org")
    laptop.locator("[name=password]").fill(PASSWORD)
    laptop.get_by_role("button", name="Se connecter", exact=True).click()
    laptop.get_by_role("button", name="Avec une clé d’accès").click()

    laptop.wait_for_url(re.compile("/c/trois-bouts/$"))


def test_who_has_none_is_told_in_words(
    club: Cast, laptop: Page, reader: tuple[CDPSession, str]
) -> None:
    session, number = reader
    session.send("WebAuthn.setUserVerified", {"authenticatorId": number, "isUserVerified": False})
    laptop.goto("/login/")

    laptop.get_by_role("button", name="Se connecter avec une clé d’accès").click()

    expect(laptop.locator("#toasts")).to_contain_text("Aucune clé d’accès n’a servi.")
    assert not Authenticator.objects.exists()
