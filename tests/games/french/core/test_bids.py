"""What is told of a deal before its result. Source: scoring.md §3."""

import pytest

from clubs.core.games import checked_bid, get_game
from clubs.core.problems import DealRefused
from tests.games.french.core.deals import FIVE, FOUR, FRENCH, SIX

SHOWN = FRENCH.read_rules({"bid_shown": True})
GARDE = {"taker": "Anna", "contract": "garde"}


def refusal(players, told, rules=SHOWN):
    with pytest.raises(DealRefused) as refused:
        checked_bid(FRENCH, players, rules, told)
    return [(problem.code, problem.field) for problem in refused.value.problems]


@pytest.mark.parametrize("players", [FIVE, SIX, ["Anna", *FOUR[:2]]])
@pytest.mark.parametrize("contract", ["prise", "garde", "garde_sans", "garde_contre"])
def test_taker_and_contract_of_any_table(players, contract):
    bid = {"taker": "Anna", "contract": contract}

    assert checked_bid(FRENCH, players, SHOWN, bid) == bid


def test_the_result_is_no_part_of_it_nor_who_holds_the_called_card():
    circumstances = {"dealer": "Farid", "out": ["Farid"]}
    cards = {"called_cards": ["king_hearts"]}
    told = {
        **GARDE,
        **circumstances,
        **cards,
        "called": ["Bruno"],
        "oudlers": 2,
        "points": 50,
        "note": "!",
    }

    assert checked_bid(FRENCH, SIX, SHOWN, told) == {**GARDE, **circumstances, **cards}


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"contract": "garde"}, ("field_missing", "taker")),
        ({"taker": "Anna"}, ("field_missing", "contract")),
        ({**GARDE, "contract": "pousse"}, ("contract_not_in_rules", "contract")),
        ({**GARDE, "contract": "solo"}, ("value_not_allowed", "contract")),
        ({**GARDE, "called_cards": ["king_hearts"] * 3}, ("called_count", "called_cards")),
        ({**GARDE, "taker": "Zoe"}, ("player_unknown", "taker")),
        ({**GARDE, "out": ["Anna"]}, ("player_not_active", "taker")),
    ],
)
def test_refused(told, problem):
    assert refusal(SIX, told)[0] == problem


def test_nothing_where_the_rules_show_no_bids_or_nobody_takes():
    assert refusal(FIVE, GARDE, FRENCH.read_rules(None)) == [("field_missing", "taker")]
    bolognese = get_game("bolognese")
    with pytest.raises(DealRefused):
        checked_bid(bolognese, FOUR, bolognese.read_rules(None), GARDE)
