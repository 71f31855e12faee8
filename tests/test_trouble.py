"""What people are told when the database does not do what it is asked: clubs/trouble.py."""

import re
import sqlite3
from contextlib import closing, contextmanager, suppress

import psycopg
import pytest
from django.conf import settings
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.asserts import assertContains, assertNotContains

from clubs import trouble
from clubs.models import Deal
from clubs.trouble import Reporter, Trouble, trouble_of
from scorekeeper.logs import TroubleFilter
from tests.cast import PASSWORD, totals
from tests.page_forms import page_form
from tests.views.tables.pages import FOUR, garde


@pytest.fixture(autouse=True)
def _nothing_told(monkeypatch):
    monkeypatch.setattr(trouble, "_reporter", Reporter())


@contextmanager
def only_reading():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=1")
        yield
        cursor.execute("PRAGMA query_only=0")


@contextmanager
def full_disk():
    """The file may not grow, and every free place in it is taken."""
    with connection.cursor() as cursor:
        [(pages,)] = cursor.execute("PRAGMA page_count").fetchall()
        cursor.execute(f"PRAGMA max_page_count={pages}")
        cursor.execute("CREATE TABLE IF NOT EXISTS filling (x)")
        with suppress(OperationalError):
            while True:
                cursor.execute("INSERT INTO filling VALUES (zeroblob(200))")
        yield
        cursor.execute("PRAGMA max_page_count=1000000")
        cursor.execute("DROP TABLE filling")


def told(answer):
    """The sentences of the page."""
    [text] = re.findall(r"<p>(.*?)</p>", answer.content.decode().partition("<main")[2], re.DOTALL)
    return " ".join(text.split())


def of_file(path, content):
    """What reading such a file of SQLite raises, as Django gives it."""
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as database, pytest.raises(sqlite3.Error) as raised:
        database.execute("SELECT * FROM t").fetchall()
    error = DatabaseError(*raised.value.args)
    error.__cause__ = raised.value
    return error


class TestCause:
    def test_of_a_damaged_file(self, tmp_path):
        path = tmp_path / "sound.sqlite3"
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE t (x)")
            database.executemany("INSERT INTO t VALUES (?)", [("a" * 1000,)] * 50)
            database.commit()
        content = path.read_bytes()

        holed = of_file(tmp_path / "holed", content[:4096] + bytes(8192) + content[12288:])
        assert trouble_of(holed) is Trouble.DAMAGED
        assert trouble_of(of_file(tmp_path / "junk", b"no database" * 99)) is Trouble.DAMAGED
        assert trouble_of(of_file(tmp_path / "empty", b"")) is Trouble.SCHEMA

    @pytest.mark.parametrize(
        ("cause", "expected"),
        [
            (psycopg.errors.DiskFull(), Trouble.FULL),
            (psycopg.errors.TooManyConnections(), Trouble.BUSY),
            (psycopg.errors.DeadlockDetected(), Trouble.BUSY),
            (psycopg.errors.ReadOnlySqlTransaction(), Trouble.READ_ONLY),
            (psycopg.errors.AdminShutdown(), Trouble.AWAY),
            (psycopg.errors.InvalidPassword(), Trouble.MISSING),
            (psycopg.errors.UndefinedColumn(), Trouble.SCHEMA),
            (psycopg.errors.DataCorrupted(), Trouble.DAMAGED),
            (psycopg.errors.SyntaxError(), None),
        ],
    )
    def test_of_postgresql(self, cause, expected):
        error = OperationalError("told by the server")
        error.__cause__ = cause

        assert trouble_of(error) is expected

    def test_of_a_connection_that_is_not_there(self):
        assert trouble_of(OperationalError("connection failed: refused")) is Trouble.AWAY
        refused = OperationalError("connection failed: FATAL: password authentication failed")
        assert trouble_of(refused) is Trouble.MISSING

    def test_an_error_of_the_program_is_none(self):
        assert trouble_of(IntegrityError("UNIQUE constraint failed")) is None
        assert trouble_of(ValueError("database is locked")) is None


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
class TestPage:
    def test_what_was_typed_is_sent_again_from_the_page(self, alice, club):
        sitting = club.sitting(*FOUR)
        with only_reading():
            answer = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, note="Ouf!"))

        assert (answer.status_code, answer["Retry-After"]) == (503, "60")
        assert told(answer) == (
            "The server can read its data at the moment, but save nothing. What you sent is not "
            "saved. It stays on this page: send it again until it works, it can never count twice."
        )
        page_form(answer).send(alice)
        assert Deal.objects.get().record["note"] == "Ouf!"
        assert totals(sitting)["Alice"] == 180

    def test_a_full_disk(self, alice, club):
        sitting = club.sitting(*FOUR)
        with full_disk():
            for number in range(1, 100):
                answer = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, number=number))
                if answer.status_code == 503:  # pages that are begun take a few
                    break
            assert alice.get(f"/t/{sitting.uuid}/").status_code == 200

        assert (answer.status_code, answer["Retry-After"]) == (503, "60")
        assert told(answer).startswith("The disk of the server is full: what is there can be read")
        assert totals(sitting)["Alice"] == 180 * (number - 1)
        page_form(answer).send(alice)
        assert totals(sitting)["Alice"] == 180 * number

    def test_a_visit_has_sent_nothing(self, alice, club, monkeypatch):
        def away(*_arguments):
            raise OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr("clubs.views.pages.memberships_of", away)
        answer = alice.get("/?from=mail")

        assert told(answer) == (
            "The server does not reach its database at the moment. You have sent nothing, so "
            "nothing of yours is lost. Try again in a moment."
        )
        assertContains(answer, 'href="/?from=mail"', status_code=503)

    def test_a_password_is_not_written_into_the_page(self, client, club):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        with only_reading():
            answer = client.post("/login/", {"login": "alice@example.org", "password": PASSWORD})

        assert "Go back and send it again later" in told(answer)
        assertNotContains(answer, PASSWORD, status_code=503)

    def test_outside_of_views_too(self, client, club, monkeypatch):
        """A session that cannot be saved fails in a middleware, after the view."""
        client.raise_request_exception = False
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        client.force_login(club.user("Alice"))
        with only_reading():
            answer = client.post("/logout/")

        assert answer.status_code == 503
        assert "What you sent is not saved." in told(answer)

    def test_an_error_of_the_program_promises_nothing(self, alice, club, monkeypatch):
        def broken(*_arguments, **_more):
            raise ValueError

        alice.raise_request_exception = False
        sitting = club.sitting(*FOUR)
        with monkeypatch.context() as patch:
            patch.setattr("clubs.views.tables.deal_entry.require", broken)
            answer = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting))

        assert "What you sent is probably not saved." in told(answer)
        assertNotContains(answer, "is safe", status_code=500)
        page_form(answer).send(alice)
        assert totals(sitting)["Alice"] == 180


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_the_log_has_one_line_a_minute(alice, club, caplog, monkeypatch):
    now = 1000.0
    monkeypatch.setattr("clubs.trouble.time.monotonic", lambda: now)
    caplog.handler.addFilter(TroubleFilter())
    sitting = club.sitting(*FOUR)
    with only_reading():
        for _ in range(5):
            alice.post(f"/t/{sitting.uuid}/new/", garde(sitting))
        now += 61
        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting))

    assert [record.getMessage() for record in caplog.records] == [
        "Database trouble (read_only): attempt to write a readonly database. "
        "Requests since the last line: 1",
        "Database trouble (read_only): attempt to write a readonly database. "
        "Requests since the last line: 5",
    ]


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
class TestMonitors:
    def test_a_server_in_order(self, client):
        assert client.get("/health").content == b"ok\n"
        assert client.get("/ready").content == b"ready\n"

    def test_another_version(self, client):
        recorder = MigrationRecorder(connection)
        recorder.record_applied("clubs", "9999_later")
        answer = client.get("/ready")
        recorder.record_unapplied("clubs", "9999_later")

        assert (answer.status_code, answer.content) == (503, b"not ready: schema newer\n")
        assert client.get("/health").status_code == 200

    def test_hardly_any_room(self, client, monkeypatch):
        monkeypatch.setattr("clubs.services.files.ground.ENOUGH", 2**62)
        answer = client.get("/ready")

        assert (answer.status_code, answer.content) == (503, b"not ready: full\n")
        assert answer["Retry-After"] == "10"
