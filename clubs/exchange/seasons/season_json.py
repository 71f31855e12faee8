"""A season as one JSON document, `tarot-league/1`. Source: leagues.md §7.4.

What is written here reads again, by core/standings/season_files.py without a database and by an
import into a club, to the same standings. Of an evening it also has name and place, of a table its
number (`label`) and when it was opened, of a table without deals what everybody won (`totals`, with
`deal_counts` and `place_points` where they are known).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubs.core.standings.scale import HUNDREDTHS, whole_or_fraction
from clubs.core.standings.season_files import FORMAT
from clubs.models import League
from clubs.queries.seasons.leagues import LeagueEvening
from clubs.queries.seasons.season_export import SeasonDeal, SeasonExport, SeasonTable, season_export

JSON_TYPE = "application/json; charset=utf-8"
Json = dict[str, Any]


def season_file(league: League) -> bytes:
    """The document in UTF-8 without needless spaces: a long season stays below the limit of an
    import."""
    text = json.dumps(season_document(league), ensure_ascii=False, separators=(",", ":"))
    return f"{text}\n".encode()


def season_document(league: League) -> Json:
    export = season_export(league)
    rules = _usual_rules(export)
    return {
        "format": FORMAT,
        "league": {
            "name": league.name,
            "starts_on": league.starts_on.isoformat(),
            "ends_on": league.ends_on.isoformat(),
            "game": league.game,
            **({"rules": rules} if rules else {}),
            "seed": league.seed,
        },
        "settings": export.data.settings.to_json(),
        **_people(export),
        "evenings": [_evening(held, export, rules) for held in export.data.held],
        "penalties": [
            {
                "player": export.names[str(penalty.player.uuid)],
                "points": penalty.points,
                "evening": held.held_on.isoformat(),
                "reason": penalty.reason,
            }
            for penalty, held in export.penalties
        ],
    }


def _usual_rules(export: SeasonExport) -> Json:
    """The rules of most tables. They stand once in the file, and other rules at their tables."""
    counted = Counter(
        json.dumps(table.sitting.rules, sort_keys=True) for table in export.tables.values()
    )
    return json.loads(counted.most_common(1)[0][0]) if counted else {}


def _people(export: SeasonExport) -> Json:
    """Members by their numbers, then guests. Guests who took part in no deal that counts come last,
    so that the lot falls alike."""
    listed = export.data.basis.members
    members = [export.names[one.key] for one in listed if not one.is_guest]
    guests = [export.names[one.key] for one in listed if one.is_guest]
    seen = {*members, *guests}
    others = [name for name in _seated_names(export) if name not in seen]
    carried = {export.names[one.key]: one.carry_over for one in listed if one.carry_over}
    return {
        "members": members,
        "guests": [*guests, *dict.fromkeys(others)],
        "carry_over": carried,
    }


def _seated_names(export: SeasonExport) -> Iterator[str]:
    for table in export.tables.values():
        yield from table.players
        for deal in table.deals:
            yield from deal.players


def _evening(held: LeagueEvening, export: SeasonExport, rules: Json) -> Json:
    tables = [export.tables[table.sitting_id] for table in held.tables]
    return {
        "date": held.held_on.isoformat(),
        "name": held.name,
        "place": held.place,
        "tables": [
            _told_table(table, export.names, rules)
            for table in tables
            if table.deals or table.totals
        ],
    }


def _told_table(table: SeasonTable, names: Mapping[str, str], rules: Json) -> Json:
    sitting = table.sitting
    own = sitting.rules if sitting.rules != rules else None
    return {
        "uuid": str(sitting.uuid),
        "label": str(sitting.table_number),
        **({"opened_at": sitting.opened_at.isoformat()} if sitting.opened_at else {}),
        **({"closed_at": sitting.closed_at.isoformat()} if sitting.closed_at else {}),
        **({"game": sitting.game, "rules": own} if own else {}),
        "players": list(table.players),
        **(_told_totals(table, names) if table.totals else _deals_json(table)),
    }


def _told_totals(table: SeasonTable, names: Mapping[str, str]) -> Json:
    rows = [(names[str(total.player.uuid)], total) for total in table.totals]
    points = {name: one.place_points for name, one in rows if one.place_points is not None}
    columns = {
        "totals": {name: one.total for name, one in rows},
        "deal_counts": {name: one.deal_count for name, one in rows if one.deal_count},
        "place_points": {name: _decimal(told) for name, told in points.items()},
    }
    return {field: value for field, value in columns.items() if value}


def _decimal(hundredths: int) -> int | float:
    points = whole_or_fraction(hundredths, HUNDREDTHS)
    return points if isinstance(points, int) else float(points)


def _deals_json(table: SeasonTable) -> Json:
    return {"deals": [_deal_json(deal, table.players) for deal in table.deals]}


def _deal_json(played: SeasonDeal, players: Sequence[str]) -> Json:
    """A deal as JSON. It has its seats only where they differ from those of the table."""
    return {
        "uuid": str(played.deal.uuid),
        **({"players": list(played.players)} if list(played.players) != list(players) else {}),
        "record": dict(played.record),
        **({"scores": dict(played.scores)} if played.scores is not None else {}),
    }
