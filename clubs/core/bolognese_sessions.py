"""The matches of one session of Tarocco bolognese, from the records of its deals alone.

Source: bolognese.md, sections 8 (totals before a deal are computed) and 9 (match). A match belongs
to two pairs: the deal after a decided match begins the next one, and so does the first deal of
other pairs; the match before it is then never finished.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from clubs.core.bolognese_checks import check_deal
from clubs.core.bolognese_match import Match, new_match
from clubs.core.bolognese_piles import Pair
from clubs.core.bolognese_records import read_record
from clubs.core.bolognese_rules import BologneseRules
from clubs.core.bolognese_scoring import Deal, Score, score
from clubs.core.deals import Kind
from clubs.core.interfaces import JsonObject
from clubs.core.problems import DealRefused


@dataclass(frozen=True, slots=True)
class SessionMatch:
    """One match. players are as they sat at its last deal, match is as seen from these seats."""

    players: tuple[str, ...]
    match: Match

    def takes(self, players: Sequence[str]) -> bool:
        """Does a deal of these players belong to it?"""
        same_pairs = {pair_names(self.players, pair) for pair in Pair} == {
            pair_names(players, pair) for pair in Pair
        }
        return same_pairs and not self.match.is_decided

    def seen_from(self, players: Sequence[str]) -> Match:
        """The match where the same pairs may have changed their sides."""
        if pair_names(players, Pair.NS) == pair_names(self.players, Pair.NS):
            return self.match
        match = self.match
        return Match(
            totals={pair: match.totals[pair.other] for pair in Pair},
            deals=match.deals,
            status=match.status,
            winner=match.winner.other if match.winner else None,
            reason=match.reason,
            missing=match.missing and {pair: match.missing[pair.other] for pair in Pair},
        )


def pair_names(players: Sequence[str], pair: Pair) -> frozenset[str]:
    return frozenset(players[0::2] if pair is Pair.NS else players[1::2])


def match_before(
    players: Sequence[str], rules: BologneseRules, records: Iterable[JsonObject]
) -> Match:
    """The match that the next deal of these players belongs to; a new one where none goes on."""
    matches = session_matches(rules, records)
    if matches and matches[-1].takes(players):
        return matches[-1].seen_from(players)
    return new_match(rules)


def session_matches(
    rules: BologneseRules, records: Iterable[JsonObject]
) -> tuple[SessionMatch, ...]:
    """Every match that was begun, oldest first. records are as stored, each with its `players`.

    What was not played counts nothing, and so do plain scores and what the rules do not take.
    """
    found: list[SessionMatch] = []
    for record in records:
        players = tuple(record.get("players") or ())
        if not players or record.get("kind", Kind.PLAYED) != Kind.PLAYED:
            continue
        goes_on = bool(found) and found[-1].takes(players)
        before = found[-1].seen_from(players) if goes_on else new_match(rules)
        with suppress(DealRefused):
            match = match_with(players, rules, record, before)
            found[-1 if goes_on else len(found) :] = [SessionMatch(players, match)]
    return tuple(found)


def match_with(
    players: Sequence[str], rules: BologneseRules, record: JsonObject, before: Match
) -> Match:
    """The match after one more deal. Raises DealRefused."""
    told = {key: value for key, value in record.items() if key != "players"}
    return match_after(players, rules, {**told, **as_before(before)}) or before


def match_after(players: Sequence[str], rules: BologneseRules, record: JsonObject) -> Match | None:
    """The match after a played deal whose record says where it stood. Raises DealRefused."""
    return score(check_deal(players, rules, record)).match


def as_before(match: Match) -> dict[str, object]:
    """What a record has to say of the match before its deal."""
    told = match.to_json()
    return {"totals_before": told["totals"], "deals_before": told["deals"]}


def stored_score(players: Sequence[str], rules: BologneseRules, record: JsonObject) -> Score:
    """What a stored record of a played deal brings, which does not depend on the match.

    It is not checked again: for lists, of records that passed their checks when they were written.
    """
    told = {key: value for key, value in record.items() if key != "players"}
    known = read_record({**told, **as_before(new_match(rules))})
    return score(Deal(tuple(players), rules, known))
