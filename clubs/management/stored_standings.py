"""Standings of what the database has, as forms for a terminal. Source: cli.md §standings."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from clubs.access import Actor, visible_leagues, visible_sittings, visible_tournaments
from clubs.core.standings.rank import LeagueRanking, LeagueStandings
from clubs.core.tournaments.document import tournament_document
from clubs.management.standings_text import NO_ROUNDS, Forms, league_forms, tournament_text
from clubs.queries.seasons.counted import DEALS, counted_words
from clubs.queries.seasons.leagues import LeagueData, league_data, table_standings
from clubs.queries.tournaments.tournaments import standings_after, steps_of
from clubs.services.snapshot import snapshot

ACTOR = Actor.command("standings")


def stored_forms(options: Mapping[str, Any]) -> Forms:
    """The standings of the league, tournament or table that the options name. Raises
    CommandError."""
    as_of, after = options["as_of"], options["after"]
    if options["tournament"]:
        return _tournament_forms(options["tournament"], as_of, after)
    if after is not None:
        raise CommandError(NO_ROUNDS, returncode=2)
    if options["league"]:
        return _season_forms(options["league"], as_of)
    return _table_forms(options["table"], as_of)


def _season_forms(uuid: UUID, as_of: date | None) -> Forms:
    """A season by the address of its page, with the names of the players. Raises CommandError."""
    league = visible_leagues(ACTOR).filter(uuid=uuid).first()
    if league is None:
        raise CommandError(f"There is no league {uuid}.")
    with snapshot():
        standings = _named_standings(league_data(league), as_of)
    return league_forms(league.name, standings, counted_words(league.game))


def _tournament_forms(uuid: UUID, as_of: date | None, after: int | None) -> Forms:
    """A tournament by the address of its page, after this round, or else the last one that is over.
    Raises CommandError."""
    if as_of is not None:
        raise CommandError("A tournament has rounds: use --after ROUND, not --as-of.", returncode=2)
    tournament = visible_tournaments(ACTOR).filter(uuid=uuid).first()
    if tournament is None:
        raise CommandError(f"There is no tournament {uuid}.")
    with snapshot():
        steps = steps_of(tournament)
        if after is not None and not 0 <= after <= steps.current:
            raise CommandError(f"--after takes a round from 0 to {steps.current}.")
        standings = standings_after(tournament, steps.over if after is None else after)
    # The keys of its entries say nothing.
    names = {row.player: row.name for row in standings.rows}
    document = tournament_document(tournament.name, standings, names)
    return document, tournament_text(tournament.name, standings)


def _table_forms(uuid: UUID, as_of: date | None) -> Forms:
    """One table by the address of its page: its deals, whatever its game. Raises CommandError."""
    sitting = visible_sittings(ACTOR).filter(uuid=uuid).first()
    if sitting is None:
        raise CommandError(f"There is no table {uuid}.")
    data = table_standings(sitting)
    title = f"{sitting.club.name}, table {sitting.table_number}, {data.held[0].held_on}"
    return league_forms(title, _named_standings(data, as_of), DEALS)


def _named_standings(data: LeagueData, as_of: date | None) -> LeagueStandings:
    """The standings with names in the place of keys."""
    standings = data.standings(as_of)
    by_size = {size: _named(table, data) for size, table in standings.by_size.items()}
    return replace(standings, table=_named(standings.table, data), by_size=by_size)


def _named(table: LeagueRanking, data: LeagueData) -> LeagueRanking:
    rows = [replace(row, player=data.players[row.player].name) for row in table.rows]
    return replace(table, rows=tuple(rows))
