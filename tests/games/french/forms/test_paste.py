"""What a spreadsheet has, as texts for the cells of bulk entry."""

import pytest

from clubs.forms.deals.bulk_cells import Seats
from clubs.forms.tables.bulk_grid import split_table
from clubs.games.french.forms.paste import read_pasted_rows

SEATS = Seats(("n0", "n1", "n2", "n3", "n4"), {"anne": 0, "bob": 1, "cleo": 2, "dino": 3, "eva": 4})
ORDER = ["taker", "contract", "oudlers", "points", "bonuses"]


def pasted(text: str, *, called_count: int = 0, order: list[str] | None = None):
    return read_pasted_rows(split_table(text), SEATS, order or ORDER, called_count)


class TestSplit:
    def test_tabs_come_first(self):
        assert split_table("1\tG;x\n\n  \n2\tS\r\n") == [["1", "G;x"], ["2", "S"]]

    def test_semicolons(self):
        assert split_table('1;"G";2;46,5') == [["1", "G", "2", "46,5"]]


class TestWithoutHeadings:
    def test_the_columns_of_the_grid(self):
        assert pasted("1\tG\t2\t46\tP1 +\nBob\tGarde sans\t1\t53") == [
            {"taker": "1", "contract": "G", "oudlers": "2", "points": "46", "bonuses": "P1 +"},
            {"taker": "2", "contract": "S", "oudlers": "1", "points": "53"},
        ]

    def test_from_the_cell_with_the_cursor(self):
        assert pasted("2\t46\n1\t53", order=ORDER[2:]) == [
            {"oudlers": "2", "points": "46"},
            {"oudlers": "1", "points": "53"},
        ]

    def test_dealers_may_be_names(self):
        order = ["dealer", *ORDER]

        assert pasted("Dino\t1\tG", order=order) == [{"dealer": "4", "taker": "1", "contract": "G"}]

    def test_the_called_player_may_stand_apart(self):
        assert pasted("Anne\tCléo\tG\t2\t46", called_count=1) == [
            {"taker": "13", "contract": "G", "oudlers": "2", "points": "46"}
        ]

    def test_or_in_the_cell_of_the_taker(self):
        rows = pasted("13\tG\t2\t46\nAnne/Cléo\tG\t2\t46", called_count=1)

        assert [row["taker"] for row in rows] == ["13", "13"]

    def test_king_and_queen_apart(self):
        assert pasted("Anne\tCléo\tBob\tG\t2\t46", called_count=2) == [
            {"taker": "132", "contract": "G", "oudlers": "2", "points": "46"}
        ]

    @pytest.mark.parametrize(
        ("word", "code"),
        [("0", "0"), ("Passe générale", "0"), ("Fausse donne", "M"), ("Petit sec", "P")],
    )
    def test_deals_that_nobody_played(self, word, code):
        assert pasted(word) == [{"taker": code}]

    def test_nothing(self):
        assert pasted("") == []

    def test_more_columns_than_the_grid_has(self):
        assert pasted("1\tG\t2\t46\t\tfait de 5\t180") == [
            {"taker": "1", "contract": "G", "oudlers": "2", "points": "46"}
        ]


class TestWithHeadings:
    def test_in_any_order_and_with_columns_that_are_not_known(self):
        text = "N°\tBouts\tPoints\tPreneur\tContrat\tScore\n1\t2\t46\tAnne\tGarde\t180"

        assert pasted(text) == [{"oudlers": "2", "points": "46", "taker": "1", "contract": "G"}]

    def test_in_english_with_semicolons(self):
        text = "Dealer;Taker;Called;Contract;Oudlers;Points\nEva;Anne;Bob;Garde;2;46.5"

        assert pasted(text, called_count=1) == [
            {"oudlers": "2", "points": "46.5", "dealer": "5", "taker": "12", "contract": "G"}
        ]

    def test_in_italian(self):
        text = (
            "Mazziere;Dichiarante;Chiamato;Contratto;Onori;Punti\nEva;Anne;Bob;Guardia senza;2;46"
        )

        assert pasted(text, called_count=1) == [
            {"oudlers": "2", "points": "46", "dealer": "5", "taker": "12", "contract": "S"}
        ]

    @pytest.mark.parametrize(
        ("called", "taker"),
        [
            ("Bob", "12"),
            ("seul", "11"),
            ("Anne", "11"),
            ("chien", "10"),
            ("da solo", "11"),
            ("cane", "10"),
            ("", "1"),
            ("Zoé", "1/Zoé"),
        ],
    )
    def test_who_was_called(self, called, taker):
        text = f"Preneur\tAppelé\tContrat\nAnne\t{called}\tG"

        assert pasted(text, called_count=1) == [{"taker": taker, "contract": "G"}]

    def test_king_and_queen(self):
        text = "Preneur\tRoi\tDame\tContrat\nAnne\tBob\tchien\tG\nAnne\tseul\t\tG"

        assert [row["taker"] for row in pasted(text, called_count=2)] == ["120", "111"]

    def test_a_name_that_nobody_has_stays(self):
        assert pasted("Preneur\tContrat\nZoé\tGarde") == [{"taker": "Zoé", "contract": "G"}]

    def test_the_points_of_the_defence(self):
        text = "Preneur\tContrat\tPoints défense\nAnne\tG\t45"

        assert pasted(text) == [{"taker": "1", "contract": "G", "points": "D45"}]

    @pytest.mark.parametrize(
        ("heading", "word", "code"),
        [
            ("Poignée", "simple", "P1"),
            ("Poignée", "Double", "P2"),
            ("Handful", "triple", "P3"),
            ("Poignée", "P12", "P12"),
            ("Petit au bout", "attaque", "+"),
            ("Petit au bout", "Défense", "-"),
            ("Petit at the end", "+", "+"),
            ("Chelem", "annoncé et fait", "CA"),
            ("Chelem", "annoncé et chuté", "CX"),
            ("Chelem", "non annoncé", "C"),
            ("Slam", "defence", "CD"),
            ("Annonces", "P1 +", "P1 +"),
            ("Manciata", "doppia", "P2"),
            ("Bagatto ultimo", "attacco", "+"),
            ("Cappotto", "dichiarato e fatto", "CA"),
            ("Cappotto", "difesa", "CD"),
            # Nothing that changes a score is guessed: these are left to be marked.
            ("Chelem", "annoncé", "annoncé"),
            ("Petit au bout", "oui", "oui"),
        ],
    )
    def test_bonuses(self, heading, word, code):
        text = f"Preneur\tContrat\t{heading}\nAnne\tG\t{word}"

        assert pasted(text) == [{"taker": "1", "contract": "G", "bonuses": code}]

    @pytest.mark.parametrize("word", ["non", "0", "aucune", "None", "nessuna"])
    def test_no_bonus(self, word):
        assert pasted(f"Preneur\tContrat\tPoignée\nAnne\tG\t{word}") == [
            {"taker": "1", "contract": "G"}
        ]

    def test_several_bonuses_in_one_cell(self):
        text = "Preneur\tPoignée\tPetit au bout\tChelem\nAnne\tdouble\tattaque\tannoncé et fait"

        assert pasted(text) == [{"taker": "1", "bonuses": "P2 + CA"}]

    def test_a_column_that_says_why_nobody_played(self):
        assert pasted("Preneur\tContrat\tNulle\n\t\tmaldonne") == [{"taker": "M"}]

    def test_headings_alone(self):
        assert pasted("Preneur\tContrat") == []
