"""What Tarocco bolognese says of its codes: problems of a deal, built-in profiles, void deals.

Source: bolognese.md §11.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubs.choices import CodeWords

BOLOGNESE_CODES = CodeWords(
    titles={
        "ottocento": _("Ottocento, match to 800"),
        "cinquecento": _("Cinquecento, match to 500"),
        "mille": _("Mille, match to 1000"),
        "quattro-scartate": _("Quattro scartate, four deals"),
    },
    messages={
        "entry_mixed": _("This belongs to the other way of entry: cards of a pile, or points."),
        "card_duplicate": _("This card is somewhere else already."),
        "pile_impossible": _("No pair can own these cards alone: is one missing?"),
        "passed_card_required": _("Which card was given for the Matto?"),
        "passed_card_invalid": _(
            "What is given for the Matto comes from the pile that has the Matto."
        ),
        "passed_card_unexpected": _("No card passes between these piles."),
        "last_trick_cappotto": _("The pair without a trick cannot have the last one."),
        "scartini_impossible": _("A card count is 0, 2 to 85, or 87."),
        "sequences_impossible": _("No sequences add up to this."),
        "cricche_impossible": _("No cricche add up to this."),
        "scartini_sum": _("The two card counts must make 87."),
        "cappotto_totals": _("In a cappotto one pair has 550 and 296, and the other nothing."),
        "cricche_conflict": _("These cricche cannot be shared so: a rank goes to one pair only."),
        "sequences_conflict": _("Both pairs cannot have these sequences at once."),
        "accuso_cards_or_points": _("A declaration has either cards or points."),
        "accuso_player_twice": _("One declaration a player."),
        "accuso_too_long": _("That is more cards than a hand at this moment."),
        "accuso_empty": _("These cards make no combination."),
        "accuso_not_there": _("The cards shown do not make this combination."),
        "accuso_points_impossible": _("No combinations add up to this."),
        "call_out_has_result": _("A deal that was called out has no result."),
        "call_out_not_in_rules": _("By the rules of this table nobody can call out."),
        "call_out_turn": _("It was not this player’s turn to call out."),
        "call_out_short": _("What this player declared does not reach the target."),
        "match_over": _("The match is decided: it takes no further deal."),
        "accuso_unchecked": _("A declaration was given as points, so nobody checked its cards."),
        "passed_card_assumed": _("Nobody said which card was given for the Matto: a small one."),
    },
    exact={
        "scartini_sum": _("The two card counts make %(sum)s, and must make 87."),
        "sequences_impossible": _("A sequence here has %(low)s to %(high)s cards."),
        "cricche_impossible": _("A cricca has %(low)s or %(high)s cards."),
        "accuso_too_long": _("At most %(most)s cards are declared; here are %(count)s."),
        "call_out_short": ngettext_lazy(
            "%(missing)s point is missing to the target.",
            "%(missing)s points are missing to the target.",
            "missing",
        ),
    },
    later={
        "call_out_short": ngettext_lazy(
            "%(caller)s could not have called out: %(missing)s point would be missing."
            " Correct or take back that deal first.",
            "%(caller)s could not have called out: %(missing)s points would be missing."
            " Correct or take back that deal first.",
            "missing",
        ),
    },
)
