"""The list of the deals behind a number."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.choices import PROFILE_TITLES
from clubs.core.deals import DealRole
from clubs.core.games import DEFAULT_GAME
from clubs.dates import date_format
from clubs.listings.people import RIGHT, WIDE
from clubs.models import Deal, DealKind
from clubs.numbers import NONE
from clubs.queries.deals.breakdown import contract_label, has_contract, result_text, usual_pips
from clubs.queries.games import WORDS
from clubs.queries.statistics.deal_filters import (
    CHELEM,
    FACTS,
    PETIT_LOST,
    PETIT_WON,
    POIGNEE,
    DealFilter,
)
from clubs.templatetags.feutre import pips, score

ROLE_WORDS = {
    DealRole.TAKER.value: _("as taker"),
    DealRole.PARTNER.value: _("as partner"),
    DealRole.DEFENDER.value: _("in defence"),
    DealRole.PLAYER.value: _("only the scores are known"),
}
RESULT_WORDS = {True: _("contract made"), False: _("contract failed")}
BONUS_WORDS = {
    POIGNEE: _("poignée shown"),
    PETIT_WON: _("Petit at the end won"),
    PETIT_LOST: _("Petit at the end lost"),
    CHELEM: _("slam made"),
}


def filter_words(wanted: DealFilter) -> list[str]:
    """What cuts the list down, each a few words; the player is in its title."""
    return [str(word) for word in _filter_labels(wanted) if word]


def _filter_labels(wanted: DealFilter) -> Iterator[Any]:
    population = wanted.population
    yield population.game != DEFAULT_GAME and WORDS[population.game].name
    yield population.league and population.league.name
    yield wanted.evening and night_words(wanted.evening.held_on, wanted.evening.name)
    yield population.since and gettext("from %(day)s") % {"day": _day_words(population.since)}
    yield population.until and gettext("until %(day)s") % {"day": _day_words(population.until)}
    yield population.size and gettext("%(count)s players") % {"count": population.size}
    yield population.rules and PROFILE_TITLES.get(population.rules, population.rules)
    yield ROLE_WORDS.get(wanted.role)
    if has_contract(population.game, wanted.contract):
        yield contract_label(population.game, wanted.contract)
    else:  # of another game: nothing fits, and its code says why
        yield wanted.contract
    if wanted.oudlers is not None:
        count = {"count": wanted.oudlers}
        yield ngettext("%(count)s oudler", "%(count)s oudlers", wanted.oudlers) % count
    if wanted.position is not None:
        yield gettext("taker speaks as number %(place)s") % {"place": wanted.position}
    yield None if wanted.is_made is None else RESULT_WORDS[wanted.is_made]
    yield BONUS_WORDS.get(wanted.bonus)
    if wanted.fact:
        fact = FACTS[wanted.fact]
        yield gettext("%(head)s: %(label)s") % {"head": fact.head, "label": fact.label}
    yield wanted.partner and gettext("together with %(name)s") % {"name": wanted.partner.name}
    if wanted.opponent is not None:
        name = {"name": wanted.opponent.name}
        words = gettext("facing %(name)s") if wanted.is_facing else gettext("with %(name)s")
        yield words % name


def _day_words(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def night_words(day: date, name: str) -> str:
    """ "12 Sept. 2025", and the name of the evening where it has one."""
    return f"{_day_words(day)} · {name}" if name else _day_words(day)


def _contract_words(deal: Deal) -> tuple[str, str]:
    """The contract of a deal; else, of a played one of a game without contracts, which game that
    is."""
    game = deal.sitting.game
    label = contract_label(game, deal.contract)
    is_other = deal.kind == DealKind.PLAYED and not deal.contract
    return label, str(WORDS[game].name) if is_other else ""


@dataclass(frozen=True, slots=True)
class DealLine:
    """The texts of a row. moment is when the table was opened, as programs write it, and day in
    words; own the score of the player whose deals these are."""

    address: str
    moment: str
    day: str
    called: str
    taker: str
    contract: str
    pips: SafeString
    result: str
    game: str
    own: SafeString | str


class DealListTable(tables.Table):
    """Deals as filtered_deals gives them, the newest first; without a player, `own` is left out.
    Its template prints whole rows.

    All deals of a club are sorted by their index alone: by date."""

    date = tables.Column(
        verbose_name=_("Deal"),
        empty_values=(),
        order_by=("sitting__opened_at", "sitting_id", "number"),
        initial_sort_descending=True,
    )
    taker = tables.Column(
        accessor="taker__name", verbose_name=_("Taker"), attrs=WIDE, orderable=False
    )
    contract = tables.Column(verbose_name=_("Contract"), empty_values=(), orderable=False)
    own = tables.Column(
        verbose_name=_("Score"),
        attrs=RIGHT,
        order_by=("own", "sitting__opened_at", "sitting_id", "number"),
        initial_sort_descending=True,
    )

    class Meta:
        attrs = {"class": "tbl px dense figures-tbl deal-lines"}
        template_name = "clubs/deals/pages/_deal_list.html"

    caption = _("Deals")

    def lines(self) -> Iterator[DealLine]:
        """The rows of the page."""
        shows_own = "own" in self.columns.names()
        # A page has few days, contracts and results, each many times.
        in_words, result = cache(_day_words), cache(result_text)
        dots = cache(lambda game, contract: pips(usual_pips(game, contract)))
        for row in self.paginated_rows:
            deal = row.record
            sitting = deal.sitting
            opened_at = localtime(sitting.opened_at)
            contract, game = _contract_words(deal)
            where = {"table": sitting.called, "number": deal.number}
            yield DealLine(
                address=reverse("deal_detail", args=[sitting.uuid, deal.number]),
                moment=opened_at.isoformat(),
                day=in_words(opened_at.date()),
                called=gettext("%(table)s, deal %(number)s") % where,
                taker=deal.taker.name if deal.taker else NONE,
                contract=contract,
                pips=dots(sitting.game, deal.contract),
                result=result(deal.made, deal.margin) if contract else "",
                game=game,
                own=score(deal.own, "strong") if shows_own else "",
            )
