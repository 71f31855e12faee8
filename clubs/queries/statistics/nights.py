"""Evenings: those of the season, where one is chosen, else days in the club's zone; a table belongs
to the day on which it was opened.

Source: leagues.md §1.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, Min, Q

from clubs.models import Club, Evening, League, LeagueSitting
from clubs.queries.statistics.parts import Part


class Night(NamedTuple):
    """An evening. uuid and name are empty where it is a day without a season."""

    held_on: date
    name: str
    key: str
    uuid: UUID | None = None


def night_order(night: Night) -> tuple[date, str, str]:
    return night.held_on, night.name, night.key


def days_between(times: Iterable[tuple[datetime, datetime]], zone: tzinfo) -> set[str]:
    """The refs of all days from the first to the last of each two times."""
    days = set()
    for first, last in times:
        day = first.astimezone(zone).date()
        while day <= last.astimezone(zone).date():
            days.add(day.isoformat())
            day += timedelta(days=1)
    return days


@dataclass(frozen=True)
class PopulationNights:
    """The evenings of a season, or the days of a club where there is none.

    A span has a ref for each: the primary key of the evening, or the day as 2026-11-26."""

    club: Club
    league: League | None

    def of(self, part: Part, sittings: Iterable[int]) -> Night:
        """The evening of a part. sittings are the tables to learn with that of the part, where it
        is not known yet."""
        if self.league is not None:
            if part.sitting not in self._evening_at:
                self.learn(sittings)
            return self._evening_at[part.sitting]
        known = self._days.get(part.opened_at)
        if known is None:
            moment = datetime.fromisoformat(part.opened_at)
            day = moment.astimezone(self.club.zone).date()
            known = self._days[part.opened_at] = Night(day, "", day.isoformat())
        return known

    def learn(self, sittings: Iterable[int]) -> Mapping[int, Night]:
        """Reads which evenings these tables belong to. Gives the evenings of all that are known by
        now; tables of other seasons are not among them. Two queries at most."""
        rows = LeagueSitting.objects.filter(league=self.league, sitting__in=list(sittings))
        for sitting, evening in rows.values_list("sitting", "evening"):
            self._evening_at[sitting] = self._evenings[evening]
        return self._evening_at

    def named(self, ref: str) -> Night:
        if self.league is not None:
            return self._evenings[int(ref)]
        return Night(date.fromisoformat(ref), "", ref)

    def ref_of(self, night: Night) -> str:
        if self.league is None:
            return night.key
        return next(str(pk) for pk, known in self._evenings.items() if known == night)

    def evening_refs(self) -> list[str]:
        return [str(pk) for pk in self._evenings]

    def days_of(self, nights: Collection[Night]) -> set[str]:
        """The refs of the days from the first to the last on which tables of each of these evenings
        were opened. Two queries at most."""
        if self.league is None:
            return {night.key for night in nights}
        refs = [pk for pk, night in self._evenings.items() if night in nights]
        rows = LeagueSitting.objects.filter(evening__in=refs).order_by().values("evening")
        opened = rows.annotate(first=Min("sitting__opened_at"), last=Max("sitting__opened_at"))
        return days_between(opened.exclude(first=None).values_list("first", "last"), self.club.zone)

    @cached_property
    def season_days(self) -> Q:
        """The condition for shares of days on which tables of the season were opened, and some
        others. One query."""
        if self.league is None:
            return Q()
        rows = LeagueSitting.objects.filter(league=self.league)
        opened = rows.aggregate(first=Min("sitting__opened_at"), last=Max("sitting__opened_at"))
        if opened["first"] is None:
            return Q(pk=None)
        first, last = (opened[end].astimezone(self.club.zone) for end in opened)
        return Q(span__ref__range=(first.date().isoformat(), last.date().isoformat()))

    @cached_property
    def _days(self) -> dict[str, Night]:
        return {}

    @cached_property
    def _evenings(self) -> dict[int, Night]:
        """Those of the season, by primary key. One query."""
        rows = Evening.objects.filter(league=self.league)
        return {row.pk: Night(row.held_on, row.name, str(row.uuid), row.uuid) for row in rows}

    @cached_property
    def _evening_at(self) -> dict[int, Night]:
        return {}
