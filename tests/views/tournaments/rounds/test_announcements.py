"""The page of what the room is told."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Announcement
from tests.hall import Hall


def page(hall, rest=""):
    return f"/g/{hall.tournament.uuid}/announcements/{rest}"


def typed(**told):
    return {"text": "Pause de dix minutes", "place": "everywhere", **told}


class TestAnnouncementList:
    def test_it_is_told(self, hall, sign_in):
        client = sign_in()
        sent = typed(request_id="5b0c6f9e-1c8f-4a55-9a1e-0d3b1f1a2c02")

        for _ in range(2):
            assertRedirects(client.post(page(hall), sent), page(hall))

        assert [row.text for row in Announcement.objects.all()] == ["Pause de dix minutes"]

    def test_to_one_table_for_some_minutes(self, hall, sign_in):
        sign_in().post(page(hall), typed(table_number="2", minutes="5"))

        row = Announcement.objects.get()
        assert row.table_number == 2
        assert (row.shown_until - row.shown_from).total_seconds() == 300

    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({"text": ""}, "Write what the room is to read."),
            ({"text": "x" * 201}, "Ensure this value has at most 200 characters (it has 201)."),
            ({"table_number": "77"}, "No round has a table of this number."),
            ({"minutes": "0"}, "From 1 to 1440."),
        ],
    )
    def test_refused_with_what_was_typed(self, hall, sign_in, told, text):
        response = sign_in().post(page(hall), typed(**told))

        assertContains(response, text, status_code=422)
        assert not Announcement.objects.exists()

    def test_the_table_is_filled_in(self, hall, sign_in):
        response = sign_in().get(page(hall), {"table": "2"})

        assertContains(response, 'name="table_number" value="2"')

    def test_the_desk_only_sees(self, hall, sign_in, club):
        hall.tournament.roles.create(user=club.user("Bob"), role="desk")
        sign_in().post(page(hall), typed())

        response = sign_in("Bob").get(page(hall))

        assertContains(response, "Pause de dix minutes")
        assertNotContains(response, "End it")
        assertNotContains(response, "Tell the room")

    @pytest.mark.parametrize("count", [1, 3])
    def test_queries(self, hall, sign_in, count, count_queries):
        client = sign_in()
        for _ in range(count):
            hall.tournament.announcements.create(text="Pause")

        assert count_queries(client, page(hall)) == 6


class TestAnnouncementEnd:
    def test_it_goes_to_those_of_before(self, hall, sign_in):
        client = sign_in()
        client.post(page(hall), typed())
        row = Announcement.objects.get()

        assertRedirects(client.post(page(hall, f"{row.uuid}/end/")), page(hall))

        assertContains(client.get(page(hall)), "Shown no more")

    def test_that_of_another_tournament(self, hall, sign_in, club):
        other = Hall.gather(club, 4, name="Autre")
        row = other.tournament.announcements.create(text="Pause")

        assert sign_in().post(page(hall, f"{row.uuid}/end/")).status_code == 404
