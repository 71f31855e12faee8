"""Tarocco bolognese, told: see Teller."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext_lazy

from clubs.core.deals import RecordKind
from clubs.core.games import JsonObject, Rules
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.counting import DOUBLED_FROM, Combination
from clubs.games.bolognese.core.game import bolognese
from clubs.games.bolognese.core.match import pair_of, pairs_of
from clubs.games.bolognese.core.scoring import BologneseScore, PairCount
from clubs.games.bolognese.core.sessions import stored_score
from clubs.games.bolognese.queries.words import (
    COMBINATIONS,
    SUIT_NAMES,
    bolognese_marks,
    bolognese_record_facts,
    card_name,
    pair_names,
    told_totals,
)
from clubs.queries.deals.marks import Mark
from clubs.queries.deals.stories import CalcLine, DealTeller, LineKind, Names, RecordFact

PARTS = {
    "sequences": gettext_lazy("Sequences"),
    "cricche": gettext_lazy("Cricche"),
    "scartini": gettext_lazy("Card count"),
    "last_trick": gettext_lazy("Last trick"),
    "accusi": pgettext_lazy("Tarocco bolognese", "Declarations"),
}


class BologneseTeller(DealTeller):
    """Stateless; see Teller. The game has no taker and no contract."""

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        return tuple(bolognese_marks(record, names))

    def played_lines(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> Iterable[CalcLine]:
        scored = stored_score(record["players"], bolognese(rules), record)
        return BologneseCalculation(lines, scored, record["players"], names).lines()

    def played_facts(self, record: JsonObject, names: Names) -> Iterable[RecordFact]:
        return bolognese_record_facts(record, names)


def bolognese_outcome(record: JsonObject, rules: Rules, names: Names) -> str:
    """What the deal brought each pair; empty where it was not played."""
    players = record.get("players")
    if not players or record.get("kind", RecordKind.PLAYED) != RecordKind.PLAYED:
        return ""
    totals = stored_score(players, bolognese(rules), record).totals
    return _("%(first)s %(ns)s, %(second)s %(ew)s") % told_totals(players, names, totals)


class BologneseCalculation:
    """The lines of one played deal: what each pair counts, then what that makes for each player."""

    def __init__(
        self,
        lines: Sequence[JsonObject],
        scored: BologneseScore,
        players: Sequence[str],
        names: Names,
    ) -> None:
        self.breakdown, self.scored, self.players, self.names = lines, scored, players, names
        self.pairs = pair_names(players, names)

    def lines(self) -> Iterator[CalcLine]:
        totals = self.scored.totals
        for pair in Pair:
            yield from self.parts(pair)
            yield CalcLine(self.pairs[pair], totals[pair], self.remark(pair), kind=LineKind.SUM)
        for player in self.players:
            pair = pair_of(self.players, player)
            amount = totals[pair] - totals[pair.other]
            small = f"{totals[pair]} \N{MINUS SIGN} {totals[pair.other]}"
            yield CalcLine(self.names.get(player, "?"), amount, small, kind=LineKind.SHARE)

    def parts(self, pair: Pair) -> Iterator[CalcLine]:
        """Those that bring something."""
        for code, amount in self.scored.pairs[pair].amounts().items():
            if amount:
                yield CalcLine(str(PARTS[code]), amount, self.detail(pair, code))

    def detail(self, pair: Pair, code: str) -> str:
        """Details of a part, where they are known."""
        if code == "accusi":
            return self.declarations(pair)
        if self.scored.counted is None:
            return ""
        counted = self.scored.counted.pairs[pair]
        if code == "scartini" and counted.cards is not None:
            return self.pile(counted)
        if code == "sequences":
            return combinations(counted.sequence_items or ())
        return combinations(counted.cricca_items or ()) if code == "cricche" else ""

    def pile(self, counted: PairCount) -> str:
        passed = self.scored.counted.passed_card if self.scored.counted else None
        if not passed:
            return told_cards(counted.cards or 0)
        values = {"count": counted.cards, "card": card_name(passed)}
        return _("%(count)s cards; %(card)s was given for the Matto") % values

    def declarations(self, pair: Pair) -> str:
        accusi = [line for line in self.breakdown if line["code"] == "accuso" and not line["void"]]
        return ", ".join(
            f"{self.names.get(line['player'], '?')} {line['points']}"
            for line in accusi
            if line["player"] in pairs_of(self.players)[pair]
        )

    def remark(self, pair: Pair) -> str:
        """An event of a pair that no part tells."""
        by_code: dict[str, JsonObject] = {line["code"]: line for line in self.breakdown}
        if by_code.get("cappotto", {}).get("pair") == pair:
            return _("cappotto: every trick")
        if any(line["code"] == "scartini_only" and line["pair"] == pair for line in self.breakdown):
            return _("penalty: the card count alone")
        called = by_code.get("called_out")
        if called and called["player"] in pairs_of(self.players)[pair]:
            return _("%(player)s called out") % {"player": self.names.get(called["player"], "?")}
        return ""


_COMBINATION = gettext_noop("%(name)s of %(cards)s: %(points)s")
_DOUBLED = gettext_noop("%(combinations)s; doubled")


def combinations(items: Sequence[Combination]) -> str:
    """Each with its cards and points; from three on the sum doubles."""
    text = ", ".join(
        _(_COMBINATION)
        % {"name": COMBINATIONS[item.name], "cards": item.cards, "points": item.points}
        for item in items
    )
    return _(_DOUBLED) % {"combinations": text} if _doubles(items) else text


def _doubles(items: Sequence[Combination]) -> bool:
    return len(items) >= DOUBLED_FROM


def told_cards(count: int) -> str:
    """How many cards a pile has."""
    return _cards_pattern(count) % {"count": count}


def _cards_pattern(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count)


def pile_words() -> dict[str, Any]:
    """The same for static/js/games/piles.js, in the language of the moment. cards are the words for
    none, one, and two or more: from there on the form is one in each of our languages; suits are
    the names of cards by the letter of the suit, with the name that a card has in it."""
    return {
        "cards": [_cards_pattern(count) for count in range(3)],
        "combination": _(_COMBINATION),
        "doubled": _(_DOUBLED),
        "names": {code: str(name) for code, name in COMBINATIONS.items()},
        "suits": {suit: str(name) for suit, name in SUIT_NAMES.items()},
    }
