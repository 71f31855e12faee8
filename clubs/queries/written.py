"""Queries that are written once.

Django takes longer to write most queries than the database to answer them. What every phone of a
room asks every two seconds is put into words once for each kind of database.
"""

from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, connections, router
from django.db.models import QuerySet, UUIDField

from clubs.models import Club

Rows = Callable[..., QuerySet[Any, Any]]


def rows_written_once(make: Rows, *uuids: UUID) -> list[tuple[Any, ...]]:
    """The rows of the query make(*uuids), as tuples.

    `make` hands each uuid on as the value of a uuid column, and puts nothing else into the query
    that is not the same each time. Reads of visitors go to the replica, where there is one. The
    rows are as the database has them, so they hold numbers and texts only.
    """
    sql, written = _sql_of(make, len(uuids), connection.vendor)
    values = dict(zip(_stand_ins(len(uuids)), map(_prepared, uuids), strict=True))
    with connections[router.db_for_read(Club)].cursor() as cursor:
        cursor.execute(sql, [values.get(value, value) for value in written])
        return list(cursor.fetchall())


@cache
def _sql_of(make: Rows, count: int, vendor: str) -> tuple[str, tuple[Any, ...]]:
    """The query in the words of this kind of database, and its values: among them _stand_ins in the
    places of the uuids."""
    return make(*(UUID(int=number) for number in range(count))).query.sql_with_params()


def _stand_ins(count: int) -> list[Any]:
    return [_prepared(UUID(int=number)) for number in range(count)]


def _prepared(uuid: UUID) -> Any:
    """As the columns of the database at hand have it."""
    return UUIDField().get_db_prep_value(uuid, connection)
