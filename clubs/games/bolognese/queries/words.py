"""Tarocco bolognese in words: cards, pairs, declarations, and what a record says.

Source: bolognese.md §1, §2, §8.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubs.choices import Labels, choices_of
from clubs.core.games import JsonObject
from clubs.games.bolognese.core.cards import SUITS, Family, Pair, Rank, piles_from
from clubs.games.bolognese.core.counting import PACK_COUNT
from clubs.games.bolognese.core.match import Totals, pairs_of
from clubs.games.bolognese.core.records import EntryMode
from clubs.games.bolognese.core.rules import CallOut, MatchEnd, MatchTie
from clubs.queries.deals.marks import Mark
from clubs.queries.deals.stories import Names, RecordFact

SEATS = 4

# The Italian suits keep their names.
FAMILIES: Labels = {
    Family.GRANDE: gettext_lazy("Grande"),
    Family.DANARI: gettext_lazy("Danari"),
    Family.COPPE: gettext_lazy("Coppe"),
    Family.SPADE: gettext_lazy("Spade"),
    Family.BASTONI: gettext_lazy("Bastoni"),
    Family.MORI: gettext_lazy("Moors"),
    Family.ASSI: gettext_lazy("Aces"),
}
RANKS: Labels = {
    Rank.TAROCCHI: gettext_lazy("Tarocchi"),
    Rank.RE: gettext_lazy("Kings"),
    Rank.REGINE: pgettext_lazy("Italian cards", "Queens"),
    Rank.CAVALLI: gettext_lazy("Knights"),
    Rank.FANTI: gettext_lazy("Jacks"),
}
MATCH_ENDS: Labels = {
    MatchEnd.TARGET: gettext_lazy("a number of points"),
    MatchEnd.DEALS: gettext_lazy("a number of deals"),
}
MATCH_TIES: Labels = {
    MatchTie.EXTRA_DEAL: gettext_lazy("one more deal"),
    MatchTie.DRAW: gettext_lazy("a draw"),
}
CALL_OUTS: Labels = {
    CallOut.TURN_ORDER: gettext_lazy("in turn, first hand’s partner adds"),
    CallOut.PAIR: gettext_lazy("with what the partner declared before"),
    CallOut.OFF: gettext_lazy("not played"),
}

NAMED = {
    "ANG": gettext_lazy("Angelo"),
    "MON": gettext_lazy("Mondo"),
    "SOL": gettext_lazy("Sole"),
    "LUN": gettext_lazy("Luna"),
    "BEG": gettext_lazy("Bégato"),
    "MAT": gettext_lazy("Matto"),
}
FIGURES = {
    "K": pgettext_lazy("Italian cards", "King"),
    "Q": pgettext_lazy("Italian cards", "Queen"),
    "C": pgettext_lazy("Italian cards", "Knight"),
    "F": pgettext_lazy("Italian cards", "Jack"),
    "A": pgettext_lazy("Italian cards", "Ace"),
}
SUIT_NAMES = {
    SUITS[Family.DANARI]: gettext_lazy("%(card)s of danari"),
    SUITS[Family.COPPE]: gettext_lazy("%(card)s of coppe"),
    SUITS[Family.SPADE]: gettext_lazy("%(card)s of spade"),
    SUITS[Family.BASTONI]: gettext_lazy("%(card)s of bastoni"),
}
COMBINATIONS: Mapping[str, Any] = {
    **dict(choices_of(FAMILIES)),
    **dict(choices_of(RANKS)),
}


def card_name(code: str) -> str:
    """Its full name: "Mondo", "16", "Moor 2", "King of danari"."""
    if code in NAMED:
        return str(NAMED[code])
    if code.startswith("T"):
        return code[1:]
    if code.startswith("MO"):
        return _("Moor %(number)s") % {"number": code[2:]}
    suit = SUIT_NAMES.get(code[:1])
    return str(suit % {"card": short_card(code)}) if suit else code


def short_card(code: str) -> str:
    """Its name among those of its suit: "King", "7"; of any other card the full name."""
    if code in NAMED or not code.startswith(tuple(SUIT_NAMES)):
        return card_name(code)
    return str(FIGURES.get(code[1:], code[1:]))


def _card_list(codes: Iterable[str]) -> str:
    return ", ".join(map(card_name, codes))


def pair_names(players: Sequence[str], names: Names) -> dict[Pair, str]:
    """Both pairs as the table calls them. players are the four in seat order."""
    return {
        pair: _("%(first)s and %(second)s")
        % {"first": names.get(first, "?"), "second": names.get(second, "?")}
        for pair, (first, second) in pairs_of(players).items()
    }


def told_totals(players: Sequence[str], names: Names, totals: Totals) -> dict[str, object]:
    """Both pairs and what each made, for a text."""
    pairs = pair_names(players, names)
    return {
        "first": pairs[Pair.NS],
        "second": pairs[Pair.EW],
        "ns": totals[Pair.NS],
        "ew": totals[Pair.EW],
    }


def _combination_list(counts: Mapping[str, int]) -> str:
    """How many cards each has: "Grande 7, Danari 4"."""
    parts = [f"{COMBINATIONS[name]} {count}" for name, count in counts.items() if count]
    return ", ".join(parts) or "0"


def _accuso_text(accuso: JsonObject, names: Names) -> str:
    """One declaration: the player, and points, or cards and which combinations of them."""
    what = _card_list(accuso.get("cards") or ()) or str(accuso.get("points"))
    if accuso.get("only"):
        only = ", ".join(str(COMBINATIONS[name]) for name in accuso["only"])
        what = _("%(cards)s (only %(combinations)s)") % {"cards": what, "combinations": only}
    values = {"player": names.get(accuso["player"], "?"), "what": what}
    if accuso.get("void"):
        return _("%(player)s: %(what)s, not valid") % values
    return _("%(player)s: %(what)s") % values


def _accuso_list(record: JsonObject, names: Names) -> str:
    return "; ".join(_accuso_text(accuso, names) for accuso in record.get("accusi") or ())


def bolognese_marks(record: JsonObject, names: Names) -> Iterator[Mark]:
    """Cappotto, declarations, penalties and calling out: cheap, without counting a pile."""
    if _trickless(record) is not None:
        yield Mark("slam", _("cappotto"), _("Cappotto: one pair took every trick"))
    if record.get("accusi"):
        label = _("Declared by %(who)s") % {"who": _accuso_list(record, names)}
        yield Mark("hand", pgettext("Tarocco bolognese", "declaration"), label)
    if record.get("penalties"):
        yield Mark("flag", _("penalty"), _("Penalty: a pair keeps its card count alone"))
    if record.get("called_out"):
        who = names.get(record["called_out"]["player"], "?")
        yield Mark("trophy", _("called out"), _("%(player)s called out") % {"player": who})


def _trickless(record: JsonObject) -> Pair | None:
    """The pair without a trick, by the count or by the pile."""
    pile, quick = record.get("pile"), record.get("quick")
    if pile:
        return piles_from(Pair(pile["pair"]), frozenset(pile["cards"])).trickless
    counts = {pair: (quick or {}).get(pair, {}).get("scartini") for pair in Pair}
    return next(
        (pair for pair in Pair if counts[pair] == 0 or counts[pair.other] == PACK_COUNT), None
    )


def bolognese_record_facts(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    pairs = _told_pairs(record, names)
    if record.get("called_out"):
        yield RecordFact(
            "called_out", _("Called out"), _called_out_text(record["called_out"], names)
        )
    elif record.get("entry") == EntryMode.CARDS:
        pile = record["pile"]
        label = _("Pile of %(pair)s") % {"pair": pairs[Pair(pile["pair"])]}
        yield RecordFact("pile", label, _card_list(pile["cards"]) or _("no card"))
        passed = record.get("passed_card")
        yield RecordFact(
            "passed_card", _("Given for the Matto"), card_name(passed) if passed else ""
        )
    else:
        yield from _told_quick(record["quick"], pairs)
    if record.get("last_trick"):
        yield RecordFact("last_trick", _("Last trick"), pairs[Pair(record["last_trick"])])
    yield RecordFact(
        "accusi", pgettext("Tarocco bolognese", "Declarations"), _accuso_list(record, names)
    )
    penalties = ", ".join(pairs[Pair(pair)] for pair in record.get("penalties") or ())
    yield RecordFact("penalties", _("Penalty: card count only"), penalties)


def _told_pairs(record: JsonObject, names: Names) -> dict[Pair, str]:
    """The pairs of a stored record; one that is being told has the players of its table."""
    players = record.get("players") or list(names)
    if len(players) == SEATS:
        return pair_names(players, names)
    return {Pair.NS: _("first and third seat"), Pair.EW: _("second and fourth seat")}


def _told_quick(quick: JsonObject, pairs: Mapping[Pair, str]) -> Iterator[RecordFact]:
    labels = {
        "sequences": gettext_lazy("Sequences of %(pair)s"),
        "cricche": gettext_lazy("Cricche of %(pair)s"),
        "scartini": gettext_lazy("Card count of %(pair)s"),
    }
    for field, label in labels.items():
        for pair in Pair:
            counted = quick[pair].get(field)
            text = _combination_list(counted) if isinstance(counted, Mapping) else counted
            value = "" if text is None else str(text)
            yield RecordFact(f"{field}_{pair}", str(label % {"pair": pairs[pair]}), value)


def _called_out_text(called: JsonObject, names: Names) -> str:
    player = names.get(called["player"], "?")
    if called.get("first15"):
        return _("%(player)s, on the first 15 cards") % {"player": player}
    return player
