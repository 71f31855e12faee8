"""A club of the same database that has many times the rows of all others together (PostgreSQL)."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection
from django.db.models import (
    CharField,
    Field,
    ForeignKey,
    Model,
    TextField,
    UniqueConstraint,
    UUIDField,
)

from clubs.models import Club, ClubSeal

COPIES = 300
APART = 1_000_000  # between the keys of two copies


def make_big_neighbour() -> dict[str, int]:
    """Copies every row into a club of its own, so many times, as if its tables, seasons and
    tournaments were the same again with other people. Foreign keys are not checked before the end
    of the transaction, which the test takes back. Returns how many rows of each table were there.
    """
    big = Club.objects.create(slug="big-neighbour", name="Big Neighbour")
    models = [model for model in apps.get_app_config("clubs").get_models() if _is_copied(model)]
    before = {model._meta.db_table: model._base_manager.count() for model in models}
    with connection.cursor() as cursor:
        for model in models:
            if model is ClubSeal:  # a club has one
                continue
            fields = model._meta.concrete_fields
            columns = ", ".join(f'"{field.column}"' for field in fields)
            values = ", ".join(_copied(field, big) for field in fields)
            cursor.execute(
                f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {values}'
                f' FROM "{model._meta.db_table}", generate_series(1, {COPIES}) copy'
            )
        cursor.execute("ANALYZE")
    return before


def _is_copied(model: type[Model]) -> bool:
    """What belongs to no club but accounts is left out: clubs themselves, and counters of tries."""
    key = model._meta.pk
    has_number = isinstance(key, Field) and key.name == "id"
    return (has_number or model._meta.is_composite_pk) and model is not Club


def _copied(field: "Field[object, object]", big: Club) -> str:
    """The value of a copy, in SQL: other keys and names, the same otherwise."""
    column = f'"{field.column}"'
    if field.primary_key or (isinstance(field, ForeignKey) and field.related_model is not Club):
        return f"{column} + copy * {APART}"
    if isinstance(field, ForeignKey):
        return str(big.pk)
    if isinstance(field, UUIDField):
        return f"md5({column}::text || copy)::uuid"
    is_name = not field.choices and field.name in _names_in_club(field.model)
    other = f"to_hex(id * {COPIES + 1} + copy)"
    if is_name and isinstance(field, CharField):
        return f"CASE WHEN {column} <> '' THEN {other} ELSE {column} END"
    if is_name and isinstance(field, TextField):
        return other
    return column


def _names_in_club(model: type[Model]) -> Iterator[str]:
    """Of fields that no two rows of a club have alike."""
    yield from (field.name for field in model._meta.concrete_fields if field.unique)
    for rule in model._meta.constraints:
        if isinstance(rule, UniqueConstraint) and ("club" in rule.fields or len(rule.fields) == 1):
            yield from rule.fields
