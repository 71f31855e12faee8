"""The paper slip of a table that plays the volte game."""

from django.utils.translation import gettext as _

from clubs.core.games import Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.scoring import TARGETS
from clubs.games.volte.queries.settings import VOLTE_SETTINGS
from clubs.queries.deals.papers import SlipColumn, SlipHelp, Width, rule_lines


def volte_slip(rules: Rules) -> SlipHelp:
    columns = (
        SlipColumn(_("Taker"), Width.NAME),
        SlipColumn(_("Contract"), Width.CONTRACT),
        SlipColumn(_("Honours"), Width.COUNT),
        SlipColumn(_("Points"), Width.POINTS),
        SlipColumn(_("Bonuses"), Width.WORDS),
    )
    targets = {0: volte(rules).target_without_honours, **TARGETS}
    label = _("To pass with %(counts)s honours") % {"counts": ", ".join(map(str, sorted(targets)))}
    passed = (label, ", ".join(str(targets[count]) for count in sorted(targets)))
    return SlipHelp(columns, (passed, *rule_lines(VOLTE_SETTINGS.told(rules), ["contracts"])))
