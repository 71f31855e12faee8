"""Entries in from a list, out as one, and in teams."""

from io import BytesIO
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Category, Entry
from clubs.queries.tournaments.entries.entries import entry_lines
from clubs.queries.tournaments.entries.teams import teams_mark
from clubs.services.files.chains import check_chains
from clubs.services.files.words import check_words
from clubs.services.people.people import add_players
from clubs.services.tournaments.entries.teams import set_teams
from tests.cast import Cast
from tests.hall import Hall
from tests.page_forms import errors, page_form
from tests.views.tournaments.pages import names, page


@pytest.fixture
def hall(club: Cast) -> Hall:
    hall = Hall.gather(club, 0, state="open", fee=1000)
    hall.enter("P01", "P02", "P03", "P04", checked_in=False)
    return hall


@pytest.fixture
def desk(charlie):
    return charlie


def entries(hall: Hall) -> list[Entry]:
    return list(hall.tournament.entries.select_related("player"))


class TestEntryImport:
    def test_previewed_and_then_written(self, hall, desk):
        upload = SimpleUploadedFile("liste.csv", "Nom;Club;Payé\nZoé;Nice;oui\n".encode("cp1252"))

        response = desk.post(page(hall, "entries/import/"), {"file": upload})
        assertContains(response, "1 entry")
        assertContains(response, "Add them all")
        assert len(names(hall)) == 4

        text = response.context["found"].text
        typed = {"pasted": text, "step": "write"}
        response = desk.post(page(hall, "entries/import/"), typed)
        assertRedirects(response, page(hall, "entries/"))
        entry = hall.entry(5)
        assert (entry.name, entry.club_name, entry.fee_paid) == ("Zoé", "Nice", 1000)

    def test_year_of_birth_and_categories_are_seen_before_they_are_stored(self, hall, desk):
        """From the page with the field for the file to the list of the desk."""
        for code, name, born_from in (("women", "Féminines", None), ("junior", "Juniors", 2005)):
            Category.objects.create(
                tournament=hall.tournament, code=code, name=name, born_from=born_from
            )
        text = "Nom;Né(e) en;Catégorie\nZoé;2010;Féminines\nLuc;1955;\nTotal;2;\n"
        upload = SimpleUploadedFile("liste.csv", text.encode("cp1252"))
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")

        preview = form.fill(file=upload).send(desk)

        assertContains(preview, "<td>Féminines, Juniors</td>", html=True)
        assertContains(preview, '<td class="r num" data-head="Born">1955</td>', html=True)
        assertNotContains(preview, "ignored")
        assertContains(preview, "Left out, since it only adds up the others: row 4")
        page_form(preview, press="write").send(desk, "write")
        zoe, luc = hall.entry(5), hall.entry(6)
        assert (zoe.birth_year, zoe.categories) == (2010, ["women"])
        assert (luc.birth_year, luc.categories) == (1955, [])

    def test_categories_that_there_are_not_are_made_from_the_list(self, hall, desk):
        Category.objects.create(tournament=hall.tournament, code="junior", name="Juniors")
        text = "Nom;Catégorie\nZoé;Féminines|Juniors\nLuc;féminines\nAna;Vétérans\n"
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")

        refused = form.fill(pasted=text).send(desk)
        assertContains(refused, "<b>Féminines, Vétérans</b>", status_code=422, html=True)
        assertContains(refused, "correct them in the list below", status_code=422)
        told = page_form(refused, has="pasted").data()
        shown = desk.post(refused.request["PATH_INFO"], {**told, "make_categories": "yes"})

        assertContains(shown, "<td>Féminines, Juniors</td>", html=True)
        page_form(shown, press="write").send(desk, "write")
        entered = [entry.categories for entry in entries(hall)[4:]]
        assert entered == [["feminines", "junior"], ["feminines"], ["veterans"]]

    @pytest.mark.parametrize("mended", ["F" * 81, "|".join(map(str, range(21)))])
    def test_no_more_categories_than_their_page_takes(self, hall, desk, mended):
        """The list can be mended beside the button that makes them."""
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")
        refused = form.fill(pasted="Nom;Catégorie\nZoé;Juniors\n").send(desk)
        told = page_form(refused, has="pasted").data() | {"make_categories": "yes"}

        told["pasted"] = told["pasted"].replace("Juniors", mended)
        again = desk.post(refused.request["PATH_INFO"], told)

        assertNotContains(again, "Make them", status_code=422)
        assert not Category.objects.exists()

    def test_the_desk_alone_makes_no_categories(self, hall, desk, club):
        hall.tournament.roles.create(user=club.user("Alice"), role="desk")
        desk.force_login(club.user("Alice"))
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")
        refused = form.fill(pasted="Nom;Catégorie\nZoé;Juniors\n").send(desk)

        assertContains(refused, "Those who manage the tournament can make them.", status_code=422)
        told = page_form(refused, has="pasted").data() | {"make_categories": "yes"}
        assert desk.post(refused.request["PATH_INFO"], told).status_code == 403
        assert not Category.objects.exists()

    def test_a_file_of_another_kind(self, hall, desk):
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")
        upload = SimpleUploadedFile("liste.json", b'{"entries": []}')

        response = form.fill(file=upload).send(desk)

        told = "This is no list of entries. What is read: CSV and spreadsheets (.xlsx, .ods, .xls)."
        assert errors(response) == {"file": [told]}

    def test_who_has_entered_alone_joins_the_team_of_the_list(self, hall, desk):
        """P02 is in a team, and stays there."""
        old = {"Anciens": [2, 3]}
        set_teams(hall.arbiter, hall.tournament, old, request_id=uuid4())
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")
        text = "Nom;Équipe\nP01;Bouts\nP02;Autres\nZoé;Bouts\n"

        preview = form.fill(pasted=text).send(desk)

        assertContains(preview, "1 person has entered already and joins a team")
        assertContains(preview, "1 person has entered already and stays as entered")
        page_form(preview, press="write").send(desk, "write")
        teams = {entry.name: entry.team and entry.team.name for entry in entries(hall)}
        assert teams == {
            "P01": "Bouts",
            "P02": "Anciens",
            "P03": "Anciens",
            "P04": None,
            "Zoé": "Bouts",
        }

    def test_a_list_may_only_make_teams_of_who_has_entered(self, hall, desk):
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")
        preview = form.fill(pasted="Nom;Équipe\nP03;Bouts\nP01;Bouts\n").send(desk)
        before = set(map(str, check_words()))

        answer = page_form(preview, press="write").send(desk, "write", follow=True)

        assertContains(answer, "2 people had entered already and join a team.")
        team = [(entry.name, entry.is_captain) for entry in entries(hall) if entry.team]
        assert team == [("P01", False), ("P03", True)]
        newest = AuditEntry.objects.order_by("pk").last()
        assert (newest.action, newest.after) == ("set_teams", {"teams": {"Bouts": [3, 1]}})
        assert [*check_chains()] == []
        assert set(map(str, check_words())) <= before

    def test_columns_of_both_names(self, hall, desk):
        """As a town hall writes them, in Windows-1252 and as a spreadsheet."""
        rows = [
            ("Nom", "Prénom"),
            ("BOUVIER", "Hervé"),
            ("Le Gall", "Zoé"),
            ("Garcia Lopez", "Ana"),
        ]
        text = "\r\n".join(";".join(row) for row in rows)
        book, out = Workbook(), BytesIO()
        for row in rows:
            book.active.append(row)
        book.save(out)
        table = SimpleUploadedFile("liste.csv", text.encode("cp1252"))
        sheet = SimpleUploadedFile("liste.xlsx", out.getvalue())

        path = page(hall, "entries/import/")
        response = desk.post(path, {"file": table})
        assertNotContains(response, "is a guess")
        typed = {"pasted": response.context["found"].text, "step": "write"}
        assertRedirects(desk.post(path, typed), page(hall, "entries/"))
        again = desk.post(path, {"file": sheet})

        assert [(e.name, e.family_name, e.player.family_name) for e in entries(hall)[4:]] == [
            ("Hervé Bouvier", "Bouvier", "Bouvier"),
            ("Zoé Le Gall", "Le Gall", "Le Gall"),
            ("Ana Garcia Lopez", "Garcia Lopez", "Garcia Lopez"),
        ]
        assertContains(again, "3 people have entered already")
        assertNotContains(again, 'value="write"')

    def test_who_has_entered_is_shown_and_the_others_come_in(self, hall, desk):
        """Four have entered; one of them is on the list, with two others."""
        form = page_form(desk.get(page(hall, "entries/import/")), has="pasted")
        shown = form.fill(pasted="Nom;Club\nZoé;Nice\nP02;Dole\nLuc;\n").send(desk)

        assertContains(shown, "1 person has entered already")
        assertContains(shown, "2 entries")
        written = page_form(shown, press="write").send(desk, "write", follow=True)

        assert names(hall)[4:] == ["Zoé", "Luc"]
        assertContains(written, "2 entries added.")
        assertContains(written, "1 person had entered already")

    def test_a_guess_is_turned_round_before_it_is_written(self, hall, desk):
        path = page(hall, "entries/import/")
        shown = desk.post(path, {"pasted": "Nom;Club\nGarcia Lopez Ana;Nice\nSimon Martin;Dole\n"})
        assertContains(shown, "is a guess")

        turned = desk.post(path, {"pasted": shown.context["found"].text, "turn": "2"})
        assert len(names(hall)) == 4
        desk.post(path, {"pasted": turned.context["found"].text, "step": "write"})

        assert [e.listed_name for e in entries(hall)[4:]] == ["GARCIA LOPEZ Ana", "MARTIN Simon"]

    def test_all_lines_have_the_family_name_first(self, hall, desk):
        path = page(hall, "entries/import/")
        typed = {"pasted": "Nom;Club\nMartin Simon;Nice\nLe Gall Anne;Dole\n", "turn": "all"}
        shown = desk.post(path, typed)

        desk.post(path, {"pasted": shown.context["found"].text, "step": "write"})

        assert [e.listed_name for e in entries(hall)[4:]] == ["MARTIN Simon", "LE GALL Anne"]

    def test_the_other_order_finds_the_same_player(self, hall, desk, club):
        [herve] = add_players(
            club.actor("Charlie"), club.club, ["Hervé Bouvier"], request_id=uuid4()
        )

        typed = {"pasted": "Bouvier Hervé\n", "step": "write"}
        desk.post(page(hall, "entries/import/"), typed)

        assert hall.entry(5).player == herve
        assert hall.entry(5).name == "Hervé Bouvier"

    def test_pasted_names(self, hall, desk):
        typed = {"pasted": "Zoé\nLuc\n", "step": "write"}

        desk.post(page(hall, "entries/import/"), typed)

        assert names(hall)[4:] == ["Zoé", "Luc"]

    def test_one_bad_row_and_nothing_is_written(self, hall, desk):
        typed = {"pasted": "nom;email\nZoé;zoe@example.org\nLuc;luc\n", "step": "write"}

        response = desk.post(page(hall, "entries/import/"), typed)

        assert response.status_code == 422
        assertContains(response, "This is no e-mail address.", status_code=422)
        assertNotContains(response, "Add them all", status_code=422)
        assert len(names(hall)) == 4

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ({"step": "look"}, {"pasted": ["Paste lines here, or choose a file."]}),
            ({"pasted": "   "}, {"pasted": ["Paste lines here, or choose a file."]}),
        ],
    )
    def test_nothing_sent(self, hall, desk, typed, told):
        response = desk.post(page(hall, "entries/import/"), typed)

        assert response.status_code == 422
        assert errors(response) == told

    def test_a_file_that_cannot_be_read(self, hall, desk):
        upload = SimpleUploadedFile("liste.csv", b"nom\n\x00\x81")

        response = desk.post(page(hall, "entries/import/"), {"file": upload})

        assert response.status_code == 422
        assert list(errors(response)) == ["file"]

    def test_somebody_else_was_quicker(self, hall, desk):
        type(hall.tournament).objects.update(state="final")

        response = desk.post(page(hall, "entries/import/"), {"pasted": "Zoé\n", "step": "write"})

        assert response.status_code == 422
        assert errors(response) == {"__all__": ["Registration is not open."]}


class TestExport:
    def test_csv_and_xlsx(self, hall, desk):
        hall.tournament.entries.filter(number=1).update(name="=1+1", email="p@example.org")

        response = desk.get(page(hall, "entries.csv"))
        lines = response.content.decode("utf-8-sig").splitlines()
        assert lines[1] == "1,'=1+1,,'=1+1,,,,,no,p@example.org,,no,,,,"
        assert "attachment" in response["Content-Disposition"]

        book = load_workbook(BytesIO(desk.get(page(hall, "entries.xlsx")).content))
        assert [cell.value for cell in book.active[2]][:2] == [1, "=1+1"]
        assert book.active[2][1].data_type == "s"


class TestTeamList:
    def typed(self, hall, *teams):
        told = {f"team-{number}": name for number, name in enumerate(teams, 1)}
        return {**told, "seen": teams_mark(entry_lines(hall.tournament))}

    def test_the_same_name_makes_a_team(self, hall, desk):
        response = desk.post(page(hall, "teams/"), self.typed(hall, "Bouts", " bouts ", "", ""))

        assertRedirects(response, page(hall, "teams/"))
        [team] = hall.tournament.teams.all()
        assert list(team.entries.values_list("number", flat=True)) == [1, 2]
        assert hall.entry(1).is_captain
        assertContains(desk.get(page(hall, "teams/")), "captain: P01")

    def test_the_captain_stays(self, hall, desk):
        hall.tournament.entries.filter(number=2).update(is_captain=True)

        desk.post(page(hall, "teams/"), self.typed(hall, "Bouts", "Bouts"))

        assert hall.entry(2).is_captain
        assert not hall.entry(1).is_captain

    def test_one_alone_is_no_team(self, hall, desk):
        response = desk.post(page(hall, "teams/"), self.typed(hall, "A", "A", "B", ""))

        assert response.status_code == 422
        text = "A team has 2, 3 or 4 entries, and all teams have equally many."
        assert errors(response) == {"team-3": [text]}
        assertContains(response, 'value="B"', status_code=422)
        assert not hall.tournament.teams.exists()

    def test_overtaken(self, hall, desk):
        typed = self.typed(hall, "A", "A")
        desk.post(page(hall, "teams/"), self.typed(hall, "", "", "C", "C"))

        response = desk.post(page(hall, "teams/"), typed)

        assert response.status_code == 409
        assertContains(response, 'value="A"', status_code=409)
        assert [team.name for team in hall.tournament.teams.all()] == ["C"]

    def test_of_members_who_are_kept_apart(self, club, desk):
        hall = Hall.gather(club, 2, separation="team")

        assertContains(desk.get(page(hall, "teams/")), "never sit at the same table")
