"""What would come of a file, and every error of it. Source:
leagues.md §7.1, §7.2, §7.3, §7.4, §7.5, §7.6."""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.deals import columns_of, read_deal_list, record_cells
from clubs.exchange.imports.headers import guess_kind, read_header
from clubs.exchange.imports.lines import sheet_lines
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.reading import ImportSheet, cell_text, open_file
from clubs.exchange.imports.shape import RowError, Unreadable
from clubs.exchange.imports.shown import column_rows
from clubs.exchange.imports.values import DateOrder
from clubs.exchange.imports.words import error_message
from tests.exchange.imports.plans import FIRST, HEAD, SEED, errors, plan_of, rows

pytestmark = pytest.mark.usefixtures("in_english")


class TestHeaders:
    @pytest.mark.parametrize(
        ("header", "kind"),
        [
            ("Date;Joueurs;PRENEUR;Contrat", ImportKind.DEALS),
            ("data;giocatori;dichiarante;contratto", ImportKind.DEALS),
            ("player;12/09/2025;10/10/2025;total", ImportKind.TOTALS),
            ("Joueur;Date;Score", ImportKind.TOTALS),
            ("Nom;Prénom", ImportKind.MEMBERS),
            ("nome;tessera", ImportKind.MEMBERS),
            ("a;b", None),
        ],
    )
    def test_the_kind_of_a_file(self, header, kind):
        assert guess_kind(header.split(";")) == kind

    @pytest.mark.parametrize(
        ("text", "titles"),
        [
            ("Membres du club 2025;;\n\nNom;Prénom;Licence\nRoux;Zoé;12\n", 1),
            ("Membres, saison 2025\nÉtat au 3 mai\nNom;Prénom;Licence\nRoux;Zoé;12\n", 2),
            ("Membres, saison 2025\n\nNom,Prénom,Licence\nRoux,Zoé,12\n", 1),
        ],
    )
    def test_a_title_above_the_header(self, club, text, titles):
        plan = plan_of(club, text)

        assert plan.kind is ImportKind.MEMBERS
        assert [(one.name, one.licence) for one in plan.members] == [("Zoé Roux", "12")]
        assert len(plan.sheet.titles) == titles

    def test_an_error_names_the_row_below_a_title(self, club):
        plan = plan_of(club, f"Nos donnes;;\n\n{HEAD}\n{FIRST.replace(';46', ';95')}\n")

        assert errors(plan) == [(4, "points", "95", "points_out_of_range")]

    def test_sums_below_are_passed_over(self, club):
        sums = 'Sous-total du soir;;;;;;;"=SOUS.TOTAL(9;H2:H9)"\nTotaux :;;;;;;;46,5\n'

        plan = plan_of(club, f"{HEAD}\n{FIRST}\n{sums}")

        assert (errors(plan), plan.sheet.sums) == ([], (3, 4))
        assert sum(len(table.deals) for table in plan.tables) == 1

    def test_somebody_may_be_called_like_a_sum(self, club):
        plan = plan_of(club, "Nom;Prénom;Licence\nTotal;Zoé;12\n;;\nTotal;;=NB(C2)\n")

        assert [one.name for one in plan.members] == ["Zoé Total"]
        assert plan.sheet.sums == (4,)

    def test_totals_below_a_title(self, club):
        text = "Tarot de Lons;;\nJoueur;12/09/2025;10/10/2025\nAlice;20;-20\nBob;-20;20\n"

        assert plan_of(club, text).kind is ImportKind.TOTALS

    def test_case_accents_and_signs_do_not_matter(self):
        header = ["DATE", "N° table", "Joueurs", "Preneur", "Appelé", "Petit_au-bout", "Misères"]

        columns = read_header(ImportKind.DEALS, header, {})

        assert columns.of == (
            "date",
            "table",
            "players",
            "taker",
            "called",
            "petit_au_bout",
            "miseres",
        )

    def test_nom_beside_prenom_is_the_last_name(self):
        assert read_header(ImportKind.MEMBERS, ["Nom", "Prénom"], {}).of == (
            "last_name",
            "first_name",
        )
        assert read_header(ImportKind.MEMBERS, ["Nome", "Cognome"], {}).of == (
            "first_name",
            "last_name",
        )

    def test_what_a_person_said_counts(self, club):
        text = rows(FIRST + ";3", head=HEAD + ";bar")

        assert plan_of(club, text).step == "columns"
        assert errors(plan_of(club, text)) == [(1, "bar", "bar", "unknown_header")]
        assert plan_of(club, text, ImportChoices(columns={"bar": "-"})).step == "preview"

    def test_a_missing_column(self, club):
        plan = plan_of(club, rows("2025-10-10;Alice", head="date;preneur"))

        assert errors(plan) == [(1, "players", "", "missing_column")]
        assert plan.step == "columns"

    def test_a_file_that_says_nothing_of_itself_is_asked_about(self, club):
        assert plan_of(club, "a;b\n1;2\n").step == "columns"


class TestDeals:
    def test_the_example(self, club):
        """leagues.md §7.3: stakes 68 and 25; here with the people of the tests, and a handful of
        which only the size is told."""
        text = (
            "date,table,players,taker,called,contract,oudlers,points,petit_au_bout,poignée\n"
            "2025-10-10,1,Alice|Bob|Charlie|Dora|Frank,Alice,Bob,garde,2,50,,\n"
            "2025-10-10,1,,Frank,Charlie,prise,2,41,,double\n"
        )

        plan = plan_of(club, text)

        [table] = plan.tables
        assert (table.date, table.label) == (date(2025, 10, 10), "1")
        assert table.players == ("Alice", "Bob", "Charlie", "Dora", "Frank")
        assert [dict(deal.record) for deal in table.deals] == [
            {
                "taker": "Alice",
                "called": ["Bob"],
                "contract": "garde",
                "oudlers": 2,
                "points": 50,
            },
            {
                "taker": "Frank",
                "called": ["Charlie"],
                "contract": "prise",
                "oudlers": 2,
                "points": 41,
                "poignees": [{"player": "Frank", "size": "double"}],
            },
        ]
        assert plan.step == "preview"

    def test_every_row_with_errors_is_told_at_once(self, club):
        text = rows(
            "32/10/2025;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46",
            "2025-10-10;1;Alice|Bob|Charlie|Dora;Zoé;;garde;2;46",
            "2025-10-10;1;;Alice;;garde;deux;46",
            "2025-10-10;1;;Alice;;garde;2;95",
            "2025-10-10;1;;Alice;Zoé;garde;2;46",
            "2025-10-10;1;;Alice;;double;2;46",
            "2025-10-10;2;Alice|Bob|alice;Alice;;garde;2;46",
            "2025-10-10;3;;Alice;;garde;2;46",
            "2025-10-10;1;;Alice;;garde;;46",
            FIRST,
        )

        plan = plan_of(club, text)

        assert errors(plan) == [
            (2, "date", "32/10/2025", "bad_date"),
            (3, "taker", "Zoé", "taker_not_seated"),
            (4, "oudlers", "deux", "bad_number"),
            (5, "points", "95", "points_out_of_range"),
            (6, "called", "Zoé", "called_not_seated"),
            (7, "contract", "double", "value_not_allowed"),
            (8, "players", "Alice|Bob|alice", "player_twice"),
            (9, "players", "", "field_missing"),
            (10, "oudlers", "", "field_missing"),
        ]
        assert [deal.row for table in plan.tables for deal in table.deals] == [11]
        assert all(error_message(error) for error in plan.errors)

    def test_the_rules_of_the_club_judge(self, club):
        """Pousse is a contract of house rules, and FFT has no misère."""
        plan = plan_of(
            club,
            rows(
                "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;pousse;2;46;",
                "2025-10-10;1;;Alice;;garde;2;46;Bob:atouts",
                head=HEAD + ";miseres",
            ),
        )

        assert errors(plan) == [
            (2, "contract", "pousse", "contract_not_in_rules"),
            (3, "miseres", "", "misere_not_in_rules"),
        ]
        family = plan_of(club, rows(FIRST + ";Bob:atouts", head=HEAD + ";miseres"))
        assert errors(family) == [(2, "miseres", "", "misere_not_in_rules")]

    def test_scores_of_the_file_are_compared(self, club):
        """(25 + 5)·2 = 60 for each defender; the taker gets 180."""
        head = HEAD + ";score: Alice;score: bob"
        right, wrong = FIRST + ";180;-60", FIRST + ";180;-55"

        assert errors(plan_of(club, rows(right, head=head))) == []
        plan = plan_of(club, rows(wrong, head=head))
        assert errors(plan) == [(2, "score:Bob", "-55", "score_differs")]
        assert error_message(plan.errors[0]) == (
            "Bob: −60 by our count, −55 in the file. Correct the deal or the score, or choose the"
            " rules that were played."
        )

        kept = plan_of(club, rows(wrong, head=head), ImportChoices(keeps_differences=True))
        assert kept.errors == ()
        assert kept.tables[0].deals[0].record["note"] == "In the file: Bob -55."

    def test_dates_outside_the_season(self, club):
        league = club.league(starts_on=date(2025, 11, 1))

        plan = plan_of(club, rows(FIRST), league=league)

        assert errors(plan) == [(2, "date", "2025-10-10", "date_outside_league")]

    @pytest.mark.parametrize(
        ("head", "row"),
        [
            ("date;table;joueurs;preneur;contrat;bouts;points", "Alice, Bob & Charlie / Dora"),
            ("date;table;joueurs;;;;preneur;contrat;bouts;points", "Alice;Bob;Charlie;Dora"),
            (
                "date;table;joueur 1;J2;Place 3;player 4;preneur;contrat;bouts;points",
                "Alice;Bob;Charlie;Dora",
            ),
        ],
    )
    def test_players_as_people_write_them(self, club, head, row):
        """Below a date and a table that stand in merged cells; that of the evening goes on."""
        one, other = (f"{row};Alice;garde;2;{points}" for points in (46, 41))
        lines = [f"ven. 10 octobre 2025;1;{one}", f";;{other}", f";2;{one}", f";;{other}"]

        plan = plan_of(club, rows(*lines, head=head))

        assert (plan.step, errors(plan)) == ("preview", [])
        table, second = plan.tables
        assert (second.date, second.label, len(second.deals)) == (date(2025, 10, 10), "2", 2)
        assert (table.date, table.players) == (
            date(2025, 10, 10),
            ("Alice", "Bob", "Charlie", "Dora"),
        )
        assert len(table.deals) == 2

    def test_scores_under_the_names_of_players(self, club):
        """On a sheet of one evening. Players who left no score have nothing there, or 0; Xavier did
        not play at all, and nobody is asked about him."""
        text = (
            "Soirée du 12 septembre 2025;;;;;;\n"
            "Donne;Alice;Bob;Charlie;Dora;Frank;Xavier\n"
            "1;90;-30;-30;-30;\n2;-60;20;20;;20\n3;0;30;-90;30;30\n"
            "Total;30;20;-100;0;50\n"
        )

        plan = plan_of(club, text)

        assert (plan.kind, plan.step, errors(plan)) == (ImportKind.DEALS, "preview", [])
        assert "xavier" not in {row.key for row in column_rows(plan)}
        [table] = plan.tables
        assert table.date == date(2025, 9, 12)
        assert [deal.record["scores"] for deal in table.deals] == [
            {"Alice": 90, "Bob": -30, "Charlie": -30, "Dora": -30},
            {"Alice": -60, "Bob": 20, "Charlie": 20, "Frank": 20},
            {"Alice": 0, "Bob": 30, "Charlie": -90, "Dora": 30, "Frank": 30},
        ]
        # Totals so far add up to 0 as well.
        running = "Donne;Alice;Bob;Charlie\n1;60;-30;-30\n2;30;30;-60\n3;50;40;-90\n4;10;60;-70\n"
        assert plan_of(club, f"12/09/2025;;;\n{running}").kind is None
        # Beside what the game asks for they are compared with our count.
        full = f"{FIRST};180;-60;-60;-60"
        compared = rows(full, head=f"{HEAD};Alice;Bob;Charlie;Dora")
        assert plan_of(club, compared).tables[0].deals[0].scores["Alice"] == 180
        wrong = plan_of(club, compared.replace(";180;-60", ";150;-30"))
        assert {error[3] for error in errors(wrong)} == {"score_differs"}

    @pytest.mark.parametrize("day", ["12/09/2025", "2025-09-12"])
    def test_the_answers_of_a_form_in_one_evening(self, club, day):
        """They have the hour at which they were sent."""
        scores = ("20:10:05;90;-30;-30;-30", "20:11:05;-60;20;20;20", "20:31:47;30;30;30;-90")
        text = rows(*(f"{day} {row}" for row in scores), head="Horodateur;Alice;Bob;Charlie;Dora")

        plan = plan_of(club, text)

        assert (plan.kind, errors(plan)) == (ImportKind.DEALS, [])
        assert [(table.date, len(table.deals)) for table in plan.tables] == [(date(2025, 9, 12), 3)]

    def test_an_evening_in_merged_cells(self, club):
        """Another day has no evening of the one before, and nor has a row that has its own date and
        players: in our own files a table of an evening without a name begins so."""
        deal = "Alice|Bob|Charlie|Dora;Alice;garde;2;46"
        merged = ["2025-10-10;Noël;1", ";;2", ";Finale;1", "2025-10-17;;1"]
        own = ["2025-10-10;Noël;1", "2025-10-10;;1", "2025-10-10;;"]
        head = "date;soirée;table;players;taker;contract;oudlers;points"

        for where, labels in (
            (merged, ["Noël 1", "Noël 2", "Finale 1", "1"]),
            (own, ["Noël 1", "1", ""]),
        ):
            plan = plan_of(club, rows(*(f"{row};{deal}" for row in where), head=head))
            assert [table.label for table in plan.tables] == labels

    @pytest.mark.parametrize(
        ("head", "cells"),
        [
            ("joueurs", "Dupont, Luc; Martin, Paul; Durand-Roux, Eve"),
            ("joueurs", "Dupont, Luc / Martin, Paul / Durand-Roux, Eve"),
            ("joueurs||", "Dupont, Luc|Martin, Paul|Durand-Roux, Eve"),
        ],
    )
    def test_commas_in_names(self, head, cells):
        header = ("date", *head.split("|"), "preneur", "contrat", "bouts", "points")
        row = ("2025-10-10", *cells.split("|"), "Dupont, Luc", "garde", "2", "46")
        columns = read_header(ImportKind.DEALS, header, {}, "french")
        file = read_deal_list(ImportSheet(header, [(2, row)]), columns, DateOrder.DAY)

        assert [(one.column, one.code) for one in file.errors] == []
        assert file.tables[0].players == ("Dupont, Luc", "Martin, Paul", "Durand-Roux, Eve")

    @pytest.mark.parametrize("taker", ["Anne Roux", "Roux, Anne", "Anne", "Anne R.", "Roux"])
    def test_a_seat_by_a_shorter_name(self, club, taker):
        """With the family name at the other end, or the one name that only one of the table has."""
        seats = "ROUX Anne|Marc Petit|Marc Le Goff|Zoé Blanc|Luc Le Goff"
        head = "date;players;taker;called;contract;oudlers;points;poignee"
        play = f"2025-10-10;{seats};{taker};Marc P.;garde;2;46;Anne R.:double"

        def read(row):
            return plan_of(club, rows(row, head=head)).file

        assert read(play).errors == ()
        [deal] = read(play).tables[0].deals
        assert (deal.record["taker"], deal.record["called"]) == ("ROUX Anne", ["Marc Petit"])
        assert deal.record["poignees"] == [{"player": "ROUX Anne", "size": "double"}]
        two = read(play.replace("Marc P.", "Le Goff"))
        assert [(one.value, one.code) for one in two.errors] == [("Le Goff", "called_not_seated")]
        alone = read(play.replace(f";{taker};Marc P.", ";Eva;seul").replace("Anne R.:double", ""))
        assert [one.code for one in alone.errors] == ["taker_not_seated"]

    def test_a_score_of_somebody_with_a_shorter_name(self, club):
        """Anne sits elsewhere, and has a 0 here; another score of hers is refused."""
        head = f"{HEAD};score: Anne D.;score: Bob;score: Cléo;score: Dino;score: Anne"
        play = "2025-10-10;1;Anne D.|Bob|Cléo|Dino;Anne D.;;garde;2;46;180;-60;-60;-60;0"

        [deal] = plan_of(club, rows(play, head=head)).file.tables[0].deals

        assert deal.scores == {"Anne D.": 180, "Bob": -60, "Cléo": -60, "Dino": -60}
        other = plan_of(club, rows(play[:-1] + "90", head=head))
        assert [(one.column, one.code) for one in other.file.errors] == [
            ("score:Anne", "player_unknown")
        ]
        short = plan_of(club, rows(play.removesuffix(";0"), head=f"{HEAD};Anne;Bob;Cléo;Dino"))
        assert short.file.tables[0].deals[0].scores["Anne D."] == 180

    def test_nobody_takes(self, club):
        """A word for it stands where others have a contract, or a taker."""
        passed = ["Alice;;passe;;", ";;Passe générale;;", "maldonne;;;;"]
        play = [f"2025-10-10;1;Alice|Bob|Charlie|Dora;{row}" for row in passed]

        plan = plan_of(club, rows(*play))

        assert errors(plan) == []
        [table] = plan.tables
        reasons = [deal.record["void_reason"] for deal in table.deals]
        assert reasons == ["all_pass", "all_pass", "misdeal"]

    @pytest.mark.parametrize("row", [";Bob;passe;2;50", "played;Bob;passe;;", ";maldonne;;;46"])
    def test_who_counted_did_not_pass(self, club, row):
        """A slip in the contract of a deal that was played does not lose it."""
        head = "date;players;kind;taker;contract;oudlers;points"

        file = plan_of(club, rows(f"2025-10-10;Alice|Bob|Charlie|Dora;{row}", head=head)).file

        refused = {one.value: one.column for one in file.errors}
        assert file.tables == ()
        assert {"passe": "contract", "maldonne": "taker"}.items() & refused.items()

    def test_ambiguous_dates_are_asked_about(self, club):
        text = rows(FIRST.replace("2025-10-10", "12/09/2025"))

        plan = plan_of(club, text)
        assert (plan.step, plan.asks_order) == ("columns", True)
        told = plan_of(club, text, ImportChoices(order="month"))
        assert told.tables[0].date == date(2025, 12, 9)

        for title in ("Le 12/09/2025", "Date;12/09/2025"):
            of_sheet = text.replace("12/09/2025", "").replace("date", f"{title}\nx")
            plan = plan_of(club, of_sheet)
            assert (plan.step, plan.asks_order, plan.columns.missing) == ("columns", True, ())

    @pytest.mark.parametrize(
        ("sheets", "day"),
        [
            (("Septembre 2025",), date(2025, 9, 12)),
            (("December 2025",), date(2025, 12, 9)),
            (("Saison 25-26 – Décembre",), date(2025, 12, 9)),
            (("Club de Décembre 2025-2026",), None),
            (("Club de Décembre 2025",), None),
            (("Club D'AOÛT de décembre 2025",), date(2025, 12, 9)),
            (("Septembre - Décembre",), None),
            (("Feuille 1", "26/09/2025"), date(2025, 9, 12)),
            (("Feuille 1", "09/26/2025"), date(2025, 12, 9)),
        ],
    )
    def test_the_workbook_says_the_order_of_its_dates(self, club, sheets, day):
        book = Workbook()
        for line in rows(FIRST.replace("2025-10-10", "12/09/2025")).splitlines():
            book.active.append(line.split(";"))
        book.active.title = sheets[0]
        for text in sheets[1:]:
            book.create_sheet("Août").append(["Date", text])

        content = BytesIO()
        book.save(content)
        facts = ImportFacts(club.club, None, SEED)
        plan = make_plan(open_file(content.getvalue()), ImportChoices(), facts)

        assert plan.asks_order is (day is None)
        assert day is None or plan.tables[0].date == day

    def test_a_formula_without_a_value(self, club):
        sheet = ImportSheet(("date", "players"), [(2, ["\0", "A|B|C"])])
        [line] = sheet_lines(sheet, read_header(ImportKind.DEALS, sheet.header, {}))

        assert line.errors == [RowError(2, "date", "", "formula_cell")]

    def test_cells_are_mended(self, club):
        text = rows(FIRST.replace("46", "95"))

        plan = plan_of(club, text, ImportChoices(mended={"2:7": "46"}))

        assert errors(plan) == []
        assert plan.tables[0].deals[0].record["points"] == 46

    def test_players_may_change_on_the_way(self, club):
        plan = plan_of(
            club,
            rows(
                FIRST,
                "2025-10-10;1;Alice|Bob|Frank;Frank;;garde;2;46",
                FIRST[:11] + "1;;Bob;;g;1;51",
            ),
        )

        seats = [deal.players for deal in plan.tables[0].deals]
        assert seats == [
            ("Alice", "Bob", "Charlie", "Dora"),
            ("Alice", "Bob", "Frank"),
            ("Alice", "Bob", "Frank"),
        ]

    def test_a_json_list_has_the_same_columns(self, club):
        text = (
            '[{"date": "2025-10-10", "players": ["Alice", "Bob", "Charlie", "Dora", "Frank"],'
            ' "taker": "Alice", "called": [null], "contract": "g", "oudlers": 2, "points": 41.5,'
            ' "poignees": [{"size": "double", "player": "Bob"}], "chelem_announced": false}]'
        )

        plan = plan_of(club, text, name="donnes.json")

        assert errors(plan) == []
        assert dict(plan.tables[0].deals[0].record) == {
            "taker": "Alice",
            "called": [None],
            "contract": "garde",
            "oudlers": 2,
            "points": 41.5,
            "poignees": [{"player": "Bob", "size": "double"}],
        }

    @pytest.mark.parametrize("text", ['[{"date": 1', "[1, 2]", "[" * 100_000, '[{"a": "\\ud800"}]'])
    def test_json_that_is_none(self, club, text):
        with pytest.raises(Unreadable):
            plan_of(club, text)


names = st.sampled_from(["Alice", "Bob", "Charlie", "Dora", "Frank"])


@st.composite
def records(draw):
    record = {
        "taker": draw(names),
        "called": [draw(st.one_of(st.none(), names))],
        "contract": draw(st.sampled_from(["prise", "garde", "garde_sans", "garde_contre"])),
        "oudlers": draw(st.integers(0, 3)),
        "points": draw(st.integers(0, 182)) / 2,
    }
    if record["oudlers"] and draw(st.booleans()):
        which = st.permutations(["petit", "twenty_one", "excuse"])
        record["which_oudlers"] = draw(which)[: record["oudlers"]]
    if draw(st.booleans()):
        record["called_cards"] = [draw(st.sampled_from([None, "king_hearts", "knight_clubs"]))]
    if draw(st.booleans()):
        record["poignees"] = [
            {"player": draw(names), "size": draw(st.sampled_from(["simple", "double", "triple"]))}
        ]
    if draw(st.booleans()):
        record["chelem"] = draw(st.sampled_from(["attack", "defence"]))
        record[draw(st.sampled_from(["chelem_announced", "chelem_defence_announced"]))] = True
    if draw(st.booleans()):
        record["miseres"] = [
            {"player": draw(names), "kind": draw(st.sampled_from(["trumps", "courts"]))}
        ]
    if draw(st.booleans()):
        record["petit_au_bout"] = draw(st.sampled_from(["attack", "defence"]))
        record["petit_player"] = draw(names)
    if draw(st.booleans()):
        record["dealer"] = draw(names)
    return record


@given(st.lists(records(), min_size=1, max_size=5))
def test_a_record_survives_its_cells(told):
    """What an export writes in the columns of leagues.md §7.3 reads back as the same record."""
    seats = "Alice|Bob|Charlie|Dora|Frank"
    columns, cells = columns_of("french"), []
    for number, record in enumerate(told, 2):
        line = {
            **record_cells("french", record),
            "date": "2025-10-10",
            "table": "1",
            "players": seats,
        }
        cells.append((number, [cell_text(line.get(column)) for column in columns]))
    sheet = ImportSheet(columns, cells)

    file = read_deal_list(sheet, read_header(ImportKind.DEALS, columns, {}), DateOrder.DAY)

    assert file.errors == ()
    assert [dict(deal.record) for table in file.tables for deal in table.deals] == told


def test_choices_survive_json():
    choices = ImportChoices(
        kind="deals", columns={"bar": "-"}, names={"a": "guest"}, is_complete=True
    )

    assert ImportChoices.from_json(choices.to_json()) == choices
    assert replace(choices, kind="") != choices
