"""The matches of one session of Tarocco bolognese, from the records of its deals alone.

Source: bolognese.md §8 (totals before a deal are computed), §9 (match). A match belongs
to two pairs: the deal after a decided match begins the next one, and so does the first deal of
other pairs; the match before it is then never finished.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from clubs.core.deals import RecordKind, plain, without_players
from clubs.core.interfaces import JsonObject
from clubs.core.matches import HALVES, DecidedMatch
from clubs.core.problems import DealRefused
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.checks import check_bolognese_deal
from clubs.games.bolognese.core.match import Match, Status, new_match, pair_of, pairs_of
from clubs.games.bolognese.core.records import read_bolognese_record
from clubs.games.bolognese.core.rules import BologneseRules
from clubs.games.bolognese.core.scoring import BologneseDeal, BologneseScore, score_bolognese


@dataclass(frozen=True, slots=True)
class SessionMatch:
    """One match. players are as they sat at its last deal, match is as seen from these seats."""

    players: tuple[str, ...]
    match: Match

    def takes(self, players: Sequence[str]) -> bool:
        """Does a deal of these players belong to it?"""
        # Sets of sets: partners may change seats, and pairs their sides.
        own, theirs = (
            set(map(frozenset, pairs_of(seats).values())) for seats in (self.players, players)
        )
        return own == theirs and not self.match.is_decided

    def seen_from(self, players: Sequence[str]) -> Match:
        """The match where the same pairs may have changed their sides."""
        if set(pairs_of(players)[Pair.NS]) == set(pairs_of(self.players)[Pair.NS]):
            return self.match
        # With its sides exchanged: else each pair would go on with the points of the other.
        match = self.match
        return Match(
            totals={pair: match.totals[pair.other] for pair in Pair},
            deals=match.deals,
            status=match.status,
            winner=match.winner.other if match.winner else None,
            reason=match.reason,
            missing=match.missing and {pair: match.missing[pair.other] for pair in Pair},
        )


class BologneseSession:
    """See `Session`: what a record has to know are the totals of the match before its deal, and how
    many of its deals were counted.

    begun are the matches that were begun, oldest first. records are as stored, each with its
    `players`; numbers has for each of them the number of its match, as `add` gives it.
    """

    def __init__(self, rules: BologneseRules, records: Iterable[JsonObject] = ()) -> None:
        self.rules = rules
        self.begun: list[SessionMatch] = []
        self.numbers = [self.add(record) for record in records]

    def match_before(self, players: Sequence[str]) -> Match:
        """The match of the next deal of these players; a new one where none goes on."""
        if self.begun and self.begun[-1].takes(players):
            return self.begun[-1].seen_from(players)
        return new_match(self.rules)

    def context(self, players: Sequence[str]) -> dict[str, object]:
        return _as_before(self.match_before(players))

    def add(self, record: JsonObject) -> int | None:
        """Count one more record; gives the number of its match, from 1, None where it counts for
        none: what was not played counts nothing, and so do plain scores and what the rules do not
        take."""
        players = tuple(record.get("players") or ())
        if not players or record.get("kind", RecordKind.PLAYED) != RecordKind.PLAYED:
            return None
        before = self.match_before(players)
        # The computed totals win: what a record brought along would outlive a correction before it.
        fields = {**without_players(record), **_as_before(before)}
        # A deal that the rules do not take belongs to no match, and the match goes on without it.
        with suppress(DealRefused):
            match = match_after(players, self.rules, fields) or before
            # One entry a match, in its place: numbers of matches are places here.
            if self.begun and self.begun[-1].takes(players):
                self.begun.pop()
            self.begun.append(SessionMatch(players, match))
            return len(self.begun)
        return None

    def decided(self) -> tuple[DecidedMatch, ...]:
        return tuple(
            _decided_match(number, played)
            for number, played in enumerate(self.begun, 1)
            if played.match.is_decided
        )


def _decided_match(number: int, played: SessionMatch) -> DecidedMatch:
    """Source: bolognese.md §10, "In a league"; who called out has won, whatever the totals are."""
    match = played.match
    scores, halves = {}, {}
    for name in played.players:
        pair = pair_of(played.players, name)
        scores[name] = match.totals[pair] - match.totals[pair.other]
        won = HALVES if match.winner is pair else 0
        halves[name] = HALVES // 2 if match.status is Status.DRAWN else won
    return DecidedMatch(number, scores, halves, match.deals)


def match_after(players: Sequence[str], rules: BologneseRules, record: JsonObject) -> Match | None:
    """The match after a played deal whose record says where it stood. Raises DealRefused."""
    return score_bolognese(check_bolognese_deal(players, rules, record)).match


def _as_before(match: Match) -> dict[str, object]:
    """The fields by which a record tells the match before its deal."""
    return {"totals_before": plain(match.totals), "deals_before": match.deals}


def stored_score(
    players: Sequence[str], rules: BologneseRules, record: JsonObject
) -> BologneseScore:
    """The score of a stored record of a played deal, which does not depend on the match.

    It is not checked again: for lists, of records that passed their checks when they were written.
    """
    # A new match stands in for the real one: only `match` of the score would tell the difference.
    known = read_bolognese_record({**without_players(record), **_as_before(new_match(rules))})
    return score_bolognese(BologneseDeal(tuple(players), rules, known))
