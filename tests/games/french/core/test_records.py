"""The record of a deal as a value."""

import json

from hypothesis import given, settings

from clubs.core.deals import Kind
from clubs.games.french.core.records import Contract, Misere, MisereKind, VoidReason, read_record
from tests.games.french.core.deals import GARDE, deals


class TestReadRecord:
    def test_played(self):
        record = read_record({**GARDE, "points": 49.5, "called": ["Est", None], "dealer": "Sud"})

        assert (record.kind, record.void_reason, record.dealer) == (Kind.PLAYED, None, "Sud")
        assert record.result.contract is Contract.GARDE
        assert record.result.points_x2 == 99
        assert record.result.called == ("Est", None)
        assert record.result.poignees == ()

    def test_void(self):
        record = read_record({"kind": "void", "void_reason": "other", "out": ["Est"]})

        assert (record.kind, record.void_reason) == (Kind.VOID, VoidReason.OTHER)
        assert (record.out, record.dealer, record.result) == (("Est",), None, None)

    def test_entries(self):
        record = read_record({**GARDE, "miseres": [{"player": "Est", "kind": "courts"}]})
        assert record.result.miseres == (Misere("Est", MisereKind.COURTS),)


class TestToJson:
    def test_only_what_says_something_in_the_order_of_the_specification(self):
        told = {"points": 49.0, "chelem": None, "poignees": [], "oudlers": 0, "note": "late"}
        told |= {"contract": "prise", "taker": "Est", "kind": "played", "dealer": "Sud"}

        assert list(read_record(told).to_json().items()) == [
            ("dealer", "Sud"),
            ("taker", "Est"),
            ("contract", "prise"),
            ("oudlers", 0),
            ("points", 49),
            ("note", "late"),
        ]

    def test_void(self):
        told = {"kind": "void", "void_reason": "misdeal", "dealer": "Sud", "called": []}
        assert read_record(told).to_json() == {
            "kind": "void",
            "void_reason": "misdeal",
            "dealer": "Sud",
        }

    @settings(deadline=None, max_examples=60)
    @given(deals())
    def test_json_and_back(self, table):
        record = read_record(table[2])
        assert read_record(json.loads(json.dumps(record.to_json()))) == record
