"""The settings page of a club and the roles in it."""

import re
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Club, Membership, Player, Role, RoleOffer, User
from clubs.services.people.offers import offer
from clubs.services.people.roles import set_role
from clubs.views.limits import INVITATIONS
from tests.cast import PASSWORD, audit
from tests.hall import Hall
from tests.page_forms import errors, shown_data
from tests.views.people.pages import HOME, MEMBERS, SETTINGS

ROLES = "/c/trois-bouts/settings/roles/"
REMOVE = "/c/trois-bouts/settings/roles/remove/"


class TestClubSettings:
    def typed(self, **told):
        return {
            "name": "Trois Bouts",
            "time_zone": "Indian/Reunion",
            "rules": "family",
            "lists_by": "family_name",
            "request_id": str(uuid4()),
            **told,
        }

    def test_lists_by_given_name(self, sign_in, club):
        """People, entries and substitutes of before go the other way from then on."""
        hall = Hall.gather(club, 0, state="check_in")
        hall.enter("Zoé Abel", "Anne Martin")
        hall.entry(1).substitutions.create(
            player=club.player("Frank"), name="Luc Roy", family_name="Roy", from_round=2
        )
        client = sign_in("Charlie")
        door = f"/g/{hall.tournament.uuid}/check-in/"
        before = client.get(door).content.decode()
        assert 0 < before.index("ABEL Zoé") < before.index("MARTIN Anne")
        shown = client.get(SETTINGS).context["club_form"]
        typed = {name: shown[name].value() for name in shown.fields}

        client.post(SETTINGS, {**typed, "lists_by": "given_name"})

        after = client.get(door).content.decode()
        assert 0 < after.index(">Anne Martin<") < after.index(">Zoé Abel<")
        listed = client.get(MEMBERS).content.decode()
        assert 0 < listed.index(">Anne Martin<") < listed.index(">Zoé Abel<")
        assert hall.entry(1).substitutions.get().sort_key == "luc roy"

    @pytest.mark.parametrize("who", ["Alice", "Bob"])
    def test_members_read_and_may_leave(self, sign_in, club, who):
        client = sign_in(who)

        response = client.get(SETTINGS)

        assertContains(response, "What each role may do")
        assertContains(response, f'action="{REMOVE}"', count=1)
        assertNotContains(response, 'name="time_zone"')
        assertNotContains(response, f'action="{ROLES}"')
        assert client.post(SETTINGS, self.typed()).status_code == 403
        assert Club.objects.get(pk=club.club.pk).name == "Les Trois Bouts"

    def test_organisers_change_the_club_and_see_accounts(self, sign_in):
        response = sign_in("Charlie").get(SETTINGS)

        assertContains(response, 'name="time_zone"')
        assertContains(response, "bob@example.org")
        assertNotContains(response, f'action="{ROLES}"')

    def test_owners_give_roles(self, sign_in):
        response = sign_in("Olivia").get(SETTINGS)

        # five accounts and the form for another one
        assertContains(response, f'action="{ROLES}"', count=6)

    def test_works_and_sent_twice(self, sign_in, club):
        client, data = sign_in("Charlie"), self.typed()

        for _time in range(2):
            assertRedirects(client.post(SETTINGS, data), SETTINGS)

        changed = Club.objects.get(pk=club.club.pk)
        assert (changed.name, changed.time_zone, changed.rules) == (
            "Trois Bouts",
            "Indian/Reunion",
            "family",
        )
        assert [entry.action for entry in audit(club.club)] == ["update_club"]

    @pytest.mark.parametrize(
        "told", [{"name": ""}, {"time_zone": "Europe/Dole"}, {"rules": "dole"}], ids=str
    )
    def test_bad_input_and_nothing_written(self, sign_in, club, told):
        response = sign_in("Charlie").post(SETTINGS, self.typed(**told))

        assert response.status_code == 422
        assert list(errors(response, "club_form")) == list(told)
        assert Club.objects.get(pk=club.club.pk).name == "Les Trois Bouts"

    def test_as_many_queries_for_five_accounts_as_for_eight(self, sign_in, club, count_queries):
        client = sign_in("Olivia")
        # session, user, roles, club; house rules, accounts, players, invitations
        assert count_queries(client, SETTINGS) == 9
        for name in ("x", "y", "z"):
            user = User.objects.create_user(f"{name}@example.org", PASSWORD)
            Membership.objects.create(club=club.club, user=user, role="member")
        assert count_queries(client, SETTINGS) == 9


class TestRoleSet:
    def role(self, club, name):
        held = Membership.objects.filter(club=club.club, user=club.user(name)).first()
        return held and held.role

    @pytest.mark.parametrize("email", ["eve@example.org", "nobody@example.org"])
    def test_refused_below_owner_whoever_is_meant(self, sign_in, club, email):
        response = sign_in("Charlie").post(ROLES, {"email": email, "role": "owner"})

        assert response.status_code == 403
        assert self.role(club, "Eve") is None

    @pytest.mark.parametrize("email", ["eve@example.org", "nobody@example.org"])
    def test_to_an_address_the_same_is_said_whether_it_has_an_account(
        self, sign_in, club, email, mailoutbox, django_capture_on_commit_callbacks
    ):
        client = sign_in("Olivia")
        form = shown_data(client.get(SETTINGS), "email", "role") | {"email": [email]}

        for _time in range(2):
            with django_capture_on_commit_callbacks(execute=True):
                response = client.post(ROLES, form)

        page = client.get(SETTINGS)
        assertRedirects(response, SETTINGS, fetch_redirect_response=False)
        assertContains(page, f"{email} is offered this role by mail: ")
        assertContains(page, "It counts once it is accepted.")
        [mail], [made] = mailoutbox, RoleOffer.objects.all()
        assert mail.to == [email]
        address = f"/s/{made.link.token}/"
        assert address in mail.body
        assertContains(page, address)
        assert self.role(club, "Eve") is None

    def test_where_no_mail_leaves_the_link_is_handed_over(
        self, sign_in, club, settings, mailoutbox, django_capture_on_commit_callbacks
    ):
        settings.SENDS_MAIL = False
        client = sign_in("Olivia")
        form = shown_data(client.get(SETTINGS), "email", "role") | {"email": ["new@example.org"]}

        with django_capture_on_commit_callbacks(execute=True):
            page = client.post(ROLES, form, follow=True)

        assertContains(page, "No mail is set up on this server: hand over the link shown below.")
        assertNotContains(page, "by mail")
        assertContains(page, f"/s/{RoleOffer.objects.get().link.token}/")
        assert mailoutbox == []

    def test_who_accepts_has_the_role(self, sign_in, club):
        made = self.offered(club, Role.SCORER)

        eve = sign_in("Eve")
        assertContains(eve.get(f"/s/{made.link.token}/", follow=True), "offers you a role: scorer")
        there = f"/invitation/{made.link.uuid}/"
        form = shown_data(eve.get(there), "request_id")
        for _time in range(2):
            assertRedirects(eve.post(there, form), "/c/trois-bouts/")

        assert self.role(club, "Eve") == "scorer"
        assert [entry.action for entry in audit(club.club)] == ["invite", "set_role"]
        for again in (f"/s/{made.link.token}/", there):  # of the mail, and "back"
            assertRedirects(eve.get(again), "/c/trois-bouts/")
        assert sign_in("Bob").get(f"/s/{made.link.token}/").status_code == 410

    def test_its_address_goes_with_it(self, sign_in, club):
        made = self.offered(club, Role.SCORER)
        eve = sign_in("Eve")
        there = eve.get(f"/s/{made.link.token}/").url

        eve.post(there, shown_data(eve.get(there), "request_id"))

        assert RoleOffer.objects.get().email == ""

    def test_the_same_request_for_another_address(self, sign_in, club):
        olivia = sign_in("Olivia")
        form = {"role": "member", "request_id": str(uuid4())}
        olivia.post(ROLES, form | {"email": "eve@example.org"})

        response = olivia.post(ROLES, form | {"email": "else@example.org"})

        assert response.status_code == 409
        assert RoleOffer.objects.get().email == "eve@example.org"

    def test_a_higher_role_stays(self, sign_in, club):
        made = self.offered(club, Role.MEMBER)
        olivia = sign_in("Olivia")
        olivia.get(f"/s/{made.link.token}/")

        olivia.post(f"/invitation/{made.link.uuid}/")

        assert self.role(club, "Olivia") == "owner"

    def test_who_did_not_open_the_link_accepts_nothing(self, sign_in, club):
        made = self.offered(club, Role.OWNER)

        assert sign_in("Eve").post(f"/invitation/{made.link.uuid}/").status_code == 404
        assert self.role(club, "Eve") is None

    def test_it_is_taken_back(self, sign_in, club):
        made = self.offered(club, Role.SCORER)
        olivia = sign_in("Olivia")
        form = shown_data(olivia.get(SETTINGS), "request_id") | {"end": str(made.link.uuid)}

        olivia.post(ROLES, form)

        shown = olivia.get(SETTINGS)
        assertContains(shown, "The offer is taken back: its link opens nothing any more.")
        assertNotContains(shown, "eve@example.org")
        assert sign_in("Eve").get(f"/s/{made.link.token}/").status_code == 410

    def test_it_was_accepted_before_it_is_taken_back(self, sign_in, club):
        made = self.offered(club, Role.SCORER)
        form = shown_data(sign_in("Olivia").get(SETTINGS), "request_id")
        eve = sign_in("Eve")
        there = eve.get(f"/s/{made.link.token}/").url
        eve.post(there, shown_data(eve.get(there), "request_id"))

        olivia = sign_in("Olivia")
        page = olivia.post(ROLES, form | {"end": str(made.link.uuid)}, follow=True)

        assertContains(page, "This offer is not open any more: see who has a role.")
        assert self.role(club, "Eve") == "scorer"

    def test_not_without_limit(self, sign_in, rf):
        for _n in range(60):
            INVITATIONS.count(rf.get("/"))

        response = sign_in("Olivia").post(ROLES, {"email": "eve@example.org", "role": "member"})

        assert response.status_code == 429

    def offered(self, club, role):
        actor = club.actor("Olivia")
        return offer(actor, club.club, "eve@example.org", role, request_id=uuid4())

    @pytest.mark.parametrize(
        ("email", "message"),
        [
            ("no address", "Enter a valid email address."),
            ("", "This field is required."),
        ],
    )
    def test_no_address(self, sign_in, email, message):
        response = sign_in("Olivia").post(ROLES, {"email": email, "role": "member"})

        assert response.status_code == 422
        assert errors(response, "give_form") == {"email": [message]}
        assert not AuditEntry.objects.exists()

    def test_another_role(self, sign_in, club):
        data = {"user": str(club.user("Bob").uuid), "role": "organiser"}

        assertRedirects(sign_in("Olivia").post(ROLES, data), SETTINGS)
        assert self.role(club, "Bob") == "organiser"

    def test_overtaken_it_says_what_the_role_is_now(self, sign_in, club):
        client, bob = sign_in("Olivia"), club.user("Bob")
        set_role(club.actor("Olivia"), club.club, bob, "scorer", request_id=uuid4())
        data = {"user": str(bob.uuid), "role": "organiser", "seen": "member"}

        response = client.post(ROLES, data)

        assertContains(
            response, "Somebody changed this role meanwhile: it is scorer now.", status_code=409
        )
        assert self.role(club, "Bob") == "scorer"
        assertRedirects(client.post(ROLES, {**data, "seen": "scorer"}), SETTINGS)
        assert self.role(club, "Bob") == "organiser"

    def test_the_last_owner_stays(self, sign_in, club):
        data = {"user": str(club.user("Olivia").uuid), "role": "member"}

        response = sign_in("Olivia").post(ROLES, data)

        text = "A club keeps at least one owner. Make somebody else owner first."
        assertContains(response, text, status_code=422)
        assert self.role(club, "Olivia") == "owner"

    def test_a_role_that_there_is_not(self, sign_in, club):
        data = {"user": str(club.user("Bob").uuid), "role": "king"}

        assert sign_in("Olivia").post(ROLES, data).status_code == 422
        assert self.role(club, "Bob") == "member"

    @pytest.mark.parametrize("user", ["nobody", "%", "%(name)s"])
    def test_an_account_that_is_no_uuid_is_bad_input(self, sign_in, user):
        response = sign_in("Olivia").post(ROLES, {"user": user, "role": "organiser"})

        assert response.status_code == 422

    def test_somebody_who_is_not_in_the_club(self, sign_in, club):
        """By uuid only those whom the page shows; Eve is told by her address."""
        data = {"user": str(club.user("Eve").uuid), "role": "member"}

        assert sign_in("Olivia").post(ROLES, data).status_code == 404
        assert self.role(club, "Eve") is None


class TestRoleRemove:
    def roles(self, club):
        rows = Membership.objects.filter(club=club.club).order_by("user__name")
        return list(rows.values_list("user__name", flat=True))

    def typed(self, club, name):
        return {"user": str(club.user(name).uuid), "role": "owner", "request_id": str(uuid4())}

    def test_by_an_owner_and_sent_twice(self, sign_in, club):
        client, data = sign_in("Olivia"), self.typed(club, "Bob")

        for _time in range(2):
            assertRedirects(client.post(REMOVE, data), SETTINGS)

        assert self.roles(club) == ["Alice", "Charlie", "Dora", "Olivia"]
        assert [entry.action for entry in audit(club.club)] == ["remove_role"]

    def test_it_asks_first(self, sign_in, club):
        page = sign_in("Olivia").get(SETTINGS).content.decode()

        asked = re.findall(r"<details.*?</details>", page[page.index("<main") :], flags=re.DOTALL)
        buttons = [ask for ask in asked if f'action="{REMOVE}"' in ask]
        assert len(buttons) == page.count(f'action="{REMOVE}"') == 6  # five accounts, and to leave

    def test_overtaken_it_says_what_the_role_is_now(self, sign_in, club):
        bob = club.user("Bob")
        set_role(club.actor("Olivia"), club.club, bob, "scorer", request_id=uuid4())

        response = sign_in("Olivia").post(REMOVE, {**self.typed(club, "Bob"), "seen": "member"})

        assertContains(response, "it is scorer now", status_code=409)
        assert "Bob" in self.roles(club)

    def test_everybody_may_leave(self, sign_in, club):
        client = sign_in("Bob")

        assertRedirects(client.post(REMOVE, self.typed(club, "Bob")), "/")
        assert client.get(HOME).status_code == 404
        assert "Bob" not in self.roles(club)

    def test_what_leaving_means_and_what_to_take_along(self, sign_in, club):
        page = sign_in("Bob").get(SETTINGS)

        assertContains(page, "It is not linked to Bob any more.")
        assertContains(page, "afterwards only an owner of the club can give it to you")
        assertContains(page, f'href="/p/{club.player("Bob").uuid}/data.json"')

    def test_who_plays_as_nobody_has_no_data_to_take(self, sign_in, club):
        Player.objects.filter(pk=club.player("Bob").pk).update(user=None)

        page = sign_in("Bob").get(SETTINGS)

        assertContains(page, "Leave the club")
        assertNotContains(page, "data.json")

    def test_the_last_owner_may_not(self, sign_in, club):
        response = sign_in("Olivia").post(REMOVE, self.typed(club, "Olivia"))

        text = "A club keeps at least one owner. Make somebody else owner first."
        assertContains(response, text, status_code=422)
        assert "Olivia" in self.roles(club)

    @pytest.mark.parametrize("uuid", ["", "nonsense", "0b0b0b0b-0000-4000-8000-000000000001"])
    def test_nobody(self, sign_in, club, uuid):
        assertRedirects(sign_in("Olivia").post(REMOVE, {"user": uuid}), SETTINGS)
        assert len(self.roles(club)) == 5
