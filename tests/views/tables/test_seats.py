"""Who comes, goes and swaps seats, through the page."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.http import HELD_LINKS
from clubs.models import LinkKind, Player, Sitting
from clubs.queries.deals.deals import next_deal
from clubs.services.tables import sittings
from tests.cast import Cast, audit, make_player, totals
from tests.page_forms import page_form
from tests.services.tables.seated import now

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


def guest(club: Cast, sitting: Sitting) -> Client:
    """Somebody without an account who scores by a link."""
    client = Client()
    session = client.session
    session[HELD_LINKS] = [str(club.link(sitting, LinkKind.SCORE).uuid)]
    session.save()
    client.cookies["sessionid"] = session.session_key
    client.cookies["django_language"] = "en"
    return client


def seats(sitting: Sitting, *names: str, **told: object) -> dict[str, object]:
    """What a browser sends: seats(sitting, "Alice", "Bob", "+Zoé")."""
    players = {player.name: str(player.uuid) for player in Player.objects.all()}
    keys = [players.get(name, name) for name in names]
    table = next_deal(sitting)
    data = {
        "seat": keys,
        "order": keys,
        "number": table.number,
        "seen": table.seats_mark,
        "request_id": str(uuid4()),
        "action": "start",
    }
    named = {key: players.get(value, value) if isinstance(value, str) else value
             for key, value in told.items()}  # fmt: skip
    return {**data, **named}


def news(response) -> str:
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(text.split())


class TestSittingSeats:
    def test_the_table_as_it_is(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4, first_dealer=2)

        form = alice.get(f"/t/{sitting.uuid}/seats/").context["form"]

        assert [chair.face.name for chair in form.chairs()] == list(FIVE)
        assert [chair.face.name for chair in form.chairs() if chair.deals_first] == ["Charlie"]
        assert form["active_count"].value() == "4"
        assert form.news == []

    def test_faces_are_first_those_of_the_table(self, alice, club):
        sitting = club.sitting(*FIVE)
        club.reseat(sitting, *FOUR)

        form = alice.get(f"/t/{sitting.uuid}/seats/").context["form"]

        names = [face.name for face in form.faces()]
        assert names == [*FIVE, "Frank"]
        assert [face.number for face in form.faces()] == [1, 2, 3, 4, None, None]

    def test_a_change_is_written_and_leads_to_the_sheet(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Alice")

        response = alice.post(
            f"/t/{sitting.uuid}/seats/",
            seats(sitting, "Alice", "Frank", "Charlie", "Dora", "+Zoé", first_dealer=""),
            follow=True,
        )

        assertRedirects(response, f"/t/{sitting.uuid}/")
        assertContains(response, "The seats are changed.")
        assert now(sitting) == (["Alice", "Frank", "Charlie", "Dora", "Zoé"], "Charlie")
        assert audit(sitting)[-1].action == "change_seats"
        assert totals(sitting)["Bob"] == -60

    def test_from_deal_entry_it_leads_back_there(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/seats/?deal", seats(sitting, "Bob", "Alice", "Charlie", "Dora")
        )

        assertRedirects(response, f"/t/{sitting.uuid}/new/", fetch_redirect_response=False)

    def test_who_deals_next_is_said(self, alice, club):
        sitting = club.sitting(*FOUR)

        alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR, first_dealer="Dora"))

        assert now(sitting) == (list(FOUR), "Dora")

    def test_seats_are_drawn_before_the_first_deal(self, alice, club):
        sitting = club.sitting(*FOUR)
        address = f"/t/{sitting.uuid}/seats/"

        response = page_form(alice.get(address), press="draw").send(alice, "draw")

        drawn = re.search(r"Drawn: (.*); (\w+) deals\.", news(response))
        order, dealer = drawn[1].split(", "), drawn[2]
        assert sorted(order) == list(FOUR)
        assert now(sitting) == (list(FOUR), "Alice")
        page_form(response, press="start").send(alice, "start")
        assert now(sitting) == (order, dealer)

    def test_nobody_draws_once_a_deal_was_played(self, alice, club):
        sitting = club.sitting(*FOUR)
        page = alice.get(f"/t/{sitting.uuid}/seats/")
        club.deal(sitting)

        response = page_form(page, press="draw").send(alice, "draw")

        assertNotContains(response, "Drawn:")
        assertNotContains(response, 'value="draw"')
        order = [chair.face.name for chair in response.context["form"].chairs()]
        assert order == list(FOUR)

    def test_how_many_play_is_said(self, alice, club):
        sitting = club.sitting(*FIVE)

        alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, *FIVE, active_count="4"))

        assert Sitting.objects.get(pk=sitting.pk).active_count == 4

    def test_the_sheet_shows_it(self, alice, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Alice")
        alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR))

        response = alice.get(f"/t/{sitting.uuid}/")

        assertContains(response, "Olivia left after deal 1")

    def test_the_log_tells_it(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Dora")
        alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, "Alice", "Dora", "Charlie", "+Zoé"))

        response = alice.get(f"/t/{sitting.uuid}/log/")

        assertContains(response, "Seats changed")
        assertContains(response, "From deal 2")
        assertContains(response, "Zoé joins · Bob leaves · Charlie and Dora swap seats")


class TestInWords:
    """What is about to change, as js/seats/seats.js asks for it."""

    def ask(self, client, sitting, *names, **told):
        data = seats(sitting, *names, **{"action": "", **told})
        return news(client.post(f"/t/{sitting.uuid}/seats/", data, headers={"HX-Request": "true"}))

    def test_sentences(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Dora")  # Alice deals next

        def ask(*names, **told):
            return self.ask(alice, sitting, *names, **told)

        assert ask(*FOUR) == "Nothing changes."
        assert ask(*FOUR, "Frank") == "From deal 2: Frank joins · 5 play a deal"
        assert ask("Alice", "Bob", "Dora") == (
            "From deal 2: Charlie leaves with −60 · 3 play a deal"
        )
        assert ask("Alice", "Frank", "Charlie", "Dora") == (
            "From deal 2: Frank takes the place of Bob, who leaves with −60"
        )
        assert ask("Alice", "Charlie", "Bob", "Dora") == ("From deal 2: Bob and Charlie swap seats")
        assert ask("Dora", "Bob", "Charlie", "Alice") == "From deal 2: Alice and Dora swap seats"
        assert ask("Bob", "Charlie", "Dora", "Alice") == "Nothing changes."  # the same round
        assert ask("Bob", "Charlie", "Dora") == (
            "From deal 2: Alice leaves with +180 · 3 play a deal · Bob deals next"
        )
        assert ask(*FOUR, first_dealer="Charlie") == "From deal 2: Charlie deals next"
        assert ask(*FOUR, "+Zoé", active_count="4") == "From deal 2: Zoé joins"

    def test_nothing_is_written(self, alice, club):
        sitting = club.sitting(*FOUR)

        self.ask(alice, sitting, "Alice", "Frank", "Charlie", "+Zoé")

        assert now(sitting)[0] == list(FOUR)
        assert not Player.objects.filter(name="Zoé").exists()

    def test_what_cannot_be(self, alice, club):
        sitting = club.sitting(*FOUR)

        assert self.ask(alice, sitting, "Alice", "Bob") == "3 to 8 players sit at a table."
        assert self.ask(alice, sitting, *FOUR[:3], active_count="4") == (
            "Only 3 players are seated."
        )


class TestWithoutScripts:
    def test_seats_are_moved_and_people_sent_home_by_buttons(self, alice, club):
        sitting = club.sitting(*FIVE)
        uuid = str(club.player("Olivia").uuid)

        def chairs(**told):
            data = {**seats(sitting, *FIVE), "action": "", **told}
            form = alice.post(f"/t/{sitting.uuid}/seats/", data).context["form"]
            return [chair.face.name for chair in form.chairs()]

        assert chairs(move=f"up:{uuid}") == ["Alice", "Bob", "Charlie", "Olivia", "Dora"]
        assert chairs(leave=uuid) == list(FOUR)
        assert chairs(guest_name="Zoé, Yann") == [*FIVE, "Zoé", "Yann"]
        assert now(sitting)[0] == list(FIVE)

    def test_what_changes_is_shown_before_it_is_saved(self, alice, club):
        sitting = club.sitting(*FIVE)
        data = seats(sitting, *FIVE, action="arrange", leave=str(club.player("Olivia").uuid))

        response = alice.post(f"/t/{sitting.uuid}/seats/", data)

        assertContains(response, "Olivia leaves with 0")


class TestWrong:
    def test_too_few(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, "Alice", "Bob"))

        assertContains(response, "3 to 8 players sit at a table.", status_code=422)
        assert now(sitting)[0] == list(FOUR)

    def test_a_guest_whose_name_is_known_comes_back_to_be_mended(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR, "+olivia"))

        assertContains(response, "olivia: there is somebody of that name.", status_code=422)
        assertContains(response, 'value="olivia"', status_code=422)

    def test_more_to_play_than_sit_there(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR, active_count="5"))

        assertContains(response, "Only 4 players are seated.", status_code=422)

    def test_a_damaged_form(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/seats/", {**seats(sitting, *FOUR), "number": "x", "seen": ""}
        )

        assert response.status_code == 422

    def test_a_closed_session(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = seats(sitting, *FOUR, "Frank")
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        shown = alice.get(f"/t/{sitting.uuid}/seats/")
        sent = alice.post(f"/t/{sitting.uuid}/seats/", data)

        assertContains(shown, "The session is closed: nobody comes or goes any more.")
        assert sent.status_code == 409
        assert now(sitting)[0] == list(FOUR)


class TestOvertaken:
    def test_what_was_arranged_is_kept_and_set_against_what_is_there(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = seats(sitting, "Alice", "Frank", "Charlie", "Dora")
        club.reseat(sitting, *FOUR[:3], "Olivia")

        response = alice.post(f"/t/{sitting.uuid}/seats/", data)

        assertContains(response, "Somebody changed the table meanwhile.", status_code=409)
        form = response.context["form"]
        assert [chair.face.name for chair in form.chairs()] == ["Alice", "Frank", "Charlie", "Dora"]
        assert form.news == [
            "Frank takes the place of Bob, who leaves with 0",
            "Dora takes the place of Olivia, who leaves with 0",
        ]
        assert now(sitting)[0] == ["Alice", "Bob", "Charlie", "Olivia"]

    def test_saved_again_it_holds(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = seats(sitting, "Alice", "Frank", "Charlie", "Dora")
        club.deal(sitting)

        form = alice.post(f"/t/{sitting.uuid}/seats/", data).context["form"]
        again = {name: form[name].value() for name in ("number", "seen", "request_id")}
        alice.post(f"/t/{sitting.uuid}/seats/", {**data, **again})

        assert now(sitting)[0] == ["Alice", "Frank", "Charlie", "Dora"]


class TestByLink:
    def test_nobody_of_the_club_is_shown_but_who_has_sat_here(self, club):
        sitting = club.sitting(*FOUR)

        response = guest(club, sitting).get(f"/t/{sitting.uuid}/seats/")

        assert [face.name for face in response.context["form"].faces()] == list(FOUR)
        assertNotContains(response, "Olivia")
        assertNotContains(response, "Frank")

    def test_a_new_name_sits_down(self, club):
        sitting = club.sitting(*FOUR)

        guest(club, sitting).post(f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR, "+Zoé"))

        assert now(sitting)[0] == [*FOUR, "Zoé"]

    def test_somebody_else_of_the_club_does_not(self, club):
        sitting = club.sitting(*FOUR)

        response = guest(club, sitting).post(
            f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR[:3], "Olivia")
        )

        assert response.status_code == 422
        assert now(sitting)[0] == list(FOUR)

    def test_a_name_that_the_club_has(self, club):
        sitting = club.sitting(*FOUR)

        response = guest(club, sitting).post(
            f"/t/{sitting.uuid}/seats/", seats(sitting, *FOUR, "+Olivia")
        )

        assertContains(
            response, "Olivia: somebody in the club is called so. Add an initial.", status_code=422
        )


@pytest.mark.parametrize("deal_count", [1, 3])
class TestQueries:
    @pytest.fixture
    def sitting(self, club, deal_count):
        sitting = club.sitting(*FOUR)
        for number in range(deal_count):
            club.deal(sitting)
            player = make_player(club.club, f"Joueur {number}")
            player.save()
        return sitting

    def test_the_page(self, alice, sitting, count_queries):
        # session, user, membership, sitting, seats with totals, deals, seats, players and who of
        # them came lately
        assert count_queries(alice, f"/t/{sitting.uuid}/seats/") == 9

    def test_in_words(self, alice, sitting, django_assert_num_queries):
        data = seats(sitting, *FOUR, action="")
        # the same, and the deals that tell whose turn it would be
        with django_assert_num_queries(10):
            alice.post(f"/t/{sitting.uuid}/seats/", data, headers={"HX-Request": "true"})

    def test_a_long_list_stays_light(self, alice, sitting):
        assert len(alice.get(f"/t/{sitting.uuid}/seats/").content) <= 60_000
