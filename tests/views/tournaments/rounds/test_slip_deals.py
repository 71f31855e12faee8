"""Deals of a slip, and the pages that every table has."""

import json
import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import (
    Deal,
    Slip,
)
from tests.views.tournaments.rounds.slip_pages import browser, deal_form, phone_of, play, slip_path


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

    @pytest.mark.postgresql_too
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
