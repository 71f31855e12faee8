"""The parts of a tournament file that core does not read: categories, prizes, news, events.

Source: tournaments.md §11.
"""

from typing import Any

from clubs.models import (
    Announcement,
    AuditEntry,
    Category,
    Sitting,
    Tournament,
)

EVENTS = {
    "add_entry": "entry_added",
    "check_in_entry": "checked_in",
    "take_fee": "fee_paid",
    "withdraw_entry": "withdrawn",
    "substitute": "substituted",
    "draw_round": "round_drawn",
    "edit_seating": "tables_swapped",
    "publish_round": "round_published",
    "record_deal": "deal_recorded",
    "correct_deal": "deal_corrected",
    "void_deal": "deal_corrected",
    "restore_deal": "deal_corrected",
    "correct_slip": "deal_corrected",
    "confirm_slip": "slip_confirmed",
    "dispute_slip": "slip_disputed",
    "give_penalty": "penalty_given",
    "cancel_penalty": "penalty_cancelled",
    "validate_round": "round_validated",
    "publish_results": "published",
    "reopen_results": "reopened",
}


Json = dict[str, Any]

DOCUMENT = "document"  # in Tournament.extra


def document_extra(tournament: Tournament) -> Json:
    document = dict(tournament.extra.get(DOCUMENT, {}))
    categories = [
        {"code": row.code, "name": row.name, "born_from": row.born_from, "born_to": row.born_to}
        for row in Category.objects.filter(tournament=tournament)
    ]
    if categories:
        document["categories"] = categories
    if tournament.prizes:
        document["prizes"] = tournament.prizes
    announcements = [
        {
            "text": row.text,
            "from": row.shown_from.isoformat(),
            "until": row.shown_until.isoformat() if row.shown_until else None,
            "place": row.place,
            "table": row.table_number,
        }
        for row in Announcement.objects.filter(tournament=tournament).order_by("pk")
    ]
    if announcements:
        document["announcements"] = announcements
    events = [*document.get("events", ()), *_events_of(tournament)]
    if events:
        document["events"] = [{**event, "seq": seq} for seq, event in enumerate(events, 1)]
    return document


def _events_of(tournament: Tournament) -> list[Json]:
    """The log of the tournament and its tables, in the order it was written. One query."""
    tables = Sitting.objects.filter(round__tournament=tournament).values("uuid")
    keys = AuditEntry.objects.filter(action__in=EVENTS).order_by().values("pk")
    of_tables = keys.filter(chain__uuid__in=tables)
    rows = AuditEntry.objects.filter(
        pk__in=keys.filter(chain__uuid=tournament.uuid).union(of_tables)
    )
    return [
        {
            "seq": 0,
            "at": row.at.isoformat(),
            "actor": row.actor,
            "kind": EVENTS[row.action],
            "data": {"target": str(row.target_uuid), "after": row.after, "reason": row.reason},
            "request_id": str(row.request_id) if row.request_id else None,
        }
        for row in rows.order_by("at", "pk")
    ]
