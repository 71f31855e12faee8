"""Reading much at one moment, while others write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from clubs.models import Club

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything that is read inside is of one moment; nobody waits for it.

    Inside a transaction it is that of the transaction. What is read block by block (iterator()) has
    to be inside: pgbouncer, which gives each transaction another connection, would lose the rest.
    """
    alias = router.db_for_read(Club)  # the replica, where a public page reads it
    connection = connections[alias]
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _deferred(connection), transaction.atomic(alias):
            yield
    else:
        with transaction.atomic(alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def of_one_moment(read: Callable[P, Iterator[T]]) -> Callable[P, Iterator[T]]:
    """A generator that reads all it yields in one snapshot."""

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        with snapshot():
            yield from read(*args, **kwargs)

    return reading


@contextmanager
def _deferred(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Transactions on SQLite that take no write lock: one that only reads needs none."""
    connection.ensure_connection()
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
