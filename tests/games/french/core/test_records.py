"""The record of a deal as a value."""

from clubs.core.deals import RecordKind
from clubs.games.french.core.records import (
    RECORDS,
    FrenchContract,
    FrenchVoidReason,
    Misere,
    MisereKind,
)
from tests.games.french.core.deals import GARDE


class TestReading:
    def test_played(self):
        record = RECORDS.read({**GARDE, "points": 49.5, "called": ["Est", None], "dealer": "Sud"})

        assert (record.kind, record.void_reason, record.dealer) == (RecordKind.PLAYED, None, "Sud")
        assert record.result.contract is FrenchContract.GARDE
        assert record.result.points_x2 == 99
        assert record.result.called == ("Est", None)
        assert record.result.poignees == ()

    def test_void(self):
        record = RECORDS.read({"kind": "void", "void_reason": "other", "out": ["Est"]})

        assert (record.kind, record.void_reason) == (RecordKind.VOID, FrenchVoidReason.OTHER)
        assert (record.out, record.dealer, record.result) == (("Est",), None, None)

    def test_entries(self):
        record = RECORDS.read({**GARDE, "miseres": [{"player": "Est", "kind": "courts"}]})
        assert record.result.miseres == (Misere("Est", MisereKind.COURTS),)
