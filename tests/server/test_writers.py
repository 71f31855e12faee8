"""Writers of SQLite have their turns in the order in which they came; docs/decisions/writers.md."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from clubs.models import Counter
from clubs.services.snapshot import snapshot
from scorekeeper.sqlite.queue import queue_of
from tests.paths import ROOT

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.django_db(transaction=True),
]
PATIENCE = 20  # seconds
IMPATIENT = """
import sys
import django

django.setup()
from django.db import connection
from tests.server.test_writers import write_many

connection.settings_dict["NAME"] = sys.argv[1]
connection.ensure_connection()
print("ready", flush=True)
sys.stdin.readline()
write_many("other process")
"""


def write(key: str) -> str:
    Counter.objects.create(key=key, expires_at=timezone.now() + timedelta(hours=1))
    return key


def keys() -> list[str]:
    """In the order in which they were written."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT key FROM {Counter._meta.db_table} ORDER BY rowid")
        return [key for (key,) in cursor.fetchall()]


def write_many(name: str) -> None:
    """Without any patience with others who write: whose turn it is not, fails at once."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
    for number in range(100):
        with transaction.atomic():
            write(f"{name} {number}")


def length() -> int:
    return queue_of(connection.settings_dict["NAME"]).length


def wait_until(is_so: Callable[[], bool]) -> None:
    pause = Event()
    for _ in range(1000 * PATIENCE):
        if is_so():
            return
        pause.wait(0.001)
    raise AssertionError("it never was")


class Threads:
    """Each with a connection of its own."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.pool = pool

    def __call__(self, work: Callable[[], Any]) -> Future[Any]:
        def closed() -> Any:
            try:
                return work()
            finally:
                connection.close()

        return self.pool.submit(closed)

    def queued(self, work: Callable[[], Any]) -> Future[Any]:
        """Started, and waiting."""
        before = length()
        future = self(work)
        wait_until(lambda: length() > before)
        return future


@pytest.fixture
def start() -> Iterator[Threads]:
    with ThreadPoolExecutor(8) as pool:
        yield Threads(pool)


@contextmanager
def atomically(key: str) -> Iterator[None]:
    with transaction.atomic():
        write(key)
        yield


def test_first_come_first_served(start):
    def in_a_transaction(key):
        with atomically(key), atomically(f"{key}, nested"):
            pass

    with atomically("first"):
        for turn in range(3):
            start.queued(lambda turn=turn: in_a_transaction(f"transaction {turn}"))
            start.queued(lambda turn=turn: write(f"statement {turn}"))
        assert length() == 6

    start.pool.shutdown()
    turns = [
        key
        for turn in range(3)
        for key in (f"transaction {turn}", f"transaction {turn}, nested", f"statement {turn}")
    ]
    assert keys() == ["first", *turns]


def test_who_reads_does_not_wait(start):
    def read():
        with snapshot():
            inside = keys()
        return inside, keys()

    with atomically("being written"):
        assert start(read).result(PATIENCE) == ([], [])


def test_a_transaction_that_fails_lets_the_next_one_in(start):
    def fail():
        with atomically("not kept"):
            raise ZeroDivisionError

    def die():
        with atomically("not kept either"):
            connection.close()

    for fails in (fail, die):
        with atomically(f"before {fails.__name__}"):
            failing = start.queued(fails)
            after = start.queued(lambda: write("after"))
        failing.exception(PATIENCE)
        assert after.result(PATIENCE) == "after"
        Counter.objects.filter(key="after").delete()

    assert keys() == ["before fail", "before die"]


def test_who_waits_too_long_is_told_and_leaves_the_queue(start, monkeypatch):
    with atomically("long"):
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
        hurried = start(lambda: write("in a hurry"))
        with pytest.raises(OperationalError, match="locked"):
            hurried.result(PATIENCE)
        monkeypatch.undo()
        assert length() == 0

    assert write("later") == "later"
    assert keys() == ["long", "later"]


def test_two_processes_take_turns():
    """Both write a hundred times without patience: SQLite by itself would refuse one of them."""
    name = connection.settings_dict["NAME"]
    other = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", IMPATIENT, name],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with other:
        assert other.stdout.readline() == "ready\n"
        other.stdin.write("\n")
        other.stdin.flush()
        write_many("this process")
        other.stdin.close()

    assert other.returncode == 0
    assert Counter.objects.count() == 200
    connection.close()  # the next test has the usual patience
