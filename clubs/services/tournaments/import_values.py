"""Values of a tournament file that core does not read, as columns of ours take them."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.dateparse import parse_datetime

Json = dict[str, Any]


def parse_moment(value: Any) -> datetime | None:
    """The moment of a text as our own files write it. Without a zone it would be another moment in
    another club, so it is none."""
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def take_columns(row: Model, source: Json, names: Any) -> Json:
    """Sets the columns of these names and returns the values that are left.

    A value that a column would have to change, or refuses, is left: it goes out again as it came.
    """
    left = dict(source)
    for name in names:
        if name not in source:
            continue
        column: Any = row._meta.get_field(name)
        try:
            value = column.clean(source[name], row)
        except (ValidationError, TypeError, ValueError):
            continue
        if value == source[name]:
            setattr(row, name, value)
            del left[name]
    return left
