"""What the figures of the volte game mean.

Source: tarocco_volte.md §5, §6; the examples are those of tarocco_volte.md §11.
"""

from django.utils.translation import gettext_lazy as _

from clubs.listings.statistics.definitions import Chapter, Definition

VOLTE_CHAPTERS = (
    Chapter(
        "volte",
        _("Contracts and bases"),
        (
            Definition(
                "volte_contracts",
                _("Contracts won, lost and drawn"),
                _(
                    "A contract is won above the target and lost below it; exactly the target is "
                    "a draw, in which nothing is won and nothing lost."
                ),
                _("won + lost + drawn = contracts"),
                _("Target 41: with 47 the contract is won, with 40 lost, with 41 drawn."),
            ),
            Definition(
                "volte_success",
                _("Success of a taker"),
                _(
                    "The share of the contracts that were won. A draw is a contract that was not "
                    "won. The line beside a rate is where it would probably lie after very many "
                    "deals."
                ),
                _("won ÷ contracts"),
                _("Two won, one lost and one drawn: 2 of 4 = 50.0%."),
            ),
            Definition(
                "volte_base",
                _("Average base"),
                _(
                    "What a contract multiplies, in the mean: the distance from the target with "
                    "what the rules add to it. It has no sign: lost by 6 and won by 6 are 6 both. "
                    "A draw multiplies nothing and is left out."
                ),
                _("sum of the bases ÷ contracts won or lost"),
                _("Bases of 6 and 4 and one draw: (6 + 4) ÷ 2 = 5.00."),
            ),
            Definition(
                "volte_extras",
                _("Cappotti and declarations"),
                _(
                    "A cappotto is every trick for one side, of the taker or of the defence. "
                    "Declarations are all that were shown, also those that counted for nothing."
                ),
                _("how many there were"),
                _("Of one player those are counted that the player made or showed."),
            ),
        ),
    ),
)
