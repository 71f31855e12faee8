"""All data of a season, for its file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.batches import batches
from clubs.core.deals import without_players
from clubs.core.redaction import renamed
from clubs.models import Deal, DealKind, League, Penalty, Seat, Sitting, SittingTotal
from clubs.queries.exports import BLOCK, counts, names_apart, scores_of, totals_by_table
from clubs.queries.seasons.league_sums import counted_penalties
from clubs.queries.seasons.leagues import LeagueData, LeagueEvening, league_data


@dataclass(frozen=True, slots=True)
class SeasonDeal:
    """A deal with names for players. players: the seats in order. scores: of those who played; None
    for a deal that was not played or whose record has the scores."""

    deal: Deal
    players: Sequence[str]
    record: Mapping[str, Any]
    scores: Mapping[str, int] | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A table that counts, with its deals, or with what is known of its totals."""

    sitting: Sitting
    players: Sequence[str]
    deals: Sequence[SeasonDeal]
    totals: Sequence[SittingTotal]


@dataclass(frozen=True)
class SeasonExport:
    """A season: names by uuid, everybody's another one; tables by the id of their sitting, and the
    penalties that were not cancelled, the oldest first."""

    data: LeagueData
    names: Mapping[str, str]
    tables: Mapping[int, SeasonTable]
    penalties: Sequence[tuple[Penalty, LeagueEvening]]


def season_export(league: League) -> SeasonExport:
    data = league_data(league)
    names = names_apart(league.club, in_lists=False)
    evenings = {table.sitting_id: held for held in data.held for table in held.tables}
    return SeasonExport(
        data=data,
        names=names,
        tables=dict(_season_tables(list(evenings), names)),
        penalties=list(_penalties_with_evenings(league, data, evenings)),
    )


def _penalties_with_evenings(
    league: League, data: LeagueData, evenings: Mapping[int, LeagueEvening]
) -> Iterator[tuple[Penalty, LeagueEvening]]:
    """Yields each penalty with the evening at which it counts: for a penalty at a table that of the
    table."""
    by_pk = {held.pk: held for held in data.held}
    for penalty in counted_penalties(league).select_related("player"):
        if penalty.sitting_id is not None:
            yield penalty, evenings[penalty.sitting_id]
        elif penalty.evening_id is not None:
            yield penalty, by_pk[penalty.evening_id]


def _season_tables(
    sitting_ids: Sequence[int], names: Mapping[str, str]
) -> Iterator[tuple[int, SeasonTable]]:
    """Yields the tables by id. Five queries, and one more for every thousand deals."""
    sittings = Sitting.objects.in_bulk(sitting_ids)
    totals = totals_by_table(list(sittings.values()))
    deals = _deals_by_sitting(sitting_ids, names)
    seated = _names_by_table(sitting_ids, names)
    for pk in sitting_ids:
        played = deals.get(pk, [])
        players = played[0].players if played else seated.get(pk, ())
        yield pk, SeasonTable(sittings[pk], players, played, totals.get(pk, []))


def _names_by_table(sitting_ids: Sequence[int], names: Mapping[str, str]) -> dict[int, list[str]]:
    """Returns the names of all who sit or sat at a table, by its id."""
    by_table: dict[int, list[str]] = {}
    rows = Seat.objects.filter(sitting__in=sitting_ids).order_by("sitting", "position", "pk")
    for sitting_id, uuid in rows.values_list("sitting", "player__uuid"):
        by_table.setdefault(sitting_id, []).append(names[str(uuid)])
    return by_table


def _deals_by_sitting(
    sitting_ids: Sequence[int], names: Mapping[str, str]
) -> dict[int, list[SeasonDeal]]:
    by_sitting: dict[int, list[SeasonDeal]] = {}
    rows = Deal.objects.filter(sitting__in=sitting_ids).order_by("sitting", "number")
    deals = rows.iterator(chunk_size=BLOCK)
    for block in batches(deals, BLOCK):
        scores = scores_of(block)
        for deal in block:
            scored = scores.get(deal.pk, {})
            seated = deal.record.get("players") or list(scored)
            by_sitting.setdefault(deal.sitting_id, []).append(
                SeasonDeal(
                    deal,
                    [names[uuid] for uuid in seated],
                    renamed(without_players(deal.record), names),
                    {names[key]: won.score for key, won in scored.items() if counts(deal, won)}
                    if deal.kind == DealKind.PLAYED
                    else None,
                )
            )
    return by_sitting
