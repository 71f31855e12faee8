"""The trial of another record of a deal: how it would change the ranks of the players."""

from uuid import uuid4

from django.db import transaction

from clubs.access import Actor
from clubs.core.problems import DealRefused
from clubs.models import Deal
from clubs.queries.seasons.rank_moves import RankMove, rank_moves, ranks_of
from clubs.services.deals.scoring import Record
from clubs.services.errors import LeagueClosed, SittingClosed, SittingMoved
from clubs.services.tables.sittings import correct_deal, taken_back


def ranks_if(actor: Actor, deal: Deal, record: Record | None) -> list[RankMove]:
    """Returns the ranks before and after a correction of the deal to this record; a record of None
    takes the deal back. Empty where the table counts for no standings yet, or where the change
    would be refused.

    The correction is written and rolled back in one transaction: so it follows the rules of a real
    one, and nobody else sees it.
    """
    before = ranks_of(deal.sitting)
    if not before:
        return []
    fresh = Deal.objects.select_related("sitting__club", "sitting__round__tournament")
    try:
        with transaction.atomic():
            tried = fresh.get(pk=deal.pk)
            trial = taken_back(tried) if record is None else record
            request_id, revision = uuid4(), tried.revision
            correct_deal(
                actor, tried, trial, revision=revision, reason="tried", request_id=request_id
            )
            after = ranks_of(tried.sitting)
            transaction.set_rollback(True)
    except (DealRefused, LeagueClosed, SittingClosed, SittingMoved):
        return []
    return rank_moves(before, after)
