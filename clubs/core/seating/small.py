"""The best plans known where meeting nobody twice is impossible or unknown, and one design.

Places are written as one sign each. Tables of 4 with as few tables of 3 as possible. Among those
with as few repeats, nobody meets anybody more often than in any other plan that was found.
Source: tournaments.md §5.3.
"""

Plan = list[list[list[int]]]  # rounds of tables of places, from 0
BASE = 36  # signs for places: digits, then letters

# By players and rounds.
PLANS: dict[tuple[int, int], tuple[str, ...]] = {
    (8, 2): (
        "0123 4567",
        "1054 3267",
    ),
    (8, 3): (
        "0123 4567",
        "1076 3245",
        "6327 1045",
    ),
    (8, 4): (
        "7021 3564",
        "3052 6147",
        "6372 4051",
        "5427 0136",
    ),
    (8, 5): (
        "4236 1750",
        "6305 4217",
        "6572 3410",
        "6137 0542",
        "6470 1253",
    ),
    (8, 6): (
        "1376 5240",
        "5703 2461",
        "2734 5601",
        "1547 3062",
        "5672 1340",
        "6047 5312",
    ),
    (9, 5): (
        "012 345 678",
        "813 604 275",
        "842 703 156",
        "031 754 628",
        "850 632 741",
    ),
    (9, 6): (
        "152 843 067",
        "508 372 614",
        "024 536 718",
        "387 452 061",
        "657 218 034",
        "013 268 475",
    ),
    (10, 2): (
        "0123 456 789",
        "6283 904 715",
    ),
    (10, 3): (
        "0123 456 789",
        "0682 491 537",
        "2059 671 384",
    ),
    (10, 4): (
        "0123 456 789",
        "5370 418 962",
        "3086 742 519",
        "4390 825 716",
    ),
    (10, 5): (
        "2045 369 718",
        "1703 695 248",
        "7352 608 419",
        "1583 764 092",
        "8795 403 216",
    ),
    (10, 6): (
        "4902 531 876",
        "7302 958 164",
        "3497 560 281",
        "6983 752 410",
        "0781 629 345",
        "1975 824 306",
    ),
    (11, 2): (
        "0123 4567 89a",
        "0956 a241 738",
    ),
    (11, 3): (
        "0123 4567 89a",
        "162a 4079 538",
        "1952 3a47 068",
    ),
    (11, 4): (
        "0123 4567 89a",
        "8317 a542 609",
        "6428 9315 a07",
        "6a31 4297 805",
    ),
    (11, 5): (
        "8a51 0376 429",
        "1986 4a07 352",
        "4368 9a75 102",
        "4731 0589 6a2",
        "9a03 6541 827",
    ),
    (11, 6): (
        "179a 4836 520",
        "1490 3a75 268",
        "0983 16a5 742",
        "3261 7589 a04",
        "6549 3701 82a",
        "4851 92a3 607",
    ),
    (12, 2): (
        "0123 4567 89ab",
        "7b51 048a 3269",
    ),
    (12, 3): (
        "0123 4567 89ab",
        "6381 450a b279",
        "3a71 0b69 2845",
    ),
    (12, 4): (
        "0123 4567 89ab",
        "b542 a063 7819",
        "8305 916b a724",
        "2864 03b7 5a19",
    ),
    (12, 5): (
        "29b4 786a 5130",
        "6091 237b 845a",
        "2a81 4709 36b5",
        "43a9 01b8 5267",
        "2b0a 5389 4167",
    ),
    (12, 6): (
        "3b87 5240 a169",
        "b75a 9801 3426",
        "5173 26a8 b904",
        "9385 2a70 4b61",
        "6350 b218 94a7",
        "b259 6784 01a3",
    ),
    (13, 5): (
        "0123 456 789 abc",
        "81c6 0a9 35b 274",
        "3c49 b06 a71 285",
        "5a19 c2b 408 367",
        "50c7 3a8 14b 269",
    ),
    (13, 6): (
        "0123 456 789 abc",
        "a409 637 85b 12c",
        "a5c3 7b0 842 691",
        "b6a2 175 483 90c",
        "7c24 81a 93b 605",
        "8c06 3a7 925 4b1",
    ),
    (14, 5): (
        "0123 4567 89a bcd",
        "6c39 5ab1 278 d04",
        "c058 a3d7 419 b26",
        "42ac 6d18 07b 935",
        "3b84 2d95 60a c71",
    ),
    (14, 6): (
        "71bd 5869 0a2 43c",
        "5b42 3a87 19c d60",
        "239d 41a0 57c 8b6",
        "0527 d48c 9ab 631",
        "3514 26ac db7 890",
        "30bc 6749 a5d 281",
    ),
    (15, 6): (
        "0123 4567 89ab cde",
        "eb17 53a2 0c48 96d",
        "94e3 bd52 816c 70a",
        "1a4d 297c 850e 63b",
        "e951 bca3 8427 d06",
        "2ea6 49b0 873d c15",
    ),
    (16, 6): (
        "0123 4567 89ab cdef",
        "d703 5624 1fca 89eb",
        "67bf 5c38 410e da92",
        "48a7 5def 23b1 0c96",
        "1795 2f80 4bdc ea36",
        "93f4 c27e 618d 5ab0",
    ),
    (17, 6): (
        "0123 4567 89a bcd efg",
        "5bae 83c4 09d f61 7g2",
        "24de 518g 0a7 f3b 96c",
        "973e c50f d6g 4a1 8b2",
        "bg40 8fd7 1ce a63 295",
        "gac2 e680 7b1 d53 9f4",
    ),
    (18, 6): (
        "0123 4567 89ab cde fgh",
        "61ha 82e4 d0gb 3f5 9c7",
        "40hc 6bef 95g2 37a d81",
        "5bc1 7f80 9he3 4ag 2d6",
        "af2c 85hd eg71 609 43b",
        "0ea5 27bh cg86 f41 d39",
    ),
    (19, 6): (
        "0123 4567 89ab cdef ghi",
        "0fb4 92di 6a3c 5h8e 17g",
        "c125 fa7h bi3e d608 49g",
        "h26b ge07 48ci 53f9 1da",
        "6e91 5ai0 43dh 28fg 7bc",
        "dbg5 h0c9 a4e2 1fi6 387",
    ),
    (20, 6): (
        "0123 4567 89ab cdef ghij",
        "j07f 168i eh95 ac42 bgd3",
        "79d1 ei52 08ch g6fa 4j3b",
        "dia0 25jb 936c f14h g7e8",
        "f835 4g90 ci7b 62hd e1aj",
        "b06e 51cg i9f2 j84d 37ah",
    ),
}

# The first round of a resolvable design of 24 places: the others follow by adding 1 modulo 7 in
# each third (0 to 6, 7 to 13, 14 to 20). 21, 22 and 23 stay, and never meet.
TWENTY_FOUR = "l0fa m71h ne83 245d 9bck gij6"
PERIOD = 7


def stored_plan(players: int, rounds: int) -> Plan | None:
    rounds_as_text = PLANS.get((players, rounds))
    return None if rounds_as_text is None else [_decoded_round(text) for text in rounds_as_text]


def _decoded_round(text: str) -> list[list[int]]:
    return [[int(sign, BASE) for sign in table] for table in text.split()]


def design_of_24() -> Plan:
    """Seven rounds of six tables in which nobody meets anybody twice."""
    first = _decoded_round(TWENTY_FOUR)
    return [
        [[_shifted_place(place, by) for place in table] for table in first] for by in range(PERIOD)
    ]


def _shifted_place(place: int, by: int) -> int:
    if place >= 3 * PERIOD:
        return place
    return place - place % PERIOD + (place % PERIOD + by) % PERIOD
