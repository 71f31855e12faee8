"""Reading much at one moment, while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything that is read inside is of one moment; nobody waits for it.

    Inside a transaction it is that of the transaction.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with deferred(), transaction.atomic():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def deferred() -> Iterator[None]:
    """Transactions on SQLite that take no write lock: one that only reads needs none."""
    connection.ensure_connection()
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
