"""What every save writes, by statements that are made once: see models/compiled.py for why."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def insert_row(row: Model) -> None:
    """As row.save(force_insert=True), without signals. The key is one that the database gives."""
    is_sqlite = connection.vendor == "sqlite"  # before 3.35 it knows no RETURNING
    with connection.cursor() as cursor:
        _insert(cursor, [row], "" if is_sqlite else " RETURNING id")
        row.pk = cursor.lastrowid if is_sqlite else cursor.fetchone()[0]
    row._state.adding = False
    row._state.db = connection.alias


def insert_rows(rows: Sequence[Model]) -> None:
    """As bulk_create of rows of one model, which here do not learn their keys."""
    if rows:
        with connection.cursor() as cursor:
            _insert(cursor, rows, "")


def add_one(row: Model, column: str) -> bool:
    """Adds 1 to this column in the database. Returns whether the row is there."""
    table = row._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET "{column}" = "{column}" + 1 WHERE id = %s',  # noqa: S608
            [row.pk],
        )
        return bool(cursor.rowcount)


def update_row(row: Model, columns: tuple[str, ...]) -> None:
    """As row.save(update_fields=columns), without signals."""
    fields, sql = _update_sql(type(row), columns)
    with connection.cursor() as cursor:
        values = [
            field.get_db_prep_save(field.pre_save(row, add=False), cursor.db) for field in fields
        ]
        cursor.execute(sql, [*values, row.pk])


@cache
def _update_sql(
    model: type[Model], columns: tuple[str, ...]
) -> "tuple[list[Field[Any, Any]], str]":
    fields: list[Any] = [model._meta.get_field(name) for name in columns]
    sets = ", ".join(f'"{field.column}" = %s' for field in fields)
    return fields, f'UPDATE "{model._meta.db_table}" SET {sets} WHERE id = %s'  # noqa: S608


def _insert(cursor: Any, rows: Sequence[Model], more: str) -> None:
    model = type(rows[0])
    sql = _insert_sql(model, len(rows))
    database = cursor.db  # each look through `connection`, and there are two a value, takes 1 µs
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), database)
        for row in rows
        for field in _fields(model)
    ]
    cursor.execute(f"{sql}{more}", values)


@cache
def _fields(model: type[Model]) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if not field.primary_key]


@cache
def _insert_sql(model: type[Model], count: int) -> str:
    columns = ", ".join(f'"{field.column}"' for field in _fields(model))
    places = ", ".join(["%s"] * len(_fields(model)))
    rows = ", ".join([f"({places})"] * count)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES {rows}'  # noqa: S608
