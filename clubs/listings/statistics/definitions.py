"""What every figure of the statistics means: in words, as a formula, and with an example.

Here are those that all games share; each game has chapters of its own (clubs/views/games.py). The
examples are those of leagues.md §3.2, §4.4, §6, which the tests of the
figures themselves hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Definition:
    """One figure; key is where the page of definitions has it, so that pages can lead there."""

    key: str
    name: Any
    words: Any
    formula: Any
    example: Any


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: Any
    definitions: Sequence[Definition]


STANDINGS = (
    Chapter(
        "standings",
        _("Standings"),
        (
            Definition(
                "total",
                _("Sum of scores (the usual ranking)"),
                _("All scores of the season added up, and the penalties with them."),
                _("sum of the scores of all evenings"),
                _("Anne won 197, 199 and 497 and lost 127: 197 + 199 + 497 − 127 = 766."),
            ),
            Definition(
                "average",
                _("Average a deal (as a ranking)"),
                _("The mean won in a deal, so that somebody who comes seldom can lead."),
                _("sum of scores ÷ deals played"),
                _("Anne: 766 ÷ 18 deals = 42.56."),
            ),
            Definition(
                "evening_average",
                _("Average an evening (as a ranking)"),
                _("The same by evenings: one that was missed costs nothing."),
                _("sum of scores ÷ evenings attended"),
                _("Anne: 766 ÷ 4 evenings = 191.50."),
            ),
            Definition(
                "best_n",
                _("The best evenings"),
                _("Only the best evenings count, as many as the rules of the season say."),
                _("sum of the n best evenings"),
                _("With the two best ones Anne has 497 + 199 = 696."),
            ),
            Definition(
                "drop_worst",
                _("Without the worst evenings"),
                _(
                    "The worst evenings are left out; one that was missed is none of them, unless "
                    "the rules say what it counts."
                ),
                _("sum of all evenings − the worst of them"),
                _("Without her worst one Anne has 766 − (−127) = 893."),
            ),
            Definition(
                "place_points",
                _("Points for places"),
                _(
                    "Each evening gives points by the place at its end; players who share a place "
                    "share its points."
                ),
                _("sum of the points of all evenings"),
                _(
                    "With 10, 6, 4, 3, 2, 1 points Anne, second, twice first and third, has 6 + 10 "
                    "+ 10 + 4 = 30. Two who tie for the first place get 8 each."
                ),
            ),
        ),
    ),
)
TOGETHER = (
    Chapter(
        "versus",
        _("Head to head"),
        (
            Definition(
                "difference",
                _("Difference of scores"),
                _("By how many points one was ahead of the other in the deals that both played."),
                _("sum over those deals of (one’s score − the other’s)"),
                _("Anne against Bob, 14 deals: +632. Bob against Cléo: −517."),
            ),
            Definition(
                "paid",
                _("Paid on balance"),
                _(
                    "What the other paid as defender of one’s takes, less what one paid as "
                    "defender of theirs."
                ),
                _("stakes of own takes against the other − stakes of theirs"),
                _("Bob paid Anne 152 on balance; Bob has −158 with Cléo."),
            ),
            Definition(
                "evenings_balance",
                _("Evenings against each other"),
                _("Evenings at one table that one ended above the other, and below."),
                _("evenings above : evenings below"),
                _("Anne against Bob 2 : 1, Bob against Cléo 2 : 2."),
            ),
            Definition(
                "customer",
                _("Best customer and nemesis"),
                _(
                    "Who paid somebody most on balance, and who took most from them; both need 30 "
                    "deals in common."
                ),
                _("largest and smallest paid"),
                _("Names appear from thirty deals in common on."),
            ),
        ),
    ),
    Chapter(
        "rating",
        _("Rating"),
        (
            Definition(
                "rating_value",
                _("The number of the rating"),
                _(
                    "A guess of the strength from the order in which tables end, as cautious as it "
                    "is uncertain: it grows with the tables played while the doubt gets smaller."
                ),
                _("1000 + 40·(μ − 3σ)"),
                _("At the start μ = 25 and σ = 25/3: 1000 + 40·(25 − 25) = 1000."),
            ),
            Definition(
                "rating_margin",
                _("The numbers in brackets (rating)"),
                _(
                    "The estimate without caution and its margin, which gets smaller with the "
                    "tables played. The rating is the estimate less the margin."
                ),
                _("1000 + 40·μ ± 40·3σ"),
                _("At the start μ = 25 and σ = 25/3: 2000 ± 1000, and 2000 − 1000 = 1000."),
            ),
            Definition(
                "provisional",
                _("Provisional"),
                _("A rating is marked and listed apart while it says little."),
                _("fewer than 10 rated tables, or σ > 6.5"),
                _("After nine tables a rating is provisional, whatever its number."),
            ),
            Definition(
                "band",
                _("Estimate and band (rating)"),
                _(
                    "The line of the chart is the estimate without caution; the strength lies "
                    "almost certainly in the band. Its lower edge is the number of the rating."
                ),
                _("estimate ± margin"),
                _("At the start 2000, from 1000 to 3000."),
            ),
        ),
    ),
)
