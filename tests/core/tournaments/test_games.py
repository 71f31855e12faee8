"""What a tournament can be in each game: sizes of tables, and how five sit at one."""

import json
from copy import deepcopy

import pytest

from clubs.core.games import get_game
from clubs.core.seating.sizes import Leftovers
from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.games import (
    allowed_sizes,
    five_forms,
    game_setting_problems,
    has_tournaments,
    leftovers_for,
    playable_sizes,
    usual_settings,
)
from clubs.core.tournaments.reading import TournamentFileRefused
from clubs.core.tournaments.settings import FivePlayerForm, TournamentSettings
from clubs.core.tournaments.writing import written_tournament
from tests.paths import DATA

FRENCH, VOLTE, BOLOGNESE = (get_game(code) for code in ("french", "volte", "bolognese"))
KING, OUT = FivePlayerForm.CALLED_KING, FivePlayerForm.DEALER_SITS_OUT


def problems(game, **told):
    found = game_setting_problems(game, TournamentSettings.read(told))
    return [(problem.code, problem.field) for problem in found]


class TestGames:
    @pytest.mark.parametrize(
        ("game", "sizes", "forms", "leftovers"),
        [
            (FRENCH, (3, 4, 5), (KING, OUT), tuple(Leftovers)),
            (VOLTE, (4, 5), (OUT,), (Leftovers.FIVES, Leftovers.BYE)),
        ],
    )
    def test_tables(self, game, sizes, forms, leftovers):
        assert has_tournaments(game)
        assert playable_sizes(game) == sizes
        assert five_forms(game) == forms
        assert leftovers_for(game) == leftovers

    def test_bolognese_has_none(self):
        assert not has_tournaments(BOLOGNESE)
        assert problems(BOLOGNESE) == [("game_without_tournaments", "tournament.game")]

    def test_tables_of_a_tournament(self):
        assert allowed_sizes(FRENCH, TournamentSettings()) == (3, 4)
        assert allowed_sizes(FRENCH, TournamentSettings(table_sizes=(5, 4))) == (4, 5)
        assert allowed_sizes(VOLTE, TournamentSettings(table_sizes=(4, 5))) == (4, 5)
        assert allowed_sizes(VOLTE, TournamentSettings(table_sizes=(3, 4))) == (4,)

    def test_what_nobody_told(self):
        assert usual_settings(FRENCH) == {}
        assert usual_settings(VOLTE) == {
            "table_sizes": [4, 5],
            "leftovers": "fives",
            "five_player_form": "dealer_sits_out",
        }

    def test_settings_that_a_game_does_not_have(self):
        sits_out = {"five_player_form": "dealer_sits_out"}
        fives = {"table_sizes": [4, 5], "leftovers": "fives"}

        assert problems(FRENCH) == []
        assert problems(VOLTE, **fives, **sits_out) == []
        assert problems(VOLTE, table_sizes=[4], leftovers="bye", **sits_out) == []
        assert problems(VOLTE, **sits_out) == [("size_not_in_game", "tournament.table_sizes")]
        assert problems(VOLTE, table_sizes=[4], **sits_out) == [
            ("size_not_in_game", "tournament.leftovers")
        ]
        assert problems(VOLTE, **fives) == [
            ("five_form_not_in_game", "tournament.five_player_form")
        ]


# A file

FIVE = ["Ada", "Berto", "Cleo", "Dino", "Ezio"]
LISCIO = {"taker": "Ada", "contract": "liscio", "honours": 2, "points": 47}  # v01: 31 from each
DUE = {"taker": "Berto", "contract": "due", "honours": 1, "points": 47}  # v02: 108 to each


def document(**told):
    """Five at a table: Ezio sits out of the first deal, Ada of the second."""
    return {
        "format": "tarot-tournament/1",
        "tournament": {"name": "Torneo", "game": "volte", "deals_per_round": 2, **told},
        "entries": [{"id": name, "name": name} for name in FIVE],
        "rounds": [
            {
                "tables": [
                    {
                        "players": FIVE,
                        "deals": [
                            {"record": {**LISCIO, "dealer": "Ezio", "out": ["Ezio"]}},
                            {"record": {**DUE, "dealer": "Ada", "out": ["Ada"]}},
                        ],
                    }
                ]
            }
        ],
    }


def refused(told):
    with pytest.raises(TournamentFileRefused) as refusal:
        read_tournament(told)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


class TestFiles:
    def test_a_table_of_five(self):
        """93 for Ada, −31 − 324 for Berto, −31 + 108 for Cleo and Dino, 108 for Ezio."""
        read = read_tournament(document())

        assert read.settings.leftovers is Leftovers.FIVES
        assert read.settings.five_player_form is OUT
        rows = [(row.rank, row.name, row.total) for row in read.standings().rows]
        assert rows == [
            (1, "Ezio", 108),
            (2, "Ada", 93),
            (3, "Cleo", 77),
            (3, "Dino", 77),
            (5, "Berto", -355),
        ]

    def test_it_comes_back_as_it_is_written(self):
        once = written_tournament(read_tournament(document()))
        again = written_tournament(read_tournament(json.loads(json.dumps(once))))

        assert once == again
        assert (once["tournament"]["game"], once["tournament"]["rules"]) == ("volte", "volte")

    def test_scores_alone_are_looked_at(self):
        told = document()
        told["rounds"][0]["tables"][0]["deals"] = [
            {"scores": dict(zip(FIVE, (93, -31, -13, -49, 0), strict=True))},
            {"scores": dict(zip(FIVE, (0, -324, 108, 108, 108), strict=True))},
        ]

        found = [(problem.code, problem.field) for problem in read_tournament(told).warnings]
        assert found == [("score_pattern", "rounds[0].tables[0].deals[0].scores")]

    def test_tables_and_settings_of_another_game(self):
        assert refused(document(table_sizes=[3, 4])) == [
            ("size_not_in_game", "tournament.table_sizes")
        ]
        assert refused(document(five_player_form="called_king")) == [
            ("five_form_not_in_game", "tournament.five_player_form")
        ]
        assert refused(document(game="bolognese")) == [
            ("game_without_tournaments", "tournament.game")
        ]

    def test_a_table_of_three(self):
        told = deepcopy(document())
        told["rounds"][0]["tables"][0] = {"players": FIVE[:3]}

        assert refused(told) == [("players_count", "rounds[0].tables[0].players")]


def test_the_example_of_french_tarot_is_read_as_before():
    path = DATA / "tournament_small.json"
    read = read_tournament(json.loads(path.read_text(encoding="utf-8")))

    assert (read.game.code, read.settings.leftovers) == ("french", Leftovers.THREES)
