"""A profile as its page prints it: parts with their words, and the charts.

Source: leagues.md §5.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from clubs.games.french.queries.counts import BIN
from clubs.games.french.queries.figures import MULTIPLIERS, Figures, PlayerTakes
from clubs.games.french.queries.profiles import Profile
from clubs.listings.statistics.evenings import evening_charts
from clubs.listings.statistics.figures import Figure, Series, rate_whiskers
from clubs.queries.deals.breakdown import short_contract

GAME = "french"  # whose contracts they are
MOST_COMPANY = 12  # players met, unless all are asked for


@dataclass(frozen=True, slots=True)
class TakesRow:
    """The takes of one kind, of a player or a club; share is of all takes of the club."""

    label: str
    part: Any
    pips: int = 0
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class TakesTable:
    """Takes by one property; name is how the address of the deals calls it."""

    title: str
    head: str
    name: str
    rows: Sequence[TakesRow]


def profile_part_tables(figures: Figures) -> list[TakesTable]:
    """Lists takes by contract, oudlers, table size and place in the bidding; empty tables are left
    out."""
    tables = [
        TakesTable(
            _("By contract"),
            _("Contract"),
            "contract",
            [
                TakesRow(short_contract(GAME, part.key), part, MULTIPLIERS.get(part.key, 0))
                for part in figures.by_contract
            ],
        ),
        TakesTable(
            _("By oudlers"), _("Oudlers"), "oudlers", _labelled_rows(figures.by_oudlers, str)
        ),
        TakesTable(_("By table size"), _("Players"), "size", _labelled_rows(figures.by_size, str)),
        TakesTable(
            _("By place in the bidding"),
            _("Bidding place"),
            "position",
            _labelled_rows(figures.by_position, str),
        ),
    ]
    return [table for table in tables if table.rows]


def _labelled_rows(parts: Iterable[PlayerTakes], label: Callable[[Any], str]) -> list[TakesRow]:
    return [TakesRow(label(part.key), part) for part in parts]


def profile_charts(profile: Profile, *, everything: bool = False) -> list[Figure]:
    """Those that have something to show."""
    figures, evenings = profile.figures, profile.evenings.rows
    charts = evening_charts(evenings, profile.player.name, everything=everything)
    if figures.by_contract:
        charts.append(_contract_whiskers(figures))
    if figures.margins:
        charts.append(_margin_histogram(figures))
    return charts


def _contract_whiskers(figures: Figures) -> Figure:
    """Rates with their intervals, in percent."""
    parts = figures.by_contract
    return rate_whiskers(
        "figure-contracts",
        _("Success by contract, with its 95% interval"),
        _("Contract"),
        [part.rate for part in parts],
        [short_contract(GAME, part.key) for part in parts],
    )


def _margin_histogram(figures: Figures) -> Figure:
    return Figure(
        key="figure-margins",
        kind="bars",
        title=_("Card points over or under the contract"),
        unit=_("takes"),
        head=_("Card points"),
        labels=[bin_words(low) for low, _count in figures.margins],
        series=[Series(_("Takes"), [count for _low, count in figures.margins])],
    )


def bin_words(low: int) -> str:
    """ "0 to 4"; with half points the bin reaches to just under the next one."""
    return _("%(low)s to %(high)s") % {
        "low": str(low).replace("-", "−"),
        "high": str(low + BIN - 1).replace("-", "−"),
    }
