"""The fields of a French deal, and how they become a record. Source: scoring.md §3."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.deals import Camp
from clubs.core.problems import Problem
from clubs.forms.deals.chips import Chip, ChipField, ChipsField, VoidChoice
from clubs.forms.deals.counted_here import CountedHere
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.parts import chip_choices, optional, whole_or_text
from clubs.forms.deals.shapes import Shortcut
from clubs.games.french.core.checks import PACK, halves_allowed
from clubs.games.french.core.records import (
    SLAM_ENDINGS,
    FrenchContract,
    FrenchVoidReason,
    slam_fields,
    slam_outcome,
)
from clubs.games.french.core.rules import FrenchRules, PetitMode, Scale
from clubs.games.french.forms.called_cards import called_cards, card_fields, initial_cards
from clubs.games.french.forms.labels import (
    ANNOUNCED,
    CAMPS,
    CHELEMS,
    DEFENCE_BIDS,
    MISERES,
    SIZES,
)
from clubs.games.french.forms.oudlers import oudlers_field, which_oudlers_field
from clubs.games.french.forms.sum_text import EXTRAS, french_sum_text
from clubs.games.french.queries.words import CONTRACT_LETTERS, SHORT_CONTRACTS, points_text
from clubs.queries.deals.breakdown import pips_of
from clubs.queries.deals.deals import DealTable
from clubs.queries.deals.marks import MarkKind

DOG = "dog"  # instead of a player: the called card is in the dog
QUESTIONS = {
    "taker": _("Who took?"),
    "contract": _("Which contract?"),
    "oudlers": _("How many oudlers has the taker?"),
    "points": _("How many points?"),
}
CALLED = _("Who was called?")
KING_AND_QUEEN = (
    (_("King"), _("Who has the king?")),
    (_("Queen"), _("Who has the queen?")),
)
# What is wrong with a count whatever the rest of the deal may be.
OF_POINTS_ALONE = {
    *("points_out_of_range", "points_not_half_step", "points_half_not_allowed", "field_type"),
}
COUNT = re.compile(r"(-?\d{1,4})?(?:[.,](\d{1,4})|(½))?", re.ASCII)


class FrenchDealForm(DealForm):
    """`counted` says whose pile it was: `points` are of that camp; a record has the attack's."""

    sections = "clubs/games/french/_deal_sections_french.html"
    explanation = "clubs/games/french/_verdict_french.html"
    of_bid = (*DealForm.of_bid, "suit_", "rank_")
    by_seat = ("poignee_", "misere_")
    void_reasons = tuple(reason.value for reason in FrenchVoidReason)
    void_choices = (
        VoidChoice("all_pass", _("Passed out"), "void"),
        VoidChoice("misdeal", _("Misdeal"), "flag"),
        VoidChoice("petit_sec", _("Petit sec"), "petit"),
    )
    knows_halves = True
    names_oudlers = True  # where the house asks which ones
    here = CountedHere(
        script="js/games/french.js",
        outcomes={
            "exact": _("%(needed)s needed — made exactly"),
            "made": _("%(needed)s needed — made by %(margin)s"),
            "down": _("%(needed)s needed — down by %(margin)s"),
            "down_of_defence": _("%(needed)s needed, %(made)s made — down by %(margin)s"),
        },
        labels=EXTRAS,
        problems=(
            "points_out_of_range",
            "points_impossible",
            "points_not_half_step",
            "points_half_not_allowed",
            "card_twice",
            "oudlers_differ",
            "chelem_conflict",
            "chelem_points_mismatch",
            "petit_chelem_conflict",
            "petit_oudlers_conflict",
            "petit_camp_conflict",
            "petit_player_missing",
            "poignee_trumps_exceed",
            "misere_conflict",
        ),
    )
    doubted = {
        "chelem_not_recorded": "chelem",
        "chelem_announced_contract_failed": "points",
        "margin_unusual": "points",
        "petit_ignored": "petit_au_bout",
    }
    rules: FrenchRules

    points = forms.CharField(required=False, max_length=8, label=_("Points"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        is_said = "which_oudlers" in self.data or self.initial.get("which_oudlers")
        narrow = self.names_oudlers and bool(self.rules.asked.which_oudlers or is_said)
        called = {f"called_{at}": self.called_field(at) for at in range(self.called_count)}
        self.fields |= {
            "taker": ChipField(self.seats(), label=_("Taker"), totals=True),
            **called,
            **card_fields(self.called_count),
            "contract": self.contract_field(),
            "oudlers": oudlers_field(narrow=narrow),
            "which_oudlers": which_oudlers_field(),
            "counted": ChipField(chip_choices(CAMPS), label=_("Points counted by")),
            "points": self.fields.pop("points"),  # where the page has them
            "petit_au_bout": optional(CAMPS, columns=3, label=_("Petit at the end")),
            "petit_player": ChipField(self.seats(), small=True, label=_("Played by")),
            "chelem": optional(self.chelems(), columns=2, label=_("Slam")),
            "parole": ChipsField(self.seats(), small=True, label=_("Who said parole?")),
            "petit_chelem": optional(ANNOUNCED, columns=2, label=_("Small slam")),
        }
        self.fields["counted"].initial = Camp.ATTACK.value
        for place in self.table.places:
            self.fields |= {
                f"poignee_{place.position}": optional(SIZES, columns=4, label=place.name),
                f"misere_{place.position}": ChipsField(
                    chip_choices(MISERES), columns=2, small=True, label=place.name
                ),
            }

    @property
    def called_count(self) -> int:
        return len(self.rules.weights(self.table.active_count))

    @property
    def halves(self) -> bool:
        """Whether a pile of this table may hold a half point."""
        return halves_allowed(self.table.active_count)

    @property
    def is_tight(self) -> bool:
        """Whether there are more groups than a phone has room for with all their headings."""
        return self.called_count > 1 or self.asks_cards

    def called_field(self, index: int) -> ChipField:
        """The taker's own chip says `own` instead of the name: the stylesheet sees to it."""
        alone = self.called_count == 1
        own = _("Alone") if alone else _("In hand")
        chips = [Chip.of(place, own=own) for place in self.table.places]
        chips.append(Chip(DOG, _("In the dog"), classes="dog"))
        return ChipField(chips, label=_("Called") if alone else KING_AND_QUEEN[index][0])

    def contract_field(self) -> ChipField:
        fixed = self.rules.scale is Scale.FIXED
        chips = []
        for contract in self.rules.contracts():
            value = self.rules.contract_values[contract]
            pips = pips_of(self.game.code, contract.value, self.rules)
            small = "" if pips else str(value) if fixed else f"× {value}"
            letter = CONTRACT_LETTERS[contract].lower()
            name = SHORT_CONTRACTS[contract]
            chips.append(Chip(contract.value, name, small=small, pips=pips, key=letter))
        return ChipField(chips, columns=len(chips), label=_("Contract"))

    @property
    def asks_oudlers(self) -> bool:
        """Whether the house asks which oudlers the attack had, or the deal says it."""
        is_said = bool(self["which_oudlers"].value())
        return self.names_oudlers and (self.rules.asked.which_oudlers or is_said)

    def chelems(self) -> dict[str, Any]:
        return CHELEMS | (DEFENCE_BIDS if self.rules.defence_chelem.enabled else {})

    def shortcuts(self) -> Iterator[Shortcut]:
        contracts = _("prise, garde, garde sans, garde contre")
        yield Shortcut(("P", "G", "S", "C"), contracts)
        if self.rules.offers(FrenchContract.POUSSE):
            yield Shortcut(("U",), _("pousse"))
        yield Shortcut(("0", "…", "3"), _("oudlers"))

    def poignees(self) -> list[tuple[int, forms.BoundField]]:
        return self.rows("poignee")

    def miseres(self) -> list[tuple[int, forms.BoundField]]:
        return self.rows("misere")

    def called(self) -> list[tuple[forms.BoundField, Any, forms.BoundField, forms.BoundField]]:
        """The called cards: holder with the question that it answers, suit and rank."""
        return [
            (self[name], question, self[f"suit_{place}"], self[f"rank_{place}"])
            for place, (name, question) in enumerate(self.called_questions().items())
        ]

    @property
    def asks_cards(self) -> bool:
        """Whether the house asks which card was called, or the deal says it."""
        suits = (self[f"suit_{place}"].value() for place in range(self.called_count))
        return self.rules.asked.called_cards or any(suits)

    def mark_kinds(self) -> tuple[MarkKind, ...]:
        offered = {
            "called_cards": self.asks_cards,
            "petit_chelem": self.rules.petit_chelem.enabled,
            "miseres": self.rules.misere.enabled,
        }
        return tuple(kind for kind in super().mark_kinds() if offered.get(kind.field, True))

    @property
    def asks_petit(self) -> bool:
        return self.rules.petit_au_bout.mode is not PetitMode.NONE or bool(
            self["petit_au_bout"].value()
        )

    @property
    def asks_petit_player(self) -> bool:
        return self.rules.petit_au_bout.mode is PetitMode.PERSONAL

    @property
    def asks_parole(self) -> bool:
        return self.rules.asked.parole or bool(self["parole"].value())

    @property
    def open_fold(self) -> str:
        """The bonus that has something to mend."""
        names = self.errors if self.is_bound else ()
        starts = {name.partition("_")[0] if name[-1:].isdecimal() else name for name in names}
        if starts & {"petit_player"}:
            return "petit_au_bout"
        if starts & {"petit_chelem"}:
            return "chelem"
        folds = ("poignee", "petit_au_bout", "chelem", "parole", "misere")
        return next((name for name in folds if name in starts), "")

    @property
    def fold_count(self) -> int:
        return 2 + self.asks_petit + self.rules.misere.enabled + self.asks_parole

    # From the fields to the record

    def clean(self) -> dict[str, Any]:
        """Oudlers that are named are counted."""
        if not self.cleaned_data.get("oudlers") and self.cleaned_data.get("which_oudlers"):
            self.cleaned_data["oudlers"] = str(len(self.cleaned_data["which_oudlers"]))
        return super().clean()

    def result(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        record = {
            "taker": cleaned["taker"],
            "called": [None if name == DOG else name for name in self.called_names()],
            "called_cards": called_cards(cleaned, self.called_count),
            "contract": cleaned["contract"],
            "oudlers": whole_or_text(cleaned["oudlers"]),
            "which_oudlers": cleaned["which_oudlers"],
            "points": self.attack_points(),
            "petit_au_bout": cleaned["petit_au_bout"],
            "petit_player": cleaned["petit_player"] if cleaned["petit_au_bout"] else "",
            "poignees": [
                {"player": place.uuid, "size": cleaned[f"poignee_{place.position}"]}
                for place in self.table.places
                if cleaned[f"poignee_{place.position}"]
            ],
            **_slam_fields("chelem", cleaned["chelem"]),
            **_slam_fields("petit_chelem", cleaned["petit_chelem"]),
            "miseres": [
                {"player": place.uuid, "kind": kind}
                for place in self.table.places
                for kind in cleaned[f"misere_{place.position}"]
            ],
            "parole": cleaned["parole"],
        }
        return {field: value for field, value in record.items() if value not in ("", [])}

    def called_names(self) -> list[str]:
        return [self.cleaned_data[f"called_{index}"] for index in range(self.called_count)]

    def attack_points(self) -> int | float | str:
        points = count_of(self.cleaned_data.get("points", ""))
        if isinstance(points, str) or self.cleaned_data["counted"] != Camp.DEFENCE:
            return points
        return PACK - points

    def needed(self) -> dict[str, Any]:
        return {
            "taker": QUESTIONS["taker"],
            **self.called_questions(),
            "contract": QUESTIONS["contract"],
            "oudlers": QUESTIONS["oudlers"],
            "points": QUESTIONS["points"],
        }

    def called_questions(self) -> dict[str, Any]:
        if self.called_count == 1:
            return {"called_0": CALLED}
        return {f"called_{i}": KING_AND_QUEEN[i][1] for i in range(self.called_count)}

    def certain(self) -> Iterator[Problem]:
        """Points that no deal of so many players can have: tried on a deal that lacks nothing."""
        return self.wrong_points(
            OF_POINTS_ALONE,
            lambda taker: {
                "called": [taker] * self.called_count,
                "contract": self.rules.contracts()[0].value,
                "oudlers": 0,
                "points": self.attack_points(),
            },
        )

    def explain(self, problems: Iterable[Problem], record: Mapping[str, Any]) -> None:
        """Letters among the points are refused in the words that points out of range are."""
        worded = (
            replace(problem, code="points_out_of_range")
            if (problem.field, problem.code) == ("points", "field_type")
            else problem
            for problem in problems
        )
        super().explain(worded, record)

    # The verdict, in figures

    @property
    def counted_by_defence(self) -> bool:
        return bool(self["counted"].value() == Camp.DEFENCE)

    @property
    def points_told(self) -> str:
        """The attack's points of the record that was judged."""
        return points_text(self.record["points"])

    def sum_text(self) -> str:
        return french_sum_text(self.lines, self.table.names)

    # From a record back to the fields

    def field_of(self, path: str | None, record: Mapping[str, Any]) -> str | None:
        if path is None:
            return None
        name, _bracket, rest = path.partition("[")
        index = int(rest.partition("]")[0] or 0) if rest else 0
        if name == "called":
            return f"called_{index}"
        if name == "called_cards":
            return f"suit_{index}"
        if name in ("poignees", "miseres"):
            entries = record.get(name) or [{}]
            return self.row_of(name.removesuffix("s"), entries[index].get("player"))
        return name.removesuffix("_announced").removesuffix("_defence")

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        position = {place.uuid: place.position for place in table.places}
        initial: dict[str, Any] = {
            name: record[name]
            for name in ("taker", "contract", "petit_au_bout", "petit_player", "dealer", "note")
            if record.get(name)
        }
        for name in ("which_oudlers", "parole"):
            initial[name] = list(record.get(name) or ())
        for index, holder in enumerate(record.get("called") or ()):
            initial[f"called_{index}"] = holder or DOG
        initial |= initial_cards(record)
        if record.get("oudlers") is not None:
            initial["oudlers"] = str(record["oudlers"])
        if record.get("points") is not None:
            initial["points"] = points_text(record["points"])
        for name in ("chelem", "petit_chelem"):
            initial[name] = slam_outcome(record, name)
        for poignee in record.get("poignees") or ():
            initial[f"poignee_{position[poignee['player']]}"] = poignee["size"]
        for misere in record.get("miseres") or ():
            kinds = initial.setdefault(f"misere_{position[misere['player']]}", [])
            kinds.append(misere["kind"])
        return initial


def _slam_fields(name: str, outcome: str) -> dict[str, Any]:
    """The fields of the record; an outcome that there is not is left for core to refuse."""
    return slam_fields(name, outcome) if outcome in SLAM_ENDINGS else {name: outcome}


def count_of(text: str) -> int | float | str:
    """Card points as people write them: 40, 40.5, 40,5 or 40½; other text stays text."""
    match = COUNT.fullmatch(text.replace(" ", ""))
    if not match or not any(match.groups()):
        return text
    units, decimals, half = match.groups()
    points = float(f"{units or 0}.{'5' if half else decimals or 0}")
    return int(points) if points.is_integer() else points
