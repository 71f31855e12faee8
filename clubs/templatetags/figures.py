"""How statistics are printed: rates with their base, means, links to the deals behind a number.

Source: leagues.md §4: rates in % to 1 decimal, means to 2, "–" without a base.
"""

from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs.core.measures import Rate, rounded
from clubs.numbers import NONE
from clubs.queries.statistics.deal_filters import DealLinks
from clubs.templatetags.feutre import grouped, score

register = template.Library()

Exact = int | float | Fraction


@register.filter
def percent(value: Rate | Exact | None, digits: int = 1) -> str:
    """ "83.3 %" of 5/6; "–" of nothing."""
    share = value.value if isinstance(value, Rate) else value
    if share is None:
        return NONE
    figure = grouped(share * 100, digits)
    return gettext("%(rate)s%%") % {"rate": figure}


@register.filter
def of_base(rate: Rate) -> str:
    """ "5 of 6"."""
    return gettext("%(hits)s of %(base)s") % {
        "hits": grouped(rate.hits),
        "base": grouped(rate.base),
    }


@register.filter
def interval(rate: Rate) -> str:
    """Wilson's interval in words, for a rate with a base."""
    if rate.interval is None:
        return NONE
    low, high = rate.interval
    return gettext("95%% interval: %(low)s to %(high)s") % {
        "low": percent(low),
        "high": percent(high),
    }


@register.filter
def fixed(value: Exact | None, digits: int = 2) -> str:
    """A mean without a sign of plus."""
    return NONE if value is None else grouped(value, digits)


@register.simple_tag
def mean_score(value: Exact | None, classes: str = "", digits: int = 2) -> SafeString:
    """A mean of scores for eye and ear."""
    if value is None:
        return format_html('<span class="num {}">{}</span>', classes, NONE)
    return score(to_decimal(value, digits), classes, digits)


def to_decimal(value: Exact, digits: int) -> Decimal:
    return rounded(Fraction(value) if isinstance(value, int) else value, digits)


@register.simple_tag
def deals_link(links: DealLinks, **filters: object) -> str:
    """To the deals behind a number: {% deals_link links role="taker" contract="garde" %}."""
    return links.to(**filters)
