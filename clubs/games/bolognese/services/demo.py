"""What a demo club plays on an evening of Tarocco bolognese: a match, and a deal of another."""

from collections.abc import Sequence

from clubs.services.deals.invented_deals import Record
from clubs.services.demo.games import DemoEvenings


def _quick(last_trick: str, ns: tuple[int, int, int], ew: tuple[int, int]) -> Record:
    """Totals of sequences, cricche and, for the first pair, scartini."""
    names = ("sequences", "cricche", "scartini")
    pairs = {"ns": dict(zip(names, ns, strict=True)), "ew": dict(zip(names[:2], ew, strict=True))}
    return {"entry": "quick", "last_trick": last_trick, "quick": pairs}


def _bolognese_evenings(names: Sequence[str]) -> list[list[Record]]:
    """One; whoever sits first plays with the third."""
    accuso = {"accusi": [{"player": names[0], "points": 17}]}
    return [
        [
            _quick("ns", (190, 31, 58), (25, 12)) | accuso,  # 302 and 66
            _quick("ew", (25, 0, 33), (130, 31)),  # 58 and 221
            _quick("ns", (170, 31, 47), (60, 17)),  # 254 and 117
            _quick("ns", (240, 18, 52), (10, 0)),  # 316 and 45: the match, 930 to 449
            _quick("ew", (60, 17, 40), (25, 0)),
        ]
    ]


BOLOGNESE_DEMO = DemoEvenings("ottocento", _bolognese_evenings)
