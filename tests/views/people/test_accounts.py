"""Having an account, and deleting one's own."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import translation
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Membership, Player, Role, User

PATH = "/account/delete/"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "This password is too short: it needs 10 characters or more."),
        ("fr", "Ce mot de passe est trop court\xa0: il faut 10 caractères ou plus."),
        ("it", "Questa password è troppo corta: servono almeno 10 caratteri."),
    ],
)
def test_a_short_password_is_refused_in_the_language_of_the_page(language, text):
    with translation.override(language), pytest.raises(ValidationError) as refused:
        validate_password("xq7w")

    assert refused.value.messages == [text]


def is_there(club, who):
    return User.objects.filter(pk=club.user(who).pk).exists()


def test_it_says_what_goes_and_what_stays(sign_in, club):
    page = sign_in("Bob").get(PATH)

    assertContains(page, "Every deal, score and total.")
    assertContains(page, f'href="/p/{club.player("Bob").uuid}/data/"')
    assertNotContains(page, "nobody can open the club")


def test_the_account_page_leads_there(sign_in, club):
    assertContains(sign_in("Bob").get("/email/"), f'href="{PATH}"')


@pytest.mark.parametrize(
    ("addresses", "buttons"),
    [
        ([True], []),
        ([False], ["action_send"]),
        ([True, False], ["action_primary", "action_send", "action_remove"]),
    ],
)
def test_the_account_page_offers_what_can_be_done(sign_in, club, addresses, buttons):
    """addresses: of each whether it is confirmed; the first is the main one. An only address can
    neither go nor become the main one."""
    for name, is_confirmed in zip(("bob", "bobby"), addresses, strict=False):
        EmailAddress.objects.create(
            user=club.user("Bob"),
            email=f"{name}@example.org",
            verified=is_confirmed,
            primary=name == "bob",
        )

    page = sign_in("Bob").get("/email/")

    found = re.findall(r'name="(action_\w+)"', page.content.decode())
    assert [name for name in found if name != "action_add"] == buttons


def test_without_mail_no_confirmation_is_offered(sign_in, club, settings):
    settings.SENDS_MAIL = False
    address = {"user": club.user("Bob"), "email": "bob@example.org", "primary": True}
    EmailAddress.objects.create(**address, verified=False)

    assertNotContains(sign_in("Bob").get("/email/"), "action_send")


@pytest.mark.parametrize("email", ["bob@example.org", " BOB@example.org "])
def test_typed_it_is_gone_and_signed_out(sign_in, club, email):
    client = sign_in("Bob")

    response = client.post(PATH, {"email": email}, follow=True)

    assert response.redirect_chain == [("/", 302)]
    assertContains(response, "Your account is deleted.")
    assert not is_there(club, "Bob")
    assert "_auth_user_id" not in client.session
    assert Player.objects.get(pk=club.player("Bob").pk).name == "Bob"


def test_sent_twice(sign_in, club):
    client = sign_in("Bob")
    client.post(PATH, {"email": "bob@example.org"})

    assertRedirects(client.post(PATH, {"email": "bob@example.org"}), "/login/?next=/")


@pytest.mark.parametrize("email", ["", "alice@example.org", "bob"])
def test_not_the_address(sign_in, club, email):
    response = sign_in("Bob").post(PATH, {"email": email})

    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {"email"}
    assert is_there(club, "Bob")


def test_the_only_owner_is_told_what_to_do_first(sign_in, club):
    client = sign_in("Olivia")
    page = client.get(PATH)
    assertContains(page, "First somebody else becomes owner")
    assertContains(page, 'href="/c/trois-bouts/settings/"')
    assertNotContains(page, 'name="email"')

    response = client.post(PATH, {"email": "olivia@example.org"})

    assertContains(response, "Nobody else owns Les Trois Bouts", status_code=422)
    assert is_there(club, "Olivia")


def test_whose_club_nobody_else_could_open(sign_in, club):
    client = sign_in("Eve")
    assertContains(client.get(PATH), "nobody can open the club")

    client.post(PATH, {"email": "eve@example.org"})

    assert not is_there(club, "Eve")


def test_as_many_queries_for_one_club_as_for_two(sign_in, club, count_queries):
    # session, account; clubs owned alone, players, clubs of nobody else
    assert count_queries(sign_in("Bob"), PATH) == 5

    Membership.objects.create(club=club.other, user=club.user("Bob"), role=Role.MEMBER)

    assert count_queries(sign_in("Bob"), PATH) == 5
