"""Check-in at the desk: the list, the badge, and Enter."""

import re
from uuid import UUID, uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import CheckInWay, Entry
from clubs.services.tournaments.entries import (
    check_ins,
    entries,
    player_links,
    substitutions,
)
from tests.cast import Cast
from tests.hall import Hall


@pytest.fixture
def hall(club: Cast) -> Hall:
    """Zoé, Zacharie and Ana Petit are expected."""
    hall = Hall.gather(club, 0, fee=1000)
    hall.enter("Zoé Marchand", "Zacharie Bon", "Ana Petit", checked_in=False)
    return hall


@pytest.fixture
def desk(charlie):
    return charlie


def path(hall: Hall, rest: str = "") -> str:
    return f"/g/{hall.tournament.uuid}/check-in/{rest}"


def button(entry: Entry, request_id=None) -> str:
    return f"{entry.uuid}.{request_id or uuid4()}"


def here(hall: Hall) -> list[str]:
    return list(hall.tournament.entries.present().values_list("name", flat=True))


def listed(response) -> list[str]:
    return [row["line"].entry.name for row in response.context["rows"]]


class TestCheckIn:
    def test_everybody_by_name_with_counts(self, hall, desk, club):
        arbiter = club.actor("Charlie")
        entries.take_fee(arbiter, hall.entry(1), request_id=uuid4())
        new = {"name": "Ida Noir", "from_round": 1, "request_id": uuid4()}
        substitutions.substitute(arbiter, hall.entry(3), **new)

        response = desk.get(path(hall))

        assert listed(response) == ["Zacharie Bon", "Zoé Marchand", "Ana Petit"]
        counts = response.context["counts"]
        assert (counts.here, counts.absent, counts.unpaid) == (0, 3, 2)
        for shown, said in (("MARCHAND Zoé", "Zoé Marchand"), ("NOIR Ida", "Ida Noir")):
            assertContains(response, shown)
            assertNotContains(response, said)

    def test_ticked_and_unticked(self, hall, desk):
        response = desk.post(path(hall), {"here": button(hall.entry(1))})
        assertRedirects(response, path(hall))
        assert (here(hall), hall.entry(1).check_in_way) == (["Zoé Marchand"], "list")

        desk.post(path(hall), {"absent": button(hall.entry(1))})
        assert here(hall) == []

    def test_with_htmx_only_the_row_and_the_counts_come_back(self, hall, desk):
        response = desk.post(
            path(hall), {"here": button(hall.entry(1))}, headers={"HX-Request": "true"}
        )

        assertContains(response, '<li class="door-row is-here"')
        assertContains(response, 'hx-swap-oob="true"')
        assertNotContains(response, "<html")
        assertNotContains(response, "Ana Petit")

    def test_all_at_once_is_offered_again_after_somebody_is_sent_away(self, hall, desk):
        """Without loading the page again: what stands above the list comes with the row."""
        for number in (1, 2, 3):
            desk.post(path(hall), {"here": button(hall.entry(number))})
        assertNotContains(desk.get(path(hall)), 'name="everybody"')

        response = desk.post(
            path(hall), {"absent": button(hall.entry(1))}, headers={"HX-Request": "true"}
        )

        assertContains(response, 'name="everybody"')

    def test_a_tap_that_comes_twice_and_late_does_not_tick_again(self, hall, desk):
        first = button(hall.entry(1))
        desk.post(path(hall), {"here": first})
        desk.post(path(hall), {"absent": button(hall.entry(1))})

        desk.post(path(hall), {"here": first})

        assert here(hall) == []

    def test_the_fee_in_passing(self, hall, desk):
        desk.post(path(hall), {"paid": button(hall.entry(1))})

        assert hall.entry(1).fee_paid == 1000
        assert here(hall) == []

    def test_from_the_page_of_an_entry_and_back(self, hall, desk):
        told = {"here": button(hall.entry(1)), "back": "entry", "way": "desk"}

        response = desk.post(path(hall), told)

        entry = hall.entry(1)
        assertRedirects(response, f"/g/{hall.tournament.uuid}/entries/{entry.uuid}/")
        assert entry.check_in_way == "desk"

    @pytest.mark.parametrize("value", ["", "nonsense", f"{UUID(int=8)}.{UUID(int=9)}", "x.y"])
    def test_a_button_that_we_have_not_made(self, hall, desk, value):
        assert desk.post(path(hall), {"here": value}).status_code == 404

    def test_once_all_is_over_there_is_nothing_to_tick(self, hall, desk):
        hall.tournament.state = "final"
        hall.tournament.save()

        response = desk.get(path(hall))

        assertContains(response, "this is who was here")
        assertContains(response, "MARCHAND Zoé")
        assertNotContains(response, "check-in-q")

    @pytest.mark.parametrize("is_htmx", [True, False])
    def test_a_refusal_is_said(self, hall, desk, is_htmx):
        hall.tournament.entries.update(withdrawn_after=0)
        headers = {"HX-Request": "true"} if is_htmx else {}

        response = desk.post(
            path(hall), {"here": button(hall.entry(1))}, headers=headers, follow=True
        )

        assert response.status_code == (422 if is_htmx else 200)
        text = "This entry has withdrawn before this round."
        assertContains(response, text, status_code=response.status_code)

    def test_before_it_opens(self, hall, desk):
        type(hall.tournament).objects.update(state="open")

        response = desk.get(path(hall))

        assertContains(response, "Check-in is not open.")
        assertNotContains(response, 'name="here"')

    def test_queries_do_not_grow(self, club, desk, count_queries):
        hall = Hall.gather(club, 1)
        assert count_queries(desk, path(hall)) == 8

        hall.enter("P02", "P03")
        assert count_queries(desk, path(hall)) == 8


class TestEnter:
    """Two letters and Enter: three keys."""

    @pytest.mark.parametrize(
        ("typed", "name"),
        [
            ("zo", "Zoé Marchand"),
            ("za", "Zacharie Bon"),
            ("Pe", "Ana Petit"),
            ("z", "Zacharie Bon"),
        ],
    )
    def test_ticks_the_first_one(self, hall, desk, typed, name):
        response = desk.post(path(hall), {"q": typed, "first": "1"}, follow=True)

        assert here(hall) == [name]
        assertContains(response, f"{name} is here.")

    def test_passes_over_who_is_here(self, hall, desk):
        for _time in range(2):
            desk.post(path(hall), {"q": "z", "first": "1"})

        assert sorted(here(hall)) == ["Zacharie Bon", "Zoé Marchand"]

    @pytest.mark.parametrize("typed", ["xy", "", "  "])
    def test_nobody_of_that_name(self, hall, desk, typed):
        response = desk.post(path(hall), {"q": typed, "first": "1"}, follow=True)

        assert here(hall) == []
        assertContains(response, "Nobody of that name is still expected.")


class TestBadge:
    def test_shows_its_entry_first_and_checks_in_by_qr(self, hall, desk):
        entry = hall.entry(1)

        response = desk.get(path(hall, f"?code={entry.uuid.hex[:8]}"))
        assert response.context["scanned"]["line"].entry.name == "Zoé Marchand"
        assert here(hall) == []

        desk.post(path(hall), {"here": response.context["scanned"]["value"], "way": "qr"})
        assert hall.entry(1).check_in_way == "qr"

    @pytest.mark.parametrize("code", ["00000000", "abc", "x" * 50])
    def test_of_nobody(self, hall, desk, code):
        response = desk.get(path(hall, f"?code={code}"))

        assertContains(response, "This code belongs to no entry of this tournament.")

    def test_the_desk_that_scans_a_personal_link_comes_to_its_entry(self, hall, desk, club):
        entry = hall.entry(1)
        link = player_links.make_player_link(club.actor("Charlie"), entry, request_id=uuid4())

        response = desk.get(f"/s/{link.token}/")

        assertRedirects(response, path(hall, f"?code={entry.uuid.hex[:8]}"))
        assert "links" not in desk.session


class TestEverybody:
    def test_all_who_are_absent_and_back(self, club):
        """The toast takes back what it did and no more: Yann went and came by himself since."""
        hall = Hall.gather(club, 3)
        hall.enter("Zoé", "Yann", checked_in=False)
        rows = hall.tournament.entries.exclude(name="Yann").order_by("number")
        before = list(rows.values())
        client = Client()
        client.cookies["django_language"] = "en"
        client.force_login(club.user("Charlie"))
        path = f"/g/{hall.tournament.uuid}/check-in/"
        page = client.get(f"{path}?show=absent")
        assertContains(page, "Zoé")
        assertNotContains(page, "P01")

        page = client.post(path, {"everybody": "here", "request_id": uuid4()}, follow=True)
        assertContains(page, "Everybody is checked in.")
        assert not hall.tournament.entries.filter(checked_in_at=None).exists()
        yann = hall.tournament.entries.get(name="Yann")
        check_ins.undo_check_in(hall.arbiter, yann, request_id=uuid4())
        check_ins.check_in(hall.arbiter, yann, CheckInWay.DESK, request_id=uuid4())
        client.post(re.search(r'action="([^"]+\?undo=[^"]+)"', page.content.decode())[1])

        assert list(rows.values()) == before
        yann.refresh_from_db()
        assert (yann.is_present, yann.check_in_way) == (True, CheckInWay.DESK)

    def test_not_once_a_round_is_drawn(self, club):
        hall = Hall.gather(club, 8)
        hall.enter("Zoé", checked_in=False)
        hall.draw()
        client = Client()
        client.force_login(club.user("Charlie"))
        path = f"/g/{hall.tournament.uuid}/check-in/"
        assertNotContains(client.get(path), 'name="everybody"')

        client.post(path, {"everybody": "here", "request_id": uuid4()})

        assert hall.tournament.entries.filter(checked_in_at=None).count() == 1
