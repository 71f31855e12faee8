"""The front page, one's own settings, and pages of refusals."""

from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.shortcuts import render
from django.template.loader import render_to_string
from django.test import override_settings
from django.urls import reverse
from django.utils import translation
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.access import Actor
from clubs.models import Club, Membership, Role, Sitting, User
from clubs.preferences import Preferences
from clubs.services.people.preferences import save_preferences
from clubs.views.pages import server_error
from tests.page_forms import errors, send

SETTINGS = {
    "language": "en",
    "theme": "dark",
    "text": "125",
    "hand": "left",
    "vibration": "on",
}


def said(response) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


class TestFrontPage:
    def test_a_visitor_may_sign_in(self, client, db):
        response = client.get("/", headers={"accept-language": "en"})

        assertContains(response, "Seven taps, and the deal is scored.")
        assertContains(response, 'href="/login/"')
        assertNotContains(response, "/signup/")

    def test_begins_with_the_tables_of_this_phone(self, client, club):
        opened = club.private_table("Ana", "Luc", "Bob")
        client.get(f"/s/{opened.link.token}/")
        client.cookies["django_language"] = "en"

        page = client.get("/").content.decode()

        own, offer = page.index("Ana, Luc, Bob"), page.index('href="/table/"')
        assert own < offer < page.index("Seven taps, and the deal is scored.")
        assert page.count('href="/table/"') == 1

    @override_settings(REGISTRATION="open")
    def test_where_anyone_may_register_a_visitor_creates_a_club(self, client, db):
        response = client.get("/", headers={"accept-language": "en"})

        assertContains(response, 'href="/signup/?next=/start/"')

    def test_a_member_of_one_club_sees_its_card(self, client, club):
        client.force_login(club.user("Alice"))

        response = client.get("/")

        assertContains(response, "Les Trois Bouts")
        assertContains(response, 'href="/c/trois-bouts/"')
        assertNotContains(response, "/c/ailleurs/")
        assertNotContains(response, "/start/")

    def test_a_member_goes_on_at_an_open_table(self, client, club):
        table = club.sitting("Alice", "Bob", "Dora")
        club.deal(table, taker="Alice", contract="garde", oudlers=2, points=46)
        client.force_login(club.user("Alice"))

        page = client.get("/")

        assertContains(page, f'href="/t/{table.uuid}/"')
        assertContains(page, "Alice, Bob, Dora")
        client.force_login(club.user("Eve"))
        assertNotContains(client.get("/"), table.uuid)

    def test_a_member_of_two_clubs_sees_both(self, client, club):
        Membership.objects.create(club=club.other, user=club.user("Alice"), role=Role.MEMBER)
        client.force_login(club.user("Alice"))

        response = client.get("/")

        assert [m.club.name for m in response.context["memberships"]] == [
            "Ailleurs",
            "Les Trois Bouts",
        ]

    def test_who_has_no_club_is_told_what_to_do(self, client, club):
        client.force_login(User.objects.create_user("gus@example.org"))
        client.cookies["django_language"] = "en"

        assertContains(client.get("/"), "Ask the organiser of your club")

    @override_settings(REGISTRATION="open")
    def test_who_has_no_club_may_create_one_where_that_is_open(self, client, club):
        client.force_login(User.objects.create_user("gus@example.org"))

        assertContains(client.get("/"), 'href="/start/"')

    @pytest.mark.parametrize("clubs", [1, 3])
    def test_takes_as_many_queries_for_three_clubs_as_for_one(
        self, client, club, clubs, django_assert_num_queries
    ):
        for number in range(1, clubs):
            more = Club.objects.create(slug=f"c{number}", name=f"Club {number}")
            Membership.objects.create(club=more, user=club.user("Alice"), role=Role.MEMBER)
        client.force_login(club.user("Alice"))

        with django_assert_num_queries(5):  # session, account, clubs, roles, tables at play
            client.get("/")


class TestPreferences:
    def test_a_visitor_keeps_them_in_a_cookie(self, client, db):
        response = client.post("/settings/", SETTINGS)

        assertRedirects(response, "/settings/")
        assert client.cookies["preferences"].value == (
            "theme=dark&text=125&hand=left&vibration=on&shortcuts=off"
        )
        assert client.cookies["preferences"]["samesite"] == "Lax"
        assert client.cookies["preferences"]["max-age"] == 31536000
        assert client.cookies["django_language"].value == "en"
        assert said(response) == ["Your settings are saved."]

    def test_the_next_page_looks_so(self, client, db):
        client.post("/settings/", SETTINGS)

        page = " ".join(client.get("/login/").content.decode().split())
        assert (
            '<html lang="en" data-bs-theme="dark" data-text="125" data-hand="left"'
            ' data-vibration="on" data-shortcuts="off"' in page
        )

    def test_an_account_keeps_them_as_well(self, client, club):
        client.force_login(club.user("Bob"))

        client.post("/settings/", SETTINGS)

        bob = User.objects.get(email="bob@example.org")
        assert bob.preferences == {
            "language": "en",
            "theme": "dark",
            "text": "125",
            "hand": "left",
            "vibration": True,
            "shortcuts": False,
        }

    def test_the_form_shows_what_is_chosen(self, client, db):
        client.cookies["preferences"] = "theme=light&text=150&hand=left&vibration=on"

        form = client.get("/settings/").context["form"]

        assert form.initial == {
            "language": "fr",
            "theme": "light",
            "text": "150",
            "hand": "left",
            "vibration": True,
            "shortcuts": True,
        }

    @pytest.mark.parametrize("field", ["language", "theme", "text", "hand"])
    def test_refuses_what_is_not_offered(self, client, club, field):
        client.force_login(club.user("Bob"))

        response = client.post("/settings/", {**SETTINGS, field: "nonsense"})

        assert response.status_code == 422
        assert list(response.context["form"].errors) == [field]
        assert "preferences" not in response.cookies
        assert User.objects.get(email="bob@example.org").preferences == {}

    def test_an_empty_form_is_refused(self, client, db):
        response = client.post("/settings/", {})

        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["language", "theme", "text", "hand"]

    @pytest.mark.parametrize("cookie", ["", "nonsense", "theme=<b>&text=9999&hand=foot", "%00=&&="])
    def test_a_damaged_cookie_does_no_harm(self, client, db, cookie):
        client.cookies["preferences"] = cookie

        response = client.get("/settings/")

        assert response.context["preferences"] == Preferences()


class TestSigningIn:
    def test_brings_the_settings_of_the_account(self, client, club):
        bob = club.user("Bob")
        save_preferences(Actor.of_user(bob), {"theme": "dark", "text": "150", "language": "en"})

        client.post("/login/", {"login": "bob@example.org", "password": "une phrase assez longue"})

        assert client.cookies["preferences"].value == (
            "theme=dark&text=150&hand=right&vibration=off&shortcuts=on"
        )
        assert client.cookies["django_language"].value == "en"

    def test_leaves_the_device_alone_if_the_account_knows_nothing(self, client, club):
        response = client.post(
            "/login/", {"login": "bob@example.org", "password": "une phrase assez longue"}
        )

        assertRedirects(response, "/c/trois-bouts/")  # his only club
        assert "preferences" not in response.cookies

    def test_leads_to_the_list_of_clubs_of_who_is_in_none(self, client, db):
        User.objects.create_user("gus@example.org", "une phrase assez longue")

        response = client.post(
            "/login/", {"login": "gus@example.org", "password": "une phrase assez longue"}
        )

        assertRedirects(response, "/")


class TestLanguageSet:
    def test_leads_back_in_the_other_language(self, client, db):
        response = client.post("/language/", {"language": "en", "next": "/login/?next=/t/1/"})

        assertRedirects(response, "/login/?next=/t/1/")
        assert client.cookies["django_language"].value == "en"

    def test_an_account_keeps_it(self, client, club):
        client.force_login(club.user("Bob"))

        client.post("/language/", {"language": "en"})

        assert User.objects.get(email="bob@example.org").preferences == {"language": "en"}

    @pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", ""])
    def test_leads_nowhere_else(self, client, db, target):
        response = client.post("/language/", {"language": "en", "next": target})

        assertRedirects(response, "/")

    @pytest.mark.parametrize("target", ["sitting_sheet", "nothing", "front_page"])
    def test_the_name_of_a_view_is_an_address_like_any_other(self, client, db, target):
        response = client.post("/language/", {"language": "en", "next": target})

        assert (response.status_code, response["Location"]) == (302, f"/{target}")

    def test_an_unknown_language_changes_nothing(self, client, club):
        client.force_login(club.user("Bob"))

        response = client.post("/language/", {"language": "tlh"})

        assert "django_language" not in response.cookies
        assert User.objects.get(email="bob@example.org").preferences == {}


class TestRegistration:
    def test_is_closed_unless_the_installation_opens_it(self, client, db):
        response = client.post(
            "/signup/", {"email": "gus@example.org", "password1": "une phrase assez longue"}
        )

        assert response.templates[0].name == "account/signup_closed.html"
        assert User.objects.count() == 0

    @override_settings(REGISTRATION="open")
    def test_makes_an_account_where_it_is_open(self, client, db):
        response = client.post(
            "/signup/",
            {
                "email": "gus@example.org",
                "password1": "une phrase assez longue",
                "next": "/settings/",
            },
        )

        assertRedirects(response, "/settings/")
        assert [user.email for user in User.objects.all()] == ["gus@example.org"]

    @override_settings(REGISTRATION="open", SENDS_MAIL=False)
    def test_where_no_mail_leaves_nobody_is_told_to_wait_for_one(self, client, db):
        client.cookies["django_language"] = "en"
        form = {"email": "gus@example.org", "password1": "une phrase assez longue"}

        page = client.post("/signup/", form, follow=True)

        assertContains(page, "No mail is set up on this server: the address is not confirmed")
        assertNotContains(page, "sent to")
        client.logout()
        client.cookies["django_language"] = "en"
        assertNotContains(client.get("/login/"), "e-mail code")
        for address in ("/login/link/", "/password/reset/", "/password/reset/done/"):
            page = client.get(address)
            assertContains(page, "No mail is set up on this server, so none arrives")
            assertNotContains(page, "We send you")

    @override_settings(REGISTRATION="open", ACCOUNT_EMAIL_VERIFICATION="mandatory")
    def test_where_mail_leaves_an_address_is_proved_first(self, client, db, mailoutbox):
        response = client.post(
            "/signup/", {"email": "gus@example.org", "password1": "une phrase assez longue"}
        )

        assertRedirects(response, "/confirm-email/")
        assert [message.to for message in mailoutbox] == [["gus@example.org"]]
        assert "_auth_user_id" not in client.session


class TestAccountPages:
    """All pages of allauth that somebody can reach are ours, and have every variable they name."""

    @pytest.mark.parametrize(
        "address",
        [
            "/login/",
            "/login/link/",
            "/signup/",
            "/inactive/",
            "/password/reset/",
            "/password/reset/done/",
            "/password/reset/key/done/",
            "/password/reset/key/1-set-password/",
            "/confirm-email/",
            "/confirm-email/unknown/",
        ],
    )
    def test_before_signing_in(self, client, db, address):
        response = client.get(address)

        assertContains(response, 'class="entrance"')

    @override_settings(REGISTRATION="open")
    def test_signing_up(self, client, db):
        assertContains(client.get("/signup/"), 'name="password1"')

    @pytest.mark.parametrize(
        "address", ["/logout/", "/email/", "/password/change/", "/reauthenticate/"]
    )
    def test_with_an_account(self, client, club, address):
        client.force_login(club.user("Bob"))

        assertContains(client.get(address), "<form")

    def test_an_error_stands_at_its_field(self, client, db):
        response = client.post("/login/", {"login": "bob@", "password": "x"})

        assertContains(response, 'id="id_login_error" class="invalid-feedback"')

    def test_a_code_by_mail_signs_in(self, client, club, mailoutbox):
        client.post("/login/link/", {"email": "bob@example.org"})
        assertContains(client.get("/login/code/confirm/"), "bob@example.org")
        [mail] = mailoutbox
        code = next(line for line in mail.body.splitlines() if len(line) >= 6 and " " not in line)

        response = client.post("/login/code/confirm/", {"code": code})

        assertRedirects(response, "/c/trois-bouts/")
        assert int(client.session["_auth_user_id"]) == club.user("Bob").pk

    @override_settings(REGISTRATION="open")
    @pytest.mark.parametrize("address", ["/login/", "/login/link/", "/signup/", "/password/reset/"])
    def test_an_address_has_one_name(self, client, db, address):
        page = client.get(address)

        assertContains(page, "Adresse e-mail")
        assertNotContains(page, "Courriel")

    def test_django_says_it_with_the_same_word(self, client, db):
        refused = send(client, client.get("/password/reset/"), "reset/", email="nobody")

        assert errors(refused) == {"email": ["Saisissez une adresse e-mail valide."]}

    @override_settings(REGISTRATION="open")
    def test_a_new_password_is_explained_in_one_sentence(self, client, db):
        client.cookies["django_language"] = "en"

        page = client.get("/signup/")

        assertContains(page, "At least 10 characters, not only digits;")
        assertNotContains(page, "<li>Your password")

    def test_the_address_named_for_a_link_is_the_one_in_use(self):
        assert reverse("account_request_login_code") in {"/login/link/", "/login/code/"}


MAILS = Path(settings.BASE_DIR) / "templates/account/email"
MAIL_CONTEXT = {
    "site_name": "Feutre",
    "registration_open": True,
    "current_site": {"name": "feutre.example", "domain": "feutre.example"},
    "code": "ABC-DEF",
    "activate_url": "https://feutre.example/confirm-email/1/",
    "password_reset_url": "https://feutre.example/password/reset/key/1-2/",
    "signup_url": "https://feutre.example/signup/",
    "email": "bob@example.org",
    "from_email": "bob@example.org",
    "to_email": "rob@example.org",
    "deleted_email": "bob@example.org",
    "ip": "127.0.0.1",
    "user_agent": "A browser",
    "timestamp": "now",
}


class TestMails:
    @pytest.mark.parametrize("language", ["fr", "en", "it"])
    @pytest.mark.parametrize(
        "name", sorted(p.name for p in MAILS.glob("*_message.txt") if p.name != "base_message.txt")
    )
    def test_each_can_be_written(self, name, language):
        with translation.override(language):
            text = render_to_string(f"account/email/{name}", MAIL_CONTEXT).strip()

        assert text.endswith("-- \nFeutre · feutre.example")
        assert not text.startswith(("-- ", "Hello", "Bonjour", "Ciao"))

    @pytest.mark.parametrize("name", sorted(p.name for p in MAILS.glob("*_subject.txt")))
    def test_each_has_a_subject_of_one_line(self, name):
        text = render_to_string(f"account/email/{name}", MAIL_CONTEXT).strip()

        assert text
        assert "\n" not in text

    def test_none_of_those_that_are_sent_is_in_foreign_words(self):
        """Those of allauth that have no text of ours: nothing here sends them."""
        theirs = Path(allauth.__file__).parent / "templates/account/email"
        names = {path.name for path in theirs.glob("*.txt")}

        assert names - {path.name for path in MAILS.glob("*.txt")} == {
            "email_confirmation_signup_message.txt",  # leads on to ours
            "email_confirmation_signup_subject.txt",
            "password_reset_code_message.txt",
            "password_reset_code_subject.txt",
        }


class TestRefusals:
    def test_a_page_that_is_not_there_asks_a_visitor_to_sign_in(self, client, db):
        response = client.get("/c/nowhere/else/?page=2")

        assertContains(response, 'href="/login/?next=/c/nowhere/else/%3Fpage%3D2"', status_code=404)

    def test_a_page_that_is_not_there_leads_an_account_to_its_clubs(self, client, club):
        client.force_login(club.user("Bob"))

        response = client.get("/c/nowhere/else/")

        assertContains(response, 'href="/"', status_code=404)
        assertNotContains(response, "sign in first", status_code=404)

    @pytest.mark.parametrize("name", ["400", "403", "403_cookies", "403_csrf", "409", "410", "503"])
    def test_the_others_can_be_printed(self, rf, name):
        request = rf.get("/somewhere/")
        request.actor = Actor("visitor")

        assertContains(render(request, f"{name}.html"), 'class="narrow"')

    def test_the_address_of_a_button_says_so_and_leads_to_its_page(self, client, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        client.force_login(club.user("Alice"))

        response = client.get(f"/t/{sitting.uuid}/close/")

        assertContains(response, f'href="/t/{sitting.uuid}/"', status_code=405)
        assertContains(response, "<h1>", status_code=405)
        assert response["Allow"] == "POST"

    def test_a_form_sent_to_a_page_that_takes_none(self, client, club):
        client.force_login(club.user("Alice"))

        response = client.post("/c/trois-bouts/members/")

        assertContains(response, 'href="/c/trois-bouts/"', status_code=405)
        assert response["Allow"] == "GET, HEAD"

    def test_a_fault_of_ours_gives_a_reference_and_logs_it(self, rf, caplog):
        response = server_error(rf.get("/t/1/"))

        [record] = caplog.records
        reference = record.args[0]
        assert record.getMessage() == f"Server error {reference} at /t/1/"
        assertContains(response, reference, status_code=500)
        assertNotContains(response, "damaged", status_code=500)

    def test_rules_that_somebody_damaged_past_the_program(self, client, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        Sitting.objects.filter(pk=sitting.pk).update(rules={"name": 3})
        client.force_login(club.user("Alice"))
        client.raise_request_exception = False

        response = client.get(f"/t/{sitting.uuid}/", headers={"accept-language": "en"})

        assertContains(response, "The rules that are stored for this page", status_code=500)


@pytest.mark.django_db
def test_pages_may_not_ask_for_camera_or_place(client):
    policy = client.get("/")["Permissions-Policy"].split(", ")

    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()"} <= set(policy)
    used = ("screen-wake-lock", "web-share", "clipboard-write", "fullscreen", "publickey")
    assert not [rule for rule in policy if rule.startswith(used)]
