"""Where an account is signed in: the list, and signing out elsewhere."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.services.people.accounts import forget_sessions
from tests.cast import PASSWORD
from tests.page_forms import errors, follow, form_on, page_form

LIST = "/account/sessions/"
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
LAPTOP = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
)


def browser(agent, email="olivia@example.org"):
    """A browser that signed in by the form."""
    client = Client(headers={"accept-language": "en", "user-agent": agent})
    form = page_form(client.get("/login/"), has="password")
    form.fill(login=email, password=PASSWORD).send(client)
    return client


def is_signed_in(client):
    return client.get("/c/trois-bouts/").status_code == 200


@pytest.fixture
def phone(club):
    return browser(PHONE)


@pytest.fixture
def laptop(phone):
    return browser(LAPTOP)


def test_the_list_names_each_browser(phone, laptop):
    page = follow(laptop, laptop.get("/email/"), LIST)

    assertContains(page, "Firefox · Android")
    assertContains(page, "Edge · Windows")
    assertContains(page, "127.0.0.1", 2)
    assertContains(page, "this one", 1)
    assertNotContains(page, phone.session.session_key)


def test_one_is_signed_out_from_another(phone, laptop):
    other = browser(PHONE)
    page = laptop.get(LIST)
    [old] = UserSession.objects.filter(session_key=phone.session.session_key)

    answer = page_form(page, press="others").send(laptop, f"end={old.pk}", follow=True)

    assertContains(answer, "Signed out there.")
    assert [is_signed_in(one) for one in (phone, other, laptop)] == [False, True, True]


def test_all_others_are_signed_out_at_once(phone, laptop):
    others = browser(PHONE), browser(LAPTOP, "bob@example.org")

    answer = page_form(laptop.get(LIST), press="others").send(laptop, "others", follow=True)

    assertContains(answer, "Signed out everywhere else.")
    assertNotContains(answer, "Sign out everywhere else")
    signed_in = [is_signed_in(one) for one in (phone, *others, laptop)]
    assert signed_in == [False, False, True, True]  # the account of Bob is another one


def test_nobody_signs_others_out(phone, laptop):
    bob = browser(LAPTOP, "bob@example.org")
    [row] = UserSession.objects.filter(session_key=phone.session.session_key)

    bob.post(LIST, {"end": str(row.pk)})

    assert is_signed_in(phone)


def test_signed_out_it_is_noted_no_more(phone, laptop):
    form_on(phone.get("/logout/"), "/logout/").send(phone)

    assertNotContains(laptop.get(LIST), "Firefox")
    assert forget_sessions(dry_run=True) == 1
    assert forget_sessions() == 1
    assert [row.user_agent for row in UserSession.objects.all()] == [LAPTOP]


def test_a_new_password_leaves_this_browser_alone(phone, laptop):
    page = laptop.get("/password/change/")
    new = {"password1": "une autre phrase", "password2": "une autre phrase"}
    form = page_form(page, has="oldpassword")
    wrong = form.fill(oldpassword="une phrase", **new).send(laptop)
    assert errors(wrong) == {"oldpassword": ["This is not your current password."]}
    assertRedirects(form.fill(oldpassword=PASSWORD, **new).send(laptop), "/email/")

    assert [is_signed_in(one) for one in (phone, laptop)] == [False, True]
    page = laptop.get(LIST)
    assertContains(page, "this one", 1)
    assertNotContains(page, "Firefox")


def test_it_goes_with_the_account(club):
    bob = browser(PHONE, "bob@example.org")
    Authenticator.objects.create(user=club.user("Bob"), type="totp", data={"secret": ""})
    page = follow(bob, bob.get("/email/"), "/account/delete/")

    page_form(page, has="email").fill(email="bob@example.org").send(bob)

    assert not UserSession.objects.exists()
    assert not Authenticator.objects.exists()


def test_as_many_queries_for_one_as_for_three(phone, count_queries):
    # session, account, browsers
    assert count_queries(phone, LIST) == 3
    for _time in range(2):
        browser(LAPTOP)
    assert count_queries(phone, LIST) == 3


def test_a_number_of_too_many_digits_ends_no_session(laptop):
    assertRedirects(laptop.post(LIST, {"end": "9" * 5000}), LIST)

    assert is_signed_in(laptop)
