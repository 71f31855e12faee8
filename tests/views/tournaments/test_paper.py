"""The papers of a tournament through the web: what is offered, to whom, and each PDF."""

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Link, LinkKind
from clubs.services.tournaments.rounds import seatings
from tests.exchange.pages import page_count, page_size
from tests.hall import Hall
from tests.page_forms import send

QUERIES = {  # beside session, user, roles, duties and tournament
    "poster.pdf": 5,
    "badges.pdf": 5 + 4,
    "check-in.pdf": 5 + 3,
    "slips-1.pdf": 5 + 1 + 5,
    "seating-1.pdf": 5 + 1 + 5,
    "standings-1.pdf": 5 + 1 + 11,
    "prizes.pdf": 5 + 1 + 2 + 9 + 2,
    "certificates.pdf": 5 + 1 + 10,
    "emergency.pdf": 5 + 14,
    "report.pdf": 5 + 13,
}
UPRIGHT, LYING = (595, 841), (841, 595)


@pytest.fixture
def hall(club) -> Hall:
    return Hall.gather(club, 9, fee=1000)


@pytest.fixture
def charlie(club) -> Client:
    return browser(club, "Charlie")


def browser(club, who: str, language: str = "en") -> Client:
    client = Client()
    client.force_login(club.user(who))
    client.cookies["django_language"] = language
    return client


def over(hall: Hall, rounds: int = 1) -> None:
    """So many rounds are played and validated."""
    for number in range(1, rounds + 1):
        hall.publish(number)
        hall.play(number)
        hall.validate(number)


def paper(client: Client, hall: Hall, name: str) -> bytes:
    response = client.get(f"/g/{hall.tournament.uuid}/paper/{name}")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return response.content


class TestTournamentPaper:
    def test_before_anything_is_drawn(self, charlie, hall):
        response = charlie.get(f"/g/{hall.tournament.uuid}/paper/")

        assertContains(response, "/paper/check-in.pdf")
        assertContains(response, "/paper/emergency.pdf")
        assertContains(response, "9 badges would have no QR code")
        assertContains(response, "follow as soon as a round is drawn")
        assertNotContains(response, "/paper/certificates.pdf")

    def test_a_round(self, charlie, hall):
        hall.publish()

        response = charlie.get(f"/g/{hall.tournament.uuid}/paper/")

        assertContains(response, "/paper/print-1/slips/")
        assertContains(response, "/paper/print-1/seating/")
        assertNotContains(response, "/paper/standings-1.pdf")
        assertContains(response, "/paper/print-3/slips/")  # a rotation draws all rounds at once
        assertNotContains(response, "/paper/print-4/slips/")

    def test_a_round_that_is_over(self, charlie, hall):
        over(hall)

        response = charlie.get(f"/g/{hall.tournament.uuid}/paper/")

        assertContains(response, "/paper/standings-1.pdf")
        assertContains(response, "/paper/certificates.pdf")

    @pytest.mark.parametrize("rounds", [1, 3])
    def test_queries(self, charlie, hall, rounds, count_queries):
        over(hall, rounds)

        # session, user, roles, duties, tournament; rounds, entries, links
        assert count_queries(charlie, f"/g/{hall.tournament.uuid}/paper/") == 8


class TestPoster:
    def test_offered_where_there_is_a_public_page(self, charlie, club, hall):
        address = f"/g/{hall.tournament.uuid}/paper/"
        assertNotContains(charlie.get(address), "poster.pdf")
        assert charlie.get(f"{address}poster.pdf").status_code == 404

        public = Hall.gather(club, 0, name="Coupe", state="draft", shows_page=True)

        address = f"/g/{public.tournament.uuid}/paper/"
        assertContains(charlie.get(address), f"{address}poster.pdf")
        content = paper(charlie, public, "poster.pdf")
        assert (page_count(content), page_size(content)) == (1, UPRIGHT)


class TestPrinted:
    """The seating changes after somebody printed it."""

    def test_what_is_stale_is_marked(self, charlie, hall):
        hall.draw()
        address = f"/g/{hall.tournament.uuid}/paper/"
        shown = charlie.get(address)
        assertNotContains(shown, "printed at")
        for kind in ("seating", "slips", "emergency"):
            response = send(charlie, shown, f"paper/print-1/{kind}/")
            assert charlie.get(response.url)["Content-Type"] == "application/pdf"
        assertNotContains(charlie.get(address), "before the change")

        first, second = hall.round(1).plan["tables"][:2]
        pair = (first["players"][0], second["players"][0])
        seatings.swap_entries(hall.arbiter, hall.reread(), 1, *pair, request_id=uuid4())

        assertContains(charlie.get(address), "before the change", count=3)
        send(charlie, shown, "paper/print-1/slips/")
        assertContains(charlie.get(address), "before the change", count=2)

    def test_slips_keep_how_many_lie_on_a_page(self, charlie, hall):
        hall.draw()
        shown = charlie.get(f"/g/{hall.tournament.uuid}/paper/")

        assert send(charlie, shown, "paper/print-1/slips/").url.endswith("slips-1.pdf?on=2")


class TestPaperLinks:
    def test_every_badge_gets_its_link(self, charlie, hall):
        address = f"/g/{hall.tournament.uuid}/paper/"

        response = charlie.post(f"{address}links/", {"request_id": uuid4()}, follow=True)

        assertRedirects(response, address)
        assertContains(response, "9 links are made.")
        assertNotContains(response, "would have no QR code")
        assert Link.objects.filter(kind=LinkKind.PLAYER).count() == 9


class TestPdfs:
    """Pages: nine players are a table of three and two of three and four, see tests/hall.py."""

    def test_their_pages(self, charlie, hall):
        over(hall)
        hall.publish(2)

        assert page_count(paper(charlie, hall, "slips-2.pdf")) == 2  # three tables
        assert page_count(paper(charlie, hall, "slips-2.pdf?on=4")) == 1
        assert page_count(paper(charlie, hall, "slips-2.pdf?on=1")) == 3
        assert page_count(paper(charlie, hall, "slips-2.pdf?on=x")) == 2
        assert page_count(paper(charlie, hall, "seating-2.pdf")) == 2
        assert page_count(paper(charlie, hall, "badges.pdf")) == 2
        assert page_count(paper(charlie, hall, "check-in.pdf")) == 1
        assert page_count(paper(charlie, hall, "standings-1.pdf")) == 1
        assert page_count(paper(charlie, hall, "report.pdf")) >= 1
        # what to do, the overall sheet, standings; two pages of seating and two of slips for the
        # second and the third round
        assert page_count(paper(charlie, hall, "emergency.pdf")) == 3 + 2 * (2 + 2)

    def test_how_they_lie(self, charlie, hall):
        hall.publish()

        assert page_size(paper(charlie, hall, "slips-1.pdf")) == UPRIGHT
        assert page_size(paper(charlie, hall, "slips-1.pdf?on=4")) == LYING
        assert page_size(paper(charlie, hall, "check-in.pdf")) == LYING

    def test_the_name_of_the_file(self, charlie, hall):
        hall.publish()

        response = charlie.get(f"/g/{hall.tournament.uuid}/paper/slips-1.pdf")

        name = "tournoi-dautomne-2026-11-21-slips-1.pdf"
        assert response["Content-Disposition"] == f'inline; filename="{name}"'

    @pytest.mark.parametrize(
        "name", ["slips-1.pdf", "seating-1.pdf", "standings-1.pdf", "certificates.pdf"]
    )
    def test_nothing_is_printed_of_a_round_that_is_not_there(self, charlie, hall, name):
        response = charlie.get(f"/g/{hall.tournament.uuid}/paper/{name}")

        assert response.status_code == 404

    def test_a_draft_is_printed_without_links(self, charlie, hall):
        hall.draw()

        assert page_count(paper(charlie, hall, "slips-1.pdf")) == 2
        assert page_count(paper(charlie, hall, "emergency.pdf")) == 2 + 3 * (2 + 2)

    def test_the_desk_prints_lists_but_no_slips(self, club, hall):
        hall.publish()
        told = {"user": club.user("Dora"), "role": "desk"}
        hall.tournament.roles.create(**told)
        dora = browser(club, "Dora")

        assertNotContains(dora.get(f"/g/{hall.tournament.uuid}/paper/"), "slips-1.pdf")
        assert page_count(paper(dora, hall, "badges.pdf")) == 2
        assert dora.get(f"/g/{hall.tournament.uuid}/paper/slips-1.pdf").status_code == 403

    @pytest.mark.parametrize("players", [9, 17])
    def test_queries(self, charlie, club, players, count_queries):
        hall = Hall.gather(club, players, fee=1000, shows_page=True)
        over(hall)

        papers = f"/g/{hall.tournament.uuid}/paper/"
        assert {name: count_queries(charlie, papers + name) for name in QUERIES} == QUERIES
