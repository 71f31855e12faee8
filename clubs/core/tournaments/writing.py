"""A tournament given back as one JSON document, `tarot-tournament/1`, in a stable order.

Source: tournaments.md §11. What was read comes back with everything that the
format does not name; reading and writing it again gives the same document.
"""

from collections.abc import Iterator
from typing import Any

from clubs.core.games import Game, Rules
from clubs.core.tournaments.files import FORMAT, RoundRead, TableRead, TournamentFile
from clubs.core.tournaments.people import EntryRead, PenaltyRead, TeamRead
from clubs.core.tournaments.settings import SlipDetail
from clubs.core.tournaments.slips import DealRead, SlipRead

Json = dict[str, Any]


def written_tournament(tournament: TournamentFile) -> Json:
    return {
        "format": FORMAT,
        "tournament": {
            "name": tournament.title,
            "date": tournament.held_on.isoformat() if tournament.held_on else None,
            "game": tournament.game.code,
            "rules": _written_rules(tournament.game, tournament.rules),
            **tournament.settings.to_json(),
            **tournament.tournament_extra,
        },
        "entries": [_written_entry(read) for read in tournament.entries],
        "teams": [_written_team(read) for read in tournament.teams],
        "rounds": [_written_round(read) for read in tournament.rounds],
        "penalties": [_written_penalty(read) for read in tournament.penalties],
        **tournament.extra,
    }


def _written_rules(game: Game, rules: Rules) -> str | Json:
    """The name of a built-in profile, or the whole of another one."""
    return rules.name if rules in game.profiles() else rules.to_json()


def _written_entry(read: EntryRead) -> Json:
    entry = read.entry
    return {
        "id": entry.key,
        "number": entry.number,
        "name": entry.name,
        "club": entry.club,
        "licence": read.licence,
        "categories": list(entry.categories),
        "team": read.team,
        "paid": read.paid,
        "checked_in": read.checked_in,
        # As it was told, not as `present` works it out: a file that is read and written again stays
        # the same (tournaments.md §13, invariant 14).
        "first_round": read.first_round,
        "withdrawn_after": entry.withdrawn_after,
        "substitutions": [
            {"from_round": change.from_round, "name": change.name, **change.extra}
            for change in entry.substitutions
        ],
        **read.extra,
    }


def _written_team(read: TeamRead) -> Json:
    document: Json = {"name": read.team.name, "members": list(read.team.members)}
    return document | ({"captain": read.captain} if read.captain else {}) | dict(read.extra)


def _written_round(read: RoundRead) -> Json:
    return {
        "number": read.number,
        "state": read.state,
        "tables": [_table_document(table) for table in read.tables],
        "byes": list(read.byes),
        **read.extra,
    }


def _table_document(read: TableRead) -> Json:
    document: Json = {"number": read.number, "players": list(read.players)}
    if read.slip.mode is not SlipDetail.TOTALS:
        document["deals"] = [_written_deal(deal) for deal in read.slip.deals]
    document["slip"] = dict(_slip_fields(read.slip))
    if read.slip.has_content:
        document["totals"] = dict(read.slip.scores)
    return document | dict(read.extra)


def _slip_fields(slip: SlipRead) -> Iterator[tuple[str, Any]]:
    yield "state", slip.state
    yield "mode", slip.mode.value
    if slip.stopped_early:
        yield "stopped_early", slip.stopped_early
    yield from slip.extra.items()


def _written_deal(deal: DealRead) -> Json:
    document: Json = {"number": deal.number, "uuid": str(deal.uuid) if deal.uuid else None}
    if deal.record is not None:
        document["record"] = dict(deal.record)
    if deal.stake is not None:
        document["stake"] = deal.stake
    return document | {"scores": dict(deal.scores)} | dict(deal.extra)


def _written_penalty(read: PenaltyRead) -> Json:
    penalty = read.penalty
    return {
        "player": penalty.player,
        "points": penalty.points,
        "after_round": penalty.after_round,
        "reason": read.reason,
        "code": read.code,
        "cancelled": read.cancel_reason or read.cancelled,
        **read.extra,
    }
