"""`manage.py backup` and `restore`: cli.md §backup, §restore. The file format:
tests/exchange/test_bundle.py."""

import json
import re
import sqlite3
from io import BytesIO, StringIO
from threading import Event, Thread
from uuid import uuid4
from zipfile import ZipFile

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import translation

from clubs.core.codes import ALPHABET
from clubs.exchange.bundle import write_bundle
from clubs.models import Club, Deal, DealScore, Link, User
from clubs.queries.people.links import find_code, find_link
from clubs.seals import unseal_text
from clubs.services.files import backups
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.files.words import check_words
from clubs.services.people.privacy import anonymise_player
from clubs.services.snapshot import snapshot
from tests.cast import PASSWORD, totals
from tests.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def run(command, *options):
    """What the command says on standard error."""
    out, err = StringIO(), StringIO()
    call_command(command, *map(str, options), stdout=out, stderr=err)
    assert out.getvalue() == ""
    return err.getvalue()


def everything():
    """Every row of every table that a backup has."""
    models = apps.get_models(include_auto_created=True)
    return {
        model._meta.db_table: list(model._base_manager.order_by("pk").values())
        for model in models
        if model._meta.label not in backups.OPENING
    }


@pytest.fixture
def path(tmp_path):
    return tmp_path / "feutre.zip"


@pytest.fixture
def kept(path, monkeypatch):
    """What is kept of before goes beside the backup here, on SQLite as well."""
    original = backups.database_file

    def beside():
        file = original()
        return file and path.with_name(file.name)

    monkeypatch.setattr("clubs.management.commands.restore.database_file", beside)
    return lambda: [file for file in path.parent.iterdir() if "before-restore" in file.name]


@pytest.fixture
def sitting(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, points=46)  # (25+5)·2 = 60 a defender
    return sitting


def repacked(path, change):
    """The backup with rows or versions changed, and a manifest that fits them."""
    with ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        files = {name: json.loads(archive.read(f"{name}.json")) for name in manifest["files"]}
    change(manifest["versions"], files)
    out = BytesIO()
    write_bundle(out, manifest["format"], manifest["versions"], files.items())
    path.write_bytes(out.getvalue())


class TestBackup:
    def test_what_is_in_it(self, path, sitting):
        said = run("backup", path)

        count = sum(len(rows) for rows in everything().values())
        assert said == f"{path}: rows: {count}.\n"
        assert path.stat().st_mode & 0o777 == 0o600
        with ZipFile(path) as archive:
            manifest = json.loads(archive.read("manifest.json"))
            [deal] = json.loads(archive.read("clubs_deal.json"))
        assert manifest["format"] == "feutre-backup/1"
        assert "clubs.0006_deal_columns" in manifest["versions"]["migrations"]
        assert {name: told["rows"] for name, told in manifest["files"].items()} == {
            name: len(rows) for name, rows in everything().items()
        }
        assert (deal["stake"], deal["taker_id"]) == (60, Deal.objects.get().taker_id)

    def test_nobody_is_signed_in_by_it(self, path, client, club, sitting):
        """Whatever text of it is tried as the cookie of a session."""
        client.force_login(club.user("Olivia"))
        session = client.session.session_key
        assert client.get(f"/t/{sitting.uuid}/").status_code == 200
        run("backup", path)

        with ZipFile(path) as archive:
            everything_in_it = b"".join(map(archive.read, archive.namelist())).decode()
            left_out = {"django_session", "usersessions_usersession", "account_emailconfirmation"}
            assert {f"{name}.json" for name in left_out}.isdisjoint(archive.namelist())
        assert "clubs_user" in everything_in_it
        assert session not in everything_in_it
        for text in set(re.findall(r"[0-9a-z]{32,}", everything_in_it)):
            client.cookies["sessionid"] = text
            assert client.get(f"/t/{sitting.uuid}/").status_code == 404, text

    def test_no_table_is_opened_by_it(self, path, client, club, sitting):
        """Whatever of it looks like a code is typed, and whatever could be a token is opened."""
        hall = Hall.gather(club, 8)
        hall.draw()
        hall.publish()
        tables = [table.uuid for table in hall.tables()]
        links = [club.link(sitting), *Link.objects.filter(target_uuid__in=tables)]
        codes = [link.code for link in links]
        run("backup", path)

        with ZipFile(path) as archive:
            text = b"".join(map(archive.read, archive.namelist())).decode()
        looks_like_codes = set(re.findall(rf"(?<!\w)[{ALPHABET}]{{6}}(?!\w)", text))
        assert hall.tournament.code in looks_like_codes  # which leads to a page that is public
        assert [code for code in looks_like_codes if find_code(code)] == []
        assert [word for word in re.findall(r"[-\w=]{43,}", text) if find_link(word)] == []
        assert client.get(f"/j/{codes[0]}/").status_code == 302  # which does open it

    def test_no_second_step_is_passed_by_it(self, path, club):
        """The key of an app and the recovery codes are sealed in it."""
        key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
        TOTP.activate(club.user("Olivia"), key)
        codes = RecoveryCodes.activate(club.user("Olivia")).get_unused_codes()
        run("backup", path)

        with ZipFile(path) as archive:
            text = b"".join(map(archive.read, archive.namelist())).decode()
            stored = json.loads(archive.read("mfa_authenticator.json"))
        assert [secret for secret in (key, *codes) if secret in text] == []
        assert unseal_text(stored[0]["data"]["secret"]) == key

    def test_into_no_folder(self, tmp_path):
        with pytest.raises(CommandError, match="Cannot read or write"):
            run("backup", tmp_path / "none" / "feutre.zip")

    def test_while_somebody_writes(self, path, kept, club, sitting):
        """The copy is of one moment: no deal without its scores, no entry without its deal."""
        begun, enough = Event(), Event()

        def play():
            try:
                while not enough.is_set():
                    club.deal(sitting)
                    begun.set()
            finally:
                connections.close_all()

        phone = Thread(target=play)
        phone.start()
        begun.wait()
        for _ in range(5):
            run("backup", path)
        enough.set()
        phone.join()
        written = Deal.objects.count()

        run("restore", path)

        number = Deal.objects.count()
        assert 1 < number <= written
        assert DealScore.objects.count() == 4 * number
        assert totals(sitting)["Alice"] == 180 * number  # three defenders pay 60
        assert [*check_sittings(), *check_chains()] == []

    def test_nobody_waits_for_it(self, club, sitting):
        """A deal is recorded in the middle of the reading, and is not in what was read."""
        with snapshot():
            before = Deal.objects.count()
            worker = Thread(target=lambda: (club.deal(sitting), connections.close_all()))
            worker.start()
            worker.join()
            assert Deal.objects.count() == before == 1
        assert Deal.objects.count() == 2


class TestRestore:
    def test_everything_is_as_it_was(self, path, kept, client, club, sitting):
        client.force_login(club.user("Alice"))
        before = everything()
        run("backup", path)
        club.deal(sitting)
        Club.objects.filter(pk=club.other.pk).delete()

        said = run("restore", path)

        assert everything() == before
        [beside] = kept()
        count = sum(map(len, before.values()))
        assert said == (
            f"What was there is kept in {beside}.\n"
            f"Restored rows: {count}. Now: manage.py check_scores\n"
        )
        assert beside.stat().st_mode & 0o777 == 0o600
        assert client.get(f"/t/{sitting.uuid}/").status_code == 404  # people sign in again
        assert User.objects.get(name="Bob").check_password(PASSWORD)

    def test_somebody_anonymous_is_named_by_a_number(self, path, kept, club, sitting):
        """The word before it is that of whoever reads, and the log has the number."""
        bob = club.player("Bob")
        anonymise_player(club.actor("Olivia"), bob, request_id=uuid4())
        with translation.override("it"):
            run("backup", path)

        run("restore", path)

        with translation.override("en"):
            bob.refresh_from_db()
        assert re.fullmatch(r"Player \d+", bob.name)
        assert [*check_words()] == []

    def test_what_was_there_is_kept(self, path, kept, club, sitting):
        run("backup", path)
        club.deal(sitting)

        run("restore", path)

        assert Deal.objects.count() == 1
        [beside] = kept()
        if connection.vendor == "sqlite":
            with sqlite3.connect(beside) as copy:
                assert copy.execute("SELECT count(*) FROM clubs_deal").fetchone() == (2,)
        else:
            run("restore", beside)
            assert Deal.objects.count() == 2

    def test_new_rows_get_new_numbers(self, path, kept, club, sitting):
        for _ in range(3):
            club.deal(sitting)
        run("backup", path)

        run("restore", path)
        club.deal(sitting)

        assert list(Deal.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
        assert [*check_sittings(), *check_chains()] == []


class TestRefusals:
    """One line, nothing written, nothing kept."""

    @pytest.fixture(autouse=True)
    def _made(self, path, sitting):
        run("backup", path)

    def refused(self, path, kept):
        before = everything()
        with pytest.raises(CommandError) as refusal:
            run("restore", path)
        assert everything() == before
        assert kept() == []
        told = str(refusal.value)
        assert "\n" not in told
        return told

    def test_cut_off(self, path, kept):
        path.write_bytes(path.read_bytes()[:-100])

        assert "damaged or incomplete" in self.refused(path, kept)

    def test_no_file(self, path, kept):
        path.unlink()

        assert "No such file" in self.refused(path, kept)

    def test_another_table(self, path, kept):
        repacked(path, lambda versions, files: files.pop("clubs_deal"))

        assert "tables are not those" in self.refused(path, kept)

    def test_a_newer_program(self, path, kept):
        repacked(path, lambda versions, files: versions["migrations"].append("clubs.9999_later"))

        assert "newer version of the program" in self.refused(path, kept)

    def test_an_older_program(self, path, kept):
        repacked(path, lambda versions, files: versions["migrations"].remove("clubs.0005_seasons"))

        assert "did not know clubs.0005_seasons" in self.refused(path, kept)


class TestRowsThatDoNotFit:
    """What is there stays, although the manifest is right."""

    @pytest.mark.parametrize(
        ("table", "change"),
        [
            ("clubs_deal", {"stake": "many"}),
            ("clubs_deal", {"colour": "red"}),
            ("clubs_deal", {"sitting_id": 123_456}),
            ("clubs_deal", {"kind": "odd"}),
            ("clubs_deal", {"recorded_at": None}),
        ],
        ids=["type", "column", "reference", "constraint", "null"],
    )
    def test_it_is_refused(self, path, kept, sitting, table, change):
        run("backup", path)
        before = everything()
        repacked(path, lambda versions, files: files[table][0].update(change))

        with pytest.raises(CommandError, match="rows do not fit") as refusal:
            run("restore", path)

        assert "\n" not in str(refusal.value)
        assert everything() == before
