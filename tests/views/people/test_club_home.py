"""The first page of a club."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Player
from clubs.services.people import people
from clubs.services.tables import sittings
from tests.cast import FOUR
from tests.views.people.pages import HOME


class TestClubHome:
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

    def test_names_that_the_table_cut_are_whole(self, sign_in, club):
        people.add_players(club.actor("Olivia"), club.club, ["Marguerite Roux"], request_id=uuid4())
        club.players["Marguerite"] = marguerite = Player.objects.get(name="Marguerite Roux")
        club.sitting("Marguerite", "Alice", "Bob", active_count=3)

        assert marguerite.table_name == "Marguer."
        assertContains(sign_in("Alice").get(HOME), "Marguerite, Alice, Bob")

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

    def test_as_many_queries_for_one_as_for_three(self, sign_in, club, count_queries):
        client = sign_in("Alice")
        for _turn in range(3):
            club.deal(club.sitting("Frank", *FOUR, active_count=4), out=["Frank"], taker="Bob")
            sittings.close_sitting(club.actor("Alice"), club.sitting(*FOUR), request_id=uuid4())
            # session, user, roles, club; sittings, seats, records; open evenings, season, next
            # evening, next tournament; members
            assert count_queries(client, HOME) == 13

    def test_the_first_of_the_season_and_the_next_evening(self, sign_in, club, count_queries):
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
