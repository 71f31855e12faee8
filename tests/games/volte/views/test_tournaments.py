"""A volte tournament through its pages: set up, played, ranked, and out and in again."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.seating.draw import SeatingRefused
from clubs.core.tournaments.writing import written_tournament
from clubs.models import Entry, Link, LinkKind, RuleProfile, Sitting, Slip, SlipState, Tournament
from clubs.queries.tournaments.files import file_of
from clubs.queries.tournaments.rounds.slips import slip_mark, slip_of
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.errors import TournamentRefused
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.tournaments.entries.comings import late_arrival, withdraw
from clubs.services.tournaments.imports import import_tournament
from clubs.services.tournaments.rounds.seatings import dissolve, fill_chart, give_bye, move_player
from clubs.services.tournaments.rounds.typed_slips import Typed, type_slip
from tests import page_forms
from tests.cast import Cast
from tests.hall import Hall
from tests.views.tournaments.pages import shown_data

NEW = "/c/trois-bouts/tournaments/new/"
NAMES = ["Ada", "Berto", "Cleo", "Dino", "Ezio", "Fosca", "Gina", "Ivo"]
VOLTE = {
    "game": "volte",
    "table_sizes": [4, 5],
    "leftovers": "fives",
    "five_player_form": "dealer_sits_out",
}


@pytest.fixture
def arbiter(client: Client, club: Cast) -> Client:
    """Charlie, in Italian."""
    client.cookies["django_language"] = "it"
    client.force_login(club.user("Charlie"))
    return client


def chosen(client: Client, game: str = "volte", **told: str) -> dict[str, str]:
    """The first step once the button of the game was pressed."""
    start = shown_data(client.get(NEW))
    response = client.post(NEW, {**start, "step": 1, "change_game": game, **told})
    assert response.status_code == 200
    return {**shown_data(response), "game": response.context["form"].game.code}


def seats_of(sitting: Sitting) -> list[Any]:
    """In order of play."""
    return list(sitting.seats.present().select_related("entry", "player"))


def row(sitting: Sitting, key: str, *scores: int) -> dict[str, str]:
    numbers = [seat.entry.number for seat in seats_of(sitting)]
    return {f"{key}-{number}": str(score) for number, score in zip(numbers, scores, strict=True)}


def send(client: Client, sitting: Sitting, action: str, **told: Any) -> Any:
    seen = slip_mark(slip_of(Sitting.objects.get(pk=sitting.pk)))
    data = {"action": action, "seen": seen, "request_id": str(uuid4()), **told}
    return client.post(f"/t/{sitting.uuid}/slip/", data)


def phone(sitting: Sitting, number: int) -> Client:
    """Came by the link of the table, and said who one is."""
    client = Client()
    client.cookies["django_language"] = "it"
    link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE, revoked_at=None)
    client.get(f"/s/{link.token}/")
    client.post(f"/t/{sitting.uuid}/slip/", {"action": "me", "seat": number})
    return client


def deal(client: Client, sitting: Sitting, number: int, taker: str, **told: Any) -> Any:
    data = {"number": number, "request_id": str(uuid4()), "counted": "taker", "taker": taker}
    return client.post(f"/t/{sitting.uuid}/new/", {**data, **told})


class TestSettingUp:
    def test_the_game_is_chosen_by_a_button(self, arbiter, club):
        page = arbiter.get(NEW)
        assertContains(page, 'name="change_game"', count=2)
        assertNotContains(page, 'value="bolognese"')
        assertContains(page, 'value="threes"')
        assertContains(page, 'name="five_player_form"')

        start = shown_data(page)
        page = arbiter.post(NEW, {**start, "name": "Torneo", "step": 1, "change_game": "volte"})

        assertContains(page, 'value="Torneo"')
        assertContains(page, 'value="volte-scaled"')
        assertNotContains(page, 'value="fft"')
        assertNotContains(page, 'value="threes"')
        assertNotContains(page, 'name="five_player_form"')
        told = page.context["form"]
        assert told["leftovers"].value() == "fives"
        assert told["rules"].value() == "volte"
        assert not told.errors

    def test_how_five_play_is_said_where_nobody_can_choose(self, arbiter, club):
        words = "Five at a table: four play, and the dealer sits out."
        arbiter.cookies["django_language"] = "en"
        start = shown_data(arbiter.get(NEW))

        assertContains(arbiter.post(NEW, {**start, "change_game": "volte"}), words)
        assertNotContains(arbiter.post(NEW, {**start, "change_game": "french"}), words)

    def test_house_rules_of_the_game_are_offered(self, arbiter, club):
        made = {"base": "volte", "name": "casa", "title": "Casa", "stake_per_point": 5}
        rules = get_game("volte").read_rules(made).to_json()
        told = {"game": "volte", "name": "casa", "version": 1, "rules": rules}
        RuleProfile.objects.create(club=club.club, **told)

        assert "casa" not in [offer.name for offer in arbiter.get(NEW).context["form"].offers]
        page = arbiter.post(NEW, {**shown_data(arbiter.get(NEW)), "change_game": "volte"})
        assertContains(page, 'value="casa"')

    def test_back_to_the_other_game(self, arbiter, club):
        data = chosen(arbiter)

        page = arbiter.post(NEW, {**data, "step": 1, "change_game": "french"})

        form = page.context["form"]
        assert (form.game.code, form["rules"].value()) == ("french", "fft")
        assertContains(page, 'value="threes"')

    @pytest.mark.parametrize(
        ("told", "field"),
        [
            ({"leftovers": "threes"}, "leftovers"),
            ({"five_player_form": "called_king"}, "five_player_form"),
            ({"rules": "fft"}, "rules"),
            ({"game": "bolognese", "leftovers": "bye", "rules": "ottocento"}, "__all__"),
        ],
    )
    def test_what_the_game_does_not_have_is_refused(self, arbiter, club, told, field):
        data = chosen(arbiter, name="Torneo", starts_at="2026-11-21T14:00")

        page = arbiter.post(NEW, {**data, **told, "step": 5, "go": "create"})

        assert page.status_code == 422
        assert field in page.context["form"].errors
        assertContains(page, 'value="Torneo"', status_code=422)
        assert not Tournament.objects.exists()

    def test_the_settings_say_the_game_and_keep_it(self, arbiter, club):
        hall = Hall.gather(club, 8, **VOLTE)
        path = f"/g/{hall.tournament.uuid}/settings/"
        page = arbiter.get(path)
        assertContains(page, "Tarocco a volte")
        assertNotContains(page, 'value="threes"')
        assertNotContains(page, 'name="five_player_form"')

        data = shown_data(page)
        saved = arbiter.post(path, {**data, "leftovers": "bye", "rules": "volte-scaled"})

        assertRedirects(saved, path)
        made = hall.reread()
        assert (made.game, made.rules_name) == ("volte", "volte-scaled")
        assert made.settings["table_sizes"] == [4]
        assert made.settings["five_player_form"] == "dealer_sits_out"
        assert arbiter.post(path, {**data, "leftovers": "threes"}).status_code == 422


def test_a_whole_tournament(arbiter, club):
    """Two tables, one round of two deals. Table 1 writes deals: the first seat wins v01, 31 from
    each; the second loses v02, 108 to each: 201, −355, 77, 77. Table 2 only tells totals:
    v25 taken by its last, 4688 from each, and a draw with a misery of its first: 30, and −10."""
    data = chosen(arbiter, name="Torneo d’autunno", starts_at="2026-11-21T14:00")
    more = {"rounds_planned": "1", "deals_per_round": "2", "seating": "random_apart"}
    made = arbiter.post(NEW, {**data, **more, "step": 5, "go": "create"})
    tournament = Tournament.objects.get()
    home = f"/g/{tournament.uuid}/"
    assertRedirects(made, home)
    assert (tournament.game, tournament.rules_name) == ("volte", "volte")
    assert tournament.settings["five_player_form"] == "dealer_sits_out"
    assertContains(arbiter.get(home), "Tarocco a volte")

    for step in ("open", "check_in"):
        arbiter.post(f"{home}step/", {"step": step, "request_id": str(uuid4())})
    for name in NAMES:
        arbiter.post(f"{home}entries/new/", {"name": name, "request_id": str(uuid4())})
    for entry in Entry.objects.all():
        arbiter.post(f"{home}check-in/", {"here": f"{entry.uuid}.{uuid4()}"})
    draw = {"method": "random_apart", "sizes": "", "seed": "7", "request_id": str(uuid4())}
    arbiter.post(f"{home}r/1/seating/draw/", draw)
    assertContains(arbiter.get(f"{home}r/1/seating/"), "Ada")
    page_forms.send(arbiter, arbiter.get(f"{home}r/1/seating/"), "seating/publish/")
    first, second = Sitting.objects.order_by("table_number")
    assert {(one.game, one.active_count) for one in (first, second)} == {("volte", 4)}

    seats = seats_of(first)
    table = phone(first, seats[0].entry.number)
    assertContains(table.get(f"/t/{first.uuid}/slip/"), seats[0].entry.name)
    assertContains(table.get(f"/t/{first.uuid}/new/"), 'name="honours"')
    one, two = (str(seat.player.uuid) for seat in seats[:2])
    deal(table, first, 1, one, contract="liscio", honours="2", points="47")
    deal(table, first, 2, two, contract="due", honours="1", points="47")
    assertContains(table.get(f"/t/{first.uuid}/slip/"), "−355")
    send(table, first, "hand_in")
    other = phone(first, seats[1].entry.number)
    send(other, first, "confirm")
    assert Slip.objects.get(sitting=first).state == SlipState.CONFIRMED

    send(arbiter, second, "mode", mode="totals", reason="Scheda persa")
    last = seats_of(second)
    teller = phone(second, last[0].entry.number)
    wrong = send(teller, second, "totals", **row(second, "totals", -4658, -4698, -4698, 14064))
    assert wrong.status_code == 422
    totals = row(second, "totals", -4658, -4698, -4698, 14054)
    send(teller, second, "totals", **totals)
    send(phone(second, last[3].entry.number), second, "confirm")
    assertContains(arbiter.get(f"{home}r/1/"), seats[0].entry.name)
    arbiter.post(f"{home}r/1/close/", {"request_id": str(uuid4())})

    tournament.refresh_from_db()
    assert tournament.state == "provisional"
    scores = dict(zip((s.entry.number for s in seats), (201, -355, 77, 77), strict=True))
    scores |= dict(zip((s.entry.number for s in last), (-4658, -4698, -4698, 14054), strict=True))
    rows = standings_after(tournament, 1).rows
    assert {row.number: row.total for row in rows} == scores
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 6, 7, 7]
    assertContains(arbiter.get(f"{home}standings/"), "−355")
    assert [*check_sittings(), *check_chains()] == []


def test_out_and_in_again(club):
    """v17 at a table of four, and what the file says of it."""
    hall = Hall.gather(club, 8, rounds_planned=1, deals_per_round=1, **VOLTE)
    hall.publish()
    for sitting in hall.tables():
        one, two, three, _four = hall.seated(sitting)
        uuid = {seat.entry.number: str(seat.player.uuid) for seat in seats_of(sitting)}
        accuse = [
            {"player": uuid[one], "kind": "trionfi_10"},
            {"player": uuid[three], "kind": "miseria_nera"},
        ]
        told = {"contract": "due", "honours": 1, "points": 47, "accuse": accuse}
        hall.deal(sitting, two, **told)
        hall.hand_in(sitting)
        hall.confirm(sitting)
    hall.validate()
    totals = [row.total for row in standings_after(hall.reread(), 1).rows]
    assert totals == [158, 158, 118, 118, 118, 118, -394, -394]

    document = json.loads(json.dumps(written_tournament(file_of(hall.reread()))))
    again = import_tournament(club.actor("Charlie"), club.club, document, request_id=uuid4())

    assert (again.game, again.rules_name) == ("volte", "volte")
    assert [row.total for row in standings_after(again, 1).rows] == totals
    back = json.loads(json.dumps(written_tournament(file_of(again))))
    assert back["tournament"]["rules"] == document["tournament"]["rules"] == "volte"
    assert [one["players"] for one in back["rounds"][0]["tables"]] == [
        one["players"] for one in document["rounds"][0]["tables"]
    ]
    assert [*check_sittings(), *check_chains()] == []


class TestSlips:
    def test_odd_scores_are_asked_about(self, club):
        """Two defenders 18 apart."""
        hall = Hall.gather(club, 8, slip_mode="scores", deals_per_round=1, **VOLTE)
        hall.publish()
        sitting = hall.tables()[0]
        seats = hall.seated(sitting)
        client = phone(sitting, seats[0])
        told = row(sitting, "scores", 93, -31, -13, -49)

        page = send(client, sitting, "scores", number="1", **told)
        assertContains(page, 'name="insists"', status_code=422)
        assert sitting.deals.count() == 0

        send(client, sitting, "scores", number="1", **row(sitting, "scores", 93, -31, -31, -31))
        assert sitting.deals.count() == 1
        send(client, sitting, "hand_in")
        send(phone(sitting, seats[1]), sitting, "confirm")
        assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED

    def test_a_draw_is_a_deal(self, club):
        """Without declarations it brings everybody 0."""
        hall = Hall.gather(club, 8, slip_mode="scores", rounds_planned=1, **VOLTE)
        hall.publish()
        sitting = hall.tables()[0]
        seats = hall.seated(sitting)
        client = phone(sitting, seats[0])
        client.cookies["django_language"] = "en"
        page = client.get(f"/t/{sitting.uuid}/slip/")
        assertContains(page, "0 for all is a draw, and counts.")
        assertNotContains(page, "Such a deal does not count")

        send(client, sitting, "scores", number="1", **row(sitting, "scores", 93, -31, -31, -31))
        send(client, sitting, "scores", number="2", **row(sitting, "scores", 0, 0, 0, 0))
        assert sitting.deals.filter(kind="scores").count() == 2
        page = client.get(f"/t/{sitting.uuid}/slip/")
        assertNotContains(page, "· does not count")
        assert client.get(f"/t/{sitting.uuid}/2/").status_code == 200
        assert client.get(f"/t/{sitting.uuid}/2/edit/").status_code == 200
        send(client, sitting, "hand_in")
        send(phone(sitting, seats[1]), sitting, "confirm")

        assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED
        assert [*check_sittings(), *check_chains()] == []
        document = json.loads(json.dumps(written_tournament(file_of(hall.reread()))))
        again = import_tournament(club.actor("Charlie"), club.club, document, request_id=uuid4())
        back = Sitting.objects.get(round__tournament=again, table_number=1)
        assert [deal.kind for deal in back.deals.all()] == ["scores", "scores"]

    @pytest.mark.parametrize(
        "more", [[], [(0, 0, 0, 0)], [(0, 0, 0, 0), (0, 0, 0, 0)]], ids=["1", "2", "3"]
    )
    def test_a_draw_from_paper(self, club, more):
        """Rows of zeros are draws while the round has room; for the others nobody bid."""
        hall = Hall.gather(club, 8, slip_mode="scores", **VOLTE)
        hall.publish()
        sitting = hall.table(hall.tables()[0])
        numbers = hall.seated(sitting)
        rows = [(0, 0, 0, 0), *more, (93, -31, -31, -31)]
        typed = Typed(deals=[dict(zip(numbers, scores, strict=True)) for scores in rows])
        told = {"seen": hall.mark(sitting), "label": "Mano", "request_id": uuid4()}

        slip = type_slip(hall.arbiter, sitting, typed, **told)

        assert slip.state == SlipState.CONFIRMED
        deals = sitting.deals.order_by("number")
        assert [deal.kind for deal in deals] == ["scores", "scores"]
        assert sorted(deals[1].scores.values_list("score", flat=True)) == [-31, -31, -31, 93]

    def test_a_table_of_five(self, club):
        """The dealer sits out, the first of the seats: v02 of the next one."""
        hall = Hall.gather(club, 9, deals_per_round=1, rounds_planned=1, **VOLTE)
        hall.publish()
        sitting = hall.tables()[0]
        seats = hall.seated(sitting)
        assert (len(seats), sitting.active_count) == (5, 4)
        client = phone(sitting, seats[0])
        players = {seat.entry.number: str(seat.player.uuid) for seat in seats_of(sitting)}

        page = client.get(f"/t/{sitting.uuid}/new/")
        assertContains(page, 'name="honours"')
        told = {"contract": "due", "honours": "1", "points": "47"}
        out = {"out": players[seats[0]], "dealer": players[seats[0]]}
        response = deal(client, sitting, 1, players[seats[1]], **told, **out)

        assert response.status_code == 302, response.context["form"].errors
        scores = sitting.deals.get().scores.order_by("seat__position").values_list("score")
        assert [score for (score,) in scores] == [0, -324, 108, 108, 108]

    def test_who_leaves_a_table_of_four_dissolves_it(self, club):
        """Three do not play this game: one is the fifth at the other table, two have a bye."""
        hall = Hall.gather(club, 8, rounds_planned=1, **VOLTE)
        hall.publish()
        table = hall.tables()[1]
        gone = hall.seated(table)[0]

        withdraw(hall.arbiter, hall.entry(gone), after_round=0, request_id=uuid4())

        assert [len(hall.seated(one)) for one in hall.tables()] == [5]
        assert hall.round(1).byes.count() == 2

    def test_the_pages_cost_the_same_as_those_of_the_usual_game(self, club, count_queries):
        counts = []
        for told in ({}, VOLTE):
            hall = Hall.gather(club, 8, slip_mode="scores", **told)
            hall.publish()
            sitting = hall.tables()[0]
            client = phone(sitting, hall.seated(sitting)[0])
            send(client, sitting, "scores", number="1", **row(sitting, "scores", 93, -31, -31, -31))
            counts.append(count_queries(client, f"/t/{sitting.uuid}/slip/"))

        assert counts[0] == counts[1]


class TestChangesOfAPublishedRound:
    """Twelve at three tables of four: four play, and a fifth may sit at a table."""

    @pytest.fixture
    def hall(self, club: Cast) -> Hall:
        hall = Hall.gather(club, 12, rounds_planned=1, **VOLTE)
        hall.publish()
        return hall

    def sizes(self, hall: Hall) -> list[int]:
        return [len(hall.seated(table)) for table in hall.tables()]

    def test_no_table_of_three_by_a_bye_or_a_move(self, hall):
        first, second, _third = hall.tables()
        player = hall.seated(first)[0]

        for change, told, code in (
            (give_bye, (player,), "table_too_small"),
            (move_player, (player, second.table_number), "table_not_open"),
        ):
            with pytest.raises((TournamentRefused, SeatingRefused)) as refusal:
                change(hall.arbiter, hall.reread(), 1, *told, request_id=uuid4())
            assert [problem.code for problem in refusal.value.problems] == [code]

        assert self.sizes(hall) == [4, 4, 4]

    def test_the_page_says_why(self, hall, arbiter):
        path = f"/g/{hall.tournament.uuid}/r/1/seating/"
        page = arbiter.get(path)
        player = hall.seated(hall.tables()[0])[0]
        assertContains(page, 'value="move-1"')
        told = {"do": "bye", "player": [str(player)], "request_id": str(uuid4())}

        refused = arbiter.post(f"{path}edit/", told)

        with override("it"):
            why = str(problem_message(Problem("table_too_small")))
        assertContains(refused, why, status_code=422)

    def test_a_dissolved_table_fills_two_fifth_seats(self, hall):
        gone = hall.tables()[2]

        dissolve(hall.arbiter, hall.reread(), 1, gone.table_number, request_id=uuid4())

        assert self.sizes(hall) == [5, 5]
        assert {table.active_count for table in hall.tables()} == {4}
        assert hall.round(1).byes.count() == 2
        assert hall.round(1).certificate["errors"] == []

    def test_who_comes_late_is_a_fifth(self, hall, arbiter):
        (entry,) = hall.enter("Late")

        late_arrival(hall.arbiter, entry, request_id=uuid4())

        assert self.sizes(hall) == [5, 4, 4]
        assert hall.entry(13).first_round == 1
        page = arbiter.get(f"/g/{hall.tournament.uuid}/r/1/seating/")
        assertNotContains(page, 'value="move-1"')  # full
        moved = hall.seated(hall.tables()[0])[0]
        move_player(hall.arbiter, hall.reread(), 1, moved, 2, request_id=uuid4())
        assert self.sizes(hall) == [4, 5, 4]

    def test_fours_alone_take_nobody_in(self, club):
        told = {**VOLTE, "table_sizes": [4], "leftovers": "bye"}
        hall = Hall.gather(club, 12, rounds_planned=2, **told)
        hall.publish()
        (entry,) = hall.enter("Late")

        late_arrival(hall.arbiter, entry, request_id=uuid4())
        dissolve(hall.arbiter, hall.reread(), 1, 3, request_id=uuid4())

        assert self.sizes(hall) == [4, 4]
        assert hall.entry(13).first_round == 2
        assert hall.round(1).byes.count() == 4


class TestDraws:
    """Nobody plays this game at three."""

    def test_other_sizes_that_are_offered(self, arbiter, club):
        """Twelve are three tables of four; in French tarot four of three would do."""
        for told, offered in (({}, "3,3,3,3"), (VOLTE, "")):
            hall = Hall.gather(club, 12, **told)
            page = arbiter.get(f"/g/{hall.tournament.uuid}/r/1/seating/")

            shown = [value for value, _words in page.context["draw_form"].fields["sizes"].choices]
            assert (shown[0], "4,4,4" in shown) == ("", False)  # what the settings give, once
            assert [value for value in shown if "3" in value][-1:] == ([offered] if offered else [])

    @pytest.mark.parametrize(("players", "sizes"), [(8, [5, 3]), (7, []), (11, [])])
    def test_splits_that_are_refused(self, club, players, sizes):
        hall = Hall.gather(club, players, **VOLTE)

        with pytest.raises(SeatingRefused) as refusal:
            hall.draw(sizes=sizes)

        [problem] = refusal.value.problems
        assert problem.code == "no_table_split"
        assert "3" not in str(problem.params["splits"])

    def test_a_chart_by_hand(self, club):
        hall = Hall.gather(club, 8, seating="manual", **VOLTE)
        hall.draw()
        told = {"seen": "", "request_id": uuid4()}
        tables = [(1, [1, 2, 3, 4, 5]), (2, [6, 7, 8])]

        fill_chart(hall.arbiter, hall.reread(), 1, tables, **told)

        errors = hall.round(1).certificate["errors"]
        assert [(error["code"], error["table"]) for error in errors] == [("table_size", 2)]
        with pytest.raises(TournamentRefused):
            hall.publish()


class TestTheDesk:
    def send(self, client: Client, hall: Hall, sitting: Sitting, **told: Any) -> Any:
        common = {"seen": hall.mark(sitting), "request_id": str(uuid4())}
        data = {"table": str(sitting.table_number), **common, **told}
        return client.post(f"/g/{hall.tournament.uuid}/r/1/slips/", data)

    def test_scores_from_paper(self, arbiter, club):
        """Lost by 4 at two times: 108 to each of the others. Nothing brings 75 by threes, where all
        that is declared goes to the winners."""
        rules = get_game("volte").read_rules({"miseria_mode": "winners", "name": "casa"})
        hall = Hall.gather(club, 8, slip_mode="scores", deals_per_round=1, **VOLTE)
        Tournament.objects.update(rules=rules.to_json())
        hall.publish()
        sitting = hall.tables()[0]

        page = self.send(arbiter, hall, sitting, **row(sitting, "deals-1", 75, -25, -25, -25))
        assertContains(page, 'name="reason"', status_code=422)
        self.send(arbiter, hall, sitting, **row(sitting, "deals-1", -324, 108, 108, 108))

        assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED

    def test_deals_from_paper_have_the_fields_of_the_game(self, arbiter, club):
        hall = Hall.gather(club, 8, **VOLTE)
        hall.publish()
        sitting = hall.tables()[0]

        page = arbiter.get(f"/t/{sitting.uuid}/bulk/", follow=True)  # to the desk

        assertContains(page, "honours")
        assertNotContains(page, "oudlers")


def test_no_page_of_the_hall_has_words_of_another_game(arbiter, club):
    """Under way, with a deal at each table."""
    hall = Hall.gather(club, 8, shows_page=True, **VOLTE)
    hall.publish()
    for sitting in hall.tables():
        hall.deal(sitting, contract="liscio", honours=2, points=47)
    base, table = f"/g/{hall.tournament.uuid}/", hall.tables()[0]
    pages = [base, *(f"{base}{rest}" for rest in PAGES)]
    pages += [f"/t/{table.uuid}/{rest}" for rest in ("", "slip/", "new/", "1/")]

    for path in pages:
        response = arbiter.get(path)
        assert response.status_code == 200, path
        text = response.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
        assert [word for word in FOREIGN if word in text.casefold()] == [], path


PAGES = (
    "entries/",
    "check-in/",
    "r/",
    "r/1/",
    "r/1/seating/",
    "r/1/slips/",
    "r/1/t/1/",
    "standings/",
    "settings/",
    "paper/",
)
# Of French tarot, in Italian and in English.
FOREIGN = ("oudler", "guardia", "manciata", "re chiamato", "called king")
