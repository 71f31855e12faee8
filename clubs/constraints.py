"""Constraints that Django does not have. Migrations import this module: what a class makes of its
arguments is part of the schema, and does not change."""

from collections.abc import Sequence
from typing import Any

from django.db import models


class OfSameClub(models.BaseConstraint):
    """What `fields` lead to is of the club of the row, where they lead anywhere.

    To the database each is a foreign key of two columns, club and field, checked at the end of the
    transaction, in the place of Django's own of one column (db_constraint=False). What they lead to
    has UniqueConstraint(fields=["club", "id"]).
    """

    def __init__(self, *, fields: tuple[str, ...], name: str) -> None:
        super().__init__(name=name)
        self.fields = tuple(fields)

    def key_name(self, field: str) -> str:
        """What PostgreSQL calls the foreign key; SQLite names none where it refuses a row."""
        return f"{self.name}_{field}"

    def constraint_sql(self, model: Any, schema_editor: Any) -> str:
        return ", ".join(self._keys(model, schema_editor))

    def create_sql(self, model: Any, schema_editor: Any) -> str:
        table = schema_editor.quote_name(model._meta.db_table)
        keys = ", ".join(f"ADD {key}" for key in self._keys(model, schema_editor))
        return f"ALTER TABLE {table} {keys}"

    def remove_sql(self, model: Any, schema_editor: Any) -> str:
        quote = schema_editor.quote_name
        keys = ", ".join(f"DROP CONSTRAINT {quote(self.key_name(name))}" for name in self.fields)
        return f"ALTER TABLE {quote(model._meta.db_table)} {keys}"

    def validate(self, *_args: Any, **_kwargs: Any) -> None:
        """Not in forms: no form lets people choose among rows of other clubs."""

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        path, args, kwargs = super().deconstruct()
        return path, args, {**kwargs, "fields": self.fields}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OfSameClub):
            return NotImplemented
        return (self.name, self.fields) == (other.name, other.fields)

    def __hash__(self) -> int:
        return hash((self.name, self.fields))

    def _keys(self, model: Any, schema_editor: Any) -> list[str]:
        quote = schema_editor.quote_name
        return [
            f"CONSTRAINT {quote(self.key_name(name))} "
            f"FOREIGN KEY ({quote('club_id')}, {quote(f'{name}_id')}) "
            f"REFERENCES {quote(parent._meta.db_table)} ({quote('club_id')}, {quote('id')}) "
            "DEFERRABLE INITIALLY DEFERRED"
            for name in self.fields
            for parent in (model._meta.get_field(name).related_model,)
        ]
