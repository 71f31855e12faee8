"""The fields of a deal of Tarocco bolognese, and how they become a record.

Source: bolognese.md §8. Both ways of telling a deal stand on the page, and `entry` says
which counts; a choice never loses what was typed in the other. quick.py has what is told as counted
at the table, cards.py what is told by cards, declarations among them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.deals import RecordKind
from clubs.core.problems import DealRefused, Problem
from clubs.forms.deals.chips import Chip, ChipField, ChipsField, VoidChoice
from clubs.forms.deals.counted_here import CountedHere
from clubs.forms.deals.parts import chip_choices
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.game import WARNINGS
from clubs.games.bolognese.core.records import EntryMode, PairPenalty
from clubs.games.bolognese.core.scoring import BologneseScore
from clubs.games.bolognese.core.sessions import match_after, stored_score
from clubs.games.bolognese.forms.cards import (
    CARDS_TWICE,
    Accusi,
    CardsEntry,
    accusi_initial,
    pile_initial,
)
from clubs.games.bolognese.forms.quick import (
    COUNTS_TWICE,
    PAIRS,
    QuickEntry,
    quick_field,
    quick_initial,
)
from clubs.games.bolognese.queries.codes import BOLOGNESE_CODES
from clubs.games.bolognese.queries.match import board_of_totals
from clubs.games.bolognese.queries.teller import pile_words
from clubs.queries.deals.deals import DealTable
from clubs.queries.deals.stories import MatchSide

ENTRIES = {EntryMode.QUICK: _("As counted"), EntryMode.CARDS: _("Cards of a pile")}
QUESTIONS = {
    "scartini_ns": _("What is the card count?"),
    "pile_pair": _("Whose pile is it?"),
    "cards": _("Which cards are in the pile?"),
    "last_trick": _("Who took the last trick?"),
}
PARTS = re.compile(r"[.\[]")


@dataclass(frozen=True, slots=True)
class PairDelta:
    """What the deal brings a pair; total is None while it is not known, terms are its parts."""

    name: str
    total: int | None
    terms: str


class BologneseDealForm(QuickEntry, CardsEntry, Accusi):
    """All of it: how it is told, the last trick, declarations, penalties, who called out."""

    sections = "clubs/games/bolognese/_deal_sections_bolognese.html"
    standing = "clubs/games/bolognese/_deal_match_bolognese.html"
    explanation = "clubs/games/bolognese/_verdict_bolognese.html"
    preview = "clubs/games/bolognese/_deal_preview_bolognese.html"
    stylesheet = "css/deal-bolognese.css"
    gains = "clubs/games/bolognese/_deal_deltas_bolognese.html"
    by_seat = (
        *("accuso_", "seq_", "cric_", "sequences_", "cricche_", "scartini_"),
        *("last_trick", "pile_pair", "penalties"),
    )
    here = CountedHere(
        script="js/games/bolognese.js",
        outcomes={"better": _("%(pair)s +%(points)s"), "equal": _("Equal points")},
        problems=tuple(BOLOGNESE_CODES.messages),
        twice={"cards_twice": CARDS_TWICE, "counts_twice": COUNTS_TWICE},
        matches={
            "won": _("%(winner)s win the match, %(ns)s : %(ew)s"),
            "drawn": _("the match is drawn, %(ns)s : %(ew)s"),
            "in_progress": _("match %(ns)s : %(ew)s"),
        },
    )
    void_reasons = ("misdeal", "other")
    void_choices = (VoidChoice("misdeal", _("Misdeal"), "flag"),)

    first15 = forms.BooleanField(required=False, label=_("On the first 15 cards"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add = self.fields
        add["entry"] = ChipField(chip_choices(ENTRIES), columns=2, small=True, label=_("Entry"))
        add["entry"].initial = EntryMode.QUICK.value
        add |= {**dict(self.quick_fields()), **dict(self.pile_fields())}
        add["last_trick"] = self.pair_field(_("Last trick"))
        add |= dict(self.accuso_fields())
        chips = [Chip(pair, name) for pair, name in self.pair_names.items()]
        add["penalties"] = ChipsField(
            chips, columns=2, small=True, label=_("Keeps its card count alone")
        )
        callers = [Chip("", _("None"), classes="none"), *self.seats()]
        add["called_out"] = ChipField(callers, columns=5, small=True, label=_("Called out"))

    # For the page

    @property
    def asks_call_out(self) -> bool:
        """Whether somebody may call out here, or did so all the same."""
        return self.rules.allows_call_out or bool(self["called_out"].value())

    def table_here(self) -> dict[str, Any]:
        return {**(super().table_here() or {}), "pairs": self.pair_names, "piles": pile_words()}

    def match_sides(self) -> tuple[MatchSide, ...]:
        """The match before this deal."""
        names, players = self.table.names, self.table.uuids
        return board_of_totals(self.rules, self.table.context, players, names)

    # From the fields to the record

    def result(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        record: dict[str, Any] = {}
        if cleaned["called_out"]:
            first15 = {"first15": True} if cleaned["first15"] else {}
            record["called_out"] = {"player": cleaned["called_out"], **first15}
        else:
            record |= {"entry": cleaned["entry"], "last_trick": cleaned["last_trick"]}
            record |= (
                self.pile() if cleaned["entry"] == EntryMode.CARDS else {"quick": self.quick()}
            )
            penalties = dict.fromkeys(cleaned["penalties"], PairPenalty.SCARTINI_ONLY.value)
            record |= {"penalties": penalties} if penalties else {}
        accusi = list(self.accusi())
        return {**record, "accusi": accusi} if accusi else record

    def needed(self) -> dict[str, Any]:
        if self["called_out"].value():
            return {}
        if self["entry"].value() == EntryMode.CARDS:
            cards = [] if self["no_cards"].value() else ["cards"]
            names = ["pile_pair", *cards, "last_trick"]
        else:
            counted = any(self[f"scartini_{pair}"].value() for pair in PAIRS)
            names = ["last_trick"] if counted else ["scartini_ns", "last_trick"]
        return {name: QUESTIONS[name] for name in names}

    def clean(self) -> dict[str, Any]:
        for field in self.fields:
            self.cleaned_data.setdefault(field, "")  # of a field that was refused
        self.refuse_cards_of_none()
        self.refuse_both_counts()
        return super().clean()

    def certain(self) -> Iterator[Problem]:
        """Problems of the deal, whichever pair took the last trick."""
        if set(self.gaps) != {"last_trick"} or self.cleaned_data["entry"] == EntryMode.CARDS:
            return
        problems = [self.problems_with(pair) for pair in PAIRS]
        yield from (problem for problem in problems[0] if problem in problems[1])

    def problems_with(self, last_trick: str) -> list[Problem]:
        record = self.in_context({**self.result(), "last_trick": last_trick})
        try:
            self.game.judge(self.table.uuids, self.rules, record)
        except DealRefused as refusal:
            return list(refusal.problems)
        return []

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings to confirm; the verdict says those of the game, so they are not asked."""
        return tuple(code for code in super().warnings if code not in WARNINGS)

    # The verdict, in figures

    @cached_property
    def scored(self) -> BologneseScore | None:
        """What the judged deal brings; None while there is no verdict, and where nobody played."""
        if self.verdict is None or self.record.get("kind") == RecordKind.VOID:
            return None
        return stored_score(self.table.uuids, self.rules, self.record)

    def pair_deltas(self) -> list[PairDelta]:
        scored = self.scored
        if scored is None:
            return [PairDelta(name, None, "") for name in self.pair_names.values()]
        return [
            PairDelta(name, scored.pairs[pair].total, _terms(scored, pair))
            for pair, name in self.pair_names.items()
        ]

    def match_words(self) -> dict[str, Any] | None:
        """The match in the verdict line: totals, the winner's name, and whether it is decided."""
        if self.scored is None or not self.table.context:
            return None
        match = match_after(self.table.uuids, self.rules, self.in_context(self.record))
        if match is None:
            return None
        return {
            "ns": match.totals[Pair.NS],
            "ew": match.totals[Pair.EW],
            "winner": self.pair_names[match.winner] if match.winner else "",
            "is_decided": match.is_decided,
        }

    @property
    def winner_name(self) -> str:
        """The pair that won the deal; empty for equal totals."""
        if self.scored is None or not self.scored.difference:
            return ""
        return self.pair_names[Pair.NS if self.scored.difference > 0 else Pair.EW]

    @property
    def difference(self) -> int:
        return abs(self.scored.difference) if self.scored else 0

    # From a record back to the fields

    def field_of(self, path: str | None, record: Mapping[str, Any]) -> str | None:
        if path is None:
            return None
        parts = [part.removesuffix("]") for part in PARTS.split(path)]
        head, rest = parts[0], parts[1:]
        if head == "quick":
            return quick_field(rest)
        if head == "accusi":
            return self.accuso_field(rest, record)
        if head == "pile":
            return "pile_pair" if rest[:1] == ["pair"] else "cards"
        if head == "called_out":
            return "first15" if rest == ["first15"] else "called_out"
        return head

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        names = ("entry", "last_trick", "passed_card", "dealer", "note")
        initial: dict[str, Any] = {name: record[name] for name in names if record.get(name)}
        for pair, counted in (record.get("quick") or {}).items():
            initial |= quick_initial(pair, counted)
        if pile := record.get("pile"):
            initial |= pile_initial(pile)
        initial |= accusi_initial(record.get("accusi") or (), table)
        if record.get("penalties"):
            initial["penalties"] = list(record["penalties"])
        if called := record.get("called_out"):
            initial |= {"called_out": called["player"], "first15": bool(called.get("first15"))}
        return initial


def _terms(scored: BologneseScore, pair: Pair) -> str:
    """The parts of a pair's total as a sum, those that bring something."""
    amounts = [amount for amount in scored.pairs[pair].amounts().values() if amount]
    return " + ".join(map(str, amounts)) if len(amounts) > 1 else ""
