"""The page of one member: what is changed, deleted and brought back."""

import re
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Player
from clubs.queries.people.people import player_details
from clubs.services.people import people
from tests.cast import audit
from tests.page_forms import errors, page_form
from tests.views.people.pages import HOME, MEMBERS, SETTINGS, names


class TestMemberEdit:
    @pytest.fixture
    def path(self, club):
        return f"{MEMBERS}{club.player('Frank').uuid}/"

    def typed(self, **told):
        return {
            "given_name": "Franck",
            "family_name": "Roy",
            "table_name": "Franck",
            "is_member": "no",
            "public_name": "initial",
            "request_id": str(uuid4()),
            **told,
        }

    def test_somebody_of_another_club(self, sign_in, club):
        path = f"{MEMBERS}{club.player('Eve').uuid}/"

        assert sign_in("Charlie").get(path).status_code == 404

    def test_sent_as_the_page_shows_it_nothing_changes(self, sign_in, club, path):
        """A field that the page forgets would be emptied by every save."""
        frank = club.player("Frank")
        frank.nickname, frank.licence, frank.email = "Francky", "012", "frank@example.net"
        frank.categories, frank.birth_year = ["Veteran"], 1961
        frank.public_name, frank.free_columns = "nickname", [["Cotisation", "25"]]
        frank.save()
        before = frank.name, frank.table_name, frank.member_since, player_details(frank)
        assert all(player_details(frank))
        client = sign_in("Charlie")

        assertRedirects(page_form(client.get(path), has="given_name").send(client), MEMBERS)

        frank.refresh_from_db()
        assert (frank.name, frank.table_name, frank.member_since, player_details(frank)) == before

    def test_works_and_sent_twice(self, sign_in, club, path):
        client, data = sign_in("Charlie"), self.typed()

        for _time in range(2):
            assertRedirects(client.post(path, data), MEMBERS)

        frank = Player.objects.get(pk=club.player("Frank").pk)
        assert (frank.name, frank.table_name, frank.is_guest) == ("Franck Roy", "Franck", True)
        assert [entry.action for entry in audit(frank)] == ["update_player"]

    @pytest.mark.parametrize(
        ("told", "bad"),
        [
            (
                {"given_name": "", "family_name": "\u202e"},
                {"given_name": ["Write at least one of the two names."]},
            ),
            (
                {"given_name": "ALICE", "family_name": ""},
                {"family_name": ["ALICE is in the club already. Add an initial or a nickname."]},
            ),
            (
                {"table_name": "Bob"},
                {
                    "table_name": [
                        "Somebody at the tables is called Bob already. Try with an initial."
                    ]
                },
            ),
            (
                {"table_name": "Francky89"},
                {"table_name": ["Ensure this value has at most 8 characters (it has 9)."]},
            ),
            (
                {"nickname": "x" * 41},
                {"nickname": ["Ensure this value has at most 40 characters (it has 41)."]},
            ),
        ],
    )
    def test_bad_input_and_nothing_written(self, sign_in, path, told, bad):
        response = sign_in("Charlie").post(path, self.typed(**told))

        assert response.status_code == 422
        assert errors(response) == bad
        page = " ".join(response.content.decode().split())
        assert page.count('rules-group" open>') == ("nickname" in bad)  # its fold
        assert Player.objects.filter(name="Frank", member_since__isnull=False).exists()

    def test_overtaken_both_versions_are_shown_and_the_next_save_counts(self, sign_in, club, path):
        client = sign_in("Charlie")
        seen = client.get(path).context["form"]["seen"].value()
        people.update_player(
            club.actor("Olivia"),
            club.player("Frank"),
            name="Frank Blanc",
            table_name="Blanc",
            is_member=True,
            request_id=uuid4(),
        )

        response = client.post(path, self.typed(seen=seen))

        assert response.status_code == 409
        page = " ".join(response.content.decode().split())
        assert "<dd> Frank Blanc </dd>" in page
        assert 'value="Roy"' in page
        assert Player.objects.filter(name="Frank Blanc").exists()
        form = response.context["form"]
        again = {name: form[name].value() or "" for name in form.fields}
        assertRedirects(client.post(path, again), MEMBERS)
        assert Player.objects.filter(name="Franck Roy", table_name="Franck").exists()


class TestMemberDetails:
    TOLD = {
        "nickname": "Fanfan",
        "licence": "LIC-98765",
        "categories": "Veteran, Beginner",
        "email": "fanfan@example.net",
        "birth_year": "1950",
        "public_name": "nickname",
    }

    @pytest.fixture
    def path(self, club):
        return f"/c/trois-bouts/members/{club.player('Frank').uuid}/"

    def test_they_are_saved_and_shown_to_organisers(self, sign_in, club, path):
        client = sign_in("Charlie")
        names = {"given_name": "Frank", "table_name": "Frank", "is_member": "yes"}

        assertRedirects(client.post(path, {**names, **self.TOLD}), MEMBERS)

        form = client.get(path).context["form"]
        assert {name: str(form[name].value()) for name in self.TOLD} == self.TOLD

    @pytest.mark.parametrize("who", ["Bob", "Alice"])
    def test_members_never_see_what_is_private(self, sign_in, club, path, who):
        secrets = {"licence": "LIC-98765", "email": "fanfan@example.net"}
        told = {**secrets, "birth_year": 1950}
        Player.objects.filter(pk=club.player("Frank").pk).update(**told)
        sitting = club.sitting("Alice", "Bob", "Frank")
        client = sign_in(who)

        for page in (MEMBERS, HOME, SETTINGS, f"/t/{sitting.uuid}/", f"/t/{sitting.uuid}/log/"):
            answer = client.get(page)
            for secret in secrets.values():
                assertNotContains(answer, secret)
            # not as part of an identity
            assert not re.search(r"[>\s]1950[<\s]", answer.content.decode())

    def test_who_plays_here_finds_their_own_pages(self, sign_in, club):
        page = sign_in("Bob").get(SETTINGS)

        assertContains(page, f"/p/{club.player('Bob').uuid}/data/")
        assertContains(page, f"/p/{club.player('Bob').uuid}/names/")


class TestMemberArchive:
    @pytest.fixture
    def path(self, club):
        return f"{MEMBERS}{club.player('Frank').uuid}/archive/"

    def test_a_visitor_signs_in_first_and_comes_back_to_the_page(self, client, club, path):
        page = f"{MEMBERS}{club.player('Frank').uuid}/"

        response = client.post(path, headers={"referer": f"http://testserver{page}"})

        assertRedirects(response, f"/login/?next={page}")

    def test_works_and_sent_twice(self, sign_in, club, path):
        client, data = sign_in("Charlie"), {"request_id": str(uuid4())}

        for _time in range(2):
            assertRedirects(client.post(path, data), MEMBERS)

        assert "Frank" not in names(club, archived_at=None)
        assert [entry.action for entry in audit(club.player("Frank"))] == ["archive_player"]


class TestMemberRestore:
    @pytest.fixture
    def path(self, club):
        frank = club.player("Frank")
        people.archive_player(club.actor("Charlie"), frank, request_id=uuid4())
        return f"{MEMBERS}{frank.uuid}/restore/"

    def test_works_and_sent_twice(self, sign_in, club, path):
        client, data = sign_in("Charlie"), {"request_id": str(uuid4())}
        assertContains(client.get(f"{MEMBERS}{club.player('Frank').uuid}/"), "Restore")

        for _time in range(2):
            assertRedirects(client.post(path, data), MEMBERS)

        assert "Frank" in names(club, archived_at=None)

    def test_the_name_went_to_somebody_else(self, sign_in, club, path):
        people.add_players(club.actor("Charlie"), club.club, ["FRANK"], request_id=uuid4())

        response = sign_in("Charlie").post(path)

        assert response.status_code == 422
        assert errors(response) == {
            "family_name": ["Frank is in the club already. Add an initial or a nickname."]
        }
        assert "Frank" not in names(club, archived_at=None)
