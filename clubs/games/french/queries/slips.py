"""The paper slip of a table that plays French tarot."""

from django.utils.translation import gettext as _

from clubs.core.games import Rules
from clubs.games.french.core.game import THRESHOLDS
from clubs.games.french.queries.settings import FRENCH_SETTINGS
from clubs.queries.deals.papers import SlipColumn, SlipHelp, Width, rule_lines


def french_slip(rules: Rules) -> SlipHelp:
    columns = (
        SlipColumn(_("Taker"), Width.NAME),
        SlipColumn(_("Called"), Width.NAME, of_five=True),
        SlipColumn(_("Contract"), Width.CONTRACT),
        SlipColumn(_("Oudlers"), Width.COUNT),
        SlipColumn(_("Points"), Width.POINTS),
        SlipColumn(_("Bonuses"), Width.WORDS),
    )
    counts = ", ".join(str(count) for count in range(len(THRESHOLDS)))
    label = _("To reach with %(counts)s oudlers") % {"counts": counts}
    reached = (label, ", ".join(map(str, THRESHOLDS)))
    return SlipHelp(columns, (reached, *rule_lines(FRENCH_SETTINGS.told(rules), ["scale"])))
