"""A profile of Tarocco bolognese in plain words, setting by setting."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.choices import CallOut, CriccaRank, MatchTie
from clubs.core.games import Rules
from clubs.games.bolognese.core.counting import CRICCA_POINTS
from clubs.games.bolognese.core.game import bolognese
from clubs.games.bolognese.core.rules import BologneseRules, MatchEnd
from clubs.games.bolognese.core.scoring import LAST_TRICK
from clubs.queries.deals.stories import Told


def bolognese_words(rules: Rules) -> Iterator[Told]:
    """One line a setting, in the order of bolognese.md §7, after what no profile
    changes."""
    rules = bolognese(rules)
    yield Told("sequences", _("Sequences"), _sequences())
    yield Told("cricche", _("Cricche"), cricche())
    yield Told("scartini", _("Card count"), _card_count())
    yield Told("end", _("Match"), _match_end(rules))
    yield Told("tie", _("Equal totals at the end"), str(MatchTie(rules.tie).label))
    yield Told("call_out", _("Calling out"), _call_out(rules))
    yield Told(
        "accuso_doubling", pgettext("Tarocco bolognese", "Declarations"), _declarations(rules)
    )
    yield Told("adjacent_counters", _("Counters in the Grande"), counters(rules))


def _sequences() -> str:
    return _("10 for three cards, 5 for each more; three sequences double")


def cricche() -> str:
    values = ", ".join(
        _("%(rank)s %(three)s or %(four)s")
        % {"rank": CriccaRank(rank).label, "three": points[3], "four": points[4]}
        for rank, points in CRICCA_POINTS.items()
    )
    return _("%(values)s; three cricche double") % {"values": values}


def _card_count() -> str:
    return _("87 in the pack, and %(points)s for the last trick") % {"points": LAST_TRICK}


def _match_end(rules: BologneseRules) -> str:
    if rules.end is MatchEnd.TARGET:
        return _("to %(target)s points") % {"target": rules.target}
    return ngettext("%(deals)s deal", "%(deals)s deals", rules.deals) % {"deals": rules.deals}


def _call_out(rules: BologneseRules) -> str:
    if not rules.allows_call_out:
        return str(CallOut.OFF.label)
    return str(CallOut(rules.call_out).label)


def _declarations(rules: BologneseRules) -> str:
    if rules.accuso_doubling:
        return _("three combinations of a kind double, each player for himself")
    return _("not doubled")


def counters(rules: BologneseRules) -> str:
    if rules.adjacent_counters:
        return _("may stand for two numbers side by side")
    return _("never for two numbers side by side")
