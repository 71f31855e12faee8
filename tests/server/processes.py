"""The server in a process of its own, for tests."""

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from shutil import copyfile

from django.conf import settings
from django.db import connection

from scripts.server import free_port, wait_for
from tests.migrated import migrated, migrated_file
from tests.settings import TEMPORARY

PATIENCE = 20  # seconds for an answer; on a busy machine


class Running:
    """A server in a process of its own, with an empty database unless DATABASE_URL says more."""

    def __init__(self, *command: str, **environment: str) -> None:
        self.port = free_port()
        if "DATABASE_URL" not in environment:
            file = TEMPORARY / f"served-{self.port}.sqlite3"
            copyfile(migrated_file(), file)
            environment["DATABASE_URL"] = f"sqlite:///{file}"
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", *command, f"127.0.0.1:{self.port}"],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", **environment},
            stderr=subprocess.PIPE,
            text=True,
        )

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def page(self, path: str = "/login/") -> int:
        with closing(self.connection()) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
            return response.status

    def sent(self, text: str) -> socket.socket:
        phone = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        phone.sendall(text.encode())
        return phone


def benchmark(name: str, *arguments: str) -> str:
    """What a benchmark prints that ends well, with a database of its own."""
    environment = dict(os.environ)
    if connection.vendor == "sqlite":
        environment.pop("DATABASE_URL", None)  # a file of its own
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", "--migrated", migrated(), *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def running(*command: str, **environment: str) -> Iterator[Running]:
    server = Running(*(command or ("-m", "scorekeeper.server")), **environment)
    try:
        wait_for(server.port)
        yield server
    finally:
        server.process.terminate()
        server.process.wait(PATIENCE)
        assert server.process.stderr
        server.process.stderr.close()
