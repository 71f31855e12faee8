"""Deals of which only the scores are known."""

from uuid import uuid4

from clubs.models import Deal, Sitting
from clubs.services.tables.sittings import record_deal
from tests.cast import Cast


def plain_deal(club: Cast, sitting: Sitting, **scores: int) -> Deal:
    """The next deal of the sitting: plain_deal(club, sitting, Bob=20, Dora=-10, Frank=-10)."""
    told = {str(club.player(name).uuid): score for name, score in scores.items()}
    return record_deal(
        club.actor("Alice"),
        sitting,
        {"kind": "scores", "label": "Vachette", "scores": told},
        number=sitting.deals.count() + 1,
        request_id=uuid4(),
    )
