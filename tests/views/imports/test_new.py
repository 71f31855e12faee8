"""The pages where a file is sent: io_home, import_new. Source: leagues.md §7."""

import sqlite3
import zipfile
from contextlib import closing
from io import BytesIO
from threading import BoundedSemaphore
from uuid import uuid4

import pytest
import segno
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

from clubs.exchange.imports.process import apart
from clubs.exchange.imports.words import known_files
from clubs.models import ImportRun
from clubs.views import imports as views
from clubs.views.imports import NEW_IMPORTS
from tests.page_forms import page_form
from tests.views.imports.pages import HEAD, HOME, NEW, ROW, html, send, sent

SAMPLES = settings.BASE_DIR / "tests/data/imports"
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


class TestIoHome:
    def test_members_see_no_imports(self, client, club):
        client.force_login(club.user("Bob"))
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

        assert "Import a file" not in html(client.get(HOME))

    def test_organisers_see_what_was_sent(self, organiser):
        sent(organiser, HEAD + ROW)

        assert "Not imported yet" in html(organiser.get(HOME))

    def test_older_ones_are_on_the_next_page(self, organiser, monkeypatch):
        monkeypatch.setattr(views, "LISTED", 2)
        first, *_others = [sent(organiser, HEAD + ROW) for _time in range(3)]

        shown = html(organiser.get(HOME))
        assert (first in shown, 'href="?page=2"' in shown) == (False, True)
        assert first in html(organiser.get(f"{HOME}?page=2"))

    def test_queries(self, organiser, count_queries):
        sent(organiser, HEAD + ROW)
        assert count_queries(organiser, HOME) == 6

        for _more in range(2):
            sent(organiser, HEAD + ROW)
        assert count_queries(organiser, HOME) == 6


class TestImportNew:
    def test_nothing_is_sent(self, organiser):
        response = send(organiser, " ")

        assert response.status_code == 422
        assert response.context["form"].errors == {"file": ["Choose a file, or paste cells below."]}

    @pytest.mark.parametrize("name", ["evening.ods", "evening.xls"])
    def test_a_spreadsheet_of_another_program(self, organiser, name):
        form = page_form(organiser.get(NEW), has="pasted")
        content = (SAMPLES / name).read_bytes()

        response = form.fill(file=SimpleUploadedFile(name, content)).send(organiser)

        page = html(organiser.get(response["Location"]))
        assert ("Anne Berger" in page, "secret" in page) == (True, False)

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
                "This is an old document of Office",
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

    def test_not_too_often(self, organiser, monkeypatch):
        monkeypatch.setattr("clubs.views.imports.NEW_IMPORTS", NEW_IMPORTS.__class__("few", 1, 60))

        assert send(organiser, HEAD + ROW).status_code == 302
        assert send(organiser, HEAD + ROW).status_code == 429
