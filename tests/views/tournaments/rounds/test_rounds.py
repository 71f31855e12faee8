"""The rounds of a tournament: their list, the seating of one, its buttons and files."""

from itertools import chain
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.seating.draw import SeatingMethod
from clubs.models import Entry, RoundState
from clubs.queries.tournaments.rounds.round_list import round_lines
from clubs.services.tournaments.entries import substitutions
from tests.cast import make_user
from tests.hall import Hall, published_hall, validated_hall
from tests.page_forms import follow, form_on, send


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 9)
    hall.draw()
    return hall


@pytest.fixture
def arbiter(charlie):
    return charlie


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

    def test_many_rounds_cost_no_more(self, arbiter, club, hall, count_queries):
        longer = Hall.gather(club, 30, rounds_planned=5, name="Long")
        longer.draw()
        counts = []
        for one in (hall, longer):
            counts.append(count_queries(arbiter, f"/g/{one.tournament.uuid}/r/"))

        assert counts[0] == counts[1] <= 9


class TestThePage:
    def test_tables_and_the_certificate_in_words(self, arbiter, hall):
        response = arbiter.get(page(hall))

        assertContains(response, "Over 3 rounds nobody meets anybody twice.")
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

    def test_a_round_that_is_not_planned_is_not_there(self, arbiter, hall):
        assert arbiter.get(page(hall, number=4)).status_code == 404
        assert arbiter.get(page(hall, number=0)).status_code == 404

    def test_more_tables_cost_no_more(self, arbiter, club, hall, count_queries):
        larger = Hall.gather(club, 60, name="Large")
        larger.draw()
        counts = [count_queries(arbiter, page(one)) for one in (hall, larger)]

        assert counts[0] == counts[1] <= 9

    def test_the_certificate_says_who_is_kept_apart(self, arbiter, club):
        """Nothing of it where nobody was, or where two of one club sit together by now."""
        said = "Nobody sits with somebody of their own club."
        hall = Hall.gather(club, 9, separation="club")
        hall.draw()
        assertNotContains(arbiter.get(page(hall)), said)

        hall.tournament.entries.filter(number__in=(1, 2)).update(club_name="Dole")
        hall.draw()
        assertContains(arbiter.get(page(hall)), said)

        hall.tournament.entries.filter(number__in=seated(hall)[0][:2]).update(club_name="Dole")
        assertNotContains(arbiter.get(page(hall)), said)

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

    def test_the_same_request_for_another_method_is_refused(self, arbiter, hall):
        told = {"request_id": str(uuid4())}

        methods = ("rotation", "rotation", "random")
        answers = [self.draw(arbiter, hall, method=method, **told) for method in methods]

        assert [answer.status_code for answer in answers] == [302, 302, 409]

    def test_other_sizes_are_offered(self, arbiter, club):
        hall = Hall.gather(club, 12, rounds_planned=4)
        assertContains(arbiter.get(page(hall)), "4 tables of 3: nobody meets anybody twice")

        self.draw(arbiter, hall, sizes="3,3,3,3")

        assert [len(table) for table in seated(hall, 4)] == [3, 3, 3, 3]

    def test_what_the_settings_give_is_offered_once(self, arbiter, club):
        hall = Hall.gather(club, 8)

        assertContains(arbiter.get(page(hall)), "2 tables of 4</option>", count=1)

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

        address = f"{page(hall, number=3)}?moved={a},{b}#p{b}"
        assertRedirects(response, address, fetch_redirect_response=False)
        shown = arbiter.get(address)
        assertContains(shown, f"P{a:02} and P{b:02} change places.")
        assertContains(shown, "Repeats 0 → ")
        assertContains(shown, "is-moved", count=2)
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
        seen = form_on(arbiter.get(page(hall)), "seating/edit/").fields["seen"].value
        (a, *_), (b, *_) = seated(hall)[:2]
        edit(arbiter, hall, "swap", a, b, seen=seen)
        before = seated(hall)

        response = edit(arbiter, hall, "swap", a, b, seen=seen)

        assertContains(response, "Somebody else changed the tournament", status_code=409)
        assert seated(hall) == before

    def test_who_goes_back_and_swaps_others_is_told(self, arbiter, hall):
        """The browser shows the page as it was, with its request_id."""
        receipt = form_on(arbiter.get(page(hall)), "seating/edit/").fields["request_id"].value
        (a, c, *_), (b, d, *_) = seated(hall)[:2]

        pairs = ((a, b), (a, b), (c, d))
        answers = [edit(arbiter, hall, "swap", *pair, request_id=receipt) for pair in pairs]

        assert [answer.status_code for answer in answers] == [302, 302, 409]
        assert {c, b} <= set(seated(hall)[0])

    def test_a_chart_by_hand(self, arbiter, club):
        hall = Hall.gather(club, 6)
        hall.draw(method=SeatingMethod.MANUAL)
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
        hall.draw(method=SeatingMethod.MANUAL)
        told = {"request_id": str(uuid4()), "chart": "1: 5 1 3\n2: 2, 4, 99"}
        path = page(hall, "seating/chart/")

        response = arbiter.post(path, told)
        assertContains(response, "2: 2, 4, 99", status_code=422)
        for wrong in ("eins", f"1: 5 1 3\n2: {'9' * 5000}"):
            assert arbiter.post(path, {**told, "chart": wrong}).status_code == 422
        response = arbiter.post(path, {**told, "chart": "1: 5 1 3\n2\t2\t4\t6"})

        assertRedirects(response, page(hall))
        assert seated(hall) == [[5, 1, 3], [2, 4, 6]]

    def test_a_published_table_is_dissolved(self, arbiter, club):
        hall = published_hall(club, 10)
        assertContains(arbiter.get(page(hall)), "Dissolve table 3")

        edit(arbiter, hall, "dissolve-3")

        assert [len(table) for table in seated(hall)] == [4, 4]


class TestPublishing:
    def publish(self, client, hall, number=1, **told):
        return send(client, client.get(page(hall, number=number)), "seating/publish/", **told)

    def test_and_back(self, arbiter, hall):
        assertRedirects(self.publish(arbiter, hall), page(hall))
        assertContains(arbiter.get(page(hall)), "Take the publication back")

        arbiter.post(page(hall, "seating/unpublish/"), {"request_id": str(uuid4())})

        assert hall.round(1).state == RoundState.DRAWN

    def test_sent_twice_it_is_published_once(self, arbiter, hall):
        shown = arbiter.get(page(hall))
        for _ in range(2):
            assert send(arbiter, shown, "seating/publish/").status_code == 302

        assert len(hall.tables()) == 3

    def test_warnings_are_read_first(self, arbiter, club):
        hall = validated_hall(club, 8)

        response = self.publish(arbiter, hall, 2)

        assertContains(response, "Read what the seating does not keep to", status_code=422)
        assert self.publish(arbiter, hall, 2, warnings_seen="on").status_code == 302

    def test_a_table_with_a_deal_keeps_the_round(self, arbiter, hall):
        hall.publish()
        hall.deal(hall.tables()[0])

        response = arbiter.post(page(hall, "seating/unpublish/"), {"request_id": str(uuid4())})

        assertContains(response, "has a deal already", status_code=422)
        assertContains(arbiter.get(page(hall)), "in play")

    def test_only_what_was_on_the_screen_is_published(self, arbiter, hall):
        """Somebody else swaps two people while the page is open."""
        shown = arbiter.get(page(hall))
        (a, *_), (b, *_) = seated(hall)[:2]
        edit(arbiter, hall, "swap", a, b)

        response = send(arbiter, shown, "seating/publish/")

        assertContains(response, "Nothing is published", status_code=409)
        assertContains(response, "Since you looked:", status_code=409)
        names = {entry.number: entry.name for entry in Entry.objects.all()}
        for number in (a, b):
            assertContains(response, f"<strong>{names[number]}</strong>", status_code=409)
        assert hall.round(1).state == RoundState.DRAWN
        assert send(arbiter, response, "seating/publish/").status_code == 302
        assert [hall.seated(table) for table in hall.tables()] == seated(hall)

    def test_nor_when_it_was_drawn_again_or_somebody_plays_for_another(self, arbiter, hall):
        shown = arbiter.get(page(hall))
        substitutions.substitute(
            hall.arbiter, hall.entry(1), name="Zoé", from_round=1, request_id=uuid4()
        )
        response = send(arbiter, shown, "seating/publish/")
        assertContains(response, "somebody plays for another one", status_code=409)

        drawn = send(arbiter, response, "seating/draw/")
        assert drawn.status_code == 302, drawn.context["draw_form"].errors

        response = send(arbiter, response, "seating/publish/")
        assertContains(response, "It was drawn again", status_code=409)
        assert hall.round(1).state == RoundState.DRAWN

    def test_what_is_read_is_new_in_this_round(self, arbiter, club):
        """Two of one club met in round 1: nobody is asked about that again."""
        hall = Hall.gather(club, 9, separation="club")
        hall.draw()
        first = seated(hall)[0][:2]
        later = next(
            number
            for number in (2, 3)
            if not any(set(first) <= set(table) for table in seated(hall, number))
        )
        hall.tournament.entries.filter(number__in=first).update(club_name="Dole")
        assertContains(arbiter.get(page(hall)), "of one team or club sits together")
        for number in range(1, later):
            hall.publish(number)
            hall.play(number)
            hall.validate(number)

        shown = arbiter.get(page(hall, number=later))

        assertNotContains(shown, "warnings_seen")
        assert send(arbiter, shown, "seating/publish/").status_code == 302


class TestCertificate:
    def badge(self, client, hall, number=1):
        return client.get(page(hall, number=number)).context["page"]

    def test_a_swap_that_brings_two_together_later_is_told_at_once(self, arbiter, club):
        """Round 1 shows that two of its table meet again in a later round."""
        hall = Hall.gather(club, 16)
        hall.draw()
        assertContains(arbiter.get(page(hall)), "Over 3 rounds nobody meets anybody twice.")
        (a, *_), (b, *_) = seated(hall)[:2]

        edit(arbiter, hall, "swap", a, b)

        shown = arbiter.get(page(hall))
        assertNotContains(shown, "Over 3 rounds nobody meets anybody twice.")
        assertNotContains(shown, "in order")
        assertContains(shown, "with remarks")
        assertContains(shown, "meet in rounds 1, ")

    def test_uneven_tables_of_five_are_said_by_name(self, arbiter, club):
        hall = Hall.gather(club, 9, rounds_planned=3, leftovers="fives")
        hall.draw()
        for number in (1, 2, 3):
            one = hall.round(number)
            one.plan["tables"] = [
                {"number": 1, "players": [1, 2, 3, 4, 5]},
                {"number": 2, "players": [6, 7, 8, 9]},
            ]
            one.save()
        send(arbiter, arbiter.get(page(hall, number=3)), "seating/edit/", press="do=lock-1")

        shown = arbiter.get(page(hall))

        assertContains(
            shown, "5 people sit at tables of 5 in 3 of 3 rounds, others in 0: P01, P02, P03, …."
        )


class TestPeopleComeAndGo:
    """Somebody comes, or leaves, after the arbiter reviewed the draw."""

    def swap(self, client, hall):
        (a, *_), (b, *_) = seated(hall)[:2]
        edit(client, hall, "swap", a, b)
        edit(client, hall, "lock-1")
        return seated(hall)

    def check_in(self, client, hall, entry):
        shown = client.get(f"/g/{hall.tournament.uuid}/check-in/")
        buttons = form_on(shown, "").buttons
        value = next(v for n, v in buttons if n == "here" and v.startswith(str(entry.uuid)))
        return send(client, shown, "", press=f"here={value}")

    def test_who_comes_late_changes_nothing_until_the_arbiter_says_so(self, arbiter, club):
        hall = Hall.gather(club, 14, rounds_planned=2)  # 4 + 4 + 3 + 3
        hall.draw()
        reviewed = self.swap(arbiter, hall)
        (late,) = hall.enter("Hervé Bouvier", checked_in=False)

        self.check_in(arbiter, hall, late)

        assert seated(hall) == reviewed
        door = arbiter.get(f"/g/{hall.tournament.uuid}/check-in/")
        today = arbiter.get(f"/g/{hall.tournament.uuid}/")
        for shown in (door, today, arbiter.get(f"/g/{hall.tournament.uuid}/r/")):
            assertContains(shown, "1 person is here without a seat:")
            assertContains(shown, "BOUVIER Hervé")
        shown = follow(arbiter, today, page(hall))
        assertContains(shown, "Nobody else moves.")
        assertContains(shown, "Round 2 is drawn too and follows")
        response = send(arbiter, shown, "seating/publish/")
        assertContains(response, "People came or left", status_code=422)

        send(arbiter, shown, "seating/update/")

        after = seated(hall)
        assert list(chain.from_iterable(after)).count(15) == 1
        assert [[p for p in table if p != 15] for table in after] == reviewed
        assert hall.round(1).plan["locked"] == [1]
        assert 15 in chain.from_iterable(seated(hall, 2))
        shown = arbiter.get(page(hall))
        table = next(at for at, players in enumerate(after, 1) if 15 in players)
        assert [card.number for card in shown.context["page"].tables if card.is_changed] == [table]
        assertContains(shown, "Changed since the draw")
        assert send(arbiter, shown, "seating/publish/").status_code == 302

    def test_taken_back_it_is_as_before(self, arbiter, club):
        hall = Hall.gather(club, 14)
        hall.draw()
        reviewed = seated(hall)
        (late,) = hall.enter("Hervé", checked_in=False)
        self.check_in(arbiter, hall, late)
        send(arbiter, arbiter.get(page(hall)), "seating/update/")

        send(arbiter, arbiter.get(page(hall)), "seating/edit/", press="do=undo")

        assert seated(hall) == reviewed
        assertContains(arbiter.get(page(hall)), "1 person is here without a seat:")
        assertNotContains(arbiter.get(page(hall)), "Changed since the draw")

    def test_who_moves_is_said_before(self, arbiter, club):
        """Sixteen at tables of four: the seventeenth takes two of them to a fifth table."""
        hall = Hall.gather(club, 16)
        hall.draw()
        before = seated(hall)
        (late,) = hall.enter("Hervé", checked_in=False)
        self.check_in(arbiter, hall, late)

        shown = arbiter.get(page(hall))

        steps = shown.context["page"].offer.steps
        assert [(step.now, step.seat) for step in steps] == [(5, 1), (5, 2), (5, 3)]
        assertContains(shown, "Change the seating so")
        send(arbiter, shown, "seating/update/")
        moved = set(seated(hall)[4]) - {17}
        assert {hall.entry(number).name for number in moved} == {
            step.name for step in steps if step.was
        }
        assert [[p for p in table if p not in moved] for table in before] == seated(hall)[:4]

    def test_another_change_than_the_one_that_was_shown_is_refused(self, arbiter, club):
        hall = Hall.gather(club, 14)
        hall.draw()
        late, later = hall.enter("Hervé", "Irène", checked_in=False)
        self.check_in(arbiter, hall, late)
        shown = arbiter.get(page(hall))
        self.check_in(arbiter, hall, later)
        before = seated(hall)

        response = send(arbiter, shown, "seating/update/")

        assertContains(response, "2 people are here without a seat:", status_code=409)
        assert seated(hall) == before

    def test_who_leaves_keeps_the_others_where_they_are(self, arbiter, club):
        hall = Hall.gather(club, 16)
        hall.draw()
        reviewed = self.swap(arbiter, hall)
        gone = reviewed[1][2]
        shown = arbiter.get(f"/g/{hall.tournament.uuid}/check-in/")
        entry = hall.entry(gone)
        buttons = form_on(shown, "").buttons
        value = next(v for n, v in buttons if n == "absent" and v.startswith(str(entry.uuid)))

        send(arbiter, shown, "", press=f"absent={value}")

        assert seated(hall) == reviewed
        today = arbiter.get(f"/g/{hall.tournament.uuid}/")
        assertContains(today, "1 person has a seat in round 1 and is not here:")
        send(arbiter, follow(arbiter, today, page(hall)), "seating/update/")
        assert seated(hall) == [[p for p in table if p != gone] for table in reviewed]
        assert not any(gone in table for number in (2, 3) for table in seated(hall, number))

    def test_where_nobody_can_be_added_the_page_says_so(self, arbiter, club):
        hall = Hall.gather(club, 10, leftovers="fives")
        hall.draw()
        (late,) = hall.enter("Hervé", checked_in=False)
        self.check_in(arbiter, hall, late)

        shown = arbiter.get(page(hall))

        assertContains(shown, "the sizes that are allowed do not give a place to everybody")
        assertContains(shown, 'href="#draw-method"')


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
        substitutions.substitute(
            hall.arbiter, hall.entry(1), name="Zoé", from_round=2, request_id=uuid4()
        )

        names = [row[3] for row in self.rows(arbiter, hall)]
        assert "P01" in names
        text = arbiter.get(page(hall, "seating.csv", 2)).content.decode()
        assert "Zoé" in text
