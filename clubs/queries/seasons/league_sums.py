"""The sums that the standings of a season are computed from, added up by the database.

Source: leagues.md §2 (what counts), §3.3 (guests, penalties), §4.4.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import (
    BigIntegerField,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
)
from django.db.models.functions import Cast, Coalesce

from clubs.core.deals import DealRole
from clubs.core.matches import HALVES
from clubs.core.standings.rank import (
    ALL_SIZES,
    CellBlock,
    Guests,
    LeagueInput,
    LeaguePenalty,
    LeagueSettings,
    Normalise,
    PlaceScope,
    RankingMethod,
    ScoreCell,
    TableTotal,
)
from clubs.core.standings.scale import HUNDREDTHS, whole_or_fraction
from clubs.models import (
    DealKind,
    DealScore,
    Evening,
    League,
    LeagueSitting,
    MatchScore,
    Player,
    Seat,
    Sitting,
    SittingState,
    SittingTotal,
    Span,
    SpanKind,
)
from clubs.models import Penalty as GivenPenalty
from clubs.queries.seasons.counted_deals import counted_deals, counted_matches, counts_matches
from clubs.queries.statistics.parts import ALL, Won, read_won, size_texts

COUNTED = [SittingState.OPEN, SittingState.CLOSED]  # tables
CELL, TOTAL, PENALTY, MATCHES = 0, 1, 2, 3


class SumsRow(NamedTuple):
    """One row of the one query: a cell, of deals or of matches, a table of totals, or a penalty.

    evening and sitting are ids, one of them 0. Of a total deals is the number of deals and square
    the place points in hundredths; of a penalty score is all there is. Of matches won counts
    halves.
    """

    kind: int
    evening: int
    sitting: int
    player: int
    size: int | None
    deals: int | None
    score: int
    square: int | Decimal | None  # PostgreSQL adds up large integers as decimals
    taken: int
    won: int


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a row in the input of core: evenings by their id and by the id of a table; the
    keys of tables and players by their ids."""

    evenings: Mapping[int, int]
    evening_of_table: Mapping[int, int]
    tables: Mapping[int, str]
    players: Mapping[int, str]


def parts_of(
    league: League,
    settings: LeagueSettings,
    evening: Evening | None = None,
    *,
    by_evening: bool = False,
    by_table: Player | None = None,
) -> list[SumsRow]:
    """Returns the sums of everything that counts, or of what counts at one evening, in one query.
    In a game of matches, a table of which only the totals are known has an unknown number of
    matches.

    by_evening: without closed tables of which sums are kept (kept_blocks), but for those of the
    player by_table; one query more. Only of seasons that are told by evening (told_by_evening).
    """
    tables = _counted_tables(league, evening)
    # The state is asked of tables with totals alone: else each table of the season would be read.
    listed = _listed_tables(league, evening)
    counts = Exists(Sitting.objects.filter(pk=OuterRef("sitting"), state__in=COUNTED))
    known = SittingTotal.objects.filter(counts, sitting__in=listed)
    penalties = _penalty_parts(counted_penalties(league, evening))
    if counts_matches(league):
        played = _match_parts(_match_scores(league, settings, tables))
        return _parts_in(
            played.union(_total_parts(known, deals=_integer_value(None)), penalties, all=True)
        )
    totals = _total_parts(known)
    scores = _scores_counted_at(tables, league, settings)
    if by_evening:
        unkept = Sitting.objects.without_sums(league.club).filter(leagues__league=league)
        live = list(unkept.values_list("pk", flat=True))
        # None on most days: to write what would be asked of them takes as long.
        asked = [scores.filter(deal__sitting__in=live)] if live else []
        if by_table is not None:
            asked.append(_own_scores(by_table, league, settings).exclude(deal__sitting__in=live))
        rows = [*map(_deal_parts, asked), totals, penalties]
        return _parts_in(rows[0].union(*rows[1:], all=True))
    return _parts_in(_deal_parts(scores).union(totals, penalties, all=True))


def told_by_evening(league: League, settings: LeagueSettings) -> bool:
    """Whether sums of the deals of whole evenings tell the standings: a guest may leave out single
    deals, and places may be those at each table."""
    by_tables = (
        settings.method is RankingMethod.PLACE_POINTS and settings.place_scope is PlaceScope.TABLE
    )
    leaves_out = settings.guests is Guests.EXCLUDED_DEALS
    return not (counts_matches(league) or leaves_out or by_tables)


def kept_blocks(
    league: League, settings: LeagueSettings, *, without: Player | None = None
) -> Iterator[CellBlock]:
    """The kept sums of closed tables that count, by evening and number of players in the deal (or
    ALL_SIZES), but for those of the player `without`. Evenings and players are ids, those of
    players as text. One query."""
    keys = league.evenings.order_by().values_list(Cast("pk", CharField()))
    spans = Span.objects.filter(
        club=league.club_id, game=league.game, kind=SpanKind.EVENING, ref__in=keys
    )
    for ref, sized in spans.values_list("ref", "sized"):
        for size, won in _won_by_size(sized, settings):
            if without is not None:
                won.pop(str(without.pk), None)
            yield CellBlock(int(ref), size, won)


def _won_by_size(sized: str, settings: LeagueSettings) -> Iterator[tuple[int, dict[str, Won]]]:
    """What Span has of an evening, of the sizes that count; those together where that tells the
    same, which is a third of the numbers in a large club."""
    texts = size_texts(sized)
    together = texts.pop(ALL, None)
    counted = {size: texts[str(size)] for size in settings.sizes if str(size) in texts}
    is_one = settings.normalise is Normalise.NONE and len(counted) == len(texts)
    if is_one and together is not None:
        counted = {ALL_SIZES: together}
    for size, text in counted.items():
        yield size, read_won(text)


def parts_of_table(sitting: Sitting) -> list[SumsRow]:
    """Returns the sums of one table, whether it counts for a season or not."""
    scores = DealScore.objects.filter(deal__sitting=sitting).exclude(role=DealRole.OUT)
    deals = _deal_parts(scores.exclude(deal__kind=DealKind.VOID))
    totals = _total_parts(SittingTotal.objects.filter(sitting=sitting))
    penalties = GivenPenalty.objects.filter(sitting=sitting, cancelled_at=None)
    return _parts_in(deals.union(totals, _penalty_parts(penalties), all=True))


def _parts_in(rows: QuerySet[Any, Any]) -> list[SumsRow]:
    """Reads the rows past Django, which would convert each of many thousand numbers."""
    blocks = rows.query.get_compiler(rows.db).execute_sql()
    return [SumsRow._make(row) for block in blocks for row in block]


def with_sums(
    league: LeagueInput,
    parts: Sequence[SumsRow],
    places: Places,
    closed: Iterable[CellBlock] = (),
) -> LeagueInput:
    """Returns the league with the rows as cells, totals and penalties, and with these sums of
    closed tables, by the keys of core."""
    cells: list[ScoreCell] = []
    totals: list[TableTotal] = []
    penalties: list[LeaguePenalty] = []
    for part in parts:
        kind, at, sitting, player_id, size, deals, score, square, taken, wins = part
        # A penalty for a whole evening names it; others their table.
        evening = places.evenings[at] if at else places.evening_of_table[sitting]
        player = places.players[player_id]
        if kind == PENALTY:
            penalties.append(LeaguePenalty(evening, player, score))
            continue
        table = places.tables[sitting] if sitting else ""
        if kind == TOTAL:
            given = None if square is None else whole_or_fraction(int(square), HUNDREDTHS)
            totals.append(TableTotal(evening, table, player, score, deals, given))
        else:
            won = whole_or_fraction(wins, HALVES) if kind == MATCHES else wins
            figures = (size or 0, deals or 0, score, int(square or 0), taken, won)
            cells.append(ScoreCell(evening, table, player, *figures))
    keys = {str(pk): key for pk, key in places.players.items()}
    blocks = [
        CellBlock(
            places.evenings[evening], size, {keys[player]: told for player, told in won.items()}
        )
        for evening, size, won in closed
    ]
    return replace(league, cells=cells, blocks=blocks, totals=totals, penalties=penalties)


def _listed_tables(league: League, evening: Evening | None) -> QuerySet[LeagueSitting, Any]:
    """Selects the ids of the tables of a season, or of an evening, whatever their state."""
    rows = LeagueSitting.objects.filter(league=league)
    return (rows if evening is None else rows.filter(evening=evening)).values("sitting")


def _counted_tables(league: League, evening: Evening | None = None) -> QuerySet[LeagueSitting, Any]:
    """Selects the ids of those that count."""
    return _listed_tables(league, evening).filter(sitting__state__in=COUNTED)


def counted_scores(league: League, settings: LeagueSettings) -> QuerySet[DealScore]:
    """Selects the scores of the players in the deals that count (counted_deals.py)."""
    return _scores_counted_at(_counted_tables(league), league, settings)


def counted_match_scores(league: League, settings: LeagueSettings) -> QuerySet[MatchScore]:
    """The same of matches."""
    return _match_scores(league, settings, _counted_tables(league))


def _scores_counted_at(
    tables: QuerySet[LeagueSitting, Any], league: League, settings: LeagueSettings
) -> QuerySet[DealScore]:
    return _scores_of_deals(league, settings).filter(deal__sitting__in=tables)


def _own_scores(player: Player, league: League, settings: LeagueSettings) -> QuerySet[DealScore]:
    """The same of one player, seat by seat: by the player SQLite would read every deal that they
    ever played, and by the season each of its tables."""
    counted = _counted_tables(league).filter(sitting=OuterRef("sitting"))
    seats = Seat.objects.filter(Exists(counted), player=player)
    return _scores_of_deals(league, settings).filter(seat__in=seats.order_by().values("pk"))


def _scores_of_deals(league: League, settings: LeagueSettings) -> QuerySet[DealScore]:
    """Selects those of all tables."""
    rows = DealScore.objects.filter(counted_deals(league, settings, "deal__"))
    return rows.exclude(deal__kind=DealKind.VOID).exclude(role=DealRole.OUT)


def _match_scores(
    league: League, settings: LeagueSettings, tables: QuerySet[LeagueSitting, Any]
) -> QuerySet[MatchScore]:
    """Selects the scores of the players in the matches that count (counted_deals.py)."""
    return MatchScore.objects.filter(counted_matches(league, settings), sitting__in=tables)


def _integer_value(value: int | None) -> Value:
    return Value(value, output_field=IntegerField())


def _deal_parts(scores: QuerySet[DealScore]) -> QuerySet[Any, Any]:
    """One row for each table, player and number of players in the deal."""
    taken = Q(role=DealRole.TAKER, deal__made__isnull=False)
    rows = scores.values("deal__sitting", "player", "deal__size").annotate(
        kind=_integer_value(CELL),
        at=_integer_value(0),
        deals=Count("pk"),
        sum=Sum("score"),
        square=Sum(Cast("score", BigIntegerField()) * F("score")),  # a typed score may be large
        taken=Count("pk", filter=taken),
        won=Count("pk", filter=taken & Q(deal__made=True)),
    )
    return rows.order_by().values_list(
        "kind", "at", "deal__sitting", "player", "deal__size", "deals", "sum", "square", "taken",
        "won",
    )  # fmt: skip


def _match_parts(scores: QuerySet[MatchScore]) -> QuerySet[Any, Any]:
    """One row for each table and player."""
    rows = scores.values("sitting", "player", "sitting__active_count").annotate(
        kind=_integer_value(MATCHES),
        at=_integer_value(0),
        matches=Count("pk"),
        sum=Sum("score"),
        square=Sum(Cast("score", BigIntegerField()) * F("score")),
        decided=Count("pk"),
        won=Sum("halves"),
    )
    return rows.order_by().values_list(
        "kind", "at", "sitting", "player", "sitting__active_count", "matches", "sum", "square",
        "decided", "won",
    )  # fmt: skip


def _total_parts(totals: QuerySet[SittingTotal], deals: Value | None = None) -> QuerySet[Any, Any]:
    """Selects the known totals. deals: the expression for their number of deals."""
    count = F("deal_count") if deals is None else deals
    return totals.order_by().annotate(
        kind=_integer_value(TOTAL),
        at=_integer_value(0),
        size=_integer_value(0),
        taken=_integer_value(0),
        made=_integer_value(0),
        deals=count,
    ).values_list(
        "kind", "at", "sitting", "player", "size", "deals", "total", "place_points", "taken",
        "made",
    )  # fmt: skip


def _penalty_parts(penalties: QuerySet[GivenPenalty]) -> QuerySet[Any, Any]:
    return penalties.order_by().annotate(
        kind=_integer_value(PENALTY),
        at=Coalesce(F("evening"), 0),
        table=Coalesce(F("sitting"), 0),
        none=_integer_value(0),
    ).values_list(
        "kind", "at", "table", "player", "none", "none", "points", "none", "none", "none"
    )  # fmt: skip


def counted_penalties(league: League, evening: Evening | None = None) -> QuerySet[GivenPenalty]:
    """Selects the penalties of the evenings of a season, or of one of them, and of the tables that
    count, the oldest first, without cancelled ones."""
    here = Q(evening__league=league) if evening is None else Q(evening=evening)
    here |= Q(sitting__in=_counted_tables(league, evening))
    rows = GivenPenalty.objects.filter(here, club=league.club_id, cancelled_at=None)
    return rows.order_by("given_at", "pk")
