"""Every code of scoring.md §7: a deal that is refused for it, and its nearest neighbour that is
not.

A case is the table, the rules, what the deal says beside its base, and the problems with fields.
"""

import pytest

from clubs.games.french.core.checks import ERRORS
from tests.games.french.core.deals import BY_ANNA, FIVE, FOUR, GARDE, SIX, THREE, misere, refusal

SEVEN = [*SIX, "Gina"]
EIGHT = [*SEVEN, "Hugo"]
NINE = [*EIGHT, "Ines"]
FIVE_GARDE = {**BY_ANNA, "called": ["Bruno"]}
SIX_GARDE = {**BY_ANNA, "called": ["Bruno", None]}
DEFENCE_CHELEM = {"defence_chelem": {"enabled": True}}
VOID = {"kind": "void", "void_reason": "all_pass"}
PERSONAL = "personal-petit"


def one(player, size="simple"):
    return [{"player": player, "size": size}]


REFUSED = [
    # Stage 1: players
    (None, "fft", GARDE, [("field_missing", "players")]),
    ("Nord", "fft", GARDE, [("field_type", "players")]),
    ([1, *FOUR], "fft", GARDE, [("field_type", "players[0]")]),
    ([None, *FOUR], "fft", GARDE, [("field_type", "players[0]")]),
    (["Nord", "Est"], "fft", GARDE, [("players_count", "players")]),
    ([], "fft", GARDE, [("players_count", "players")]),
    (NINE, "fft", SIX_GARDE, [("players_count", "players")]),
    (["Nord", "Est", "Nord"], "fft", GARDE, [("players_duplicate", "players")]),
    (["Nord", "Est", ""], "fft", GARDE, [("player_name_invalid", "players[2]")]),
    (["Nord", " Est", "Sud"], "fft", GARDE, [("player_name_invalid", "players[1]")]),
    (["Nord", "Est\u00a0", "Sud"], "fft", GARDE, [("player_name_invalid", "players[1]")]),
    (["Nord", "E" * 81, "Sud"], "fft", GARDE, [("player_name_invalid", "players[1]")]),
    (
        ["A", "A", " ", 7, *SIX],
        "fft",
        5,
        [
            ("player_name_invalid", "players[2]"),
            ("field_type", "players[3]"),
            ("players_count", "players"),
            ("players_duplicate", "players"),
            ("field_type", "deal"),
        ],
    ),
    (FOUR, "fft", None, [("field_missing", "deal")]),
    (FOUR, "fft", [GARDE], [("field_type", "deal")]),
    # Stage 2: types, enumerations, missing and unknown fields
    (FOUR, "fft", {**GARDE, "taker": None}, [("field_missing", "taker")]),
    (FOUR, "fft", {"contract": "garde", "points": 49, "oudlers": 2}, [("field_missing", "taker")]),
    (
        FOUR,
        "fft",
        {},
        [("field_missing", name) for name in ("taker", "contract", "oudlers", "points")],
    ),
    (FOUR, "fft", {**GARDE, "taker": 5}, [("field_type", "taker")]),
    (FOUR, "fft", {**GARDE, "taker": ["Nord"]}, [("field_type", "taker")]),
    (FOUR, "fft", {**GARDE, "oudlers": 2.0}, [("field_type", "oudlers")]),
    (FOUR, "fft", {**GARDE, "oudlers": True}, [("field_type", "oudlers")]),
    (FOUR, "fft", {**GARDE, "oudlers": "2"}, [("field_type", "oudlers")]),
    (FOUR, "fft", {**GARDE, "points": "49"}, [("field_type", "points")]),
    (FOUR, "fft", {**GARDE, "points": False}, [("field_type", "points")]),
    (FOUR, "fft", {**GARDE, "points": float("inf")}, [("field_type", "points")]),
    (FOUR, "fft", {**GARDE, "points": float("nan")}, [("field_type", "points")]),
    (FOUR, "fft", {**GARDE, "contract": 2}, [("field_type", "contract")]),
    (FOUR, "fft", {**GARDE, "contract": ["garde"]}, [("field_type", "contract")]),
    (FOUR, "fft", {**GARDE, "contract": {"a": 1}}, [("field_type", "contract")]),
    (FOUR, "fft", {**GARDE, "contract": "petite"}, [("value_not_allowed", "contract")]),
    (FOUR, "fft", {**GARDE, "contract": "Garde"}, [("value_not_allowed", "contract")]),
    (FOUR, "fft", {**GARDE, "contract": ""}, [("value_not_allowed", "contract")]),
    (FOUR, "fft", {**GARDE, "kind": "normal"}, [("value_not_allowed", "kind")]),
    (FOUR, "fft", {**GARDE, "kind": True}, [("field_type", "kind")]),
    (FOUR, "fft", {**GARDE, "void_reason": "all_pass"}, [("value_not_allowed", "void_reason")]),
    (FOUR, "fft", {**GARDE, "void_reason": "tired"}, [("value_not_allowed", "void_reason")]),
    (FOUR, "fft", {**GARDE, "void_reason": 1}, [("field_type", "void_reason")]),
    (FOUR, "fft", {"kind": "void"}, [("field_missing", "void_reason")]),
    (FOUR, "fft", {"kind": "void", "void_reason": "tired"}, [("value_not_allowed", "void_reason")]),
    (FOUR, "fft", {**VOID, "oudlers": 2.0}, [("field_type", "oudlers")]),
    (FOUR, "fft", {**VOID, "bonus": None}, [("field_unknown", "bonus")]),
    (FOUR, "fft", {**GARDE, "bonus": None}, [("field_unknown", "bonus")]),
    (FOUR, "fft", {**GARDE, "players": FOUR}, [("field_unknown", "players")]),
    (FOUR, "fft", {**GARDE, "note": 5}, [("field_type", "note")]),
    (FOUR, "fft", {**GARDE, "dealer": 5}, [("field_type", "dealer")]),
    (FOUR, "fft", {**GARDE, "out": "Nord"}, [("field_type", "out")]),
    (FOUR, "fft", {**GARDE, "out": {}}, [("field_type", "out")]),
    (FIVE, "fft", {**BY_ANNA, "out": [None]}, [("field_type", "out[0]")]),
    (FIVE, "fft", {**BY_ANNA, "called": "Bruno"}, [("field_type", "called")]),
    (SIX, "fft", {**BY_ANNA, "called": [None, 5]}, [("field_type", "called[1]")]),
    (FOUR, "fft", {**GARDE, "petit_au_bout": "taker"}, [("value_not_allowed", "petit_au_bout")]),
    (FOUR, "fft", {**GARDE, "petit_au_bout": True}, [("field_type", "petit_au_bout")]),
    (FOUR, "fft", {**GARDE, "petit_player": 1}, [("field_type", "petit_player")]),
    (FOUR, "fft", {**GARDE, "poignees": {}}, [("field_type", "poignees")]),
    (FOUR, "fft", {**GARDE, "poignees": [None]}, [("field_type", "poignees[0]")]),
    (FOUR, "fft", {**GARDE, "poignees": ["Nord"]}, [("field_type", "poignees[0]")]),
    (
        FOUR,
        "fft",
        {**GARDE, "poignees": [{"player": 5, "size": "huge", "x": 1}, {"size": None}]},
        [
            ("field_type", "poignees[0].player"),
            ("value_not_allowed", "poignees[0].size"),
            ("field_unknown", "poignees[0].x"),
            ("field_missing", "poignees[1].player"),
            ("field_missing", "poignees[1].size"),
        ],
    ),
    (FOUR, "fft", {**GARDE, "chelem": False}, [("field_type", "chelem")]),
    (FOUR, "fft", {**GARDE, "chelem_announced": 1}, [("field_type", "chelem_announced")]),
    (FOUR, "fft", {**GARDE, "chelem_announced": "no"}, [("field_type", "chelem_announced")]),
    (FOUR, "family", {**GARDE, "petit_chelem": "defence"}, [("value_not_allowed", "petit_chelem")]),
    (FOUR, "family", {**GARDE, "miseres": [[]]}, [("field_type", "miseres[0]")]),
    (
        FOUR,
        "family",
        {**GARDE, "miseres": misere("Est", "hearts")},
        [("value_not_allowed", "miseres[0].kind")],
    ),
    (
        FOUR,
        "fft",
        {"taker": 1, "contract": "petite", "points": 200},
        [
            ("field_type", "taker"),
            ("value_not_allowed", "contract"),
            ("field_missing", "oudlers"),
        ],
    ),
    # Stage 3: names in out and dealer, active players, void content
    (FIVE, "fft", {**BY_ANNA, "out": ["Gina", "Bruno"]}, [("player_unknown", "out[0]")]),
    (FOUR, "fft", {**GARDE, "dealer": "Anna"}, [("player_unknown", "dealer")]),
    (FOUR, "fft", {**GARDE, "dealer": ""}, [("player_unknown", "dealer")]),
    (FIVE, "fft", {**BY_ANNA, "out": ["Elsa", "Elsa"]}, [("duplicate_entry", "out[1]")]),
    (FOUR, "fft", {**GARDE, "out": ["Est", "Sud"]}, [("active_count", "out")]),
    (SEVEN, "fft", SIX_GARDE, [("active_count", "out")]),
    (EIGHT, "fft", {**VOID, "out": ["Anna"]}, [("active_count", "out")]),
    (FOUR, "fft", {**VOID, "oudlers": 0}, [("void_has_result", "oudlers")]),
    (FOUR, "fft", {**VOID, "points": 0.0}, [("void_has_result", "points")]),
    (FOUR, "fft", {**VOID, "taker": ""}, [("void_has_result", "taker")]),
    (
        FOUR,
        "fft",
        {**VOID, "chelem_announced": True, "called": [None], "dealer": "Anna"},
        [
            ("player_unknown", "dealer"),
            ("void_has_result", "called"),
            ("void_has_result", "chelem_announced"),
        ],
    ),
    # Stage 4: names
    (FOUR, "fft", {**GARDE, "taker": "Anna"}, [("player_unknown", "taker")]),
    (FOUR, "fft", {**GARDE, "taker": "nord"}, [("player_unknown", "taker")]),
    (FIVE, "fft", {**BY_ANNA, "out": ["Anna"]}, [("player_not_active", "taker")]),
    (FIVE, "fft", {**BY_ANNA, "called": ["Gina"]}, [("player_unknown", "called[0]")]),
    (SIX, "fft", {**BY_ANNA, "called": [None, ""]}, [("player_unknown", "called[1]")]),
    (
        SIX,
        "fft",
        {**BY_ANNA, "called": ["Farid"], "out": ["Farid"]},
        [("player_not_active", "called[0]")],
    ),
    (FOUR, "fft", {**GARDE, "petit_player": "Anna"}, [("player_unknown", "petit_player")]),
    (FOUR, "fft", {**GARDE, "poignees": one("Anna")}, [("player_unknown", "poignees[0].player")]),
    (
        FIVE,
        "fft",
        {**BY_ANNA, "out": ["Elsa"], "poignees": one("Elsa"), "petit_player": "Elsa"},
        [("player_not_active", "petit_player"), ("player_not_active", "poignees[0].player")],
    ),
    (
        FIVE,
        "family",
        {**BY_ANNA, "out": ["Elsa"], "miseres": misere("Elsa")},
        [("player_not_active", "miseres[0].player")],
    ),
    # Stage 4: called cards
    (FIVE, "fft", BY_ANNA, [("called_count", "called")]),
    (FIVE, "fft", {**BY_ANNA, "called": ["Bruno", None]}, [("called_count", "called")]),
    (FIVE, {"call_weights": {"5": []}}, FIVE_GARDE, [("called_count", "called")]),
    (SIX, "fft", {**BY_ANNA, "called": ["Bruno"]}, [("called_count", "called")]),
    (FOUR, "fft", {**GARDE, "called": [None]}, [("called_count", "called")]),
    (THREE, "fft", {**BY_ANNA, "called": ["Bruno"]}, [("called_count", "called")]),
    # Stage 4: contract and count
    (FOUR, "fft", {**GARDE, "contract": "pousse"}, [("contract_not_in_rules", "contract")]),
    (
        FOUR,
        "garde-minimum",
        {**GARDE, "contract": "prise"},
        [("contract_not_in_rules", "contract")],
    ),
    (
        FOUR,
        {"base": "fixed-scale", "fixed_values": {"garde": None}},
        GARDE,
        [("contract_not_in_rules", "contract")],
    ),
    (FOUR, "fft", {**GARDE, "oudlers": 4}, [("oudlers_out_of_range", "oudlers")]),
    (FOUR, "fft", {**GARDE, "oudlers": -1}, [("oudlers_out_of_range", "oudlers")]),
    (FOUR, "fft", {**GARDE, "oudlers": 10**400}, [("oudlers_out_of_range", "oudlers")]),
    (FOUR, "fft", {**GARDE, "points": 92}, [("points_out_of_range", "points")]),
    (FOUR, "fft", {**GARDE, "points": -1}, [("points_out_of_range", "points")]),
    (FOUR, "fft", {**GARDE, "points": 10**400}, [("points_out_of_range", "points")]),
    (FOUR, "fft", {**GARDE, "points": 1e308}, [("points_out_of_range", "points")]),
    (
        THREE,
        "fft",
        {**BY_ANNA, "points": 91.25},
        [("points_out_of_range", "points"), ("points_not_half_step", "points")],
    ),
    (THREE, "fft", {**BY_ANNA, "points": 46.3}, [("points_not_half_step", "points")]),
    (FOUR, "fft", {**GARDE, "points": 46.25}, [("points_not_half_step", "points")]),
    (FOUR, "fft", {**GARDE, "points": 46.5}, [("points_half_not_allowed", "points")]),
    (SIX, "fft", {**SIX_GARDE, "points": 46.5}, [("points_half_not_allowed", "points")]),
    (
        FIVE,
        "fft",
        {**BY_ANNA, "points": 46.5, "out": ["Elsa"]},
        [("points_half_not_allowed", "points")],
    ),
    # 3 + 4·oudlers and 91 − 4·(3 − oudlers), with the dog to the attack
    (FOUR, "fft", {**GARDE, "oudlers": 0, "points": 2}, [("points_impossible", "points")]),
    (FOUR, "fft", {**GARDE, "oudlers": 0, "points": 80}, [("points_impossible", "points")]),
    (FOUR, "fft", {**GARDE, "oudlers": 2, "points": 10}, [("points_impossible", "points")]),
    (FOUR, "fft", {**GARDE, "oudlers": 2, "points": 88}, [("points_impossible", "points")]),
    (THREE, "fft", {**BY_ANNA, "oudlers": 3, "points": 14.5}, [("points_impossible", "points")]),
    # 1.5 + 4·oudlers with five
    (FIVE, "fft", {**FIVE_GARDE, "oudlers": 3, "points": 13}, [("points_impossible", "points")]),
    # 4·oudlers and 91 − 3 − 4·(3 − oudlers) in a garde contre; 91 − 1.5 − … with five
    (
        FOUR,
        "fft",
        {**GARDE, "contract": "garde_contre", "oudlers": 1, "points": 3},
        [("points_impossible", "points")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "contract": "garde_contre", "oudlers": 3, "points": 89},
        [("points_impossible", "points")],
    ),
    (
        FIVE,
        "fft",
        {**FIVE_GARDE, "contract": "garde_contre", "oudlers": 3, "points": 90},
        [("points_impossible", "points")],
    ),
    (
        FIVE,
        "fft",
        {**FIVE_GARDE, "called_cards": ["king_hearts", "queen_clubs"]},
        [("called_count", "called_cards")],
    ),
    (FOUR, "fft", {**GARDE, "called_cards": ["king_clubs"]}, [("called_count", "called_cards")]),
    (
        SIX,
        "fft",
        {**SIX_GARDE, "called_cards": ["king_clubs", "king_clubs"]},
        [("card_twice", "called_cards[1]")],
    ),
    (FOUR, "fft", {**GARDE, "which_oudlers": ["excuse"]}, [("oudlers_differ", "which_oudlers")]),
    (
        FOUR,
        "fft",
        {**GARDE, "which_oudlers": ["excuse", "excuse"]},
        [("card_twice", "which_oudlers[1]")],
    ),
    (FOUR, "fft", {**GARDE, "parole": ["Est", "Est"]}, [("duplicate_entry", "parole[1]")]),
    # The side that wins the last trick has the Petit that lies in it.
    (
        FOUR,
        "fft",
        {**GARDE, "which_oudlers": ["excuse", "twenty_one"], "petit_au_bout": "attack"},
        [("petit_oudlers_conflict", "petit_au_bout")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "which_oudlers": ["excuse", "petit"], "petit_au_bout": "defence"},
        [("petit_oudlers_conflict", "petit_au_bout")],
    ),
    # Stage 4: chelem
    (
        FOUR,
        "fft",
        {**GARDE, "oudlers": 0, "points": 10, "chelem": "defence", "chelem_announced": True},
        [("chelem_conflict", "chelem")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "oudlers": 2, "points": 90, "chelem": "attack"},
        [("points_impossible", "points")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "chelem_defence_announced": True},
        [("chelem_defence_not_in_rules", "chelem_defence_announced")],
    ),
    (
        FOUR,
        DEFENCE_CHELEM,
        {**GARDE, "points": 87, "chelem": "attack", "chelem_defence_announced": True},
        [("chelem_conflict", "chelem")],
    ),
    (
        FOUR,
        DEFENCE_CHELEM,
        {**GARDE, "chelem_announced": True, "chelem_defence_announced": True},
        [("chelem_conflict", "chelem")],
    ),
    (
        FOUR,
        {"base": "family", **DEFENCE_CHELEM},
        {**GARDE, "petit_chelem": "attack", "chelem_defence_announced": True},
        [("petit_chelem_conflict", "petit_chelem")],
    ),
    # Stage 4: petit chelem
    (
        FOUR,
        "fft",
        {**GARDE, "petit_chelem": "attack"},
        [("petit_chelem_not_in_rules", "petit_chelem")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "petit_chelem_announced": True},
        [("petit_chelem_not_in_rules", "petit_chelem_announced")],
    ),
    (
        FOUR,
        "family",
        {**GARDE, "petit_chelem_announced": True, "chelem_announced": True},
        [("petit_chelem_conflict", "petit_chelem_announced")],
    ),
    (
        FOUR,
        "family",
        {**GARDE, "oudlers": 3, "points": 91, "petit_chelem": "attack", "chelem": "attack"},
        [("petit_chelem_conflict", "petit_chelem")],
    ),
    # Stage 4: Petit
    (
        FOUR,
        "fft",
        {**GARDE, "oudlers": 0, "petit_au_bout": "attack"},
        [("petit_oudlers_conflict", "petit_au_bout")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "oudlers": 3, "petit_au_bout": "defence"},
        [("petit_oudlers_conflict", "petit_au_bout")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "points": 87, "chelem": "attack", "petit_au_bout": "defence"},
        [("petit_camp_conflict", "petit_au_bout")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "oudlers": 1, "points": 10, "chelem": "defence", "petit_au_bout": "attack"},
        [("petit_camp_conflict", "petit_au_bout")],
    ),
    (
        FOUR,
        PERSONAL,
        {**GARDE, "petit_au_bout": "attack"},
        [("petit_player_missing", "petit_player")],
    ),
    # Stage 4: poignées (10, 13, 15 with four; 7, 9, 11 with six)
    (
        FOUR,
        {"poignee_trumps": {"4": [8, 13, 15]}},
        {**GARDE, "poignees": one("Est") + one("Sud") + one("Est")},
        [
            ("poignee_duplicate_player", "poignees[2].player"),
            ("poignee_trumps_exceed", "poignees"),
        ],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "poignees": one("Est") + one("Est")},
        [("poignee_duplicate_player", "poignees[1].player")],
    ),
    (
        FOUR,
        "fft",
        {**GARDE, "poignees": one("Est") + one("Sud", "double")},
        [("poignee_trumps_exceed", "poignees")],
    ),
    (
        SIX,
        "fft",
        {**SIX_GARDE, "poignees": one("Anna") + one("Bruno") + one("David", "double")},
        [("poignee_trumps_exceed", "poignees")],
    ),
    # Stage 4: misères
    (FOUR, "fft", {**GARDE, "miseres": misere("Est")}, [("misere_not_in_rules", "miseres")]),
    (
        FOUR,
        "family",
        {**GARDE, "miseres": misere("Est") + misere("Sud") + misere("Est")},
        [("misere_duplicate", "miseres[2]")],
    ),
    (
        FOUR,
        "family",
        {**GARDE, "miseres": misere("Est"), "poignees": one("Est")},
        [("misere_conflict", "miseres[0]")],
    ),
    (
        FOUR,
        "family",
        {
            **GARDE,
            "miseres": misere("Est", "courts") + misere("Est"),
            "petit_au_bout": "defence",
            "petit_player": "Est",
        },
        [("misere_conflict", "miseres[1]")],
    ),
    # All problems of a stage
    (
        FIVE,
        "fft",
        {
            "taker": "Zoe",
            "contract": "pousse",
            "oudlers": 5,
            "points": 95.25,
            "petit_chelem": "attack",
            "miseres": misere("Anna"),
        },
        [
            ("player_unknown", "taker"),
            ("called_count", "called"),
            ("contract_not_in_rules", "contract"),
            ("oudlers_out_of_range", "oudlers"),
            ("points_out_of_range", "points"),
            ("points_not_half_step", "points"),
            ("petit_chelem_not_in_rules", "petit_chelem"),
            ("misere_not_in_rules", "miseres"),
        ],
    ),
]
ACCEPTED = [
    (["N" * 80, "\u200bEst", "Sud Ouest"], "fft", {**GARDE, "taker": "N" * 80}),
    (THREE, "fft", BY_ANNA),
    (EIGHT, "fft", {**SIX_GARDE, "out": ["Gina", "Hugo"], "dealer": "Gina"}),
    (EIGHT, "fft", {**VOID, "out": ["Gina", "Hugo"], "dealer": "Hugo", "note": "talked"}),
    (FOUR, "fft", {**VOID, "called": [], "chelem_announced": False, "points": None}),
    (FOUR, "fft", {**GARDE, "kind": "played", "void_reason": None, "note": "", "called": None}),
    (FOUR, "fft", {**GARDE, "points": 49.0}),
    (THREE, "fft", {**BY_ANNA, "points": 46.5}),
    (FIVE, "fft", {**FIVE_GARDE, "points": 46.5}),
    (FIVE, {"call_weights": {"5": []}}, BY_ANNA),
    (SIX, "fft", SIX_GARDE),
    (FOUR, "fixed-scale", {**GARDE, "contract": "pousse"}),
    (FOUR, "garde-minimum", GARDE),
    (FOUR, "fft", {**GARDE, "oudlers": 0, "points": 3}),
    (FOUR, "fft", {**GARDE, "oudlers": 0, "points": 79}),
    (FOUR, "fft", {**GARDE, "oudlers": 2, "points": 11}),
    (FOUR, "fft", {**GARDE, "oudlers": 2, "points": 87}),
    (THREE, "fft", {**BY_ANNA, "oudlers": 3, "points": 15}),
    (FIVE, "fft", {**FIVE_GARDE, "oudlers": 3, "points": 13.5}),
    (FOUR, "fft", {**GARDE, "contract": "garde_contre", "oudlers": 0, "points": 0}),
    (FOUR, "fft", {**GARDE, "contract": "garde_contre", "oudlers": 1, "points": 4}),
    (FOUR, "fft", {**GARDE, "contract": "garde_contre", "oudlers": 3, "points": 88}),
    (FIVE, "fft", {**FIVE_GARDE, "contract": "garde_contre", "oudlers": 3, "points": 89.5}),
    (FOUR, "fft", {**GARDE, "oudlers": 0, "points": 10, "chelem": "defence"}),
    (FOUR, "fft", {**GARDE, "oudlers": 0, "points": 10, "chelem_announced": True}),
    (FOUR, "family", {**GARDE, "petit_chelem": "attack"}),
    (FOUR, "family", {**GARDE, "chelem_announced": True}),
    (FOUR, "fft", {**GARDE, "oudlers": 1, "petit_au_bout": "attack"}),
    (FOUR, "fft", {**GARDE, "oudlers": 2, "petit_au_bout": "defence"}),
    (FOUR, "fft", {**GARDE, "points": 87, "chelem": "attack", "petit_au_bout": "attack"}),
    (FOUR, PERSONAL, {**GARDE, "petit_au_bout": "attack", "petit_player": "Sud"}),
    (FOUR, PERSONAL, GARDE),
    (FOUR, "fft", {**GARDE, "petit_au_bout": "attack"}),
    (FOUR, "fft", {**GARDE, "petit_player": "Sud"}),
    (FOUR, "fft", {**GARDE, "poignees": one("Est") + one("Sud")}),
    (SIX, "fft", {**SIX_GARDE, "poignees": one("Anna") + one("Bruno") + one("David")}),
    (FOUR, "family", {**GARDE, "miseres": misere("Est") + misere("Est", "courts")}),
    (FOUR, "family", {**GARDE, "miseres": misere("Est", "courts"), "poignees": one("Est")}),
    (FOUR, "family", {**GARDE, "miseres": misere("Est"), "poignees": one("Sud")}),
]


@pytest.mark.parametrize(("players", "rules", "deal", "problems"), REFUSED)
def test_refused(players, rules, deal, problems):
    assert sorted(refusal(players, rules, deal), key=str) == sorted(problems, key=str)


@pytest.mark.parametrize(("players", "rules", "deal"), ACCEPTED)
def test_accepted(players, rules, deal):
    assert refusal(players, rules, deal) == []


def test_every_code_of_the_deal_is_refused_here():
    elsewhere = {"bad_line", "game_unknown", "rules_unknown", "rules_invalid"}
    elsewhere |= {"chelem_points_mismatch"}  # test_slam_points.py
    here = {code for _, _, _, problems in REFUSED for code, _ in problems}

    assert here | elsewhere == set(ERRORS)
