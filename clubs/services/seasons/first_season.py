"""A season of tables that are there already: imported, or played before anybody kept a season."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from clubs.access import Actor
from clubs.batches import batches
from clubs.models import Club, Evening, EveningState, League, LeagueSitting, Player, Sitting
from clubs.queries.seasons.uncounted import tables_between, uncounted_tables
from clubs.services.changes import Action, change
from clubs.services.deals.sums import BLOCK, keep_sums_of
from clubs.services.ids import made_uuid
from clubs.services.seasons.counting import begin_league
from clubs.services.seasons.leagues import create_league


def create_league_of_tables(
    actor: Actor,
    club: Club,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    game: str,
    standings_rules: Mapping[str, Any],
    members: Sequence[Player],
    request_id: UUID,
) -> tuple[League, int]:
    """An open season for which every closed table of these days counts that counts for none yet,
    each day an evening that is over. Returns it with the number of its tables. Safe to repeat.

    Raises SettingsRefused.
    """
    receipt = uuid5(request_id, "tables")
    with transaction.atomic():
        league = create_league(
            actor,
            club,
            name=name,
            starts_on=starts_on,
            ends_on=ends_on,
            standings_rules=standings_rules,
            members=members,
            game=game,
            request_id=request_id,
        )
        with change(Action.ATTACH_TABLE, actor, league, lock=league, request_id=receipt) as entry:
            if entry.repeated:
                return league, len(entry.written["tables"])
            rows = tables_between(uncounted_tables(club, game), club, starts_on, ends_on)
            played = [
                (pk, uuid, timezone.localdate(at, club.zone))
                for pk, uuid, at in rows.values_list("pk", "uuid", "opened_at")
            ]
            evenings = _evenings_on(league, sorted({day for _pk, _uuid, day in played}))
            LeagueSitting.objects.bulk_create(
                LeagueSitting(club=club, league=league, evening=evenings[day], sitting_id=pk)
                for pk, _uuid, day in played
            )
            begin_league(league)
            for block in batches(sorted(pk for pk, _uuid, _day in played), BLOCK):
                keep_sums_of(Sitting.objects.filter(pk__in=block))
            entry.after = {
                "tables": [str(uuid) for _pk, uuid, _day in played],
                "evenings": [str(evening.uuid) for evening in evenings.values()],
            }
    return league, len(played)


def league_of_request(club: Club, request_id: UUID) -> League | None:
    """Returns the season that an earlier send of this request made."""
    uuid = made_uuid(League, club.uuid, request_id)
    return League.objects.filter(club=club, uuid=uuid).first()


def _evenings_on(league: League, days: Sequence[date]) -> dict[date, Evening]:
    """New evenings that are over, by their day."""
    rows = [
        Evening(club=league.club, league=league, held_on=day, state=EveningState.CLOSED)
        for day in days
    ]
    return {evening.held_on: evening for evening in Evening.objects.bulk_create(rows)}
