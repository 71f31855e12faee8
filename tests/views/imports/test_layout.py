"""The page where a person sees how a file was understood: its sheets, its header, its columns."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models import Deal, ImportRun, Player, Sitting
from tests.exchange.imports.test_reading import book
from tests.exchange.imports.workbooks import club_workbook
from tests.page_forms import page_form, page_forms
from tests.views.imports.pages import NEW, html


def sent(client, content, name="club.xlsx"):
    """The page that follows on a file."""
    form = page_form(client.get(NEW), has="pasted")
    return form.fill(file=SimpleUploadedFile(name, content)).send(client, follow=True)


def header_of(page):
    """The number of the row that is marked."""
    return re.search(r'value="(\d+)" aria-pressed="true"', html(page))[1]


def tap(client, page, step, value):
    """Presses one of the buttons of the grid: a row, or the tab of a sheet."""
    [form] = [one for one in page_forms(page) if (step, value) in one.buttons]
    return form.send(client, f"{step}={value}", follow=True)


class TestWorkbook:
    def test_members_under_a_title(self, organiser):
        page = sent(organiser, club_workbook(evenings=1))
        text = html(page)
        assert header_of(page) == "4"
        assert "Liste des adhérents 2025/2026</td>" in text
        assert "Left out, since they only add up the others: 2 rows, the first is row 66" in text
        assert 'name="sheet" value="Hiver"' in text
        assert "Karine" not in text  # of the rows only the first are shown

        preview = page_form(page, press="columns").send(organiser, "columns", follow=True)
        assert "60 members in the file" in html(preview)
        page_form(preview, press="write").send(organiser, "write")

        member = Player.objects.get(name="Chloé De La Tour")
        assert (member.family_name, member.email) == ("De La Tour", "membre26@exemple.fr")
        assert Player.objects.filter(email__startswith="membre").count() == 60

    def test_fees_and_remarks_stay_with_the_member(self, organiser, club):
        page = sent(organiser, club_workbook(evenings=1))
        form = page_form(page, press="columns")
        assert (form.fields["column-0"].value, form.fields["column-1"].value) == ("+", "+")
        preview = form.send(organiser, "columns", follow=True)
        assert "membre7@exemple.fr · Cotisation: 25 · Remarque: joue le vendredi" in html(preview)
        page_form(preview, press="write").send(organiser, "write")

        anne = Player.objects.get(email="membre0@exemple.fr")
        assert anne.free_columns == [["Cotisation", "12.5"], ["Remarque", "joue le vendredi"]]
        edit = organiser.get(f"/c/trois-bouts/members/{anne.uuid}/")
        shown = page_form(edit, has="free_columns").fields["free_columns"].value
        assert shown == "Cotisation: 12.5\nRemarque: joue le vendredi"
        # Next year's list adds its own, and replaces nothing; how its columns were taken is known.
        head = b"NOM;Pr\xc3\xa9nom;Cotisation;Cotisation 2026\n"
        page = sent(organiser, head + b"LEF\xc3\x88VRE;Anne;30;40\n", "2026.csv")
        form = page_form(page, press="columns")
        assert [form.fields[f"column-{n}"].value for n in range(4)] == [
            "+",  # Cotisation 2026, which is new, comes first
            "last_name",
            "first_name",
            "+",
        ]
        report = page_form(form.send(organiser, "columns", follow=True), press="write")
        report.send(organiser, "write")
        anne.refresh_from_db()
        assert anne.free_columns == [
            ["Cotisation", "12.5"],
            ["Remarque", "joue le vendredi"],
            ["Cotisation 2026", "40"],
        ]

    @pytest.mark.parametrize(("kind", "language"), [("csv", "fr"), ("csv", "en"), ("xlsx", "fr")])
    def test_they_go_out_and_come_in_again(self, organiser, kind, language):
        told = {"Bob": [["Cotisation", "=25"], ["", "née Dupont"]], "Dora": [["Carte", "7"]]}
        for name, columns in told.items():
            Player.objects.filter(name=name).update(free_columns=columns)
        address = f"/c/trois-bouts/io/members.{kind}"
        organiser.cookies["django_language"] = language
        file = b"".join(organiser.get(address).streaming_content)
        Player.objects.update(free_columns=[])

        page = sent(organiser, file, f"members.{kind}")
        preview = page_form(page, press="columns").send(organiser, "columns", follow=True)
        page_form(preview, press="write").send(organiser, "write")

        again = dict(Player.objects.exclude(free_columns=[]).values_list("name", "free_columns"))
        told["Bob"][1][0] = "Note"
        assert again == told

    def test_a_telephone_number_has_its_first_digit(self, organiser):
        """A spreadsheet keeps 06 12 34 56 78 as a number, without its 0; 12 cards are no number."""
        rows = [["Nom", "Tél. portable", "Cartes"], ["Zoé Dupont", 612345678, 123456789]]
        page = sent(organiser, book(*rows, ["Ugo Sala", 3331234567, 12]))
        preview = page_form(page, press="columns").send(organiser, "columns", follow=True)
        assert "Tél. portable: 0612345678 · Cartes: 123456789" in html(preview)
        assert "Tél. portable: 3331234567" in html(preview)

    def test_a_text_that_is_too_long_for_a_note(self, organiser):
        page = sent(organiser, b"Nom;Courriel;Remarque\nAnne;;" + b"x" * 201 + b"\n", "list.csv")

        preview = page_form(page, press="columns").send(organiser, "columns", follow=True)

        assert "At most 200 characters." in html(preview)

    def test_another_sheet_is_a_tap(self, organiser):
        page = tap(organiser, sent(organiser, club_workbook(evenings=1)), "sheet", "Hiver")

        assert header_of(page) == "3"
        assert 'aria-current="true">Hiver' in html(page)
        names = page_form(page, press="columns").send(organiser, "columns", follow=True)
        preview = page_form(names, press="names").send(organiser, "names", follow=True)
        assert "50 deals" in html(preview)
        report = page_form(preview, press="write").send(organiser, "write", follow=True)
        assert "Imported" in html(report)
        assert Deal.objects.count() == 50

    def test_a_sheet_that_is_not_there(self, organiser):
        page = sent(organiser, club_workbook(evenings=1))
        address = page.request["PATH_INFO"]

        organiser.post(address, {"step": "sheet", "sheet": "Nulle part\0"})

        assert ImportRun.objects.get().content["choices"]["sheet"] == ""


class TestHeader:
    TEXT = b"Nom;Licence\nNom;Licence\nAnne;12\n"

    def test_it_is_moved_by_a_tap_and_back(self, organiser):
        page = sent(organiser, self.TEXT, "list.csv")
        assert "2 members in the file" in html(page)
        page = organiser.get(f"{page.request['PATH_INFO']}?step=columns")
        assert header_of(page) == "1"

        page = tap(organiser, page, "header", "2")

        assert header_of(page) == "2"
        preview = page_form(page, press="columns").send(organiser, "columns", follow=True)
        assert "1 member in the file" in html(preview)
        assert 'href="?step=columns"' in html(preview)

    def test_a_list_without_one(self, organiser):
        """The first row is data already, and a title may stand above it. What the columns are
        follows from what stands in them."""
        rows = ["Nos membres", "DUPONT;Zoé;zoe@exemple.fr;03/05/1960;06 12 34 56 78;1/9/2024;x"]
        rows += ["NGUYEN;Éric;;1971-12-24;06 98 76 54 32;1/9/2024;", "ROUX;Anne;;1980-01-13;;;"]
        page = tap(organiser, sent(organiser, "\n".join(rows).encode(), "list.csv"), "header", "2")
        page = tap(organiser, page, "first", "2")
        assert "Col. A</td>" in html(page)
        page = page_form(page, press="columns").fill(kind="members")
        page = page.send(organiser, "columns", follow=True)
        form = page_form(page, press="columns")
        assert [form.fields[f"column-{n}"].value for n in range(7)] == [
            *("+", "+"),  # E and G, which nothing shows, come first
            *("last_name", "first_name", "email", "birth_year", "member_since"),
        ]
        preview = form.send(organiser, "columns", follow=True)

        page_form(preview, press="write").send(organiser, "write")

        zoe = Player.objects.get(email="zoe@exemple.fr")
        assert (zoe.name, zoe.birth_year) == ("Zoé Dupont", 1960)
        assert zoe.free_columns == [["Col. E", "06 12 34 56 78"], ["Col. G", "x"]]
        assert Player.objects.filter(name="Éric Nguyen").exists()

    def test_totals_without_a_date(self, organiser):
        """A name and its points in each row: the evening is said."""
        page = tap(organiser, sent(organiser, b"Alice;120\nBob;-120\n", "list.csv"), "first", "1")
        page = page_form(page, press="columns").fill(kind="totals")
        page = page.send(organiser, "columns", follow=True)
        form = page_form(page, press="columns")
        assert [form.fields[f"column-{n}"].value for n in (0, 1)] == ["player", "score"]
        assert "Say the date, or which column has it." in html(form.send(organiser, "columns"))

        preview = form.fill(day="2025-09-12").send(organiser, "columns", follow=True)
        page_form(preview, press="write").send(organiser, "write")

        [sitting] = Sitting.objects.all()
        assert sitting.opened_at.date() == date(2025, 9, 12)
        assert sorted(sitting.totals.values_list("total", flat=True)) == [-120, 120]

    def test_a_known_column_may_be_another(self, organiser):
        page = sent(organiser, b"Nom;Numero\nAnne;12\n", "list.csv")
        form = page_form(page, press="columns")
        assert form.fields["column-1"].value == "name"
        assert "Anne" in html(page)  # the example under it

        twice = form.fill(**{"column-0": "name"}).send(organiser, "columns")
        assert (twice.status_code, "Another column is that already." in html(twice)) == (422, True)
        left = form.fill(**{"column-0": "-", "column-1": "name"})
        assert "Column left out: Numero" in html(left.send(organiser, "columns", follow=True))
        form.fill(**{"column-0": "licence", "column-1": "nickname"})
        page = form.send(organiser, "columns", follow=True)
        assert "name — There is no column for this, and it is needed." in html(page)
        page_form(page, press="columns").fill(**{"column-1": "name"}).send(organiser, "columns")

        page = organiser.get(page.request["PATH_INFO"])
        assert "1 member in the file" in html(page)

    def test_formulas_that_are_left_out_hinder_nobody(self, organiser):
        rows = [[name, "=1+1"] for name in ("Anne", "Léo", "Zoé", "Ugo")]
        page = sent(organiser, book(["Nom", "Solde"], *rows))
        assert "4 cells are formulas without their results" in html(page)
        kept = page_form(page, press="columns").send(organiser, "columns", follow=True)
        assert "4 rows: This cell is a formula without a value" in html(kept)
        page = organiser.get(f"{kept.request['PATH_INFO']}?step=columns")
        form = page_form(page, press="columns").fill(**{"column-1": "-"})

        preview = form.send(organiser, "columns", follow=True)

        assert "formula" not in html(preview)
        assert "4 members in the file" in html(preview)

    def test_sums_of_formulas_are_not_compared(self, organiser):
        rows = [["Alice", 12, -3, "=B2+C2"], ["Bob", -12, 3, "=B3+C3"]]

        preview = sent(organiser, book(["Joueur", "13/09/2025", "25/10/2025", "TOTAL"], *rows))
        assert "formula" not in html(preview)
        assert "Column left out: TOTAL" in html(preview)
        page_form(preview, press="write").send(organiser, "write")

        totals = [list(one.totals.values_list("total", flat=True)) for one in Sitting.objects.all()]
        assert sorted(map(sorted, totals)) == [[-12, 12], [-3, 3]]

    def test_one_row_of_scores_may_be_an_evening(self, organiser):
        note = "The row of scores is taken for one deal."
        preview = sent(organiser, b"Date;Alice;Bob;Charlie\n2025-09-12;120;-40;-80\n", "list.csv")
        assert note in html(preview)
        [address] = re.findall(r'href="(\?step=columns)"', html(preview))

        page = organiser.get(preview.request["PATH_INFO"] + address)
        same = page_form(page, press="columns").send(organiser, "columns", follow=True)
        assert note not in html(same)  # it was looked at
        form = page_form(page, press="columns").fill(kind="totals")
        preview = form.send(organiser, "columns", follow=True)
        assert note not in html(preview)
        page_form(preview, press="write").send(organiser, "write")

        [sitting] = Sitting.objects.all()
        assert sorted(sitting.totals.values_list("total", flat=True)) == [-80, -40, 120]

    def test_another_kind_is_asked_anew(self, organiser):
        page = sent(organiser, b"Nom;bar\nAnne;12\n", "list.csv")
        form = page_form(page, press="columns").fill(kind="totals", **{"column-0": "-"})

        page = form.send(organiser, "columns", follow=True)

        assert page_form(page, press="columns").fields["kind"].value == "totals"
        assert ImportRun.objects.get().content["columns"] == {}


class TestHeadingsOfEvenings:
    def test_numbered_ones_are_asked_for_their_dates(self, organiser, club):
        """They are said for this file alone: next year's first evening is another one."""
        lines = ["Joueur;Soirée 1;Soirée n° 2;Soirée 3;Total", "Alice;120;x;-5;115"]
        content = "\n".join([*lines, "Bob;-120;40;;-80", "Charlie;;-40;;-40"]).encode()
        page = sent(organiser, content, "totaux.csv")
        form = page_form(page, press="columns")
        assert form.fields["kind"].value == "totals"
        assert "These evenings say no date: say it." in html(page)
        assert "Date of all rows" not in html(page)
        nothing = form.send(organiser, "columns")
        assert (nothing.status_code, "Say the date of one evening" in html(nothing)) == (422, True)
        form = form.fill(**{"column-0": "2025-09-12", "column-1": "2025-09-12"})
        assert "Another evening has this date already." in html(form.send(organiser, "columns"))
        form = form.fill(**{"column-1": "10/10/2025"})  # the third evening is left out

        preview = form.send(organiser, "columns", follow=True)

        assert "Column left out: Soirée 3" in html(preview)
        assert "The evenings add up to 120, the file says 115." in html(preview)
        page_form(preview, press="good").send(organiser, "good")
        days = {one.opened_at.astimezone(club.club.zone).date() for one in Sitting.objects.all()}
        assert days == {date(2025, 9, 12), date(2025, 10, 10)}
        again = page_form(sent(organiser, content + b"\n", "2026.csv"), press="columns")
        assert not again.fields["column-0"].value

    def test_an_error_names_one_as_the_file_has_it(self, organiser):
        content = b"Joueur;12/09/2025;10/10/2025\nAlice;12O;5\nBob;-120;-5\n"
        page = sent(organiser, content, "totaux.csv")
        assert "<td>12/09/2025</td>" in re.sub(r"<td[^>]*>", "<td>", html(page))

        dated = [["Joueur", date(2025, 9, 12)], ["Alice", "12O"], ["Bob", -120]]
        page = sent(organiser, book(*dated))

        assert "Row 2, 12 Sept. 2025 </label>" in html(page)
