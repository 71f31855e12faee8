"""The data of a season that its standings are computed from.

Standings are `clubs.core.standings.rank.rank_league` of sums that the database makes. In them
players, tables and evenings are called by the text of their uuid.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from django.db.models import CharField, Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from clubs.core.games import get_game
from clubs.core.standings import rank as core
from clubs.core.standings.rank import (
    LeagueInput,
    LeagueSettings,
    LeagueStandings,
    Member,
    ShownRating,
)
from clubs.core.standings.settings import settings_for_game
from clubs.models import (
    Evening,
    EveningState,
    League,
    LeagueMember,
    LeagueSitting,
    Player,
    Sitting,
    SittingState,
)
from clubs.queries.seasons.common_results import common_results
from clubs.queries.seasons.counted import CountedWords, counted_words
from clubs.queries.seasons.league_ratings import DatedRating, rated_as_of, rated_tables
from clubs.queries.seasons.league_sums import (
    COUNTED,
    Places,
    kept_blocks,
    parts_of,
    parts_of_table,
    told_by_evening,
    with_sums,
)

TablePart = core.ScoreCell | core.TableTotal


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """A table that counts at an evening; void and planned ones do not."""

    key: str
    sitting_id: int
    number: int
    state: str

    @property
    def is_open(self) -> bool:
        return self.state == SittingState.OPEN


@dataclass(frozen=True, slots=True)
class LeagueEvening:
    """An evening of a season with its tables; where these were not asked for (league_data), with
    those that have rows of their own. has_tables says whether there are any."""

    pk: int
    key: str
    held_on: date
    name: str
    place: str
    state: str
    tables: tuple[LeagueTable, ...]
    has_tables: bool = False

    @property
    def is_open(self) -> bool:
        return self.state == EveningState.OPEN

    @property
    def is_held(self) -> bool:
        """Whether it is one of the standings, and not still to come."""
        return self.state != EveningState.PLANNED or self.has_tables


@dataclass(frozen=True)
class LeagueData:
    """The input of the standings of a season, and the objects behind its keys.

    players and evenings are by key; held are the evenings of `basis`, in that order, to_come the
    planned ones. rated is empty unless the season ranks by rating.
    """

    league: League
    settings: LeagueSettings
    basis: LeagueInput
    players: Mapping[str, Player]
    held: tuple[LeagueEvening, ...]
    to_come: tuple[LeagueEvening, ...]
    rated: Sequence[DatedRating] = ()

    def standings(self, as_of: date | None = None) -> LeagueStandings:
        return core.rank_league(self._rated_basis(self.basis, as_of), self.settings, as_of)

    def values_after(
        self, days: Iterable[date], players: Collection[str], size: int | None = None
    ) -> list[dict[str, core.Number | None]]:
        """The values of these players in the standings after each day, by key; who is not in them
        is missing. size: of which standings, where each size has its own."""
        basis = core.only_players(self.basis, self.settings, players)
        return [
            core.league_values(self._rated_basis(basis, day), self.settings, players, day, size)
            for day in days
        ]

    def ranks_after(self, day: date, size: int | None = None) -> dict[str, int]:
        """The ranks in the standings after a day, by key. size as for `values_after`."""
        return core.league_ranks(self._rated_basis(self.basis, day), self.settings, day, size)

    def _rated_basis(self, basis: LeagueInput, as_of: date | None) -> LeagueInput:
        days = [day for day in (as_of, self.league.ends_on) if day]  # what comes later is not of it
        ratings: dict[str, ShownRating] = rated_as_of(self.rated, min(days, default=date.max))
        return replace(basis, ratings=ratings)

    @cached_property
    def played(self) -> list[int]:
        """Indexes in `held` of the evenings at which anybody played, in order."""
        cells = {cell.evening for cell in self.basis.cells}
        blocks = (block.evening for block in self.basis.blocks)
        return sorted(cells.union(blocks, (total.evening for total in self.basis.totals)))

    @cached_property
    def words(self) -> CountedWords:
        """The words for the unit that the season counts, as its game has them."""
        return counted_words(self.league.game)

    @cached_property
    def _played_at(self) -> Mapping[tuple[int, str], Sequence[TablePart]]:
        """What was played at each table, by the place of its evening in `held` and its key."""
        played: dict[tuple[int, str], list[TablePart]] = defaultdict(list)
        every: Sequence[TablePart] = [*self.basis.cells, *self.basis.totals]
        for part in every:
            played[part.evening, part.table].append(part)
        return played

    def table_scores(self, evening: int, table: LeagueTable) -> tuple[dict[str, int], int]:
        """Returns what each player won at a table, by key, and the number of its deals or matches;
        0 where nobody knows how many. evening: the place of its evening in `held`."""
        won: dict[str, int] = {}
        deals: dict[int, int] = {}
        for part in self._played_at.get((evening, table.key), ()):
            if isinstance(part, core.ScoreCell):
                won[part.player] = won.get(part.player, 0) + part.score
                deals[part.size] = deals.get(part.size, 0) + part.deals
            else:
                won[part.player] = won.get(part.player, 0) + part.total
        # A deal stands in a cell of each of its players, and a table may change its size.
        return won, sum(count // size for size, count in deals.items())

    @cached_property
    def member_count(self) -> int:
        return sum(not member.is_guest for member in self.basis.members)


def standings_settings(league: League) -> LeagueSettings:
    """Returns the rules of the season, with the defaults filled in and restricted to those of its
    game. Raises SettingsRefused for rules that cannot be read."""
    return settings_for_game(
        LeagueSettings.read(league.standings_rules or None), get_game(league.game)
    )


def league_data(
    league: League, *, by_evening: bool = False, by_table: Player | None = None
) -> LeagueData:
    """Reads a season. Three queries, whatever was played; one more for a ranking by rating, and one
    for each group of players who are level in all but their common deals.

    by_evening: closed tables of an evening are one where that tells the same standings, for pages
    that show no table but those of the player by_table. Three queries more at most, which read much
    less.

    Raises SettingsRefused for rules that cannot be read.
    """
    settings = standings_settings(league)
    by_evening = by_evening and told_by_evening(league, settings)
    return _data_of(league, settings, None, by_evening=by_evening, by_table=by_table)


def evening_data(evening: Evening) -> LeagueData:
    """Reads one evening of a season, and of its players those who played: whoever ranks them by
    their evening needs no more. Where scores are measured by those of the whole season, that is
    read. Raises SettingsRefused, as league_data does."""
    settings = standings_settings(evening.league)
    needs_season = settings.normalise is core.Normalise.Z_SCORE
    return _data_of(evening.league, settings, None if needs_season else evening)


def _data_of(
    league: League,
    settings: LeagueSettings,
    evening: Evening | None,
    *,
    by_evening: bool = False,
    by_table: Player | None = None,
) -> LeagueData:
    parts = parts_of(league, settings, evening, by_evening=by_evening, by_table=by_table)
    among = {part.sitting for part in parts}
    evenings = _evenings_with(league, among) if by_evening else _evenings_of(league, evening)
    blocks = list(kept_blocks(league, settings, without=by_table)) if by_evening else []
    names = {name for block in blocks for name in block.won}
    played = {part.player for part in parts} | set(map(int, names))
    players = list(_season_players(league, played, with_listed=evening is None))
    at_evenings = {part.evening for part in parts}.union(block.evening for block in blocks)
    held = tuple(evening for evening in evenings if evening.is_held or evening.pk in at_evenings)
    places = _key_index(held, players)
    counted = {evening.pk for evening in held}
    by_rating = settings.method is core.RankingMethod.RATING
    return LeagueData(
        league=league,
        settings=settings,
        basis=with_sums(
            LeagueInput(
                members=list(_members_of(players)),
                evenings=[core.RankedEvening(evening.held_on, evening.key) for evening in held],
                seed=league.seed,
                head_to_head=common_results(league, settings, places),
            ),
            parts,
            places,
            blocks,
        ),
        players={str(player.uuid): player for player in players},
        held=held,
        to_come=tuple(evening for evening in evenings if evening.pk not in counted),
        rated=rated_tables(league.club) if by_rating else (),
    )


def table_standings(sitting: Sitting) -> LeagueData:
    """Returns a table as if it were a season of one evening, ranked by the total."""
    settings = LeagueSettings(sizes=tuple(range(2, 9)), tie_breaks=())
    parts = parts_of_table(sitting)
    players = list(Player.objects.filter(pk__in={part.player for part in parts}).order_by("pk"))
    opened_at = sitting.opened_at or sitting.closed_at
    day = opened_at.astimezone(sitting.club.zone).date() if opened_at else date.max
    table = LeagueTable(str(sitting.uuid), sitting.pk, sitting.table_number, sitting.state)
    evening = LeagueEvening(0, table.key, day, "", "", EveningState.OPEN, (table,))
    frame = LeagueInput(
        members=[Member(str(player.uuid), at) for at, player in enumerate(players, 1)],
        evenings=[core.RankedEvening(day, evening.key)],
    )
    counted = with_sums(frame, parts, _key_index([evening], players))
    known = {str(player.uuid): player for player in players}
    league = League(club=sitting.club, name=table.key)
    return LeagueData(league, settings, counted, known, (evening,), ())


def _evenings_of(league: League, evening: Evening | None = None) -> list[LeagueEvening]:
    """Lists the evenings by date, then by name, or one alone; each with its tables by number."""
    columns = ("pk", "key", "held_on", "name", "place", "state", "table_key")
    table = ("tables__sitting", "tables__sitting__table_number", "tables__sitting__state")
    chosen = Evening.objects.filter(league=league)
    rows = (
        (chosen if evening is None else chosen.filter(pk=evening.pk))
        .annotate(
            key=Cast("uuid", CharField()),
            table_key=Cast("tables__sitting__uuid", CharField()),
        )
        .order_by("held_on", "name", "pk", "tables__sitting__table_number", "tables__sitting")
    )
    evenings: dict[int, tuple[str, date, str, str, str]] = {}
    tables: dict[int, list[LeagueTable]] = {}
    for pk, key, held_on, name, place, state, *table_columns in rows.values_list(*columns, *table):
        if pk not in evenings:
            evenings[pk], tables[pk] = (dashed(key), held_on, name, place, state), []
        table_key, sitting, number, table_state = table_columns
        if table_state in COUNTED:
            tables[pk].append(LeagueTable(dashed(table_key), sitting, number, table_state))
    return [
        LeagueEvening(pk, *told, tuple(tables[pk]), bool(tables[pk]))
        for pk, told in evenings.items()
    ]


def _evenings_with(league: League, among: Collection[int]) -> list[LeagueEvening]:
    """As `_evenings_of`, each with those of these tables alone. Two queries."""
    rows = LeagueSitting.objects.filter(sitting__state__in=COUNTED)
    listed = rows.filter(league=league, sitting__in=among)
    in_order = listed.order_by("sitting__table_number", "sitting")
    tables: dict[int, list[LeagueTable]] = defaultdict(list)
    columns = ("evening", "sitting__uuid", "sitting", "sitting__table_number", "sitting__state")
    for at, uuid, *table in in_order.values_list(*columns):
        tables[at].append(LeagueTable(str(uuid), *table))
    evenings = Evening.objects.filter(league=league).order_by("held_on", "name", "pk")
    # Without the season: of it SQLite would look through every table, for each evening again.
    has_tables = Exists(rows.filter(evening=OuterRef("pk")))
    return [
        LeagueEvening(pk, str(uuid), held_on, name, place, state, tuple(tables[pk]), counts)
        for pk, uuid, held_on, name, place, state, counts in evenings.values_list(
            "pk", "uuid", "held_on", "name", "place", "state", has_tables
        )
    ]


def table_counts(league: League) -> dict[int, int]:
    """How many tables count at each evening, by primary key. One query."""
    rows = LeagueSitting.objects.filter(league=league, sitting__state__in=COUNTED).order_by()
    return dict(rows.values_list("evening").annotate(Count("pk")))


def dashed(uuid: str) -> str:
    """Returns the text of a uuid as str() gives it; SQLite stores it without dashes. A thousand
    tables are read faster in this way than as objects."""
    if len(uuid) != 32:
        return uuid
    return "-".join((uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:]))


def _season_players(
    league: League, played: set[int], *, with_listed: bool = True
) -> QuerySet[Player]:
    """Selects all who played, and those on the list of the season too, unless they are not wanted;
    with number and carry_over of who is on it."""
    entry = FilteredRelation("leagues", condition=Q(leagues__league=league))
    wanted = Q(pk__in=played)
    if with_listed:
        wanted |= Q(pk__in=LeagueMember.objects.filter(league=league).values("player"))
    # The club is told too: for an OR PostgreSQL would read the players of all clubs.
    rows = Player.objects.annotate(entry=entry).filter(wanted, club=league.club_id)
    return rows.annotate(
        league_number=F("entry__number"), league_carry_over=F("entry__carry_over")
    ).order_by(F("entry__number").asc(nulls_last=True), "pk")


def _members_of(players: Iterable[Player]) -> Iterable[Member]:
    """Yields the players for core. Guests are numbered after the members, in the order in which
    they came to the club."""
    last = 0
    for player in players:
        number = getattr(player, "league_number", None)
        last = last + 1 if number is None else number
        carried = getattr(player, "league_carry_over", None) or 0
        yield Member(str(player.uuid), last, is_guest=number is None, carry_over=carried)


def _key_index(evenings: Sequence[LeagueEvening], players: Iterable[Player]) -> Places:
    tables = [(at, table) for at, evening in enumerate(evenings) for table in evening.tables]
    return Places(
        evenings={evening.pk: at for at, evening in enumerate(evenings)},
        evening_of_table={table.sitting_id: at for at, table in tables},
        tables={table.sitting_id: table.key for _, table in tables},
        players={player.pk: str(player.uuid) for player in players},
    )
