"""What stands together where a tournament is set up: sections of its form, and groups of sections
on the page of its settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from clubs.core.tournaments.settings import TournamentTieBreak
from clubs.queries.tournaments.plan import SHOWN_WORDS

TIES = tuple(f"tie_{place}" for place in range(1, len(TournamentTieBreak) + 1))
SHOWS = tuple(SHOWN_WORDS)


@dataclass(frozen=True, slots=True)
class Section:
    """Fields of one subject. The names of one row stand side by side where there is room."""

    title: Any
    rows: Sequence[Sequence[str]]
    hint: Any = ""

    @property
    def names(self) -> list[str]:
        return [name for row in self.rows for name in row]


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section with the fields of a form that it shows."""

    code: str
    title: Any
    hint: Any
    rows: Sequence[Sequence[BoundField]]


@dataclass(frozen=True, slots=True)
class SectionGroup:
    """Sections that the page of the settings folds into one."""

    title: Any
    icon: str
    sections: Sequence[str]

    @property
    def names(self) -> list[str]:
        return [name for code in self.sections for name in SECTIONS[code].names]


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group with its sections. summary says in a line what it holds; is_fixed: nothing can
    change."""

    code: str
    title: Any
    icon: str
    summary: str
    sections: Sequence[ShownSection]
    is_fixed: bool
    has_errors: bool


SECTIONS: Mapping[str, Section] = {
    "tournament": Section(_("The tournament"), [["name"], ["starts_at", "place"]]),
    "tables": Section(
        _("At the tables"), [["leftovers"], ["five_player_form"], ["slip_mode"], ["rules"]]
    ),
    "rounds": Section(
        _("Rounds and time"),
        [["rounds_planned", "deals_per_round", "round_minutes", "pause_minutes", "players"]],
    ),
    "seating": Section(_("Seating"), [["seating"], ["last_round", "separation"]]),
    "ties": Section(
        _("When two have the same total"),
        [TIES],
        _(
            "What decides first, then second, and so on. "
            "Where nothing decides, they share the rank."
        ),
    ),
    "missed": Section(
        _("Who does not play every round"),
        [
            ["leaver_policy", "late_ranking", "missed_round_score", "bye_points"],
            ["bye_average"],
        ],
    ),
    "teams": Section(_("Teams"), [["best_n"], ["best_member"]]),
    "parts": Section(_("Days"), [["parts"]]),
    "entering": Section(
        _("Registration"),
        [["capacity", "registration_closes_at", "check_in_closes_at"], ["fee", "currency"]],
    ),
    "slips": Section(_("Slips"), [["confirmations"], ["two_passes"], ["runs_on"]]),
    "public": Section(
        _("What everybody may see"),
        [[name] for name in SHOWS],
        _(
            "Without an account, on the page of the tournament. "
            "Addresses, licences and payments are never shown."
        ),
    ),
    "draw": Section(_("Draws and room"), [["table_numbers"], ["apart"], ["seed"]]),
}
GROUPS: Mapping[str, SectionGroup] = {
    "tournament": SectionGroup(_("The tournament"), "calendar", ["tournament"]),
    "rounds": SectionGroup(_("Rounds and time"), "clock", ["rounds"]),
    "tables": SectionGroup(_("Tables and slips"), "cards", ["tables", "slips"]),
    "seating": SectionGroup(_("Seating"), "swap", ["seating", "draw"]),
    "standings": SectionGroup(_("Standings"), "trophy", ["ties", "missed", "teams", "parts"]),
    "entering": SectionGroup(_("Registration"), "users", ["entering"]),
    "public": SectionGroup(_("What everybody may see"), "eye", ["public"]),
}
