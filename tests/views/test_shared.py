"""What all pages have in common: the zone of the club, who may keep an answer, pages of lists."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains

from clubs.models import Club, Deal, Player, Sitting

# Half past ten in the evening in Paris; on Réunion it is the next day, Wednesday, already.
LATE = datetime(2026, 11, 17, 21, 30, tzinfo=UTC)


@pytest.fixture
def sitting(club):
    """A table of a club on Réunion, UTC+4, whose server is in Paris."""
    Club.objects.filter(pk=club.club.pk).update(time_zone="Indian/Reunion")
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)
    Sitting.objects.update(opened_at=LATE)
    Deal.objects.update(recorded_at=LATE)
    return sitting


class TestZone:
    @pytest.mark.parametrize(
        ("address", "told"),
        [
            ("/t/{uuid}/", "Wednesday · table 1"),
            ("/t/{uuid}/new/", "Wednesday · table 1"),
            ("/t/{uuid}/1/", "at 01:30"),
            ("/t/{uuid}/1/edit/", "Wednesday · table 1"),
            ("/t/{uuid}/log/", "18 November, 01:30"),
            ("/c/trois-bouts/tables/", "2026-11-18T01:30:00+04:00"),
            ("/c/trois-bouts/members/", "2026-11-18T01:30:00+04:00"),
        ],
    )
    def test_times_are_those_of_the_club(self, client, club, sitting, address, told):
        client.force_login(club.user("Alice"))
        client.cookies["django_language"] = "en"

        response = client.get(address.format(uuid=sitting.uuid))

        assertContains(response, told)

    def test_no_other_request_sees_it(self, client, club, sitting):
        client.force_login(club.user("Alice"))

        client.get(f"/t/{sitting.uuid}/")

        assert timezone.get_current_timezone_name() == "Europe/Paris"


class TestKeeping:
    @pytest.mark.parametrize("address", ["/", "/c/trois-bouts/", "/settings/", "/nowhere/"])
    def test_pages_are_for_one_person_and_asked_for_again(self, client, club, address):
        client.force_login(club.user("Alice"))

        response = client.get(address)

        assert response["Cache-Control"] == "private, no-cache"

    def test_what_says_more_is_left_alone(self, client, db):
        assert "no-store" in client.get("/login/")["Cache-Control"]


class TestCutPage:
    @pytest.mark.postgresql_too
    @pytest.mark.parametrize("query", ["per_page=100", "per_page=-5", "per_page=0", "page=x"])
    def test_the_first_page_has_50_rows_whatever_is_asked(self, client, club, query):
        Player.objects.bulk_create(
            Player(club=club.club, name=f"P{n}", name_key=f"p{n}", table_name=f"P{n}")
            for n in range(60)
        )
        client.force_login(club.user("Alice"))

        response = client.get(f"/c/trois-bouts/members/?{query}")

        assert len(response.context["table"].page.object_list) == 50

    def test_a_page_that_is_not_there_is_the_last(self, client, club):
        client.force_login(club.user("Alice"))

        response = client.get("/c/trois-bouts/members/?page=99999999999999999999")

        assert response.context["table"].page.number == 1
