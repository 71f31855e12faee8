"""The combinations of a set of cards once more, told another way: as one would explain them.

For comparison only. Gaps of the Grande are looked at as a list, and the families as tables.
"""

SUITS = {"danari": "D", "coppe": "C", "spade": "S", "bastoni": "B"}
# Figures beside the King, and counters: is there a sequence?
SUIT_EXISTS = {
    (1, 1): True,
    (1, 2): True,
    **{(figures, counters): True for figures in (2, 3) for counters in (0, 1, 2)},
}
# Moors or aces held, and counters: cards of the sequence.
ALIKE = {
    (2, 1): 3,
    (2, 2): 4,
    (3, 0): 3,
    (3, 1): 4,
    (3, 2): 5,
    (4, 0): 4,
    (4, 1): 5,
    (4, 2): 6,
}
FIVES = {"ANG", "MON", "BEG", "MAT", "DK", "CK", "SK", "BK"}
RANKS = {
    "tarocchi": (["ANG", "MON", "BEG", "MAT"], 18, 36),
    "re": (["DK", "CK", "SK", "BK"], 17, 34),
    "regine": (["DQ", "CQ", "SQ", "BQ"], 14, 28),
    "cavalli": (["DC", "CC", "SC", "BC"], 13, 26),
    "fanti": (["DF", "CF", "SF", "BF"], 12, 24),
}


def counters_of(cards):
    return ("BEG" in cards) + ("MAT" in cards)


def break_of(cards, free, adjacent):
    """The number at which the run ends, or None: the first gap that no counter may fill."""
    gaps = [number for number in range(16, 4, -1) if f"T{number}" not in cards]
    for place, gap in enumerate(gaps):
        beside = place > 0 and gaps[place - 1] == gap + 1
        if place >= free or (beside and not adjacent):
            return gap
    return None


def grande(cards, adjacent=False):
    """Number of cards, and where it broke."""
    heads = sum(card in cards for card in ("MON", "SOL", "LUN"))
    counters = counters_of(cards)
    if "ANG" not in cards or heads + min(counters, heads) < 2:
        return 0, None
    free = counters if heads > 1 else counters - 1
    broken = break_of(cards, free, adjacent)
    lowest = 4 if broken is None else broken
    numbers = sum(f"T{number}" in cards for number in range(lowest + 1, 17))
    moors = sum(f"MO{i}" in cards for i in (1, 2, 3, 4)) if broken is None else 0
    return 1 + heads + numbers + moors + counters, broken


def sequences(cards, adjacent=False):
    """Cards of each sequence, by family."""
    counters = counters_of(cards)
    found = {"grande": grande(cards, adjacent)[0]}
    for name, suit in SUITS.items():
        figures = sum(suit + figure in cards for figure in "QCF")
        exists = suit + "K" in cards and SUIT_EXISTS.get((figures, counters))
        found[name] = 1 + figures + (suit + "A" in cards) + counters if exists else 0
    for name, family in (
        ("mori", ["MO1", "MO2", "MO3", "MO4"]),
        ("assi", ["DA", "CA", "SA", "BA"]),
    ):
        found[name] = ALIKE.get((sum(card in cards for card in family), counters), 0)
    return {name: length for name, length in found.items() if length}


def cricche(cards):
    """Points of each cricca, by rank."""
    held = {name: sum(card in cards for card in four) for name, (four, _, _) in RANKS.items()}
    return {name: RANKS[name][held[name] - 2] for name in RANKS if held[name] >= 3}


def doubled(points):
    return sum(points) * (2 if len(points) > 2 else 1)


def totals(cards, adjacent=False):
    """Sequences, cricche, and the count of an even set in twos, as at the table."""
    values = [
        5 if card in FIVES else {"Q": 4, "C": 3, "F": 2}.get(card[1:], 1) for card in sorted(cards)
    ]
    in_twos = sum(
        first + second - 1 for first, second in zip(values[::2], values[1::2], strict=True)
    )
    return (
        doubled([5 * (length - 1) for length in sequences(cards, adjacent).values()]),
        doubled(list(cricche(cards).values())),
        in_twos,
    )
