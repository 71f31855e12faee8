"""The second step of signing in: an app, recovery codes; passkeys are tested in the browser."""

import base64
import hmac
import re
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from tests.cast import PASSWORD
from tests.page_forms import follow, form_on, page_form

STEPS = "/account/steps/"
NOON = 1_800_000_000  # seconds


@pytest.fixture
def clock(monkeypatch):
    """The time that the app and the server have."""
    now = SimpleNamespace(seconds=NOON)
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: now.seconds))
    return now


def app_code(key, seconds):
    """Six digits as RFC 6238 says: HMAC-SHA1 of the number of half minutes, 31 bits of it."""
    digest = hmac.digest(base64.b32decode(key), (seconds // 30).to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    return f"{int.from_bytes(digest[place : place + 4], 'big') & 0x7FFFFFFF:010}"[-6:]


def turn_on(client, clock):
    """The key of the app, and the recovery codes that the page shows then."""
    page = client.get(STEPS + "totp/activate/", follow=True)
    if page.redirect_chain:  # the password once more
        page = page_form(page, has="password").fill(password=PASSWORD).send(client, follow=True)
    key = re.search(r'<code class="wrap-any">([A-Z2-7]{32})</code>', page.content.decode())[1]
    form = page_form(page, has="code").fill(code=app_code(key, clock.seconds))
    shown = form.send(client, follow=True)
    return key, re.findall(r"<code>(\d{8})</code>", shown.content.decode())


def sign_in_with_password(email="olivia@example.org"):
    client = Client(headers={"accept-language": "en"})
    page = client.get("/login/")
    form = page_form(page, has="password").fill(login=email, password=PASSWORD)
    return client, form.send(client, follow=True)


def is_signed_in(client):
    return "_auth_user_id" in client.session


@pytest.fixture
def app(sign_in, club, clock):
    """Olivia has the app, and a half minute has gone since: its key and the recovery codes."""
    told = turn_on(sign_in("Olivia"), clock)
    clock.seconds += 30
    mail.outbox.clear()
    return told


class TestApp:
    def test_the_password_alone_opens_nothing_any_more(self, club, app, clock):
        client, page = sign_in_with_password()

        assertRedirects(page, STEPS + "authenticate/")
        assert not is_signed_in(client)
        assert client.get("/c/trois-bouts/").url == "/login/?next=/c/trois-bouts/"
        page_form(page, has="code").fill(code=app_code(app[0], clock.seconds)).send(client)
        assert is_signed_in(client)
        assertContains(client.get("/c/trois-bouts/"), "Les Trois Bouts")

    def test_wrong_or_old_or_used_once_it_is_refused(self, club, app, clock):
        for code in ("000000", app_code(app[0], clock.seconds - 60)):
            client, page = sign_in_with_password()
            answer = page_form(page, has="code").fill(code=code).send(client)
            assertContains(answer, "This is not right, or it was used already.")
            assert not is_signed_in(client)
        for is_in in (True, False):
            client, page = sign_in_with_password()
            page_form(page, has="code").fill(code=app_code(app[0], clock.seconds)).send(client)
            assert is_signed_in(client) is is_in

    def test_a_recovery_code_opens_once(self, club, app):
        assert len(set(app[1])) == 10
        for is_in in (True, False):
            client, page = sign_in_with_password()
            page_form(page, has="code").fill(code=app[1][3]).send(client)
            assert is_signed_in(client) is is_in

    def test_after_a_code_by_mail_it_is_asked_too(self, club, app, clock):
        client = Client(headers={"accept-language": "en"})
        page = client.get("/login/link/")
        form = page_form(page, has="email").fill(email="olivia@example.org")
        page = form.send(client, follow=True)
        code = re.search(r"^([A-Z0-9-]{6,9})$", mail.outbox[-1].body, re.MULTILINE)[1]
        page = page_form(page, has="code").fill(code=code).send(client, follow=True)

        assertRedirects(page, STEPS + "authenticate/")
        assert not is_signed_in(client)
        page_form(page, has="code").fill(code=app_code(app[0], clock.seconds)).send(client)
        assert is_signed_in(client)

    def test_turned_off_the_password_is_enough(self, guest, club, app, clock):
        client = guest
        client.force_login(club.user("Olivia"))  # just now, as this page asks
        page = form_on(client.get(STEPS + "totp/deactivate/"), "totp/deactivate/")
        page = page.send(client, follow=True)

        assertContains(page, "The app is turned off.")
        assert mail.outbox[-1].subject == "Feutre: A second step was turned off"
        assert is_signed_in(sign_in_with_password()[0])
        assert not Authenticator.objects.exists()  # recovery codes go with the last step

    def test_what_the_database_has_opens_nothing(self, club, app, clock):
        """Neither the key of the app nor what recovery codes are made from stands there."""
        stored = str(list(Authenticator.objects.values_list("data", flat=True)))

        assert app[0] not in stored
        assert not any(code in stored for code in app[1])
        assert Authenticator.objects.get(type="totp").data["secret"].startswith("gAAAA")  # sealed


class TestLost:
    """The command of who runs the site."""

    def test_the_password_alone_lets_in_again(self, club, app, capsys):
        call_command("clear_second_steps", "Olivia@example.org")

        assert capsys.readouterr().err == "Taken off olivia@example.org: 2.\n"  # app, codes
        assert is_signed_in(sign_in_with_password()[0])

    def test_nobody_has_the_address(self, club):
        with pytest.raises(CommandError, match=r"No account has the address x@example.org\."):
            call_command("clear_second_steps", "x@example.org")


class TestKeys:
    def test_an_older_one_opens_and_without_it_no_code_fits(self, club, app, clock, settings):
        settings.SEALING_KEYS = ["new", "only for tests"]
        client, page = sign_in_with_password()
        page_form(page, has="code").fill(code=app_code(app[0], clock.seconds)).send(client)
        assert is_signed_in(client)

        clock.seconds += 30
        settings.SEALING_KEYS = ["new"]
        for code in (app_code(app[0], clock.seconds), app[1][0]):
            client, page = sign_in_with_password()
            page_form(page, has="code").fill(code=code).send(client)
            assert not is_signed_in(client)


class TestAdvice:
    @pytest.mark.parametrize(
        ("who", "is_told"), [("Olivia", True), ("Charlie", True), ("Bob", False)]
    )
    def test_who_runs_a_club_is_told(self, sign_in, club, who, is_told):
        page = sign_in(who).get("/email/")

        check = assertContains if is_told else assertNotContains
        check(page, "You run a club: who gets into your account can change its results")

    def test_with_a_second_step_no_more(self, sign_in, club, app):
        page = sign_in("Olivia").get("/email/")

        assertNotContains(page, "You run a club")
        assertContains(follow(sign_in("Olivia"), page, STEPS), "Show the codes")


def test_an_address_that_is_not_confirmed_comes_first(sign_in, club, clock, settings):
    """Else whoever registered the address of somebody else would lock them out."""
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False
    client = sign_in("Olivia")
    page = client.get("/email/", follow=True)
    page_form(page, press="action_add").fill(email="new@example.org").send(client, "action_add")

    page = client.get(STEPS + "totp/activate/", follow=True)

    assertRedirects(page, STEPS)
    assertContains(page, "First confirm each e-mail address of the account")


def test_passkeys_only_where_browsers_have_them(client, club):
    """A name by https, or the machine itself; not a club's own network."""
    asks = 'data-allauth-onload="allauth.webauthn.forms.loginForm"'

    assertContains(client.get("/login/", headers={"host": "localhost:8000"}), asks)
    assertNotContains(client.get("/login/", headers={"host": "feutre.test"}), asks)
    assertNotContains(client.get("/login/", secure=True, headers={"host": "127.0.0.1"}), asks)
    assertContains(client.get("/login/", secure=True, headers={"host": "feutre.test"}), asks)
