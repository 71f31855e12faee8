"""The ranks of the players of a table in all standings that it counts for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Sitting
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
    return [
        RankMove(key[0], was.title, was.name, was.rank, after[key].rank if key in after else None)
        for key, was in before.items()
    ]
