"""What leaves a club as lists: deals, members, evenings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from clubs.choices import Role
from clubs.core.names import name_key, renamed
from clubs.models import (
    Club,
    Deal,
    DealKind,
    DealScore,
    Evening,
    League,
    LeagueSitting,
    Player,
    SittingState,
)

BLOCK = 1000  # deals
SIGNS = str.maketrans("|:", "//")  # that separate names in a cell


@dataclass(frozen=True, slots=True)
class ExportedDeal:
    """One deal with names for players. players are the seats in order; scores of those who played,
    none of a void deal."""

    day: date
    evening: str
    table: int
    players: tuple[str, ...]
    record: Mapping[str, Any]
    scores: Mapping[str, int]
    uuid: UUID


@dataclass(frozen=True)
class DealExport:
    """Deals in the order of play, void ones too, and the names of everybody who scored, sorted."""

    names: tuple[str, ...]
    deals: Iterator[ExportedDeal]


def export_deals(club: Club, league: League | None = None) -> DealExport:
    """All deals of a club, or those that count for a season. A query for a thousand deals."""
    rows = Deal.objects.filter(sitting__club=club).exclude(sitting__state=SittingState.VOID)
    evenings: dict[int, str] = {}
    if league is not None:
        rows = rows.filter(sitting__leagues__league=league)
        tables = LeagueSitting.objects.filter(league=league)
        evenings = dict(tables.values_list("sitting", "evening__name"))
    names = names_apart(club)
    played = DealScore.objects.filter(player=OuterRef("pk"), deal__in=rows)
    scorers = Player.objects.filter(Exists(played), club=club).values_list("uuid", flat=True)
    shown = sorted((names[str(uuid)] for uuid in scorers), key=lambda name: (name_key(name), name))
    return DealExport(tuple(shown), told_deals(rows, club, names, evenings))


def names_apart(club: Club) -> dict[str, str]:
    """Name by uuid; of several with one name those who left the club also have the short one."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    rows = Player.objects.filter(club=club).order_by("-archived_at", "pk")
    for player in sorted(rows, key=lambda player: player.archived_at is not None):
        name = player.name.translate(SIGNS)
        number = 1
        while name_key(name) in taken:
            number += 1
            name = f"{player.name.translate(SIGNS)} ({number})"
        taken.add(name_key(name))
        found[str(player.uuid)] = name
    return found


def told_deals(
    rows: QuerySet[Deal], club: Club, names: Mapping[str, str], evenings: Mapping[int, str]
) -> Iterator[ExportedDeal]:
    zone = ZoneInfo(club.time_zone)
    deals = (
        rows.select_related("sitting")
        .order_by("sitting__opened_at", "sitting_id", "number")
        .iterator(chunk_size=BLOCK)
    )
    while block := list(islice(deals, BLOCK)):
        scores = scores_of(block)
        for deal in block:
            opened_at = deal.sitting.opened_at or deal.recorded_at
            scored = scores.get(deal.pk, {})
            seated = deal.record.get("players") or list(scored)
            yield ExportedDeal(
                opened_at.astimezone(zone).date(),
                evenings.get(deal.sitting_id, ""),
                deal.sitting.table_number,
                tuple(names[uuid] for uuid in seated),
                renamed(told_of(deal), names),
                {names[uuid]: score for uuid, score in scored.items() if counts(deal, score)},
                deal.uuid,
            )


def told_of(deal: Deal) -> dict[str, Any]:
    """The record without the seats."""
    return {field: value for field, value in deal.record.items() if field != "players"}


def counts(deal: Deal, score: int | None) -> bool:
    return score is not None and deal.kind != DealKind.VOID


def scores_of(deals: Sequence[Deal]) -> dict[int, dict[str, Any]]:
    """By deal and uuid of a player, in the order of the seats; None for who sat it out."""
    found: dict[int, dict[str, Any]] = {}
    rows = DealScore.objects.filter(deal__in=[deal.pk for deal in deals]).order_by("deal_id", "pk")
    for deal, player, score, role in rows.values_list("deal", "player__uuid", "score", "role"):
        found.setdefault(deal, {})[str(player)] = None if role == Role.OUT else score
    return found


def export_members(club: Club) -> list[Player]:
    """Members, those who left too, by name. Who asked to be forgotten is no member."""
    members = Player.objects.filter(club=club, anonymised_at=None).members()
    return list(members.order_by("name_key", "pk"))


def league_evenings(league: League) -> list[Evening]:
    return list(Evening.objects.filter(league=league).order_by("held_on", "name", "pk"))


def export_leagues(club: Club) -> list[League]:
    return list(League.objects.filter(club=club).newest_first())


def find_export_league(club: Club, uuid: UUID) -> League | None:
    return League.objects.filter(club=club, uuid=uuid).first()
