"""The first page of a tournament: what is next, for whom, and the address to give."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import (
    RoundPaper,
    SlipState,
    TournamentDuty,
    TournamentRole,
)
from clubs.services.tournaments import transitions
from clubs.services.tournaments.entries.entries import take_fee
from tests.hall import Hall, published_hall
from tests.page_forms import follow, page_form, send
from tests.views.tournaments.pages import at, page


class TestAddressToGive:
    """From the opening of the registration on, the desk finds the short address where it works."""

    def test_what_the_page_shows_leads_visitors_to_it(self, club, sign_in, guest):
        hall = Hall.gather(club, 0, state="open", shows_page=True)
        shown = sign_in().get(page(hall)).content.decode()

        [address] = re.findall(r'id="public-address"\s+value="([^"]+)"', shown)
        guest.logout()

        assert address == f"http://testserver/j/{hall.tournament.code}/"
        assertRedirects(guest.get(address), page(hall))
        assert page(hall, "paper/poster.pdf") in shown

    def test_without_a_public_page_it_says_how_to_get_one(self, club, sign_in):
        response = sign_in().get(page(Hall.gather(club, 0, state="open")))

        assertContains(response, "The public page is switched off")
        assertNotContains(response, "public-address")

    @pytest.mark.parametrize("told", [{"state": "draft"}, {"is_practice": True}])
    def test_nothing_to_give_of_what_nobody_sees(self, club, sign_in, told):
        hall = Hall.gather(club, 0, **{"state": "open", "shows_page": True} | told)

        assertNotContains(sign_in().get(page(hall)), "Address to give")

    def test_not_for_players(self, club, sign_in):
        hall = Hall.gather(club, 0, state="open", shows_page=True)

        assertNotContains(sign_in("Bob").get(page(hall)), "Address to give")

    def test_the_settings_name_it(self, club, sign_in):
        hall = Hall.gather(club, 0, state="open")

        response = sign_in().get(page(hall, "settings/"))

        assertContains(response, f"testserver/j/{hall.tournament.code}<")


class TestToday:
    """The first page tells each kind of person what is next for them."""

    def next(self, client, hall):
        told = client.get(page(hall)).context["next"]
        return told.words, told.main.page or told.main.step, told.main.round

    def test_step_by_step_for_who_organises(self, club, sign_in):
        hall, client = Hall.gather(club, 9, state="draft"), sign_in()
        assert self.next(client, hall)[1:] == ("open", None)

        hall.tournament.state = "open"
        hall.tournament.save()
        assert self.next(client, hall)[1] == "check_in"

        hall.tournament.state = "check_in"
        hall.tournament.save()
        assert self.next(client, hall) == ("9 of 9 are here.", "round_seating", 1)
        hall.enter("Zoé", checked_in=False)
        assert self.next(client, hall)[1] == "check_in"
        hall.draw()
        assert self.next(client, hall)[1:] == ("round_seating", 1)

        hall.publish()
        words = "Round 1 is played: 0 of 3 slips are confirmed."
        assert self.next(client, hall) == (words, "round_board", 1)
        hall.play()
        words = "All slips of round 1 are confirmed: close the round."  # as the button there says
        assert self.next(client, hall) == (words, "round_board", 1)
        hall.validate()
        words = "Round 1 is over. The next one is drawn."
        assert self.next(client, hall) == (words, "round_seating", 2)

        for number in (2, 3):
            hall.publish(number)
            hall.play(number)
            hall.validate(number)
        assert self.next(client, hall)[1] == "tournament_standings"

    def test_it_asks_whether_that_is_still_so(self, club, sign_in, django_assert_num_queries):
        hall, client = Hall.gather(club, 9, state="open"), sign_in()
        poll = client.get(page(hall)).context["poll_url"]
        with django_assert_num_queries(1):
            assert client.get(poll).status_code == 204

        transitions.start_check_in(club.actor("Olivia"), hall.tournament, request_id=uuid4())

        response = client.get(poll)
        assertContains(response, "9 of 9 are here.")
        assertNotContains(response, "<html")
        assert client.get(response.context["poll_url"]).status_code == 204

    def test_the_emergency_set_is_offered_with_each_round(self, club, sign_in):
        """As long as nothing of it is played. It is noted for which seating it is printed, so that
        the page of the papers says when that has changed."""
        hall, client = Hall.gather(club, 9), sign_in()
        hall.publish()
        offered = page(hall, "paper/print-1/emergency/")

        shown = client.get(page(hall))
        assert send(client, shown, offered).url == page(hall, "paper/emergency.pdf")
        assert list(hall.round(1).printed) == [RoundPaper.EMERGENCY]
        hall.deal(hall.tables()[0])
        assertNotContains(client.get(page(hall)), offered)

    def test_a_table_in_disagreement_is_told(self, club, sign_in):
        hall = published_hall(club, 9)
        slip = hall.tables()[0].slip
        slip.state, slip.dispute = SlipState.DISPUTED, "Donne 2"
        slip.save()

        assert "1 table is in disagreement." in self.next(sign_in(), hall)[0]

    @pytest.mark.parametrize(
        ("state", "main"),
        [
            ("final", "prize_list"),
            ("archived", "tournament_standings"),
            ("cancelled", "uncancel"),
        ],
    )
    def test_once_it_is_over(self, club, sign_in, state, main):
        assert self.next(sign_in(), Hall.gather(club, 8, state=state))[1] == main

    def test_registration_long_before_the_day(self, club, sign_in):
        far = timezone.now() + timedelta(days=20)
        hall = Hall.gather(club, 2, state="open", capacity=64)
        at(hall, far)

        words, main, _round = self.next(sign_in(), hall)

        assert words == "2 entries for 64 places. The check-in begins on the day."
        assert main == "entry_list"

    def test_everybody_reads_the_same_number_of_entries(self, club, sign_in, guest):
        """Nine entered, and one of them withdrew before the start."""
        hall = Hall.gather(club, 9, state="open", shows_page=True)
        hall.tournament.entries.filter(number=2).update(withdrawn_after=0)
        client = sign_in("Charlie")

        told = {
            "the page of the public": guest.get(page(hall)),
            "the list of the club": client.get("/c/trois-bouts/tournaments/"),
            "the entries": client.get(page(hall, "entries/")),
        }

        for where, response in told.items():
            text = " ".join(re.sub("<[^>]+>", " ", response.content.decode()).split())
            assert re.search(r"\b9( entries)? · 1 withdrawn", text), where
        words, _main, _round = self.next(client, hall)
        assert words.startswith("9 entries. 1 has withdrawn.")

    def test_without_rounds_the_settings_come_first(self, club, sign_in):
        hall = Hall.gather(club, 0, state="draft", deals_per_round=None)

        assert self.next(sign_in(), hall)[1] == "tournament_settings"

    def test_a_visitor_reads_the_programme_and_nothing_private(self, club, guest):
        hall = Hall.gather(
            club, 0, state="open", shows_page=True, shows_entries=True, place="Mairie", fee=1000
        )
        private = {"email": "zoe@example.org", "licence": "L-123", "birth_year": 1961}
        hall.enter("Zoé Petit", club_name="Dole", note="Mange végétarien", **private)

        response = guest.get(page(hall))

        assertContains(response, "Mairie")
        assertContains(response, "14:00 – 15:00")
        assertContains(response, "3 rounds of 2 deals")
        assertContains(response, "€")
        assertContains(response, "PETIT Zoé")
        for hidden in ("zoe@example.org", "L-123", "1961", "végétarien", "What is next", "step/"):
            assertNotContains(response, hidden)

    def test_who_entered_is_shown_only_if_the_club_says_so(self, club, guest):
        hall = Hall.gather(club, 0, state="open", shows_page=True)
        hall.enter("Zoé Petit")

        assertNotContains(guest.get(page(hall)), "Zoé Petit")

    def test_one_that_is_not_public_asks_to_sign_in(self, club, guest, sign_in):
        hall = Hall.gather(club, 0, state="open")

        assertRedirects(
            guest.get(page(hall)),
            f"/login/?next={page(hall)}",
            fetch_redirect_response=False,
        )
        assert sign_in("Eve").get(page(hall)).status_code == 404

    def test_my_table_by_name(self, club, guest):
        hall = published_hall(club, 9, shows_page=True, shows_seating=True)
        first = hall.tables()[0]
        number = hall.seated(first)[0]

        response = guest.get(page(hall), {"q": f"p{number:02}"})

        assert [(one.number, one.table) for one in response.context["places"]] == [
            (number, first.table_number)
        ]
        assertContains(guest.get(page(hall), {"q": "Nobody"}), "Ask the desk.")
        assert guest.get(page(hall)).context["places"] == []

    def test_the_desk_is_not_asked_for_a_table_of_its_own(self, club, sign_in):
        """The arbiter does not play: the room in figures and what it is told stand there."""
        hall = Hall.gather(club, 8, shows_page=True, shows_seating=True, fee=1000)
        hall.enter("Late", checked_in=False)
        hall.publish()
        take_fee(club.actor("Charlie"), hall.entry(1), request_id=uuid4())
        client = sign_in("Charlie")
        told = page_form(client.get(page(hall, "announcements/")), has="text")
        told.fill(text="The bar is open").send(client)

        response = client.get(page(hall))

        assertNotContains(response, "My table")
        assertContains(response, "The bar is open")
        figures = re.findall(r'<b class="num">(\d+)</b>\s*(\w+)', response.content.decode())
        assert figures == [("9", "entered"), ("8", "here"), ("1", "absent"), ("8", "unpaid")]
        hall.tournament.entries.filter(number=2).update(withdrawn_after=1)
        figures = re.findall(
            r'<b class="num">(\d+)</b>\s*(\w+)', client.get(page(hall)).content.decode()
        )
        assert figures[:2] == [("9", "entered"), ("1", "withdrawn")]
        assert figures[-1] == ("8", "unpaid")  # the debt stays
        absent = follow(client, response, page(hall, "check-in/?show=absent"))
        assert [row["line"].entry.name for row in absent.context["rows"]] == ["Late"]
        unpaid = follow(client, response, page(hall, "entries/?show=unpaid"))
        assert len(unpaid.context["table"].rows) == 8

    def test_who_sits_out_is_told_so(self, club, guest):
        hall = published_hall(club, 9, shows_page=True, shows_seating=True, leftovers="bye")
        out = hall.round(1).byes.get().entry

        response = guest.get(page(hall), {"q": out.name})

        assertContains(response, "sits this round out")

    def test_a_substitute_is_found_by_their_own_name(self, club, guest):
        hall = Hall.gather(club, 9, shows_page=True, shows_seating=True)
        entry, frank = hall.entry(1), club.player("Frank")
        entry.substitutions.create(player=frank, name="Franck Durand", from_round=1)
        hall.publish()

        response = guest.get(page(hall), {"q": "durand"})

        assert [one.number for one in response.context["places"]] == [1]

    def test_seating_is_shown_only_if_the_club_says_so(self, club, guest):
        hall = published_hall(club, 9, shows_page=True)

        assertNotContains(guest.get(page(hall), {"q": "P01"}), "My table")

    def test_a_desk_of_another_club_sees_what_is_next(self, club, sign_in):
        hall = Hall.gather(club, 9)
        TournamentRole.objects.create(
            tournament=hall.tournament, user=club.user("Eve"), role=TournamentDuty.DESK
        )

        assertContains(sign_in("Eve").get(page(hall)), "What is next")

    @pytest.mark.parametrize(
        ("state", "duty", "main", "others"),
        [
            ("draft", "arbiter", None, []),
            ("open", "desk", "entry_list", ["check_in"]),  # nobody has entered
            ("final", "arbiter", "prize_list", []),
            ("cancelled", "desk", None, []),
        ],
    )
    def test_nobody_is_offered_what_they_may_not_do(self, club, sign_in, state, duty, main, others):
        hall = Hall.gather(club, 0, state=state)
        at(hall, timezone.now())
        hall.tournament.roles.create(user=club.user("Eve"), role=duty)

        told = sign_in("Eve").get(page(hall)).context["next"]

        assert (told.main and (told.main.page or told.main.step)) == main
        assert [one.page or one.step for one in told.others] == others

    def test_costs_the_same_however_many_entered(self, club, sign_in, count_queries):
        few, many = Hall.gather(club, 8), Hall.gather(club, 16, name="Coupe")
        for hall in (few, many):
            hall.publish()
        client = sign_in()

        assert count_queries(client, page(few)) == 12  # two for who has no seat in round 2
        assert count_queries(client, page(many)) == 12
        assert count_queries(client, page(many) + "?q=p") == 12
