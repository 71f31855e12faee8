"""Where a match stands, and who may end it by an accuso.

Source: bolognese.md §9.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.rules import BologneseRules, CallOut, MatchEnd, MatchTie

Totals = Mapping[Pair, int]


class Status(StrEnum):
    IN_PROGRESS = "in_progress"
    WON = "won"
    DRAWN = "drawn"


class Reason(StrEnum):
    """What decided a match; `tie` also where the totals are equal and another deal is played."""

    TARGET = "target"
    HIGHER_TOTAL = "higher_total"
    DEALS = "deals"
    TIE = "tie"
    CALLED_OUT = "called_out"


@dataclass(frozen=True, slots=True)
class Match:
    """deals are those counted so far; missing is None where deals end the match.

    `score` prints the fields by these names.
    """

    totals: Totals
    deals: int
    status: Status
    winner: Pair | None
    reason: Reason | None
    missing: Totals | None

    @property
    def is_decided(self) -> bool:
        return self.status is not Status.IN_PROGRESS


def new_match(rules: BologneseRules) -> Match:
    return match_at(rules, dict.fromkeys(Pair, 0), 0)


def match_at(rules: BologneseRules, totals: Totals, deals: int) -> Match:
    """The match at these totals, after so many counted deals."""
    status, winner, reason = _decision(rules, totals, deals)
    return Match(totals, deals, status, winner, reason, _points_to_target(rules, totals))


def called_out_match(rules: BologneseRules, totals: Totals, deals: int, winner: Pair) -> Match:
    """The match that a player of this pair ended, at the totals with the recorded accusi."""
    reason = Reason.CALLED_OUT
    return Match(totals, deals, Status.WON, winner, reason, _points_to_target(rules, totals))


def _decision(
    rules: BologneseRules, totals: Totals, deals: int
) -> tuple[Status, Pair | None, Reason | None]:
    if rules.end is MatchEnd.TARGET:
        # Both pairs may pass the target with one deal: then the higher total wins.
        reached = [pair for pair in Pair if totals[pair] >= rules.target]
        is_over = bool(reached)
        reason = Reason.TARGET if len(reached) == 1 else Reason.HIGHER_TOTAL
    else:
        is_over, reason = deals >= rules.deals, Reason.DEALS
    if not is_over:
        return Status.IN_PROGRESS, None, None
    # Only of a match that is over: equal totals on the way are no tie.
    if totals[Pair.NS] == totals[Pair.EW]:
        drawn = rules.tie is MatchTie.DRAW
        return Status.DRAWN if drawn else Status.IN_PROGRESS, None, Reason.TIE
    # No tie is left here, of which max() would give ns the match.
    return Status.WON, max(Pair, key=lambda pair: totals[pair]), reason


def _points_to_target(rules: BologneseRules, totals: Totals) -> Totals | None:
    """Points of each pair to the target."""
    if rules.end is MatchEnd.DEALS:
        return None
    return {pair: max(0, rules.target - totals[pair]) for pair in Pair}


def added(totals: Totals, more: Totals) -> Totals:
    return {pair: totals[pair] + more[pair] for pair in Pair}


def pairs_of(players: Sequence[str]) -> dict[Pair, Sequence[str]]:
    """The partners of each pair, of players in seat order: opposite seats are partners."""
    return {Pair.NS: players[0::2], Pair.EW: players[1::2]}


def pair_of(players: Sequence[str], name: str) -> Pair:
    """The pair of a seated player."""
    return Pair.NS if players.index(name) % 2 == 0 else Pair.EW


def speaking_order(players: Sequence[str], dealer: str) -> tuple[str, ...]:
    """First hand, the dealer's partner, first hand's partner, the dealer."""
    first = players.index(dealer) + 1
    return (*players[first:], *players[:first])


def counted_with(
    players: Sequence[str], rules: BologneseRules, dealer: str, caller: str
) -> tuple[str, ...]:
    """The players whose accusi may count towards the target when caller calls out, caller first.

    In turn order only the partner of first hand may add what first hand showed; in the pair
    everybody whose partner has spoken before.
    """
    order = speaking_order(players, dealer)
    place = order.index(caller)
    # Place 2 is the partner of first hand, place 3 the dealer, whose partner spoke at place 1.
    if place == 2 or (place == 3 and rules.call_out is CallOut.PAIR):
        return caller, order[place - 2]
    return (caller,)


def call_out_total(
    players: Sequence[str],
    rules: BologneseRules,
    *,
    dealer: str,
    caller: str,
    total: int,
    accusi: Mapping[str, int],
) -> int:
    """The points that a call-out reaches: the total of the pair, and the accusi that may count.

    accusi are the points of those made so far, by player; one that is void counts 0.
    """
    may_count = counted_with(players, rules, dealer, caller)
    return total + sum(accusi.get(name, 0) for name in may_count)
