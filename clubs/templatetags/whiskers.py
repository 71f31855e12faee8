"""Statistics of a club in a line: intervals drawn from 0 to 100 %, contracts, card points."""

from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs.core.measures import Rate
from clubs.queries.deals.breakdown import contract_label
from clubs.templatetags.feutre import half_points
from clubs.templatetags.figures import percent

register = template.Library()


@register.simple_tag
def whisker(rate: Rate) -> SafeString:
    """The rate as a point and its 95 % interval as a line with ends; the mark is at one half."""
    if rate.interval is None or rate.value is None:
        return SafeString()
    low, high = rate.interval
    words = gettext("95 %% interval: %(low)s to %(high)s") % {
        "low": percent(low),
        "high": percent(high),
    }
    return format_html(
        '<svg class="whisk" viewBox="-4 0 108 14" role="img">'
        "<title>{words}</title>"
        '<path class="half" d="M50 1v12"></path>'
        '<path d="M{low} 7H{high}M{low} 3.5v7M{high} 3.5v7"></path>'
        '<circle cx="{at}" cy="7" r="3.4"></circle></svg>',
        words=words,
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
        at=f"{100 * float(rate.value):.1f}",
    )


@register.filter
def contract_words(contract: str, game: str) -> str:
    return contract_label(game, contract)


@register.filter
def half_card_points(points: Fraction) -> str:
    """Card points with their halves: 40½."""
    return half_points(int(2 * points))
