"""The best plans known where meeting nobody twice is impossible or unknown, and one design.

Places are written as one sign each. Tables of 4 with as few tables of 3 as possible.
Source: tournaments specification, section 5.3.
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
        "0123 4567",
        "0432 1567",
        "1237 0645",
        "3256 7041",
    ),
    (8, 5): (
        "0123 4567",
        "1075 3462",
        "0267 1345",
        "1276 5304",
        "1347 6025",
    ),
    (8, 6): (
        "0123 4567",
        "1072 3465",
        "0267 1345",
        "4256 7301",
        "1347 6025",
        "3761 5042",
    ),
    (9, 5): (
        "012 345 678",
        "813 604 275",
        "842 703 156",
        "031 754 628",
        "850 632 741",
    ),
    (9, 6): (
        "012 345 678",
        "851 342 706",
        "084 163 257",
        "605 842 731",
        "417 260 358",
        "564 320 187",
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
        "0123 456 789",
        "9174 205 683",
        "2176 058 349",
        "1357 609 824",
        "9352 861 470",
    ),
    (10, 6): (
        "0123 456 789",
        "2158 094 763",
        "9217 506 438",
        "0837 614 952",
        "3629 081 547",
        "9357 024 681",
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
        "0123 4567 89a",
        "3a17 2485 690",
        "625a 4913 807",
        "1503 2879 a64",
        "8163 074a 592",
    ),
    (11, 6): (
        "0123 4567 89a",
        "1827 a305 946",
        "19a2 0437 586",
        "6250 38a4 197",
        "a651 4278 390",
        "9154 a763 208",
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
        "0123 4567 89ab",
        "6078 a542 1b39",
        "04b9 3762 815a",
        "b967 2481 3a50",
        "95b2 4083 71a6",
    ),
    (12, 6): (
        "0123 4567 89ab",
        "7b51 049a 3268",
        "2961 8705 a34b",
        "9180 b642 a537",
        "8174 5309 b2a6",
        "a134 086b 7592",
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
        "0123 4567 89a bcd",
        "13d4 2ab5 69c 087",
        "c43a 682d 750 19b",
        "613a 9d05 48b 2c7",
        "7d1a b60c 942 835",
        "815c b397 2d6 0a4",
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
    told = PLANS.get((players, rounds))
    return None if told is None else [read_round(text) for text in told]


def read_round(text: str) -> list[list[int]]:
    return [[int(sign, BASE) for sign in table] for table in text.split()]


def design_of_24() -> Plan:
    """Seven rounds of six tables in which nobody meets anybody twice."""
    first = read_round(TWENTY_FOUR)
    return [[[moved(place, by) for place in table] for table in first] for by in range(PERIOD)]


def moved(place: int, by: int) -> int:
    if place >= 3 * PERIOD:
        return place
    return place - place % PERIOD + (place % PERIOD + by) % PERIOD
