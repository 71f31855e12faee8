"""The rounds of a tournament: their list, the seating of one, its buttons and files."""

from itertools import chain
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.seating import Method
from clubs.models import Entry, RoundState
from clubs.queries.round_pages import round_lines
from clubs.services import comings
from tests.cast import make_user
from tests.hall import Hall


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 9)
    hall.draw()
    return hall


@pytest.fixture
def arbiter(client, club):
    client.cookies["django_language"] = "en"
    client.force_login(club.user("Charlie"))
    return client


def page(hall, rest="seating/", number=1):
    return f"/g/{hall.tournament.uuid}/r/{number}/{rest}"


def edit(client, hall, do, *players, number=1, **told):
    data = {"do": do, "player": list(players), "request_id": str(uuid4()), **told}
    return client.post(page(hall, "seating/edit/", number), data)


def seated(hall, number=1):
    return [table["players"] for table in hall.round(number).plan["tables"]]


class TestTheList:
    def steps(self, hall):
        return [(line.step, line.is_next) for line in round_lines(hall.reread())]

    def test_what_comes_next(self, club):
        hall = Hall.gather(club, 9)
        assert self.steps(hall) == [("draw", True), ("", False), ("", False)]
        hall.draw()
        assert self.steps(hall)[0] == ("publish", True)
        hall.publish()
        assert self.steps(hall)[0] == ("play", True)
        hall.play()
        assert self.steps(hall)[0] == ("close", True)
        hall.validate()
        assert self.steps(hall)[:2] == [("", False), ("publish", True)]

    def test_a_round_without_standings_may_be_drawn_ahead(self, club):
        hall = Hall.gather(club, 9, seating=["random", "random", "standing"])
        hall.publish()

        assert self.steps(hall) == [("play", True), ("draw", False), ("", False)]

    def test_the_arbiter_sees_the_button(self, arbiter, hall):
        response = arbiter.get(f"/g/{hall.tournament.uuid}/r/")

        assertContains(response, "Check and publish")
        assertContains(response, "3 tables")

    def test_many_rounds_cost_no_more(self, arbiter, club, hall):
        longer = Hall.gather(club, 30, rounds_planned=5, name="Long")
        longer.draw()
        counts = []
        for one in (hall, longer):
            with CaptureQueriesContext(connection) as queries:
                arbiter.get(f"/g/{one.tournament.uuid}/r/")
            counts.append(len(queries))

        assert counts[0] == counts[1] <= 7


class TestThePage:
    def test_tables_and_the_certificate_in_words(self, arbiter, hall):
        response = arbiter.get(page(hall))

        assertContains(response, "Nobody meets anybody twice.")
        for number in range(1, 10):
            assertContains(response, f"P{number:02}")
        assertContains(response, "Publish round 1")

    def test_the_desk_reads_and_changes_nothing(self, client, club, hall):
        club.users["Didier"] = make_user("Didier")
        hall.tournament.roles.create(user=club.user("Didier"), role="desk")
        client.force_login(club.user("Didier"))

        response = client.get(page(hall))

        assertContains(response, "P01")
        assertNotContains(response, "data-place")
        assert edit(client, hall, "swap", 1, 2).status_code == 403
        assert client.get(page(hall, "seating.csv")).status_code == 200

    def test_a_member_does_not_see_it(self, client, club, hall):
        client.force_login(club.user("Bob"))

        assert client.get(page(hall)).status_code == 403

    def test_a_round_that_is_not_planned_is_not_there(self, arbiter, hall):
        assert arbiter.get(page(hall, number=4)).status_code == 404
        assert arbiter.get(page(hall, number=0)).status_code == 404

    def test_more_tables_cost_no_more(self, arbiter, club, hall):
        larger = Hall.gather(club, 60, name="Large")
        larger.draw()
        counts = []
        for one in (hall, larger):
            with CaptureQueriesContext(connection) as queries:
                assert arbiter.get(page(one)).status_code == 200
            counts.append(len(queries))

        assert counts[0] == counts[1] <= 9, [query["sql"][:90] for query in queries]

    def test_who_has_not_paid_is_counted(self, arbiter, club):
        hall = Hall.gather(club, 9, fee=1000)
        hall.draw()

        assertContains(arbiter.get(page(hall)), "9 of those who play have not paid yet.")


class TestBeforeTheCheckIn:
    def test_nothing_is_drawn_yet(self, arbiter, club):
        hall = Hall.gather(club, 9, state="open")

        assert [line.step for line in round_lines(hall.tournament)] == ["", "", ""]
        assertContains(arbiter.get(page(hall)), "from the check-in on")


class TestDrawing:
    def draw(self, client, hall, number=1, **told):
        data = {"method": "rotation", "sizes": "", "seed": "", "request_id": str(uuid4()), **told}
        return client.post(page(hall, "seating/draw/", number), data)

    def test_a_round_without_seating_is_drawn(self, arbiter, club):
        hall = Hall.gather(club, 9)
        assertContains(arbiter.get(page(hall)), "9 people take part in this round.")

        assertRedirects(self.draw(arbiter, hall), page(hall))

        assert hall.round(1).state == RoundState.DRAWN

    def test_with_a_seed_of_its_own_it_is_drawn_alike(self, arbiter, hall):
        self.draw(arbiter, hall, seed="12")
        first = seated(hall)
        self.draw(arbiter, hall, seed="13")
        self.draw(arbiter, hall, seed="12")

        assert seated(hall) == first

    def test_other_sizes_are_offered(self, arbiter, club):
        hall = Hall.gather(club, 12, rounds_planned=4)
        assertContains(arbiter.get(page(hall)), "4 tables of 3: nobody meets anybody twice")

        self.draw(arbiter, hall, sizes="3,3,3,3")

        assert [len(table) for table in seated(hall, 4)] == [3, 3, 3, 3]

    def test_wrong_input_is_said_at_its_field_and_nothing_drawn(self, arbiter, hall):
        before = hall.round(1).plan

        response = self.draw(arbiter, hall, seed="-1", method="snake")

        assert response.status_code == 422
        assertContains(response, "A seed is a whole number", status_code=422)
        assertContains(response, 'value="-1"', status_code=422)
        assert hall.round(1).plan == before

    def test_too_few_are_told_so(self, arbiter, club):
        hall = Hall.gather(club, 5)

        response = self.draw(arbiter, hall)

        assertContains(response, "5 players cannot be split so", status_code=422)

    def test_thrown_away_it_is_planned_again(self, arbiter, hall):
        arbiter.post(page(hall, "seating/discard/"), {"request_id": str(uuid4())})

        assert {one.state for one in hall.tournament.rounds.all()} == {RoundState.PLANNED}
        assertContains(arbiter.get(page(hall)), "Draw the seating")


class TestChangingByHand:
    def test_two_change_places_and_the_difference_is_told(self, arbiter, hall):
        """Nobody met anybody twice; now some pairs meet twice."""
        (a, *_), (b, *_) = seated(hall, 3)[:2]

        response = edit(arbiter, hall, "swap", a, b, number=3)

        assertRedirects(response, f"{page(hall, number=3)}#p{b}", fetch_redirect_response=False)
        shown = arbiter.get(page(hall, number=3))
        assertContains(shown, f"P{a:02} and P{b:02} change places. Repeats 0 → ")
        assertContains(shown, "meet in rounds")
        assertContains(shown, "has-remark")

    def test_one_name_alone_changes_no_place(self, arbiter, hall):
        response = edit(arbiter, hall, "swap", 1)

        assertContains(response, "Choose the two who change places.", status_code=422)

    def test_a_name_that_is_nobody(self, arbiter, hall):
        assert edit(arbiter, hall, "swap", 1, 99).status_code == 422
        assert edit(arbiter, hall, "explode").status_code == 422

    def test_a_locked_table_says_why(self, arbiter, hall):
        edit(arbiter, hall, "lock-1")
        (a, *_), (b, *_) = seated(hall)[:2]

        response = edit(arbiter, hall, "swap", a, b)

        assertContains(response, "locked", status_code=422)
        assert hall.round(1).plan["locked"] == [1]

    def test_overtaken_it_shows_how_it_stands(self, arbiter, hall):
        seen = hall.round(1).certificate["plan_sha256"][:16]
        (a, *_), (b, *_) = seated(hall)[:2]
        edit(arbiter, hall, "swap", a, b, seen=seen)
        before = seated(hall)

        response = edit(arbiter, hall, "swap", a, b, seen=seen)

        assertContains(response, "Somebody else changed the tournament", status_code=409)
        assert seated(hall) == before

    def test_a_chart_by_hand(self, arbiter, club):
        hall = Hall.gather(club, 6)
        hall.draw(method=Method.MANUAL)
        assertContains(arbiter.get(page(hall)), "Without a place")

        for at, player in enumerate((5, 1, 3, 2, 4, 6)):
            edit(arbiter, hall, f"move-{1 + at // 3}", player)
        assert seated(hall) == [[5, 1, 3], [2, 4, 6]]
        edit(arbiter, hall, "undo")
        edit(arbiter, hall, "bye", 6)

        assert seated(hall) == [[5, 1, 3], [2, 4]]
        assertContains(arbiter.get(page(hall)), "Byes")

    def test_a_chart_that_is_typed(self, arbiter, club):
        hall = Hall.gather(club, 6)
        hall.draw(method=Method.MANUAL)
        told = {"request_id": str(uuid4()), "chart": "1: 5 1 3\n2: 2, 4, 99"}
        path = page(hall, "seating/chart/")

        response = arbiter.post(path, told)
        assertContains(response, "2: 2, 4, 99", status_code=422)
        assert arbiter.post(path, {**told, "chart": "eins"}).status_code == 422
        response = arbiter.post(path, {**told, "chart": "1: 5 1 3\n2\t2\t4\t6"})

        assertRedirects(response, page(hall))
        assert seated(hall) == [[5, 1, 3], [2, 4, 6]]

    def test_a_published_table_is_dissolved(self, arbiter, club):
        hall = Hall.gather(club, 10)
        hall.publish()
        assertContains(arbiter.get(page(hall)), "Dissolve table 3")

        edit(arbiter, hall, "dissolve-3")

        assert [len(table) for table in seated(hall)] == [4, 4]

    def test_who_left_since_the_draw(self, arbiter, hall):
        Entry.objects.filter(number=9).update(checked_in_at=None, check_in_way="")
        assertContains(arbiter.get(page(hall)), "Seated and not there:")

        arbiter.post(page(hall, "seating/update/"), {"request_id": str(uuid4())})

        assert 9 not in chain.from_iterable(seated(hall))


class TestPublishing:
    def publish(self, client, hall, number=1, **told):
        data = {"request_id": str(uuid4()), **told}
        return client.post(page(hall, "seating/publish/", number), data)

    def test_and_back(self, arbiter, hall):
        assertRedirects(self.publish(arbiter, hall), page(hall))
        assertContains(arbiter.get(page(hall)), "Take the publication back")

        arbiter.post(page(hall, "seating/unpublish/"), {"request_id": str(uuid4())})

        assert hall.round(1).state == RoundState.DRAWN

    def test_sent_twice_it_is_published_once(self, arbiter, hall):
        request_id = str(uuid4())
        for _ in range(2):
            assert self.publish(arbiter, hall, request_id=request_id).status_code == 302

        assert len(hall.tables()) == 3

    def test_warnings_are_read_first(self, arbiter, club):
        hall = Hall.gather(club, 8)
        hall.publish()
        hall.play()
        hall.validate()

        response = self.publish(arbiter, hall, 2)

        assertContains(response, "Read what the seating does not keep to", status_code=422)
        assert self.publish(arbiter, hall, 2, warnings_seen="on").status_code == 302

    def test_a_table_with_a_deal_keeps_the_round(self, arbiter, hall):
        hall.publish()
        hall.deal(hall.tables()[0])

        response = arbiter.post(page(hall, "seating/unpublish/"), {"request_id": str(uuid4())})

        assertContains(response, "has a deal already", status_code=422)
        assertContains(arbiter.get(page(hall)), "in play")


class TestFiles:
    def rows(self, client, hall, query=""):
        text = client.get(page(hall, f"seating.csv{query}")).content.decode("utf-8-sig")
        return [line.split(",") for line in text.splitlines()]

    def test_by_table_and_by_name(self, arbiter, club):
        hall = Hall.gather(club, 9, leftovers="bye")
        hall.draw()
        bye = hall.round(1).plan["byes"][0]

        rows = self.rows(arbiter, hall)
        assert rows[0] == ["Table", "Seat", "Number", "Name", "Club"]
        first = seated(hall)[0][0]
        assert rows[1] == ["1", "1", str(first), f"P{first:02}", ""]
        assert rows[9] == ["", "", str(bye), f"P{bye:02}", ""]
        by_name = self.rows(arbiter, hall, "?by=name")
        assert [row[1] for row in by_name[1:]] == [f"P{n:02}" for n in range(1, 10)]

    def test_a_substitute_is_named(self, arbiter, hall):
        comings.substitute(
            hall.arbiter, hall.entry(1), name="Zoé", from_round=2, request_id=uuid4()
        )

        names = [row[3] for row in self.rows(arbiter, hall)]
        assert "P01" in names
        text = arbiter.get(page(hall, "seating.csv", 2)).content.decode()
        assert "Zoé" in text
