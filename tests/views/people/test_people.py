"""The club's own pages: the first club, home, members, settings and roles."""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Club, Player, User
from clubs.services.people import people
from clubs.services.tables import sittings
from tests.cast import PASSWORD, audit
from tests.page_forms import errors, follow, page_form
from tests.query_counts import count_queries

HOME = "/c/trois-bouts/"
MEMBERS = "/c/trois-bouts/members/"
ADD = "/c/trois-bouts/members/add/"
SETTINGS = "/c/trois-bouts/settings/"
FOUR = ("Alice", "Bob", "Charlie", "Dora")


def login(path):
    return f"/login/?next={path}"


def names(club, **criteria):
    rows = Player.objects.filter(club=club.club, **criteria).order_by("name_key")
    return list(rows.values_list("name", flat=True))


class TestClubStart:
    PATH = "/start/"

    @pytest.fixture(autouse=True)
    def _open(self, settings):
        settings.REGISTRATION = "open"

    def typed(self, **told):
        return {
            "step": "1",
            "go": "next",
            "name": "Tarot du Lac",
            "rules": "fft",
            "owner_name": "",
            "members": "",
            "request_id": str(uuid4()),
            **told,
        }

    def test_a_visitor_signs_in_first(self, client, db):
        assertRedirects(client.get(self.PATH), "/login/?next=/start/")

    def test_three_steps(self, sign_in):
        client = sign_in("Bob")
        response = client.get(self.PATH)
        assert response.context["form"].step == 1
        data = self.typed(request_id=response.context["form"]["request_id"].value())

        response = client.post(self.PATH, data)
        assert (response.status_code, response.context["form"].step) == (200, 2)
        assertContains(response, 'name="name" value="Tarot du Lac"')

        response = client.post(self.PATH, {**data, "step": "2", "rules": "family"})
        assert (response.status_code, response.context["form"].step) == (200, 3)
        assertContains(response, 'name="rules" value="family"')

        response = client.post(
            self.PATH,
            {
                **data,
                "step": "3",
                "go": "create",
                "rules": "family",
                "owner_name": "Bob",
                "members": "Zoé\nLuc",
            },
        )

        assertRedirects(response, "/c/tarot-du-lac/tables/new/")
        club = Club.objects.get(slug="tarot-du-lac")
        assert club.rules == "family"
        made = club.players.order_by("pk")
        assert list(made.values_list("name", flat=True)) == ["Bob", "Zoé", "Luc"]

    def test_names_as_lists_have_them_are_kept_as_people_say_them(self, sign_in):
        client = sign_in("Bob")
        step_2 = page_form(client.get(self.PATH), press="next").fill(name="Tarot du Lac")
        step_3 = page_form(step_2.send(client, "next"), press="next")
        form = page_form(step_3.send(client, "next"), has="members")
        pasted = "BERNARD Paul\nLe Goff, Yann\nZoë GÉRARD\nGarcia Lopez Ana\nPaul Bernard"
        shown = form.fill(members=pasted, owner_name="Bob Petit").send(client, "create")

        # Nothing is made before the guesses were seen; who stands there twice is named.
        assertContains(shown, "Written more than once, taken once: Paul Bernard.")
        assertContains(shown, '<th scope="row">Ana</th><td>Garcia Lopez</td>', html=True)
        assert not Club.objects.filter(slug="tarot-du-lac").exists()
        assertContains(shown, "Garcia Lopez Ana: the other way round")
        told = page_form(shown, press="create").data()
        del told["go"]
        turned = client.post(self.PATH, {**told, "turn": "4"})  # the button of that line
        assertContains(turned, '<th scope="row">Garcia Lopez</th><td>Ana</td>', html=True)
        page_form(turned, press="create").send(client, "create")

        made = Club.objects.get(slug="tarot-du-lac").players
        assert set(made.values_list("name", "family_name")) == {
            ("Bob Petit", "Petit"),
            ("Paul Bernard", "Bernard"),
            ("Yann Le Goff", "Le Goff"),
            ("Zoë Gérard", "Gérard"),
            ("Ana Garcia Lopez", "Garcia Lopez"),
        }
        assert made.get(user__isnull=False).name == "Bob Petit"

    @pytest.mark.parametrize("step", ["1", "2", "3"])
    def test_only_the_name_is_needed(self, sign_in, step):
        response = sign_in("Bob").post(self.PATH, self.typed(step=step, go="create"))

        assertRedirects(response, "/c/tarot-du-lac/")
        assert not Player.objects.filter(club__slug="tarot-du-lac").exists()

    def test_back_keeps_what_was_typed(self, sign_in):
        data = self.typed(step="3", go="back", members="Zoé\nLuc", owner_name="x" * 81)
        response = sign_in("Bob").post(self.PATH, data)

        form = response.context["form"]
        assert (response.status_code, form.step, form.errors) == (200, 2, {})
        assert form["members"].value() == "Zoé\nLuc"
        assert str(form["request_id"].value()) == data["request_id"]

    @pytest.mark.parametrize(
        ("told", "step", "bad"),
        [
            ({"name": ""}, 1, ["name"]),
            ({"step": "3", "go": "create", "name": " "}, 1, ["name"]),
            ({"step": "2", "rules": "unknown"}, 2, ["rules"]),
            ({"step": "1", "go": "create", "members": "x" * 81}, 3, ["members"]),
        ],
    )
    def test_what_is_to_mend_and_nothing_written(self, sign_in, told, step, bad):
        before = Club.objects.count()

        response = sign_in("Bob").post(self.PATH, self.typed(**told))

        assert (response.status_code, response.context["form"].step) == (422, step)
        assert list(errors(response)) == bad
        assert Club.objects.count() == before

    @pytest.mark.parametrize("step", ["0", "5", "x", ""])
    def test_a_step_that_there_is_not(self, sign_in, step):
        response = sign_in("Bob").post(self.PATH, self.typed(step=step))

        assert response.context["form"].step == 2

    def test_with_a_file_of_members(self, sign_in):
        client = sign_in("Bob")
        step_3 = client.post(self.PATH, self.typed(step="2"))

        response = page_form(step_3, press="import").send(client, "import")

        assertRedirects(response, "/c/tarot-du-lac/io/import/")

    def test_sent_twice(self, sign_in):
        client = sign_in("Bob")
        data = self.typed(go="create", step="3", members="Zoé")

        for _time in range(2):
            assertRedirects(client.post(self.PATH, data), "/c/tarot-du-lac/")

        assert Club.objects.filter(name="Tarot du Lac").count() == 1

    def test_the_same_id_for_another_person(self, sign_in):
        data = self.typed(go="create")
        sign_in("Bob").post(self.PATH, data)

        assert sign_in("Dora").post(self.PATH, data).status_code == 409

    @pytest.mark.parametrize("registration", ["invite", "closed"])
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_where_clubs_are_made_by_the_administrator(
        self, sign_in, settings, registration, method
    ):
        settings.REGISTRATION = registration
        client = sign_in("Olivia")

        response = getattr(client, method)(self.PATH, self.typed(go="create"))

        assertContains(response, "Clubs are made by the administrator here", status_code=403)
        assert not Club.objects.filter(name="Tarot du Lac").exists()

    def test_the_administrator_makes_one(self, client, db, settings):
        settings.REGISTRATION = "invite"
        client.force_login(User.objects.create_superuser("root@example.org", PASSWORD))

        response = client.post(self.PATH, self.typed(go="create"))

        assertRedirects(response, "/c/tarot-du-lac/")


class TestClubHome:
    def test_a_visitor_signs_in_first(self, client, club):
        assertRedirects(client.get(HOME), login(HOME))

    def test_a_club_that_there_is_not(self, sign_in):
        assert sign_in("Alice").get("/c/nowhere/").status_code == 404

    def test_a_new_club(self, sign_in, club):
        Player.objects.filter(club=club.other).delete()
        response = sign_in("Eve").get("/c/ailleurs/")

        assertContains(response, "0 members")
        assertContains(response, 'href="/c/ailleurs/members/add/"')
        assertContains(response, 'href="/c/ailleurs/tables/new/"')
        assertContains(response, 'href="/c/ailleurs/io/import/"')
        assertContains(response, 'href="/c/ailleurs/s/new/"')
        assertContains(response, 'href="/c/ailleurs/settings/#roles"')
        assertNotContains(response, "Same players")

    def test_for_a_member_before_the_first_table(self, sign_in):
        response = sign_in("Bob").get(HOME)

        assertContains(response, "As soon as a scorer opens one, it stands here.")
        assertNotContains(response, "/tables/new/")
        assertNotContains(response, "/members/add/")
        assertNotContains(response, "/io/import/")

    def test_what_is_played_and_was_played(self, sign_in, club):
        over = club.sitting(*FOUR)
        club.deal(over, taker="Bob")  # (25+5)·2 = 60 from each of three
        sittings.close_sitting(club.actor("Alice"), over, request_id=uuid4())
        live = club.sitting("Frank", "Olivia", "Dora", "Charlie", active_count=3)

        response = sign_in("Alice").get(HOME)

        assertContains(response, f'href="/t/{live.uuid}/"')
        assertContains(response, "deal 1")
        assertContains(response, "Frank rests")
        assertContains(response, f'href="/t/{over.uuid}/"')
        assertContains(response, "+180")
        # Charlie and Dora play already
        assertNotContains(response, "Same players")

    def test_same_players_as_last_time_in_one_tap(self, sign_in, club):
        over = club.sitting(*FOUR, rules="family", first_dealer=1)
        club.deal(over, dealer="Bob")
        sittings.close_sitting(club.actor("Alice"), over, request_id=uuid4())
        client = sign_in("Alice")
        same = client.get(HOME).context["tables"].same_players
        request_id = uuid4()
        data = {
            "seat": [str(player.uuid) for player in same.players],
            "order": [str(player.uuid) for player in same.players],
            "first_dealer": same.first_dealer,
            "active_count": str(same.sitting.active_count),
            "rules": same.rules_name,
            "action": "start",
            "request_id": str(request_id),
        }

        response = client.post("/c/trois-bouts/tables/new/", data)

        again = club.club.sittings.exclude(pk=over.pk).get()
        assertRedirects(response, f"/t/{again.uuid}/")
        assert list(again.seats.values_list("player__name", flat=True)) == list(FOUR)
        assert (again.rules["name"], again.first_dealer, again.active_count) == ("family", 2, 4)

    def test_the_form_of_same_players_holds_all_of_it(self, sign_in, club):
        over = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), over, request_id=uuid4())

        response = sign_in("Alice").get(HOME)

        for name in FOUR:
            uuid = club.player(name).uuid
            assertContains(response, f'name="seat" value="{uuid}"', count=1)
            assertContains(response, f'name="order" value="{uuid}"', count=1)
        assertContains(response, 'name="request_id"', count=1)

    @pytest.mark.parametrize("who", ["Bob", "Dora"])
    def test_members_open_no_table(self, sign_in, club, who):
        sittings.close_sitting(club.actor("Alice"), club.sitting(*FOUR), request_id=uuid4())

        response = sign_in(who).get(HOME)

        assertContains(response, "Last sessions")
        assertNotContains(response, "Same players")
        assertNotContains(response, "/tables/new/")

    def test_an_open_evening_leads_to_it(self, sign_in, club):
        evening = club.evening(club.league(), date(2025, 11, 4), place="Mairie")
        club.evening(evening.league, date(2025, 11, 11), state="planned")

        response = sign_in("Alice").get(HOME)

        assertContains(response, f"/evenings/{evening.uuid}/edit/")
        assertContains(response, "Evening of", count=1)

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club):
        client = sign_in("Alice")
        for _turn in range(3):
            club.deal(club.sitting("Frank", *FOUR, active_count=4), out=["Frank"], taker="Bob")
            sittings.close_sitting(club.actor("Alice"), club.sitting(*FOUR), request_id=uuid4())
            # session, user, roles, club; sittings, seats, records; open evenings, season, next
            # evening, next tournament; members
            assert count_queries(client, HOME) == 13

    def test_the_first_of_the_season_and_the_next_evening(self, sign_in, club):
        league = club.league()
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", oudlers=2, points=46)  # (25+5)·2 = 60 a defender
        club.evening(league, date(2025, 11, 4), sitting)
        day = timezone.localdate() + timedelta(days=3)
        coming = club.evening(league, day, state="planned", place="Mairie")
        client = sign_in("Alice")

        response = client.get(HOME)

        assertContains(response, "All standings")
        assertContains(response, f"/c/trois-bouts/s/{league.uuid}/why/{club.player('Alice').uuid}/")
        assertContains(response, "+180")
        assertContains(response, "Mairie")
        calendar = f"/c/trois-bouts/s/{league.uuid}/evenings/{coming.uuid}/evening.ics"
        assertContains(response, calendar)
        lines = client.get(calendar).content.decode().splitlines()
        assert lines.count("BEGIN:VEVENT") == 1
        assert "LOCATION:Mairie" in lines
        assert count_queries(client, HOME) == 18


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

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club):
        client = sign_in("Alice")
        for name in ("Zoé", "Ana", "Luc"):
            people.add_players(club.actor("Charlie"), club.club, [name], request_id=uuid4())
            # session, user, roles, club; deals of open tables, count, players
            assert count_queries(client, f"{MEMBERS}?show=members") == 7


class TestMemberAdd:
    def test_a_visitor_signs_in_first(self, client, club):
        assertRedirects(client.get(ADD), login(ADD))

    @pytest.mark.parametrize("method", ["get", "post"])
    @pytest.mark.parametrize(("who", "status"), [("Eve", 404), ("Bob", 403), ("Alice", 403)])
    def test_refused_below_organiser(self, sign_in, club, who, status, method):
        client = sign_in(who)

        assert getattr(client, method)(ADD, {"names": "Zoé"}).status_code == status
        assert "Zoé" not in names(club)

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

    def test_a_visitor_signs_in_first(self, client, path):
        assertRedirects(client.get(path), login(path))

    @pytest.mark.parametrize("method", ["get", "post"])
    @pytest.mark.parametrize(("who", "status"), [("Eve", 404), ("Bob", 403), ("Alice", 403)])
    def test_refused_below_organiser(self, sign_in, path, who, status, method):
        assert getattr(sign_in(who), method)(path, self.typed()).status_code == status
        assert Player.objects.filter(name="Frank").exists()

    def test_somebody_of_another_club(self, sign_in, club):
        path = f"{MEMBERS}{club.player('Eve').uuid}/"

        assert sign_in("Charlie").get(path).status_code == 404

    def test_as_it_is(self, sign_in, path):
        form = sign_in("Charlie").get(path).context["form"]

        assert [form[name].value() for name in ("given_name", "table_name", "is_member")] == [
            "Frank",
            "Frank",
            "yes",
        ]

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
        ],
    )
    def test_bad_input_and_nothing_written(self, sign_in, path, told, bad):
        response = sign_in("Charlie").post(path, self.typed(**told))

        assert response.status_code == 422
        assert errors(response) == bad
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

    @pytest.mark.parametrize(("who", "status"), [("Eve", 404), ("Bob", 403), ("Alice", 403)])
    def test_refused_below_organiser(self, sign_in, club, path, who, status):
        assert sign_in(who).post(path).status_code == status
        assert "Frank" in names(club, archived_at=None)

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

    def test_a_visitor_signs_in_first(self, client, path):
        assertRedirects(client.post(path), "/login/?next=/")

    @pytest.mark.parametrize(("who", "status"), [("Eve", 404), ("Bob", 403), ("Alice", 403)])
    def test_refused_below_organiser(self, sign_in, club, path, who, status):
        assert sign_in(who).post(path).status_code == status
        assert "Frank" not in names(club, archived_at=None)

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
