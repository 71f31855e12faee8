"""What a phone keeps for when it is without network."""

import json
import re

from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client, override_settings

from clubs.staticfiles import shell as kept_files
from clubs.staticfiles.scripts import imported
from tests.paths import ROOT


def shell(client: Client) -> dict:
    """What /sw.js gives the worker."""
    script = client.get("/sw.js").content.decode()
    return json.loads(re.fullmatch(r'self\.shell = (.*?);\nimportScripts\("(.*?)"\);\n', script)[1])


class TestServiceWorker:
    def test_it_is_a_script_for_the_whole_site_that_is_asked_for_anew(self, client):
        response = client.get("/sw.js")

        assert response["Content-Type"] == "text/javascript; charset=utf-8"
        assert response["Cache-Control"] == "private, no-cache"
        assert 'importScripts("/static/js/worker.js");' in response.content.decode()

    def test_everything_that_it_keeps_is_there(self, client):
        files = shell(client)["files"]

        missing = [file for file in files if finders.find(file.removeprefix("/static/")) is None]
        assert missing == []
        assert len(files) == len(set(files))

    def test_it_keeps_what_the_pages_of_a_table_load(self, client, club):
        """Of a phone: what only a laptop draws comes when it is asked for."""
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)
        client.force_login(club.user("Alice"))
        kept = shell(client)["files"]
        loaded: set[str] = set()
        for page in ("", "new/"):
            html = client.get(f"/t/{sitting.uuid}/{page}").content.decode()
            loaded |= set(re.findall(r'(?:src|href)="(/static/[^"#]+)"', html))
        later = {"/static/js/charts/curve.js", "/static/chartkick/Chart.bundle.js"}

        assert loaded - set(kept) - later == set()

    def test_what_a_module_imports_is_kept_with_it(self):
        def read(name: str) -> str:
            return (ROOT / "static" / name).read_text("utf-8")

        assert imported("js/sheet/live.js", read) == [
            "js/rounds/clock.js",
            "js/live/live.js",
            "js/sheet/live.js",
        ]

    def test_a_changed_file_makes_a_new_version(self):
        assert kept_files.version_of(["/a.1.js"]) != kept_files.version_of(["/a.2.js"])

    def test_names_are_those_that_pages_use(self, settings, tmp_path):
        """With hashes, once the files are collected."""
        storage = {"BACKEND": "clubs.staticfiles.storage.HashedStaticFilesStorage"}
        with override_settings(
            STATIC_ROOT=tmp_path,
            STORAGES={**settings.STORAGES, "staticfiles": storage},
            WHITENOISE_SKIP_COMPRESS_EXTENSIONS=["css", "js", "map", "svg", "txt"],  # quicker
        ):
            call_command("collectstatic", interactive=False, verbosity=0)
            kept_files.shell_files.cache_clear()
            files = kept_files.shell_files()
        kept_files.shell_files.cache_clear()

        assert [file for file in files if not re.search(r"\.[0-9a-f]{12}\.\w+$", file)] == []


def test_the_manifest_names_the_site_and_its_icon(client):
    response = client.get("/manifest.webmanifest")

    manifest = response.json()
    assert response["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == (
        "Feutre",
        "/",
        "standalone",
    )
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any"}
    assert finders.find(manifest["icons"][0]["src"].removeprefix("/static/"))


def test_beside_a_pdf_a_browser_finds_the_icon(client):
    response = client.get("/favicon.ico")

    assert finders.find(response["Location"].removeprefix("/static/")).endswith("logo.svg")


def test_every_page_names_the_manifest(client, db):
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


def test_the_page_without_network_says_nothing_of_who_is_signed_in(client, club):
    client.force_login(club.user("Alice"))

    page = client.get("/offline/").content.decode()

    assert "alice@example.org" not in page
    assert "data-owner" not in page
    assert page == Client().get("/offline/").content.decode()


def test_a_token_can_be_had(client):
    response = client.get("/token/")

    assert (response.status_code, response.content) == (204, b"")
    assert "csrftoken" in response.cookies
