"""What the chips of a French deal say; those of contracts: queries/words.py."""

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from clubs.core.deals import Camp
from clubs.games.french.core.records import MisereKind
from clubs.games.french.queries.words import POIGNEES

CAMPS = {Camp.ATTACK: _("Attack"), Camp.DEFENCE: _("Defence")}
SIZES = {size: capfirst(label) for size, label in POIGNEES.items()}
MISERES = {MisereKind.TRUMPS: _("No trump"), MisereKind.COURTS: _("No court card")}
# The ways a slam can end, by the outcome codes of the breakdown (scoring.md §6).
ANNOUNCED = {
    "announced_made": _("Announced, made"),
    "unannounced_made": _("Made unannounced"),
    "announced_failed": _("Announced, failed"),
}
CHELEMS = {**ANNOUNCED, "defence_made": _("Made by the defence")}
DEFENCE_BIDS = {
    "defence_bid_made": _("Defence announced, made"),
    "defence_bid_lost": _("Defence announced, failed"),
}
