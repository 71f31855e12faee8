"""Own data, own names, and being forgotten."""

import json
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Player, User
from clubs.queries.people.people import player_details
from clubs.services.people.people import name_self
from tests.cast import audit

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def bob(club):
    player = club.player("Bob")
    player.licence, player.email, player.birth_year = "LIC-98765", "b@example.net", 1961
    player.nickname, player.categories = "Bobby", ["Veteran"]
    player.free_columns = [["Cotisation", "25 euros"]]
    player.save()
    return player


def sent(**told):
    return {"request_id": str(uuid4()), **told}


@pytest.mark.parametrize("page", ["data/", "data.json", "names/", "anonymise/"])
class TestWho:
    @pytest.mark.parametrize(
        ("who", "status"), [("Eve", 404), ("Dora", 403), ("Alice", 403), ("Charlie", 403)]
    )
    def test_refused_to_others(self, sign_in, bob, page, who, status):
        response = sign_in(who).get(f"/p/{bob.uuid}/{page}")

        assert response.status_code == status
        assert b"LIC-98765" not in response.content


class TestPlayerData:
    def test_what_is_known(self, sign_in, club, bob):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob", points=46)  # (25+5)·2 = 60 from each

        page = sign_in("Bob").get(f"/p/{bob.uuid}/data/")

        assert all(player_details(bob))  # each of them is looked for
        texts = ["LIC-98765", "b@example.net", "1961", "Bobby", "Veteran", "25 euros"]
        for text in (*texts, "+180", "Deal recorded"):
            assertContains(page, text)
        assertContains(page, f"/t/{sitting.uuid}/1/")
        assertContains(page, '<strong class="num">+180</strong>', 1)

    def test_long_lists_whole_when_asked(self, sign_in, club, bob, monkeypatch):
        monkeypatch.setattr("clubs.views.people.privacy.SHOWN", 2)
        sitting = club.sitting(*FOUR)
        for _deal in range(3):
            club.deal(sitting)
        path, link = f"/p/{bob.uuid}/data/", f'href="/t/{sitting.uuid}/1/"'

        client = sign_in("Bob")

        assertNotContains(client.get(path), link)
        assertContains(client.get(f"{path}?all=1"), link)

    def test_as_a_file(self, sign_in, bob):
        response = sign_in("Bob").get(f"/p/{bob.uuid}/data.json")

        assert response["Content-Disposition"] == 'attachment; filename="bob.json"'
        assert json.loads(response.content)["record"]["licence"] == "LIC-98765"

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club, bob, count_queries):
        client = sign_in("Bob")
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        # session, user, roles, player; seats, addresses, second steps, sessions, role, seasons,
        # open seasons, published ones, tournaments, evenings, deals, totals, penalties, ratings,
        # links, imports, log
        path = f"/p/{bob.uuid}/data/"
        assert count_queries(client, path) == 21
        for _table in range(2):
            club.deal(club.sitting(*FOUR))
        assert count_queries(client, path) == 21


class TestPlayerNames:
    def test_works_and_sent_twice(self, sign_in, bob):
        client, data = sign_in("Bob"), sent(nickname=" Bobby  B. ", public_name="nickname")

        for _time in range(2):
            response = client.post(f"/p/{bob.uuid}/names/", data)
            assertRedirects(response, f"/p/{bob.uuid}/data/")

        bob.refresh_from_db()
        assert (bob.nickname, bob.public_name, bob.licence) == ("Bobby B.", "nickname", "LIC-98765")
        [entry] = audit(bob)
        assert entry.after == {"changed": ["nickname", "public_name"]}

    @pytest.mark.parametrize(
        "told", [{"public_name": "everything"}, {"public_name": ""}, {"nickname": "x" * 41}]
    )
    def test_bad_input_and_nothing_written(self, sign_in, bob, told):
        data = sent(**{"nickname": "B", "public_name": "full", **told})

        response = sign_in("Bob").post(f"/p/{bob.uuid}/names/", data)

        assert response.status_code == 422
        assert list(response.context["form"].errors) == list(told)
        assert Player.objects.get(pk=bob.pk).public_name == "initial"

    def test_overtaken(self, sign_in, club, bob):
        client = sign_in("Bob")
        path = f"/p/{bob.uuid}/names/"
        seen = client.get(path).context["form"]["seen"].value()
        names = {"nickname": "Other", "public_name": "full"}
        name_self(club.actor("Bob"), bob, **names, request_id=uuid4())

        response = client.post(path, sent(nickname="Mine", public_name="hidden", seen=seen))

        assert response.status_code == 409
        assertContains(response, 'value="Mine"', status_code=409)
        form = response.context["form"]
        again = {name: form[name].value() for name in form.fields}
        assertRedirects(client.post(path, again), f"/p/{bob.uuid}/data/")
        assert Player.objects.get(pk=bob.pk).nickname == "Mine"

    def test_queries(self, sign_in, bob, count_queries):
        assert count_queries(sign_in("Bob"), f"/p/{bob.uuid}/names/") == 4


class TestPlayerAnonymise:
    @pytest.fixture
    def path(self, bob):
        return f"/p/{bob.uuid}/anonymise/"

    @pytest.mark.parametrize("name", ["", "Alice", "Bo"])
    def test_the_name_is_to_be_typed(self, sign_in, bob, path, name):
        for step in ("", "anonymise"):
            response = sign_in("Olivia").post(path, sent(name=name, step=step))

            assert response.status_code == 422
        assert Player.objects.get(pk=bob.pk).name == "Bob"

    def test_then_it_asks_once_more(self, sign_in, bob, path):
        response = sign_in("Olivia").post(path, sent(name="bob"))

        assertContains(response, "Bob goes for good.")
        assertContains(response, 'name="step" value="anonymise"')
        assert Player.objects.get(pk=bob.pk).name == "Bob"

    @pytest.mark.parametrize("name", ["Marin Bob", "MARIN, Bob", "bob marin"])
    def test_the_name_as_lists_have_it(self, sign_in, bob, path, name):
        Player.objects.filter(pk=bob.pk).update(name="Bob Marin", family_name="Marin")

        response = sign_in("Olivia").post(path, sent(name=name))

        assertContains(response, "Bob Marin goes for good.")

    def test_by_the_owner_and_sent_twice(self, sign_in, bob, path):
        client, data = sign_in("Olivia"), sent(name="Bob", step="anonymise")

        for _time in range(2):
            assertRedirects(client.post(path, data), "/c/trois-bouts/members/")

        bob.refresh_from_db()
        assert bob.name == "Player 2"
        assertContains(client.get("/c/trois-bouts/members/?show=archived"), "Player 2")

    def test_by_the_person_who_keeps_the_account(self, sign_in, club, path):
        client = sign_in("Bob")

        response = client.post(path, sent(name="Bob", step="anonymise"), follow=True)

        assert response.redirect_chain == [("/", 302)]
        assertContains(response, "what was played stands under Player 2 now.")
        assertContains(response, "Your account stays: it is yours, not the club&#x27;s.")
        assert User.objects.filter(pk=club.user("Bob").pk).exists()
        assert client.get("/c/trois-bouts/").status_code == 404

    def test_the_person_is_told_how_to_delete_the_account(self, sign_in, path):
        assertContains(sign_in("Bob").get(path), 'href="/account/delete/"')
        assertNotContains(sign_in("Olivia").get(path), 'href="/account/delete/"')

    def test_old_entries_of_the_log_are_told(self, sign_in, club, path):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, note="Ask Bob")

        response = sign_in("Olivia").post(path, sent(name="Bob", step="anonymise"), follow=True)

        assertContains(response, "1 old entry of the log has the name")

    def test_once_for_ever(self, sign_in, bob, path):
        client = sign_in("Olivia")
        client.post(path, sent(name="Bob", step="anonymise"))

        assert client.get(path).status_code == 403
        data = client.get(f"/p/{bob.uuid}/data.json").json()
        assert (data["record"]["name"], data["record"]["table_name"]) == ("Player 2", "Player 2")
        page = client.get(f"/c/trois-bouts/members/{bob.uuid}/")
        assertContains(page, "This player was made anonymous.")
        assertNotContains(page, 'name="table_name"')
