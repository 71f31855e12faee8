"""JSON, packed: of records, of rules and of the log."""

import json
from uuid import UUID

import pytest

from clubs.core.games import get_game
from clubs.packing import PackedText, packed, unpacked

RECORD = {
    "dealer": "aed1c792-bea0-4ff2-9f42-76fd5ed7b766",
    "taker": "cffb9acc-ba7d-4229-8dc4-a15e506decfb",
    "contract": "garde",
    "oudlers": 2,
    "points": 46,
    "players": [
        "07a56073-662d-4b37-9ab1-1b82097b5e2c",
        "aed1c792-bea0-4ff2-9f42-76fd5ed7b766",
        "cffb9acc-ba7d-4229-8dc4-a15e506decfb",
        "505b2242-272c-422b-bd1c-30be02b59a14",
    ],
}
DEAL = {"number": 4, "revision": 1, "record": RECORD}


@pytest.mark.parametrize(
    "content",
    [
        DEAL,
        {},
        [],
        "",
        "é\u2009\x00",
        0,
        -1.5,
        10**30,
        True,
        None,
        {"a": [None, {"b": "x" * 100_000}]},
        [str(UUID(int=number)) for number in range(40)],
        {RECORD["taker"]: RECORD["taker"].upper(), "players": [RECORD["taker"] * 2]},
        {"players": ["\x00\x01", RECORD["taker"]], "note": f"{RECORD['dealer']}\n\x1f"},
    ],
)
def test_it_comes_back(content):
    assert unpacked(packed(content)) == content


def test_a_deal_and_rules_are_short():
    assert (len(packed(RECORD)), len(json.dumps(RECORD))) == (77, 321)
    assert (len(packed(DEAL)) // 10, len(json.dumps(DEAL))) == (8, 361)
    assert len(packed(get_game("french").read_rules("fft").to_json())) < 60


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"\x00" + packed(DEAL)[1:],
        packed(DEAL)[:1],
        packed(DEAL)[:40],
        packed(DEAL)[:75],
        b"\x01{}",
        b"{}",
    ],
)
def test_what_cannot_be_read(stored):
    with pytest.raises(ValueError, match="packed content cannot be read"):
        unpacked(stored)


@pytest.mark.parametrize(
    ("stored", "text"),
    [(packed({"note": "Zoé"}), '{"note":"Zoé"}'), (b"", ""), (b"\x09{}", "097b7d")],
)
def test_as_text_to_look_for_a_word(stored, text):
    assert PackedText().from_bytes(stored) == text


@pytest.mark.parametrize(
    "stored",
    [
        "018d96c10d043108032bb24448804d392181fe4b58eeb5ba934edabfed41e6e3873eded2579cb66d"
        "323c16616432660e86691e89636eaaff2f245ba2641daa7c30bc1bea9d0dcd2fa6692ec1bbdc2f21"
        "3bd3670d30f8b24a639eb8ce1e584d42484fecf492098933979d8df747e6f0ca47270f6297b9daf8"
        "6a4c9fc65e217e5abd01",
        "020407a56073662d4b379ab11b82097b5e2caed1c792bea04ff29f4276fd5ed7b766cffb9accba7d"
        "42298dc4a15e506decfb505b2242272c422bbd1c30be02b59a1443143d26c4163d8ce4d86a861639"
        "c8051000",
    ],
)
def test_a_dictionary_never_changes(stored):
    """What is stored is unpacked by it for ever."""
    assert unpacked(bytes.fromhex(stored)) == DEAL
