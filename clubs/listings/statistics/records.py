"""The records as their page prints them: a card each, which leads to its deal or its deals.

Source: leagues.md §4.5.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.core.deals import DealRole
from clubs.dates import date_format
from clubs.models import Player
from clubs.numbers import grouped_number, half_number
from clubs.queries.deals.breakdown import contract_label
from clubs.queries.statistics.bests import (
    CLOSEST,
    COMEBACK,
    DEAL,
    EVENING,
    FAILED,
    MADE,
    TAKES,
)
from clubs.queries.statistics.deal_filters import DealLinks, links_of
from clubs.queries.statistics.highlights import BestPair
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.record_rows import RAREST, RUN, BestOf
from clubs.queries.statistics.records import RecordBook

TITLES: Mapping[str, Any] = {
    DEAL: gettext_lazy("Highest deal"),
    RUN: gettext_lazy("Contracts made in a row"),
    COMEBACK: gettext_lazy("Biggest comeback, from below zero"),
    EVENING: gettext_lazy("Best evening"),
    TAKES: gettext_lazy("Most takes in an evening"),
    CLOSEST: gettext_lazy("Closest evening"),
    MADE: gettext_lazy("Contract made by the widest margin"),
    FAILED: gettext_lazy("Contract failed by the widest margin"),
    RAREST: gettext_lazy("Rarest contract made"),
}
WORST: Mapping[str, Any] = {
    DEAL: gettext_lazy("Your worst deal"),
    EVENING: gettext_lazy("Your worst evening"),
    RUN: gettext_lazy("Your contracts failed in a row"),
}


@dataclass(frozen=True, slots=True)
class RecordCard:
    """figure is printed as it is, score as a score; note says what it counts. who is None where
    nobody is named, and names are those of several; only_you: nobody else sees the card."""

    title: Any
    url: str
    day: str
    figure: str = ""
    score: int | None = None
    note: str = ""
    who: Player | None = None
    only_you: bool = False
    names: str = ""


def pair_card(pair: BestPair, population: Population) -> RecordCard:
    """Of the pair of a month; its deals are those that both attacked together."""
    return RecordCard(
        _("Pair of the month"),
        links_of(population, pair.a).to(partner=pair.b.uuid),
        "",
        figure=_("%(made)s of %(taken)s") % {"made": pair.success.hits, "taken": pair.success.base},
        note=_("contracts made together"),
        names=_("%(one)s and %(other)s") % {"one": pair.a.name, "other": pair.b.name},
    )


def record_cards(
    book: RecordBook,
    population: Population,
    *,
    viewer: Player | None = None,
    player: Player | None = None,
    of_group: bool = False,
) -> "RecordCards":
    links = links_of(population, player)
    return RecordCards(book, links, population.game, viewer, player, of_group)


@dataclass(frozen=True, slots=True)
class RecordCards:
    """The cards of a record book. links lead to the deals of the population, those of one player
    where it is asked for. of_group: the book is of a few, who would be guessed."""

    book: RecordBook
    links: DealLinks
    game: str
    viewer: Player | None
    player: Player | None = None
    of_group: bool = False

    def __iter__(self) -> Iterator[RecordCard]:
        for name in TITLES:
            best = self.book.records.get(name)
            if best is not None and self._may_be_told(best):
                card = self.card(best)
                is_own = best.player == self.viewer
                is_secret = name == FAILED
                yield replace(card, who=None, only_you=is_own) if is_secret else card
        for name, title in WORST.items():
            if best := self.book.own_worst.get(name):
                yield replace(self.card(best), title=title, only_you=True)

    def _may_be_told(self, best: BestOf) -> bool:
        """The failed contracts of one player are for that player alone, and those of a group for
        who failed."""
        if best.name != FAILED or best.player == self.viewer:
            return True
        return self.player is None and not self.of_group

    def slams(self) -> list[RecordCard]:
        return [
            RecordCard(
                "",
                _deal_url(best),
                _day(best),
                note=contract_label(self.game, best.contract),
                who=best.player,
            )
            for best in self.book.slams
        ]

    def card(self, best: BestOf) -> RecordCard:
        tell = {
            DEAL: self._deal,
            MADE: self._margin,
            FAILED: self._margin,
            RAREST: self._rarest,
            RUN: self._run,
            CLOSEST: self._closest,
        }.get(best.name, self._evening)
        return replace(tell(best), who=best.player)

    def _deal(self, best: BestOf) -> RecordCard:
        return RecordCard(TITLES[DEAL], _deal_url(best), _day(best), score=int(best.value))

    def _margin(self, best: BestOf) -> RecordCard:
        above = best.name == MADE
        return RecordCard(
            TITLES[best.name],
            _deal_url(best),
            _day(best),
            figure=half_number(abs(int(2 * Fraction(best.value)))),
            note=", ".join(
                [
                    _("points above the contract") if above else _("points below the contract"),
                    contract_label(self.game, best.contract),
                ]
            ),
        )

    def _rarest(self, best: BestOf) -> RecordCard:
        times = ngettext("made %(count)s time", "made %(count)s times", best.counted)
        parts = [times % {"count": grouped_number(best.counted)}]
        if best.oudlers is not None:
            oudlers = ngettext("with %(count)s oudler", "with %(count)s oudlers", best.oudlers)
            parts.insert(0, oudlers % {"count": best.oudlers})
        return RecordCard(
            TITLES[RAREST],
            _deal_url(best),
            _day(best),
            figure=contract_label(self.game, best.contract),
            note=", ".join(parts),
        )

    def _run(self, best: BestOf) -> RecordCard:
        since, until = best.day_span
        day = _day(best)
        if best.until is not None and best.until != best.night:
            last = date_format(best.until.held_on, "j F Y")
            day = _("%(first)s to %(last)s") % {"first": day, "last": last}
        url = self._deals(best, role=DealRole.TAKER, since=since, until=until)
        if best.until is None:  # a run of failed ones has no days
            url = self._deals(best, role=DealRole.TAKER, made="no")
            day = ""
        return RecordCard(TITLES[RUN], url, day, figure=grouped_number(best.value))

    def _closest(self, best: BestOf) -> RecordCard:
        note = ngettext(
            "points between the first and the last of %(count)s player",
            "points between the first and the last of %(count)s players",
            best.counted,
        ) % {"count": best.counted}
        return RecordCard(
            TITLES[CLOSEST],
            self._night(best),
            _day(best),
            figure=grouped_number(best.value),
            note=note,
        )

    def _evening(self, best: BestOf) -> RecordCard:
        card = RecordCard(TITLES[best.name], self._night(best), _day(best))
        if best.name == EVENING:
            return replace(card, score=int(best.value))
        return replace(card, figure=grouped_number(best.value))

    def _night(self, best: BestOf) -> str:
        """The deals of an evening."""
        role = DealRole.TAKER if best.name == TAKES else None
        if best.night.uuid is not None:
            return self._deals(best, role=role, evening=best.night.uuid)
        day = best.night.held_on.isoformat()
        return self._deals(best, role=role, since=day, until=day)

    def _deals(self, best: BestOf, **filters: object) -> str:
        return self.links.to(**{"player": best.player and best.player.uuid, **filters})


def _deal_url(best: BestOf) -> str:
    return reverse("deal_detail", args=[best.table, best.number])


def _day(best: BestOf) -> str:
    return date_format(best.night.held_on, "j F Y")
