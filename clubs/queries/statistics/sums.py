"""The sums of a population of deals: those that are kept of closed tables, and the same sums of the
others, added up from the deals.

Where sums of whole tables cannot tell the figures (an opponent, deals without guests, some days of
a season), and where too many tables have none, all deals are added up.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from clubs.models import Player, Share, Sitting, Span, SpanKind
from clubs.queries.seasons.leagues import standings_settings
from clubs.queries.statistics.night_sums import NightSums, read_standing
from clubs.queries.statistics.nights import Night, PopulationNights, night_order
from clubs.queries.statistics.parts import (
    ALL,
    PLAY_ORDER,
    TOLD,
    Counts,
    Met,
    Part,
    Parts,
    Sized,
    add_counts,
    add_numbers,
    added_up,
    day_parts,
    each_part,
    numbers_of,
    read,
    read_met,
    size_texts,
)
from clubs.queries.statistics.populations import Population

LIVE_MOST = 100  # tables without sums; with more of them no sum is asked for, and all is added up


@dataclass(frozen=True)
class Sums:
    """The sums of a population. live are the tables of which no sums are kept, None where no kept
    sum is asked for; added are the parts of these, or of all tables, by table."""

    population: Population
    live: frozenset[int] | None
    added: Mapping[int, Parts]

    def counts(self, player: Player) -> Sized:
        """The sums of a player by size. One query."""
        sums: Sized = {}
        if self.live is not None and not self.population.has_days:
            rows = self._shares([self._whole], [player.pk])
            for content in rows.values_list("content", flat=True):
                self._add_sized(sums, read(content))
            own = self._added_parts(player)
        else:
            own = self.parts(player, with_sums=True)
        for part in own:
            add_counts(sums.setdefault(str(part.size), {}), part.counts)
        return sums

    def parts(self, player: Player, *, with_sums: bool = False) -> list[Part]:
        """Those of a player, in order of play. Three queries at most, the first time."""
        known = self._known_parts.get((player.pk, with_sums))
        if known is not None:
            return known
        own = self._added_parts(player)
        if self.live is not None:
            shares = self._shares([SpanKind.DAY], [player.pk]).filter(self._nights.season_days)
            own += [part for _, part in self._counted(shares, with_sums=with_sums)]
        own.sort(key=PLAY_ORDER)
        self._known_parts[player.pk, with_sums] = own
        return own

    def parts_beside(self, player: Player, other: Player) -> list[Part]:
        """Those of a player that have deals with the other one, with their sums. Two queries at
        most; of other days nothing is read."""
        own, name = self._added_parts(player), str(other.pk)
        if self.live is not None:
            shares = self._shares([SpanKind.DAY], [player.pk])
            shares = shares.filter(company__contains=f'"{name}":')
            own += [part for _, part in self._counted(shares, with_sums=True)]
        return [part for part in own if name in part.company]

    @cached_property
    def _known_parts(self) -> dict[tuple[int, bool], list[Part]]:
        return {}

    def _added_parts(self, player: Player) -> list[Part]:
        return [part for parts in self.added.values() for part in parts.get(player.pk, ())]

    def _counted(self, days: QuerySet[Share], *, with_sums: bool) -> list[tuple[int, Part]]:
        """The parts of days that are of the population, each with its player. Two queries at
        most."""
        counted = [
            (player, part)
            for player, part in _read_parts(days, with_sums=with_sums)
            if self._has_size(part.size)
        ]
        if self.population.league is None:
            return counted
        known = self._nights.learn({part.sitting for _, part in counted})
        return [(player, part) for player, part in counted if part.sitting in known]

    def parts_by_player(self, players: Collection[int]) -> dict[int, list[Part]]:
        """Those of these players, in order of play. Three queries at most."""
        own: dict[int, list[Part]] = {player: [] for player in players}
        if self.live is not None and players:
            days = self._shares([SpanKind.DAY], players).filter(self._nights.season_days)
            for player, part in self._counted(days, with_sums=False):
                own[player].append(part)
        for player, part in self._all_added():
            if player in own:
                own[player].append(part)
        for parts in own.values():
            parts.sort(key=PLAY_ORDER)
        return own

    def kept_players(self) -> set[int]:
        """Those of whom the whole population has sums. One query."""
        rows = self._shares([self._whole]).values_list("player", flat=True)
        return set() if self.live is None else set(rows)

    def kept_nights(self) -> dict[str, Night]:
        """The evenings of which sums are kept, by the name that spans have for them. Two
        queries."""
        kind = SpanKind.DAY if self.population.league is None else SpanKind.EVENING
        refs = self._spans([kind]).values_list("ref", flat=True)
        return {} if self.live is None else {ref: self._nights.named(ref) for ref in refs}

    def added_nights(self) -> set[Night]:
        """Those of tables of which no sums are kept."""
        return {self.night_of(part) for _, part in self._all_added()}

    def own_parts(
        self,
        among: Collection[Night],
        players: Collection[int] | None = None,
        *,
        with_sums: bool = False,
        days: Collection[str] | None = None,
    ) -> list[tuple[int, Part]]:
        """All parts of these evenings, or those of these players, each with its player. Three
        queries at most. days: the refs of those on which their tables were opened, where they are
        known; one query less."""
        own = [
            (player, part)
            for player, part in self._all_added()
            if players is None or player in players
        ]
        if self.live is not None and among:
            # By the days: by the players SQLite would go through every day that they ever played.
            refs = self._nights.days_of(among) if days is None else days
            shares = self._shares([SpanKind.DAY]).filter(span__ref__in=refs)
            if players is not None:
                shares = shares.filter(player__in=players)
            own += self._counted(shares, with_sums=with_sums)
        return [(player, part) for player, part in own if self.night_of(part) in among]

    def tables(self, *, with_sums: bool = False) -> dict[int, Parts]:
        """All parts, by table and player, players of a table in the order of their first deals.
        Three queries at most."""
        tables: dict[int, Parts] = defaultdict(dict)
        if self.live is not None:
            days = self._shares([SpanKind.DAY]).filter(self._nights.season_days)
            for player, part in self._counted(days, with_sums=with_sums):
                tables[part.sitting].setdefault(player, []).append(part)
        for sitting, parts in tables.items():
            by_place = sorted(parts.items(), key=lambda own: own[1][0].place)
            tables[sitting] = dict(by_place)
        return {**tables, **self.added}

    def everybody(self) -> Sized:
        """The sums of all players together, by size. One query."""
        sums: Sized = {}
        if self.live is not None:
            for counts in self._kept_counts:
                self._add_sized(sums, counts)
        for _, part in self._all_added():
            add_counts(sums.setdefault(str(part.size), {}), part.counts)
        return sums

    def by_player(self, names: Collection[str]) -> dict[int, Counts]:
        """The sums of these names of each player, all sizes together. One query."""
        sums: dict[int, Counts] = defaultdict(dict)
        for player, text in self._told("content"):
            for size, counts in read(text).items():
                if self._has_size(int(size)):
                    _add_named(sums[player], counts, names)
        for player, part in self._parts_told():
            _add_named(sums[player], part.counts, names)
        return sums

    def deals(self) -> dict[int, int]:
        """How many deals each player had. Two queries."""
        if self.live is None or self.population.has_days or not self._counts_all:
            return {player: counts[ALL][0] for player, counts in self.by_player([ALL]).items()}
        deals: Counter[int] = Counter()
        for player, count in self._shares([self._whole]).values_list("player", "deals"):
            deals[player] += count
        for player, part in self._all_added():
            deals[player] += part.deals
        return deals

    def companies(
        self, among: Collection[int] | None = None, sizes: Collection[int] | None = None
    ) -> Iterator[tuple[int, dict[int, Met]]]:
        """Yields what each player, or each of these, has with others in deals of each size, or of
        these, in pieces that are to be added up. One query."""
        for player, text in self._told("company", among):
            for size, company in size_texts(text).items():
                if self._has_size(int(size)) and (sizes is None or int(size) in sizes):
                    yield player, read_met(company)
        for player, part in self._parts_told():
            if among is None or player in among:
                yield player, {int(pk): Met(*met) for pk, met in part.company.items()}

    def company(self, player: Player) -> Counts:
        """What the player has with each other one, by primary key as text. One query."""
        sums: Counts = {}
        if self.live is None or self.population.has_days:
            own = self.parts(player, with_sums=True)
        else:
            own = self._added_parts(player)
            rows = self._shares([self._whole], [player.pk])
            for text in rows.values_list("company", flat=True):
                for size, counts in read(text).items():
                    if self._has_size(int(size)):
                        add_counts(sums, counts)
        for part in own:
            add_counts(sums, part.company)
        return sums

    def nights(self, among: Collection[Night] | None = None) -> dict[Night, NightSums]:
        """Every evening, or those of these at which somebody played, in order. Two queries."""
        nights: dict[Night, NightSums] = {}

        def put(night: Night, sums: NightSums) -> None:
            nights[night] = nights[night] + sums if night in nights else sums

        if self.live is not None:
            kind = SpanKind.DAY if self.population.league is None else SpanKind.EVENING
            spans = self._spans([kind])
            if among is not None:
                spans = spans.filter(ref__in=[self._nights.ref_of(night) for night in among])
            sizes = None if self._counts_all else self.sizes
            for ref, text in spans.values_list("ref", "standing"):
                if sums := read_standing(text, sizes):
                    put(self._nights.named(ref), sums)
        deals: Counter[Night] = Counter()
        totals: dict[Night, Counter[int]] = defaultdict(Counter)
        for player, part in self._all_added():
            night = self.night_of(part)
            if among is None or night in among:
                deals[night] += numbers_of(part.counts, TOLD, 1)[0]
                totals[night][player] += part.total
        for night, won in totals.items():
            put(night, NightSums.of(deals[night], won))
        return {night: nights[night] for night in sorted(nights, key=night_order)}

    def night_of(self, part: Part) -> Night:
        """The evening of a part of the population. Two queries at most."""
        return self._nights.of(part, self.added)

    @cached_property
    def _nights(self) -> PopulationNights:
        return PopulationNights(self.population.club, self.population.league)

    @cached_property
    def sizes(self) -> frozenset[int] | None:
        """How many play the deals that count; None for all."""
        asked, league = self.population.size, self.population.league
        if league is None:
            return None if asked is None else frozenset({asked})
        counted = frozenset(standings_settings(league).sizes)
        return counted if asked is None else counted & {asked}

    @cached_property
    def _counts_all(self) -> bool:
        """Whether every deal of the tables with sums is of a size that counts. One query."""
        if self.sizes is None:
            return True
        if self.population.has_days:
            return False
        return all(self._has_size(int(size)) for counts in self._kept_counts for size in counts)

    @cached_property
    def _kept_counts(self) -> list[Sized]:
        """The sums of everybody in each span of the whole. One query."""
        return list(map(read, self._spans([self._whole]).values_list("counts", flat=True)))

    def _has_size(self, size: int) -> bool:
        return self.sizes is None or size in self.sizes

    def _add_sized(self, sums: Sized, more: Sized) -> None:
        for size, counts in more.items():
            if self._has_size(int(size)):
                add_counts(sums.setdefault(size, {}), counts)

    @property
    def _whole(self) -> SpanKind:
        """The spans that together are the population, of the widest kind."""
        if self.population.league is not None:
            return SpanKind.LEAGUE
        return SpanKind.DAY if self.population.has_days else SpanKind.CLUB

    def _spans(self, kinds: Iterable[SpanKind]) -> QuerySet[Span]:
        return Span.objects.filter(club=self.population.club, **self._conditions(kinds, ""))

    def _shares(
        self, kinds: Iterable[SpanKind], players: Collection[int] | None = None
    ) -> QuerySet[Share]:
        """Those of everybody, by their spans, or of these players. Where both the spans and the
        shares are said to be of the club, SQLite goes through all shares of the club."""
        club = self.population.club
        shares = Share.objects.filter(**self._conditions(kinds, "span__"))
        if players is None:
            return shares.filter(span__club=club)
        return shares.filter(club=club, kind__in=kinds, player__in=players)

    def _conditions(self, kinds: Iterable[SpanKind], span: str) -> dict[str, object]:
        asked = self.population
        conditions: dict[str, object] = {f"{span}game": asked.game, f"{span}kind__in": list(kinds)}
        if asked.rules is not None:
            conditions[f"{span}rules"] = asked.rules
        if asked.since is not None:
            conditions[f"{span}ref__gte"] = asked.since.isoformat()
        if asked.until is not None:
            conditions[f"{span}ref__lte"] = asked.until.isoformat()
        if SpanKind.LEAGUE in kinds and asked.league is not None:
            conditions[f"{span}ref"] = str(asked.league.pk)
        if SpanKind.EVENING in kinds:
            conditions[f"{span}ref__in"] = self._nights.evening_refs()
        return conditions

    def _told(self, column: str, among: Collection[int] | None = None) -> Iterator[tuple[int, str]]:
        """What each share of the whole has in a column, or each of these players, as text."""
        if self.live is None or self.population.has_days:
            return
        shares = self._shares([self._whole], among)
        yield from shares.values_list("player", column)

    def _parts_told(self) -> Iterator[tuple[int, Part]]:
        """The parts that are not among the shares of the whole."""
        if self.population.has_days:
            for parts in self.tables(with_sums=True).values():
                yield from each_part(parts)
        else:
            yield from self._all_added()

    def _all_added(self) -> Iterator[tuple[int, Part]]:
        for parts in self.added.values():
            yield from each_part(parts)


def _add_named(sums: Counts, counts: Counts, names: Collection[str]) -> None:
    for name in counts.keys() & names:
        if name in sums:
            add_numbers(sums, name, counts[name])
        else:
            sums[name] = counts[name]


def _read_parts(days: QuerySet[Share], *, with_sums: bool) -> Iterator[tuple[int, Part]]:
    columns = ("player", "content", "company") if with_sums else ("player", "content")
    for player, *texts in days.values_list(*columns):
        for part in day_parts(*texts):
            yield player, part


def population_sums(population: Population) -> Sums:
    """What is not kept is added up now. Three queries at most, the first time."""
    if not population.sums:
        population.sums.append(_read_sums(population))
    sums: Sums = population.sums[0]
    return sums


def _read_sums(population: Population) -> Sums:
    live = _tables_without_sums(population) if population.has_sums else None
    if live == frozenset():
        return Sums(population, live, {})
    asked = population if live is None else population.only(sittings=live)
    return Sums(population, live, dict(added_up(asked.scores(), population.game)))


def _tables_without_sums(population: Population) -> frozenset[int] | None:
    """Tables of the population of which no sums are kept; None for more than LIVE_MOST."""
    tables = Sitting.objects.without_sums(population.club)
    if population.has_days:  # SQLite would look through all tables of these days
        of_club = list(tables.order_by().values_list("pk", flat=True)[: LIVE_MOST + 1])
        if len(of_club) <= LIVE_MOST:
            tables = Sitting.objects.filter(pk__in=of_club)
    rows = tables.filter(population.tables_where()).order_by()
    live = frozenset(rows.values_list("pk", flat=True)[: LIVE_MOST + 1])
    return live if len(live) <= LIVE_MOST else None
