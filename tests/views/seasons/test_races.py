"""The race of a season, and its matrix of head to head."""

from pytest_django.asserts import assertContains, assertNotContains

from clubs.core.standings.rank import LeagueSettings
from tests.page_forms import page_form


def page(league, rest):
    return f"/c/trois-bouts/s/{league.uuid}/{rest}"


def drawn(response):
    return [series.name for series in response.context["figure"].series]


class TestLeagueRace:
    def test_the_first_five(self, sign_in, example):
        response = sign_in("Dora").get(page(example, "race/"))

        assert drawn(response) == ["Anne", "Cléo", "Dino", "Eva", "Bob"]
        [anne, *_] = response.context["figure"].series
        assert anne.values == [197, 396, 893, 766]
        assert list(response.context["figure"].short_labels)[:2] == ["12 Sept.", "10 Oct."]
        assertContains(response, "Race of the season")
        assertContains(response, 'name="player"', count=7)

    def test_oneself_comes_on_top(self, sign_in, club, example):
        """Without Bob's evenings at the end: he is last of all."""
        example.standings_rules = LeagueSettings.read({"method": "best_n", "best_n": 1}).to_json()
        example.save()
        club.player("Fred").user = club.user("Eve")
        fred = club.player("Fred")
        bob = club.player("Bob")
        bob.user = None
        bob.save()
        fred.user = club.user("Bob")
        fred.save()

        assert drawn(sign_in("Bob").get(page(example, "race/")))[-1] == "Fred"

    def test_others_on_demand(self, sign_in, club, example):
        asked = "&".join(f"player={club.player(name).uuid}" for name in ("Gina", "Fred"))

        response = sign_in("Bob").get(page(example, f"race/?{asked}"))

        assert drawn(response) == ["Fred", "Gina"]
        assert [series.number for series in response.context["figure"].series] == [1, 2]

    def test_at_most_six(self, sign_in, club, example):
        names = ("Anne", "Bob", "Cléo", "Dino", "Eva", "Fred", "Gina")
        asked = "&".join(f"player={club.player(name).uuid}" for name in names)

        response = sign_in("Bob").get(page(example, f"race/?{asked}"))

        assert drawn(response) == ["Anne", "Cléo", "Dino", "Eva", "Bob", "Fred"]
        assertContains(response, "At most 6 lines")

    def test_nonsense_draws_the_first(self, sign_in, example):
        response = sign_in("Bob").get(page(example, "race/?player=x&size=abc"))

        assert drawn(response)[0] == "Anne"

    def test_its_table(self, sign_in, example):
        response = sign_in("Bob", "fr").get(page(example, "race/?csv=figure-race"))

        text = response.content.decode("utf-8-sig").splitlines()
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        assert text[0].split(";")[1].startswith("Anne (")
        assert [row.split(";")[1] for row in text[1:]] == ["197", "396", "893", "766"]
        assert text[1].split(";")[4] == ""  # Eva was not there

    def test_empty(self, sign_in, club):
        response = sign_in("Bob").get(page(club.league(), "race/"))

        assertContains(response, "The race begins with the first counted deal.")

    def test_is_linked(self, sign_in, example):
        response = sign_in("Bob").get(page(example, ""))

        for rest in ("race/", "duels/", "screen/"):
            assertContains(response, page(example, rest))

    def test_queries(self, sign_in, club, example, count_queries):
        """Session, account, roles, season; what is kept, tables without, their sums, tables,
        evenings, players; who looks."""
        client = sign_in("Bob")
        small = club.league(name="Vendredi")
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)
        club.evening(small, example.starts_on, sitting)

        assert count_queries(client, page(small, "race/")) == 11
        assert count_queries(client, page(example, "race/")) == 11


class TestLeagueDuels:
    def test_each_cell_leads_to_the_two(self, sign_in, club, example):
        response = sign_in("Bob").get(page(example, "duels/"))

        anne, bob = club.player("Anne"), club.player("Bob")
        assertContains(response, f"/p/{anne.uuid}/versus/{bob.uuid}/?league={example.uuid}")
        assertContains(response, "+632")
        assertContains(response, "−632")
        versus = sign_in("Bob").get(f"/p/{anne.uuid}/versus/{bob.uuid}/?league={example.uuid}")
        assertContains(versus, "+632")

    def test_what_was_paid(self, sign_in, example):
        response = sign_in("Bob").get(page(example, "duels/?show=paid"))

        assertContains(response, "+152")
        assertContains(response, "Paid on balance, points")
        assertNotContains(response, "+632")

    def test_by_size(self, sign_in, example):
        response = sign_in("Bob").get(page(example, "duels/?size=3"))

        names = [player.name for player in response.context["matrix"].players]
        assert 3 <= len(names) < 7

    def test_eight_of_many(self, sign_in, club, example, monkeypatch):
        monkeypatch.setattr("clubs.views.seasons.races.MOST_IN_MATRIX", 3)
        client = sign_in("Bob")

        few = client.get(page(example, "duels/"))
        everybody = client.get(page(example, "duels/?all=1"))

        assert len(few.context["matrix"].players) == 3
        assertContains(few, "?all=1")
        assertContains(few, "Show everybody: 4 more")
        assert len(everybody.context["matrix"].players) == 7

    def test_it_begins_with_who_looks_or_who_is_chosen(self, sign_in, club, example):
        """The list of the first one goes from whom this player won most to whom most was lost."""
        client = sign_in("Bob")

        own = client.get(page(example, "duels/?show=paid&size=4"))
        form = page_form(own, has="player").fill(player=str(club.player("Cléo").uuid))
        chosen = form.send(client)

        assert own.context["matrix"].first == own.context["matrix"].players[0] == club.player("Bob")
        values = [cell.value for cell in own.context["matrix"].first_row]
        assert values == sorted(values, reverse=True)
        assert chosen.context["matrix"].players[0] == club.player("Cléo")
        assert (chosen.context["paid"], chosen.context["form"].data["size"]) == (True, "4")
        assert sign_in("Alice").get(page(example, "duels/")).context["matrix"].first is None

    def test_its_table(self, sign_in, example):
        response = sign_in("Bob").get(page(example, "duels/?player=&csv=figure-duels"))

        rows = [line.split(",") for line in response.content.decode("utf-8-sig").splitlines()]
        assert rows[0][:3] == ["Difference of scores", "Anne", "Bob"]
        assert rows[1][:3] == ["Anne", "", "632"]

    def test_a_size_that_is_none(self, sign_in, example):
        assert sign_in("Bob").get(page(example, "duels/?size=9")).status_code == 422

    def test_queries(self, sign_in, club, example, count_queries):
        client = sign_in("Bob")
        small = club.league(name="Vendredi")
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)
        club.evening(small, example.starts_on, sitting)

        assert count_queries(client, page(small, "duels/")) == 13
        assert count_queries(client, page(example, "duels/")) == 13
