"""The options of the pages of players and of statistics: people, seasons, rules and games."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet

from clubs.choices import PROFILE_TITLES
from clubs.core.games import DEFAULT_GAME, GAMES
from clubs.core.names import listed_name
from clubs.models import Club, Player, Seat, Sitting, SittingState, Span, SpanKind


def two_of(players: QuerySet[Player], first: UUID, other: UUID) -> tuple[Player, Player] | None:
    """Two people of one club with pages, in this order; None where either is not there."""
    rows = players.filter(uuid__in=(first, other), club__slug__isnull=False)
    people = {player.uuid: player for player in rows.select_related("club")}
    if len(people) < 2 or people[first].club_id != people[other].club_id:
        return None
    return people[first], people[other]


class RulesPlayed(NamedTuple):
    """A profile that tables of a club were played by, and how many of them."""

    game: str
    name: str
    title: str
    tables: int


def rules_played(club: Club) -> list[RulesPlayed]:
    """Lists the profiles by title. Two queries: closed tables are counted already."""
    columns = ("game", "rules", "title", "tables")
    # The games are named, or the index would be read from the first span of the club to the last.
    spans = Span.objects.filter(club=club, game__in=list(GAMES), kind=SpanKind.CLUB)
    closed = spans.values_list(*columns)
    rows = Sitting.objects.without_sums(club).order_by().values_list("game", "rules")
    others = [(game, rules.get("name"), rules.get("title"), 1) for game, rules in rows]
    profiles: dict[tuple[str, str], RulesPlayed] = {}
    for game, name, title, tables in (*closed, *others):
        known = profiles.get((game, name))
        titled = str(PROFILE_TITLES.get(name, title))
        profiles[game, name] = RulesPlayed(
            game, name, titled, tables + (known.tables if known else 0)
        )
    return sorted(profiles.values(), key=lambda one: (one.title.casefold(), one.name))


def games_of(played: Iterable[RulesPlayed]) -> list[str]:
    """Lists the games that a club plays, the one with the most tables first; the usual one where
    it has played none."""
    counts: Counter[str] = Counter()
    for profile in played:
        counts[profile.game] += profile.tables
    order = list(GAMES)
    return sorted(counts, key=lambda game: (-counts[game], order.index(game))) or [DEFAULT_GAME]


def game_most_played(player: Player) -> str | None:
    """Returns the game of most tables at which the player sat; None for none. One query."""
    rows = Seat.objects.filter(player=player).order_by().values_list("sitting__game")
    counts = dict(rows.annotate(Count("sitting", distinct=True)))
    return max(GAMES, key=lambda game: counts.get(game, 0)) if counts else None


def people_of(
    players: QuerySet[Player], club: Club, wanted: Sequence[UUID]
) -> dict[UUID, Player] | None:
    """These people of the club by uuid; None where one of them is not there."""
    if not wanted:
        return {}
    people = {player.uuid: player for player in players.filter(club=club, uuid__in=wanted)}
    return people if len(people) == len(set(wanted)) else None


def people_asked(club: Club) -> dict[str, str]:
    """Names of those whose records a club may be asked for, by uuid, in their order. One query."""
    rows = Player.objects.filter(club=club).order_by("sort_key", "pk")
    names = rows.values_list("uuid", "name", "family_name", "sort_key")
    return {str(uuid): listed_name(*name) for uuid, *name in names}


def played_before(player: Player) -> bool:
    """Whether somebody sat at a table before the day from which they are noted as a member: that
    is then the day of an import. One query."""
    since = player.member_since
    return (
        since is not None
        and player.seats.filter(sitting__opened_at__lt=player.club.midnight(since))
        .exclude(sitting__state=SittingState.VOID)
        .exists()
    )
