"""What the home of a club and the list of its seasons say of standings: who leads, what is next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Case, F, Max, Q, When
from django.utils import timezone

from clubs.access import Actor
from clubs.core.standings.rank import Row, Settings
from clubs.models import Club, Evening, EveningState, League, LeagueState, Player, Publication
from clubs.queries.seasons.counted_words import counted_words
from clubs.queries.seasons.leagues import LeagueData, league_data
from clubs.queries.seasons.seasons import SeasonCard, season_cards
from clubs.queries.seasons.standings_words import (
    UNSIGNED,
    decimal,
    digits_of,
    value_heading,
    value_text,
)

TOP = 5
MOST_COUNTED = 2  # open seasons whose standings a list computes: a club runs one, seldom two


@dataclass(frozen=True, slots=True)
class TopLine:
    rank: int
    player: Player
    value: Decimal | int | None
    is_me: bool


@dataclass(frozen=True, slots=True)
class SeasonTop:
    """The first of a season, and oneself where one stands further down. heading is what the values
    are; digits are theirs, and is_signed says whether they show a sign."""

    league: League
    lines: Sequence[TopLine]
    heading: str
    digits: int
    is_signed: bool


def league_at_home(club: Club) -> League | None:
    """The open season whose last evening is the newest; of several without any, the newest. While
    none runs, the closed one that was played last."""
    held = ~Q(evenings__state=EveningState.PLANNED)
    rows = League.objects.filter(club=club).exclude(state=LeagueState.PLANNED)
    rows = rows.annotate(last_held=Max("evenings__held_on", filter=held))
    open_first = Case(When(state=LeagueState.CLOSED, then=1), default=0)
    last_first = F("last_held").desc(nulls_last=True)
    return rows.order_by(open_first, last_first, "-starts_on", "-pk").first()


def season_top(actor: Actor, club: Club) -> SeasonTop | None:
    """Four queries; None before the first season. By sizes there is no first of all."""
    league = league_at_home(club)
    if league is None:
        return None
    league.club = club
    data = league_data(league)
    rows = [row for row in data.standings().rows if row.rank]
    mine = [row for row in rows[TOP:] if _is_me(actor, data, row)]
    shown = [*rows[:TOP], *mine]
    return SeasonTop(
        league=league,
        lines=[_top_line(actor, data, row) for row in shown],
        heading=value_heading(data.settings, counted_words(league)),
        digits=digits_of(*(row.value for row in shown)),
        is_signed=data.settings.method not in UNSIGNED,
    )


def _is_me(actor: Actor, data: LeagueData, row: Row) -> bool:
    return actor.user is not None and data.players[row.player].user_id == actor.user.pk


def _top_line(actor: Actor, data: LeagueData, row: Row) -> TopLine:
    player = data.players[row.player]
    return TopLine(row.rank or 0, player, decimal(row.value), _is_me(actor, data, row))


def next_evening(club: Club, today: date | None = None) -> Evening | None:
    """The first that is planned for today or later. today: in the club's zone."""
    rows = Evening.objects.filter(league__club=club, state=EveningState.PLANNED)
    coming = rows.filter(held_on__gte=today or timezone.localdate())
    return coming.select_related("league").order_by("held_on", "name", "pk").first()


# The list of the seasons


@dataclass(frozen=True, slots=True)
class Leader:
    """Who leads a season, or won it: several who share the rank. value as text."""

    names: Sequence[str]
    value: str


@dataclass(frozen=True, slots=True)
class LedCard:
    """A season of the list, with who leads it."""

    card: SeasonCard
    leader: Leader | None


def led_cards(club: Club) -> list[LedCard]:
    """The newest first. Of closed seasons what was stored is read, in one query for all; of open
    ones the first MOST_COUNTED that were played are computed."""
    cards = season_cards(club)
    leaders = _champions([card.league for card in cards if card.league.is_closed])
    open_ones = [card.league for card in cards if _is_running(card)]
    leaders |= {league.pk: _leader_now(league) for league in open_ones[:MOST_COUNTED]}
    return [LedCard(card, leaders.get(card.league.pk)) for card in cards]


def _is_running(card: SeasonCard) -> bool:
    return card.league.state == LeagueState.OPEN and card.held_count > 0


def _leader_now(league: League) -> Leader | None:
    data = league_data(league)
    first = [row for row in data.standings().rows if row.rank == 1]
    if not first:
        return None
    names = [data.players[row.player].name for row in first]
    return Leader(names, value_text(first[0].value, data.settings))


def _champions(leagues: Iterable[League]) -> dict[int, Leader | None]:
    """By the key of the season, from what was stored when it was closed; two queries, none without
    a closed season."""
    keys = [league.pk for league in leagues]
    if not keys:
        return {}
    told = Publication.objects.filter(league__in=keys, is_final=True).order_by("version")
    columns = ("league", "content__standings__rows", "content__standings__rules")
    stored = {league: (rows or [], rules) for league, rows, rules in told.values_list(*columns)}
    firsts = {
        league: ([row for row in rows if row["rank"] == 1], rules)
        for league, (rows, rules) in stored.items()
    }
    uuids = {UUID(row["player"]) for rows, _rules in firsts.values() for row in rows}
    names = {str(uuid): name for uuid, name in _names_of(uuids)}
    return {league: _champion(rows, rules, names) for league, (rows, rules) in firsts.items()}


def _names_of(uuids: Iterable[UUID]) -> Iterable[tuple[UUID, str]]:
    return Player.objects.filter(uuid__in=list(uuids)).values_list("uuid", "name")


def _champion(rows: Sequence[Any], rules: Any, names: dict[str, str]) -> Leader | None:
    """Stored rows of rank 1; their people may have been merged since, and are then not found."""
    known = [names[row["player"]] for row in rows if row["player"] in names]
    return Leader(known, _stored_value(rows[0]["value"], Settings.read(rules))) if known else None


def _stored_value(value: Any, settings: Settings) -> str:
    """A value as it stands in the document: whole, or a decimal with two places."""
    return value_text(Fraction(str(value)) if isinstance(value, float) else value, settings)
