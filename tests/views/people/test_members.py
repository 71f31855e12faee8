"""The list of members, those who join, and how lists name them."""

import re
from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Player
from clubs.services.people import people
from tests.cast import FOUR, audit
from tests.page_forms import errors, follow, page_form, send
from tests.views.people.pages import ADD, HOME, MEMBERS, SETTINGS, login, names


class TestMemberList:
    def test_a_visitor_signs_in_first(self, client, club):
        assertRedirects(client.get(f"{MEMBERS}?q=a"), login("/c/trois-bouts/members/%3Fq%3Da"))

    def shown(self, response):
        return [row.record.name for row in response.context["table"].paginated_rows]

    def test_everybody_by_name(self, sign_in):
        response = sign_in("Bob").get(MEMBERS)

        assert self.shown(response) == ["Alice", "Bob", "Charlie", "Dora", "Frank", "Olivia"]
        assertNotContains(response, "example.org/")
        assertNotContains(response, "/members/add/")
        assertNotContains(response, f"/members/{Player.objects.get(name='Frank').uuid}/")

    def test_organisers_may_change_them(self, sign_in, club):
        response = sign_in("Charlie").get(MEMBERS)

        assertContains(response, f'href="/c/trois-bouts/members/{club.player("Frank").uuid}/"')
        assertContains(response, f'href="{ADD}"')

    @pytest.mark.parametrize("who", ["Alice", "Bob"])
    def test_no_addresses_below_organiser(self, sign_in, who):
        for path in (HOME, MEMBERS, SETTINGS):
            response = sign_in(who).get(path)
            for other in ("olivia", "charlie", "dora"):
                assertNotContains(response, f"{other}@example.org")

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize(
        ("query", "shown"),
        [
            ("q=emile", ["Émile Roy"]),
            ("q=ÉMI", ["Émile Roy"]),
            ("q=nobody", []),
            ("show=guests", ["Émile Roy"]),
            ("show=archived", ["Frank"]),
            ("show=members", ["Alice", "Bob", "Charlie", "Dora", "Olivia"]),
            ("show=nonsense&q=x", ["Alice", "Bob", "Charlie", "Dora", "Olivia", "Émile Roy"]),
        ],
    )
    def test_search_and_filter(self, sign_in, club, query, shown):
        people.add_guests(club.actor("Alice"), club.club, ["Émile Roy"], request_id=uuid4())
        people.archive_player(club.actor("Charlie"), club.player("Frank"), request_id=uuid4())

        assert self.shown(sign_in("Bob").get(f"{MEMBERS}?{query}")) == shown

    def test_htmx_gets_the_list_alone(self, sign_in):
        response = sign_in("Bob").get(f"{MEMBERS}?q=ali", headers={"hx-request": "true"})

        assertContains(response, "Alice")
        assertNotContains(response, "<html")

    @pytest.mark.parametrize(
        ("sort", "shown"),
        [
            ("-name", ["Olivia", "Frank", "Dora"]),
            ("deal_count", ["Frank", "Olivia", "Alice"]),
            ("-deal_count", ["Alice", "Bob", "Charlie"]),
            ("last_played_at", ["Alice", "Bob", "Charlie"]),
            ("-last_played_at", ["Alice", "Bob", "Charlie"]),
        ],
    )
    def test_sort(self, sign_in, club, sort, shown):
        club.deal(club.sitting(*FOUR))

        response = sign_in("Bob").get(f"{MEMBERS}?sort={sort}")

        assert self.shown(response)[:3] == shown
        direction = "descending" if sort.startswith("-") else "ascending"
        assertContains(response, f'aria-sort="{direction}"', count=1)

    def test_pages_of_fifty(self, sign_in, club):
        many = [f"Player{n:02}" for n in range(50)]
        people.add_players(club.actor("Charlie"), club.club, many, request_id=uuid4())
        client = sign_in("Bob")

        assert len(self.shown(client.get(MEMBERS))) == 50
        assert self.shown(client.get(f"{MEMBERS}?page=2")) == many[-6:]
        assert self.shown(client.get(f"{MEMBERS}?page=9")) == many[-6:]

    def test_an_empty_club(self, sign_in, club):
        Player.objects.filter(club=club.other).delete()

        response = sign_in("Eve").get("/c/ailleurs/members/")

        assertContains(response, "Add the people around the table; accounts can come later.")
        assertContains(response, 'href="/c/ailleurs/members/add/"')

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club, count_queries):
        client = sign_in("Alice")
        for name in ("Zoé", "Ana", "Luc"):
            people.add_players(club.actor("Charlie"), club.club, [name], request_id=uuid4())
            # session, user, roles, club; deals of open tables, count, players
            assert count_queries(client, f"{MEMBERS}?show=members") == 7


class TestMemberAdd:
    def test_a_table_with_addresses_is_refused_with_the_way_to_its_page(self, sign_in):
        data = {"names": "Zoé Roux\tzoe@example.org\t0612", "request_id": str(uuid4())}
        refused = sign_in("Charlie").post(ADD, data)

        assertContains(refused, "is more than a name", status_code=422)
        assertContains(refused, 'href="/c/trois-bouts/io/import/"', status_code=422)

    def test_many_at_once_and_sent_twice(self, sign_in, club):
        client = sign_in("Charlie")
        data = {"names": "Zoé\n\nLuc  Faure\n", "request_id": str(uuid4())}
        assertContains(client.post(ADD, data), "Is this right?")
        assert "Zoé" not in names(club)
        data["step"] = "write"  # of the button of that page

        for _time in range(2):
            assertRedirects(client.post(ADD, data), MEMBERS)

        assert names(club)[-4:] == ["Frank", "Luc Faure", "Olivia", "Zoé"]
        assert [entry.action for entry in audit(club.club)] == ["add_players"]

    def test_who_comes_back_is_found_in_the_archive(self, sign_in, club):
        """A second person of that name would have none of the scores."""
        client, bob = sign_in("Charlie"), club.player("Bob")
        address = f"/c/trois-bouts/members/{bob.uuid}/"
        send(client, client.get(address), "archive/")

        form = page_form(client.get(ADD), has="names")
        shown = form.fill(names="Zoé\nBOB").send(client)

        assert "Somebody of this name is in the archive." in shown.content.decode()
        send(client, follow(client, shown, address), "restore/")
        bob.refresh_from_db()
        assert bob.archived_at is None

    def test_what_is_the_family_name_is_shown_and_turned_round(self, sign_in, club):
        client = sign_in("Charlie")
        typed = {
            "names": "Garcia Lopez Ana\nBOUVIER Hervé\nSimon Martin",
            "request_id": str(uuid4()),
        }
        shown = client.post(ADD, typed)
        assert [person.family for person in shown.context["form"].people()] == [
            "Ana",
            "Bouvier",
            "Martin",
        ]

        turned = client.post(ADD, {**typed, "turn": "1"})
        assert "Garcia Lopez Ana" not in names(club)
        listed = turned.context["form"]["names"].value()
        client.post(ADD, {**typed, "names": listed, "step": "write"})

        page = client.get(MEMBERS).content.decode()
        places = [
            page.index(name) for name in ("BOUVIER Hervé", "GARCIA LOPEZ Ana", "MARTIN Simon")
        ]
        assert places == sorted(places)
        assert "Ana Garcia Lopez" in names(club)

    def test_a_name_that_is_too_long_once_it_is_turned(self, sign_in, club):
        name = "A" + "a" * 39 + " B" + "b" * 38  # 80 characters; turned, a comma more

        response = sign_in("Olivia").post(ADD, {"names": name, "turn": "1"})

        assert response.status_code == 422
        assertContains(response, "a name has at most 80 characters", status_code=422)
        assertContains(response, "a" * 39, status_code=422)

    def test_the_other_order_is_the_same_person(self, sign_in, club):
        add = people.add_players
        add(club.actor("Charlie"), club.club, ["Hervé Bouvier"], request_id=uuid4())

        response = sign_in("Charlie").post(ADD, {"names": "Bouvier Hervé"})

        assertContains(response, "Already in the club: Hervé Bouvier.", status_code=422)

    def test_known_names_and_nothing_written(self, sign_in, club):
        response = sign_in("Charlie").post(ADD, {"names": "Zoé\nalice\nBÓB"})

        assert response.status_code == 422
        assert errors(response) == {
            "names": [
                "Already in the club: Alice, Bob. Take them off the list, or write them"
                " differently."
            ]
        }
        assertContains(response, "Zoé\nalice\nBÓB", status_code=422)
        assert "Zoé" not in names(club)

    @pytest.mark.parametrize("told", ["", " \n", "x" * 81])
    def test_no_name_at_all(self, sign_in, club, told):
        response = sign_in("Charlie").post(ADD, {"names": told})

        assert (response.status_code, list(errors(response))) == (422, ["names"])
        assert not AuditEntry.objects.exists()


class TestListedNames:
    """One way to list people, on every page of a club that does."""

    @pytest.fixture
    def season(self, club):
        names = ["BERNARD Paul", "Le Goff, Yann", "Zoë GÉRARD", "Kiki"]
        added = people.add_players(club.actor("Charlie"), club.club, names, request_id=uuid4())
        club.players |= {player.name: player for player in added}
        sitting = club.sitting(*(player.name for player in added))
        for player in added:
            club.deal(sitting, taker=player.name)
        league = club.league(*(player.name for player in added))
        club.evening(league, date(2025, 9, 12), sitting)
        # As it was stored before names were tidied.
        Player.objects.filter(pk=added[1].pk).update(name="Le Goff, Yann", name_key="le goff, yann")
        return league

    @pytest.mark.parametrize("page", ["", "evenings/", "race/", "duels/", "takers/"])
    def test_by_family_name(self, sign_in, season, page):
        client = sign_in("Olivia")
        address = f"/c/trois-bouts/s/{season.uuid}/{page}"
        response = client.get(address)
        if page == "evenings/":
            evening = season.evenings.get().uuid
            response = follow(client, response, f"{address}{evening}/")

        shown = response.content.decode()
        for name in ("BERNARD Paul", "LE GOFF Yann", "GÉRARD Zoë", "Kiki"):
            assert name in shown, f"{address}: {name}"
        assert "Le Goff, Yann" not in re.sub('<script.*?</script>|aria-label="[^"]*"', "", shown)

    def test_by_given_name(self, sign_in, season):
        """The club changes its mind on the page of its settings."""
        client = sign_in("Olivia")
        form = page_form(client.get(SETTINGS), has="lists_by")
        form.fill(lists_by="given_name").send(client)

        assertContains(client.get(f"/c/trois-bouts/s/{season.uuid}/"), "Paul Bernard")

    def test_where_a_file_is_asked_who_a_name_is(self, sign_in, season):
        client = sign_in("Olivia")
        form = page_form(client.get("/c/trois-bouts/io/import/"), has="pasted")
        pasted = "player;2025-09-12\nGOFF Y.;60\nBERNARD Paul;-60\n"
        asked = client.get(form.fill(pasted=pasted).send(client)["Location"])

        assertContains(asked, "LE GOFF Yann</option>")
        assertContains(asked, 'name="name-0"')
        assertNotContains(asked, 'name="name-1"')
