"""The pages of a club for visitors: they show what a season switches on, with people under the
names they chose.

Source: leagues.md §9.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import CharField, F
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import public_leagues
from clubs.core.names import first_and_initial, numbered_names
from clubs.core.standings.document import standings_document
from clubs.core.standings.rank import EveningBoard, LeagueSettings, SettingsRefused
from clubs.core.standings.shapes import deals_if_known
from clubs.models import (
    Club,
    Evening,
    EveningState,
    League,
    Player,
    Publication,
    PublicName,
)
from clubs.queries.seasons.counted import CountedWords, counted_words
from clubs.queries.seasons.evenings import board_of
from clubs.queries.seasons.leagues import LeagueData, dashed, evening_data, league_data
from clubs.queries.seasons.seasons import league_evenings
from clubs.queries.seasons.standings_words import UNSIGNED, decimal, digits_of, value_heading

NEXT_EVENINGS = 8
NEWS = 30  # entries of the feed

Names = Mapping[str, str]


# Names


def public_names(club: Club) -> Names:
    """Returns the public names of all players of the club, by uuid; no two are equal.

    A player who hides their name, or is anonymous, is called by their place in the club. One query.
    """
    rows = Player.objects.filter(club=club).order_by("pk").annotate(key=Cast("uuid", CharField()))
    columns = ("key", "name", "nickname", "public_name", "anonymised_at")
    chosen_names = [
        (dashed(key), _public_name(name, nickname, chosen, place, is_anonymous=at is not None))
        for place, (key, name, nickname, chosen, at) in enumerate(rows.values_list(*columns), 1)
    ]
    shown = numbered_names(name for _uuid, name in chosen_names)
    return dict(zip((uuid for uuid, _name in chosen_names), shown, strict=True))


def _public_name(
    name: str, nickname: str, chosen: str, place: int, *, is_anonymous: bool = False
) -> str:
    """Returns the name that the player chose. A missing nickname is replaced by first name and
    initial."""
    if is_anonymous or chosen == PublicName.HIDDEN:
        return _("Player %(number)s") % {"number": place}
    if chosen == PublicName.FULL:
        return name
    if chosen == PublicName.NICKNAME and nickname:
        return nickname
    return first_and_initial(name)


def _published_name(names: Names, uuid: object) -> str:
    """Returns the public name, or a word for a player of an old publication who is deleted."""
    return names.get(str(uuid)) or _("somebody")


# A club


@dataclass(frozen=True, slots=True)
class PublicClub:
    """Its seasons, the newest first, and the evenings to come that a calendar shows."""

    club: Club
    leagues: Sequence[League]
    evenings: Sequence[Evening]

    @property
    def has_feed(self) -> bool:
        return any(has_news(league) for league in self.leagues)


def has_news(league: League) -> bool:
    """Whether the feed of the club may tell anything of this season."""
    return league.shows_results or league.shows_standings


def public_club(slug: str, today: date | None = None) -> PublicClub | None:
    """Returns the page of a club; None where no season of it shows anything. Two queries.

    today is that of the club unless another day is given.
    """
    leagues = list(public_leagues().filter(club__slug=slug).order_by("-starts_on", "-pk"))
    if not leagues:
        return None
    today = today or leagues[0].club.today()
    shown = [league.pk for league in leagues if league.shows_calendar]
    rows = Evening.objects.filter(league__in=shown, held_on__gte=today).exclude(
        state=EveningState.CLOSED
    )
    evenings = rows.select_related("league").order_by("held_on", "name", "pk")[:NEXT_EVENINGS]
    return PublicClub(leagues[0].club, leagues, list(evenings) if shown else [])


# A season


@dataclass(frozen=True, slots=True)
class PublicRow:
    """A place. rank is None for guests and those who have not played enough; deals where all their
    evenings are totals that say nothing of them."""

    rank: int | None
    name: str
    value: Decimal | int | None
    evenings: int
    deals: int | None
    is_guest: bool


@dataclass(frozen=True, slots=True)
class PublicTable:
    """Standings, of one size of tables where a season keeps these apart."""

    size: int | None
    rows: Sequence[PublicRow]
    digits: int


@dataclass(frozen=True, slots=True)
class PublicStandings:
    """published_at is None where nothing was published, and these are the standings of now. words
    say what counts."""

    words: CountedWords
    heading: str
    is_signed: bool
    tables: Sequence[PublicTable]
    published_at: datetime | None
    is_final: bool


@dataclass(frozen=True, slots=True)
class PublicLeague:
    """results are the evenings whose results may be seen, the newest first."""

    league: League
    standings: PublicStandings | None
    results: Sequence[Evening]
    to_come: Sequence[Evening]


def find_public_league(slug: str, uuid: UUID) -> League | None:
    return public_leagues().filter(club__slug=slug, uuid=uuid).first()


def public_league(league: League, today: date) -> PublicLeague:
    """Returns the page of a season. At most seven queries."""
    evenings = league_evenings(league)
    to_come = [one for one in evenings if one.held_on >= today and not _is_over(one)]
    return PublicLeague(
        league=league,
        standings=_public_standings(league) if league.shows_standings else None,
        results=[one for one in reversed(evenings) if _is_over(one)]
        if league.shows_results
        else [],
        to_come=to_come if league.shows_calendar else [],
    )


def _is_over(evening: Evening) -> bool:
    """Whether results may be shown: visitors see no table while it is played."""
    return evening.state == EveningState.CLOSED


def _public_standings(league: League) -> PublicStandings | None:
    """Returns the last publication, or the current standings where there is none. None for rules
    that cannot be read."""
    last = Publication.objects.filter(league=league).order_by("-version").first()
    try:
        document = dict(last.content.get("standings") or {}) if last else {}
        if not document:
            document = standings_document(league.name, league_data(league).standings())
        return _told_standings(league, last, document, public_names(league.club))
    except SettingsRefused:
        return None


def _told_standings(
    league: League, last: Publication | None, document: Mapping[str, Any], names: Names
) -> PublicStandings:
    """Raises SettingsRefused."""
    settings = LeagueSettings.read(document.get("rules") or None)
    parts: dict[int | None, Any] = {None: document}
    if "by_size" in document:
        parts = {int(size): part for size, part in sorted(document["by_size"].items())}
    words = counted_words(league.game)
    return PublicStandings(
        words=words,
        heading=value_heading(settings, words),
        is_signed=settings.method not in UNSIGNED,
        tables=[_public_table(size, part, names) for size, part in parts.items()],
        published_at=last.published_at if last else None,
        is_final=last is not None and last.is_final and league.is_closed,
    )


def _public_table(size: int | None, part: Mapping[str, Any], names: Names) -> PublicTable:
    rows = [
        PublicRow(
            rank=row.get("rank"),
            name=_published_name(names, row.get("player")),
            value=_published_number(row.get("value")),
            evenings=row.get("evenings") or 0,
            deals=deals_if_known(row.get("deals") or 0, row.get("evenings") or 0),
            is_guest=bool(row.get("guest")),
        )
        for row in part.get("rows") or []
    ]
    return PublicTable(size, rows, digits_of(*(row.value for row in rows)))


def _published_number(value: object) -> Decimal | int | None:
    """A number of the document: whole, or with two places."""
    if isinstance(value, float):
        return Decimal(str(value)).quantize(Decimal("0.01"))
    return value if isinstance(value, int) else None


# An evening


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The score of a player at an evening. place is None for a guest who is passed over."""

    place: int | None
    name: str
    score: Decimal | int | None


@dataclass(frozen=True)
class PublicEvening:
    league: League
    evening: Evening
    rows: Sequence[ResultRow]

    @cached_property
    def digits(self) -> int:
        return digits_of(*(row.score for row in self.rows))


def public_evening(league: League, uuid: UUID) -> PublicEvening | None:
    """Returns the page of an evening; None where it does not exist or shows nothing. Five
    queries."""
    evening = league.evenings.filter(uuid=uuid).first()
    if evening is None or not league.shows_results or not _is_over(evening):
        return None
    return PublicEvening(league, evening, _results_of(league, evening))


def _results_of(league: League, evening: Evening) -> list[ResultRow]:
    """Lists the results by place, then by score, then by name."""
    try:
        data = evening_data(evening)
    except SettingsRefused:
        return []
    return _results_in(data, board_of(data), evening, public_names(league.club))


def _results_in(
    data: LeagueData, board: EveningBoard, evening: Evening, names: Names
) -> list[ResultRow]:
    at = next((n for n, one in enumerate(data.held) if one.key == str(evening.uuid)), None)
    if at is None:
        return []
    lines = board.lines(at)
    rows = sorted(
        ((line, _published_name(names, key)) for key, line in lines.items()),
        key=lambda told: (told[0].place is None, told[0].place or 0, -told[0].score, told[1]),
    )
    return [ResultRow(line.place, name, decimal(line.score)) for line, name in rows]


# News


@dataclass(frozen=True, slots=True)
class News:
    """Something that was published: results of an evening with its rows, or standings."""

    league: League
    evening: Evening | None
    publication: Publication | None
    at: datetime
    rows: Sequence[ResultRow] = ()
    standings: PublicStandings | None = None


def news_of(club: PublicClub) -> list[News]:
    """Lists the newest results and publications. Three queries, and those of each season of which
    there are results."""
    shown = {league.pk: league for league in club.leagues}
    with_results = [pk for pk, league in shown.items() if league.shows_results]
    closed = Evening.objects.filter(league__in=with_results, state=EveningState.CLOSED)
    news = [
        News(shown[one.league_id], one, None, _end_of(one.held_on))
        for one in closed.order_by("-held_on", "-pk")[:NEWS]
    ]
    with_standings = [pk for pk, league in shown.items() if league.shows_standings]
    rows = Publication.objects.filter(league__in=with_standings).defer("content")
    published = rows.annotate(document=F("content__standings"))
    news += [
        News(shown[one.league_id], None, one, one.published_at)
        for one in published.order_by("-published_at", "-pk")[:NEWS]
        if one.league_id is not None
    ]
    newest = sorted(news, key=lambda one: one.at, reverse=True)[:NEWS]
    names = public_names(club.club) if newest else {}
    seasons = {}
    for league in {one.league.pk: one.league for one in newest if one.evening}.values():
        with suppress(SettingsRefused):
            data = league_data(league, by_evening=True)
            seasons[league.pk] = data, board_of(data)
    return [_told_news(one, names, seasons) for one in newest]


def _told_news(
    news: News, names: Names, seasons: Mapping[int, tuple[LeagueData, EveningBoard]]
) -> News:
    """With what it is about. seasons are those with results, by primary key, but for one whose
    rules cannot be read."""
    if news.evening is not None:
        season = seasons.get(news.league.pk)
        return replace(news, rows=_results_in(*season, news.evening, names)) if season else news
    document = vars(news.publication).get("document") or {}
    with suppress(SettingsRefused):
        standings = _told_standings(news.league, news.publication, document, names)
        return replace(news, standings=standings)
    return news


def _end_of(day: date) -> datetime:
    """Returns the moment at which the results of an evening count as published: the end of the day
    in the zone of the club."""
    return timezone.make_aware(datetime(day.year, day.month, day.day, 23, 59))
