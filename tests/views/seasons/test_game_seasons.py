"""Seasons and statistics of games other than the usual one: set-up, tabs, figures, players."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.utils import translation
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.games import GAMES
from clubs.models import EveningState, League, Sitting
from clubs.queries.games import WORDS
from clubs.queries.seasons.standings import standings_page
from clubs.services.seasons.evenings import close_evening, open_evening
from clubs.services.seasons.leagues import close_league, create_league
from clubs.services.tables.sittings import close_sitting
from clubs.views.games import PAGES
from tests.again import built_once
from tests.cast import Cast
from tests.italian_games import play_bolognese, play_volte

FOUR = ("Alice", "Bob", "Charlie", "Dora")
NEW = "/c/trois-bouts/s/new/"
CLUB = "/c/trois-bouts/statistics/"
DAY = date(2026, 1, 13)


def season(club: Cast, game: str) -> League:
    """With one evening: what tests/italian_games.py plays."""
    league = club.league(*FOUR, game=game, name=f"Season of {game}")
    tables = [play_volte(club)] if game == "volte" else play_bolognese(club)
    club.evening(league, DAY, *tables)
    return league


@pytest.fixture
@built_once
def volte(club: Cast) -> League:
    return season(club, "volte")


@pytest.fixture
@built_once
def bolognese(club: Cast) -> League:
    return season(club, "bolognese")


def page(league: League, name: str = "") -> str:
    return f"/c/trois-bouts/s/{league.uuid}/{name}"


def typed(**told: str) -> dict[str, str]:
    span = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    return {"name": "2026", **span, "request_id": str(uuid4()), **told}


def lines(file: HttpResponse) -> list[str]:
    return file.content.decode("utf-8-sig").splitlines()


def back(response: HttpResponse) -> str:
    """Where the arrow leads."""
    (found,) = re.findall(r'data-back\s+href="([^"]*)"', response.content.decode())
    return str(found)


class TestRegister:
    def test_every_game_has_its_pages(self):
        assert list(PAGES) == list(WORDS) == list(GAMES)

    @pytest.mark.parametrize("game", GAMES)
    def test_the_tabs_are_the_pages(self, game):
        pages = {"partners": PAGES[game].partners, "records": PAGES[game].records}
        there = {"takers", *(name for name, found in pages.items() if found)}

        assert set(WORDS[game].tabs) == there


class TestNewSeason:
    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    def test_of_a_game(self, charlie, club, game):
        response = charlie.post(NEW, typed(game=game))

        league = League.objects.get()
        assertRedirects(response, page(league, "settings/"))
        assert league.game == game

    def test_sizes_are_those_of_the_game(self, charlie, club):
        """Both Italian games are for four (bolognese.md §2, tarocco_volte.md §2)."""
        for game, sizes in [("volte", [4]), ("bolognese", [4]), ("french", [3, 4, 5, 6])]:
            charlie.post(NEW, typed(game=game, name=game))
            assert League.objects.get(name=game).standings_rules["sizes"] == sizes

    def test_without_a_game_it_is_that_of_the_newest_season(self, charlie, club):
        club.league(game="bolognese", starts_on=date(2024, 1, 1), ends_on=date(2024, 12, 31))
        club.league(game="volte")

        assertContains(charlie.get(NEW), '<option value="volte" selected>')
        charlie.post(NEW, typed())

        assert League.objects.get(name="2026").game == "volte"

    def test_the_first_season_is_of_the_usual_game(self, charlie, club):
        assertContains(charlie.get(NEW), '<option value="french" selected>')

    def test_an_unknown_game_is_refused(self, charlie, club):
        response = charlie.post(NEW, typed(game="belote"))

        assert response.status_code == 422
        assert "game" in response.context["form"].errors
        assert not League.objects.exists()

    def test_rules_and_members_of_a_season_of_another_game(self, charlie, club):
        rules = {"method": "best_n", "best_n": 3, "sizes": [5, 6], "normalise": "own_size"}
        with translation.override("en"):
            earlier = create_league(
                club.actor("Charlie"),
                club.club,
                name="French",
                starts_on=date(2025, 1, 1),
                ends_on=date(2025, 12, 31),
                standings_rules=rules,
                members=[club.player("Dora")],
                request_id=uuid4(),
            )

        told = typed(game="bolognese", rules_of=str(earlier.uuid), members_of=str(earlier.uuid))
        charlie.post(NEW, told)

        league = League.objects.get(name="2026")
        kept = {name: league.standings_rules[name] for name in rules}
        assert kept == {"method": "best_n", "best_n": 3, "sizes": [4], "normalise": "none"}
        assert [row.player.name for row in league.members.all()] == ["Dora"]

    @pytest.mark.parametrize(
        ("game", "method"), [("french", "best_n"), ("volte", "average"), ("bolognese", "total")]
    )
    def test_the_usual_rules_are_those_of_the_same_game(self, charlie, club, game, method):
        """The newest season of the game chosen; without one all scores are added up."""
        days = {"starts_on": date(2024, 1, 1), "ends_on": date(2024, 12, 31)}
        club.league(game="volte", standings_rules={"method": "average"}, **days)
        club.league(game="french", standings_rules={"method": "best_n", "best_n": 3})
        form = charlie.get(NEW).context["form"]

        charlie.post(NEW, typed(game=game, rules_of=form["rules_of"].value()))

        assert League.objects.get(name="2026").standings_rules["method"] == method

    def test_of_its_sizes_those_are_kept_that_there_are(self, charlie, club):
        told = {"sizes": [4, 5], "normalise": "own_size"}
        earlier = club.league(standings_rules=told)

        charlie.post(NEW, typed(game="french", rules_of=str(earlier.uuid)))

        rules = League.objects.get(name="2026").standings_rules
        assert {name: rules[name] for name in told} == told


class TestSettings:
    def test_one_size_is_no_choice(self, charlie, bolognese):
        assertNotContains(charlie.get(page(bolognese, "settings/")), "Tables that count")

    def test_they_are_saved_without_it(self, charlie, bolognese):
        form = charlie.get(page(bolognese, "settings/")).context["form"]
        sent = {name: form[name].value() for name in form.fields}
        sent = {name: value for name, value in sent.items() if value not in (None, False)}

        response = charlie.post(page(bolognese, "settings/"), {**sent, "name": "Torneo"})

        assert response.status_code == 302
        bolognese.refresh_from_db()
        assert bolognese.name == "Torneo"

    def test_several_sizes_are(self, charlie, club):
        response = charlie.get(page(club.league(), "settings/"))

        sizes = response.context["form"].fields["sizes"].choices
        assert [size for size, _name in sizes] == [3, 4, 5, 6]


class TestTabs:
    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    def test_what_the_game_has_and_nothing_else(self, charlie, club, game):
        league = season(club, game)
        names = ["", "evenings/", "takers/", "rules/", "race/", "duels/"]

        for name in names:
            response = charlie.get(page(league, name))
            assertContains(response, ">Statistics</a>")
            assertContains(response, str(WORDS[game].name))
            assertNotContains(response, ">Takers</a>")
        for name in ("partners/", "records/"):
            assert charlie.get(page(league, name)).status_code == 404

    def test_the_usual_game_has_its_own_and_no_name(self, charlie, club):
        response = charlie.get(page(club.league()))

        assertContains(response, ">Takers</a>")
        assertContains(response, ">Partners</a>")
        assertNotContains(response, "French tarot")

    def test_cards_of_seasons_name_the_game(self, charlie, volte):
        assertContains(charlie.get("/c/trois-bouts/s/"), "Tarocco a volte")

    def test_what_is_paid_is_only_asked_where_somebody_pays(self, charlie, volte, bolognese):
        assertContains(charlie.get(page(volte, "duels/")), "show=paid")
        asked = charlie.get(page(bolognese, "duels/?show=paid"))

        assert asked.context["paid"] is False
        assertNotContains(asked, "Paid on balance")


class TestSeasonStatistics:
    def test_of_volte(self, charlie, volte):
        response = charlie.get(page(volte, "takers/"))

        assert response.context["figures"].deals == 8
        assertContains(response, "19.17")  # average base, 115/6
        assertContains(response, f"?league={volte.uuid}")

    def test_of_bolognese(self, charlie, bolognese):
        response = charlie.get(page(bolognese, "takers/"))

        assert response.context["figures"].deals == 5
        assertContains(response, "166.20")  # average total, 1662/10

    def test_before_anything_is_played(self, charlie, club):
        response = charlie.get(page(club.league(game="volte"), "takers/"))

        assertContains(response, "Figures stand here once a deal is played.")

    def test_tables_and_charts_are_files(self, charlie, volte):
        shown = charlie.get(page(volte, "takers/")).context["figures"]

        for one in [*shown.tables, *shown.charts]:
            file = charlie.get(page(volte, f"takers/?csv={one.key}"))
            assert file["content-type"].startswith("text/csv")
        assert charlie.get(page(volte, "takers/?csv=nothing")).status_code == 404

    def test_numbers_of_a_file_can_be_added(self, charlie, volte):
        """No sign of plus, no minus of print, nothing between thousands, no sign of per cent."""
        assert lines(charlie.get(page(volte, "takers/?csv=players"))) == [
            "Player,Deals,Total,Average a deal,Cappotti as taker,Cappotti in defence,Declarations",
            "Charlie,8,2549,318.63,1,1,1",
            "Alice,8,769,96.13,0,1,1",
            "Bob,8,-755,-94.38,0,1,0",
            "Dora,8,-2563,-320.38,0,0,0",
        ]
        assert lines(charlie.get(page(volte, "takers/?csv=contracts"))) == [
            "Contract,Taken,Won,Lost,Drawn,Success (%),Average base",
            "Plain,2,2,0,0,100.00,30.50",
            "Two times,4,1,3,0,25.00,13.50",
            "Four times,1,0,0,1,0.00,",
        ]

    @pytest.mark.parametrize("language", ["fr", "it"])
    def test_with_the_comma_of_the_language(self, charlie, bolognese, language):
        charlie.cookies["django_language"] = language

        file = lines(charlie.get(page(bolognese, "takers/?csv=players")))

        assert file[1:3] == ["Alice;5;3;-878;78,40;0;1;1", "Bob;5;1;878;254,00;1;0;0"]

    def test_of_a_closed_season_it_is_told_where_they_come_from(self, charlie, club, volte):
        words = "added up from its deals"
        assertNotContains(charlie.get(page(volte, "takers/")), words)
        close(club, volte)

        assertContains(charlie.get(page(volte, "takers/")), words, count=1)
        assertContains(charlie.get(f"{CLUB}?league={volte.uuid}"), words, count=1)

    def test_a_game_of_one_size_has_no_filter(self, charlie, bolognese):
        assertNotContains(charlie.get(page(bolognese, "takers/")), "Table size")
        assert charlie.get(page(bolognese, "takers/?size=5")).status_code == 422

    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    def test_queries(self, charlie, club, game, count_queries):
        league = season(club, game)
        once = count_queries(charlie, page(league, "takers/"))
        more = [play_volte(club)] if game == "volte" else play_bolognese(club)
        club.evening(league, date(2026, 2, 10), *more)

        assert count_queries(charlie, page(league, "takers/")) == once <= 12


class TestClubStatistics:
    def test_a_club_of_one_game_is_not_asked(self, charlie, club):
        club.deal(club.sitting(*FOUR))

        response = charlie.get(CLUB)

        assertNotContains(response, 'name="game"')
        assert response.context["figures"].deals == 1

    def test_the_game_with_the_most_tables_comes_first(self, charlie, club):
        play_volte(club)
        play_bolognese(club)  # two tables

        response = charlie.get(CLUB)

        assertContains(response, '<option value="bolognese" selected>')
        assert response.context["population"].game == "bolognese"

    def test_another_one_is_asked_for(self, charlie, club):
        play_volte(club)
        club.deal(club.sitting(*FOUR))

        response = charlie.get(f"{CLUB}?game=volte")

        assertContains(response, "19.17")
        assertContains(response, "?game=volte")  # to the players
        assert charlie.get(f"{CLUB}?game=french").context["figures"].deals == 1

    def test_a_season_says_its_game(self, charlie, club, volte):
        club.deal(club.sitting(*FOUR))

        response = charlie.get(f"{CLUB}?league={volte.uuid}")

        assert response.context["population"].game == "volte"
        assert response.context["figures"].deals == 8

    def test_filters_of_the_other_game_are_left_out(self, charlie, club, volte):
        club.deal(club.sitting(*FOUR))

        told = f"?game=french&league={volte.uuid}&rules=volte"
        response = charlie.get(f"{CLUB}{told}")

        assert response.status_code == 200
        population = response.context["population"]
        assert (population.league, population.rules, population.game) == (None, None, "french")

    def test_an_unknown_game_is_told(self, charlie, club):
        play_volte(club)

        assert charlie.get(f"{CLUB}?game=belote").status_code == 422


class TestPlayers:
    def path(self, club, name, more=""):
        return f"/p/{club.player(name).uuid}/{more}"

    def test_the_game_played_most_is_shown(self, charlie, club):
        play_volte(club)
        club.deal(club.sitting("Alice", "Bob", "Olivia"))
        club.deal(club.sitting("Alice", "Bob", "Olivia"))

        assert charlie.get(self.path(club, "Dora")).context["population"].game == "volte"
        assert charlie.get(self.path(club, "Alice")).context["population"].game == "french"

    def test_the_page_has_figures_evenings_and_company(self, charlie, club, volte):
        response = charlie.get(self.path(club, "Alice", f"?league={volte.uuid}"))

        # 93 + 108 + 312 − 580 + 688 + 118 + 30
        assertContains(response, "+769")
        assertContains(response, "figure-curve")
        assertContains(response, "At the same table")
        bob = club.player("Bob")
        there = f"/p/{club.player('Alice').uuid}/versus/{bob.uuid}/?"
        assertContains(response, there)

    def test_the_deals_behind_it(self, charlie, club, volte):
        response = charlie.get(self.path(club, "Alice"))
        link = response.context["links"].to()

        assert "game=volte" in link
        listed = charlie.get(link)
        assert listed.context["sums"].deals == 8
        assertContains(listed, "Tarocco a volte")
        assertContains(listed, "Four times")

    def test_two_compared(self, charlie, club, volte):
        alice, bob = club.player("Alice"), club.player("Bob")
        response = charlie.get(f"/p/{alice.uuid}/versus/{bob.uuid}/")

        # Bob −31 − 324 − 104 − 580 + 688 − 394 − 10 = −755; 769 + 755
        assertContains(response, "Against each other")
        assert response.context["duel"].difference == 1524
        assert response.context["duel"].deals == 8
        assertContains(response, "Paid by Bob to Alice")
        assertContains(response, "Side by side")

    def test_what_is_compared_is_a_file(self, charlie, club, bolognese):
        alice, bob = club.player("Alice"), club.player("Bob")

        file = lines(charlie.get(f"/p/{alice.uuid}/versus/{bob.uuid}/?csv=two"))

        assert file[0] == ",Alice,Bob"
        assert {"Won (%),33.33,33.33", "Difference of totals,-895,895"} <= set(file)

    def test_company_is_a_file(self, charlie, club, volte):
        """Bob: 769 + 755; Charlie: 769 − 2549; Dora: 769 + 2563."""
        file = lines(charlie.get(self.path(club, "Alice", "?csv=company")))

        assert sorted(file[1:]) == ["Bob,8,1524", "Charlie,8,-1780", "Dora,8,3332"]

    def test_two_compared_where_nobody_pays(self, charlie, club, bolognese):
        alice, bob = club.player("Alice"), club.player("Bob")
        response = charlie.get(f"/p/{alice.uuid}/versus/{bob.uuid}/")

        assertContains(response, "Against each other")
        assertNotContains(response, "Paid by")

    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    def test_queries(self, charlie, club, game, count_queries):
        season(club, game)
        path = self.path(club, "Alice")
        once = count_queries(charlie, path)
        season(club, game)

        assert count_queries(charlie, path) == once <= 23


class TestDealList:
    def test_a_contract_of_no_game(self, charlie, club):
        assert charlie.get("/c/trois-bouts/deals/?contract=x").status_code == 422

    def test_a_contract_of_another_game_fits_no_deal(self, charlie, volte):
        response = charlie.get(f"/c/trois-bouts/deals/?league={volte.uuid}&contract=garde")

        assertContains(response, "No deal fits.")

    def test_contracts_of_the_game(self, charlie, volte):
        response = charlie.get(f"/c/trois-bouts/deals/?league={volte.uuid}&contract=liscio")

        assert response.context["sums"].deals == 2

    def test_deals_without_contracts(self, charlie, bolognese):
        response = charlie.get(f"/c/trois-bouts/deals/?league={bolognese.uuid}")

        assert response.context["sums"].deals == 5

    def test_the_way_back_is_to_the_same_game(self, charlie, club):
        """Of a club that plays another game more, and at which that game would be shown."""
        play_volte(club)
        play_volte(club)
        club.deal(club.sitting(*FOUR))

        for path in (CLUB, f"/p/{club.player('Alice').uuid}/"):
            for game in ("french", "volte"):
                shown = charlie.get(f"{path}?game={game}")
                listed = charlie.get(shown.context["links"].to())
                assert listed.context["wanted"].population.game == game
                assert back(listed) == f"{path}?game={game}"

    def test_two_compared_lead_back_to_it(self, charlie, club):
        play_volte(club)
        play_volte(club)
        club.deal(club.sitting(*FOUR))
        alice, bob = club.player("Alice"), club.player("Bob")

        for game in ("french", "volte"):
            shown = charlie.get(f"/p/{alice.uuid}/versus/{bob.uuid}/?game={game}")
            assert back(shown) == f"/p/{alice.uuid}/?game={game}"

    def test_a_game_that_the_club_does_not_play_is_no_way_back(self, charlie, club):
        play_volte(club)
        play_bolognese(club)

        listed = charlie.get("/c/trois-bouts/deals/?game=french")

        assert back(listed) == CLUB


class TestEvenings:
    def test_a_table_opened_from_there_is_of_its_game(self, charlie, club, volte):
        evening = volte.evenings.get()
        shown = charlie.get(page(volte, f"evenings/{evening.uuid}/edit/"))

        assertContains(shown, "/c/trois-bouts/tables/new/?game=volte")
        form = charlie.get("/c/trois-bouts/tables/new/?game=volte").context["form"]
        assert form.game.code == "volte"

    def test_from_the_home_of_the_club_on_such_an_evening(self, charlie, club, volte):
        home = charlie.get("/c/trois-bouts/")

        assertContains(home, "/c/trois-bouts/tables/new/?game=volte")

    def test_a_game_that_nobody_knows_is_the_usual_one(self, charlie, club):
        form = charlie.get("/c/trois-bouts/tables/new/?game=belote").context["form"]

        assert form.game.code == "french"


class TestClosing:
    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    def test_it_closes_with_its_titles(self, charlie, club, game):
        league = season(club, game)
        before = charlie.get(page(league, "takers/")).context["figures"]
        close(club, league)

        league.refresh_from_db()
        final = league.publications.get(is_final=True)
        assert final.content["statistics"] is None
        assert {row["title"] for row in final.content["titles"]} <= {"champion", "second", "third"}
        assert any(row["title"] == "champion" for row in final.content["titles"])
        assert charlie.get(page(league, "takers/")).context["figures"] == before
        assertContains(charlie.get(page(league)), "Champion")
        for name in ("evenings/", "race/", "duels/", "rules/"):
            assert charlie.get(page(league, name)).status_code == 200

    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    def test_what_was_stored_still_holds(self, club, game):
        league = season(club, game)
        close(club, league)
        league.refresh_from_db()

        assert not standings_page(club.actor("Charlie"), league).differs


def close(club: Cast, league: League) -> None:
    charlie = club.actor("Charlie")
    for table in Sitting.objects.filter(leagues__league=league):
        close_sitting(charlie, table, request_id=uuid4())
    for evening in league.evenings.exclude(state=EveningState.CLOSED):
        open_evening(charlie, evening, request_id=uuid4())
        close_evening(charlie, evening, request_id=uuid4())
    close_league(club.actor("Charlie"), league, request_id=uuid4())


def test_the_same_players_play_the_same_game_again(charlie, club):
    table = play_volte(club)
    close_sitting(club.actor("Charlie"), table, request_id=uuid4())

    assertContains(
        charlie.get("/c/trois-bouts/"), '<input type="hidden" name="game" value="volte">'
    )
