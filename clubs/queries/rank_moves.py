"""Where the players of a table stand in the standings that it counts for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Sitting
from clubs.queries.deals import present_seats, room_name
from clubs.queries.leagues import league_data
from clubs.queries.seasons import leagues_of
from clubs.queries.tournaments import OVER, last_over, standings_after

Ranks = Mapping[tuple[str, str], int | None]  # by title of the standings and name, in seat order


@dataclass(frozen=True, slots=True)
class RankMove:
    """The rank of a player before and after a correction; None for who is not ranked."""

    title: str
    name: str
    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        return self.before != self.after


def ranks_of(sitting: Sitting) -> Ranks:
    """In its tournament, once the round is over, and in every season that the table counts for.
    A season that ranks each size of table apart is left out: it has no rank of all."""
    seats = list(present_seats(sitting).select_related("player", "entry"))
    found: dict[tuple[str, str], int | None] = {}
    one = sitting.round
    if one is not None and one.state in OVER:
        tournament = one.tournament
        standings = standings_after(tournament, last_over(tournament.rounds.all()))
        ranks = {row.number: row.rank for row in standings.rows}
        for seat in seats:
            if seat.entry is not None:
                found[tournament.name, room_name(seat)] = ranks.get(seat.entry.number)
    for league in leagues_of(sitting):
        data = league_data(league)
        table = data.standings().table
        by_player = {data.players[row.player].pk: row.rank for row in table.rows}
        if by_player:
            found |= {(league.name, s.player.name): by_player.get(s.player_id) for s in seats}
    return found


@dataclass(frozen=True, slots=True)
class RankTable:
    """The moves of a table as columns beside its totals: one for each of the standings."""

    moves: Sequence[RankMove] = ()

    @property
    def titles(self) -> list[str]:
        return list(dict.fromkeys(move.title for move in self.moves))

    def at(self, place: int) -> list[RankMove]:
        """Those of the player in this place of the seat order, from 0."""
        columns = ([m for m in self.moves if m.title == title] for title in self.titles)
        return [column[place] for column in columns]


def rank_moves(before: Ranks, after: Ranks) -> list[RankMove]:
    return [RankMove(*key, rank, after.get(key)) for key, rank in before.items()]
