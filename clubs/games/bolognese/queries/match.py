"""Where the match of a table of Tarocco bolognese stands. Source: bolognese.md §9."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.games import JsonObject, Rules
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.game import bolognese
from clubs.games.bolognese.core.match import Match, Reason, Status, match_at, pairs_of
from clubs.games.bolognese.core.rules import BologneseRules, MatchEnd
from clubs.games.bolognese.core.sessions import BologneseSession, SessionMatch
from clubs.games.bolognese.queries.words import SEATS, pair_names, told_totals
from clubs.queries.deals.stories import MatchBoard, MatchSide, Names


def match_board(
    rules: Rules, records: Iterable[JsonObject], players: Sequence[str], names: Names
) -> MatchBoard | None:
    """The match of the players who sit there now, in seat order; records are those of the session,
    oldest first."""
    rules = bolognese(rules)
    if len(players) != SEATS:
        return None
    session = BologneseSession(rules, records)
    matches, match = session.begun, session.match_before(players)
    before = matches[:-1] if matches and matches[-1].takes(players) else matches
    ended = before[-1] if before else None
    return MatchBoard(
        number=len(before) + 1,
        deals=match.deals,
        goal=_goal(rules),
        sides=_sides(match, players, names, _wins(before, players)),
        news=_("Equal totals: one more deal decides.") if match.reason is Reason.TIE else "",
        last=_ending(ended, names) if ended else "",
    )


def match_stories(rules: Rules, records: Mapping[int, JsonObject], names: Names) -> list[str]:
    """Every match that was begun, oldest first: how it stands, and by which deals.

    records are those of the session by the numbers of their deals, oldest first.
    """
    session = BologneseSession(bolognese(rules), records.values())
    deals: dict[int, list[int]] = {}
    for number, match in zip(records, session.numbers, strict=True):
        if match is not None:
            deals.setdefault(match, []).append(number)
    return [
        _match_story(played, deals[number], names, is_last=number == len(session.begun))
        for number, played in enumerate(session.begun, 1)
    ]


def _match_story(played: SessionMatch, deals: Sequence[int], names: Names, *, is_last: bool) -> str:
    goes_on = is_last and not played.match.is_decided
    values = {
        "standing": (
            _("Goes on: %(first)s %(ns)s, %(second)s %(ew)s") % _totals_told(played, names)
            if goes_on
            else _ending(played, names)
        ),
        "first": deals[0],
        "last": deals[-1],
    }
    if len(deals) == 1:
        return _("%(standing)s (deal %(first)s)") % values
    return _("%(standing)s (deals %(first)s to %(last)s)") % values


def board_of_totals(
    rules: Rules, context: JsonObject, players: Sequence[str], names: Names
) -> tuple[MatchSide, ...]:
    """The sides of the match that a deal of this context belongs to."""
    rules = bolognese(rules)
    if not context:
        return ()
    totals = {pair: context["totals_before"][pair] for pair in Pair}
    match = match_at(rules, totals, context["deals_before"])
    return _sides(match, players, names, {})


def _sides(
    match: Match, players: Sequence[str], names: Names, won: Mapping[Pair, int]
) -> tuple[MatchSide, ...]:
    return tuple(
        MatchSide(
            name=name,
            total=match.totals[pair],
            missing=None if match.missing is None else match.missing[pair],
            won=won.get(pair, 0),
            leads=match.totals[pair] > match.totals[pair.other],
        )
        for pair, name in pair_names(players, names).items()
    )


def _wins(matches: Iterable[SessionMatch], players: Sequence[str]) -> dict[Pair, int]:
    """Matches that the pairs of now have won, whichever side they sat on."""
    winners = [
        frozenset(pairs_of(played.players)[played.match.winner])
        for played in matches
        if played.match.winner
    ]
    return {pair: winners.count(frozenset(own)) for pair, own in pairs_of(players).items()}


def _goal(rules: BologneseRules) -> str:
    if rules.end is MatchEnd.TARGET:
        return _("to %(target)s") % {"target": rules.target}
    return ngettext("of %(deals)s deal", "of %(deals)s deals", rules.deals) % {"deals": rules.deals}


def _ending(played: SessionMatch, names: Names) -> str:
    """How a match ended, by whom and with what; one that was left says so."""
    match, values = played.match, _totals_told(played, names)
    if match.status is Status.IN_PROGRESS:
        return _("Not finished: %(first)s %(ns)s, %(second)s %(ew)s") % values
    if match.status is Status.DRAWN:
        return _("Drawn: %(first)s %(ns)s, %(second)s %(ew)s") % values
    if match.winner is Pair.EW:  # the winner's total first
        values |= {"winner": values["second"], "ns": values["ew"], "ew": values["ns"]}
    if match.reason is Reason.CALLED_OUT:
        return _("%(winner)s won by calling out: %(ns)s to %(ew)s") % values
    return _("%(winner)s won: %(ns)s to %(ew)s") % values


def _totals_told(played: SessionMatch, names: Names) -> dict[str, object]:
    values = told_totals(played.players, names, played.match.totals)
    return {**values, "winner": values["first"]}
