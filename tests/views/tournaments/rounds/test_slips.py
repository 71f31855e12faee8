"""The slip of a table on phones: who comes in, hands in, confirms and polls."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Link, Slip, SlipState
from tests.hall import published_hall
from tests.views.tournaments.rounds.slip_pages import (
    browser,
    bulk_path,
    deal_form,
    phone_of,
    play,
    player_of,
    send,
    slip_path,
    state,
)


class TestComingIn:
    def test_names_come_before_the_question(self, hall, table):
        page = phone_of(table).get(slip_path(table))

        assertContains(page, "Who are you?")
        for number in hall.seated(table):
            assertContains(page, hall.entry(number).name)

    def test_i_am_is_remembered_by_this_browser_only(self, hall, table):
        second = hall.seated(table)[1]
        name = hall.entry(second).name

        page = phone_of(table, second).get(slip_path(table))
        assertContains(page, f"You are <b>{name}</b>.")
        assertNotContains(page, "Who are you?")
        assertContains(phone_of(table).get(slip_path(table)), "Who are you?")

    def test_and_may_be_changed(self, hall, table):
        client = phone_of(table, hall.seated(table)[1])
        client.post(slip_path(table), {"action": "me", "seat": "0"})

        assertContains(client.get(slip_path(table)), "Who are you?")

    def test_nobody_of_another_table(self, hall, table):
        stranger = hall.seated(hall.tables()[1])[0]

        assertContains(phone_of(table, stranger).get(slip_path(table)), "Who are you?")

    def test_a_personal_link_says_who_one_is(self, hall, table):
        client = player_of(hall, hall.seated(table)[2])
        page = client.get(slip_path(table))

        assertNotContains(page, "Who are you?")
        assertContains(page, 'class="badge b-brass">you<')

    def test_an_ended_link_says_so(self, hall, table):
        client = phone_of(table)
        hall.play()
        hall.validate()

        assert client.get(slip_path(table)).status_code == 410

    def test_a_table_of_a_club_has_no_slip(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")

        assert browser("Alice", club).get(slip_path(sitting)).status_code == 404


class TestHandingInAndConfirming:
    def test_from_the_first_deal_to_confirmed(self, hall, table):
        first, second = hall.seated(table)[:2]
        one, other = phone_of(table, first), phone_of(table, second)
        for number in (1, 2):
            one.post(f"/t/{table.uuid}/new/", deal_form(table, number))
        assertContains(one.get(slip_path(table)), "Hand the slip in")

        assertRedirects(send(one, hall, table, "hand_in"), slip_path(table))
        page = one.get(slip_path(table))
        assertContains(page, "You handed it in: somebody else of the table confirms.")
        assertNotContains(page, 'value="confirm"')

        page = other.get(slip_path(table))
        assertContains(page, "The sum is 0.")
        assertContains(page, "It is right")
        assertContains(page, f"Handed in by {hall.entry(first).name}")
        response = send(other, hall, table, "confirm")
        assertRedirects(response, slip_path(table))
        assert state(table) == SlipState.CONFIRMED
        assertContains(one.get(slip_path(table)), f"Confirmed by {hall.entry(second).name}")

    def test_the_form_of_the_page_confirms_in_one_tap(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        client = phone_of(table, hall.seated(table)[1])
        page = client.get(slip_path(table)).content.decode()
        [form] = [f for f in re.findall(r"<form.*?</form>", page, re.S) if 'value="confirm"' in f]
        data = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form))

        client.post(slip_path(table), data)

        assert state(table) == SlipState.CONFIRMED

    def test_not_without_saying_who_one_is(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        client = phone_of(table)

        assertContains(client.get(slip_path(table)), "Say first who you are")
        assert send(client, hall, table, "confirm").status_code == 403
        assert state(table) == SlipState.ENTERED

    def test_what_one_handed_in_oneself(self, hall, table):
        play(hall, table)
        first = hall.seated(table)[0]
        hall.hand_in(table, first)

        page = send(phone_of(table, first), hall, table, "confirm")

        assertContains(page, "Somebody else of the table confirms.", status_code=422)

    def test_the_slip_has_moved(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        client = phone_of(table, hall.seated(table)[1])
        shown = "180 -60 -60 -60"

        page = send(client, hall, table, "confirm", seen="before", shown=shown)

        assertContains(page, "The slip has changed meanwhile", status_code=409)
        # 60 a defender, taken by the first of the table each time
        assert [(told, seat.total) for seat, told in page.context["beside"]] == [
            (180, 360),
            (-60, -120),
            (-60, -120),
            (-60, -120),
        ]
        assert state(table) == SlipState.ENTERED

    def test_the_slip_has_moved_and_what_was_shown_is_damaged(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        client = phone_of(table, hall.seated(table)[1])

        page = send(client, hall, table, "confirm", seen="before", shown="--180 -60 -60 -60")

        assertContains(page, "The slip has changed meanwhile", status_code=409)

    def test_a_table_that_stops_early(self, hall, table):
        play(hall, table, 1)
        client = phone_of(table, hall.seated(table)[0])

        refused = send(client, hall, table, "hand_in")
        assertContains(refused, "say why under “The table stops early”", status_code=422)
        page = send(client, hall, table, "hand_in", stopping="1", reason=" ")
        assertContains(page, "Say why.", status_code=422)
        send(client, hall, table, "hand_in", stopping="1", reason="Un malaise")

        slip = Slip.objects.get(sitting=table)
        assert (slip.state, slip.stopped_early) == (SlipState.ENTERED, "Un malaise")
        arbiter = browser("Charlie", hall.cast)
        assertContains(arbiter.get(slip_path(table)), "I agree that the table stopped early")
        send(arbiter, hall, table, "agree")
        assert Slip.objects.get(sitting=table).stop_agreed

    def test_an_error_is_reported(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        client = phone_of(table, hall.seated(table)[1])
        assertNotContains(client.get(slip_path(table)), 'id="report"')
        assertContains(client.get(f"{slip_path(table)}?report=1"), 'id="report"')

        page = send(client, hall, table, "dispute", text="")
        assertContains(page, "Say why.", status_code=422)
        send(client, hall, table, "dispute", text="Donne 2 : 44, pas 54")

        assert state(table) == SlipState.DISPUTED
        assertContains(client.get(slip_path(table)), "Donne 2 : 44, pas 54")

    def test_a_button_that_is_none_of_ours(self, hall, table):
        assert send(phone_of(table), hall, table, "whatever").status_code == 404


class TestPoll:
    def test_nothing_while_nothing_changes(self, hall, table, django_assert_num_queries):
        client = phone_of(table)
        url = client.get(slip_path(table)).context["poll_url"]

        with django_assert_num_queries(1):
            assert client.get(url).status_code == 204

    def test_the_deals_of_another_phone(self, hall, table):
        client = phone_of(table)
        url = client.get(slip_path(table)).context["poll_url"]
        hall.deal(table)

        page = client.get(url)

        assertContains(page, "1 deal of 2")
        assertNotContains(page, "<html")

    def test_the_end_of_the_round(self, hall, table):
        client = phone_of(table)
        url = client.get(slip_path(table)).context["poll_url"]
        hall.play()
        hall.validate()

        assert client.get(url).status_code == 410


def test_the_link_on_a_slip_lasts_as_long_as_its_table(hall, table):
    page = browser("Charlie", hall.cast).get(f"/t/{table.uuid}/invite/")

    assertContains(page, "Until the session is closed.")
    assertNotContains(page, "Until ,")


def test_queries_of_the_page(hall, table, count_queries):
    client = phone_of(table, hall.seated(table)[0])
    play(hall, table, 1)
    few = count_queries(client, slip_path(table))
    play(hall, table, 1)
    hall.hand_in(table)

    assert count_queries(client, slip_path(table)) <= few <= 18


class TestStrangers:
    """tournaments.md §13, invariant 18: links of another table or player change nothing here."""

    def paths(self, hall, sitting):
        play(hall, sitting, 1)
        for rest in ("slip/", "new/", "scores/", "bulk/", "1/edit/", "1/void/", "seats/"):
            yield f"/t/{sitting.uuid}/{rest}"
        yield f"/t/{sitting.uuid}/1/restore/1/"
        yield bulk_path(hall)

    @pytest.mark.parametrize("how", ["table", "player", "scorer"])
    def test_every_writing_address(self, hall, how):
        sitting, other = hall.tables()
        client = {
            "table": lambda: phone_of(other, hall.seated(other)[0]),
            "player": lambda: player_of(hall, hall.seated(other)[0]),
            "scorer": lambda: browser("Alice", hall.cast),
        }[how]()
        paths = list(self.paths(hall, sitting))
        before = hall.mark(sitting), state(sitting)

        for path in paths:
            data = {**deal_form(sitting, 2), "action": "hand_in", "seen": before[0], "table": "1"}
            for more in ({}, {"action": "totals"}, {"action": "settle"}, {"action": "mode"}):
                assert client.post(path, {**data, **more}).status_code in (302, 403, 404, 405), path

        assert (hall.mark(sitting), state(sitting)) == before


class TestAfterTheRound:
    """Who came by the link of a table, once its round is closed."""

    def test_the_link_says_so_and_leads_to_the_tournament(self, club):
        hall = published_hall(club, 8, shows_page=True)
        first = hall.tables()[0]
        link = Link.objects.get(target_uuid=first.uuid)
        guest = Client()
        assert guest.get(f"/s/{link.token}/").status_code == 302
        hall.play()
        hall.validate()

        for path in (f"/s/{link.token}/", f"/t/{first.uuid}/slip/", f"/t/{first.uuid}/new/"):
            response = guest.get(path)
            assert response.status_code == 410
            assertContains(response, f"/g/{hall.tournament.uuid}/", status_code=410)
