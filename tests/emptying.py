"""The tables of the tests: which of them have rows, and how they are emptied after a commit.

Django's flush truncates every table, and PostgreSQL makes new files for each of them and for its
indexes: a tenth of a second of a core, after each test in a browser. Nearly all of them are empty.
"""

from itertools import count

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction

# Django writes these by itself, after a migration and after each of its flushes.
ITS_OWN = (ContentType, Permission)

OFTEN = 20  # tests

_lasting: list[int] = []  # how many rows of ITS_OWN there are in this process's database
_tests = count(1)


def tables() -> list[str]:
    """All but those that Django fills by itself, whether they exist or not."""
    lasting = {model._meta.db_table for model in ITS_OWN}
    return [name for name in connection.introspection.django_table_names() if name not in lasting]


def full_tables() -> list[str]:
    """Those with rows, in one query."""
    asked = (
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(name)})"
        for name in tables()
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [name for (name,) in cursor.fetchall()]


def remember_its_own() -> None:
    """To be called once the database of the tests is made."""
    _lasting[:] = [model.objects.count() for model in ITS_OWN]


def forget_its_own() -> None:
    """To be called before that database goes: after the last test nothing is dropped in another."""
    _lasting.clear()


def empty_database() -> None:
    """As after Django's flush, but that numbers go on: nothing is there but what it writes itself.

    A flush after all where a test changed even that.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":  # as TRUNCATE does: who still writes is waited for
            names = ", ".join(map(connection.ops.quote_name, tables()))
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
        empty(full_tables())
    if [model.objects.count() for model in ITS_OWN] != _lasting:
        call_command("flush", verbosity=0, interactive=False)


def drop_dead_rows() -> None:
    """To be called after each test, when its transaction is over. PostgreSQL keeps what was rolled
    back or deleted, and reads past it whenever it asks whether a table is empty: after a thousand
    tests each waits several times as long. VACUUM would note that tables are empty
    (scripts/postgres.sh). In the transaction of a module what it shares stays."""
    if connection.vendor != "postgresql" or not _lasting or connection.in_atomic_block:
        return
    if next(_tests) % OFTEN == 0:
        names = ", ".join(map(connection.ops.quote_name, tables()))
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {names}")


def empty(names: list[str]) -> None:
    """In any order: foreign keys are checked when the transaction ends."""
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")
