"""What every figure of the statistics means: in words, as a formula, and with an example.

The examples are those of the leagues specification (sections 3.2, 4.1 to 4.4 and 6), which the
tests of the figures themselves hold.
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


CHAPTERS = (
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
                _("What somebody wins in a deal in the mean, so that who comes seldom can lead."),
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
                    "Each evening gives points by the place at its end; who shares a place shares "
                    "the points."
                ),
                _("sum of the points of all evenings"),
                _(
                    "With 10, 6, 4, 3, 2, 1 points Anne, second, twice first and third, has 6 + 10 "
                    "+ 10 + 4 = 30. Two who tie for the first place get 8 each."
                ),
            ),
        ),
    ),
    Chapter(
        "player",
        _("A player"),
        (
            Definition(
                "deals",
                _("Deals played"),
                _(
                    "Deals in which somebody held cards, as taker, as partner or in defence. Deals "
                    "taken back and those sat out do not count."
                ),
                _("taken + partnered + defended"),
                _("Anne: 6 + 1 + 11 = 18."),
            ),
            Definition(
                "take_rate",
                _("How often somebody takes"),
                _("The share of the deals played that somebody took."),
                _("taken ÷ deals"),
                _("Anne: 6 of 18 = 33.3%."),
            ),
            Definition(
                "take_share",
                _("Takes against the equal share"),
                _(
                    "How many takes it would be if all at the table took equally often. At a table "
                    "of four that is a quarter of the deals."
                ),
                _("sum over the deals of 1 ÷ players in the deal"),
                _("Anne’s equal share is 4.25 takes; her 6 are 1.41 times that."),
            ),
            Definition(
                "success_rate",
                _("Contracts made"),
                _(
                    "A contract is made when the attack reaches the points that its oudlers ask "
                    "for: 56, 51, 41 or 36."
                ),
                _("made ÷ taken"),
                _("Anne: 5 of 6 = 83.3%."),
            ),
            Definition(
                "success_interval",
                _("The line beside a rate (interval of 95%)"),
                _(
                    "Where the rate would probably lie after very many deals. Few takes give a "
                    "long line: such a rate says little yet. Lists are ordered by its lower end, "
                    "so that three of three do not lead forty of fifty."
                ),
                _("Wilson: (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n), z = 1.96"),
                _("5 of 6: 43.6% to 97.0%. 3 of 3 begins at 43.8%, 40 of 50 at 67.0%."),
            ),
            Definition(
                "margin_mean",
                _("Average difference"),
                _(
                    "By how many card points the contracts of somebody were made or failed in the "
                    "mean, halves included."
                ),
                _("mean of (points of the attack − points needed)"),
                _("Anne: (8 + 3 + 9 + 16 + 5 − 2) ÷ 6 = 6.50."),
            ),
            Definition(
                "daring",
                _("Daring"),
                _(
                    "How high somebody plays: prise counts 1, garde 2, garde sans 4, garde contre "
                    "6."
                ),
                _("mean multiplier of the takes"),
                _("Anne: two prises, three gardes, one garde contre: (2·1 + 3·2 + 6) ÷ 6 = 2.33."),
            ),
            Definition(
                "defence_rate",
                _("Contracts beaten in defence"),
                _("How often the taker failed when somebody defended."),
                _("contracts beaten ÷ deals in defence"),
                _("Anne: 3 of 11 = 27.3%."),
            ),
            Definition(
                "score_mean",
                _("Mean score, by role"),
                _("What a deal brings in the mean: over all, as taker, as partner, in defence."),
                _("sum of scores ÷ deals of that role"),
                _("Anne: 42.56 over all; 190.17 as taker, −58.00 as partner, −28.82 in defence."),
            ),
            Definition(
                "score_sd",
                _("Spread of the scores"),
                _(
                    "How far the scores of single deals lie from their mean: who plays high has a "
                    "large one."
                ),
                _("√(Σ (score − mean)² ÷ (deals − 1))"),
                _("Anne: 161.55, with a best deal of 540 and a worst of −116."),
            ),
            Definition(
                "runs",
                _("Runs and droughts"),
                _(
                    "Contracts made, or failed, one after the other, in order of play; and the "
                    "most deals played in a row without taking."
                ),
                _("longest row of takes of one result"),
                _("Anne made five in a row, then failed one: longest run 5, and now one failed."),
            ),
            Definition(
                "evenings",
                _("Evenings, wins, podiums"),
                _(
                    "Evenings with at least one counted deal; those ended first; those ended among "
                    "the first three."
                ),
                _("rank 1; rank 1 to 3"),
                _("Anne: 4 evenings, 2 won, 4 on the podium."),
            ),
            Definition(
                "comeback",
                _("Comeback"),
                _(
                    "The largest deficit in the running total of an evening that still ended at "
                    "zero or better."
                ),
                _("lowest running total of such an evening"),
                _("Who stood at −180 and ended the evening at +20 came back from 180."),
            ),
        ),
    ),
    Chapter(
        "club",
        _("The club"),
        (
            Definition(
                "stake",
                _("Stake"),
                _(
                    "What one defender pays the attack, or gets from it when the contract fails. "
                    "Means of stakes say how much is at play, whoever wins."
                ),
                _("(25 + difference) × multiplier + bonuses"),
                _("Garde made by 9: (25 + 9) × 2 = 68."),
            ),
            Definition(
                "seat_share",
                _("Takes by seat"),
                _(
                    "Who takes, by the distance from the dealer. If all places took equally often, "
                    "each of four would have 25%."
                ),
                _("takes from that place ÷ all takes"),
                _("3 takes of 12 from the first place are 25.0%."),
            ),
            Definition(
                "attendance",
                _("Attendance by month (players an evening)"),
                _("How many players an evening of that month had in the mean."),
                _("sum of the players of each evening ÷ evenings"),
                _("Two evenings with 4 and 5 players: 4.5."),
            ),
        ),
    ),
    Chapter(
        "partners",
        _("Partners (tables with a called card)"),
        (
            Definition(
                "stake_mean",
                _("Stake together, stake with others"),
                _(
                    "The mean stake of the deals in which two people were the attack; and of those "
                    "in which exactly one of them was in an attack of two."
                ),
                _("sum of stakes ÷ deals"),
                _("Anne and Bob together: (68 − 58) ÷ 2 = 5.00; with others: 102."),
            ),
            Definition(
                "synergy",
                _("Synergy"),
                _(
                    "Above zero two people earn more a defender together than apart, below zero "
                    "less."
                ),
                _("stake together − stake with others"),
                _("Anne and Bob: 5.00 − 102 = −97.00. Anne and Eva: 102 − 11.67 = 90.33."),
            ),
            Definition(
                "shrunk",
                _("Weighed synergy"),
                _(
                    "The synergy, drawn towards zero as long as there are few deals together; "
                    "lists are ordered by it. A pair with fewer than five deals is grey and has no "
                    "rank."
                ),
                _("synergy × k ÷ (k + 10), k deals together"),
                _("Anne and Bob: −97.00 × 2 ÷ 12 = −16.17. Anne and Eva: 90.33 × 1 ÷ 11 = 8.21."),
            ),
        ),
    ),
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
                _("Before thirty deals together nobody is named."),
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
                    "The line of the chart is the estimate without caution; the band is where the "
                    "strength most probably lies."
                ),
                _("estimate ± 2σ"),
                _("At the start 2000, from 1333 to 2667."),
            ),
        ),
    ),
)
