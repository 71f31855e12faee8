"""The list of tables, and setting one up."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Player, Sitting
from clubs.services.deals.rules import save_rules
from clubs.services.people import people
from clubs.services.people.clubs import update_club
from clubs.services.tables import sittings
from tests.page_forms import errors, page_form

LIST = "/c/trois-bouts/tables/"
NEW = "/c/trois-bouts/tables/new/"
FOUR = ("Alice", "Bob", "Charlie", "Dora")


class TestTableList:
    def shown(self, response):
        return [row.record for row in response.context["table"].paginated_rows]

    def over(self, club, *names, days=0, **more):
        sitting = club.sitting(*(names or FOUR), **more)
        club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        at = timezone.now() - timedelta(days=days)
        Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)
        return sitting

    def test_before_the_first_table(self, sign_in):
        assertContains(sign_in("Alice").get(LIST), f'href="{NEW}"')
        response = sign_in("Bob").get(LIST)
        assertContains(response, "No table yet")
        assertNotContains(response, NEW)

    def test_open_first_then_by_date(self, sign_in, club):
        old, new = self.over(club, days=9), self.over(club, days=1)
        live = club.sitting("Frank", "Olivia", "Alice", active_count=3)

        response = sign_in("Bob").get(LIST)

        assert self.shown(response) == [live, new, old]
        assertContains(response, f'href="/t/{live.uuid}/"')
        assertContains(response, "Frank, Olivia, Alice")
        # Alice took: (25+5)·2 = 60 from each of three
        assertContains(response, "+180", count=2)

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("month=2026-11", [0, 1]),
            ("month=2026-10", [2]),
            ("q=OLI", [1]),
            ("month=2026-10&q=olivia", []),
            ("month=nonsense", [0, 1, 2]),
        ],
    )
    def test_of_a_month_and_a_player(self, sign_in, club, query, found):
        made = [self.over(club), self.over(club, "Olivia", *FOUR[1:]), self.over(club)]
        for sitting, day in zip(made, [(11, 20), (11, 2), (10, 31)], strict=True):
            at = datetime(2026, *day, 12, tzinfo=UTC)
            Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)

        response = sign_in("Bob").get(f"{LIST}?{query}")

        assert self.shown(response) == [made[index] for index in found]

    @pytest.mark.parametrize(
        ("sort", "order"),
        [("opened_at", [0, 1, 2]), ("-opened_at", [2, 1, 0]), ("-deal_count", [1, 2, 0])],
    )
    def test_sort(self, sign_in, club, sort, order):
        made = [self.over(club, days=days) for days in (9, 5, 1)]
        for sitting, count in zip(made, (0, 2, 1), strict=True):
            for _deal in range(count):
                sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
                club.deal(sitting)

        response = sign_in("Bob").get(f"{LIST}?sort={sort}")

        assert self.shown(response) == [made[index] for index in order]

    def test_pages_of_fifty(self, sign_in, club):
        for _n in range(51):
            club.sitting("Alice", "Bob", "Charlie", active_count=3)
        client = sign_in("Bob")

        assert len(self.shown(client.get(LIST))) == 50
        assert len(self.shown(client.get(f"{LIST}?page=2"))) == 1

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club, count_queries):
        client = sign_in("Alice")
        for _n in range(3):
            self.over(club)
            # session, user, roles, club; count, tables, seats
            assert count_queries(client, LIST) == 7


class TestTableNew:
    def typed(self, club, *names, **told):
        """As a browser sends it after taps on these faces; a name with + is a guest."""
        keys = [
            name if name.startswith("+") else str(club.player(name).uuid) for name in names or FOUR
        ]
        return {
            "seat": sorted(keys),  # in the order of the faces
            "order": keys,
            "first_dealer": "",
            "active_count": "",
            "guest_name": "",
            "rules": "fft",
            "action": "start",
            "request_id": str(uuid4()),
            **told,
        }

    def test_faces_recent_ones_first(self, sign_in, club):
        club.sitting("Dora", "Frank", "Olivia", active_count=3)

        response = sign_in("Alice").get(NEW)

        assert [face.name for face in response.context["form"].faces()] == [
            "Dora",
            "Frank",
            "Olivia",
            "Alice",
            "Bob",
            "Charlie",
        ]
        assertContains(response, "FFT official rules")

    def test_on_an_evening_who_is_here_and_free_comes_first_by_name(self, sign_in, club):
        """All were offered in one order, those at other tables among them."""
        today = timezone.localdate()
        evening = club.evening(club.league(starts_on=today, ends_on=today), today, state="open")
        evening.present.set(club.player(name) for name in ("Dora", "Charlie", "Frank", "Olivia"))
        club.sitting("Dora", "Frank", "Bob", active_count=3)

        groups = sign_in("Alice").get(NEW).context["form"].face_groups()

        assert [(str(title), [face.name for face in faces]) for title, faces in groups] == [
            ("Here", ["Charlie", "Olivia"]),
            ("Not checked in", ["Alice"]),
            ("At another table", ["Bob", "Dora", "Frank"]),
        ]

    def test_the_usual_rules_of_the_club(self, sign_in, club):
        actor = club.actor("Charlie")
        save_rules(
            actor, club.club, {"name": "dole", "title": "Dole"}, seen_version=0, request_id=uuid4()
        )
        update_club(
            actor,
            club.club,
            name="X",
            time_zone="Europe/Paris",
            rules="dole",
            request_id=uuid4(),
        )

        form = sign_in("Alice").get(NEW).context["form"]

        assert form.shown_rules.title == "Dole"

    def test_another_game_keeps_the_seats(self, sign_in, club):
        client = sign_in("Alice")
        data = self.typed(club, "Dora", "Bob", "Alice", "Charlie", active_count="3")

        response = client.post(NEW, {**data, "action": "", "change_game": "volte"})

        form = response.context["form"]
        assert form.errors == {}
        assert [chair.face.name for chair in form.chairs()] == ["Dora", "Bob", "Alice", "Charlie"]
        assert (form.shown_rules.name, form["active_count"].value()) == ("volte", "")
        assertContains(response, 'name="game" value="volte"')
        assert not Sitting.objects.exists()

    def test_a_table_of_another_game(self, sign_in, club):
        data = self.typed(club, game="volte", rules="volte-scaled")

        sign_in("Alice").post(NEW, data)

        sitting = Sitting.objects.get()
        assert (sitting.game, sitting.rules["name"]) == ("volte", "volte-scaled")

    def test_the_game_that_the_club_plays_is_proposed(self, sign_in, club):
        client = sign_in("Charlie")
        form = page_form(client.get(NEW), press="change_game").send(client, "change_game=bolognese")
        keys = [str(club.player(name).uuid) for name in FOUR]
        seats = page_form(form, press="start").fill(seat=keys).send(client, "start")
        page_form(seats, press="start").send(client, "start")
        assert Sitting.objects.get().game == "bolognese"

        shown = page_form(client.get(NEW), press="start")
        season = page_form(client.get("/c/trois-bouts/s/new/"), has="members_of")

        assert shown.fields["game"].value == "bolognese"
        assert season.fields["game"].value == "bolognese"

    def test_rules_of_another_game_are_none(self, sign_in, club):
        response = sign_in("Alice").post(NEW, self.typed(club, game="volte", rules="fft"))

        assert "rules" in errors(response)
        assert not Sitting.objects.exists()

    def test_too_few_for_a_game(self, sign_in, club):
        data = self.typed(club, *FOUR[:3], game="volte", rules="volte")

        response = sign_in("Alice").post(NEW, data)

        assert errors(response) == {"seat": ["4 to 8 players sit at a table."]}

    def test_a_game_that_nobody_knows_is_the_usual_one(self, sign_in, club):
        sign_in("Alice").post(NEW, self.typed(club, game="whist"))

        assert Sitting.objects.get().game == "french"

    def test_works_and_sent_twice(self, sign_in, club):
        client = sign_in("Alice")
        data = self.typed(club, "Dora", "+Zoé", "Bob", "Alice", rules="family", active_count="3")
        data["first_dealer"] = data["order"][2]

        answers = [client.post(NEW, data) for _time in range(2)]

        (sitting,) = Sitting.objects.all()
        for answer in answers:
            assertRedirects(answer, f"/t/{sitting.uuid}/")
        assert list(sitting.seats.values_list("player__name", flat=True)) == [
            "Dora",
            "Zoé",
            "Bob",
            "Alice",
        ]
        assert (sitting.first_dealer, sitting.active_count, sitting.rules["name"]) == (
            2,
            3,
            "family",
        )
        assert Player.objects.get(name="Zoé").is_guest

    def test_by_the_newest_version_of_house_rules(self, sign_in, club):
        actor = club.actor("Charlie")
        for seen in (0, 1):
            rules = {"name": "dole", "title": "Dole", "rounding": 5 if seen else 10}
            save_rules(actor, club.club, rules, seen_version=seen, request_id=uuid4())

        sign_in("Alice").post(NEW, self.typed(club, rules="dole"))

        rules = Sitting.objects.get().rules
        assert (rules["name"], rules["version"], rules["rounding"]) == ("dole", 2, 5)

    @pytest.mark.parametrize(
        ("names", "told", "bad"),
        [
            (FOUR[:2], {}, {"seat": ["3 to 8 players sit at a table."]}),
            (FOUR, {"active_count": "6"}, {"active_count": ["Only 4 players are seated."]}),
            (
                FOUR,
                {"rules": "dole"},
                {"rules": ["Select a valid choice. dole is not one of the available choices."]},
            ),
            (
                [*FOUR, "Eve"],
                {},
                {"seat": ["Somebody has left the list of players. Look at the seats, then start."]},
            ),
        ],
    )
    def test_bad_input_and_nothing_written(self, sign_in, club, names, told, bad):
        response = sign_in("Alice").post(NEW, self.typed(club, *names, **told))

        assert response.status_code == 422
        assert errors(response) == bad
        assert not Sitting.objects.exists()
        assert not AuditEntry.objects.exists()

    def test_a_guest_whose_name_is_known(self, sign_in, club):
        data = self.typed(club, "Dora", "Bob", "Charlie", "+ÁLICE", "+Zoé")

        response = sign_in("Alice").post(NEW, data)

        assert response.status_code == 422
        assert errors(response) == {
            "guest_name": [
                "ÁLICE: there is somebody of that name. Tap their face, or write the guest"
                " with an initial, such as “ÁLICE F.”."
            ]
        }
        # What was tapped and typed is there, the name back in its field.
        chairs = response.context["form"].chairs()
        assert [chair.face.name for chair in chairs] == ["Dora", "Bob", "Charlie", "Zoé"]
        assertContains(response, 'value="ÁLICE"', status_code=422)
        assertContains(response, data["request_id"], status_code=422)
        assert not Player.objects.filter(name="Zoé").exists()

    def test_without_script_the_seats_are_shown_first(self, sign_in, club):
        client = sign_in("Alice")
        data = self.typed(club)
        del data["order"]

        response = client.post(NEW, data)

        assert response.status_code == 200
        assert not Sitting.objects.exists()
        chairs = response.context["form"].chairs()
        assert sorted(chair.face.name for chair in chairs) == list(FOUR)
        assertContains(response, "move them until they are right")
        shown = [chair.face.key for chair in chairs]
        response = client.post(NEW, {**data, "order": shown, "move": f"down:{shown[0]}"})
        assert [chair.face.key for chair in response.context["form"].chairs()] == [
            shown[1],
            shown[0],
            *shown[2:],
        ]
        assert client.post(NEW, {**data, "order": shown}).status_code == 302

    def test_without_script_a_guest_is_added(self, sign_in, club):
        data = self.typed(club, "Bob", guest_name="Zoé, Ana", action="arrange")

        response = sign_in("Alice").post(NEW, data)

        form = response.context["form"]
        assert response.status_code == 200
        assert [chair.face.name for chair in form.chairs()] == ["Bob", "Zoé", "Ana"]
        assertContains(response, 'name="order" value="+Zoé"')
        assertNotContains(response, 'value="Zoé, Ana"')
        assert not Player.objects.filter(name="Zoé").exists()

    def drawn(self, response):
        """Names in seat order and who deals, as the page says; they are what its form holds."""
        form = response.context["form"]
        order = [chair.face.name for chair in form.chairs()]
        (dealer,) = [chair.face.name for chair in form.chairs() if chair.deals_first]
        sent = page_form(response, press="start").data("start")
        assert sent["order"] == [chair.face.key for chair in form.chairs()]
        assert sent["first_dealer"] == sent["order"][order.index(dealer)]
        return order, dealer

    def test_seats_and_dealer_are_drawn_and_opened_so(self, sign_in, club):
        client = sign_in("Alice")
        keys = [str(club.player(name).uuid) for name in FOUR[:3]]
        form = page_form(client.get(NEW), press="arrange")
        arranged = form.fill(seat=keys, guest_name="Zoé", rules="family", active_count="3").send(
            client, "arrange"
        )

        response = page_form(arranged, press="draw").send(client, "draw")

        order, dealer = self.drawn(response)
        assert sorted(order) == ["Alice", "Bob", "Charlie", "Zoé"]
        assertContains(response, f"Drawn: {', '.join(order)}; {dealer} deals.")
        assert not Sitting.objects.exists()
        page_form(response, press="start").send(client, "start")
        sitting = Sitting.objects.get()
        seated = list(sitting.seats.values_list("player__name", flat=True))
        assert (seated, seated[sitting.first_dealer]) == (order, dealer)
        assert (sitting.rules["name"], sitting.active_count) == ("family", 3)

    def test_a_draw_says_who_plays_with_whom(self, sign_in, club):
        client = sign_in("Alice")
        page = page_form(client.get(NEW), press="change_game").send(client, "change_game=bolognese")
        keys = [str(club.player(name).uuid) for name in FOUR]
        arranged = page_form(page, press="start").fill(seat=keys).send(client, "start")

        response = page_form(arranged, press="draw").send(client, "draw")

        (one, two, three, four), dealer = self.drawn(response)
        text = f"Drawn: {one} and {three} against {two} and {four}; {dealer} deals."
        assertContains(response, text)
        page_form(response, press="start").send(client, "start")
        seated = Sitting.objects.get().seats.values_list("player__name", flat=True)
        assert list(seated) == [one, two, three, four]

    def test_each_draw_is_a_new_one(self, sign_in, club):
        client = sign_in("Alice")
        page = page_form(client.get(NEW), press="start").fill(seat=True).send(client, "start")
        seen = set()
        for _time in range(6):  # of 6!·6 seatings each time: never the same six times
            page = page_form(page, press="draw").send(client, "draw")
            order, dealer = self.drawn(page)
            seen.add((*order, dealer))

        assert len(seen) > 1

    def test_too_few_for_a_draw(self, sign_in, club):
        client = sign_in("Alice")
        keys = [str(club.player(name).uuid) for name in FOUR[:2]]
        form = page_form(client.get(NEW), press="arrange").fill(seat=keys)
        page = form.send(client, "arrange")

        response = page_form(page, press="draw").send(client, "draw")

        assert errors(response) == {"seat": ["3 to 8 players sit at a table."]}
        assertNotContains(response, "Drawn:", status_code=422)
        assert sorted(page_form(response, press="draw").fields["seat"].ticked) == sorted(keys)

    def test_the_id_of_another_change(self, sign_in, club):
        data = self.typed(club)
        sign_in("Alice").post(NEW, data)

        assert sign_in("Charlie").post(NEW, data).status_code == 409

    def test_queries(self, sign_in, club, count_queries):
        client = sign_in("Alice")
        # session, user, roles, club; last games; players, how often they came lately, house rules
        assert count_queries(client, NEW) == 9
        people.add_players(club.actor("Charlie"), club.club, ["x", "y"], request_id=uuid4())
        assert count_queries(client, NEW) == 9
