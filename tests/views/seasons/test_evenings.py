"""Pages that run the evenings of a season."""

import re
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Evening, League, Penalty
from clubs.queries.seasons.seasons import evening_mark
from clubs.services.changes import written_at
from tests.cast import Cast
from tests.page_forms import errors, follow, page_form

TUESDAY = date(2025, 11, 4)
EIGHT = datetime(2025, 11, 4, 19, tzinfo=UTC)  # in the evening, in Paris

SIGN = "From 1 on, without a sign: the choice says whether they are taken."


@pytest.fixture
def league(club: Cast) -> League:
    return club.league()


def plan(league: League) -> str:
    return f"/c/trois-bouts/s/{league.uuid}/evenings/new/"


def page(evening: Evening, rest: str) -> str:
    return f"/c/trois-bouts/s/{evening.league.uuid}/evenings/{evening.uuid}/{rest}/"


def table(club: Cast):
    with written_at(EIGHT):
        return club.sitting("Alice", "Bob", "Charlie", "Dora")


class TestPlanning:
    def test_every_tuesday_until(self, league, sign_in):
        typed = {"held_on": "2025-11-04", "repeat": "1", "until": "2025-11-24", "place": "Mairie"}

        response = sign_in().post(plan(league), {**typed, "name": ""})

        assertRedirects(response, plan(league))
        days = league.evenings.values_list("held_on", "place")
        assert list(days) == [(date(2025, 11, day), "Mairie") for day in (4, 11, 18)]

    @pytest.mark.parametrize(
        ("told", "field", "text"),
        [
            ({"held_on": ""}, "held_on", "This field is required."),
            (
                {"held_on": "2025-08-01"},
                "held_on",
                "Not in the season, which runs 1 Sept. 2025 – 30 June 2026.",
            ),
            ({"repeat": "1"}, "until", "Until when?"),
            ({"repeat": "1", "until": "2025-11-01"}, "until", "That is before the first evening."),
            ({"repeat": "1", "until": "2035-11-01"}, "until", "Two years at most."),
            (
                {"repeat": "1", "until": "2026-07-07"},
                "until",
                "Not in the season, which runs 1 Sept. 2025 – 30 June 2026.",
            ),
            (
                {"held_on": "2025-12-02"},
                "held_on",
                "There is an evening already: 2 Dec. 2025. Give this one a name of its own.",
            ),
        ],
    )
    def test_wrong_input(self, club, league, sign_in, told, field, text):
        club.evening(league, date(2025, 12, 2))

        response = sign_in().post(plan(league), {"held_on": "2025-11-04", **told})

        assert response.status_code == 422
        assert errors(response) == {field: [text]}
        assert league.evenings.count() == 1

    def test_queries(self, club, league, sign_in, count_queries):
        client = sign_in()
        club.evening(league, TUESDAY)
        assert count_queries(client, plan(league)) == 5  # session, account, roles, season, evenings

        for day in (11, 18):
            club.evening(league, date(2025, 11, day))
        assert count_queries(client, plan(league)) == 5


class TestRunning:
    def test_opened_and_closed_by_a_scorer(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY, state="planned")
        client = sign_in("Alice")
        assertContains(client.get(page(evening, "edit")), page(evening, "open"))

        assertRedirects(client.post(page(evening, "open")), page(evening, "edit"))
        assertContains(client.get(page(evening, "edit")), page(evening, "close"))
        client.post(page(evening, "close"))
        assertContains(client.get(page(evening, "edit")), page(evening, "reopen"))
        client.post(page(evening, "reopen"))

        evening.refresh_from_db()
        assert evening.state == "open"

    def test_the_ranking_shows_penalties_and_what_counts(self, club, league, sign_in):
        """180 for Alice, and 130 of it in the standings."""
        evening = club.evening(league, TUESDAY, sitting := table(club))
        club.deal(sitting)
        Penalty.objects.create(
            evening=evening, player=club.player("Alice"), points=-50, reason="Late"
        )

        ranking = follow(
            client := sign_in("Charlie"),
            client.get(page(evening, "edit")),
            f"/c/trois-bouts/s/{league.uuid}/evenings/{evening.uuid}/",
        )

        assertContains(ranking, "With penalties")
        heads = re.findall(r'<th scope="col" class="([^"]*)">([^<]*)', ranking.content.decode())
        # What the ranks follow stands on a phone, too.
        assert [head for css, head in heads if "hide-sm" not in css] == ["Rank", "Score"]
        assertContains(ranking, "Ranks of an evening are by the scores.")
        [alice] = [row for row in ranking.context["result"].places if row.penalty]
        assert (alice.score, alice.net) == (180, 130)

    def test_a_scorer_sees_no_button_that_would_not_work(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY, table(club))

        response = sign_in("Alice").get(page(evening, "edit"))

        for rest in ("detach", "penalties/new", "cancel"):
            assertNotContains(response, rest)

    def test_another_day(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)
        typed = {"held_on": "2025-11-05", "place": "Mairie", "seen": evening_mark(evening)}

        assertRedirects(sign_in().post(page(evening, "edit"), typed), page(evening, "edit"))

        evening.refresh_from_db()
        assert (evening.held_on, evening.place) == (date(2025, 11, 5), "Mairie")

    def test_somebody_was_first(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)
        seen = evening_mark(evening)
        Evening.objects.update(place="Gymnase")

        response = sign_in().post(
            page(evening, "edit"), {"held_on": "2025-11-05", "place": "Mairie", "seen": seen}
        )

        assertContains(response, 'value="Mairie"', status_code=409)
        assert Evening.objects.get().place == "Gymnase"

    def test_wrong_day(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)

        response = sign_in().post(page(evening, "edit"), {"held_on": "2027-01-01"})

        assert response.status_code == 422
        assert list(errors(response)) == ["held_on"]

    def test_taken_out_and_taken_out_again(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY, state="planned")
        client, sent = sign_in(), {"request_id": str(uuid4())}

        for _ in range(2):  # a double tap
            assertRedirects(client.post(page(evening, "cancel"), sent), plan(league))
        assert not Evening.objects.exists()
        assert client.post(page(evening, "cancel")).status_code == 404

    def test_with_a_table_it_stays(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY, table(club))

        response = sign_in().post(page(evening, "cancel"))

        text = "An evening with tables or penalties is not taken out."
        assertContains(response, text, status_code=409)

    def test_an_evening_of_another_season_is_not_found(self, club, league, sign_in):
        evening = club.evening(club.league(name="Vendredi"), TUESDAY)

        path = page(evening, "edit").replace(str(evening.league.uuid), str(league.uuid))

        assert sign_in().get(path).status_code == 404

    def test_queries(self, club, league, sign_in, count_queries):
        evening = club.evening(league, TUESDAY, table(club))
        client = sign_in()
        # session, account, roles, evening; tables that count, tables near, seats and their
        # players, the evenings at which they count; penalties, who is there
        assert count_queries(client, page(evening, "edit")) == 11

        for _ in range(2):
            table(club)
        assert evening.tables.count() == 3
        assert count_queries(client, page(evening, "edit")) == 11


class TestTables:
    def test_one_of_the_day_is_offered_and_counted(self, club, league, sign_in):
        sitting = table(club)
        evening = club.evening(league, TUESDAY)
        client = sign_in()
        path = page(evening, f"tables/{sitting.uuid}/attach")
        assertContains(client.get(page(evening, "edit")), path)

        assertRedirects(client.post(path), page(evening, "edit"))
        assert evening.tables.get().sitting == sitting

        path = page(evening, f"tables/{sitting.uuid}/detach")
        assertContains(client.get(page(evening, "edit")), path)
        client.post(path)
        assert not evening.tables.exists()

    def test_one_of_another_week_is_not_offered(self, club, league, sign_in):
        sitting = table(club)
        evening = club.evening(league, date(2025, 11, 12))

        assertNotContains(sign_in().get(page(evening, "edit")), str(sitting.uuid))

    def test_one_outside_the_season_is_refused(self, club, sign_in):
        sitting = table(club)
        evening = club.evening(club.league(starts_on=date(2025, 12, 1)), date(2025, 12, 2))

        response = sign_in().post(page(evening, f"tables/{sitting.uuid}/attach"))

        text = "The day of this table is not in the season."
        assertContains(response, text, status_code=409)

    def test_one_of_another_club_is_not_found(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)
        private = club.private_table("Ana", "Luc", "Zoé").sitting

        path = page(evening, f"tables/{private.uuid}/attach")

        assert sign_in().post(path).status_code == 404


class TestCheckIn:
    def names(self, evening):
        return sorted(evening.present.values_list("name", flat=True))

    def test_what_another_phone_ticked_meanwhile_stays(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)
        evening.present.add(club.player("Bob"))
        uuid = {name: str(club.player(name).uuid) for name in ("Bob", "Dora")}
        evening.present.add(club.player("Frank"))  # after the page was shown

        response = sign_in("Alice").post(
            page(evening, "people"), {"shown": [uuid["Bob"]], "here": [uuid["Dora"]]}
        )

        assertRedirects(response, page(evening, "edit"))
        assert self.names(evening) == ["Dora", "Frank"]

    def test_who_goes_back_and_ticks_one_more_is_told(self, club, league, sign_in):
        """The browser shows the form as it was, with its request_id."""
        evening, client = club.evening(league, TUESDAY), sign_in("Alice")
        bob, dora = (str(club.player(name).uuid) for name in ("Bob", "Dora"))
        form = page_form(client.get(page(evening, "people")), has="here")

        first, same = (form.fill(here=[bob]).send(client) for _ in range(2))
        other = form.fill(here=[bob, dora]).send(client)

        assert [answer.status_code for answer in (first, same, other)] == [302, 302, 409]
        assert self.names(evening) == ["Bob"]

    def test_who_sits_at_a_table_is_marked(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY, table(club))

        assertContains(sign_in("Alice").get(page(evening, "people")), "at a table", count=4)

    def test_queries(self, club, league, sign_in, count_queries):
        evening = club.evening(league, TUESDAY)
        client = sign_in("Alice")
        # session, account, roles, evening; members, who is there, who sits, everybody
        assert count_queries(client, page(evening, "people")) == 8

        evening.present.add(*(club.player(name) for name in ("Bob", "Dora", "Frank")))
        assert count_queries(client, page(evening, "people")) == 8


class TestPenalties:
    def typed(self, club, **told):
        bob = str(club.player("Bob").uuid)
        sound = {"player": bob, "points": "20", "direction": "takes", "reason": "Retard"}
        return {**sound, "sitting": "", **told}

    def test_given_and_cancelled(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)
        client = sign_in()

        typed = self.typed(club, request_id=str(uuid4()))
        client.post(page(evening, "penalties/new"), typed)
        again = client.post(page(evening, "penalties/new"), typed, follow=True)
        assertContains(again, "The penalty is noted.", count=1)  # nobody saw that of the first time
        assertContains(again, "This was sent before, and counts once.")
        penalty = Penalty.objects.get()
        assertContains(client.get(page(evening, "edit")), "Retard")
        path = page(evening, f"penalties/{penalty.uuid}/cancel")
        response = client.post(path, {"reason": ""})
        assert (response.status_code, list(errors(response))) == (422, ["reason"])
        client.post(path, {"reason": "Train en panne"})

        penalty.refresh_from_db()
        assert (penalty.points, penalty.cancel_reason) == (-20, "Train en panne")
        assertContains(client.get(path), "cancelled already")

    def test_the_same_from_a_page_fetched_anew_is_asked_about(self, club, league, sign_in):
        """As by somebody who goes back in a browser without scripts."""
        address, client = page(club.evening(league, TUESDAY), "penalties/new"), sign_in()
        bob, dora = (str(club.player(name).uuid) for name in ("Bob", "Dora"))

        def give(player):
            form = page_form(client.get(address), has="points")
            return form.fill(player=player, points="20", reason="Retard").send(client)

        asked = [give(player) for player in (bob, dora, bob)][-1]
        assert (asked.status_code, list(errors(asked))) == (422, ["again"])
        assert Penalty.objects.count() == 2
        page_form(asked, has="again").fill(again="on").send(client)
        assert Penalty.objects.filter(player__name="Bob", points=-20).count() == 2

    def test_at_a_table(self, club, league, sign_in):
        sitting = table(club)
        evening = club.evening(league, TUESDAY, sitting)

        sign_in().post(page(evening, "penalties/new"), self.typed(club, sitting=str(sitting.uuid)))

        assert Penalty.objects.get().sitting == sitting

    def test_at_a_table_where_the_player_did_not_sit(self, club, league, sign_in):
        sitting = table(club)
        evening = club.evening(league, TUESDAY, sitting)
        frank = str(club.player("Frank").uuid)
        typed = self.typed(club, sitting=str(sitting.uuid), player=frank)

        response = sign_in().post(page(evening, "penalties/new"), typed)

        said = "Frank did not sit there: choose another table, or the whole evening."
        assert errors(response) == {"sitting": [said]}
        assert not Penalty.objects.exists()

    @pytest.mark.parametrize(
        ("told", "field", "text"),
        [
            ({"player": ""}, "player", "This field is required."),
            ({"points": "0"}, "points", SIGN),
            ({"points": "a lot"}, "points", "Enter a whole number."),
            ({"reason": "  "}, "reason", "This field is required."),
        ],
    )
    def test_wrong_input(self, club, league, sign_in, told, field, text):
        evening = club.evening(league, TUESDAY)

        response = sign_in().post(page(evening, "penalties/new"), self.typed(club, **told))

        assert response.status_code == 422
        assert errors(response) == {field: [text]}
        assert not Penalty.objects.exists()

    def test_nobody_of_another_club(self, club, league, sign_in):
        evening = club.evening(league, TUESDAY)
        eve = str(club.player("Eve").uuid)

        response = sign_in().post(page(evening, "penalties/new"), self.typed(club, player=eve))

        assert response.status_code == 422
        assert list(errors(response)) == ["player"]


def test_pages_of_a_closed_season_say_that_it_is_closed(club, league, sign_in):
    """Not that their organiser may not see them: somebody else may have closed it meanwhile."""
    evening = club.evening(league, TUESDAY, state="closed")
    client = sign_in()
    form = page_form(client.get(page(evening, "penalties/new")), has="points")
    League.objects.update(state="closed")

    text = "The season is closed"
    for rest in ("edit", "people", "penalties/new"):
        assertContains(client.get(page(evening, rest)), text, status_code=409)
    for path in (plan(league), f"/c/trois-bouts/s/{league.uuid}/members/"):
        assertContains(client.get(path), text, status_code=409)
    bob = str(club.player("Bob").uuid)
    response = form.fill(player=bob, points="20", reason="Retard").send(client)
    assertContains(response, text, status_code=409)
    assert sign_in("Bob").get(page(evening, "edit")).status_code == 403


class TestMoney:
    """Who pays whom stands on the evening's page for everybody; who runs it is led there."""

    @pytest.mark.parametrize(
        ("game", "rules", "links"),
        [("volte", {"stake_per_point": 5}, 1), ("volte", "volte", 0), ("french", "fft", 0)],
        ids=["for money", "for points", "another game for points"],
    )
    def test_who_runs_it_is_led_there(self, sign_in, club, game, rules, links):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game=game, rules=rules)
        evening = club.evening(club.league(game=game), TUESDAY, sitting)

        response = sign_in().get(page(evening, "edit"))

        address = f"/c/trois-bouts/s/{evening.league.uuid}/evenings/{evening.uuid}/#money"
        assertContains(response, f'href="{address}"', links)
        shown = sign_in().get(address.removesuffix("#money"))
        assertContains(shown, 'id="money"', links)
