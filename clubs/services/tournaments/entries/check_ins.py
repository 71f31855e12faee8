"""Check-in: by the desk, by the people themselves, or of all by the list.

Source: tournaments.md §4.
"""

from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from clubs.access import (
    Actor,
    Forbidden,
    may_desk,
    own_entries,
    require,
)
from clubs.models import (
    AuditEntry,
    CheckInWay,
    Entry,
    Seat,
    Tournament,
)
from clubs.queries.tournaments.entries.entries import (
    CHECKS_IN,
    takes_arrivals,
)
from clubs.queries.tournaments.setup import has_draw
from clubs.services.changes import Action, change
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.changes import tournament_change
from clubs.services.tournaments.entries.comings import late_arrival

LATE = "late"  # derives the request id of a late arrival from that of the check-in


def check_in(actor: Actor, entry: Entry, way: CheckInWay, *, request_id: UUID) -> Entry:
    """Notes that the entry is present. The desk may do it at any time; the person, on their own
    page, from the opening of check-in to the first draw. A seating that is drawn stays as it is;
    see late_arrival.

    Safe to repeat. Raises TournamentRefused and TournamentMoved.
    """
    tournament = entry.tournament
    with transaction.atomic():
        with change(
            Action.CHECK_IN_ENTRY, actor, entry, lock=tournament, request_id=request_id
        ) as log:
            if log.repeated:
                return entry
            is_drawn = has_draw(tournament)
            _require_check_in(actor, entry, is_drawn)
            log.is_needless = entry.is_present
            if log.is_needless:
                return entry
            if entry.withdrawn_after is not None:
                raise TournamentRefused.of("entry_withdrawn")
            entry.checked_in_at, entry.check_in_way = log.at, way
            entry.save(update_fields=["checked_in_at", "check_in_way"])
            log.after = {"number": entry.number, "way": str(way)}
        if is_drawn:
            late_arrival(actor, entry, request_id=uuid5(request_id, LATE))
    return entry


def _require_check_in(actor: Actor, entry: Entry, is_drawn: bool) -> None:
    """Raises Forbidden, and TournamentRefused where there is no check-in now."""
    tournament = entry.tournament
    if actor.desks(tournament):
        if tournament.state not in CHECKS_IN:
            raise TournamentRefused.of("tournament_step")
    elif not own_entries(actor, tournament).filter(pk=entry.pk).exists():
        raise Forbidden
    elif is_drawn or not takes_arrivals(tournament, timezone.now()):
        raise TournamentRefused.of("check_in_closed")


def undo_check_in(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """Notes that the entry is absent again. Once a published round has a place for it, it can only
    withdraw.

    Safe to repeat. Raises TournamentRefused (`entry_seated`).
    """
    tournament = entry.tournament
    with tournament_change(
        Action.CHECK_IN_ENTRY, actor, tournament, may_desk, request_id, target=entry
    ) as log:
        log.is_needless = not entry.is_present
        if log.repeated or log.is_needless:
            return entry
        if _has_published_place(entry):
            raise TournamentRefused.of("entry_seated")
        log.before = {"number": entry.number, "way": entry.check_in_way}
        entry.checked_in_at, entry.check_in_way, entry.first_round = None, "", 1
        entry.save(update_fields=["checked_in_at", "check_in_way", "first_round"])
    return entry


def check_in_all(actor: Actor, tournament: Tournament, *, request_id: UUID) -> int:
    """Checks in all who are absent and have not left, and returns how many. Only before the first
    draw: afterwards each gets a place, which somebody has to look at. Safe to repeat.

    Raises Forbidden, TournamentMoved and TournamentRefused (`tournament_step`).
    """
    require(may_desk(actor, tournament))
    if has_draw(tournament):
        raise TournamentRefused.of("tournament_step")
    absent = tournament.entries.filter(checked_in_at=None, withdrawn_after=None)
    with transaction.atomic():
        for entry in absent.order_by("number"):
            entry.tournament = tournament
            receipt = _receipt_of_all(request_id, entry)
            check_in(actor, entry, CheckInWay.LIST, request_id=receipt)
    return len(_checked_in_by(tournament, request_id))


def undo_check_in_all(actor: Actor, tournament: Tournament, *, of: UUID) -> int:
    """Undoes the check-ins of this request of check_in_all. Safe to repeat; raises what
    undo_check_in does."""
    require(may_desk(actor, tournament))
    entries = _checked_in_by(tournament, of)
    with transaction.atomic():
        for entry in entries:
            entry.tournament = tournament
            undo_check_in(actor, entry, request_id=uuid5(_receipt_of_all(of, entry), "undo"))
    return len(entries)


def _receipt_of_all(request_id: UUID, entry: Entry) -> UUID:
    return uuid5(request_id, str(entry.uuid))


def _checked_in_by(tournament: Tournament, request_id: UUID) -> list[Entry]:
    """The entries that this request of check_in_all checked in. An entry that went and came again
    since has another time of check-in, and is left out."""
    here = {
        _receipt_of_all(request_id, entry): entry
        for entry in tournament.entries.filter(checked_in_at__isnull=False)
    }
    known = AuditEntry.objects.filter(request_id__in=list(here)).values_list("request_id", "at")
    let_in = {receipt: at for receipt, at in known if receipt}
    return [here[receipt] for receipt, at in let_in.items() if here[receipt].checked_in_at == at]


def _has_published_place(entry: Entry) -> bool:
    """Whether a published round has a table or a bye for the entry. Drafts do not count: their page
    says who is gone."""
    return Seat.objects.filter(entry=entry).exists() or entry.byes.exists()
