"""Counts beside the rows of a list."""

from typing import Any

from django.db.models import Count, QuerySet, Subquery
from django.db.models.functions import Coalesce


def row_count(rows: QuerySet[Any], column: str) -> Coalesce:
    """The number of these rows as a column of others, 0 for none; column is the one that they
    compare with OuterRef.

    Counted for the rows that are read alone. Count over a join counts for all that a filter leaves
    before LIMIT cuts them off, and two of them multiply their rows.
    """
    counted = rows.order_by().values(column).annotate(count=Count("pk"))
    return Coalesce(Subquery(counted.values("count")), 0)
