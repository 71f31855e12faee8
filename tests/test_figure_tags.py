"""How statistics are printed, in both languages."""

from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation

from clubs.core.measures import Rate
from clubs.queries.statistics.deal_filters import DealLinks
from clubs.templatetags import figures


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (Rate(5, 6), "83.3%", "83,3\N{NARROW NO-BREAK SPACE}%"),
        (Fraction(1, 800), "0.1%", "0,1\N{NARROW NO-BREAK SPACE}%"),
        (1, "100.0%", "100,0\N{NARROW NO-BREAK SPACE}%"),
        (Rate(0, 0), "–", "–"),
        (None, "–", "–"),
    ],
)
def test_percent(value, english, french):
    with translation.override("en"):
        assert figures.percent(value) == english
    with translation.override("fr"):
        assert figures.percent(value) == french


@pytest.mark.parametrize(
    ("value", "shown"),
    [(Fraction(383, 9), "42.56"), (Fraction(-1, 8), "−0.13"), (2.333, "2.33"), (None, "–")],
)
def test_means_are_rounded_half_away_from_zero(value, shown):
    with translation.override("en"):
        assert figures.fixed(value) == shown


def test_a_rate_tells_its_base_and_its_interval():
    with translation.override("en"):
        assert figures.of_base(Rate(1200, 2000)) == "1,200 of 2,000"
        assert figures.interval(Rate(5, 6)) == "95% interval: 43.6% to 97.0%"
        assert figures.interval(Rate(0, 0)) == "–"


def rendered(source: str, **context: object) -> str:
    return Template("{% load figures %}" + source).render(Context(context))


def test_a_mean_score_has_its_sign_and_its_words():
    with translation.override("en"):
        assert rendered("{% mean_score value %}", value=Fraction(-29, 2)) == (
            '<span class="num loss"><span aria-hidden="true">−14.50</span>'
            '<span class="vh">minus 14.50</span></span>'
        )
        assert rendered('{% mean_score value "strong" %}', value=None) == (
            '<span class="num strong">–</span>'
        )


def test_a_link_has_what_the_page_has_in_common():
    links = DealLinks("dole", {"player": "p", "size": "4"})

    # a later word wins, and what is None is not said
    assert rendered(
        '{% deals_link links role="taker" size=5 made=nothing %}', links=links, nothing=None
    ) == ("/c/dole/deals/?player=p&amp;size=5&amp;role=taker")
