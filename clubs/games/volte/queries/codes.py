"""What the volte game says of its codes: problems of a deal, built-in profiles, void deals.

Source: tarocco_volte.md §7.
"""

from django.utils.translation import gettext_lazy as _

from clubs.choices import CodeWords

VOLTE_CODES = CodeWords(
    titles={
        "volte": _("Volte as printed"),
        "volte-scaled": _("Premium added after multiplying"),
        "volte-totals": _("All points of the winning side"),
        "volte-tarot": _("Volte counted like French tarot"),
    },
    messages={
        "honours_out_of_range": _("0 to 3."),
        "cappotto_missing": _(
            "With this count one side took every trick: say who made the cappotto."
        ),
        "cappotto_points_mismatch": _("Points and cappotto do not go together."),
        "last_trick_conflict": _("One side takes the last trick, and it has a trick in the deal."),
        "honours_conflict": _(
            "By the honours in the taker’s hand, that side held the Matto itself."
        ),
        "accusa_duplicate": _("Each declaration once a player, and one level of “I am well”."),
        "accusa_conflict": _("This hand had trumps or honours: there is no such misery."),
        "accuse_trumps_exceed": _("There are not so many trumps for these declarations."),
        "accuse_trumps_missing": _("Four hands without trumps: somebody must have had some."),
        "accusa_not_counted": _("By these rules a declaration counts for the side that wins only."),
        "bonus_ignored": _("By these rules only the taker earns a bonus in the last trick."),
    },
    exact={
        "accuse_trumps_exceed": _(
            "These declarations need %(trumps)s trumps, and there are %(most)s."
        ),
    },
    voids={
        "all_pass": _("passed out"),
        "matto_alone": _("Matto as the only trump"),
    },
)
