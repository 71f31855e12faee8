"""What the arbiter tells the room. Source: tournaments.md §2, §6.3, §9."""

from datetime import timedelta
from uuid import UUID

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.models import Announcement, Place, Sitting, Tournament
from clubs.services.changes import Action, change
from clubs.services.errors import TournamentRefused
from clubs.services.ids import made_uuid

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
    """Shown from now on: to one table, or to all; for so many minutes, or until it is ended.

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
    with change(
        Action.ANNOUNCE, actor, row, lock=tournament, counter=NEWS, request_id=request_id
    ) as entry:
        if entry.repeated:
            entry.require_same(entry.written, after)
            return Announcement.objects.get(uuid=row.uuid)
        require(may_run_tournament(actor, tournament))
        if tournament.is_over:
            raise TournamentRefused.of("tournament_step")
        if not text:
            raise TournamentRefused.of("announcement_empty", "text")
        if table_number is not None and not _has_table(tournament, table_number):
            raise TournamentRefused.of("table_unknown", "table_number")
        row.shown_from = entry.at
        row.shown_until = entry.at + timedelta(minutes=minutes) if minutes else None
        row.save(force_insert=True)
        entry.after = after
    return row


def _has_table(tournament: Tournament, number: int) -> bool:
    return Sitting.objects.filter(round__tournament=tournament, table_number=number).exists()


def end_announcement(actor: Actor, row: Announcement, *, request_id: UUID) -> Announcement:
    """Nobody is shown it any more. Safe to repeat."""
    tournament = row.tournament
    with change(
        Action.ANNOUNCE, actor, row, lock=tournament, counter=NEWS, request_id=request_id
    ) as entry:
        if entry.repeated:
            return row
        require(may_run_tournament(actor, tournament))
        entry.is_needless = row.shown_until is not None and row.shown_until <= entry.at
        if not entry.is_needless:
            row.shown_until = max(entry.at, row.shown_from)
            row.save(update_fields=["shown_until"])
            entry.before = {"text": row.text, "table": row.table_number}
    return row
