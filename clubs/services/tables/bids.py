"""The deal that comes next: whether it may be written, and who took with what while it is played.

Source: scoring.md §3.
"""

from clubs.access import Actor, may_record_deal, require
from clubs.core.games import checked_bid, get_game
from clubs.models import Sitting
from clubs.queries.deals.deals import last_number, present_seats, rules_of
from clubs.services.changes import Action, change
from clubs.services.deals.scoring import Record
from clubs.services.errors import SittingClosed, SittingMoved, TotalsOnly
from clubs.services.tournaments.rounds.slip_states import require_recordable


def require_next_deal(actor: Actor, sitting: Sitting, number: int, kind: str | None) -> None:
    """May the deal of this number be written now? kind is that of its record. The caller holds the
    lock: read before it, two phones would both find their number free.

    Raises SittingMoved, SittingClosed, TotalsOnly, and what require_recordable does.
    """
    if sitting.totals_only:
        raise TotalsOnly
    if not sitting.is_open:
        raise SittingClosed
    require_recordable(actor, sitting, kind)
    if number != last_number(sitting) + 1:
        raise SittingMoved(sitting, sitting.deals.filter(number=number).first())


def tell_bid(actor: Actor, sitting: Sitting, record: Record, *, number: int) -> Sitting:
    """Show what this record tells of the deal that comes next; of it only what a bid is.

    It takes the place of one told before. Saying the same again changes nothing, so that it may be
    sent as often as one likes. The log has no entry: it gets the deal, which says the same. number
    is the one the person saw. Raises what record_deal does.
    """
    require(may_record_deal(actor, sitting))
    if sitting.bid == _told(sitting, record, number):
        return sitting
    with change(Action.RECORD_DEAL, actor, sitting, lock=sitting, request_id=None) as entry:
        entry.is_needless = True
        require_next_deal(actor, sitting, number, None)
        sitting.bid = _told(sitting, record, number)
        sitting.save(update_fields=["bid"])
    return sitting


def _told(sitting: Sitting, record: Record, number: int) -> Record:
    seated = map(str, present_seats(sitting).values_list("player__uuid", flat=True))
    bid = checked_bid(get_game(sitting.game), list(seated), rules_of(sitting), record)
    return {"number": number, **bid}


def forget_bid(sitting: Sitting) -> None:
    """The deal is recorded, or may not be possible any more. The caller holds the lock."""
    if sitting.bid is not None:
        sitting.bid = None
        sitting.save(update_fields=["bid"])
