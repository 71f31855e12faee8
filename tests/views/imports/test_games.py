"""Of which game a file is that is imported. Source: leagues.md §7."""

import json
import re
from datetime import date

import pytest

from clubs.models import Deal, League, Sitting
from tests.cast import totals
from tests.page_forms import page_form
from tests.views.imports.pages import HEAD, ROW, html, sent

VOLTE = "date;table;players;taker;contract;honours;points\n"
LISCIO = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;liscio;2;47\n"
BOLOGNESE = (
    "date;players;ns_sequences;ns_cricche;ns_scartini;ew_sequences;ew_cricche;last_trick\n"
    "2025-10-10;Alice|Bob|Charlie|Dora;60;0;40;25;17;ns\n"
)
ITALIAN = "data;tavolo;giocatori;dichiarante;contratto;onori;punti\n" + LISCIO


class TestGames:
    """A file is of the game that its columns say, or that somebody says."""

    def chosen(self, page):
        return re.findall(r'<option value="(\w+)" selected> *([^<]+?) *</option>', page)

    @pytest.mark.parametrize(
        ("text", "code", "rules", "scores"),
        [
            (VOLTE + LISCIO, "volte", "volte", [93, -31, -31, -31]),  # (6 + 25)·1
            (BOLOGNESE, "bolognese", "ottocento", [17, -17, 17, -17]),  # 106 against 89
        ],
    )
    def test_its_columns_say_it(self, organiser, text, code, rules, scores):
        address = sent(organiser, text)
        page = html(organiser.get(address))
        assert code in dict(self.chosen(page))

        organiser.post(address, {"step": "write", "game": code})

        sitting = Sitting.objects.get()
        assert (sitting.game, sitting.rules["name"], sitting.active_count) == (code, rules, 4)
        assert list(totals(sitting).values()) == scores

    def test_somebody_says_it(self, organiser):
        """ "onori" may be what French tarot counts at the end, or what a volte hand holds."""
        address = sent(organiser, ITALIAN)
        assert "Possible here: prise, pousse, garde" in html(organiser.get(address))

        organiser.post(address, {"step": "check", "game": "volte", "rules": "family"})

        page = html(organiser.get(address))
        assert ("volte", "Tarocco a volte") in self.chosen(page)
        assert "Volte as printed" in page
        assert "Family rules" not in page
        organiser.post(address, {"step": "write", "game": "volte"})
        assert Sitting.objects.get().game == "volte"

    def test_with_the_columns(self, organiser):
        address = sent(organiser, ITALIAN.replace("punti", "forza"))
        page = html(organiser.get(address))
        assert '<option value="petit_au_bout">' in page

        response = organiser.post(
            address, {"step": "columns", "game": "volte", "column-0": "points"}
        )

        assert response.status_code == 302
        page = html(organiser.get(address))
        assert ("volte", "Tarocco a volte") in self.chosen(page)
        organiser.post(address, {"step": "write", "game": "volte"})
        assert Deal.objects.get().record["points"] == 47

    def test_only_seasons_of_the_game_are_offered(self, organiser, club):
        club.league("Alice", name="Hiver")
        season = club.league("Alice", name="Estate", game="volte")

        page = html(organiser.get(sent(organiser, VOLTE + LISCIO)))

        assert "Estate" in page
        assert "Hiver" not in page
        assert (str(season.uuid), "Estate") in re.findall(
            r'<option value="([\w-]+)" selected> *([^<]+?) *</option>', page
        )

    def test_another_game_lets_the_season_go(self, organiser, club):
        club.league("Alice", name="Hiver")
        address = sent(organiser, ITALIAN)

        organiser.post(
            address, {"step": "check", "game": "volte", "league": str(League.objects.get().uuid)}
        )

        assert "is of another game" not in html(organiser.get(address))

    def test_a_game_that_nobody_knows(self, organiser):
        address = sent(organiser, VOLTE + LISCIO)

        assert organiser.post(address, {"step": "check", "game": "scopa"}).status_code == 422
        assert Sitting.objects.count() == 0

    TOTALS = "player;2025-10-10\nAlice;197\nBob;-197\n"

    def selected(self, page):
        return re.findall(r'<option value="([\w-]+)" selected>', page)

    def test_totals_count_for_a_season_of_the_usual_game(self, organiser, club):
        season = club.league("Alice", name="Hiver")
        club.league("Alice", name="Estate", game="volte", starts_on=date(2025, 10, 1))

        page = html(organiser.get(sent(organiser, self.TOTALS)))

        assert self.selected(page) == ["french", str(season.uuid)]
        assert "Estate" in page  # may be chosen
        assert "is of another game" not in page

    def test_a_season_is_chosen_also_where_questions_come_first(self, organiser, club):
        """Of a name, of a column without which nothing could be read, of the order in dates."""
        season = club.league("Alice", name="Hiver")
        cases = [
            (HEAD + ROW.replace("Dora", "Zoé"), "names", {}),
            (HEAD.replace("players", "qui") + ROW, "columns", {"column-0": "players"}),
            (HEAD + ROW.replace("2025-10-10", "10/07/2025"), "columns", {"order": "month"}),
        ]
        for text, step, told in cases:
            form = page_form(organiser.get(sent(organiser, text)), press=step).fill(**told)

            page = html(form.send(organiser, step, follow=True))

            assert str(season.uuid) in self.selected(page)

    def test_or_of_the_game_that_the_club_plays_most(self, organiser, club):
        club.league("Alice", name="Hiver", starts_on=date(2025, 10, 1))
        season = club.league("Alice", name="Estate", game="volte")
        club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules="volte")

        page = html(organiser.get(sent(organiser, self.TOTALS)))

        assert self.selected(page) == ["volte", str(season.uuid)]

    def test_or_of_the_only_game_that_has_seasons(self, organiser, club):
        season = club.league("Alice", name="Estate", game="volte")

        page = html(organiser.get(sent(organiser, self.TOTALS)))

        assert self.selected(page) == ["volte", str(season.uuid)]

    @pytest.mark.parametrize("changes", [1, 2, 3])
    @pytest.mark.parametrize("step", ["check", "write"])
    def test_the_season_decides_of_which_game_totals_are(self, organiser, club, changes, step):
        """The page was of another one, and sends its game along."""
        games = ("french", "volte")
        seasons = {game: club.league("Alice", name=game, game=game) for game in games}
        address = sent(organiser, self.TOTALS)

        for n in range(1, changes + 1):
            game, before = games[n % 2], games[(n - 1) % 2]
            told = {"game": before, "league": str(seasons[game].uuid)}
            organiser.post(address, {"step": step if n == changes else "check", **told})
        page = html(organiser.get(address))

        assert "is of another game" not in page
        if step == "check":
            assert self.selected(page) == [game, str(seasons[game].uuid)]
        else:
            sitting = Sitting.objects.get()
            assert (sitting.game, sitting.leagues.get().league) == (game, seasons[game])

    def test_another_game_of_totals_lets_the_season_go(self, organiser, club):
        season = club.league("Alice", name="Hiver")
        address = sent(organiser, self.TOTALS)

        told = {"step": "check", "game": "bolognese", "league": str(season.uuid)}
        organiser.post(address, told)

        page = html(organiser.get(address))
        assert self.selected(page) == ["bolognese"]
        assert "is of another game" not in page

    def test_without_a_season_totals_keep_their_game(self, organiser, club):
        club.league("Alice", name="Estate", game="volte")
        address = sent(organiser, self.TOTALS)

        organiser.post(address, {"step": "check", "game": "volte", "league": ""})
        assert self.selected(html(organiser.get(address))) == ["volte"]
        organiser.post(address, {"step": "write", "game": "volte", "league": ""})

        assert (Sitting.objects.get().game, Sitting.objects.get().totals_only) == ("volte", True)

    def test_a_whole_season(self, organiser, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules="volte")
        club.deal(sitting, contract="liscio", honours=2, points=47)
        season = club.league(name="Estate", game="volte", standings_rules={"sizes": [4]})
        club.evening(season, date(2025, 10, 10), sitting, state="closed")
        told = organiser.get(f"/c/trois-bouts/s/{season.uuid}/season.json").json()
        told["league"]["name"] = "Copia"
        for table in told["evenings"][0]["tables"]:
            del table["uuid"], table["deals"][0]["uuid"]

        address = sent(organiser, json.dumps(told))
        page = html(organiser.get(address))
        assert 'name="game"' not in page  # the file says it
        organiser.post(address, {"step": "write", "league": "new"})

        assert League.objects.get(name="Copia").game == "volte"
        assert Sitting.objects.filter(game="volte").count() == 2
