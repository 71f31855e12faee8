"""How the tables would lie on several database servers, each club on one of them (Citus), read from
the models alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.db.models import CheckConstraint, ForeignKey, Model, UniqueConstraint

from clubs.constraints import OfSameClub
from clubs.models import Club

COLUMN = "club_id"
DISTRIBUTED, REFERENCE, LOCAL = "distributed", "reference", "local"


@dataclass(frozen=True, slots=True)
class TablePlace:
    """distributed: its rows lie with their club, by the column; reference: copied to every server,
    since rows of clubs name it; local: on one server. problems are the constraints that Citus
    refuses there."""

    table: str
    kind: str
    column: str
    problems: tuple[str, ...]


def distribution() -> list[TablePlace]:
    """Every table, by kind and name."""
    models = [model for model in apps.get_models() if model._meta.managed]
    spread = {model for model in models if _has_club(model)}
    copied = {
        field.related_model
        for model in spread
        for field in _keys(model)
        if field.related_model not in spread
    }
    places = [
        TablePlace(
            model._meta.db_table,
            DISTRIBUTED if model in spread else REFERENCE if model in copied else LOCAL,
            COLUMN if model in spread else "",
            tuple(_problems(model, spread) if model in spread else ()),
        )
        for model in models
    ]
    order = [DISTRIBUTED, REFERENCE, LOCAL]
    return sorted(places, key=lambda place: (order.index(place.kind), place.table))


def distributed_tables() -> set[str]:
    return {place.table for place in distribution() if place.kind == DISTRIBUTED}


def keys_in_clubs() -> set[tuple[str, str]]:
    """Table and column of each foreign key by which a row can only lead to one of its club."""
    return {
        (model._meta.db_table, f"{name}_id")
        for model in apps.get_models()
        for rule in model._meta.constraints
        if isinstance(rule, OfSameClub)
        for name in rule.fields
    }


def _has_club(model: type[Model]) -> bool:
    return any(
        field.related_model is Club and field.column == COLUMN and not field.null
        for field in _keys(model)
    )


def _keys(model: type[Model]) -> list["ForeignKey[Model, Model]"]:
    return [field for field in model._meta.local_fields if isinstance(field, ForeignKey)]


def _problems(model: type[Model], spread: set[type[Model]]) -> Iterator[str]:
    """Citus wants the column in every unique constraint, the primary key too, and in every foreign
    key to another distributed table."""
    for field in model._meta.local_fields:
        if field.primary_key:
            yield f"PRIMARY KEY ({', '.join(key.attname for key in model._meta.pk_fields)})"
        elif field.unique:
            yield f"UNIQUE ({field.column})"
    for together in model._meta.unique_together:
        if "club" not in together:
            yield f"UNIQUE ({', '.join(together)})"
    for rule in model._meta.constraints:
        if isinstance(rule, UniqueConstraint) and "club" not in rule.fields:
            yield f"UNIQUE {rule.name}"
        if not isinstance(rule, UniqueConstraint | CheckConstraint | OfSameClub):
            yield f"{type(rule).__name__} {rule.name}"
    for key in _keys(model):
        if getattr(key, "db_constraint", True) and key.related_model in spread:
            yield f"FOREIGN KEY ({key.column})"
