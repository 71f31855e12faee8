"""A player's own page of a tournament."""

import re
from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Entry, LinkKind, Slip, Substitution, Tournament
from clubs.services.people.links import make_link
from clubs.services.tournaments.entries import entry_penalties, player_links
from tests.hall import Hall, played_hall, published_hall, validated_hall
from tests.views.tournaments.pages import announce, poll_of


@pytest.fixture
def hall(club):
    return Hall.gather(club, 9)


def link_of(hall, number):
    return make_link(hall.cast.club, LinkKind.PLAYER, hall.entry(number).uuid, by=None)


@pytest.fixture
def phone(client):
    """The phone of P01, once the link is opened."""
    client.cookies["django_language"] = "en"
    return client


def come(phone, hall, number=1):
    return phone.get(f"/s/{link_of(hall, number).token}/", follow=True)


def me(hall, rest=""):
    return f"/g/{hall.tournament.uuid}/me/{rest}"


def words(response):
    text = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def table_of(hall, number, one=1):
    """The sitting where an entry sits in a round."""
    return next(table for table in hall.tables(one) if number in hall.seated(table))


class TestComingIn:
    def test_the_link_leads_to_the_page_of_its_entry(self, phone, hall):
        entry = hall.entry(1)

        response = come(phone, hall)

        assert response.redirect_chain == [(me(hall, f"?entry={entry.uuid}"), 302)]
        assertContains(response, "P01")
        assertContains(response, "entry 1")

    def test_it_is_the_only_one_without_a_name_in_the_address(self, phone, hall):
        come(phone, hall)

        assertContains(phone.get(me(hall)), "entry 1")

    def test_of_several_one_chooses(self, phone, hall):
        come(phone, hall, 1)
        come(phone, hall, 2)

        response = phone.get(me(hall))

        assertContains(response, "Who are you?")
        assertContains(response, str(hall.entry(2).uuid))

    def test_that_of_somebody_else_is_not_shown(self, phone, hall):
        come(phone, hall, 1)

        response = phone.get(me(hall, f"?entry={hall.entry(2).uuid}"))

        assertContains(response, "entry 1")
        assertNotContains(response, "entry 2")

    def test_an_account_sees_its_own_entry(self, phone, club):
        hall = Hall.gather(club, 8)
        [bob] = hall.enter("Bob")
        phone.force_login(club.user("Bob"))

        assertContains(phone.get(me(hall)), f"entry {bob.number}")

    def test_an_account_without_one_finds_nothing(self, phone, club, hall):
        phone.force_login(club.user("Charlie"))

        assert phone.get(me(hall)).status_code == 404

    def test_a_link_that_has_ended_says_so(self, phone, hall):
        link = link_of(hall, 1)
        address = poll_of(phone.get(f"/s/{link.token}/", follow=True))
        type(link).objects.update(revoked_at=timezone.now())
        Tournament.objects.update(revision=99)

        assert phone.get(me(hall)).status_code == 410
        assert phone.get(address).status_code == 410
        assert phone.get(f"/s/{link.token}/").status_code == 410


class TestBefore:
    def test_registration_is_open(self, phone, club):
        hall = Hall.gather(club, 0, state="open")
        hall.enter("P01", checked_in=False)

        assertContains(come(phone, hall), "You have entered")

    def test_who_has_come_says_so(self, phone, club):
        hall = Hall.gather(club, 8)
        [late] = hall.enter("Zoé", checked_in=False)
        assertContains(come(phone, hall, 9), "I am here")

        data = {"entry": str(late.uuid), "request_id": str(uuid4())}
        response = phone.post(me(hall, "here/"), data, follow=True)

        late.refresh_from_db()
        assert (late.is_present, late.check_in_way) == (True, "qr")
        assertContains(response, "You are checked in.")
        assertNotContains(response, "I am here")

    def test_sent_twice_it_counts_once(self, phone, club):
        hall = Hall.gather(club, 8)
        [late] = hall.enter("Zoé", checked_in=False)
        come(phone, hall, 9)
        data = {"entry": str(late.uuid), "request_id": str(uuid4())}
        phone.post(me(hall, "here/"), data)
        revision = hall.reread().revision

        assert phone.post(me(hall, "here/"), data).status_code == 302
        assert Entry.objects.get(pk=late.pk).is_present
        assert hall.reread().revision >= revision

    def test_once_check_in_is_closed_the_desk_is_asked(self, phone, club):
        hall = Hall.gather(club, 8)
        [late] = hall.enter("Zoé", checked_in=False)
        come(phone, hall, 9)
        past = timezone.now() - timedelta(minutes=1)
        Tournament.objects.update(check_in_closes_at=past, revision=99)

        response = phone.post(me(hall, "here/"), {"entry": str(late.uuid)})

        assert response.status_code == 422
        assert "note-danger" in response.content.decode()
        assert not Entry.objects.get(pk=late.pk).is_present
        assertContains(phone.get(me(hall)), "Go to the desk.")

    def test_nobody_checks_in_somebody_else(self, phone, club):
        hall = Hall.gather(club, 8)
        [other] = hall.enter("Zoé", checked_in=False)
        come(phone, hall, 1)

        phone.post(me(hall, "here/"), {"entry": str(other.uuid)})

        assert not Entry.objects.get(pk=other.pk).is_present

    def test_one_waits_for_the_seating(self, phone, hall):
        assertContains(come(phone, hall), "Your table is shown here as soon as")


class TestSeated:
    def test_table_seat_and_opponents(self, phone, club):
        hall = published_hall(club, 9)
        table = table_of(hall, 1)
        seated = hall.seated(table)

        response = come(phone, hall)

        told = words(response)
        assert f"Your table {table.table_number} Seat {seated.index(1) + 1}" in told
        assert "Round 1 of 3" in told
        for number in seated:
            assert f"P{number:02}" in told
        assert f"1 P{seated[0]:02}" in told
        assertContains(response, "deals first", count=1)

    def test_nobody_of_another_table(self, phone, club):
        hall = published_hall(club, 9)
        others = set(range(1, 10)) - set(hall.seated(table_of(hall, 1)))

        told = words(come(phone, hall))

        assert [number for number in others if f"P{number:02}" in told] == []

    def test_the_scores_so_far(self, phone, club):
        """Garde, 2 oudlers, 46 points: (25 + 5) · 2 = 60 a defender, 120 to the taker of three."""
        hall = published_hall(club, 9)
        hall.deal(table_of(hall, 1), taker=1)

        told = words(come(phone, hall))

        assert told.count("+120") == 1
        assert told.count("−60") == 2

    def test_a_result_to_confirm(self, phone, club):
        hall = published_hall(club, 9)
        Slip.objects.update(state="entered")

        assertContains(come(phone, hall), "Compare it with the slip.")

    def test_a_substitute_is_called_by_name(self, phone, club):
        hall = published_hall(club, 9)
        mate = next(n for n in hall.seated(table_of(hall, 1)) if n != 1)
        Substitution.objects.create(
            entry=hall.entry(mate), player=club.player("Frank"), name="Frank", from_round=1
        )

        assert "Frank" in words(come(phone, hall))

    def test_who_sits_out(self, phone, club):
        hall = Hall.gather(club, 9, table_sizes=[4], leftovers="bye", bye_score=15)
        one = hall.publish()
        [free] = one.plan["byes"]

        response = come(phone, hall, free)

        assertContains(response, "You sit out this round")
        assertContains(response, "+15")

    def test_messages_to_all_and_to_ones_table(self, phone, club):
        hall = published_hall(club, 9)
        own = table_of(hall, 1).table_number
        other = next(t.table_number for t in hall.tables() if t.table_number != own)
        for text, told in [
            ("Coffee", {}),
            ("Please come", {"table_number": own}),
            ("Not you", {"table_number": other}),
            ("For screens", {"place": "screens"}),
        ]:
            announce(hall, text, **told)

        told = words(come(phone, hall))

        assert "Coffee" in told
        assert f"Table {own}: Please come" in told
        assert "Not you" not in told
        assert "For screens" not in told


class TestAfter:
    def test_rank_and_gap(self, phone, club):
        """Each takes once: +60, +60 and −120 at every table, so that six share the first rank and
        three the seventh, 180 points behind."""
        hall = played_hall(club, 9)
        last = hall.seated(hall.tables()[0])[2]
        first = hall.seated(hall.tables()[0])[0]

        told = words(come(phone, hall, last))

        assert "Rank 7 /9" in told
        assert "You share rank 7 of 9. 180 points are missing to the one before." in told
        assert "Your team" not in told
        told = words(phone.get(come(Client(), hall, first).request["PATH_INFO"]))
        assert "180 points" in told  # still of the one whose phone it is

    def test_the_rank_of_the_team(self, phone, club):
        """+60 and −120 behind +60 and +60."""
        hall = played_hall(club, 9)
        one, other = (hall.seated(table) for table in hall.tables()[:2])
        for name, members in (("Bouts", (one[0], one[2])), ("Atouts", other[:2])):
            team = hall.tournament.teams.create(name=name)
            hall.tournament.entries.filter(number__in=members).update(team=team)

        told = words(come(phone, hall, one[2]))

        assert "Your team Bouts has rank 2 of 2, with −60." in told

    def test_a_round_behind_with_its_scores(self, phone, club):
        hall = validated_hall(club, 9)
        table = table_of(hall, 1)

        told = words(come(phone, hall))

        assert f"Round 1, table {table.table_number}" in told
        assert "Round 2 Your table is shown here" in told
        for number in hall.seated(table):
            assert f"P{number:02}" in told

    def test_ones_own_penalties(self, phone, club):
        hall = played_hall(club, 9)
        entry_penalties.give_entry_penalty(
            hall.arbiter,
            hall.entry(1),
            points=-30,
            after_round=1,
            code="late",
            reason="Ten minutes",
            request_id=uuid4(),
        )
        entry_penalties.give_entry_penalty(
            hall.arbiter,
            hall.entry(2),
            points=-40,
            after_round=1,
            code="conduct",
            reason="Swearing",
            request_id=uuid4(),
        )

        told = words(come(phone, hall))

        assert "after round 1: late, Ten minutes" in told
        assert "Swearing" not in told

    def test_who_has_left(self, phone, club):
        hall = validated_hall(club, 9)
        Entry.objects.filter(number=1).update(withdrawn_after=1)
        Tournament.objects.update(revision=99)

        assertContains(come(phone, hall), "You have left the tournament")

    def test_the_end(self, phone, hall):
        for number in (1, 2, 3):
            hall.publish(number)
            hall.play(number)
            hall.validate(number)

        assertContains(come(phone, hall), "The results are provisional")
        Tournament.objects.update(state="final", revision=99)
        response = phone.get(me(hall))
        assertContains(response, "The results are final.")
        assertNotContains(response, "hx-get")

    def test_cancelled(self, phone, hall):
        Tournament.objects.update(state="cancelled")

        assertContains(come(phone, hall), "The tournament is cancelled")

    def test_nothing_private_of_anybody(self, phone, hall):
        Entry.objects.update(email="p@example.org", birth_year=1947, note="Fauteuil")
        Entry.objects.update(fee_paid=1500, fee_paid_at=timezone.now())
        Entry.objects.filter(number=1).update(licence="LIC4711")
        hall.publish()

        told = words(come(phone, hall))

        for private in ("example.org", "LIC4711", "1947", "15.00", "Fauteuil"):
            assert private not in told


class TestPoll:
    def test_nothing_new_costs_one_query(self, phone, club, django_assert_num_queries):
        hall = published_hall(club, 9)
        address = poll_of(come(phone, hall))

        with django_assert_num_queries(1):
            response = Client().get(address)

        assert (response.status_code, response.content) == (204, b"")

    def test_a_deal_of_ones_own_table_is_news(self, phone, club):
        hall = published_hall(club, 9)
        own = table_of(hall, 1)
        other = next(table for table in hall.tables() if table != own)
        hall.deal(other)
        hall.deal(own)
        address = poll_of(come(phone, hall))

        hall.deal(other)
        assert phone.get(address).status_code == 204
        hall.deal(own)
        assert phone.get(address).status_code == 200

    def test_so_is_the_next_seating(self, phone, hall):
        address = poll_of(come(phone, hall))

        hall.publish()

        assertContains(phone.get(address), "Your table")

    def test_announcements_alone_cost_next_to_nothing(self, phone, club, django_assert_num_queries):
        """Nobody is asked who looks, and what is announced is read once for all phones."""
        hall = published_hall(club, 9)
        player_links.make_player_links(hall.arbiter, hall.reread(), request_id=uuid4())
        first, second = (poll_of(come(Client(), hall, number)) for number in (1, 2))
        announce(hall, "Coffee is served")

        with django_assert_num_queries(2):
            news = Client().get(first)
        with django_assert_num_queries(1):
            assertContains(Client().get(second), "Coffee is served")

        assertContains(news, "Coffee is served")
        assertNotContains(news, 'id="entry-me"')
        assert Client().get(poll_of(news)).status_code == 204

    def test_an_announcement_that_ends_by_itself(self, phone, hall):
        announce(hall, "Coffee is served", minutes=10)
        address = poll_of(come(phone, hall))
        seen = re.search(r"seen=([^&]+)", address)[1]
        later = timezone.now() + timedelta(minutes=11)

        assert phone.get(address).status_code == 204
        with patch("django.utils.timezone.now", return_value=later):
            news = phone.get(address)

        assert seen.partition("~")[2]
        assertNotContains(news, "Coffee is served")
        assertNotContains(news, 'id="entry-me"')

    def test_an_announcement_to_another_table(self, phone, club):
        hall = published_hall(club, 9)
        own = table_of(hall, 1)
        other = next(table for table in hall.tables() if table != own)
        address = poll_of(come(phone, hall))

        announce(hall, "Come to the desk", table_number=other.table_number)
        news = phone.get(address)
        assertNotContains(news, "Come to the desk")

        announce(hall, "Please hand in", table_number=own.table_number)
        assertContains(phone.get(poll_of(news)), "Please hand in")

    def test_with_more_than_an_announcement_the_page_comes(self, phone, hall):
        address = poll_of(come(phone, hall))
        announce(hall, "Coffee is served")
        hall.publish()

        page = phone.get(address)

        assertContains(page, "Coffee is served")
        assertContains(page, "Your table")
        assert Client().get(address).status_code == 302

    def test_a_link_that_was_revoked_hears_nothing_more(self, phone, hall):
        link = link_of(hall, 1)
        address = poll_of(phone.get(f"/s/{link.token}/", follow=True))
        player_links.revoke_player_link(hall.arbiter, hall.entry(1), request_id=uuid4())
        announce(hall, "Coffee is served")

        assert phone.get(address).status_code == 410

    def test_standings_are_computed_once_for_all(self, phone, club, count_queries):
        """The first phone pays for the room, the others for themselves."""
        hall = validated_hall(club, 9)
        costs = []
        for number in (1, 2, 3):
            other = Client()
            address = poll_of(come(other, hall, number))
            Tournament.objects.update(revision=90 + number)
            costs.append(count_queries(other, address))
        player_links.make_player_links(hall.arbiter, hall.reread(), request_id=uuid4())
        phones = [Client() for _ in range(2)]
        addresses = [poll_of(come(one, hall, n)) for n, one in enumerate(phones, 4)]
        Tournament.objects.update(revision=98)
        for one, address in zip(phones, addresses, strict=True):
            costs.append(count_queries(one, address))

        assert max(costs[:4]) <= 25
        assert costs[4] <= 12

    def test_it_is_asked_for_by_who_may_see_it(self, phone, hall):
        come(phone, hall)
        address = poll_of(phone.get(me(hall)))
        Tournament.objects.update(revision=99)

        assert Client().get(address).status_code == 302
        other = Client()
        come(other, hall, 2)
        assertNotContains(other.get(address), "entry 1")
