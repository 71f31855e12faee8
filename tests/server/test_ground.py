"""What the server does on a database that is not as it should be, and between two of itself."""

import http.client
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from shutil import copyfile

import pytest
from django.conf import settings
from django.db import connections

from clubs.services.files.ground import why_not_start
from scorekeeper.sqlite.base import DatabaseWrapper
from tests.commands.shell import ENVIRONMENT, start
from tests.migrated import migrated_file
from tests.server.processes import PATIENCE, Running, running

AWAY = "postgres://nobody@127.0.0.1:1/nothing"  # nothing listens there


def sound(path):
    copyfile(migrated_file(), path)
    return path


def changed(path, statement):
    with closing(sqlite3.connect(sound(path))) as database:
        database.execute(statement)
        database.commit()


def holed(path):
    with sound(path).open("r+b") as file:
        file.seek(60 * 4096)
        file.write(bytes(16 * 4096))


LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '9999_later', 'now')"
GROUNDS = {
    "nothing": (lambda path: None, "is not there). If it was there before, stop and look for it"),
    "empty": (lambda path: path.touch(), "Try: python manage.py migrate"),
    "junk": (lambda path: path.write_bytes(b"no database" * 999), "It is damaged: stop the server"),
    "damaged": (holed, "It is damaged: stop the server"),
    "older": (
        lambda path: changed(path, "DELETE FROM django_migrations WHERE name = '0028_lists'"),
        "it has not had clubs.0028_lists. Try: python manage.py migrate",
    ),
    "newer": (lambda path: changed(path, LATER), "newer version of the program"),
}


class TestRefusals:
    """One sentence, which names the cause, and the status 1."""

    @pytest.mark.parametrize("ground", GROUNDS)
    def test_what_is_the_cause(self, tmp_path, django_db_blocker, ground):
        lay, sentence = GROUNDS[ground]
        lay(tmp_path / "feutre.sqlite3")
        usual = connections["default"]
        told = {**usual.settings_dict, "NAME": tmp_path / "feutre.sqlite3"}
        connections["default"] = DatabaseWrapper(told)
        try:
            with django_db_blocker.unblock():
                assert sentence in why_not_start()
        finally:
            connections["default"] = usual

    @pytest.mark.parametrize("ground", ["nothing", "damaged"])
    def test_the_server_does_not_start(self, tmp_path, ground):
        lay, sentence = GROUNDS[ground]
        lay(tmp_path / "feutre.sqlite3")
        before = sorted(path.name for path in tmp_path.iterdir())
        server = Running(
            "-m", "scorekeeper.server", DATABASE_URL=f"sqlite:///{tmp_path / 'feutre.sqlite3'}"
        )
        _out, told = server.process.communicate(timeout=PATIENCE)

        assert (server.process.returncode, told.count("\n")) == (1, 1)
        assert sentence in told
        assert (
            sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".sqlite3") == before
        )

    @pytest.mark.parametrize("ground", ["damaged", "older"])
    def test_a_command_says_so_too(self, tmp_path, ground):
        """One that SQLite tells, and one that it does not see: the sentences are the server's."""
        lay, sentence = GROUNDS[ground]
        lay(tmp_path / "feutre.sqlite3")
        database = {"DATABASE_URL": f"sqlite:///{tmp_path / 'feutre.sqlite3'}"}
        done = start("check_scores", environment={**ENVIRONMENT, **database})

        assert (done.returncode, done.stdout) == (1, b"")
        [line] = done.stderr.decode().splitlines()
        assert sentence in line


@pytest.mark.parametrize("url", ["hello", "sqlite:////none/of/these.sqlite3"])
def test_a_wrong_address_of_the_database(url):
    server = Running("-m", "scorekeeper.server", DATABASE_URL=url)
    _out, told = server.process.communicate(timeout=PATIENCE)

    assert (server.process.returncode, told.count("\n")) == (1, 1)
    assert "DATABASE_URL" in told


def test_a_database_that_is_away_is_waited_for():
    with running(DATABASE_URL=AWAY) as server:
        statuses = [server.page(path) for path in ("/health", "/ready", *["/j/K7P2WD/"] * 9)]
        server.process.terminate()
        _out, told = server.process.communicate(timeout=PATIENCE)

    assert statuses[:2] == [200, 503]
    assert statuses[2:] == [503] * 9
    assert "Traceback" not in told
    waiting, *lines = told.splitlines()
    assert "It does not answer: see whether PostgreSQL runs" in waiting
    assert len([line for line in lines if "Database trouble (away)" in line]) <= 2  # processes


def test_who_asks_while_the_server_is_started_again_is_answered():
    """The socket stays with whoever started the server, as with a socket unit of systemd."""
    database = f"sqlite:///{migrated_file()}"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port, fd = listener.getsockname()[1], listener.fileno()

        def serve():
            return subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "scorekeeper.server", f"fd://{fd}"],
                cwd=settings.BASE_DIR,
                env={**os.environ, "DATABASE_URL": database},
                pass_fds=[fd],
            )

        def asked():
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connection.request("GET", "/health")
            return connection

        first = serve()
        with closing(asked()) as connection:
            assert connection.getresponse().status == 200
        first.terminate()
        assert first.wait(PATIENCE) == 0
        with closing(asked()) as connection:
            second = serve()
            assert connection.getresponse().status == 200
        second.terminate()
        assert second.wait(PATIENCE) == 0


def test_a_new_database_is_its_owners_alone(tmp_path):
    file = tmp_path / "feutre.sqlite3"
    environment = {**ENVIRONMENT, "DATABASE_URL": f"sqlite:///{file}", "SECRET_KEY": "of a test"}

    assert start("migrate", "clubs", "0001", environment=environment).returncode == 0
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


def test_what_takes_data_away_is_asked_for_by_name(tmp_path):
    file = sound(tmp_path / "feutre.sqlite3")
    environment = {**ENVIRONMENT, "DATABASE_URL": f"sqlite:///{file}", "SECRET_KEY": "of a test"}
    before = file.read_bytes()

    done = start("migrate", "clubs", "0001", environment=environment)

    assert done.returncode == 1
    assert "takes away what they added" in done.stderr.decode()
    assert file.read_bytes() == before
