"""What the arbiter tells the room. Source: tournaments.md §2, §6.3, §9."""

from datetime import timedelta
from uuid import UUID

from clubs.access import (
    Actor,
    may_run_tournament,
)
from clubs.models import Announcement, Place, Sitting, Tournament
from clubs.services.changes import Action
from clubs.services.errors import TournamentRefused
from clubs.services.ids import made_uuid
from clubs.services.tournaments.changes import tournament_change

MOST_MINUTES = 24 * 60
NEWS = "news_revision"  # what pages without announcements show is not touched


def announce(
    actor: Actor,
    tournament: Tournament,
    text: str,
    *,
    place: str = Place.EVERYWHERE,
    table_number: int | None = None,
    minutes: int | None = None,
    request_id: UUID,
) -> Announcement:
    """Shows a text from now on to one table or to all, for so many minutes or until it is ended.

    Safe to repeat. Raises TournamentRefused (`announcement_empty`, `table_unknown`,
    `tournament_step`).
    """
    text = " ".join(text.split())
    row = Announcement(
        uuid=made_uuid(Announcement, tournament.uuid, request_id),
        tournament=tournament,
        text=text,
        place=Place(place),
        table_number=table_number,
    )
    after = {"text": text, "place": row.place, "table": table_number, "minutes": minutes}
    with tournament_change(
        Action.ANNOUNCE,
        actor,
        tournament,
        may_run_tournament,
        request_id,
        target=row,
        until_over=True,
        counter=NEWS,
    ) as log:
        if log.repeated:
            log.require_same(log.written, after)
            return Announcement.objects.get(uuid=row.uuid)
        if not text:
            raise TournamentRefused.of("announcement_empty", "text")
        tables = Sitting.objects.filter(round__tournament=tournament)
        if table_number is not None and not tables.filter(table_number=table_number).exists():
            raise TournamentRefused.of("table_unknown", "table_number")
        row.shown_from = log.at
        row.shown_until = log.at + timedelta(minutes=minutes) if minutes else None
        row.save(force_insert=True)
        log.after = after
    return row


def end_announcement(actor: Actor, row: Announcement, *, request_id: UUID) -> Announcement:
    """Ends an announcement: nobody is shown it any more. Safe to repeat."""
    tournament = row.tournament
    with tournament_change(
        Action.ANNOUNCE, actor, tournament, may_run_tournament, request_id, target=row, counter=NEWS
    ) as log:
        if log.repeated:
            return row
        log.is_needless = row.shown_until is not None and row.shown_until <= log.at
        if not log.is_needless:
            row.shown_until = max(log.at, row.shown_from)
            row.save(update_fields=["shown_until"])
            log.before = {"text": row.text, "table": row.table_number}
    return row
