"""The statistics of a season as its publication stores them.

People are uuids, evenings and tables too; means are exact fractions as text ("383/9"), square roots
to PLACES places. Nothing depends on what anybody is called, so that two documents of the same
deals are equal. What reads them back: stored_statistics.py.

Source: leagues.md §2 (closing a season), §4.
"""

from collections.abc import Container, Iterable
from fractions import Fraction
from typing import Any, Self

from clubs.core.measures import Rate
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries import club_figures as club
from clubs.games.french.queries import figures as profile
from clubs.games.french.queries.partners import (
    LEAST_TOGETHER,
    Partners,
    RankedPair,
    TakeMeans,
    partner_figures,
)
from clubs.models import Deal, League, LeagueMember, Player
from clubs.queries.statistics.bests import (
    CLOSEST,
    COMEBACK,
    DEAL,
    EVENING,
    FAILED,
    MADE,
    TAKES,
)
from clubs.queries.statistics.nights import night_order
from clubs.queries.statistics.player_evenings import Evenings, evenings_of, placed_in
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.record_rows import RAREST, RUN, BestOf
from clubs.queries.statistics.records import RecordBook, record_book
from clubs.queries.statistics.sums import population_sums

PLACES = 9  # places after the point, like those to which ratings must agree

Document = dict[str, Any]


def statistics_document(league: League, players: Iterable[Player]) -> Document:
    """Makes the document from the deals themselves: what is stored for ever rests on no kept sums.

    players are those of the list of the season and whoever played.
    """
    population = Population(league.club, league=league, from_deals=True)
    return {
        "least_takes": league.club.least_takes,
        "least_deals": league.club.least_deals,
        "least_together": LEAST_TOGETHER,
        "club": _club_document(club.club_figures(population)),
        "partners": _partners_document(partner_figures(population)),
        "records": _records_document(population),
        "players": _players_document(population, players),
    }


def _fraction_text(value: Fraction | int | None) -> str | None:
    return None if value is None else str(value)


def _root(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)


def _rate_document(rate: Rate) -> Document:
    return {"hits": rate.hits, "base": rate.base}


def _interval_document(rate: Rate) -> list[float] | None:
    """Wilson's, from 0 to 1."""
    return None if rate.interval is None else [round(end, PLACES) for end in rate.interval]


# The season as a whole


def _club_document(figures: club.ClubFigures) -> Document:
    """takers in the order of their ranking."""
    return {
        "deals": figures.deals,
        "evenings": figures.evenings,
        "players": figures.players,
        "takes": _rate_document(figures.takes),
        "stake_mean": _fraction_text(figures.stake_mean),
        "by_contract": _parts_document("contract", figures.contracts),
        "by_oudlers": _parts_document("oudlers", figures.oudlers),
        "told": {
            kind: [
                {
                    "key": one.key,
                    "taken": one.success.base,
                    "made": one.success.hits,
                    "score_mean": _fraction_text(one.score_mean),
                }
                for one in takes
            ]
            for kind, takes in figures.told_takes.items()
        },
        "margins": [
            {"low": one.low, "made": one.made_count, "failed": one.failed}
            for one in figures.margins
        ],
        "by_position": [
            {"size": seat.size, "position": seat.place, "takes": _rate_document(seat.share)}
            for seat in figures.seats
        ],
        "months": [
            {
                "first": month.first.isoformat(),
                "deals": month.deals,
                "evenings": month.evenings,
                "players": month.players,
                "attendances": month.attendances,
            }
            for month in figures.months
        ],
        "takers": [_taker_document(row) for row in figures.ranking],
    }


def _parts_document(name: str, parts: Iterable[club.ClubTakes]) -> list[Document]:
    return [{name: part.key, "taken": part.taken, "made": part.made_count} for part in parts]


def _taker_document(row: club.RankedTaker) -> Document:
    taker = row.taker
    return {
        "rank": row.rank,
        "player": str(taker.player.uuid),
        "taken": taker.taken,
        "made": taker.made_count,
        "success_rate": _fraction_text(taker.success.value),
        "success_interval": _interval_document(taker.success),
        "margin_mean": _fraction_text(taker.means.margin),
        "daring": _fraction_text(taker.means.daring),
        "score_mean": _fraction_text(taker.means.score),
        "by_contract": _parts_document("contract", taker.means.contracts),
        "missing": taker.missing,
    }


# Partners


def _partners_document(together: Partners) -> Document:
    """pairs in the order of their ranking."""
    return {
        "pairs": [_pair_document(row) for row in together.ranking],
        "alone": _company_document(together.alone),
        "with_partner": _company_document(together.with_partner),
    }


def _pair_document(row: RankedPair) -> Document:
    """players by uuid; called says how often each of them, in that order, called the other."""
    pair = row.pair
    both = sorted([(str(pair.a.uuid), pair.called_by_a), (str(pair.b.uuid), pair.called_by_b)])
    return {
        "rank": row.rank,
        "players": [player for player, _ in both],
        "called": [count for _, count in both],
        "deals": pair.deals,
        "made": pair.success.hits,
        "stake_mean": _fraction_text(pair.stake_mean),
        "others_mean": _fraction_text(pair.others_mean),
        "synergy": _fraction_text(pair.synergy),
        "shrunk": _fraction_text(pair.shrunk),
    }


def _company_document(takes: TakeMeans) -> Document:
    return {
        "taken": takes.success.base,
        "made": takes.success.hits,
        "stake_mean": _fraction_text(takes.stake_mean),
        "score_mean": _fraction_text(takes.score_mean),
    }


# Records


def _records_document(population: Population) -> Document:
    """Writes the records of everybody; the worst evening of each is among that player's figures.
    One query more than the records."""
    book = record_book(population)
    best = book.records.get
    run, rarest, highest = best(RUN), best(RAREST), best(DEAL)
    taken = _TakenDeals.of(book)
    return {
        "highest_deal": highest and _deal_document(highest, None, None, highest.value),
        "largest_made": taken.document(best(MADE)),
        "largest_failed": taken.document(best(FAILED)),
        "best_evening": _evening_document(best(EVENING)),
        "longest_run": run
        and {
            "player": _uuid_of(run),
            "length": run.value,
            "first": taken.document(run),
            "last": taken.document(run.last),
        },
        "most_takes": _evening_document(best(TAKES)),
        "biggest_comeback": _evening_document(best(COMEBACK)),
        "closest_evening": _close_document(best(CLOSEST)),
        "rarest_made": rarest and {"deal": taken.document(rarest), "count": rarest.counted},
        "chelems": [taken.document(slam) for slam in book.slams],
        "chelem_count": book.slam_count,
    }


class _TakenDeals:
    """Contract, oudlers and half card points of deals, by table and number."""

    def __init__(self, bests: Iterable[BestOf]) -> None:
        places = {(best.table, best.number) for best in bests}
        rows = Deal.objects.filter(sitting__uuid__in={table for table, _number in places})
        columns = ("sitting__uuid", "number", "contract", "oudlers", "points_x2")
        self.rows = {
            (table, number): told
            for table, number, *told in rows.values_list(*columns)
            if (table, number) in places
        }

    @classmethod
    def of(cls, book: RecordBook) -> Self:
        bests = [*book.records.values(), *book.slams]
        return cls([*bests, *(best.last for best in bests if best.last)])

    def document(self, best: BestOf | None) -> Document | None:
        """The value is in card points over the contract (under: negative)."""
        if best is None:
            return None
        contract, oudlers, points_x2 = self.rows[best.table, best.number]
        margin = Fraction(points_x2 - 2 * THRESHOLDS[oudlers], 2)
        return _deal_document(best, contract, oudlers, margin)


def _uuid_of(best: BestOf) -> str | None:
    return None if best.player is None else str(best.player.uuid)


def _deal_document(
    best: BestOf, contract: str | None, oudlers: int | None, value: Fraction | int
) -> Document:
    return {
        "player": _uuid_of(best),
        "evening": best.night.key,
        "table": str(best.table),
        "deal": best.number,
        "contract": contract,
        "oudlers": oudlers,
        "value": _fraction_text(value),
    }


def _evening_document(best: BestOf | None) -> Document | None:
    if best is None:
        return None
    return {"player": _uuid_of(best), "evening": best.night.key, "value": best.value}


def _close_document(best: BestOf | None) -> Document | None:
    if best is None:
        return None
    return {"evening": best.night.key, "gap": best.value, "players": best.counted}


# Every player


def _players_document(population: Population, players: Iterable[Player]) -> list[Document]:
    """Lists the players by uuid."""
    sums = population_sums(population)
    placed = placed_in(population.league)
    members = set(
        LeagueMember.objects.filter(league=population.league).values_list("player", flat=True)
    )
    documents = []
    for player in sorted(players, key=lambda player: str(player.uuid)):
        figures = profile.figures_of(sums, player)
        evenings = evenings_of(sums, player, placed=placed)
        documents.append(_player_document(player, figures, evenings, members))
    return documents


def _player_document(
    player: Player, figures: profile.Figures, evenings: Evenings, members: Container[int]
) -> Document:
    """Writes figures by the identifiers of leagues.md §4.1; means of scores by role, each with its
    base among the counts. worst_evening is shown to that player alone."""
    return {
        "player": str(player.uuid),
        "guest": player.pk not in members,
        "deals": figures.deals,
        "plain": figures.plain,
        "taken": figures.taken,
        "partnered": figures.partnered,
        "defended": figures.defended,
        "total": figures.total,
        "take_rate": _rate_document(figures.take_rate),
        "take_share": _fraction_text(figures.take_share),
        "made": figures.made,
        "success_rate": _rate_document(figures.success),
        "success_interval": _interval_document(figures.success),
        "by_contract": _player_parts("contract", figures.by_contract),
        "by_oudlers": _player_parts("oudlers", figures.by_oudlers),
        "by_size": _player_parts("size", figures.by_size),
        "by_position": _player_parts("position", figures.by_position),
        "margin_mean": _fraction_text(figures.margin_mean),
        "daring": _fraction_text(figures.daring),
        "defence_rate": _rate_document(figures.defence),
        "score_mean": _fraction_text(figures.scores.value),
        "score_mean_as_taker": _fraction_text(figures.as_taker.value),
        "score_mean_as_partner": _fraction_text(figures.as_partner.value),
        "score_mean_in_defence": _fraction_text(figures.in_defence.value),
        "score_sd": _root(figures.score_sd),
        "best_deal": figures.best_deal and figures.best_deal.score,
        "worst_deal": figures.worst_deal and figures.worst_deal.score,
        "longest_made_run": figures.runs.longest_made,
        "longest_failed_run": figures.runs.longest_failed,
        "current_run": figures.runs.current,
        "longest_drought": figures.longest_drought,
        "poignees": figures.poignees,
        "petit_won": figures.petit_won,
        "petit_lost": figures.petit_lost,
        "chelems": figures.chelems,
        "evenings": len(evenings.rows),
        "evenings_won": evenings.won,
        "podiums": evenings.podiums,
        "comeback": evenings.comeback,
        "worst_evening": _worst_evening(evenings),
    }


def _player_parts(name: str, parts: Iterable[profile.PlayerTakes]) -> list[Document]:
    return [
        {name: part.key, "taken": part.rate.base, "made": part.rate.hits, "total": part.total}
        for part in parts
    ]


def _worst_evening(evenings: Evenings) -> Document | None:
    """The earliest of the worst; only what was lost is one."""
    rows = sorted(evenings.rows, key=lambda row: night_order(row.night))
    worst = min(rows, key=lambda row: row.total, default=None)
    if worst is None or worst.total >= 0:
        return None
    return {"evening": worst.night.key, "value": worst.total}
