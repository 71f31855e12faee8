"""A French deal as a row of bulk entry. How its cells are read: shorthand.py."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from clubs.choices import void_label
from clubs.core.deals import RecordKind
from clubs.forms.deals.bulk import BulkColumn, BulkContext, BulkRow, Code, Typed, void_codes
from clubs.games.french.core.checks import halves_allowed
from clubs.games.french.core.game import french
from clubs.games.french.core.rules import FrenchRules, PetitMode
from clubs.games.french.forms.deal import (
    CALLED,
    KING_AND_QUEEN,
    QUESTIONS,
)
from clubs.games.french.forms.paste import read_pasted_rows
from clubs.games.french.forms.shorthand import (
    SIZES,
    VOIDS,
    Taking,
    read_bonuses,
    read_contract,
    read_oudlers,
    read_points,
    read_taker,
)
from clubs.games.french.forms.sum_text import french_sum_text
from clubs.games.french.queries.words import (
    CONTRACT_LETTERS,
    POIGNEES,
    SHORT_CONTRACTS,
    name_of,
    points_text,
)
from clubs.queries.deals.breakdown import marks_of

ALONE = _("alone")
VOID_LETTERS = f"[{''.join(VOIDS)}]"
EMPTY: tuple[Any, ...] = (None, "", [])  # of a record's fields: said by leaving them out


class FrenchBulkRow(BulkRow):
    explanation = "clubs/games/french/_verdict_french.html"

    @classmethod
    def own_columns(cls, frame: BulkContext) -> list[BulkColumn]:
        seats, called = len(frame.table.places), _called_count(frame)
        taker = rf"[1-{seats}][-0-{seats}]{{{called}}}|{VOID_LETTERS}"
        letters = "".join(CONTRACT_LETTERS[known] for known in _offered_contracts(frame))
        return [
            BulkColumn(
                "taker",
                _("Taker"),
                taker,
                ends=VOID_LETTERS,
                keyboard="numeric",
                holds=("called", "kind", "void_reason"),
            ),
            BulkColumn("contract", _("Contract"), f"[{letters}]"),
            BulkColumn("oudlers", _("Oudlers"), "[0-3]", keyboard="numeric"),
            BulkColumn("points", _("Points"), r"D?\d\d([.,]5|½)?", late=",.½D", keyboard="decimal"),
            BulkColumn("bonuses", _("Bonuses"), optional=True),
        ]

    @classmethod
    def codes(cls, frame: BulkContext) -> list[tuple[Any, list[Code]]]:
        """The table of codes, as far as this table plays by them."""
        rules = _french_rules(frame)
        petit = [Code("+", _("Petit at the end for the attack")), Code("-", _("for the defence"))]
        if rules.petit_au_bout.mode is PetitMode.PERSONAL:
            petit.append(Code("+2", _("played by player 2")))
        bonuses = [
            *(
                Code(f"P{number}", _("%(size)s handful of the taker") % {"size": POIGNEES[size]})
                for number, size in SIZES.items()
            ),
            Code("P12", _("%(size)s handful of player 2") % {"size": POIGNEES[SIZES["1"]]}),
            *(petit if rules.petit_au_bout.mode is not PetitMode.NONE else ()),
            Code("C", _("slam, made without announcing it")),
            Code("CA", _("slam, announced and made")),
            Code("CX", _("slam, announced and not made")),
            Code("CD", _("slam made by the defence")),
        ]
        if rules.defence_chelem.enabled:
            bonuses += [
                Code("CDA", _("slam, announced and made by the defence")),
                Code("CDX", _("slam, announced by the defence and not made")),
            ]
        if rules.petit_chelem.enabled:
            bonuses += [
                Code("PC", _("small slam, made without announcing it")),
                Code("PCA", _("small slam, announced and made")),
                Code("PCX", _("small slam, announced and not made")),
            ]
        if rules.misere.enabled:
            bonuses += [
                Code("MA2", _("misère of player 2, no trumps")),
                Code("MT2", _("misère of player 2, no court cards")),
            ]
        points = [Code("46", _("points of the attack")), Code("D45", _("points of the defence"))]
        if halves_allowed(frame.table.active_count):
            points.append(Code("46,5", _("half points")))
        return [
            (_("Taker"), [*_taker_codes(_called_count(frame)), *void_codes(VOIDS)]),
            (
                _("Contract"),
                [
                    Code(CONTRACT_LETTERS[known], SHORT_CONTRACTS[known])
                    for known in _offered_contracts(frame)
                ],
            ),
            (_("Points"), points),
            (_("Bonuses"), bonuses),
        ]

    @classmethod
    def read_table(
        cls, rows: Sequence[Sequence[str]], frame: BulkContext, start: str
    ) -> list[Typed]:
        names = [column.name for column in cls.columns(frame)]
        return read_pasted_rows(
            rows, frame.seats, names[names.index(start) :], _called_count(frame)
        )

    def result(self) -> dict[str, Any]:
        frame, seats = self.frame, self.frame.seats
        halves = halves_allowed(frame.table.active_count)
        count = _called_count(frame)
        taking = self.read("taker", lambda text: read_taker(text, seats, count)) or Taking()
        bonuses = self.read("bonuses", lambda text: read_bonuses(text, seats, taking.taker)) or {}
        if taking.void_reason:
            record: dict[str, Any] = {
                "kind": RecordKind.VOID.value,
                "void_reason": taking.void_reason.value,
            }
        else:
            record = {"taker": taking.taker, "called": list(taking.called)}
            self.ask(taking, count)
        record["contract"] = self.read(
            "contract", lambda text: read_contract(text, _offered_contracts(frame))
        )
        record["oudlers"] = self.read("oudlers", read_oudlers)
        record["points"] = self.read("points", lambda text: read_points(text, halves=halves))
        return {name: value for name, value in {**record, **bonuses}.items() if value not in EMPTY}

    def ask(self, taking: Taking, count: int) -> None:
        """What a deal that was played still lacks, in the order of the page."""
        if not self.typed("taker"):
            self.gaps["taker"] = QUESTIONS["taker"]
        elif taking.taker and len(taking.called) < count:
            at = len(taking.called)
            self.gaps["taker"] = CALLED if count == 1 else KING_AND_QUEEN[at][1]
        for name in ("contract", "oudlers", "points"):
            if not self.typed(name):
                self.gaps[name] = QUESTIONS[name]

    def meanings(self) -> dict[str, str]:
        record, names = self.record, self.frame.table.names
        said = {"taker": self.taking_said()}
        if record.get("contract"):
            said["contract"] = str(SHORT_CONTRACTS[record["contract"]])
        marks = marks_of(self.frame.game.code, record, names) if self.verdict else ()
        said["bonuses"] = ", ".join(capfirst(mark.name) for mark in marks)
        return said

    def taking_said(self) -> str:
        """ "Alice", "Alice, Bob", "Alice, alone", "Alice, in the dog", or why nobody played."""
        record = self.record
        if record.get("void_reason"):
            return void_label(record["void_reason"])
        if not record.get("taker"):
            return ""
        holders = list(dict.fromkeys(record.get("called", ())))
        said = [ALONE if name == record["taker"] else self.name_of(name) for name in holders]
        return ", ".join(map(str, [self.name_of(record["taker"]), *said]))

    def name_of(self, uuid: str | None) -> Any:
        return name_of(uuid, self.frame.table.names)

    # What the verdict line asks for

    @property
    def points_told(self) -> str:
        return points_text(self.record["points"])

    @property
    def counted_by_defence(self) -> bool:
        return "D" in self.typed("points").upper()

    def sum_text(self) -> str:
        return french_sum_text(self.lines, self.frame.table.names)


def _french_rules(frame: BulkContext) -> FrenchRules:
    return french(frame.rules)


def _called_count(frame: BulkContext) -> int:
    return len(_french_rules(frame).weights(frame.table.active_count))


def _offered_contracts(frame: BulkContext) -> Sequence[Any]:
    return _french_rules(frame).contracts()


def _taker_codes(called: int) -> list[Code]:
    if not called:
        return [Code("1", _("player 1 took"))]
    if called == 1:
        return [
            Code("12", _("player 1 took and called player 2")),
            Code("11", _("player 1 took alone")),
            Code("10", _("player 1 took, the called card was in the dog")),
        ]
    return [
        Code("123", _("player 1 took, 2 has the king, 3 the queen")),
        Code("111", _("player 1 took alone")),
        Code("120", _("player 1 took, 2 has the king, the queen was in the dog")),
    ]
