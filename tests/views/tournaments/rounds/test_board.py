"""The arbiter's board of a round, its clock and its buttons."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Round, RoundState, Slip, SlipState
from clubs.queries.tournaments.rounds.board import round_board, rounds_of
from clubs.queries.tournaments.rounds.board_words import lock_reason, tasks_of, warnings_of
from clubs.services.tables import sittings
from clubs.services.tournaments.results import publish_results
from clubs.services.tournaments.rounds.clock import start_clock
from clubs.views.tournaments.polls import MADE
from tests.cast import make_user
from tests.hall import Hall, played_hall, published_hall, validated_hall

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
def hall(club):
    return published_hall(club, 12)


def page(hall, rest="", number=1):
    return f"/g/{hall.tournament.uuid}/r/{number}/{rest}"


def board(hall, number=1, **told):
    every = rounds_of(hall.reread())
    return round_board(next(one for one in every if one.number == number), every, **told)


def change_slip(sitting, state, **told):
    """As the services of slips leave it; a page that polls sees it by the table's revision."""
    Slip.objects.filter(sitting=sitting).update(state=state, **told)
    sitting.revision += 1
    sitting.save(update_fields=["revision"])


def numbers(found):
    return [(table.number, str(table.state)) for table in found.tables]


def start(hall, minutes_ago=0):
    start_clock(hall.arbiter, hall.reread(), 1, request_id=uuid4())
    began = timezone.now() - timedelta(minutes=minutes_ago)
    Round.objects.filter(tournament=hall.tournament, number=1).update(clock_started_at=began)
    hall.tournament.revision += 1
    hall.tournament.save(update_fields=["revision"])


class TestTables:
    def test_what_needs_help_comes_first(self, hall):
        first, second, third = hall.tables()
        change_slip(first, SlipState.CONFIRMED)
        change_slip(second, SlipState.ENTERED)
        change_slip(third, SlipState.DISPUTED, dispute="Il manque une donne")

        assert numbers(board(hall)) == [(3, "disputed"), (2, "to_confirm"), (1, "confirmed")]
        assert [number for number, _ in numbers(board(hall, by_number=True))] == [1, 2, 3]

    def test_when_time_is_up_slips_are_expected(self, hall):
        change_slip(hall.tables()[1], SlipState.ENTERED)
        start(hall, minutes_ago=61)

        assert numbers(board(hall)) == [(1, "late"), (3, "late"), (2, "to_confirm")]

    def test_deals_done_and_who_writes_them(self, hall, club):
        table = hall.tables()[0]
        hall.deal(table)  # Charlie, who sits nowhere

        first = board(hall).tables[0]
        assert (first.dealt, first.planned, first.writer) == (1, 2, "desk")
        assert [place.total for place in first.places].count(None) == 0

    def test_a_card_has_one_state(self, hall, sign_in):
        first, *_others = hall.tables()
        hall.deal(first)
        text = sign_in().get(page(hall)).content.decode()

        cards = re.findall(r'<li class="card tcard".*?</li> *(?=<li class="card|</ol>)', text, re.S)
        told = [re.findall("In play|Not started", card) for card in cards]
        assert sorted(told) == [["In play"], ["Not started"], ["Not started"]]

    def test_a_player_who_writes_is_named(self, hall, club):
        table = hall.tables()[0]
        hall.deal(table)
        player = table.seats.present()[1].player
        player.user = make_user("Paul")
        player.save()
        table.deals.update(recorded_by=player.user)

        assert board(hall).tables[0].writer == player.name

    def test_void_deals_do_not_count(self, hall):
        table = hall.tables()[0]
        hall.deal(table)
        table.refresh_from_db()
        sittings.record_deal(
            hall.arbiter,
            table,
            {"kind": "void", "void_reason": "all_pass"},
            number=2,
            request_id=uuid4(),
        )

        assert board(hall).tables[0].dealt == 1

    def test_a_substitute_is_called_by_their_own_name(self, hall):
        entry = hall.entry(hall.seated(hall.tables()[0])[0])
        entry.substitutions.create(player=entry.player, name="Remplaçant", from_round=1)

        assert "Remplaçant" in [place.name for place in board(hall).tables[0].places]

    @pytest.mark.parametrize(
        ("state", "told", "words"),
        [
            ("entering", {"mode": "totals"}, ["Kept as totals only"]),
            ("entered", {"stopped_early": "Train"}, ["Stopped early, not agreed yet: Train"]),
            (
                "confirmed",
                {"stopped_early": "Train", "stop_agreed": True},
                ["Stopped early: Train"],
            ),
            ("confirmed", {"late_deals": [{"uuid": "x"}]}, ["1 deal came too late"]),
            ("empty", {"first_pass": {"1": 20}}, ["Typed once: the second pass is missing"]),
            ("entered", {"warning_reason": "Vu"}, ["Warning overruled: Vu"]),
        ],
    )
    def test_warnings(self, hall, state, told, words):
        table = hall.tables()[0]
        change_slip(table, state, **told)

        [found] = [row for row in board(hall).tables if row.number == 1]
        assert warnings_of(found) == words

    def test_a_sum_that_is_off(self, hall):
        table = hall.tables()[0]
        for seat, total in zip(table.seats.present(), (50, -30, -20, 20), strict=True):
            table.totals.create(player=seat.player, total=total)
        change_slip(table, SlipState.ENTERED, mode="totals")

        found = board(hall)
        assert found.tables[0].sum_off == 20
        assert "The sum is +20, not 0" in warnings_of(found.tables[0])
        assert tasks_of(found)[0].title == "Table 1: the sum is +20"

    def test_all_deals_and_not_handed_in(self, hall):
        table = hall.tables()[0]
        hall.deal(table)
        hall.deal(table)

        words = "All deals are there: the slip is to be handed in"
        assert words in warnings_of(board(hall).tables[0])


class TestToDo:
    def test_in_plain_words(self, hall):
        first, second, _third = hall.tables()
        disputing = first.seats.present()[0].entry
        change_slip(first, SlipState.DISPUTED, dispute="Donne 2 fausse", disputed_by=disputing)
        change_slip(second, SlipState.ENTERED)

        told = [(task.title, task.more) for task in tasks_of(board(hall))]
        assert told == [
            ("Table 1: disagreement", f"{disputing.name}: “Donne 2 fausse”"),
            ("1 table to confirm", "Another player of the table does it, or you: 2."),
            ("1 table in play", ""),
        ]
        assert lock_reason(board(hall)) == "3 tables are not confirmed yet."

    def test_late_ones_are_named(self, hall):
        start(hall, minutes_ago=61)

        titles = [task.title for task in tasks_of(board(hall))]
        assert titles == [f"Table {n}: slip not handed in" for n in (1, 2, 3)]

    def test_nothing(self, club):
        hall = played_hall(club, 12)

        assert tasks_of(board(hall)) == []
        assert lock_reason(board(hall)) == ""


class TestRoundBoard:
    def test_the_arbiter_acts(self, hall, sign_in):
        response = sign_in().get(page(hall))

        assertContains(response, "Round 1 of 3")
        assertContains(response, "Start the clock")
        assertContains(response, "3 tables are not confirmed yet.")
        assertContains(response, 'data-s="in_play"', 3)

    def test_the_field_leads_to_a_table(self, hall, sign_in):
        response = sign_in().get(page(hall), {"table": "2"})

        assertRedirects(response, f"{page(hall)}#t2", fetch_redirect_response=False)

    @pytest.mark.parametrize("number", [9, 99999999999999999999])
    def test_no_such_round(self, hall, sign_in, number):
        client = sign_in()

        assert client.get(page(hall, number=number)).status_code == 404
        for rest in ("close/", "reopen/", "clock/"):
            response = client.post(page(hall, rest, number=number), {"action": "start"})
            assert response.status_code == 404

    @pytest.mark.parametrize("players", [8, 16])
    def test_queries(self, club, sign_in, players, count_queries):
        hall = published_hall(club, players)
        client = sign_in()

        assert count_queries(client, page(hall)) == 10

    def test_who_sits_out(self, club, sign_in):
        hall = Hall.gather(club, 9, leftovers="bye", table_sizes=[4])
        hall.publish()
        out = hall.round(1).byes.get().entry

        assert board(hall).byes == (out.listed_name,)
        assertContains(sign_in().get(page(hall)), "Byes")
        hall.play()
        hall.validate()
        standings = sign_in().get(f"/g/{hall.tournament.uuid}/standings/")
        assertContains(standings, '0<abbr title="Bye">°</abbr>', count=2)  # and in the fold

    def test_names_are_text(self, hall, sign_in):
        entry = hall.entry(hall.seated(hall.tables()[0])[0])
        entry.name = "<b>Léa</b>"
        entry.save()

        assertContains(sign_in().get(page(hall)), "&lt;b&gt;Léa&lt;/b&gt;")


class TestRoundBoardPoll:
    def poll(self, client, hall):
        found = client.get(page(hall)).content.decode()
        return found.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")

    def test_unchanged_is_one_read(self, hall, sign_in, count_queries):
        client = sign_in()

        assert count_queries(client, self.poll(client, hall), 204) == 1

    def test_a_deal_is_news(self, hall, sign_in):
        client = sign_in()
        address = self.poll(client, hall)
        hall.deal(hall.tables()[0])

        assertContains(client.get(address), "1 deal of 2")

    def test_when_the_clock_runs_out_nobody_has_to_write(self, hall, sign_in, monkeypatch):
        start(hall, minutes_ago=59)
        client = sign_in()
        address = self.poll(client, hall)
        assert client.get(address).status_code == 204
        later = timezone.now() + timedelta(minutes=2)
        monkeypatch.setattr("django.utils.timezone.now", lambda: later)

        response = client.get(address)

        assertContains(response, "Slip expected")
        assert client.get(self.address(response)).status_code == 204

    def address(self, response):
        found = response.content.decode()
        return found.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")

    def test_two_who_ask_cost_one_board(self, hall, sign_in, count_queries):
        client = sign_in()
        client.get(page(hall))
        assert count_queries(client, page(hall)) == 7  # of its tables only how many

    def test_the_desk_gets_no_buttons(self, hall, sign_in, club):
        hall.tournament.roles.create(user=club.user("Bob"), role="desk")
        sign_in().get(page(hall))
        made = len(MADE)

        response = sign_in("Bob").get(page(hall))

        assertNotContains(response, "Start the clock")
        assertContains(response, "The arbiter closes the round.")
        assert len(MADE) == made + 1

    def test_a_wrong_seal_is_asked_of_access(self, hall, sign_in, client):
        address = self.poll(sign_in(), hall)
        client.logout()

        assert client.get(address[:-1]).status_code == 302

    def test_a_round_that_somebody_closes_shows_its_whole_page_again(self, club, sign_in):
        hall = played_hall(club, 12)
        client = sign_in()
        address = self.poll(client, hall)
        hall.validate()

        assert client.get(address)["HX-Redirect"] == page(hall)
        assert client.get(self.poll(client, hall)).status_code == 204

    def test_a_round_that_was_taken_back_leads_away(self, hall, sign_in):
        from clubs.services.tournaments.rounds.rounds import unpublish_round

        client = sign_in()
        address = self.poll(client, hall)
        unpublish_round(hall.arbiter, hall.reread(), 1, request_id=uuid4())

        assert client.get(address)["HX-Redirect"] == page(hall)


class TestRoundClock:
    def press(self, client, hall, action, **told):
        return client.post(page(hall, "clock/"), {"action": action, **told})

    def test_start_pause_and_go_on(self, hall, sign_in):
        client = sign_in()

        assertRedirects(self.press(client, hall, "start"), page(hall))
        assert hall.round(1).state == RoundState.PLAYING
        self.press(client, hall, "pause")
        assertContains(client.get(page(hall)), "Paused")
        self.press(client, hall, "resume")
        assertContains(client.get(page(hall)), "data-round-clock=")

    def test_minutes(self, hall, sign_in):
        self.press(sign_in(), hall, "set", minutes="75")
        self.press(sign_in(), hall, "extend", minutes="5")

        assert hall.round(1).clock_seconds == 80 * 60

    def test_two_buttons_of_one_page_are_two_requests(self, hall, sign_in):
        """Who goes back finds the page as it was, which has one request_id for all its buttons."""
        client = sign_in()
        receipt = client.get(page(hall)).context["request_id"]

        for action in ("start", "extend", "extend", "pause"):
            self.press(client, hall, action, minutes="5", request_id=receipt)

        assert hall.round(1).clock_seconds == 65 * 60
        assert hall.round(1).clock_paused_at

    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({"action": "set", "minutes": ""}, "How many?"),
            ({"action": "set", "minutes": "0"}, "Between 1 and 600 minutes."),
            ({"action": "set", "minutes": "soon"}, "Enter a whole number."),
            ({"action": "pause"}, "The clock of this round is not started."),
        ],
    )
    def test_refused(self, hall, sign_in, told, text):
        response = sign_in().post(page(hall, "clock/"), told)

        assertContains(response, text, status_code=422)
        assert hall.round(1).clock_seconds == 0


class TestClosing:
    def test_every_slip_confirmed(self, club, sign_in):
        hall = played_hall(club, 12)

        assertRedirects(sign_in().post(page(hall, "close/")), page(hall))

        assert hall.round(1).state == RoundState.VALIDATED
        assertContains(sign_in().get(page(hall)), "Reopen the round")

    def test_not_before(self, hall, sign_in):
        response = sign_in().post(page(hall, "close/"))

        assertContains(response, "Not every slip of the round is confirmed.", status_code=422)
        assert hall.round(1).state == RoundState.PUBLISHED

    def test_final_results_are_not_asked_for_again(self, club, sign_in):
        hall, client = Hall.gather(club, 9, rounds_planned=1), sign_in()
        hall.publish()
        hall.play()
        hall.validate()
        words = "Make the results final"
        assertContains(client.get(page(hall)), words)

        publish_results(hall.arbiter, hall.reread(), request_id=uuid4())

        assertNotContains(client.get(page(hall)), words)

    def test_and_back(self, club, sign_in):
        hall = validated_hall(club, 12)

        sign_in().post(page(hall, "reopen/"))

        assert hall.round(1).state == RoundState.COMPLETE

    def test_corrections_are_listed(self, club, sign_in):
        hall = validated_hall(club, 12)
        assertContains(sign_in().get(page(hall)), "None.")
        table = hall.tables()[0]
        deal = table.deals.select_related("sitting__club").get(number=1)
        record = {**deal.record, "points": 60}
        record.pop("players", None)
        sittings.correct_deal(
            hall.arbiter, deal, record, revision=1, reason="Mal lu", request_id=uuid4()
        )

        response = sign_in().get(page(hall))

        assertContains(response, "Mal lu")
        assertContains(response, f"/t/{table.uuid}/log/")


class TestRoundTable:
    def test_its_link_is_shown_big(self, hall, sign_in):
        table = hall.tables()[1]
        from clubs.models import Link

        code = Link.objects.get(target_uuid=table.uuid).code
        response = sign_in().get(page(hall, "t/2/"))

        assertContains(response, f"{code[:3]} {code[3:]}")
        assertContains(response, 'aria-label="QR code"')
        assertContains(response, "Penalty", 4)

    def test_a_closed_round_has_none(self, club, sign_in):
        hall = validated_hall(club, 12)

        assertContains(sign_in().get(page(hall, "t/2/")), "The link of this table has ended.")

    @pytest.mark.parametrize("rest", ["t/9/", "t/99999999999999999999/"])
    def test_no_such_table(self, hall, sign_in, rest):
        assert sign_in().get(page(hall, rest)).status_code == 404


class TestAHallAtOnce:
    def test_who_is_still_out_is_named(self, hall, sign_in):
        first, second, _third = hall.tables()
        change_slip(first, SlipState.CONFIRMED)
        names = [hall.entry(number).name for number in hall.seated(second)]

        response = sign_in().get(page(hall))

        assertContains(response, "2 tables are still out")
        assertContains(response, ", ".join(names))
        assert [table.number for table in board(hall).out] == [2, 3]

    def test_only_many_tables_begin_with_numbers_alone(self, hall, sign_in, monkeypatch):
        client = sign_in()
        few = client.get(page(hall)).context["is_large"]
        monkeypatch.setattr("clubs.views.tournaments.rounds.board.COMPACT", 2)

        many = client.get(page(hall)).context["is_large"]

        assert (few, many) == (False, True)
