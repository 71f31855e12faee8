"""The page of a file that was sent: questions, preview, report. Source: leagues.md §7."""

import json
import re
import zipfile
from io import BytesIO
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubs.exchange.imports import runs
from clubs.models import Deal, ImportRun, League, Player, Sitting, SittingTotal
from tests.cast import totals
from tests.page_forms import page_form
from tests.views.imports.pages import HEAD, HOME, NEW, ROW, html, sent


def main_buttons(page):
    """What the buttons do that are drawn as the main one."""
    buttons = re.findall(r"<button[^>]*btn-primary[^>]*>", page)
    return [re.search(r'value="(\w+)"', button)[1] for button in buttons]


class TestImportShow:
    def test_preview_then_import_then_report(self, organiser, club):
        address = sent(organiser, HEAD + ROW)

        assert "1 deal" in html(organiser.get(address))
        assert Sitting.objects.count() == 0

        organiser.post(address, {"step": "write"})
        page = html(organiser.get(address))
        sitting = Sitting.objects.get()
        assert "Imported" in page
        assert f"/t/{sitting.uuid}/" in page
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
        assert organiser.get(f"/t/{sitting.uuid}/").status_code == 200
        assert organiser.get(f"/t/{sitting.uuid}/1/").status_code == 200
        assert organiser.get(f"/t/{sitting.uuid}/log/").status_code == 200
        text = html(organiser.get(f"/t/{sitting.uuid}/summary/"))
        assert "10 October 2025 Les Trois Bouts 1. Alice +180" in text  # no hours

    def test_the_report_of_members_leads_to_them(self, organiser):
        """Without the numbers of tables and deals that a list of members has none of."""
        text = "nom;licence\nZoé Petit;12\nLuc Grand;13\n"
        page = organiser.get(sent(organiser, text))
        address = page_form(page, press="write").send(organiser, "write")["Location"]

        report = organiser.get(address)

        facts = re.findall(r"<dt>(.*?)</dt> <dd class=\"num\"> (\d+)", html(report))
        assert facts == [("New people", "2")]
        assert 'href="/c/trois-bouts/members/"' in html(report)
        assert "Zoé Petit" in html(organiser.get("/c/trois-bouts/members/"))

        page = organiser.get(sent(organiser, text))
        again = page_form(page, press="write").send(organiser, "write", follow=True)
        assert "Nothing new: everything in the file is here already." in html(again)

    def test_members_are_rows_that_say_what_is_filled_in(self, organiser, club):
        """Names ran on without anything else, and nobody said that gaps are filled."""
        text = (
            "nom;courriel;catégorie;adhésion\nZoé Petit;zoe@example.org;Senior;2019-09-01\n"
            "Bob;bob@club.example;;\nDora;;;\n"
        )
        page = organiser.get(sent(organiser, text))

        rows = re.findall(r"<tr> <td>(.*?)</td> <td.*?>(.*?)</td> <td.*?>(.*?)</td>", html(page))
        assert [[re.sub("<.*?>", "", cell).strip() for cell in row] for row in rows] == [
            ["Zoé Petit", "zoe@example.org · Senior · member since 1 September 2019", "new"],
            ["Bob", "bob@club.example", "here; filled in: e-mail address"],
            ["Dora", "–", "here already"],
        ]
        report = page_form(page, press="write").send(organiser, "write", follow=True)
        facts = re.findall(r"<dt>(.*?)</dt> <dd class=\"num\"> (\d+)", html(report))
        assert facts == [
            ("New people", "1"),
            ("Filled in for people who are here", "1"),
            ("Here already", "1"),
        ]

    def test_a_member_in_the_archive_is_told_with_the_way_there(self, organiser, club):
        """They stay in it: the list may be an old one."""
        Player.objects.filter(name="Bob").update(archived_at=timezone.now())

        page = organiser.get(sent(organiser, "nom;licence\nBob;77\nZoé Petit;12\n"))

        address = f'href="/c/trois-bouts/members/{club.player("Bob").uuid}/"'
        assert html(page).count("archived") == 1
        assert f"{address}>archived</a> here; filled in: licence number" in html(page)

    def test_a_sum_row_is_left_out_unless_somebody_says_otherwise(self, organiser):
        """One that is no sum of the rows above, so that somebody is asked."""
        text = "player;2025-09-12\nAlice;197\nBob;-100\nFrank;-90\nMoyenne;8\n"
        page = organiser.get(sent(organiser, text))
        assert "Nobody: leave the row out" in html(page)

        page = page_form(page, press="names").send(organiser, "names", follow=True)

        assert "3 totals" in html(page)
        assert "add up to 7" in html(page)  # of the players; the row counted as one and made it 15
        assert "Moyenne" not in html(page)

    def test_counts_have_their_thousands_apart(self, organiser):
        """As the scores of all pages have; they were printed as "1000" here alone."""
        organiser.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
        page = organiser.get(sent(organiser, HEAD + 1000 * ROW))
        assert "<li> 1.000 mani </li>" in html(page)

        address = sent(organiser, HEAD + ROW)
        organiser.post(address, {"step": "write"})
        run = ImportRun.objects.exclude(finished_at=None).get()
        run.report["deals"] = 1000  # writing so many takes long
        run.save()
        assert '<dt>Mani</dt> <dd class="num"> 1.000 </dd>' in html(organiser.get(address))

    def test_sent_twice_it_is_written_once(self, organiser):
        address = sent(organiser, HEAD + ROW)

        for _again in range(2):
            assert organiser.post(address, {"step": "write"}).status_code == 302

        assert Deal.objects.count() == 1

    def test_with_errors_nothing_is_written(self, organiser):
        address = sent(organiser, HEAD + ROW + ROW.replace("46", "95"))

        response = organiser.post(address, {"step": "write"})

        assert response.status_code == 422
        assert "0 to 91." in html(response)
        assert 'name="cell-3-7"' in html(response)
        assert Deal.objects.count() == 0

    def test_errors_are_mended_on_the_page(self, organiser):
        address = sent(organiser, HEAD + ROW.replace("46", "95"))

        told = {"step": "check", "cell-2-7": "46", "cell-9-999": "x", f"cell-{'9' * 5000}-7": "x"}
        organiser.post(address, urlencode(told), "application/x-www-form-urlencoded")
        organiser.post(address, {"step": "write"})

        assert Deal.objects.get().points_x2 == 92

    def test_a_field_that_is_left_as_it_is_changes_nothing(self, organiser):
        """Every field of the page comes back, those of cells that nobody touched too."""
        text = "joueur;15/09/2025;total\nAlice;197;190\nBob;-383;-383\n"
        address = sent(organiser, text)
        fields = dict(
            re.findall(r'name="(cell-[\d-]+)"[^>]*?value="([^"]*)"', html(organiser.get(address)))
        )
        assert fields == {"cell-2-2": "190"}  # a sum of a column has no cell

        organiser.post(address, {"step": "check", **fields, "cell-2-2": "197"})
        organiser.post(address, {"step": "write"})

        totals = SittingTotal.objects.values_list("player__name", "total")
        assert sorted(totals) == [("Alice", 197), ("Bob", -383)]

    def test_errors_that_say_the_same_are_one_line(self, organiser):
        """Where many cells have one text it is mended once, else one by one."""
        same, other = ROW.replace("garde", "gadre"), ROW.replace("46", "9{}")
        rows = same * 4 + "".join(other.format(number) for number in range(2, 6))
        rows += same.replace("gadre", "grade") * 4
        address = sent(organiser, HEAD + rows)

        page = html(organiser.get(address))
        assert [page.count(f"{rows} </td>") for rows in ("2–5", "6–9", "10–13")] == [1, 1, 1]
        assert page.count("4 rows:") == 3
        assert "92, 93, 94 …" in page
        form = page_form(organiser.get(address), press="check")
        assert form.fields["cell-2.3.4.5-5"].value == "gadre"
        contracts = dict.fromkeys(("cell-2.3.4.5-5", "cell-10.11.12.13-5"), "garde")
        form.fill(**contracts, **{f"cell-{row}-7": "46" for row in range(6, 10)})
        form.send(organiser, "check")
        organiser.post(address, {"step": "write"})

        assert Deal.objects.filter(points_x2=92).count() == 12

    def test_or_their_rows_are_left_out(self, organiser):
        address = sent(organiser, HEAD + ROW + ROW.replace("46", "95"))

        organiser.post(address, {"step": "good"})

        assert Deal.objects.count() == 1
        assert "Left out for errors" in html(organiser.get(address))

    def test_columns_are_asked_about_once_for_the_club(self, organiser, monkeypatch):
        text = HEAD.replace("points", "points;bar") + ROW.replace("46", "46;3")
        address = sent(organiser, text)

        assert "The list and its columns" in html(organiser.get(address))
        refused = organiser.post(address, {"step": "columns", "column-0": ""})
        assert refused.status_code == 422
        with monkeypatch.context() as patch:
            patch.setattr(runs, "planned", None)  # an answer needs no row of the file
            organiser.post(address, {"step": "columns", "column-0": "-"})
        assert "What will be imported" in html(organiser.get(address))

        assert "What will be imported" in html(organiser.get(sent(organiser, text)))

    def test_names_are_decided(self, organiser, club):
        address = sent(organiser, HEAD + ROW.replace("Dora", "Dorra"))

        assert "Who is this?" in html(organiser.get(address))
        assert organiser.post(address, {"step": "names", "name-0": ""}).status_code == 422
        bad = f"same:{club.player('Eve').uuid}"
        assert organiser.post(address, {"step": "names", "name-0": bad}).status_code == 422
        organiser.post(address, {"step": "names", "name-0": "guest"})
        organiser.post(address, {"step": "write"})

        assert Player.objects.get(name="Dorra").is_guest

    def test_dates_that_may_be_read_two_ways(self, organiser):
        address = sent(organiser, HEAD + ROW.replace("2025-10-10", "12/09/2025"))

        assert "How dates are written" in html(organiser.get(address))
        organiser.post(address, {"step": "columns", "order": "day"})
        organiser.post(address, {"step": "write"})

        assert Sitting.objects.get().opened_at.date().isoformat() == "2025-09-12"

    def test_thrown_away(self, organiser):
        address = sent(organiser, HEAD + ROW)

        assert organiser.post(address, {"step": "drop"})["Location"] == HOME
        assert organiser.get(address).status_code == 404

    def test_what_was_written_is_not_thrown_away(self, organiser):
        address = sent(organiser, HEAD + ROW)
        organiser.post(address, {"step": "write"})

        organiser.post(address, {"step": "drop"})

        assert organiser.get(address).status_code == 200

    def test_of_another_club_it_is_not_found(self, organiser, client, club):
        address = sent(organiser, HEAD + ROW)
        client.force_login(club.user("Eve"))

        assert client.get(address).status_code == 404
        assert client.get(address.replace("trois-bouts", "ailleurs")).status_code == 404

    def test_with_errors_mending_comes_first(self, organiser):
        """One button is the main one, and it does not write."""
        address = sent(organiser, HEAD + ROW + ROW.replace("46", "95"))

        page = html(organiser.get(address))

        assert main_buttons(page) == ["check"]
        assert "Import the rest" in page
        assert 'value="write"' not in page
        organiser.post(address, {"step": "check", "cell-3-7": "36"})
        assert set(main_buttons(html(organiser.get(address)))) == {"write"}

    def test_where_nothing_can_be_mended_here_the_file_is_sent_again(self, organiser):
        """A sum that is not 0 is of many cells."""
        address = sent(organiser, "player;2025-09-12\nAlice;1\n")
        organiser.post(address, {"step": "check", "is_complete": "on"})

        page = html(organiser.get(address))

        assert main_buttons(page) == []
        assert f'class="btn btn-primary btn-lg" href="{NEW}"' in page

    def test_a_season_that_closed_before_anything_was_written(self, organiser, club):
        league = club.league("Alice", name="Hiver")
        address = sent(organiser, HEAD + ROW)
        League.objects.update(state="closed")

        response = organiser.post(address, {"step": "write", "league": str(league.uuid)})

        assert (response.status_code, Deal.objects.count()) == (422, 0)

    def test_a_name_that_changed_while_the_button_was_pressed(self, organiser, monkeypatch):
        address = sent(organiser, HEAD + ROW)
        keep = runs.keep_choices

        def rename_and_keep(*args):
            Player.objects.filter(name="Bob").update(name="Robert", name_key="robert")
            return keep(*args)

        monkeypatch.setattr(runs, "keep_choices", rename_and_keep)

        page = organiser.post(address, {"step": "write"}, follow=True)

        assert page_form(page, has="name-0") is not None
        assert Deal.objects.count() == 0

    def test_totals_are_shown_on_the_sheet(self, organiser):
        address = sent(organiser, "player;2025-09-12\nAlice;197\nBob;-197\n")
        organiser.post(address, {"step": "write"})
        sitting = Sitting.objects.get()

        page = html(organiser.get(f"/t/{sitting.uuid}/"))

        assert "Of this table only the totals are known" in page
        assert "197" in page
        for rest in ("curve/", "summary/", "log/", "rules/", "sheet.pdf"):
            assert organiser.get(f"/t/{sitting.uuid}/{rest}").status_code in (200, 404)
        assert organiser.get("/c/trois-bouts/").status_code == 200
        assert organiser.get("/c/trois-bouts/tables/").status_code == 200

    @pytest.mark.parametrize("rows", [1, 3])
    def test_queries_of_the_preview(self, organiser, rows, count_queries):
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(rows))

        assert count_queries(organiser, sent(organiser, text)) == 11

    @pytest.mark.parametrize("rows", [1, 3])
    def test_queries_of_the_report(self, organiser, rows, count_queries):
        address = sent(
            organiser, HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(rows))
        )
        organiser.post(address, {"step": "write"})

        assert count_queries(organiser, address) == 8


class TestSlams:
    """A backup of Tarot – Compteur de points with slams of which it says no more."""

    @pytest.fixture
    def address(self, organiser):
        backup = BytesIO()
        with zipfile.ZipFile(backup, "w") as archive:
            people = [{"id": n, "name": name} for n, name in enumerate(("Alice", "Bob", "Dora"))]
            archive.writestr("players", json.dumps(people))
            seats = [{"id": 0, "side": 0}, {"id": 1}, {"id": 2}]
            deal = {"day": 10, "contract": 1, "oudlers": 3, "slam": 1, "players": seats}
            games = [{**deal, "attack_score": points} for points in (91, 60)]
            archive.writestr("games_2025_10", json.dumps(games))
        upload = SimpleUploadedFile("backup.zip", backup.getvalue())
        told = {"file": upload, "request_id": str(uuid4())}
        return organiser.post(NEW, told)["Location"]

    def test_what_came_of_them_is_asked(self, organiser, address):
        page = html(organiser.get(address))

        assert "What about the slams?" in page
        assert "10 October 2025: Alice takes, 91 points" in page
        options = re.findall(r'<option value="(\w*)"', page)
        assert options == ["", "announced", "unannounced", "none", "", "failed", "none"]
        refused = organiser.post(address, {"step": "slams", "slam-0": "announced"})
        assert refused.status_code == 422
        assert "Say what it was." in html(refused)
        wild = {"step": "slams", "slam-0": "announced", "slam-1": "announced"}
        assert organiser.post(address, wild).status_code == 422

    def test_the_answer_stays_and_may_be_changed(self, organiser, address):
        """(25 + 55)·2 = 160 and 400 announced; (25 + 24)·2 = 98 with or without 200 less."""
        organiser.post(address, {"step": "slams", "slam-0": "announced", "slam-1": "none"})

        page = html(organiser.get(address))
        assert "What will be imported" in page
        assert '<option value="announced" selected>' in page
        told = {"step": "check", "slam-0": "announced", "slam-1": "failed"}
        organiser.post(address, told)
        assert '<option value="failed" selected>' in html(organiser.get(address))
        organiser.post(address, {**told, "step": "write"})

        deals = Deal.objects.order_by("number")
        assert [deal.stake for deal in deals] == [560, -102]
        assert [deal.chelem for deal in deals] == ["announced_made", "announced_failed"]

    def test_before_it_is_answered_nothing_is_written(self, organiser, address):
        response = organiser.post(address, {"step": "write"})

        assert response.status_code in (302, 422)
        assert Deal.objects.count() == 0
