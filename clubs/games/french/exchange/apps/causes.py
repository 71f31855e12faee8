"""Why another program counts a deal otherwise: the known ways, tried one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.filed import FiledDeal
from clubs.core.games import Rules
from clubs.core.problems import DealRefused
from clubs.exchange.imports.shape import ImportedTable
from clubs.games.french.core.game import FRENCH
from clubs.numbers import grouped_number

Scores = Mapping[str, int]
Record = Mapping[str, Any]

OTHER = {"attack": "defence", "defence": "attack"}
MOST_TOLD = 50  # deals that the preview names


def with_causes(
    tables: Sequence[ImportedTable], rules: Rules
) -> tuple[tuple[ImportedTable, ...], tuple[str, ...]]:
    """The tables with a note at each deal that their program counts otherwise, and a sentence for
    each of these deals."""
    sentences: list[str] = []
    noted = []
    for table in tables:
        deals = []
        for number, deal in enumerate(table.deals, 1):
            cause = _cause_of(table.players, deal, rules)
            if cause:
                place = {"date": table.date.isoformat(), "number": number, "cause": cause}
                sentences.append(_("%(date)s, deal %(number)s: %(cause)s") % place)
            deals.append(replace(deal, note=" ".join(filter(None, [deal.note, cause]))))
        noted.append(replace(table, deals=tuple(deals)))
    more = len(sentences) - MOST_TOLD
    if more > 0:
        sentences[MOST_TOLD:] = [
            _("Other deals that differ: %(count)s.") % {"count": grouped_number(more)}
        ]
    return tuple(noted), tuple(sentences)


def _cause_of(players: Sequence[str], deal: FiledDeal, rules: Rules) -> str:
    """The likely cause, empty where both count alike or nothing is to be compared."""
    theirs = deal.scores
    if not theirs or deal.record.get("kind"):
        return ""
    seats = deal.players or players
    ours = _scored(seats, rules, deal.record)
    if ours is None or ours == theirs:
        return ""
    for cause, counted in _other_ways(seats, rules, deal.record, ours):
        if counted == theirs:
            return cause
    return _("The other app counts this deal differently, and it is not known why.")


def _scored(seats: Sequence[str], rules: Rules, record: Record) -> Scores | None:
    try:
        scores: Scores = FRENCH.judge(seats, rules, record).scores
    except DealRefused:
        return None
    return scores


def _other_ways(
    seats: Sequence[str], rules: Rules, record: Record, ours: Scores
) -> Iterator[tuple[str, Scores | None]]:
    """What it would score in the ways of others, with a sentence that says which."""
    petit = record.get("petit_au_bout")
    if petit:
        turned = {**record, "petit_au_bout": OTHER[petit], "petit_player": None}
        cause = _("In the other app the Petit at the end goes to the side that wins the deal.")
        yield cause, _scored(seats, rules, turned)
    if record.get("poignees"):
        plain = _scored(seats, rules, {**record, "poignees": []})
        if plain is not None:
            turned_scores = {name: 2 * plain[name] - ours[name] for name in ours}
            yield _("In the other app a handful goes to the side that showed it."), turned_scores
    if record.get("called") == [record.get("taker")]:
        yield (
            _("In the other app a taker alone among five gets three shares, not four."),
            _three_shares(seats, record, ours),
        )
    if record.get("miseres"):
        cause = _("Misères do not count in the other app.")
        yield cause, _scored(seats, rules, {**record, "miseres": []})
    for profile in FRENCH.profiles():
        cause = _("The other app counts by the rules “%(title)s”.") % {"title": profile.title}
        yield cause, _scored(seats, profile, record)


def _three_shares(seats: Sequence[str], record: Record, ours: Scores) -> Scores:
    """Scores the deal as if one of the four defenders neither paid nor got anything."""
    taker = record["taker"]
    return {**ours, taker: ours[taker] * 3 // 4}
