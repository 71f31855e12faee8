"""What leaves a club as lists: deals, members, evenings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from clubs.batches import batches
from clubs.core.deals import DealRole, without_players
from clubs.core.games import DEFAULT_GAME, GAMES
from clubs.core.names import name_key, person_key
from clubs.core.redaction import renamed
from clubs.core.standings.scale import HUNDREDTHS
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealKind,
    DealScore,
    League,
    LeagueSitting,
    Player,
    Sitting,
    SittingState,
    SittingTotal,
)

BLOCK = 1000  # deals
SIGNS = str.maketrans("|:", "//")  # that separate names in a cell


@dataclass(frozen=True, slots=True)
class ExportedDeal:
    """One deal with names for players. players are the seats in order; scores of those who played,
    none of a void deal. points are what the side of each made, in a game of sides. table is its
    number, with more where two of a day have the same."""

    day: date
    evening: str
    table: int | str
    players: tuple[str, ...]
    record: Mapping[str, Any]
    scores: Mapping[str, int]
    points: Mapping[str, int]
    uuid: UUID


@dataclass(frozen=True)
class DealExport:
    """Deals of one game in the order of play, void ones too, and the names of everybody who scored,
    sorted."""

    game: str
    names: tuple[str, ...]
    deals: Iterator[ExportedDeal]


def games_played(club: Club) -> list[str]:
    """The games of which the club has deals, in the order of their register; the usual one where
    it has none. One query."""
    dealt = Exists(Deal.objects.filter(sitting=OuterRef("pk")))
    tables = Sitting.objects.filter(dealt, club=club).exclude(state=SittingState.VOID)
    return _games_of(club, tables) or [DEFAULT_GAME]


def _games_of(club: Club, tables: QuerySet[Sitting]) -> list[str]:
    """The games of these tables, in the order of their register. One query, in which the first
    table of a game answers for the others."""
    has_tables = [Exists(tables.filter(game=game).order_by()) for game in GAMES]
    (answers,) = Club.objects.filter(pk=club.pk).values_list(*has_tables)
    return [game for game, is_there in zip(GAMES, answers, strict=True) if is_there]


def export_deals(
    club: Club, league: League | None = None, *, game: str = DEFAULT_GAME
) -> DealExport:
    """All deals of a game, or those that count for a season, which is of one. A query for a
    thousand deals.

    One game at a time, since each has columns of its own; the archive of a club has all of them.
    """
    game = league.game if league else game
    rows = Deal.objects.filter(sitting__club=club, sitting__game=game)
    rows = rows.exclude(sitting__state=SittingState.VOID)
    evenings: dict[int, str] = {}
    if league is not None:
        rows = rows.filter(sitting__leagues__league=league)
        tables = LeagueSitting.objects.filter(league=league)
        evenings = dict(tables.values_list("sitting", "evening__name"))
    names = names_apart(club)
    played = DealScore.objects.filter(player=OuterRef("pk"), deal__in=rows)
    scorers = Player.objects.filter(Exists(played), club=club).order_by("sort_key", "pk")
    shown = [names[str(uuid)] for uuid in scorers.values_list("uuid", flat=True)]
    return DealExport(game, tuple(shown), _exported_deals(rows, club, names, evenings))


def names_apart(club: Club, *, in_lists: bool = True) -> dict[str, str]:
    """Name by uuid, everybody's another one. in_lists: without the signs that separate names."""
    return distinct_names(Player.objects.filter(club=club).order_by("pk"), in_lists=in_lists)


def distinct_names(players: Iterable[Player], *, in_lists: bool = True) -> dict[str, str]:
    """Of several with one name those who left the club, the latest first, have a number more. One
    name is also that of an older row that has it otherwise, "BERNARD Paul": an import takes both
    for Paul Bernard."""
    names: dict[str, str] = {}
    taken: set[str] = set()

    def order(player: Player) -> tuple[bool, bool, float]:
        is_gone, is_older = (
            player.archived_at is not None,
            person_key(player.name) != player.name_key,
        )
        return is_gone, is_older, -_left_at(player)

    for player in sorted(players, key=order):
        plain = name = player.name.translate(SIGNS) if in_lists else player.name
        number = 1
        while person_key(name) in taken:
            number += 1
            name = f"{plain} ({number})"
        taken.add(person_key(name))
        names[str(player.uuid)] = name
    return names


def _left_at(player: Player) -> float:
    return player.archived_at.timestamp() if player.archived_at else 0.0


def _exported_deals(
    rows: QuerySet[Deal], club: Club, names: Mapping[str, str], evenings: Mapping[int, str]
) -> Iterator[ExportedDeal]:
    zone = club.zone
    labels = Labels()
    table = -1
    day, evening = date.min, ""
    label: int | str = 0
    deals = (
        rows.select_related("sitting")
        .defer("sitting__rules", "sitting__bid")
        .order_by("sitting__opened_at", "sitting_id", "number")
        .iterator(chunk_size=BLOCK)
    )
    for block in batches(deals, BLOCK):
        scores = scores_of(block)
        for deal in block:
            sitting = deal.sitting
            if deal.sitting_id != table:  # its deals stand together
                table = deal.sitting_id
                day = (sitting.opened_at or deal.recorded_at).astimezone(zone).date()
                evening = evenings.get(table, "")
                label = labels.label(table, day, evening, sitting.name or sitting.table_number)
            scored = scores.get(deal.pk, {})
            seated = deal.record.get("players") or list(scored)
            yield ExportedDeal(
                day,
                evening,
                label,
                tuple(names[uuid] for uuid in seated),
                renamed(without_players(deal.record), names),
                {names[uuid]: won.score for uuid, won in scored.items() if counts(deal, won)},
                {names[uuid]: won.points for uuid, won in scored.items() if won.points is not None},
                deal.uuid,
            )


class Labels:
    """What the tables of a list are called: two of one day and evening never alike, since an import
    takes them for one. They come day after day."""

    def __init__(self) -> None:
        self.day = date.min
        self.owners: dict[tuple[str, str], int] = {}

    def label(self, sitting_id: int, day: date, evening: str, wanted: int | str) -> int | str:
        if day != self.day:
            self.day, self.owners = day, {}
        label, number = wanted, 1
        while self.owner(evening, label, sitting_id) != sitting_id:
            number += 1
            label = f"{wanted} ({number})"
        return label

    def owner(self, evening: str, label: int | str, sitting_id: int) -> int:
        """The table that was called so first; this one, if none was."""
        return self.owners.setdefault((evening, name_key(str(label))), sitting_id)


@dataclass(frozen=True, slots=True)
class ExportedScore:
    """What somebody won in a deal, and what their side made in a game of sides."""

    score: int
    points: int | None
    is_out: bool


def counts(deal: Deal, won: ExportedScore) -> bool:
    return not won.is_out and deal.kind != DealKind.VOID


def scores_of(deals: Sequence[Deal]) -> dict[int, dict[str, ExportedScore]]:
    """By deal and uuid of a player, in the order of the seats."""
    scores: dict[int, dict[str, ExportedScore]] = {}
    rows = DealScore.objects.filter(deal__in=[deal.pk for deal in deals]).order_by("deal", "seat")
    values = rows.values_list("deal", "player__uuid", "score", "points", "role")
    for deal, player, score, points, role in values:
        scores.setdefault(deal, {})[str(player)] = ExportedScore(
            score, points, role == DealRole.OUT
        )
    return scores


# Tables of which only the totals are known


@dataclass(frozen=True, slots=True)
class ExportedTotal:
    """What somebody won at a table; deals and place points None where nobody knows them."""

    day: date
    player: str
    score: int
    deals: int | None
    table: int | str
    points: Decimal | None


def games_of_totals(club: Club) -> list[str]:
    """The games of which the club has such tables, in the order of their register. One query."""
    return _games_of(club, _tables_of_totals(club))


def _tables_of_totals(club: Club) -> QuerySet[Sitting]:
    rows = Sitting.objects.filter(club=club, totals_only=True).exclude(state=SittingState.VOID)
    return rows.order_by("opened_at", "pk")


def export_totals(
    club: Club, league: League | None = None, *, game: str = DEFAULT_GAME
) -> Iterator[ExportedTotal]:
    """Those of a game, or those that count for a season, which is of one; by day and table, in the
    order they were written. Four queries for a thousand tables.

    One game at a time, since no column says it: they come back as totals of that game.
    """
    rows = _tables_of_totals(club).filter(game=league.game if league else game)
    if league is not None:
        rows = rows.filter(leagues__league=league)
    names = names_apart(club, in_lists=False)
    zone = club.zone
    labels = Labels()
    for block in batches(rows, BLOCK):
        file_labels = _told_labels(block)
        totals = totals_by_table(block)
        for sitting in block:
            day = _sitting_day(sitting, zone)
            label = file_labels.get(sitting.uuid, str(sitting.table_number))
            table = labels.label(sitting.pk, day, "", label)
            for total in totals.get(sitting.pk, ()):
                points = total.place_points
                yield ExportedTotal(
                    day,
                    names[str(total.player.uuid)],
                    total.total,
                    total.deal_count,
                    table,
                    None if points is None else Decimal(points) / HUNDREDTHS,
                )


def _sitting_day(sitting: Sitting, zone: ZoneInfo) -> date:
    at: datetime | None = sitting.opened_at or sitting.closed_at
    return at.astimezone(zone).date() if at else date.min


def _told_labels(sittings: Sequence[Sitting]) -> dict[UUID, str]:
    """What the files called these tables, as their log has it: with the day it is their identity,
    by which the same totals are known again."""
    rows = AuditEntry.objects.filter(
        chain__uuid__in=[sitting.uuid for sitting in sittings], target_type="sitting", sequence=1
    )
    contents = rows.values_list("chain__uuid", "after")
    return {uuid: str(after["label"]) for uuid, after in contents if after and "label" in after}


def totals_by_table(sittings: Sequence[Sitting]) -> dict[int, list[SittingTotal]]:
    totals: dict[int, list[SittingTotal]] = {}
    rows = SittingTotal.objects.filter(sitting__in=[sitting.pk for sitting in sittings])
    for total in rows.select_related("player").order_by("pk"):
        totals.setdefault(total.sitting_id, []).append(total)
    return totals


def export_members(club: Club) -> list[Player]:
    """Members, those who left too, by name. Who asked to be forgotten is no member."""
    members = Player.objects.filter(club=club, anonymised_at=None).members()
    return list(members.order_by("sort_key", "pk"))


def find_export_league(club: Club, uuid: UUID) -> League | None:
    return League.objects.filter(club=club, uuid=uuid).first()
