"""The pile of paper slips at the desk."""

from typing import Any, ClassVar
from uuid import uuid4

import pytest
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import SittingTotal, Slip, SlipMode, SlipState, TournamentRole
from clubs.services.tournaments.rounds import slip_rulings
from tests.hall import Hall, published_hall
from tests.page_forms import shown_data
from tests.services.tournaments.rounds.slip_tables import kept
from tests.views.tournaments.rounds.slip_pages import (
    browser,
    bulk_path,
    cells,
    desk_of,
    phone_of,
    play,
    send,
    slip_path,
    state,
)


def shown_form(page):
    """The fields of a slip, without the button of its preview."""
    told = shown_data(page, "table", "request_id")
    told.pop("step", None)
    return told


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

    def test_the_phone_names_the_total_that_it_shows_in_an_empty_cell(self, club):
        hall, sitting = kept(club, "totals")
        told = cells(hall, sitting, "totals", 278, 296, -58, "")

        page = send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)

        assertContains(page, "Missing: −516 makes the sum 0. Type it.", status_code=422)

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

    def test_pages_of_a_round_lead_here_until_the_slip_is_confirmed(self, hall, table):
        client = desk_of(hall)
        of_round = reverse("round_table", args=[hall.tournament.uuid, 1, table.table_number])
        here = f"{bulk_path(hall)}?table=1"
        for path in (slip_path(table), of_round):
            assertContains(client.get(path), here)
        assertNotContains(client.get(of_round), "<time")  # nothing is typed yet

        self.grid(hall, table, "46", "50", client=client)

        for path in (slip_path(table), of_round):
            assertNotContains(client.get(path), here)

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
        told = "here is 1. If the table stopped before, say why under “Stopped early: why?”."
        assertContains(page, f"A round has 2 deals; {told}", status_code=422)
        assertContains(page, "1 deal was not played: it does not count", status_code=422)
        data = shown_form(page)
        assert data["row-TOTAL_FORMS"] == "3"
        last = {"taker": "2", "contract": "p", "oudlers": "1", "points": "51"}
        data |= {f"row-2-{name}": text for name, text in last.items()}
        client.post(bulk_path(hall), data)

        assert state(table) == SlipState.CONFIRMED
        assert table.deals.count() == 3

    def test_deals_are_typed_twice_too(self, club):
        hall = published_hall(club, 8, two_passes=True)
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
        hall = published_hall(club, 8, two_passes=True)
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
        hall = published_hall(club, 16)
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
        hall = published_hall(club, 8, game="volte", deals_per_round=1)
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

    def test_queries_do_not_grow_with_the_tables(self, hall, count_queries):
        client = desk_of(hall)
        few = count_queries(client, bulk_path(hall))
        big = Hall.gather(hall.cast, 0, name="Grand")
        big.enter(*(f"{n} Grand" for n in range(1, 41)))
        big.publish()
        role = TournamentRole.objects.get(user=hall.cast.user("Didier"))
        TournamentRole.objects.create(tournament=big.tournament, user=role.user, role=role.role)

        assert count_queries(client, bulk_path(big)) == few <= 21
