"""Why another program counts a deal otherwise: the known ways, alone and together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.file_rows import FiledDeal
from clubs.core.problems import DealRefused
from clubs.exchange.imports.shape import ImportedTable
from clubs.games.french.core.game import FRENCH
from clubs.games.french.core.rules import FrenchRules
from clubs.numbers import grouped_number

Scores = Mapping[str, int]
Record = Mapping[str, Any]

OTHER = {"attack": "defence", "defence": "attack"}
BONUSES = ("petit_au_bout", "petit_player", "poignees")
SLAM = ("chelem", "chelem_announced", "chelem_defence_announced")
MOST_TOLD = 50  # deals that the preview names
MOST_TOGETHER = 3  # ways in which one deal is counted otherwise


def with_causes(
    tables: Sequence[ImportedTable], rules: FrenchRules
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


def _cause_of(players: Sequence[str], deal: FiledDeal, rules: FrenchRules) -> str:
    """The likely cause, empty where both count alike or nothing is to be compared."""
    theirs = deal.scores
    if not theirs or deal.record.get("kind"):
        return ""
    seats = deal.players or players
    ours = _scored(seats, rules, deal.record)
    if ours is None or ours == theirs:
        return ""
    ways = [(cause, way) for cause, way in _other_ways(seats, rules, deal.record, ours) if way]
    for count in range(1, MOST_TOGETHER + 1):
        for together in combinations(ways, count):
            if _combined(ours, [way for _cause, way in together]) == theirs:
                return " ".join(cause for cause, _way in together)
    for profile in FRENCH.profiles():
        if _scored(seats, profile, deal.record) == theirs:
            return _("The other app counts by the rules “%(title)s”.") % {"title": profile.title}
    return _("The other app counts this deal differently, and it is not known why.")


def _scored(seats: Sequence[str], rules: FrenchRules, record: Record) -> Scores | None:
    try:
        scores: Scores = FRENCH.judge(seats, rules, record).scores
    except DealRefused:
        return None
    return scores


def _combined(ours: Scores, ways: Sequence[Scores]) -> Scores:
    """Our scores with what each of these ways changes of them."""
    return {name: score + sum(way[name] - score for way in ways) for name, score in ours.items()}


def _other_ways(
    seats: Sequence[str], rules: FrenchRules, record: Record, ours: Scores
) -> Iterator[tuple[str, Scores | None]]:
    """What it would score in the ways of others, with a sentence that says which."""
    petit = record.get("petit_au_bout")
    if petit:
        turned = {**record, "petit_au_bout": OTHER[petit], "petit_player": None}
        cause = _("In the other app the Petit at the end goes to the side that wins the deal.")
        yield cause, _scored(seats, rules, turned)
    if record.get("poignees"):
        plain = _scored(seats, rules, _record_without(record, "poignees"))
        cause = _("In the other app a handful goes to the side that showed it.")
        yield cause, plain and {name: 2 * plain[name] - ours[name] for name in ours}
    if any(record.get(name) for name in SLAM):
        plain = _scored(seats, rules, _record_without(record, *SLAM))
        times = rules.multipliers[record["contract"]] or 1
        cause = _("In the other app a slam is multiplied by the contract.")
        yield cause, plain and {n: plain[n] + times * (ours[n] - plain[n]) for n in ours}
        yield _("Slams do not count in the other app."), plain
    partner = next(iter(record.get("called") or ()), None)
    if partner and partner != record["taker"]:
        plain = _scored(seats, rules, _record_without(record, *BONUSES, *SLAM))
        cause = _("In the other app all bonuses of five players go to the taker alone.")
        yield cause, plain and _to_taker(ours, plain, record["taker"], partner)
    if partner == record["taker"]:
        yield (
            _("In the other app a taker alone among five gets three shares, not four."),
            {**ours, partner: ours[partner] * 3 // 4},
        )
    if record.get("miseres"):
        cause = _("Misères do not count in the other app.")
        yield cause, _scored(seats, rules, _record_without(record, "miseres"))
    if isinstance(record["points"], float):
        cause = _("The other app cuts half points off.")
        yield cause, _scored(seats, rules, {**record, "points": int(record["points"])})


def _record_without(record: Record, *names: str) -> Record:
    return {name: value for name, value in record.items() if name not in names}


def _to_taker(ours: Scores, plain: Scores, taker: str, partner: str) -> Scores:
    """Our scores with the partner's share of the bonuses given to the taker."""
    share = ours[partner] - plain[partner]
    return {**ours, taker: ours[taker] + share, partner: plain[partner]}
