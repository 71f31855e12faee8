"""What another record of a deal would do to the ranks of its table."""

from uuid import uuid4

from django.db import transaction

from clubs.access import Actor
from clubs.core.problems import DealRefused
from clubs.models import Deal
from clubs.queries.seasons.rank_moves import RankMove, rank_moves, ranks_of
from clubs.services.errors import LeagueClosed, SittingClosed, SittingMoved
from clubs.services.tables.sittings import Record, correct_deal, taken_back


def ranks_if(actor: Actor, deal: Deal, record: Record | None) -> list[RankMove]:
    """Ranks before and after, if the deal said this; None: if it were taken back. Empty where the
    table counts for no standings yet, or the change would be refused.

    The correction is made and taken back in one transaction, so that it goes by the very rules of
    the standings; nothing of it is kept, and nobody else sees it.
    """
    before = ranks_of(deal.sitting)
    if not before:
        return []
    fresh = Deal.objects.select_related("sitting__club", "sitting__round__tournament")
    try:
        with transaction.atomic():
            tried = fresh.get(pk=deal.pk)
            told = taken_back(tried) if record is None else record
            request_id, revision = uuid4(), tried.revision
            correct_deal(
                actor, tried, told, revision=revision, reason="tried", request_id=request_id
            )
            after = ranks_of(tried.sitting)
            transaction.set_rollback(True)
    except (DealRefused, LeagueClosed, SittingClosed, SittingMoved):
        return []
    return rank_moves(before, after)
