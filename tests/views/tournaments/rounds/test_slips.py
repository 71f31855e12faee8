"""The slip of a table on phones, and the pile of paper slips at the desk."""

import json
import re
from html.parser import HTMLParser
from typing import Any, ClassVar
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import (
    Deal,
    Link,
    LinkKind,
    SittingTotal,
    Slip,
    SlipMode,
    SlipState,
    TournamentDuty,
    TournamentRole,
)
from clubs.services.people.links import make_link
from clubs.services.tournaments.rounds import slip_rulings, slips
from tests.cast import Cast, make_user
from tests.hall import Hall


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 8)
    hall.publish()
    return hall


@pytest.fixture
def table(hall):
    return hall.tables()[0]


def kept(club, mode, **told):
    hall = Hall.gather(club, 8, slip_mode=mode, **told)
    hall.publish()
    return hall, hall.tables()[0]


def browser(name="", club: Cast | None = None):
    client = Client()
    client.cookies["django_language"] = "en"
    if club is not None:
        client.force_login(club.user(name))
    return client


def phone_of(sitting, number=None):
    """A phone that came by the link of the table, and said who one is."""
    client = browser()
    link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE, revoked_at=None)
    response = client.get(f"/s/{link.token}/")
    assertRedirects(response, slip_path(sitting))
    if number:
        client.post(slip_path(sitting), {"action": "me", "seat": number})
    return client


def player_of(hall, number):
    """A phone that came by a personal link."""
    entry = hall.entry(number)
    client = browser()
    link = make_link(hall.cast.club, LinkKind.PLAYER, entry.uuid, by=None)
    client.get(f"/s/{link.token}/")
    return client


def desk_of(hall, name="Didier", duty=TournamentDuty.DESK):
    hall.cast.users[name] = make_user(name)
    told = {"tournament": hall.tournament, "user": hall.cast.users[name]}
    TournamentRole.objects.create(role=duty, **told)
    return browser(name, hall.cast)


def slip_path(sitting):
    return f"/t/{sitting.uuid}/slip/"


def bulk_path(hall, number=1):
    return f"/g/{hall.tournament.uuid}/r/{number}/slips/"


def state(sitting):
    return Slip.objects.get(sitting=sitting).state


def send(client, hall, sitting, action, **told):
    data = {"action": action, "seen": hall.mark(sitting), "request_id": str(uuid4()), **told}
    return client.post(slip_path(sitting), data)


def cells(hall, sitting, row, *scores):
    """The fields of one row, in order of play."""
    seated = hall.seated(sitting)
    return {f"{row}-{number}": str(score) for number, score in zip(seated, scores, strict=True)}


class Fields(HTMLParser):
    """What a browser would send of the form that is posted to this address."""

    def __init__(self, action):
        super().__init__()
        self.action, self.inside, self.told = action, False, {}

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag == "form":
            self.inside = found.get("action") == self.action
        is_box = found.get("type") in ("checkbox", "radio") and "checked" not in found
        if tag == "input" and self.inside and "__prefix__" not in found["name"] and not is_box:
            self.told[found["name"]] = found.get("value") or ""


def shown_form(page):
    """The fields of the desk's form, as the page shows them."""
    fields = Fields(page.context["request"].path)
    fields.feed(page.content.decode())
    return fields.told


def play(hall, sitting, deals=2):
    for _ in range(deals):
        hall.deal(sitting)


def deal_form(sitting, number):
    taker = str(sitting.seats.present()[0].player.uuid)
    told = {"contract": "garde", "oudlers": "2", "points": "46", "counted": "attack"}
    return {**told, "taker": taker, "number": str(number), "request_id": str(uuid4())}


class TestComingIn:
    def test_the_link_of_a_table_leads_to_its_slip(self, table):
        phone_of(table)

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


class TestDeals:
    def test_deal_entry_leads_back_to_the_slip(self, hall, table):
        client = phone_of(table)
        assert client.get(f"/t/{table.uuid}/new/").status_code == 200

        response = client.post(f"/t/{table.uuid}/new/", deal_form(table, 1))

        assertRedirects(response, f"{slip_path(table)}?saved=1")
        page = client.get(f"{slip_path(table)}?saved=1")
        assertContains(page, "Deal 1 saved")
        assertContains(page, f"/t/{table.uuid}/1/void/?revision=1")
        assertContains(page, "1 deal of 2")

    def test_the_slip_says_that_the_phone_had_counted_otherwise(self, hall, table):
        client = phone_of(table)
        page = client.get(f"/t/{table.uuid}/new/")
        form = deal_form(table, 1)
        owner = re.search(r'data-owner="([^" ]+)', page.text).group(1)
        told = {**form, "owner": owner, "scores_shown": json.dumps({form["taker"]: 174})}

        accept = {"accept": "application/json"}
        answer = client.post(f"/t/{table.uuid}/new/", told, headers=accept).json()

        assert answer == {"number": 1, "url": f"{slip_path(table)}?saved=1"}
        notice = "The server counts deal 1 otherwise than this phone did. Its scores stand."
        assertContains(client.get(answer["url"]), notice)

    def test_a_deal_is_recorded_in_few_queries(self, hall, table):
        client = phone_of(table, hall.seated(table)[0])
        client.post(f"/t/{table.uuid}/new/", deal_form(table, 1))
        form = deal_form(table, 2)

        with CaptureQueriesContext(connection) as queries:
            response = client.post(f"/t/{table.uuid}/new/", form)

        assert response.status_code == 302
        told = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
        assert len(told) <= 18, "\n".join(told)

    def test_a_phone_that_kept_it_hears_where_it_is(self, hall, table):
        client = phone_of(table)
        page = client.get(f"/t/{table.uuid}/new/").content.decode()
        owner = re.search(r'data-owner="([^" ]+)', page)[1]

        data = {**deal_form(table, 1), "owner": owner}
        response = client.post(
            f"/t/{table.uuid}/new/", data, headers={"accept": "application/json"}
        )

        assert response.json() == {"number": 1, "url": f"{slip_path(table)}?saved=1"}

    def test_a_full_slip_takes_no_more(self, hall, table):
        play(hall, table)
        client = phone_of(table)

        assertRedirects(client.get(f"/t/{table.uuid}/new/"), slip_path(table))
        page = client.post(f"/t/{table.uuid}/new/", deal_form(table, 3))
        assertContains(page, "A round has 2 deals; here are 3.", status_code=422)
        assert table.deals.count() == 2

    def test_what_comes_too_late_is_kept_for_the_arbiter(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        client = phone_of(table)
        page = client.get(slip_path(table)).content.decode()
        owner = re.search(r'data-owner="([^" ]+)', page)[1]
        data = {**deal_form(table, 3), "owner": owner}

        response = client.post(
            f"/t/{table.uuid}/new/", data, headers={"accept": "application/json"}
        )
        assert (response.status_code, response.json()) == (409, {"closed": True, "late": True})
        response = client.post(f"/t/{table.uuid}/new/", deal_form(table, 3), follow=True)

        assertContains(response, "the arbiter has this deal")
        assert len(Slip.objects.get(sitting=table).late_deals) == 2
        assert table.deals.count() == 2
        desk = browser("Charlie", hall.cast).get(slip_path(table))
        assertContains(desk, "2 deals came from phones when the slip was closed")

    def test_a_deal_of_a_confirmed_slip_stays(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        hall.confirm(table)
        client = phone_of(table)

        for path in (f"/t/{table.uuid}/1/edit/", f"/t/{table.uuid}/1/void/"):
            assertRedirects(client.get(path), slip_path(table))
        response = client.post(f"/t/{table.uuid}/1/void/?revision=1", {"request_id": uuid4()})
        assertRedirects(response, slip_path(table))
        assert Deal.objects.get(number=1, sitting=table).revision == 1

    def test_plain_scores_are_not_for_a_slip_of_deals(self, table):
        client = phone_of(table)

        assertRedirects(client.get(f"/t/{table.uuid}/scores/"), slip_path(table))


class TestTheSheet:
    """The pages of every table, of one of a tournament: they lead to the slip and end nothing."""

    def test_of_the_table(self, hall, table):
        hall.deal(table)
        client = browser("Charlie", hall.cast)

        page = client.get(f"/t/{table.uuid}/")

        assertContains(page, f'href="{slip_path(table)}"')
        for rest in ("seats/", "scores/", "summary/#closing"):
            assertNotContains(page, f'href="/t/{table.uuid}/{rest}"')
        for rest in ("close", "reopen"):
            assertNotContains(client.get(f"/t/{table.uuid}/summary/"), f"/t/{table.uuid}/{rest}/")
            assert client.post(f"/t/{table.uuid}/{rest}/", {}).status_code == 403


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

    def test_a_table_that_stops_early(self, hall, table):
        play(hall, table, 1)
        client = phone_of(table, hall.seated(table)[0])

        assert send(client, hall, table, "hand_in").status_code == 422
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

    def test_sent_twice(self, hall, table):
        play(hall, table)
        client = phone_of(table, hall.seated(table)[0])
        told = {"seen": hall.mark(table), "request_id": str(uuid4())}

        for _ in range(2):
            assertRedirects(send(client, hall, table, "hand_in", **told), slip_path(table))

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


class TestTotals:
    def test_the_table_tells_them(self, club):
        hall, sitting = kept(club, "totals")
        first, second = hall.seated(sitting)[:2]
        told = cells(hall, sitting, "totals", 278, 296, "−58", -516)

        response = send(phone_of(sitting, first), hall, sitting, "totals", **told)

        assertRedirects(response, slip_path(sitting))
        page = phone_of(sitting, second).get(slip_path(sitting))
        assertContains(page, "+278")
        assertContains(page, "It is right")

    def test_a_form_that_one_goes_back_to_loses_nothing(self, club):
        """It carries its first request: to take the other totals for saved would lose them."""
        hall, sitting = kept(club, "totals")
        client = phone_of(sitting, hall.seated(sitting)[0])
        form = {"request_id": str(uuid4()), "seen": hall.mark(sitting)}
        one = cells(hall, sitting, "totals", 10, -10, 0, 0)
        send(client, hall, sitting, "totals", **form, **one)
        other = cells(hall, sitting, "totals", 20, -20, 0, 0)

        page = send(client, hall, sitting, "totals", **form, **other)

        assertContains(page, 'value="20"', status_code=409)
        send(client, hall, sitting, "totals", **other)
        assert sorted(SittingTotal.objects.values_list("total", flat=True)) == [-20, 0, 0, 20]

    def test_who_tells_them_is_asked_first(self, club):
        """Else what was typed would be refused, and lost."""
        _hall, sitting = kept(club, "totals")

        page = phone_of(sitting).get(slip_path(sitting))

        assertContains(page, "Who are you?")
        assert "form" not in page.context

    def test_a_sum_that_is_not_0_comes_back_as_typed(self, club):
        hall, sitting = kept(club, "totals")
        told = cells(hall, sitting, "totals", 278, 296, -58, -500)

        page = send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)

        assertContains(page, "The scores add up to 16, and must add up to 0.", status_code=422)
        assertContains(page, 'value="296"', status_code=422)
        assert not SittingTotal.objects.exists()

    def test_a_gap_and_a_word(self, club):
        hall, sitting = kept(club, "totals")
        told = cells(hall, sitting, "totals", 278, "", "x", -500)

        page = send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)

        assertContains(page, "Whole points", status_code=422)

    def test_two_phones_and_different_totals(self, club):
        hall, sitting = kept(club, "totals")
        first, second = hall.seated(sitting)[:2]
        seen = hall.mark(sitting)
        one = cells(hall, sitting, "totals", 10, -10, 0, 0)
        send(phone_of(sitting, first), hall, sitting, "totals", seen=seen, **one)
        other = cells(hall, sitting, "totals", 20, -20, 0, 0)

        page = send(phone_of(sitting, second), hall, sitting, "totals", seen=seen, **other)

        assertContains(page, "The slip has changed meanwhile", status_code=409)
        assert [told for _seat, told in page.context["beside"]] == [20, -20, 0, 0]
        assertContains(page, 'value="20"', status_code=409)  # nothing typed is lost


class TestScores:
    def test_deal_by_deal(self, club):
        hall, sitting = kept(club, "scores")
        client = phone_of(sitting, hall.seated(sitting)[0])

        for number in (1, 2):
            told = cells(hall, sitting, "scores", 180, -60, -60, -60)
            response = send(client, hall, sitting, "scores", number=str(number), **told)
            assertRedirects(response, f"{slip_path(sitting)}?saved={number}")

        assertContains(client.get(slip_path(sitting)), "Hand the slip in")

    def test_what_looks_wrong_is_asked(self, club):
        hall, sitting = kept(club, "scores")
        client = phone_of(sitting, hall.seated(sitting)[0])
        told = cells(hall, sitting, "scores", 60, 60, -60, -60)

        page = send(client, hall, sitting, "scores", number="1", **told)
        assertContains(page, "One deal does not bring scores like these", status_code=422)
        assertContains(page, 'name="insists"', status_code=422)
        send(client, hall, sitting, "scores", number="1", insists="on", **told)

        assert sitting.deals.count() == 1

    def test_two_phones_and_one_number(self, club):
        hall, sitting = kept(club, "scores")
        told = cells(hall, sitting, "scores", 180, -60, -60, -60)
        send(phone_of(sitting), hall, sitting, "scores", number="1", **told)
        other = cells(hall, sitting, "scores", 81, -27, -27, -27)

        page = send(phone_of(sitting), hall, sitting, "scores", number="1", **other)

        assertContains(page, "The slip has changed meanwhile", status_code=409)
        assertContains(page, 'value="81"', status_code=409)
        assert sitting.deals.count() == 1


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


class TestArbiter:
    def test_settles_a_disagreement(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        entry = hall.entry(hall.seated(table)[1])
        told = {"entry": entry, "text": "Non", "request_id": uuid4()}
        slips.dispute(hall.phone(table), hall.table(table), **told)
        client = browser("Charlie", hall.cast)
        assertContains(client.get(slip_path(table)), "Give it back to the table")

        send(client, hall, table, "settle")

        assert state(table) == SlipState.CONFIRMED

    def test_takes_a_poorer_mode(self, hall, table):
        client = browser("Charlie", hall.cast)

        page = send(client, hall, table, "mode", mode="totals", reason="")
        assertContains(page, "Say why.", status_code=422)
        send(client, hall, table, "mode", mode="totals", reason="Feuille perdue")

        assert Slip.objects.get(sitting=table).mode == SlipMode.TOTALS
        assertContains(client.get(slip_path(table)), "The arbiter keeps this slip by")

    def test_corrects_totals_of_a_validated_round(self, club):
        hall, first = kept(club, "totals")
        for sitting in hall.tables():
            told = cells(hall, sitting, "totals", 278, 296, -58, -516)
            send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)
            hall.confirm(sitting)
        hall.validate()
        client = browser("Charlie", club)
        assertContains(client.get(slip_path(first)), "Correct the totals")
        told = cells(hall, first, "totals", 278, 269, -31, -516)

        page = send(client, hall, first, "correct", reason="", **told)
        assertContains(page, "A correction needs a reason.", status_code=422)
        send(client, hall, first, "correct", reason="Mal lu", **told)

        assert hall.reread().standings_version == 2

    def test_corrects_a_deal_of_a_validated_round(self, hall, table):
        hall.play()
        hall.validate()
        client = browser("Charlie", hall.cast)
        data = {**deal_form(table, 1), "points": "50", "revision": "1", "step": "correct"}

        response = client.post(
            f"/t/{table.uuid}/1/edit/", {**data, "reason": "other", "reason_text": "Mal compté"}
        )

        assertRedirects(response, slip_path(table))
        assert hall.reread().standings_version == 2

    def test_no_undo_without_a_reason_then(self, hall, table):
        hall.play()
        hall.validate()
        client = browser("Charlie", hall.cast)

        response = client.post(f"/t/{table.uuid}/1/void/?revision=1", {"request_id": uuid4()})

        assert response.status_code == 422
        assert hall.reread().standings_version == 1

    def test_a_member_of_the_club_sees_it_and_writes_nothing(self, hall, table):
        client = browser("Bob", hall.cast)
        page = client.get(slip_path(table))

        assertNotContains(page, "For the arbiter")
        assertNotContains(page, f"/t/{table.uuid}/new/")
        assert send(client, hall, table, "hand_in").status_code == 403


class TestDesk:
    def send(self, client, hall, sitting, *, follow=False, **told):
        common = {"seen": hall.mark(sitting), "request_id": str(uuid4())}
        data = {"table": str(sitting.table_number), **common, **told}
        return client.post(bulk_path(hall), data, follow=follow)

    def test_the_first_open_table_is_offered(self, hall, table):
        page = desk_of(hall).get(bulk_path(hall))

        assertContains(page, "Validate table 1")
        assertContains(page, "0 / 2")

    @pytest.mark.parametrize("mode", ["deals", "totals"])
    def test_names_go_as_on_the_paper_and_on_a_phone_as_people_say_them(self, club, mode):
        hall = Hall.gather(club, 0, slip_mode=mode)
        hall.enter("Zoé Marchand", "Zacharie Bon", "Ana Petit", "Ida Noir")
        hall.publish()
        (sitting,) = hall.tables()
        if mode == "deals":
            hall.deal(sitting)
        desk = desk_of(hall)

        for path in (bulk_path(hall), slip_path(sitting)):
            page = desk.get(path)
            assertContains(page, "MARCHAND Zoé")
            assertNotContains(page, "Zoé Marchand")
        assertContains(phone_of(sitting, 2).get(slip_path(sitting)), "Zoé Marchand")

    def test_a_table_by_its_number(self, hall):
        client = desk_of(hall)

        assertContains(client.get(f"{bulk_path(hall)}?table=2"), "Validate table 2")
        assertContains(client.get(f"{bulk_path(hall)}?table=9"), "This round has no table 9.")

    def test_totals_and_on_to_the_next(self, club):
        hall, sitting = kept(club, "totals")
        client = desk_of(hall)

        told = cells(hall, sitting, "totals", 278, 296, -58, -516)
        page = self.send(client, hall, sitting, follow=True, **told)

        assertRedirects(page, f"{bulk_path(hall)}?table=2")
        assert state(sitting) == SlipState.CONFIRMED
        assertContains(page, "Table 1 is confirmed.")

    def test_one_total_follows_from_the_others(self, club):
        hall, sitting = kept(club, "totals")

        self.send(desk_of(hall), hall, sitting, **cells(hall, sitting, "totals", 278, 296, -58, ""))

        assert SittingTotal.objects.order_by("total").first().total == -516

    def test_scores_with_the_totals_of_the_paper(self, club):
        hall, sitting = kept(club, "scores")
        client = desk_of(hall)
        deals = {
            **cells(hall, sitting, "deals-1", 180, -60, -60, -60),
            **cells(hall, sitting, "deals-2", -27, -27, 81, -27),
        }

        wrong = cells(hall, sitting, "totals", 153, -87, 21, -78)
        page = self.send(client, hall, sitting, **deals, **wrong)
        assertContains(page, "The deals add up to −87, but −78 is written here.", status_code=422)
        right = cells(hall, sitting, "totals", 153, -87, 21, -87)
        self.send(client, hall, sitting, **deals, **right)

        assert state(sitting) == SlipState.CONFIRMED

    def test_errors_at_their_rows(self, club):
        hall, sitting = kept(club, "scores")
        deals = {
            **cells(hall, sitting, "deals-1", 180, -60, -60, -60),
            **cells(hall, sitting, "deals-2", -27, -27, 81, -20),
        }

        page = self.send(desk_of(hall), hall, sitting, **deals)

        assertContains(page, "The scores add up to 7", status_code=422)
        [_first, second, _totals] = page.context["form"].lines()
        assert second.errors

    def test_all_that_is_wrong_is_said_at_once(self, club):
        hall, sitting = kept(club, "scores")
        deals = {
            **cells(hall, sitting, "deals-1", 180, "-6o", -60, -60),
            **cells(hall, sitting, "deals-2", -27, -27, 81, -20),
            **cells(hall, sitting, "totals", 153, "", -3, ""),
        }

        page = self.send(desk_of(hall), hall, sitting, **deals)

        assertContains(page, "Whole points, such as 30", status_code=422)
        assertContains(page, "The others add up to +60: −60 makes it 0.", status_code=422)
        assertContains(page, "The scores add up to 7", status_code=422)
        assertContains(page, "Missing.", count=2, status_code=422)

    def test_the_desk_leaves_a_warning_to_the_arbiter(self, club):
        hall, sitting = kept(club, "scores")
        client = desk_of(hall)
        deals = {
            **cells(hall, sitting, "deals-1", 180, -60, -60, -60),
            **cells(hall, sitting, "deals-2", 60, 60, -60, -60),
        }

        page = self.send(client, hall, sitting, **deals)
        assertContains(page, 'name="insists"', status_code=422)
        self.send(client, hall, sitting, insists="on", **deals)
        assert state(sitting) == SlipState.ENTERED

        arbiter = browser("Charlie", club)
        assertContains(arbiter.get(slip_path(sitting)), "These scores are right")
        send(arbiter, hall, sitting, "overrule", reason="Vu les cartes")
        assert state(sitting) == SlipState.CONFIRMED

    def test_an_arbiter_overrules_with_a_reason(self, club):
        hall, sitting = kept(club, "scores")
        client = browser("Charlie", club)
        deals = {
            **cells(hall, sitting, "deals-1", 180, -60, -60, -60),
            **cells(hall, sitting, "deals-2", 60, 60, -60, -60),
        }

        page = self.send(client, hall, sitting, **deals)
        assertContains(page, 'name="reason"', status_code=422)
        self.send(client, hall, sitting, reason="Vu les cartes", **deals)

        assert state(sitting) == SlipState.CONFIRMED

    def test_typed_twice(self, club):
        hall, sitting = kept(club, "totals", two_passes=True)
        client = desk_of(hall)
        told = cells(hall, sitting, "totals", 278, 296, -58, -516)
        other = cells(hall, sitting, "totals", 278, 269, -31, -516)

        self.send(client, hall, sitting, **told)
        assertContains(client.get(bulk_path(hall)), "typed once")
        page = self.send(client, hall, sitting, **other)
        assertContains(page, "First 296, now 269.", status_code=422)
        assertContains(page, 'name="replaces"', status_code=422)
        self.send(client, hall, sitting, replaces="on", **other)

        assert state(sitting) == SlipState.CONFIRMED
        assert set(SittingTotal.objects.values_list("total", flat=True)) == {278, 269, -31, -516}

    def grid(self, hall, sitting, *points, client=None, taker="1", **told):
        """Deals of a slip, sent by the form that the page shows. taker is of all of them."""
        client = client or desk_of(hall)
        page = client.get(f"{bulk_path(hall)}?table={sitting.table_number}")
        data = shown_form(page)
        assert int(data["row-TOTAL_FORMS"]) >= len(points)
        for at, point in enumerate(points):
            row = {"taker": taker, "contract": "g", "oudlers": "2", "points": point}
            data |= {f"row-{at}-{name}": text for name, text in row.items()}
        return client.post(bulk_path(hall), data | told, **self.headers)

    headers: ClassVar[dict[str, Any]] = {}

    def test_deals_are_typed_and_confirmed_on_one_page(self, hall, table):
        client = desk_of(hall)
        page = client.get(bulk_path(hall))
        assertContains(
            page, "<tr data-row>", 2 + 1
        )  # as many as deals of the round, and the template
        assertContains(page, '<nav class="tabs"')

        response = self.grid(hall, table, "46", "50", client=client)

        assertRedirects(response, f"{bulk_path(hall)}?table=2")
        assert state(table) == SlipState.CONFIRMED
        assert [deal.points_x2 for deal in table.deals.order_by("number")] == [92, 100]

    def test_the_page_of_a_table_leads_the_desk_here(self, hall, table):
        response = desk_of(hall).get(f"/t/{table.uuid}/bulk/")

        assertRedirects(response, f"{bulk_path(hall)}?table=1")

    def test_totals_that_differ_are_shown_with_the_deals(self, hall, table):
        """46 with two oudlers in Garde: 60 a defender; twice."""
        page = self.grid(hall, table, "46", "46", paper_0="306", paper_1="-102")

        assertContains(page, "+306 on paper, +360 by the deals", status_code=422)
        assertContains(page, "−102 on paper, −120 by the deals", status_code=422)
        assertContains(page, 'value="46"', status_code=422)
        assert not table.deals.exists()

    def test_deals_of_a_phone_stand_above_those_that_are_missing(self, hall, table):
        play(hall, table, 1)
        client = desk_of(hall)
        page = client.get(bulk_path(hall))
        assertContains(page, f"/t/{table.uuid}/1/edit/")
        assertContains(page, f"{hall.entry(hall.seated(table)[0]).name} in Garde, made by 5")

        self.grid(hall, table, "50", client=client, paper_0=str(180 + 204))  # (25 + 9)·2·3

        assert state(table) == SlipState.CONFIRMED
        assert table.deals.count() == 2

    def test_a_passed_deal_does_not_count_and_makes_room_for_another(self, hall, table):
        client = desk_of(hall)
        data = shown_form(client.get(bulk_path(hall)))
        data |= {"row-0-taker": "0", "row-1-taker": "1", "row-1-contract": "g"}
        data |= {"row-1-oudlers": "2", "row-1-points": "46"}

        page = client.post(bulk_path(hall), data)
        assertContains(page, "A round has 2 deals; here is 1.", status_code=422)
        assertContains(page, "1 deal was not played: it does not count", status_code=422)
        data = shown_form(page)
        assert data["row-TOTAL_FORMS"] == "3"
        last = {"taker": "2", "contract": "p", "oudlers": "1", "points": "51"}
        data |= {f"row-2-{name}": text for name, text in last.items()}
        client.post(bulk_path(hall), data)

        assert state(table) == SlipState.CONFIRMED
        assert table.deals.count() == 3

    def test_deals_are_typed_twice_too(self, club):
        hall = Hall.gather(club, 8, two_passes=True)
        hall.publish()
        sitting, client = hall.tables()[0], desk_of(hall)

        self.grid(hall, sitting, "46", "46", client=client)
        assertContains(client.get(bulk_path(hall)), "typed once")
        assert not sitting.deals.exists()
        page = self.grid(hall, sitting, "46", "64", client=client)
        assertContains(page, "Deal 2, Points: 46 the first time, 64 now.", status_code=422)
        assertContains(page, 'value="64"', status_code=422)
        page = self.grid(hall, sitting, "46", "64", client=client)  # the same twice in a row

        assertRedirects(page, f"{bulk_path(hall)}?table=2")
        assert [deal.points_x2 for deal in sitting.deals.order_by("number")] == [92, 128]
        assert state(sitting) == SlipState.CONFIRMED

    def test_deals_are_typed_twice_where_the_slip_was_kept_by_totals(self, club):
        hall = Hall.gather(club, 8, two_passes=True)
        hall.publish()
        sitting, client = hall.tables()[0], browser("Charlie", club)
        why = {"reason": "Feuille perdue", "request_id": uuid4()}
        slip_rulings.set_mode(hall.arbiter, sitting, SlipMode.TOTALS, **why)
        page = client.get(f"{bulk_path(hall)}?table=1&by=deals")
        assertContains(page, "This slip is kept by totals alone")
        rows = {}
        for at, points in enumerate(("46", "50")):
            row = {"taker": "1", "contract": "g", "oudlers": "2", "points": points}
            rows |= {f"row-{at}-{name}": text for name, text in row.items()}

        page = client.post(bulk_path(hall), shown_form(page) | rows)
        assertContains(page, "Say why.", status_code=422)
        page = client.post(bulk_path(hall), shown_form(page) | {"mode_reason": "Retrouvée"})
        assertRedirects(page, f"{bulk_path(hall)}?table=2")
        again = client.get(f"{bulk_path(hall)}?table=1")
        client.post(bulk_path(hall), shown_form(again) | rows)

        assert state(sitting) == SlipState.CONFIRMED
        assert [deal.points_x2 for deal in sitting.deals.order_by("number")] == [92, 100]

    def test_the_device_forgets_the_rows_that_are_saved(self, hall, table, monkeypatch):
        monkeypatch.setattr(type(self), "headers", {"headers": {"hx-request": "true"}})

        response = self.grid(hall, table, "46", "46")

        # js/bulk/keep.js looks for the table in the address
        assert response["HX-Redirect"] == f"{bulk_path(hall)}?table=2&typed={table.uuid}"

    def test_a_phone_wrote_a_deal_meanwhile(self, hall, table):
        client = desk_of(hall)
        data = shown_form(client.get(bulk_path(hall)))
        play(hall, table, 1)
        row = {"taker": "2", "contract": "g", "oudlers": "2", "points": "50"}
        data |= {f"row-0-{name}": text for name, text in row.items()}

        page = client.post(bulk_path(hall), data)

        assertContains(page, "Somebody wrote these deals meanwhile", status_code=409)
        client.post(bulk_path(hall), shown_form(page))  # as the second deal
        assert state(table) == SlipState.CONFIRMED
        assert table.deals.count() == 2

    def test_an_arbiter_takes_the_totals_alone_and_says_why(self, hall, table):
        client = browser("Charlie", hall.cast)
        assertNotContains(desk_of(hall).get(bulk_path(hall)), "by=totals")  # nobody else may
        play(hall, table, 1)
        page = client.get(f"{bulk_path(hall)}?table=1&by=totals")
        assertContains(page, "1 deal that is here already is taken back")
        told = cells(hall, table, "totals", 278, 296, -58, -516)

        page = client.post(bulk_path(hall), shown_form(page) | told)
        assertContains(page, "Say why.", status_code=422)
        assert Slip.objects.get(sitting=table).mode == SlipMode.DEALS
        client.post(bulk_path(hall), shown_form(page) | {"mode_reason": "Feuille perdue"})

        slip = Slip.objects.get(sitting=table)
        assert (slip.mode, slip.state) == (SlipMode.TOTALS, SlipState.CONFIRMED)

    def test_the_next_empty_slip_is_taken_like_this_one(self, club):
        hall = Hall.gather(club, 16)
        hall.publish()
        tables, client = hall.tables(), browser("Charlie", club)
        play(hall, tables[2], 1)
        page = client.get(f"{bulk_path(hall)}?table=1&by=totals")
        told = cells(hall, tables[0], "totals", 278, 296, -58, -516)

        page = client.post(
            bulk_path(hall),
            shown_form(page) | told | {"mode_reason": "Feuilles sans donnes"},
            follow=True,
        )
        assertContains(page, 'value="Feuilles sans donnes"')
        told = cells(hall, tables[1], "totals", 278, 296, -58, -516)
        page = client.post(bulk_path(hall), shown_form(page) | told, follow=True)

        assert Slip.objects.get(sitting=tables[1]).mode == SlipMode.TOTALS
        # Table 3 has a deal, which the totals would take back: nobody asked for that.
        assertContains(page, '<input type="hidden" name="by" value="deals">', html=True)
        page = client.get(f"{bulk_path(hall)}?table=4")
        assertContains(page, '<input type="hidden" name="by" value="totals">', html=True)
        page = client.get(f"{bulk_path(hall)}?table=4&by=deals")
        assertContains(page, '<input type="hidden" name="by" value="deals">', html=True)

    def test_a_slip_of_the_volte_game(self, club):
        hall = Hall.gather(club, 8, game="volte", deals_per_round=1)
        hall.publish()
        table, client = hall.tables()[0], desk_of(hall)
        data = shown_form(client.get(bulk_path(hall)))
        row = {"taker": "1", "contract": "l", "honours": "2", "points": "40"}

        client.post(bulk_path(hall), data | {f"row-0-{key}": text for key, text in row.items()})

        assert state(table) == SlipState.CONFIRMED

    def test_a_phone_was_quicker(self, club):
        hall, sitting = kept(club, "totals")
        client, seen = desk_of(hall), hall.mark(sitting)
        one = cells(hall, sitting, "totals", 10, -10, 0, 0)
        send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **one)

        other = cells(hall, sitting, "totals", 20, -20, 0, 0)
        page = self.send(client, hall, sitting, seen=seen, **other)

        assertContains(page, "The slip has changed meanwhile", status_code=409)
        assertContains(page, 'value="20"', status_code=409)

    def test_after_the_last_slip_the_arbiter_closes_the_round(self, hall):
        hall.play()
        page = desk_of(hall).get(bulk_path(hall))
        assertContains(page, "Every slip of this round is confirmed.")
        assertNotContains(page, "/r/1/close/")

        page = browser("Charlie", hall.cast).get(bulk_path(hall))
        assertContains(page, f'action="/g/{hall.tournament.uuid}/r/1/close/"')

    def test_a_round_that_is_not_published(self, hall):
        assert desk_of(hall).get(bulk_path(hall, 2)).status_code == 404


class TestQueries:
    def count(self, client, path):
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return len(queries)

    def test_of_the_page_of_a_table(self, hall, table):
        client = phone_of(table, hall.seated(table)[0])
        play(hall, table, 1)
        few = self.count(client, slip_path(table))
        play(hall, table, 1)
        hall.hand_in(table)

        assert self.count(client, slip_path(table)) <= few <= 18

    def test_of_the_desk(self, hall):
        client = desk_of(hall)
        few = self.count(client, bulk_path(hall))
        big = Hall.gather(hall.cast, 0, name="Grand")
        big.enter(*(f"{n} Grand" for n in range(1, 41)))
        big.publish()
        role = TournamentRole.objects.get(user=hall.cast.user("Didier"))
        TournamentRole.objects.create(tournament=big.tournament, user=role.user, role=role.role)

        assert self.count(client, bulk_path(big)) == few <= 21


class TestAfterTheRound:
    """Who came by the link of a table, once its round is closed."""

    def test_the_link_says_so_and_leads_to_the_tournament(self, club):
        hall = Hall.gather(club, 8, shows_page=True)
        hall.publish()
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
