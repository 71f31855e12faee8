"""The fields of a volte deal, and how they become a record. Source: tarocco_volte.md §3."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.core.problems import Problem
from clubs.forms.deals.chips import Chip, ChipField, ChipsField, VoidChoice
from clubs.forms.deals.counted_here import CountedHere
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.parts import (
    UNCOUNTED,
    chip_choices,
    optional,
    told_payments,
    told_sum,
    whole_or_text,
)
from clubs.forms.deals.shapes import Shortcut
from clubs.games.volte.core.records import STO_BENE, AccusaKind, Contract, Side, VoidReason
from clubs.games.volte.core.rules import PremiumTiming, VolteRules
from clubs.games.volte.core.scoring import MULTIPLIERS, PREMIUMS, TARGETS, Outcome
from clubs.games.volte.queries.codes import VOLTE_CODES
from clubs.games.volte.queries.words import SHORT_CONTRACTS
from clubs.numbers import MINUS, grouped_number
from clubs.queries.deals.deals import DealTable

# Lines added to the contract's, as they are said in the verdict.
EXTRAS = {"cappotto": _("cappotto"), "accusa": _("declaration")}
KEYS = {  # of the contracts: their numbers, and the last digit for the last one
    Contract.LISCIO: "1",
    Contract.DUE: "2",
    Contract.QUATTRO: "4",
    Contract.OTTO: "8",
    Contract.DODICI: "0",
}
COUNTED = {Side.TAKER: _("Attack"), Side.DEFENCE: _("Defence")}
SIDES = {
    Side.TAKER: pgettext_lazy("volte chip", "Taker"),
    Side.DEFENCE: pgettext_lazy("volte chip", "Defence"),
}
LEVELS = {level: str(trumps) for level, trumps in STO_BENE.items()}
MISERIE = {
    AccusaKind.MISERIA: pgettext_lazy("volte chip", "Misery"),
    AccusaKind.MISERIA_NERA: pgettext_lazy("volte chip", "Black misery"),
}
QUESTIONS = {
    "taker": _("Who plays alone?"),
    "contract": _("Which contract?"),
    "honours": _("How many honours at the start?"),
    "points": _("How many points?"),
}
# What is wrong with a count whatever the rest of the deal may be.
OF_POINTS_ALONE = {"points_out_of_range", "field_type"}
SPACES = re.compile(r"\s")


class VolteDealForm(DealForm):
    """`counted` says whose pile it was: a record has the points of that side."""

    sections = "clubs/games/volte/_deal_sections_volte.html"
    explanation = "clubs/games/volte/_verdict_volte.html"
    by_seat = ("trionfi_", "miseria_")
    void_reasons = tuple(reason.value for reason in VoidReason)
    void_choices = (
        VoidChoice("all_pass", _("Passed out"), "void"),
        VoidChoice("misdeal", _("Misdeal"), "flag"),
        VoidChoice("matto_alone", _("Matto alone"), "excuse"),
    )
    here = CountedHere(
        script="js/games/volte.js",
        outcomes={
            "won": _("target %(target)s, %(made)s made — won by %(margin)s"),
            "lost": _("target %(target)s, %(made)s made — lost by %(margin)s"),
            "drawn": _("exactly the target %(target)s — a draw"),
        },
        labels=EXTRAS,
        problems=("points_out_of_range", "points_impossible", *VOLTE_CODES.messages),
    )
    rules: VolteRules

    points = forms.CharField(required=False, max_length=8, label=_("Points"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add = self.fields
        add["taker"] = ChipField(self.seats(), label=pgettext_lazy("volte", "Taker"), totals=True)
        add["contract"] = ChipField(list(self.contracts()), columns=5, label=_("Contract"))
        add["honours"] = ChipField(list(self.honours()), columns=4, label=_("Honours at the start"))
        add["counted"] = ChipField(chip_choices(COUNTED), label=_("Points counted by"))
        add["counted"].initial = Side.TAKER.value
        add["points"] = add.pop("points")  # where the page has them
        add["bagatto_last"] = optional(SIDES, columns=3, label=_("Bagatto last"))
        add["matto_last"] = optional(SIDES, columns=3, label=_("Matto captured last"))
        add["cappotto"] = optional(SIDES, columns=3, label=_("Cappotto"))
        for place in self.table.places:
            add[f"trionfi_{place.position}"] = optional(LEVELS, columns=4, label=place.name)
            add[f"miseria_{place.position}"] = ChipsField(
                chip_choices(MISERIE), columns=2, small=True, label=place.name
            )

    def contracts(self) -> Iterator[Chip]:
        """Each says what it multiplies by and its premium, in the order in which they count."""
        before = self.rules.premium_timing is PremiumTiming.BEFORE
        for contract in Contract:
            values = {"premium": PREMIUMS[contract], "times": MULTIPLIERS[contract]}
            small = ("+%(premium)s ×%(times)s" if before else "×%(times)s +%(premium)s") % values
            name = SHORT_CONTRACTS[contract]
            yield Chip(contract.value, name, small=small, key=KEYS[contract])

    def honours(self) -> Iterator[Chip]:
        for count in range(4):
            target = TARGETS.get(count, self.rules.target_without_honours)
            yield Chip(str(count), str(count), small=_("target %(points)s") % {"points": target})

    def shortcuts(self) -> Iterator[Shortcut]:
        yield Shortcut(tuple(KEYS.values()), _("plain, two, four, eight, twelve times"))
        yield Shortcut(("0", "…", "3"), _("honours"))

    def sto_bene(self) -> list[tuple[int, forms.BoundField]]:
        return self.rows("trionfi")

    def miserie(self) -> list[tuple[int, forms.BoundField]]:
        return self.rows("miseria")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings to confirm. That the side which loses declared something is nothing odd: the
        verdict says that it does not count."""
        return tuple(code for code in super().warnings if code != "accusa_not_counted")

    @property
    def asks_matto(self) -> bool:
        """Whether a captured Matto counts here, or was told all the same."""
        return bool(self.rules.matto_last_bonus or self["matto_last"].value())

    @property
    def open_fold(self) -> str:
        """The bonus that has something to mend."""
        names = self.errors if self.is_bound else ()
        if any(name.startswith(self.by_seat) for name in names):
            return "accuse"
        folds = ("bagatto_last", "matto_last", "cappotto")
        return next((name for name in folds if name in names), "")

    @property
    def fold_count(self) -> int:
        return 3 + self.asks_matto

    # From the fields to the record

    def result(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        counted = "defence_points" if cleaned["counted"] == Side.DEFENCE else "points"
        record = {
            "taker": cleaned["taker"],
            "contract": cleaned["contract"],
            "honours": whole_or_text(cleaned["honours"]),
            counted: self.points_typed(),
            "bagatto_last": cleaned["bagatto_last"],
            "matto_last": cleaned["matto_last"],
            "cappotto": cleaned["cappotto"],
            "accuse": [
                {"player": place.uuid, "kind": kind}
                for place in self.table.places
                for kind in (
                    cleaned[f"trionfi_{place.position}"],
                    *cleaned[f"miseria_{place.position}"],
                )
                if kind
            ],
        }
        return {field: value for field, value in record.items() if value not in ("", [])}

    def points_typed(self) -> int | str:
        """Points of the side that was counted; text that is no whole number stays text."""
        return whole_or_text(SPACES.sub("", self.cleaned_data.get("points", "")))

    def needed(self) -> dict[str, Any]:
        return dict(QUESTIONS)

    def certain(self) -> Iterator[Problem]:
        """Points that no deal can have: tried on a deal that lacks nothing."""
        contract = {"contract": Contract.LISCIO.value, "honours": 0}
        return self.wrong_points(
            OF_POINTS_ALONE, lambda taker: {**contract, "points": self.points_typed()}
        )

    def explain(self, problems: Iterable[Problem], record: Mapping[str, Any]) -> None:
        """Halves and letters among the points are refused in one line of their own."""
        others = []
        for problem in problems:
            if problem.code == "field_type" and problem.field in ("points", "defence_points"):
                text = _("Whole points, 0 to 91.")
                self.add_error("points", forms.ValidationError(text, code=problem.code))
            else:
                others.append(problem)
        super().explain(others, record)

    # The verdict, in figures

    def sum_text(self) -> str:
        return volte_sum_text(self.lines, self.rules, self.table.names)

    # From a record back to the fields

    def field_of(self, path: str | None, record: Mapping[str, Any]) -> str | None:
        if path is None:
            return None
        name, _bracket, rest = path.partition("[")
        if name == "accuse":
            index = int(rest.partition("]")[0] or 0) if rest else 0
            return self.accusa_field((record.get("accuse") or [{}])[index])
        return "points" if name == "defence_points" else name

    def accusa_field(self, accusa: Mapping[str, Any]) -> str | None:
        """The field of what one player declared."""
        name = "trionfi" if accusa.get("kind") in LEVELS else "miseria"
        return self.row_of(name, accusa.get("player"))

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        names = ("taker", "contract", "bagatto_last", "matto_last", "cappotto", "dealer", "note")
        initial: dict[str, Any] = {name: record[name] for name in names if record.get(name)}
        for name, side in (("defence_points", Side.DEFENCE), ("points", Side.TAKER)):
            if record.get(name) is not None:
                initial |= {"points": str(record[name]), "counted": side.value}
        if record.get("honours") is not None:
            initial["honours"] = str(record["honours"])
        position = {place.uuid: place.position for place in table.places}
        for accusa in record.get("accuse") or ():
            seat = position[accusa["player"]]
            if accusa["kind"] in LEVELS:
                initial[f"trionfi_{seat}"] = accusa["kind"]
            else:
                initial.setdefault(f"miseria_{seat}", []).append(accusa["kind"])
        return initial


def volte_sum_text(
    lines: Mapping[str, Sequence[Mapping[str, Any]]], rules: VolteRules, names: Mapping[str, str]
) -> str:
    """All that the deal pays: "(14 + 100) × 4 = 456, + 20 declaration = 476".

    lines are those of the calculation by their code. A draw has no contract's: only a cappotto can
    make it worth something.
    """
    contract = next(iter(lines.get("contract", ())), None)
    extras = [
        (line["amount"], label)
        for code, label in EXTRAS.items()
        for line in lines.get(code, ())
        if line["kind"] == "stake"
    ]
    term = _premium_term(contract, rules, lines) if contract else ""
    text = told_sum(term, contract["amount"] if contract else 0, extras)
    between = [line for line in lines.get("accusa", ()) if line["kind"] == "player"]
    paid = told_payments(between, "declarer", names, EXTRAS["accusa"])
    uncounted = [
        gettext(UNCOUNTED) % {"what": EXTRAS["accusa"], "player": names.get(line["player"], "?")}
        for line in lines.get("accusa", ())
        if line["kind"] == "stake" and not line["amount"]
    ]
    return " · ".join(part for part in (text, *paid, *uncounted) if part)


def _premium_term(
    line: Mapping[str, Any],
    rules: VolteRules,
    lines: Mapping[str, Sequence[Mapping[str, Any]]],
) -> str:
    """Base, premium and multiplier in the order of the rules; brackets where they are needed."""
    base, premium, times = grouped_number(line["base"]), line["premium"], line["multiplier"]
    is_lost = lines["result"][0]["outcome"] == Outcome.LOST
    if times == 1:
        text, is_sum = f"{base} + {premium}", True
    elif rules.premium_timing is PremiumTiming.BEFORE:
        text, is_sum = f"({base} + {premium}) × {times}", False
    else:
        text, is_sum = f"{base} × {times} + {premium}", True
    if not is_lost:
        return text
    return f"{MINUS}({text})" if is_sum else f"{MINUS}{text}"
