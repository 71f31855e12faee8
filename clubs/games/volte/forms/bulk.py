"""A volte deal as a row of bulk entry, and what may be typed into its cells.

The codes are the same in every language; docs/users/bulk-entry.md lists them. A reader takes the
text of one cell and gives what a deal record has (tarocco_volte.md §3), or raises
ValidationError with words for the cell.
"""

import re
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubs.choices import void_label
from clubs.core.deals import RecordKind
from clubs.core.names import name_key
from clubs.forms.deals.bulk import BulkColumn, BulkContext, BulkRow, Code, Typed, void_codes
from clubs.forms.deals.bulk_cells import Seats, codes_in, headings_of, read_up_to_three, tell_once
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.records import AccusaKind, Contract, Side, VoidReason
from clubs.games.volte.forms.deal import QUESTIONS, volte_sum_text
from clubs.games.volte.queries import typed_words, words
from clubs.queries.deals.breakdown import contract_label, marks_of

VOIDS = {"0": VoidReason.ALL_PASS, "M": VoidReason.MISDEAL, "A": VoidReason.MATTO_ALONE}
VOID_LETTERS = f"[{''.join(VOIDS)}]"
CONTRACTS = {
    "L": Contract.LISCIO,
    "2": Contract.DUE,
    "4": Contract.QUATTRO,
    "8": Contract.OTTO,
    "12": Contract.DODICI,
}
LEVELS = {"1": AccusaKind.TRIONFI_10, "2": AccusaKind.TRIONFI_13, "3": AccusaKind.TRIONFI_15}
MISERIE = {"M": AccusaKind.MISERIA, "N": AccusaKind.MISERIA_NERA}
SIDES = {"+": Side.TAKER, "-": Side.DEFENCE, "": Side.TAKER, "D": Side.DEFENCE}

POINTS = re.compile(r"(D)?(\d{1,3})(D)?", re.ASCII)
BONUS = re.compile(
    r"T(?P<level>[123])(?P<shown_by>\d?)"
    r"|(?P<miseria>[MN])(?P<declared_by>\d)"
    r"|E(?P<matto_last>[+-])"
    r"|(?P<bagatto_last>[+-])"
    r"|C(?P<cappotto>D?)"
    r"|(?P<unknown>\S+)",
    re.ASCII,
)
# Headings of a spreadsheet by name_key.
HEADINGS = {
    "dealer": ("donneur", "dealer", "mazziere"),
    "out": ("mort", "rests", "sitting out", "out", "a riposo", "riposo"),
    "taker": ("preneur", "taker", "chi gioca da solo", "solo"),
    "contract": ("contrat", "contract", "contratto", "volte"),
    "honours": ("honneurs", "honours", "onori"),
    "points": ("points", "pts", "punti"),
    "bonuses": ("annonces", "primes", "bonus", "bonuses", "accuse"),
}
COLUMNS = {heading: name for name, headings in HEADINGS.items() for heading in headings}


class VolteBulkRow(BulkRow):
    explanation = "clubs/games/volte/_verdict_volte.html"

    @classmethod
    def own_columns(cls, frame: BulkContext) -> list[BulkColumn]:
        taker = rf"[1-{len(frame.table.places)}]|{VOID_LETTERS}"
        return [
            BulkColumn(
                "taker",
                pgettext_lazy("volte", "Taker"),
                taker,
                ends=VOID_LETTERS,
                keyboard="numeric",
                holds=("kind", "void_reason"),
            ),
            BulkColumn("contract", gettext_lazy("Contract"), "[L248]|12"),
            BulkColumn("honours", gettext_lazy("Honours"), "[0-3]", keyboard="numeric"),
            BulkColumn(
                "points",
                gettext_lazy("Points"),
                r"D?\d\d",
                late="D",
                keyboard="numeric",
                holds=("defence_points",),
            ),
            BulkColumn("bonuses", gettext_lazy("Bonuses"), optional=True),
        ]

    @classmethod
    def codes(cls, frame: BulkContext) -> list[tuple[Any, list[Code]]]:
        return [
            (
                pgettext("volte", "Taker"),
                [Code("1", _("player 1 took")), *void_codes(VOIDS)],
            ),
            (
                _("Contract"),
                [Code(code, words.CONTRACTS[known]) for code, known in CONTRACTS.items()],
            ),
            (
                _("Points"),
                [Code("46", _("points of the taker")), Code("D45", _("points of the defence"))],
            ),
            (
                _("Bonuses"),
                [
                    Code("+", _("Bagatto last for the taker")),
                    Code("-", _("for the defence")),
                    Code("E+", _("Matto captured last by the taker")),
                    Code("E-", _("Matto captured last by the defence")),
                    Code("C", _("Cappotto of the taker")),
                    Code("CD", _("Cappotto of the defence")),
                    Code("T1", _("10 trumps, shown by the taker")),
                    Code("T2", _("13 trumps")),
                    Code("T3", _("15 trumps")),
                    *(
                        Code(code, words.ACCUSE[kind] % {"player": _("player 2")})
                        for code, kind in (
                            ("T12", AccusaKind.TRIONFI_10),
                            ("M2", AccusaKind.MISERIA),
                            ("N2", AccusaKind.MISERIA_NERA),
                        )
                    ),
                ],
            ),
        ]

    @classmethod
    def read_table(
        cls, rows: Sequence[Sequence[str]], frame: BulkContext, start: str
    ) -> list[Typed]:
        """Under headings that name at least the taker and something else, else in the order of the
        grid from `start` on. The cells read words by themselves."""
        names = [column.name for column in cls.columns(frame)]
        names = names[names.index(start) :]
        if headings := headings_of(rows, COLUMNS):
            names, rows = headings, rows[1:]
        return [
            {name: cell for name, cell in zip(names, row, strict=False) if name and cell}
            for row in rows
        ]

    def result(self) -> dict[str, Any]:
        seats = self.frame.seats
        if void := VOIDS.get(self.typed("taker").upper()):
            record: dict[str, Any] = {"kind": RecordKind.VOID.value, "void_reason": void.value}
        else:
            record = {"taker": self.read("taker", seats.find)}
            for name, question in QUESTIONS.items():
                if not self.typed(name):
                    self.gaps[name] = question
        taker = record.get("taker") or ""
        record["contract"] = self.read("contract", _read_contract)
        record["honours"] = self.read("honours", _read_honours)
        record |= self.read("points", _read_points) or {}
        record |= self.read("bonuses", lambda text: _read_bonuses(text, seats, taker)) or {}
        return {name: value for name, value in record.items() if value is not None}

    def meanings(self) -> dict[str, str]:
        record, names = self.record, self.frame.table.names
        game = self.frame.game.code
        marks = marks_of(game, record, names) if self.verdict else ()
        void = record.get("void_reason")
        return {
            "taker": void_label(void) if void else names.get(record.get("taker", ""), ""),
            "contract": contract_label(game, record.get("contract")),
            "bonuses": ", ".join(capfirst(mark.label) for mark in marks),
        }

    # What the verdict line asks for

    def sum_text(self) -> str:
        return volte_sum_text(self.lines, volte(self.frame.rules), self.frame.table.names)


def _read_contract(text: str) -> str:
    """L, 2, 4, 8 or 12, or the name of the contract."""
    contract = CONTRACTS.get(text.strip().upper()) or typed_words.CONTRACTS.get(name_key(text))
    if not contract:
        raise ValidationError(_("One of %(letters)s.") % {"letters": ", ".join(CONTRACTS)})
    return str(contract)


def _read_honours(text: str) -> int:
    return read_up_to_three(text, "honours_out_of_range")


def _read_points(text: str) -> dict[str, int]:
    """ "46" is the taker's count, "D45" that of the defence's pile."""
    match = POINTS.fullmatch(text.replace(" ", "").upper())
    if not match or all(match.group(1, 3)):
        raise ValidationError(_("Whole points, 0 to 91."))
    counted = "defence_points" if match[1] or match[3] else "points"
    return {counted: int(match[2])}


def _read_bonuses(text: str, seats: Seats, taker: str) -> dict[str, Any]:
    """Codes with or without spaces between them: "+ T12", "M2N2C". Without a number the taker
    showed the trumps. Core says what cannot be together."""
    record: dict[str, Any] = {}
    for match in codes_in(BONUS, text):
        _read_volte_bonus(match, record, seats, taker)
    return record


def _read_volte_bonus(
    match: re.Match[str], record: dict[str, Any], seats: Seats, taker: str
) -> None:
    """One code, added to what is told so far."""
    if match["level"]:
        player = seats.find(match["shown_by"]) if match["shown_by"] else taker
        accuse = record.setdefault("accuse", [])
        accuse.append({"player": player, "kind": LEVELS[match["level"]].value})
    elif match["miseria"]:
        player = seats.find(match["declared_by"])
        accuse = record.setdefault("accuse", [])
        accuse.append({"player": player, "kind": MISERIE[match["miseria"]].value})
    else:
        fields = ("matto_last", "bagatto_last", "cappotto")
        (field,) = [name for name in fields if match[name] is not None]
        tell_once(record, {field: SIDES[match[field]].value}, match[0])
