"""What the figures of Tarocco bolognese mean.

Source: bolognese.md §10.
"""

from django.utils.translation import gettext_lazy as _

from clubs.listings.statistics.definitions import Chapter, Definition

BOLOGNESE_CHAPTERS = (
    Chapter(
        "bolognese",
        _("Matches and totals"),
        (
            Definition(
                "bolognese_matches",
                _("Matches won, drawn and lost"),
                _(
                    "Only matches that were decided count. A match that was never finished is in "
                    "the figures of the deals and in no standings."
                ),
                _("won + drawn + lost = matches"),
                _("Three matches, two won and one drawn: won 66.7%."),
            ),
            Definition(
                "bolognese_difference",
                _("Difference of totals"),
                _(
                    "By how much the own pair ended above the other, added up over the matches; "
                    "both players of a pair have the same."
                ),
                _("sum of (own total − total of the others)"),
                _("835 to 676: +159 for each of the winners, −159 for each of the others."),
            ),
            Definition(
                "bolognese_total",
                _("Average total of a deal"),
                _(
                    "What a pair makes in a deal in the mean: declarations, sequences, cricche, "
                    "scartini and the last trick."
                ),
                _("sum of the totals ÷ deals"),
                _("Totals of 245 and 66: of both pairs 155.50 in the mean."),
            ),
            Definition(
                "bolognese_extras",
                _("Cappotti and accusi"),
                _(
                    "A cappotto is a deal in which one pair takes everything; both players of the "
                    "pair made it. Accusi are those that somebody declared in time."
                ),
                _("how many there were"),
                _("A cappotto without declarations is worth 550 + 296 + 87 + 6 = 939."),
            ),
        ),
    ),
)
