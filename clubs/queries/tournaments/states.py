"""The state of a tournament in one text, by which live pages ask whether it is still that one.

It is the revision of the tournament with count and sum of those of its tables: "4-32-187". Every
write moves one of the three on.
"""

from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from clubs.models import Sitting, Tournament


def state_now(event: UUID, rows: QuerySet[Tournament] | None = None) -> str | None:
    """The state of a tournament in one read, None where there is none. rows: those that the actor
    sees; without them the answer is only for pages that were shown a state.

    Read it before what it stands for: what changes between is then asked for once more.
    """
    tournaments = with_state(Tournament.objects.all() if rows is None else rows).filter(uuid=event)
    counts = tournaments.values_list("revision", "table_count", "table_changes").first()
    return None if counts is None else "-".join(map(str, counts))


def with_state(rows: QuerySet[Tournament]) -> QuerySet[Any]:
    """Tournaments with what state_of needs, still in one query."""
    tables = Sitting.objects.filter(round__tournament=OuterRef("pk")).order_by()
    each = tables.values("round__tournament")
    return rows.annotate(
        table_count=Coalesce(Subquery(each.annotate(n=Count("pk")).values("n")), 0),
        table_changes=Coalesce(Subquery(each.annotate(n=Sum("revision")).values("n")), 0),
    )


def state_of(row: Any) -> str:
    """The state of a row of with_state."""
    return f"{row.revision}-{row.table_count}-{row.table_changes}"
