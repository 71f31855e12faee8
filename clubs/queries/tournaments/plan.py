"""The plan of a tournament: when each round starts, how many tables of which size, in words.

Source: tournaments.md §5.1, §5.3 (what is offered instead).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.choices import problem_message
from clubs.core.games import Game
from clubs.core.seating.shapes import SeatingRefused
from clubs.core.seating.sizes import PLAYABLE, Leftovers, better_sizes, table_sizes
from clubs.core.tournaments.games import playable_sizes
from clubs.dates import date_format
from clubs.models import SlipMode, Tournament
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.tournaments import settings_of
from clubs.queries.tournaments.words import METHODS, TIE_BREAKS

TABLES_TOLD: Mapping[str, Any] = {
    Leftovers.THREES: gettext_lazy("Tables of 4 and 3"),
    Leftovers.FIVES: gettext_lazy("Tables of 4 and 5"),
    Leftovers.BYE: gettext_lazy("Tables of 4"),
}
SHOWN_WORDS: Mapping[str, Any] = {
    "shows_page": gettext_lazy("Programme and registration"),
    "shows_entries": gettext_lazy("Who has entered"),
    "shows_seating": gettext_lazy("Who sits where"),
    "shows_standings": gettext_lazy("Standings"),
    "shows_penalties": gettext_lazy("Reasons of penalties"),
}


@dataclass(frozen=True, slots=True)
class RoundSlot:
    """The planned time of a round."""

    number: int
    starts_at: datetime
    ends_at: datetime


def day_slots(starts_at: datetime, rounds: int, minutes: int, pause: int) -> list[RoundSlot]:
    """Rounds of so many minutes, with so many between two of them. Times are in UTC: minutes that
    pass, also where the clocks change."""
    slots = []
    for at in range(rounds):
        start = starts_at.astimezone(UTC) + at * timedelta(minutes=minutes + pause)
        slots.append(RoundSlot(at + 1, start, start + timedelta(minutes=minutes)))
    return slots


def programme(tournament: Tournament) -> list[RoundSlot]:
    """The rounds of a tournament as they are planned."""
    rounds = settings_of(tournament).rounds_planned or 0
    minutes, pause = tournament.round_minutes, tournament.pause_minutes
    return day_slots(tournament.starts_at, rounds, minutes, pause)


@dataclass(frozen=True, slots=True)
class TableSplit:
    """The split of so many players into tables. sizes: (players, tables), big tables first; problem
    says why there is no split, offered what would spare them a repeat. must_repeat: whatever the
    method, some meet again, since a table has more people than there are tables to come from."""

    players: int
    sizes: Sequence[tuple[int, int]] = ()
    byes: int = 0
    problem: str = ""
    offered: str = ""
    must_repeat: bool = False

    @property
    def table_count(self) -> int:
        return sum(count for _size, count in self.sizes)

    @property
    def words(self) -> str:
        """ "2 tables of 4, 1 table of 3"."""
        return sizes_words(self.sizes)


def sizes_words(sizes: Sequence[tuple[int, int]]) -> str:
    parts = (
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        % {"count": count, "size": size}
        for size, count in sizes
    )
    return ", ".join(parts)


def tables_for(
    players: int, leftovers: Leftovers, rounds: int = 1, playable: Collection[int] = PLAYABLE
) -> TableSplit:
    """The split of one round, or why there is none; playable: sizes that a table may have."""
    try:
        sizes = table_sizes(players, leftovers, playable)
    except SeatingRefused as refusal:
        return TableSplit(players, problem=problem_message(refusal.problems[0]))
    better = better_sizes(players, rounds, playable)
    byes = players - sum(sizes)
    return TableSplit(
        players,
        size_counts(sizes),
        byes=byes,
        must_repeat=rounds > 1 and max(sizes) > len(sizes) + byes,
        offered=sizes_words(size_counts(better)) if better and better != sizes else "",
    )


def size_counts(sizes: Iterable[int]) -> list[tuple[int, int]]:
    """(players, tables), big tables first; empty tables are passed over."""
    return sorted(Counter(filter(None, sizes)).items(), reverse=True)


@dataclass(frozen=True, slots=True)
class PlanPreview:
    """The preview beside the form: sentences, rounds with their times, tables."""

    sentences: Sequence[str]
    slots: Sequence[RoundSlot]
    tables: TableSplit | None

    @property
    def ends_at(self) -> datetime | None:
        return self.slots[-1].ends_at if self.slots else None


def plan_preview(typed: Mapping[str, Any], game: Game) -> PlanPreview:
    """The preview of the values typed so far. Keys are those of the form; any may be missing or
    None."""
    slots: list[RoundSlot] = []
    starts_at, rounds = typed.get("starts_at"), typed.get("rounds_planned")
    if starts_at and rounds and (minutes := typed.get("round_minutes")):
        slots = day_slots(starts_at, rounds, minutes, typed.get("pause_minutes") or 0)
    tables = None
    if (players := typed.get("players") or 0) >= min(PLAYABLE) and typed.get("leftovers"):
        leftovers, count = Leftovers(typed["leftovers"]), typed.get("rounds_planned") or 1
        tables = tables_for(players, leftovers, count, playable_sizes(game))
    return PlanPreview(list(_plan_sentences(typed)), slots, tables)


def _plan_sentences(typed: Mapping[str, Any]) -> Iterator[str]:
    """The sentences of the preview, from the values that are there."""
    if starts_at := typed.get("starts_at"):
        yield moment_words(starts_at) + (f", {typed['place']}" if typed.get("place") else "")
    rounds, deals = typed.get("rounds_planned"), typed.get("deals_per_round")
    if rounds and deals:
        yield rounds_words(rounds, deals)
    if "tie_breaks" in typed:
        yield _ties_words(typed["tie_breaks"])


def group_lines(typed: Mapping[str, Any]) -> dict[str, list[str]]:
    """The settings of each group in few words. Keys of typed are those of the form, any may be
    missing or None; rules: their title."""

    def words(name: str, tell: Callable[[Any], Any]) -> list[str]:
        return [str(tell(typed[name]))] if typed.get(name) else []

    rounds, deals = typed.get("rounds_planned"), typed.get("deals_per_round")
    shown = [str(label) for name, label in SHOWN_WORDS.items() if typed.get(name)]
    return {
        "tournament": [*words("starts_at", moment_words), *words("place", str)],
        "rounds": [
            *([rounds_words(rounds, deals)] if rounds and deals else []),
            *words("round_minutes", _minutes_words),
        ],
        "tables": [
            *words("leftovers", TABLES_TOLD.get),
            *words("slip_mode", lambda mode: SlipMode(mode).label),
            *words("rules", str),
        ],
        "seating": words(
            "seating", lambda method: capfirst(str(METHODS.get(method, _("listed round by round"))))
        ),
        "standings": [_ties_words(typed["tie_breaks"])],
        "entering": [
            *(words("capacity", _places_words) or [_("Any number of players")]),
            *words("fee", lambda fee: amount_text(fee, typed.get("currency") or "")),
        ],
        "public": shown or [_("Nothing")],
    }


def _minutes_words(minutes: int) -> str:
    return _("%(count)s min a round") % {"count": minutes}


def _places_words(count: int) -> str:
    return ngettext("%(count)s place", "%(count)s places", count) % {"count": count}


def moment_words(moment: datetime) -> str:
    """ "Saturday 21 November 2026, 14:00", in the zone of the page."""
    local = localtime(moment)
    return capfirst(f"{date_format(local, 'l j F Y')}, {date_format(local, 'H:i')}")


def rounds_words(rounds: int, deals: int) -> str:
    """ "5 rounds of 4 deals"."""
    of_deals = ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}
    text = ngettext("%(count)s round of %(deals)s", "%(count)s rounds of %(deals)s", rounds)
    return text % {"count": rounds, "deals": of_deals}


def _ties_words(ties: Sequence[str]) -> str:
    if not ties:
        return _("Ranked by total score. Equal totals share the rank.")
    names = ", ".join(str(TIE_BREAKS[tie]) for tie in ties)
    return _("Ranked by total score. Between equal totals: %(ties)s.") % {"ties": names}
