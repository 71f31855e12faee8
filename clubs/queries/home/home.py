"""The leaders of seasons and the next evening, for the home of a club and the list of its
seasons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Case, F, Max, OuterRef, Q, QuerySet, When
from django.utils import timezone

from clubs.access import Actor
from clubs.core.standings.rank import LeagueSettings
from clubs.models import (
    Club,
    Evening,
    EveningState,
    League,
    LeagueMember,
    LeagueState,
    Player,
    Publication,
)
from clubs.queries.counts import row_count
from clubs.queries.seasons.leagues import league_data
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
    """The first players of a season, and the reader further down. heading: of the values;
    digits: their decimal places; is_signed: whether they show a sign."""

    league: League
    lines: Sequence[TopLine]
    heading: str
    digits: int
    is_signed: bool


def league_at_home(club: Club) -> League | None:
    """Returns the open season whose last evening is the newest, or the newest season if none had
    an evening. While no season is open: the closed one that was played last."""
    held = ~Q(evenings__state=EveningState.PLANNED)
    rows = League.objects.filter(club=club).exclude(state=LeagueState.PLANNED)
    rows = rows.annotate(last_held=Max("evenings__held_on", filter=held))
    open_first = Case(When(state=LeagueState.CLOSED, then=1), default=0)
    last_first = F("last_held").desc(nulls_last=True)
    return rows.order_by(open_first, last_first, "-starts_on", "-pk").first()


def season_top(actor: Actor, club: Club) -> SeasonTop | None:
    """Returns the top of the season at home. Seven queries. None before the first season; empty
    for a season that ranks each size of table apart."""
    league = league_at_home(club)
    if league is None:
        return None
    league.club = club
    data = league_data(league, by_evening=True)
    rows = [row for row in data.standings().rows if row.rank]
    mine = [row for row in rows[TOP:] if actor.is_player(data.players[row.player])]
    shown = [*rows[:TOP], *mine]
    return SeasonTop(
        league=league,
        lines=[
            TopLine(
                row.rank or 0,
                data.players[row.player],
                decimal(row.value),
                actor.is_player(data.players[row.player]),
            )
            for row in shown
        ],
        heading=value_heading(data.settings, data.words),
        digits=digits_of(*(row.value for row in shown)),
        is_signed=data.settings.method not in UNSIGNED,
    )


def next_evening(club: Club, today: date | None = None) -> Evening | None:
    """Returns the first planned evening from today on; today is in the club's zone."""
    rows = Evening.objects.filter(league__club=club, state=EveningState.PLANNED)
    coming = rows.filter(held_on__gte=today or timezone.localdate())
    return coming.select_related("league").order_by("held_on", "name", "pk").first()


# The list of the seasons


@dataclass(frozen=True, slots=True)
class Leader:
    """The leader of a season or its winner; several names where they share the rank. value: in
    words."""

    names: Sequence[str]
    value: str


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """A season in the list of its club. league has the columns of _listed_leagues."""

    league: League
    leader: Leader | None


def season_cards(club: Club) -> list[SeasonCard]:
    """The newest first. Of closed seasons what was stored is read, in one query for all; of open
    ones the first MOST_COUNTED that were played are computed."""
    leagues = list(_listed_leagues(club))
    leaders = _champions([league for league in leagues if league.is_closed])
    running = [one for one in leagues if one.state == LeagueState.OPEN and vars(one)["held_count"]]
    leaders |= {league.pk: _leader_now(league) for league in running[:MOST_COUNTED]}
    return [SeasonCard(league, leaders.get(league.pk)) for league in leagues]


def _listed_leagues(club: Club) -> QuerySet[League]:
    """Selects the seasons with evening_count, held_count (evenings that were opened) and
    member_count."""
    evenings = Evening.objects.filter(league=OuterRef("pk"))
    held = evenings.exclude(state=EveningState.PLANNED)
    members = LeagueMember.objects.filter(league=OuterRef("pk"))
    return (
        League.objects.filter(club=club)
        .newest_first()
        .annotate(
            held_count=row_count(held, "league"),
            evening_count=row_count(evenings, "league"),
            member_count=row_count(members, "league"),
        )
    )


def _leader_now(league: League) -> Leader | None:
    data = league_data(league, by_evening=True)
    first = [row for row in data.standings().rows if row.rank == 1]
    if not first:
        return None
    names = [data.players[row.player].name for row in first]
    return Leader(names, value_text(first[0].value, data.settings))


def _champions(leagues: Iterable[League]) -> dict[int, Leader | None]:
    """Returns the winners of closed seasons, by the key of the season, from the stored
    standings. Two queries, none without a closed season."""
    keys = [league.pk for league in leagues]
    if not keys:
        return {}
    finals = Publication.objects.filter(league__in=keys, is_final=True).order_by("version")
    columns = ("league", "content__standings__rows", "content__standings__rules")
    firsts = {
        league: ([row for row in rows or [] if row["rank"] == 1], rules)
        for league, rows, rules in finals.values_list(*columns)
    }
    uuids = {UUID(row["player"]) for rows, _rules in firsts.values() for row in rows}
    people = Player.objects.filter(uuid__in=uuids).values_list("uuid", "name")
    names = {str(uuid): name for uuid, name in people}
    return {league: _champion(rows, rules, names) for league, (rows, rules) in firsts.items()}


def _champion(rows: Sequence[Any], rules: Any, names: dict[str, str]) -> Leader | None:
    """Returns the winner from the stored rows of rank 1. Players who were merged since are left
    out."""
    known = [names[row["player"]] for row in rows if row["player"] in names]
    if not known:
        return None
    value = rows[0]["value"]  # as the document has it: whole, or a decimal with two places
    exact = Fraction(str(value)) if isinstance(value, float) else value
    return Leader(known, value_text(exact, LeagueSettings.read(rules)))
