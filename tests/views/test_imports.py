"""Pages of data in: io_home, import_new, import_show. Source: leagues.md §7."""

import json
import re
import sqlite3
import zipfile
from contextlib import closing
from datetime import date
from io import BytesIO
from threading import BoundedSemaphore
from uuid import uuid4

import pytest
import segno
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

from clubs.core.problems import DealRefused, Problem
from clubs.exchange.imports import runs
from clubs.exchange.imports.process import apart
from clubs.exchange.imports.words import known_files
from clubs.models import Deal, ImportRun, League, Player, Sitting, SittingTotal
from clubs.services.files import imports
from clubs.views.imports import NEW_IMPORTS
from tests.cast import totals
from tests.page_forms import page_form
from tests.query_counts import count_queries

HOME = "/c/trois-bouts/io/"
NEW = f"{HOME}import/"
HEAD = "date;table;players;taker;called;contract;oudlers;points\n"
ROW = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"


@pytest.fixture
def organiser(client, club):
    client.force_login(club.user("Charlie"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def send(client, text, kind="", **more):
    return client.post(NEW, {"pasted": text, "kind": kind, "request_id": str(uuid4()), **more})


def sent(client, text, kind=""):
    """The address of the file's page."""
    response = send(client, text, kind)
    assert response.status_code == 302, response.content.decode()
    return response["Location"]


def html(response):
    return re.sub(r"\s+", " ", response.content.decode())


def main_buttons(page):
    """What the buttons do that are drawn as the main one."""
    buttons = re.findall(r"<button[^>]*btn-primary[^>]*>", page)
    return [re.search(r'value="(\w+)"', button)[1] for button in buttons]


# A counter's list of games, of none of the apps that are known.
SAVED_GAMES = b'[{"id": "1", "datestamp": 1, "names": ["A", "B", "C"], "hands": []}]'
# A dump of a database, of none of them either.
DUMP = b"-- dump\nCREATE TABLE games (\n  id int\n);\nINSERT INTO games VALUES (1);\n"
PROSE = b"Compte rendu de l'assemblee\n" + b"Le bureau s'est reuni au cercle pour parler " * 3


def sqlite_file(_client):
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE GameEntity (name TEXT)")
        return database.serialize()


def png_file(_client):
    out = BytesIO()
    segno.make("a photo").save(out, kind="png")
    return out.getvalue()


def zipped(_client):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("photo.txt", "no photo")
    return out.getvalue()


def archive(client):
    """As the club downloads it."""
    response = client.get("/c/trois-bouts/io/archive.zip")
    assert response.status_code == 200, response
    return response.getvalue()


def refuse(*_told):
    raise DealRefused([Problem("contract_not_in_rules", "contract")])


class TestIoHome:
    def test_members_see_no_imports(self, client, club):
        client.force_login(club.user("Bob"))
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

        assert "Import a file" not in html(client.get(HOME))

    def test_organisers_see_what_was_sent(self, organiser):
        sent(organiser, HEAD + ROW)

        assert "Not imported yet" in html(organiser.get(HOME))

    def test_queries(self, organiser):
        sent(organiser, HEAD + ROW)
        assert count_queries(organiser, HOME) == 5

        for _more in range(2):
            sent(organiser, HEAD + ROW)
        assert count_queries(organiser, HOME) == 5


class TestImportNew:
    def test_nothing_is_sent(self, organiser):
        response = send(organiser, " ")

        assert response.status_code == 422
        assert response.context["form"].errors == {"file": ["Choose a file, or paste cells below."]}

    @pytest.mark.parametrize(
        ("content", "text"),
        [
            (b"a\0b", "Row 1: The text cannot be read"),
            (b"\n", "The file is empty"),
            (b"PK\x03\x04", "The file is damaged"),
            (b"[1", "The file is damaged"),
        ],
    )
    def test_a_file_that_cannot_be_read(self, organiser, content, text):
        upload = SimpleUploadedFile("x.csv", content)

        response = organiser.post(NEW, {"file": upload, "request_id": str(uuid4())})

        assert response.status_code == 422
        assert text in str(response.context["form"].errors["file"]) or content == b"\n"
        assert ImportRun.objects.count() == 0

    @pytest.mark.parametrize(
        ("name", "content", "text"),
        [
            ("counter.db", sqlite_file, "This is a database, but of no app that is known"),
            (
                "counter.sql",
                lambda _client: DUMP,
                "This is a database, but of no app that is known",
            ),
            ("report.txt", lambda _client: PROSE, "This is a text without columns"),
            ("feed.xml", lambda _client: b"<?xml version='1.0'?><games/>", "a web page or XML"),
            ("list.png", png_file, "This is a picture"),
            ("standings.pdf", lambda _client: b"%PDF-1.7\n%\xe2\xe3", "This is a PDF"),
            (
                "old.xls",
                lambda _client: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
                "can be saved as .xlsx",
            ),
            ("list.xlsx", lambda _client: b"nom;licence\nAnne;1\n", "but this is no spreadsheet"),
            ("games.json", lambda _client: SAVED_GAMES, "of no app that is known here"),
            (
                "game.json",
                lambda _client: b'{"taker": 2}',
                "of no app that is known",
            ),
            ("photos.zip", zipped, "This is a ZIP, but of no app that is known here"),
            ("archive.zip", archive, "manage.py import_club"),
        ],
    )
    def test_a_file_of_another_kind_is_named(self, organiser, club, name, content, text):
        """And what is read is said; it does not come to the columns, nor to "save it as UTF-8"."""
        form = page_form(organiser.get(NEW), has="pasted")
        client = Client()
        client.force_login(club.user("Olivia"))

        response = form.fill(file=SimpleUploadedFile(name, content(client))).send(organiser)

        assert response.status_code == 422
        [told] = response.context["form"].errors["file"]
        assert text in told
        assert ImportRun.objects.count() == 0
        if "known" in text or "This is" in text:
            assert known_files() in told
            assert "Tarot 345 Scores" in told

    def test_what_is_read_is_said_before(self, organiser):
        with override("en"):
            told = known_files()

        assert told in html(organiser.get(NEW))

    def test_names_of_two_columns_are_said_as_people_say_them(self, organiser):
        page = html(organiser.get(sent(organiser, "Nom;Prénom\nGÉRARD;Zoë\n")))
        assert "<td>Zoë Gérard</td>" in page

    def test_a_list_of_members_in_json_is_read(self, organiser):
        page = organiser.get(sent(organiser, '[{"nom": "Zoé Petit"}]'))

        assert "What will be imported" in html(page)

    def test_where_others_are_being_read_it_is_tried_again(self, organiser, monkeypatch):
        address = sent(organiser, HEAD + ROW)
        monkeypatch.setattr(apart, "PATIENCE", 0)
        monkeypatch.setattr(apart, "_turns", BoundedSemaphore(1))
        with apart._turn():
            refused = send(organiser, HEAD + ROW)
            page = organiser.get(address)

        assert refused.status_code == 422
        assert "try again in a minute" in html(refused)
        assert HEAD.strip() in refused.content.decode()  # what was typed stays
        assert page.status_code == 503
        assert f'href="{address}"' in html(page)
        assert "Look again" in html(page)
        assert organiser.get(address).status_code == 200

    def test_a_file_that_is_too_big(self, organiser):
        upload = SimpleUploadedFile("x.csv", b"x" * (20 * 2**20 + 1))

        form = page_form(organiser.get(NEW), has="pasted")
        response = form.fill(file=upload).send(organiser)

        assert response.context["form"].errors == {
            "file": ["The file is too big: 20 MB at most, also unpacked."]
        }

    def test_sent_twice_is_one(self, organiser):
        told = str(uuid4())

        for _again in range(2):
            send(organiser, HEAD + ROW, request_id=told)

        assert ImportRun.objects.count() == 1

    def test_not_too_often(self, organiser, monkeypatch):
        monkeypatch.setattr("clubs.views.imports.NEW_IMPORTS", NEW_IMPORTS.__class__("few", 1, 60))

        assert send(organiser, HEAD + ROW).status_code == 302
        assert send(organiser, HEAD + ROW).status_code == 429


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
        text = "nom;courriel;catégorie\nZoé Petit;zoe@example.org;Senior\nBob;bob@club.example;\n"
        page = organiser.get(sent(organiser, text))

        rows = re.findall(r"<tr> <td>(.*?)</td> <td.*?>(.*?)</td> <td.*?>(.*?)</td>", html(page))
        assert [[re.sub("<.*?>", "", cell).strip() for cell in row] for row in rows] == [
            ["Zoé Petit", "zoe@example.org · Senior", "new"],
            ["Bob", "bob@club.example", "here; filled in: e-mail address"],
        ]
        report = page_form(page, press="write").send(organiser, "write", follow=True)
        facts = re.findall(r"<dt>(.*?)</dt> <dd class=\"num\"> (\d+)", html(report))
        assert facts == [
            ("New people", "1"),
            ("Filled in for people who are here", "1"),
            ("Here already", "1"),
        ]

    def test_a_sum_row_is_left_out_unless_somebody_says_otherwise(self, organiser):
        text = "player;2025-09-12\nAlice;197\nBob;-100\nFrank;-90\nContrôle;7\n"
        page = organiser.get(sent(organiser, text))
        assert "Nobody: leave the row out" in html(page)

        page = page_form(page, press="names").send(organiser, "names", follow=True)

        assert "3 totals" in html(page)
        assert "add up to 7" in html(page)  # of the players; the row counted as one and made it 14
        assert "Contrôle" not in html(page)

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

        organiser.post(address, {"step": "check", "cell-2-7": "46", "cell-9-999": "x"})
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

    def test_or_their_rows_are_left_out(self, organiser):
        address = sent(organiser, HEAD + ROW + ROW.replace("46", "95"))

        organiser.post(address, {"step": "good"})

        assert Deal.objects.count() == 1
        assert "Left out for errors" in html(organiser.get(address))

    def test_columns_are_asked_about_once_for_the_club(self, organiser):
        text = HEAD.replace("points", "points;bar") + ROW.replace("46", "46;3")
        address = sent(organiser, text)

        assert "The list and its columns" in html(organiser.get(address))
        refused = organiser.post(address, {"step": "columns", "column-0": ""})
        assert refused.status_code == 422
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

    def test_a_long_file_goes_in_by_blocks(self, organiser, monkeypatch):
        """From the first page to the report, by nothing but what the pages hold."""
        monkeypatch.setattr(imports, "BLOCK", 1)
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(1, 5))

        first = page_form(organiser.get(NEW), has="pasted").fill(pasted=text)
        preview = organiser.get(first.send(organiser)["Location"])
        address = page_form(preview, press="write").send(organiser, "write")["Location"]
        counts = []
        while "data-go-on" in (page := organiser.get(address)).content.decode():
            counts.append(Deal.objects.count())
            assert counts.count(counts[-1]) == 1, "it asks for ever"
            assert f"{counts[-1]} of 4 rows are in." in html(page)
            assert f"Paused: {counts[-1]} of 4 rows are in" in html(organiser.get(HOME))
            page_form(page, press="next").send(organiser, "next")

        assert counts == [1, 2, 3]
        assert Deal.objects.count() == 4
        assert "Imported" in html(page)

    @pytest.mark.parametrize("told", ["", "x", "-1", "0", "3", "99999999999"])
    def test_a_block_that_is_not_the_next_stops_the_page(self, organiser, monkeypatch, told):
        """Else a page with a wrong number would ask for ever, a hundred times a second."""
        monkeypatch.setattr(imports, "BLOCK", 1)
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(1, 5))
        address = sent(organiser, text)
        organiser.post(address, {"step": "write"})
        page_form(organiser.get(address), press="next").send(organiser, "next")

        stopped = organiser.post(address, {"step": "next", "next_block": told})

        assert (stopped.status_code, Deal.objects.count()) == (409, 2)
        assert "data-go-on" not in stopped.content.decode()
        assert "<div data-stuck>" in html(stopped)
        again = page_form(stopped, press="next").send(organiser, "next")
        assert (again.status_code, Deal.objects.count()) == (302, 3)

    def test_a_block_that_is_sent_twice_is_written_once(self, organiser, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(1, 4))
        address = sent(organiser, text)
        organiser.post(address, {"step": "write"})
        form = page_form(organiser.get(address), press="next")

        answers = [form.send(organiser, "next") for _time in range(2)]

        assert [answer["Location"] for answer in answers] == [address, address]
        assert Deal.objects.count() == 2

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
        assert "Import the 1 good row" in page
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

    def test_a_paused_import_is_ended(self, organiser, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        address = sent(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A", 1))
        organiser.post(address, {"step": "write"})
        page = organiser.get(address)
        assert "1 row is in and stays" in html(page)
        form = page_form(page, press="next")

        response = page_form(page, press="drop").send(organiser, "drop", follow=True)

        assert "The import is ended: 1 row is in and stays" in html(response)
        assert Deal.objects.count() == 1
        assert ImportRun.objects.count() == 0
        assert form.send(organiser, "next").status_code == 404

    def test_a_season_that_closed_meanwhile(self, organiser, club, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        league = club.league("Alice", name="Hiver")
        address = sent(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A", 1))
        organiser.post(address, {"step": "write", "league": str(league.uuid)})
        form = page_form(organiser.get(address), press="next")
        League.objects.update(state="closed")

        page = html(organiser.get(address))
        refused = form.send(organiser, "next")

        assert "The season Hiver was closed meanwhile" in page
        assert "data-go-on" not in page
        assert (refused.status_code, Deal.objects.count()) == (409, 1)
        assert "The season Hiver was closed meanwhile" in html(refused)
        League.objects.update(state="open")
        form.send(organiser, "next")
        assert Deal.objects.count() == 2

    def test_rules_that_changed_meanwhile(self, organiser, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        address = sent(organiser, HEAD + ROW + ROW.replace(";1;A", ";2;A", 1))
        organiser.post(address, {"step": "write"})
        form = page_form(organiser.get(address), press="next")
        monkeypatch.setattr("clubs.services.files.imports.write_tables", refuse)

        response = form.send(organiser, "next")

        assert response.status_code == 409
        assert "no longer fits the rules" in html(response)
        assert "End the import" in html(response)

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
    def test_queries_of_the_preview(self, organiser, rows):
        text = HEAD + "".join(ROW.replace(";1;A", f";{n};A", 1) for n in range(rows))

        assert count_queries(organiser, sent(organiser, text)) == 11

    @pytest.mark.parametrize("rows", [1, 3])
    def test_queries_of_the_report(self, organiser, rows):
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
