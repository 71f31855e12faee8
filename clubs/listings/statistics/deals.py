"""The list of the deals behind a number."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.choices import PROFILE_TITLES
from clubs.core.deals import DealRole
from clubs.core.games import DEFAULT_GAME
from clubs.dates import date_format
from clubs.listings.people import RIGHT, WIDE
from clubs.models import Deal, DealKind
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
    return date_format(day, "j N Y")


def night_words(day: date, name: str) -> str:
    """ "12 Sept. 2025", and the name of the evening where it has one."""
    return f"{_day_words(day)} · {name}" if name else _day_words(day)


def contract_context(record: Deal) -> dict[str, Any]:
    """A played deal of a game without contracts says which game that is."""
    is_other = record.kind == DealKind.PLAYED and not record.contract
    return {
        "game": WORDS[record.sitting.game].name if is_other else "",
        "label": contract_label(record.sitting.game, record.contract),
        "pips": usual_pips(record.sitting.game, record.contract),
        "result": result_text(record.made, record.margin),
    }


class DealListTable(tables.Table):
    """Deals as deal_rows gives them; without a player, `own` is left out."""

    date = tables.TemplateColumn(
        template_name="clubs/deals/pages/_deal_date.html", verbose_name=_("Deal"), empty_values=()
    )
    taker = tables.Column(accessor="taker__name", verbose_name=_("Taker"), default="–", attrs=WIDE)
    contract = tables.TemplateColumn(
        template_name="clubs/deals/pages/_deal_contract.html",
        verbose_name=_("Contract"),
        empty_values=(),
        extra_context=contract_context,
    )
    own = tables.TemplateColumn(
        template_name="clubs/charts/_figure.html", verbose_name=_("Score"), attrs=RIGHT
    )

    class Meta:
        orderable = False
        attrs = {"class": "tbl px dense figures-tbl"}

    caption = _("Deals")
