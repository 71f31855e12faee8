"""What French tarot says of its codes: problems of a deal, built-in profiles, void deals.

Source: scoring.md §7.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubs.choices import CodeWords

FRENCH_CODES = CodeWords(
    titles={
        "fft": _("FFT official rules"),
        "flat-petit": _("Petit at the end not multiplied"),
        "personal-petit": _("Petit at the end between players"),
        "poignee-20-40-60": _("Handfuls at 20, 40 and 60"),
        "contre-8": _("Garde contre multiplied by 8"),
        "garde-minimum": _("Garde as lowest contract"),
        "fixed-scale": _("Fixed values"),
        "rounded-10": _("Scores rounded to 10"),
        "family": _("Family rules"),
    },
    short_titles={"fft": "FFT"},
    messages={
        "called_count": _("One entry for each called card."),
        "contract_not_in_rules": _("The rules of this table do not have this contract."),
        "oudlers_out_of_range": _("0 to 3."),
        "oudlers_differ": _("The number of oudlers and those that are named do not go together."),
        "points_not_half_step": _("Whole or half points."),
        "points_half_not_allowed": _("Half points come with 3 or 5 players only."),
        "chelem_conflict": _("A slam that one side announced cannot be made by the other."),
        "chelem_defence_not_in_rules": _(
            "By the rules of this table the defence announces no slam."
        ),
        "chelem_points_mismatch": _("Points, oudlers and slam do not go together."),
        "petit_chelem_not_in_rules": _("The rules of this table have no small slam."),
        "petit_chelem_conflict": _("Slam or small slam, not both."),
        "petit_oudlers_conflict": _("By the oudlers, the other side has the Petit."),
        "petit_camp_conflict": _("The side without a trick cannot have the last one."),
        "petit_player_missing": _("Who played the Petit?"),
        "poignee_duplicate_player": _("One handful a player."),
        "poignee_trumps_exceed": _("There are not so many trumps for these handfuls."),
        "misere_not_in_rules": _("The rules of this table have no misère."),
        "misere_duplicate": _("This misère is there twice."),
        "misere_conflict": _(
            "No misère without trumps after a handful, or with the Petit: they are trumps."
        ),
        "card_twice": _("The same card is there twice."),
        "hand_count": _("A hand has 18 cards."),
        "chelem_not_recorded": _(
            "With this count one side won every trick, yet no slam is noted as made."
        ),
        "margin_unusual": _("30 points or more from the contract: is the count right?"),
        "chelem_announced_contract_failed": _("A slam was announced, and the contract failed."),
        "misere_taker": _("The taker declared a misère without trumps."),
        "petit_ignored": _("The rules of this table do not count the Petit at the end."),
    },
    exact={
        "called_count": ngettext_lazy(
            "With %(players)s players, %(needed)s card is called.",
            "With %(players)s players, %(needed)s cards are called.",
            "needed",
        ),
        "hand_count": _("A hand has %(needed)s cards; here are %(count)s."),
        "poignee_trumps_exceed": _(
            "These handfuls need %(trumps)s trumps, and there are %(most)s."
        ),
    },
    voids={
        "all_pass": _("passed out"),
        "petit_sec": _("Petit sec"),
    },
)
