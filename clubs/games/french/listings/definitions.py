"""What the figures of French tarot mean.

The examples are those of leagues.md §4.1, §4.2, §4.3, which the tests of the
figures themselves hold.
"""

from django.utils.translation import gettext_lazy as _

from clubs.listings.statistics.definitions import Chapter, Definition

FRENCH_CHAPTERS = (
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
                    "How far the scores of single deals lie from their mean. It is large for "
                    "players who often play for high stakes."
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
                _("A player who stood at −180 and ended the evening at +20 came back from 180."),
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
                _("Weighted synergy"),
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
)
