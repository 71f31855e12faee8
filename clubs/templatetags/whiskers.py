"""Statistics of a club in a line: intervals drawn from 0 to 100 %."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs.core.measures import Rate
from clubs.templatetags.figures import interval, percent

register = template.Library()


# From 0 to 100 with room for a dot at either end; marks at both ends and at one half.
_RAIL = (
    '<path class="rail" d="M0 7H100M0 4v6M100 4v6"></path><path class="half" d="M50 1v12"></path>'
)


@register.simple_tag
def whisker(rate: Rate) -> SafeString:
    """The rate as a dot and its 95 % interval as a line with ends, on a rail from 0 to 100 %."""
    if rate.interval is None or rate.value is None:
        return SafeString()
    low, high = rate.interval
    return format_html(
        '<svg class="whisk" viewBox="-4 0 108 14" role="img">'
        "<title>{words}</title>"
        "{rail}"
        '<path d="M{low} 7H{high}M{low} 3v8M{high} 3v8"></path>'
        '<circle cx="{at}" cy="7" r="3.4"></circle></svg>',
        words=interval(rate),
        rail=SafeString(_RAIL),
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
        at=f"{100 * float(rate.value):.1f}",
    )


@register.simple_tag
def whisker_head(label: str) -> SafeString:
    """The head of rates with whiskers: the scale of all rows stands where their rails lie."""
    return format_html(
        '<span class="rate">{label}</span> '
        '<svg class="whisk whisk-head" viewBox="-4 0 108 14" role="img"><title>{words}</title>'
        '<text x="0" y="10.5">0</text><text x="50" y="10.5">50</text>'
        '<text x="100" y="10.5">{all}</text>'
        "</svg>",
        label=label,
        words=gettext("scale of the lines: 0 to 100%"),
        all=percent(1, 0),
    )
