"""What the settings of Tarocco bolognese mean, in plain words; settings.py says which is told."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.games.bolognese.core.counting import CRICCA_POINTS
from clubs.games.bolognese.core.rules import BologneseRules, CallOut, MatchEnd
from clubs.games.bolognese.core.scoring import LAST_TRICK
from clubs.games.bolognese.queries.words import CALL_OUTS, RANKS
from clubs.queries.deals.stories import RecordFact


def fixed_lines() -> Iterator[RecordFact]:
    """Lines that no profile changes."""
    yield RecordFact("sequences", _("Sequences"), _sequences_text())
    yield RecordFact("cricche", _("Cricche"), cricche())
    yield RecordFact("scartini", _("Card count"), _card_count())


def _sequences_text() -> str:
    return _("10 for three cards, 5 for each more; three sequences double")


def cricche() -> str:
    values = ", ".join(
        _("%(rank)s %(three)s or %(four)s")
        % {"rank": RANKS[rank], "three": points[3], "four": points[4]}
        for rank, points in CRICCA_POINTS.items()
    )
    return _("%(values)s; three cricche double") % {"values": values}


def _card_count() -> str:
    return _("87 in the pack, and %(points)s for the last trick") % {"points": LAST_TRICK}


def match_end(rules: BologneseRules) -> str:
    if rules.end is MatchEnd.TARGET:
        return _("to %(target)s points") % {"target": rules.target}
    return ngettext("%(deals)s deal", "%(deals)s deals", rules.deals) % {"deals": rules.deals}


def call_out(rules: BologneseRules) -> str:
    if not rules.allows_call_out:
        return str(CALL_OUTS[CallOut.OFF])
    return str(CALL_OUTS[rules.call_out])


def counters(rules: BologneseRules) -> str:
    if rules.adjacent_counters:
        return _("may stand for two numbers side by side")
    return _("never for two numbers side by side")
