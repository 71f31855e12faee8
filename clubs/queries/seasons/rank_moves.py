"""Where the players of a table stand in the standings that it counts for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Sitting
from clubs.queries.deals.deals import present_seats, room_name
from clubs.queries.seasons.leagues import league_data
from clubs.queries.seasons.seasons import leagues_of
from clubs.queries.tournaments.tournaments import OVER, last_over, standings_after


@dataclass(frozen=True, slots=True)
class RankMove:
    """The rank of a player before and after a correction; None for who is not ranked. standings
    says which ones: two seasons may have one title, and two players one name."""

    standings: str
    title: str
    name: str
    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Rank:
    title: str
    name: str
    rank: int | None


Ranks = Mapping[tuple[str, int], Rank]  # by standings and seat, in seat order


def ranks_of(sitting: Sitting) -> Ranks:
    """In its tournament, once the round is over, and in every season that the table counts for.
    A season that ranks each size of table apart is left out: it has no rank of all."""
    seats = list(present_seats(sitting).select_related("player", "entry"))
    found: dict[tuple[str, int], Rank] = {}
    one = sitting.round
    if one is not None and one.state in OVER:
        tournament = one.tournament
        standings = standings_after(tournament, last_over(tournament.rounds.all()))
        ranks = {row.number: row.rank for row in standings.rows}
        for seat in seats:
            if seat.entry is not None:
                rank = ranks.get(seat.entry.number)
                found[str(tournament.uuid), seat.pk] = Rank(tournament.name, room_name(seat), rank)
    for league in leagues_of(sitting):
        data = league_data(league)
        table = data.standings().table
        by_player = {data.players[row.player].pk: row.rank for row in table.rows}
        if by_player:
            found |= {
                (str(league.uuid), seat.pk): Rank(
                    league.name, seat.player.name, by_player.get(seat.player_id)
                )
                for seat in seats
            }
    return found


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
    return [
        RankMove(key[0], was.title, was.name, was.rank, after[key].rank if key in after else None)
        for key, was in before.items()
    ]
