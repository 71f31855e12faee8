"""Deleting a season that was made by mistake."""

from typing import Any
from uuid import UUID

from clubs.access import Actor
from clubs.models import Club, Evening, League, Sitting
from clubs.queries.seasons.seasons import closing_mark, evening_penalties, was_public
from clubs.services.changes import Action, change, find_receipt
from clubs.services.deals.sums import held_tables, keep_sums
from clubs.services.errors import LeagueMoved, LeaguePublished
from clubs.services.seasons.leagues import members_content, require_manage, settings_content


def delete_league(actor: Actor, league: League, *, seen: str = "", request_id: UUID) -> None:
    """The season goes with its list, its evenings and their penalties. Its tables stay in the club,
    with what was given at them. The log keeps what it was: its own chain, and here the rest.

    seen is the closing_mark that the person saw; with another one there now, LeagueMoved. Raises
    LeaguePublished and LeagueClosed.
    """
    club = league.club
    with change(Action.DELETE_LEAGUE, actor, league, lock=club, request_id=request_id) as entry:
        # Somebody else may have closed it since it was read: the lock here is that of the club.
        rows = League.objects.select_related("club").select_for_update(of=("self",))
        league.refresh_from_db(from_queryset=rows)
        require_manage(actor, league)
        if was_public(league):
            raise LeaguePublished
        if seen and seen != closing_mark(league, league.revision):
            raise LeagueMoved
        entry.before = _what_goes(league)
        counted = held_tables(Sitting.objects.filter(leagues__league=league))
        league.tables.all().delete()
        keep_sums(counted)
        League.objects.filter(pk=league.pk).delete()


def was_deleted(actor: Actor, club: Club, uuid: UUID, *, request_id: UUID) -> bool:
    """Whether this very request has been carried out: the season that it names is gone since."""
    receipt = find_receipt(request_id, action=Action.DELETE_LEAGUE, actor=actor, target_uuid=uuid)
    return receipt is not None and receipt.chain_uuid == club.uuid


def _what_goes(league: League) -> dict[str, Any]:
    """All that goes, as the log stores it."""
    return {
        **settings_content(league),
        "game": league.game,
        "seed": league.seed,
        "members": members_content(league),
        "evenings": [
            _evening_that_goes(evening)
            for evening in league.evenings.prefetch_related("present", "tables__sitting")
        ],
        "penalties": [
            {
                "player": str(row.player.uuid),
                "points": row.points,
                "evening": str(row.evening.uuid) if row.evening else None,
                "reason": row.reason,
                "cancelled": row.cancelled_at is not None,
            }
            for row in evening_penalties(league).select_related("player", "evening").order_by("pk")
        ],
    }


def _evening_that_goes(evening: Evening) -> dict[str, Any]:
    return {
        "evening": str(evening.uuid),
        "held_on": evening.held_on.isoformat(),
        "place": evening.place,
        "name": evening.name,
        "state": evening.state,
        "present": sorted(str(player.uuid) for player in evening.present.all()),
        "tables": sorted(str(row.sitting.uuid) for row in evening.tables.all()),
    }
