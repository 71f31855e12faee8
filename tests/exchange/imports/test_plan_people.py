"""People in the plan of an import: of deals, totals and members. Source: leagues.md §7.1, §7.2."""

from datetime import date

import pytest

from clubs.core.names import person_key
from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.names import distance, name_preset
from clubs.exchange.imports.shown import error_rows, grid_rows, left_columns
from clubs.exchange.imports.words import error_message
from tests.cast import make_player
from tests.exchange.imports.plans import errors, plan_of, rows

pytestmark = pytest.mark.usefixtures("in_english")


class TestNames:
    def test_known_without_case_and_accents_others_with_likely_players(self, club):
        text = rows("2025-10-10;1;ALICE|Bôb|Charly|Xavier;ALICE;;garde;2;46")

        plan = plan_of(club, text)

        assert plan.step == "names"
        assert [(one.name, [p.name for p in one.likely]) for one in plan.unknown] == [
            ("Charly", ["Charlie"]),
            ("Xavier", []),
        ]
        assert errors(plan) == [
            (2, "players", "Charly", "unknown_player"),
            (2, "players", "Xavier", "unknown_player"),
        ]

    def test_who_is_called_so_at_tables_is_likely(self, club):
        for name, table_name in (("Zoé Marchand", "Zoé M."), ("Zoé Petit", "Zoé P.")):
            player = make_player(club.club, name)
            player.table_name = table_name
            player.save()
        text = rows("2025-10-10;1;Zoé P.|Marchand|Zoé|Alice;Alice;;garde;2;46")

        plan = plan_of(club, text)

        assert [(one.name, [p.name for p in one.likely]) for one in plan.unknown] == [
            ("Zoé P.", ["Zoé Petit"]),
            ("Marchand", ["Zoé Marchand"]),
            ("Zoé", ["Zoé Marchand", "Zoé Petit"]),
        ]

    def test_what_was_decided_counts(self, club):
        text = rows("2025-10-10;1;Alice|Bob|Charly|Xavier;Alice;;garde;2;46")
        same = f"same:{club.player('Charlie').uuid}"

        plan = plan_of(club, text, ImportChoices(names={"charly": same, "xavier": "guest"}))

        assert (plan.step, plan.errors) == ("preview", ())

    def test_two_names_for_one_person_at_a_table(self, club):
        text = rows("2025-10-10;1;Alice|Bob|Charly|Charlie;Alice;;garde;2;46")
        same = f"same:{club.player('Charlie').uuid}"

        plan = plan_of(club, text, ImportChoices(names={"charly": same}))

        assert errors(plan) == [(2, "players", "Charlie", "player_twice")]

    def test_players_of_other_clubs_are_not_known(self, club):
        text = rows("2025-10-10;1;Alice|Bob|Charlie|Eve;Alice;;garde;2;46")
        eve = f"same:{club.player('Eve').uuid}"

        assert plan_of(club, text, ImportChoices(names={"eve": eve})).step == "names"

    @pytest.mark.parametrize(
        ("one", "other", "steps"),
        [("cleo", "cleo", 0), ("cleo", "clea", 1), ("anne", "ane", 1), ("bob", "boby x", 3)],
    )
    def test_distance(self, one, other, steps):
        assert distance(one, other) == steps


class TestTotals:
    WIDE = "player;12/09/2025;10/10/2025;total\nAlice;197;199;396\nBob;-383;-233;-616\n"

    def test_the_example(self, club):
        """leagues.md §7.2: the sums are −186 and −34, which warns."""
        plan = plan_of(club, self.WIDE, ImportChoices(order="day"))

        assert [
            (table.date, [(t.player, t.total) for t in table.totals]) for table in plan.tables
        ] == [
            (date(2025, 9, 12), [("Alice", 197), ("Bob", -383)]),
            (date(2025, 10, 10), [("Alice", 199), ("Bob", -233)]),
        ]
        assert [(one.code, one.params["sum"]) for one in plan.warnings] == [
            ("sum_not_zero", -186),
            ("sum_not_zero", -34),
        ]
        assert plan.errors == ()

    @pytest.mark.parametrize(
        "text",
        [
            "Nom;Prénom;13/09/2025;Total\nROUX;Anne;20;20\nPETIT;Marc;-20;-20\n",
            "NOM Prénom;13/09/2025\nRoux Anne;20\nPetit Marc;-20\n",
            "Clt;Joueurs;13/09/2025;Moyenne\n1;Anne Roux;20;20\n2;Marc Petit;-20;-20\n",
            ";13/09/2025;Total\nAnne Roux;20;20\nMarc Petit;-20;-20\n",
            "Nos soirées;\n;13/09/2025;14/09/2025\nAnne Roux;20;\nMarc Petit;-20;\n",
            "Date;Joueur;Points\n13/09/2025;Anne Roux;20\n13/09/2025;Marc Petit;-20\n",
            "Soirée du 13/09/2025;\nNom;Score\nAnne Roux;20\nMarc Petit;-20\n",
            "Soirée du 13/09/2025;\nRang;Membre;Total\n1;Anne Roux;20\n2;Marc Petit;-20\n",
        ],
    )
    def test_the_headings_of_clubs(self, club, text):
        plan = plan_of(club, text)

        assert (plan.kind, plan.columns.unknown) == (ImportKind.TOTALS, ())
        [table] = plan.file.tables
        assert table.date == date(2025, 9, 13)
        told = {person_key(one.player): one.total for one in table.totals}
        assert told == {"anne roux": 20, "marc petit": -20}

    def test_a_row_an_evening(self, club):
        """A slip does not hide its player, and is told by its cell in the file."""
        people = "ABCDEFGHIJ"
        text = (
            f"Saison 2024-2025\nSoirée;{';'.join(people)};Cotisation;Notes\n"
            "jeu. 12 sept.;90;-10;-10;-10;-10;-10;-10;-10;-10;-10;18,50 €;\n"
            "27 févr.;;80;-10;-10;-10;-10;-10;-10;-10;-12;18,50 €;chips\n"
            "Total;90;70;-20;-20;-20;-20;-20;-20;-20;-22;;\n"
        )

        plan = plan_of(club, text)

        assert plan.kind is ImportKind.TOTALS
        assert plan.sheet.sums == (5,)
        assert left_columns(plan) == ["Cotisation", "Notes"]
        assert [(table.date, len(table.totals)) for table in plan.file.tables] == [
            (date(2024, 9, 12), 10),
            (date(2025, 2, 27), 9),
        ]
        assert [one.total for one in plan.file.tables[1].totals] == [80, *[-10] * 7, -12]

        dated = text.replace("jeu. 12 sept.", "2024-09-12").replace("27 févr.", "2025-02-27")
        plan = plan_of(club, dated.replace(";-12;", ";-1Z;"))

        [slip], _more = error_rows(plan, [one for one in plan.errors if one.code == "bad_number"])
        assert (slip.row, slip.column, slip.value) == ("K4", "2025-02-27", "-1Z")

        plan = plan_of(club, dated.replace("2024-09-12", "31/02/2025"))

        [slip], _more = error_rows(plan, [one for one in plan.errors if one.code == "bad_date"])
        assert (slip.row, slip.value, slip.cell) == ("A3", "31/02/2025", "")
        assert [row.number for row in grid_rows(plan) if row.part == "header"] == [2]

    @pytest.mark.parametrize(
        ("days", "dates"),
        [
            (["12/9", "26/9", "3/2"], [date(2024, 9, 12), date(2024, 9, 26), date(2025, 2, 3)]),
            (["9/12", "9/26", "2/3"], [date(2024, 9, 12), date(2024, 9, 26), date(2025, 2, 3)]),
        ],
    )
    def test_a_row_an_evening_of_few(self, club, days, dates):
        """A deal an evening is what nobody keeps: each adds up to 0 as deals do."""
        points = ("90;-30;-30;-30", "-60;20;20;20", "30;30;30;-90")
        lines = [f"{day};{row}" for day, row in zip(days, points, strict=True)]
        text = "\n".join(["Saison 2024-2025", "Soirée;Alice;Bob;Charlie;Dora", *lines, ""])

        plan = plan_of(club, text)

        assert plan.kind is ImportKind.TOTALS
        assert [table.date for table in plan.file.tables] == dates
        assert [one.total for one in plan.file.tables[2].totals] == [30, 30, 30, -90]
        hours = zip(lines, ("20h", "20h30", "21h"), strict=True)
        timed = ["Soirée;Alice;Bob;Charlie;Dora;Début", *(f"{line};{hour}" for line, hour in hours)]
        assert plan_of(club, "\n".join(["Saison 2024-2025", *timed, ""])).kind is ImportKind.TOTALS
        two = plan_of(club, text.replace(lines[2], ""))
        assert [table.date for table in two.file.tables] == dates[:2]
        assert two.kind is ImportKind.TOTALS
        one = text.replace(lines[1], "").replace(lines[2], "")
        assert plan_of(club, one).kind is ImportKind.DEALS
        scores = ("1;-1;2;-2", "3;-1;-4;2", "-5;-1;4;2")  # they may be totals so far
        lines = [f"{day};{row}" for day, row in zip(days, scores, strict=True)]
        unclear = "\n".join(["Saison 2024-2025", "Soirée;Alice;Bob;Charlie;Dora", *lines, ""])
        assert plan_of(club, unclear).kind is None
        told = plan_of(club, unclear, ImportChoices(kind="totals"))
        assert (told.step, [table.date for table in told.file.tables]) == ("preview", dates)
        people = (
            "Qui;Depuis;Clé;Casier;Armoire\nAlice;12/9/2024;15;20;7\nBob;26/9/2024;2;41;9\n"
            "Dora;3/10/2024;30;23;1\n"
        )
        assert plan_of(club, people).kind is None

    @pytest.mark.parametrize(
        "text",
        [
            "Date;Table;Alice;Bob;Charlie;Dora\n13/09/2025;1;90;-90;;\n13/09/2025;2;;;60;-60\n"
            "27/09/2025;2;-20;20;;\n",
            "Date;N° table;Alice;Bob;Charlie;Dora\n13/09/2025;1;90;-90;;\n;2;;;60;-60\n"
            "27/09/2025;2;-20;20;;\n",
            "Date;Table;Alice;Bob;Charlie;Dora\n12/09/2025;;5;-5;;\n13/09/2025;1;90;-90;;\n"
            "13/09/2025;2;;;60;-60\n27/09/2025;2;-20;20;;\n",
            "Joueur;13/09/2025 – Table 1;13/09/2025 (T2);27/09/2025 T2\n"
            "Alice;90;;-20\nBob;-90;;20\nCharlie;;60;\nDora;;-60;\n",
        ],
    )
    def test_tables_of_an_evening(self, club, text):
        """A row or a column a table, under a date that may stand in merged cells; an evening with
        one table may name none."""
        plan = plan_of(club, text)

        assert (plan.kind, plan.step, errors(plan)) == (ImportKind.TOTALS, "preview", [])
        first, second = date(2025, 9, 13), date(2025, 9, 27)
        told = {
            (table.date, table.label[-1]): [(one.player, one.total) for one in table.totals]
            for table in plan.tables
            if table.label
        }
        assert told == {
            (first, "1"): [("Alice", 90), ("Bob", -90)],
            (first, "2"): [("Charlie", 60), ("Dora", -60)],
            (second, "2"): [("Alice", -20), ("Bob", 20)],
        }

    def test_a_word_behind_a_date_is_no_table(self, club):
        """The sum of the evening, or what it was, stands there as well."""
        text = (
            "Joueur;12/09/2025 Table 1;12/09/2025 Table 2;12/09/2025 Total\n"
            "Alice;90;;90\nBob;-90;;-90\nCharlie;;60;60\nDora;;-60;-60\n"
        )

        for word in ("Total", "Tarot", "tournoi"):
            plan = plan_of(club, text.replace("Total", word))
            assert (plan.kind, plan.columns.unknown) == (
                ImportKind.TOTALS,
                (f"12/09/2025 {word}",),
            )
            assert [table.label for table in plan.file.tables] == ["Table 1", "Table 2"]

    def test_who_was_absent_is_asked_nothing(self, club):
        """Also who was absent more often than not."""
        text = (
            "Soirée;Alice;Bob;Charlie;Dora\n2024-09-12;90;-60;-30;abs.\n"
            "2024-09-26;-40;x;40;ABS\n2024-10-03;30;-10;-30;10\n"
        )

        plan = plan_of(club, text)

        assert (plan.kind, errors(plan)) == (ImportKind.TOTALS, [])
        told = [{one.player: one.total for one in table.totals} for table in plan.file.tables]
        assert told == [
            {"Alice": 90, "Bob": -60, "Charlie": -30},
            {"Alice": -40, "Charlie": 40},
            {"Alice": 30, "Bob": -10, "Charlie": -30, "Dora": 10},
        ]
        # The same under a list of deals, whose players are those that have a score.
        deals = text.replace("2024-09-26", "2024-09-12").replace("40;x;40", "40;20;20")
        deals = deals.replace("Soirée", "Date")
        [first, _second, third] = [
            deal.record["scores"] for table in plan_of(club, deals).tables for deal in table.deals
        ]
        assert first == {"Alice": 90, "Bob": -60, "Charlie": -30}
        assert third["Dora"] == 10

    def test_the_year_of_a_season_follows_the_answer(self, club):
        text = "Saison 2024-2025\nplayer;3/9;4/10;total\nAlice;197;199;396\nBob;-197;-199;-396\n"

        assert plan_of(club, text).asks_order
        answers = (("day", (2024, 9, 3), (2024, 10, 4)), ("month", (2025, 3, 9), (2025, 4, 10)))
        for order, *days in answers:
            plan = plan_of(club, text, ImportChoices(order=order))
            assert [table.date for table in plan.file.tables] == [date(*day) for day in days]

        october = text.replace("2024-2025", "2024-2025, octobre")
        plan = plan_of(club, october.replace("3/9;4/10", "10/3;10/4"))
        assert [table.date for table in plan.file.tables] == [
            date(2024, 10, 3),
            date(2024, 10, 4),
        ]

    def test_a_row_that_counts_is_nobody(self, club):
        """Also where the family name is in front of others."""
        text = "NOM Prénom;13/09/2025\nRoux Anne;20\nNombre de joueurs;1\nTotal général;20\n"

        plan = plan_of(club, text)

        presets = {name.name: name_preset(name, plan.kind) for name in plan.unknown}
        assert presets == {"Anne Roux": "member", "Nombre de joueurs": "nobody"}
        assert plan.sheet.sums == (4,)  # it adds up: nobody is asked

    @pytest.mark.parametrize(
        ("last", "left_out"),
        [
            ("Total;10;-10;0", (4,)),
            ("Totaux :;10;-10;", (4,)),  # nothing where there is nothing
            ("Contrôle;0;0;0", (4,)),
            ("Sum Sophea;10;-10;0", (4,)),
            ("Sum Sophea;-10;10;0", ()),
            ("Somme générale;10;0;0", (4,)),
        ],
    )
    def test_a_row_of_sums_is_passed_over(self, club, last, left_out):
        text = "Joueur;12/09/2025;19/09/2025;26/09/2025\nAlice;30;-20;\nBob;-20;10;\n"

        plan = plan_of(club, text + last)

        assert plan.kind is ImportKind.TOTALS
        assert plan.sheet.sums == left_out
        assert len(plan.unknown) == (0 if left_out else 1)

    def test_a_sum_that_is_wrong_is_told(self, club):
        """And is nobody, unless the club has somebody of this name. Halves count in the sum."""
        text = "Joueur;12/09/2025;19/09/2025\nAlice;30,5;-20\nBob;-20;10\nTotal :;10,5;-11\n"

        plan = plan_of(club, text)

        assert (plan.unknown, plan.sheet.sums) == ((), (4,))
        [wrong] = [one for one in plan.warnings if one.code == "sum_differs"]
        assert (wrong.row, wrong.column) == (4, "19/09/2025")
        assert error_message(wrong) == (
            "The row of the sum says −11, and the rows above it add up to −10."
            " Check the scores above it; the row itself is left out."
        )
        assert "a score is a whole number" in error_message(plan.errors[0])

        as_member = plan_of(club, text, ImportChoices(names={"total :": "member"}))
        assert as_member.sheet.sums == ()

    def test_a_row_of_zeros_is_passed_over_by_its_word_alone(self, club):
        """Tables add up to 0, and somebody may have won and lost nothing."""
        text = "Joueur;12/09/2025;19/09/2025\nAlice;30;-20\nBob;-30;20\n"

        assert plan_of(club, f"{text}Total;0;0\nContrôle;0;0").sheet.sums == (4, 5)
        assert [name.name for name in plan_of(club, f"{text}Sum Sophea;0;0").unknown] == [
            "Sum Sophea"
        ]

    def test_complete_tables_must_add_up(self, club):
        plan = plan_of(club, self.WIDE, ImportChoices(order="day", is_complete=True))

        assert [error.code for error in plan.errors] == ["sum_not_zero", "sum_not_zero"]

    def test_the_total_is_checked(self, club):
        text = "player;2025-09-12;2025-10-10;total\nAlice;197;199;400\nBob;-197;-199;-396\n"

        plan = plan_of(club, text)

        assert errors(plan) == [(2, "total", "400", "total_mismatch")]
        assert error_message(plan.errors[0]) == (
            "The evenings add up to 396, the file says 400. Correct one of them, or leave the"
            " total empty."
        )

    def test_long_with_deals_table_and_points(self, club):
        text = (
            "date;joueur;score;donnes;table;points\n"
            "2025-09-12;Alice;100;12;A;10\n2025-09-12;Bob;-100;12;A;4,5\n2025-09-12;alice;1;;A;\n"
            "2025-09-12;Dora;10,5;;B;\n"
        )

        plan = plan_of(club, text)

        [table] = plan.tables
        assert [(t.player, t.total, t.deal_count, t.place_points) for t in table.totals] == [
            ("Alice", 100, 12, 1000),
            ("Bob", -100, 12, 450),
        ]
        assert errors(plan) == [
            (4, "player", "alice", "player_twice"),
            (5, "score", "10,5", "bad_number"),
        ]


class TestMembers:
    def test_everything_that_can_be_told(self, club):
        text = (
            "Prénom;Nom;Surnom;N° de licence;Catégories;Courriel;"
            "Date d’adhésion;Actif;Nom public\n"
            "Zoé;Petit;Zo;12;S|D;zoe@example.org;01/09/2024;oui;hidden\n"
            ";;;;;;;;\nGil;Roux;;;;pas-une-adresse;;non;\nAda;Blanc;;;;;2012;;\n"
        )

        plan = plan_of(club, text, ImportChoices(order="day"))

        member, other = plan.members
        assert other.member_since == date(2012, 1, 1)
        assert (member.name, member.nickname, member.licence) == ("Zoé Petit", "Zo", "12")
        assert member.categories == ("S", "D")
        assert (member.member_since, member.is_active) == (date(2024, 9, 1), True)
        assert member.public_name == "hidden"
        assert errors(plan) == [(4, "email", "pas-une-adresse", "bad_email")]

    @pytest.mark.parametrize(
        "head",
        [
            "Liste des adhérents au 01/09/2025\nNom;Prénom;Licence;Points",
            "Nom;Prénom;E-mail;Résultat",
        ],
    )
    def test_scores_beside_what_members_have(self, club, head):
        plan = plan_of(club, f"{head}\nRoux;Zoé;;120\nPetit;Marc;;95\n")

        assert plan.kind is ImportKind.MEMBERS
        dated = plan_of(club, "Date;Joueur;Licence;Score\n13/09/2025;Zoé Roux;12;20\n")
        assert dated.kind is ImportKind.TOTALS
        ranked = plan_of(club, "Soirée du 13/09/2025\nRang;Nom;Licence;Points\n1;Zoé Roux;12;20\n")
        assert ranked.kind is ImportKind.TOTALS

    @pytest.mark.parametrize(
        ("lines", "columns"),
        [
            ("M.;DUPONT;Jean\nMme;ROUX;Zoé\nMlle;PETIT;Anne", ("", "last_name", "first_name")),
            ("Zoé;ROUX\nLuc;PETIT", ("first_name", "last_name")),
            ("Zoé;Nantes\nLuc;Rezé", ("", "")),
            ("ZOÉ;NANTES\nLUC;REZÉ", ("", "")),
            ("Zoé Roux;Nantes\nLuc Petit;Rezé", ("name", "")),
        ],
    )
    def test_names_without_a_heading(self, club, lines, columns):
        choices = ImportChoices(kind="members", header=-1)

        assert plan_of(club, f"{lines}\n", choices).columns.of == columns

    def test_only_near_names_are_asked_about(self, club):
        plan = plan_of(club, "nom\nAlise\nZoé\n", ImportChoices(kind="members"))

        assert [one.name for one in plan.unknown] == ["Alise"]
