"""How ranks move: those of the players of a table in all standings that it counts for, and those of
a season by other rules."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from clubs.core.standings.rank import LeagueRanking
from clubs.models import League, Player, Sitting
from clubs.queries.deals.deals import present_seats
from clubs.queries.deals.seat_names import room_name
from clubs.queries.seasons.leagues import league_data
from clubs.queries.seasons.seasons import leagues_of
from clubs.queries.tournaments.tournaments import OVER, last_over, standings_after


@dataclass(frozen=True, slots=True)
class RankMove:
    """The rank of a player before and after a correction; None without a rank. standings identifies
    them: two seasons may have one title, and two players one name."""

    standings: str
    title: str
    name: str
    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class StandingsRank:
    title: str
    name: str
    rank: int | None


Ranks = Mapping[tuple[str, int], StandingsRank]  # by standings and seat, in seat order


def ranks_of(sitting: Sitting) -> Ranks:
    """Returns the ranks in the tournament of the table, once its round is over, and in each season
    that the table counts for. Seasons that rank each size of table apart are left out: they have no
    common rank."""
    seats = list(present_seats(sitting).select_related("player", "entry"))
    ranks_by_seat: dict[tuple[str, int], StandingsRank] = {}
    table_round = sitting.round
    if table_round is not None and table_round.state in OVER:
        tournament = table_round.tournament
        standings = standings_after(tournament, last_over(tournament.rounds.all()))
        ranks = {row.number: row.rank for row in standings.rows}
        for seat in seats:
            if seat.entry is not None:
                rank = ranks.get(seat.entry.number)
                ranks_by_seat[str(tournament.uuid), seat.pk] = StandingsRank(
                    tournament.name, room_name(seat), rank
                )
    for league in leagues_of(sitting):
        data = league_data(league, by_evening=True)
        table = data.standings().table
        by_player = {data.players[row.player].pk: row.rank for row in table.rows}
        if by_player:
            ranks_by_seat |= {
                (str(league.uuid), seat.pk): StandingsRank(
                    league.name, seat.player.name, by_player.get(seat.player_id)
                )
                for seat in seats
            }
    return ranks_by_seat


@dataclass(frozen=True, slots=True)
class RankTable:
    """The moves of a table as columns beside its totals: one for each of the standings."""

    moves: Sequence[RankMove] = ()

    @property
    def titles(self) -> list[str]:
        return list({move.standings: move.title for move in self.moves}.values())

    def at(self, place: int) -> list[RankMove]:
        """Those of the player in this place of the seat order, from 0."""
        columns: dict[str, list[RankMove]] = {}
        for move in self.moves:
            columns.setdefault(move.standings, []).append(move)
        return [column[place] for column in columns.values()]


def rank_moves(before: Ranks, after: Ranks) -> list[RankMove]:
    """Of the standings in which somebody at the table has a rank: all may be guests of one."""
    moves = [
        RankMove(key[0], was.title, was.name, was.rank, after[key].rank if key in after else None)
        for key, was in before.items()
    ]
    ranked = {move.standings for move in moves if move.before or move.after}
    return [move for move in moves if move.standings in ranked]


@dataclass(frozen=True, slots=True)
class RulesMove:
    """The rank of a player by the rules of a season, and by other rules; None without a rank."""

    player: Player
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RulesMoves:
    """One table of standings by other rules: who would have another rank, in the order of these
    ranks, and how many would keep theirs. title: which size, where each has its own table; is_new:
    the rules of now have no such table, so that nothing is compared; played: whether anybody has a
    row."""

    title: str
    is_new: bool
    moves: Sequence[RulesMove]
    kept_count: int
    played: bool


def moves_by_rules(league: League, rules: Mapping[str, Any]) -> list[RulesMoves]:
    """Compares the standings of a season with those by other settings (leagues.md §3.1), table by
    table. The season is read twice; nothing is written."""
    trial = copy(league)
    trial.standings_rules = dict(rules)
    now, then = league_data(league, by_evening=True), league_data(trial, by_evening=True)
    before = {size: _ranks_in(table) for size, table in now.standings().rankings}
    players = {**now.players, **then.players}  # by some rules a guest has no row
    tables = []
    for size, table in then.standings().rankings:
        known, after = before.get(size, {}), _ranks_in(table)
        rows = [
            RulesMove(players[key], known.get(key), after.get(key)) for key in {**after, **known}
        ]
        moves = [row for row in rows if row.before != row.after]
        moves.sort(key=lambda move: (move.after is None, move.after or move.before))
        tables.append(
            RulesMoves(
                title=str(then.words.of_size) % {"size": size} if size else "",
                is_new=size not in before,
                moves=moves,
                kept_count=sum(row.before == row.after is not None for row in rows),
                played=bool(rows),
            )
        )
    return tables


def _ranks_in(table: LeagueRanking) -> dict[str, int | None]:
    return {row.player: row.rank for row in table.rows}
