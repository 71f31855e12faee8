"""The worked example of leagues.md §3, played through the services.

tests/data/league_small.json has four evenings of an invented club, and what follows from them.
"""

import json
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from clubs.core.standings.rank import LeagueSettings
from clubs.models import EveningState, League, Player
from clubs.services.changes import written_at
from tests.again import built_again
from tests.cast import Cast, make_player
from tests.paths import DATA

FILE = DATA / "league_small.json"
EXAMPLE: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
EXPECTED: dict[str, Any] = EXAMPLE["expected"]


def play_example(club: Cast) -> League:
    """The season with its members and all its deals. Bob is he of the cast, the others join."""
    return built_again(play_all, club)


def play_all(club: Cast) -> League:
    names = [*EXAMPLE["members"], *EXAMPLE["guests"]]
    players = [make_player(club.club, name) for name in names if name not in club.players]
    for player in players:
        if player.name in EXAMPLE["guests"]:
            player.member_since = None
    club.players |= {player.name: player for player in Player.objects.bulk_create(players)}
    league = club.league(*EXAMPLE["members"], name=EXAMPLE["league"]["name"])
    for told in EXAMPLE["evenings"]:
        play_evening(club, league, told)
    return league


def play_evening(club: Cast, league: League, told: dict[str, Any]) -> None:
    day = date.fromisoformat(told["date"])
    sittings = []
    with written_at(datetime.combine(day, time(20, 30), ZoneInfo(club.club.time_zone))):
        for table in told["tables"]:
            sitting = club.sitting(*table["players"])
            for deal in table["deals"]:
                club.deal(sitting, **deal["record"])
            sittings.append(sitting)
    club.evening(league, day, *sittings, state=EveningState.CLOSED)


def ranked_by(league: League, **told: Any) -> League:
    """The season, once it counts by these settings and otherwise by the usual ones."""
    league.standings_rules = LeagueSettings.read(told).to_json()
    league.save(update_fields=["standings_rules"])
    return league
