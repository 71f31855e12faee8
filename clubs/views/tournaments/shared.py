"""What every view of a tournament needs: to find it, its rounds and tables, and its frame."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404

from clubs.access import (
    may_desk,
    may_manage_tournament,
    may_run_tournament,
    visible_tournaments,
)
from clubs.http import Request
from clubs.models import Round, Tournament
from clubs.queries.tournaments.tournaments import round_of
from clubs.views.shared import in_its_zone


def find_tournament(request: Request, event: UUID) -> Tournament:
    """The tournament of a page, or 404. From here on times are shown in the zone of its club."""
    tournament = get_object_or_404(visible_tournaments(request.actor), uuid=event)
    in_its_zone(tournament.club)
    return tournament


def find_round(tournament: Tournament, number: int) -> Round:
    """A round that has a row: one that was drawn once."""
    one = round_of(tournament, number)
    if one is None:
        raise Http404
    return one


def tournament_context(request: Request, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What tournament_base.html shows. tab is one of _tournament_tabs.html."""
    return {
        "tournament": tournament,
        "club": tournament.club,
        "tab": tab,
        "nav_section": "tournaments",
        "manages": may_manage_tournament(request.actor, tournament),
        "runs": may_run_tournament(request.actor, tournament),
        "desks": may_desk(request.actor, tournament),
    }
