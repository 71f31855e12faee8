"""A table of Tarocco bolognese, short ways to judge a deal, and Hypothesis strategies."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from clubs.core.games import get_game
from clubs.core.problems import DealRefused

BOLOGNESE = get_game("bolognese")
FOUR = ["Nora", "Wanda", "Sergio", "Elio"]  # ns: Nora and Sergio; ew: Wanda and Elio

# The deck once more, written out: bolognese.md §2.
ROWS = (
    "ANG MON SOL LUN T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 MO1 MO2 MO3 MO4 BEG MAT",
    "DK DQ DC DF D10 D9 D8 D7 D6 DA CK CQ CC CF C10 C9 C8 C7 C6 CA",
    "SK SQ SC SF S10 S9 S8 S7 S6 SA BK BQ BC BF B10 B9 B8 B7 B6 BA",
)
DECK = [card for row in ROWS for card in row.split()]

NONE = {"sequences": 0, "cricche": 0}
# 60 + 0 + 40 + 6 = 106 for ns, 25 + 17 + 47 = 89 for ew.
QUICK = {
    "entry": "quick",
    "last_trick": "ns",
    "quick": {
        "ns": {"sequences": 60, "cricche": 0, "scartini": 40},
        "ew": {"sequences": 25, "cricche": 17, "scartini": 47},
    },
}
CALL = {
    "dealer": "Elio",
    "totals_before": {"ns": 775, "ew": 765},
    "accusi": [{"player": "Nora", "points": 25}],
    "called_out": {"player": "Nora"},
}


def answer(deal: object, rules: object = None, players: list[str] = FOUR) -> dict[str, Any]:
    return BOLOGNESE.answer(players, BOLOGNESE.read_rules(rules), deal)


def within(deal: dict[str, Any], match: dict[str, Any]) -> dict[str, Any]:
    """The deal with what it needs to know of the match before it."""
    return {**deal, "totals_before": match["totals"], "deals_before": match["deals"]}


def match_after(deals: list[dict[str, Any]], rules: object = None) -> dict[str, Any]:
    """The match that was begun by these deals, as the last of them answers it."""
    match: dict[str, Any] = {"totals": {"ns": 0, "ew": 0}, "deals": 0}
    for deal in deals:
        match = answer(within(deal, match), rules)["match"]
    return match


def refusal(
    deal: object, rules: object = None, players: list[str] = FOUR
) -> list[tuple[str, str | None]]:
    """Codes and fields of what is refused; nothing for a deal that is accepted."""
    try:
        answer(deal, rules, players)
    except DealRefused as refused:
        return [(problem.code, problem.field) for problem in refused.problems]
    return []


def quick(ns: object = None, ew: object = None, **deal: object) -> dict[str, Any]:
    """A deal as counted at the table: 0 where nothing is said, 40 points of cards for ns."""
    counts = {"ns": {**NONE, "scartini": 40}, "ew": {**NONE, "scartini": 47}}
    told = {"ns": ns or {}, "ew": ew or {}}
    return {
        "entry": "quick",
        "last_trick": "ns",
        "quick": {pair: {**counts[pair], **told[pair]} for pair in counts},
        **deal,
    }


def pile(cards: str, **deal: object) -> dict[str, Any]:
    """A deal whose pile of ew was turned over, written as codes with blanks between."""
    told = {"pair": "ew", "cards": cards.split()}
    return {"entry": "cards", "last_trick": "ns", "pile": told, **deal}


def accuso(cards: str, player: str = "Nora", **more: object) -> dict[str, Any]:
    return {"player": player, "cards": cards.split(), **more}


def totals(told: dict[str, Any]) -> tuple[int, int]:
    return told["pairs"]["ns"]["total"], told["pairs"]["ew"]["total"]


@st.composite
def card_sets(draw: Any) -> frozenset[str]:
    """Sets of any size; half of them as a deal of cards gives them, others small or nearly all."""
    some = frozenset(draw(st.sets(st.sampled_from(DECK), max_size=12)))
    return draw(
        st.sampled_from([some, frozenset(DECK) - some])
        | st.integers(0, 2 ** len(DECK) - 1).map(
            lambda mask: frozenset(card for i, card in enumerate(DECK) if mask >> i & 1)
        )
    )


def shuffled(cards: list[str]) -> st.SearchStrategy[list[str]]:
    """One seed is drawn, not sixty swaps."""
    return st.integers(0, 2**32).map(lambda seed: Random(seed).sample(cards, len(cards)))


def is_trickless(cards: frozenset[str]) -> bool:
    return len(cards) < 3 or (len(cards) == 3 and "MAT" in cards)


@st.composite
def piles(draw: Any) -> dict[str, Any]:
    """Card-wise deals of which nothing can be said against: any split, any legal passing."""
    cards = draw(card_sets())
    other = frozenset(DECK) - cards
    for small in (cards, other):
        if is_trickless(small):
            # Laid away: two cards that count no five, with the Matto or without.
            cards = frozenset(draw(st.sampled_from([("D7", "CQ"), ("MAT", "SA", "MO1"), ()])))
            other = frozenset(DECK) - cards
            break
    pair = draw(st.sampled_from(["ns", "ew"]))
    told = {"pair": pair, "cards": draw(shuffled(sorted(cards)))}
    deal = {"entry": "cards", "pile": told, "last_trick": draw(st.sampled_from(["ns", "ew"]))}
    if is_trickless(cards):
        deal["last_trick"] = "ew" if pair == "ns" else "ns"
    elif len(cards) % 2:
        owed_by = cards if "MAT" in cards else other
        deal["passed_card"] = draw(st.sampled_from(sorted(owed_by - {"MAT"})))
    return deal


@st.composite
def accusi(draw: Any) -> list[dict[str, Any]]:
    """Declarations of some players, from hands of 15 cards and 2 left over."""
    pack = draw(shuffled(DECK))
    told = []
    for seat, name in enumerate(FOUR):
        hand = pack[15 * seat : 15 * seat + 15]
        shown = hand[: draw(st.integers(3, 15))]
        entry = draw(st.sampled_from([None, {"points": 17}, {"cards": shown}]))
        if entry is not None:
            entry = {"player": name, **entry, "void": draw(st.booleans())}
            if refusal(quick(accusi=[entry])) == []:
                told.append(entry)
    return told


@st.composite
def deals(draw: Any) -> dict[str, Any]:
    """Played deals with declarations and penalties."""
    penalties = {pair: "scartini_only" for pair in ("ns", "ew") if draw(st.integers(0, 5)) == 0}
    return {**draw(piles()), "accusi": draw(accusi()), "penalties": penalties}
