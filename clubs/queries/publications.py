"""What is stored of a season when it is published or closed."""

from typing import Any

from clubs.core.standings_document import standings_document
from clubs.models import League
from clubs.queries import leagues

VERSION = 1


def content_of(league: League) -> dict[str, Any]:
    """Rules and standings as they stand now, and the evenings that they are made of.

    standings is the document of core/standings_document.py with the evenings of its per_evening in
    `evenings`. People are uuids: who wants to be forgotten later is nowhere named.
    """
    standings = leagues.standings_of(league)
    evenings = {str(one.uuid): one for one in league.evenings.all()}
    return {
        "version": VERSION,
        "name": league.name,
        "starts_on": league.starts_on.isoformat(),
        "ends_on": league.ends_on.isoformat(),
        "standings": standings_document(league.name, standings),
        "evenings": [
            {
                "evening": one.key,
                "held_on": one.date.isoformat(),
                "name": evenings[one.key].name,
                "place": evenings[one.key].place,
            }
            for one in standings.evenings
        ],
        "members": [
            {"player": str(row.player.uuid), "number": row.number}
            for row in league.members.select_related("player").order_by("number")
        ],
    }
