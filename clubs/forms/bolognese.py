"""The fields of a deal of Tarocco bolognese, and how they become a record.

Source: bolognese.md, section 8. Both ways of telling a deal stand on the page, and `entry` says
which counts; a choice never loses what was typed in the other.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.choices import CriccaRank, SequenceFamily
from clubs.core.bolognese import WARNINGS, count_piles
from clubs.core.bolognese_cards import (
    DECK,
    MOORS,
    NUMBERS,
    SUIT_RANKS,
    SUITS,
    Family,
    Rank,
)
from clubs.core.bolognese_counting import CRICCA_POINTS, SEQUENCE_LEAST, SEQUENCE_MOST
from clubs.core.bolognese_match import Match, speaking_order
from clubs.core.bolognese_piles import Pair, piles_from
from clubs.core.bolognese_records import Entry, Penalty
from clubs.core.bolognese_rules import BologneseRules
from clubs.core.bolognese_scoring import Counted, Score
from clubs.core.bolognese_sessions import match_after, stored_score
from clubs.core.problems import DealRefused, Problem
from clubs.forms.deal_parts import choices_of, whole
from clubs.forms.deals import Chip, ChipField, ChipsField, DealForm, VoidChoice
from clubs.queries.bolognese import combinations
from clubs.queries.bolognese_match import board_of_totals
from clubs.queries.bolognese_words import COMBINATIONS, card_name, pair_names, short_card
from clubs.queries.deals import DealTable
from clubs.queries.matches import MatchSide

PAIRS = tuple(pair.value for pair in Pair)
ENTRIES = {Entry.QUICK: _("As counted"), Entry.CARDS: _("Cards of a pile")}
QUESTIONS = {
    "scartini_ns": _("What is the card count?"),
    "pile_pair": _("Whose pile is it?"),
    "cards": _("Which cards are in the pile?"),
    "last_trick": _("Who took the last trick?"),
}
TOTAL_LENGTH = 4
PARTS = re.compile(r"[.\[]")
# The picture of the pack: groups of the deck, in its order.
GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_("Trumps"), (*DECK[:4], *NUMBERS)),
    (_("Moors and counters"), (*MOORS, "BEG", "MAT")),
    *(
        (SequenceFamily(family).label, tuple(suit + rank for rank in SUIT_RANKS))
        for family, suit in SUITS.items()
    ),
)


class TallyField(forms.ChoiceField):
    """A number of cards, or none. A value that is none of them is left for core to refuse."""

    def __init__(self, counts: Iterable[int], *, label: Any) -> None:
        choices = [("", "–"), *((str(count), str(count)) for count in counts)]
        super().__init__(choices=choices, required=False, label=label)

    def valid_value(self, value: str) -> bool:
        return True


class CardField(forms.ChoiceField):
    """One card, or none said."""

    def __init__(self, cards: Sequence[str], *, label: Any) -> None:
        choices = [("", "–"), *((card, card_name(card)) for card in cards)]
        super().__init__(choices=choices, required=False, label=label)

    def valid_value(self, value: str) -> bool:
        return True


class CardsField(forms.MultipleChoiceField):
    """Any of the pack, or of other codes; one that is none of them is left for core to refuse."""

    def valid_value(self, value: str) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class CardChip:
    """A card of the picture. What its chip says is enough under the name of its suit."""

    code: str
    short: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One family or rank: a number of cards for each pair. values are what they are worth."""

    label: Any
    values: str
    ns: forms.BoundField
    ew: forms.BoundField


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one player may have shown."""

    name: str
    points: forms.BoundField
    cards: forms.BoundField
    only: forms.BoundField
    void: forms.BoundField

    def card_groups(self) -> list[tuple[Any, list[tuple[str, str, bool]]]]:
        """For a list: code, name and whether it was shown; the suit stands over its cards."""
        shown = set(self.cards.value() or ())
        return [
            (label, [(card, short_card(card), card in shown) for card in cards])
            for label, cards in GROUPS
        ]

    def combinations(self) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        chosen = set(self.only.value() or ())
        return [("", [(name, label, name in chosen) for name, label in COMBINATIONS.items()])]

    @property
    def is_told(self) -> bool:
        fields = (self.points, self.cards, self.only, self.void)
        return any(field.value() or field.errors for field in fields)


@dataclass(frozen=True, slots=True)
class PairDelta:
    """What the deal brings a pair; total is None while it is not known, terms are its parts."""

    name: str
    total: int | None
    terms: str


@dataclass(frozen=True, slots=True)
class PairCounted:
    """One pile of the picture, counted: so many cards, and what they make, in words."""

    name: str
    cards: int | None
    sequences: int
    cricche: int
    scartini: int
    items: tuple[str, ...]


class BologneseDealForm(DealForm):
    """pairs go by `ns` (first and third seat) and `ew`, players by the number of their seat."""

    sections = "clubs/_deal_sections_bolognese.html"
    explanation = "clubs/_verdict_bolognese.html"
    preview = "clubs/_deal_preview_bolognese.html"
    stylesheet = "css/deal-bolognese.css"
    dock = "clubs/_deal_deltas_bolognese.html"
    by_seat = (
        *("accuso_", "seq_", "cric_", "sequences_", "cricche_", "scartini_"),
        *("last_trick", "pile_pair", "penalties"),
    )
    void_reasons = ("misdeal", "other")
    void_choices = (VoidChoice("misdeal", _("Misdeal"), "flag"),)
    rules: BologneseRules

    first15 = forms.BooleanField(required=False, label=_("On the first 15 cards"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add = self.fields
        add["entry"] = ChipField(choices_of(ENTRIES), columns=2, small=True, label=_("Entry"))
        add["entry"].initial = Entry.QUICK.value
        for pair, name in self.pair_names.items():
            for field in self.counts_of(pair, name):
                add[field[0]] = field[1]
        add["pile_pair"] = self.pair_field(_("Whose pile"))
        add["cards"] = CardsField(
            required=False,
            label=_("Cards of the pile"),
            choices=[(card, card_name(card)) for card in DECK],
            widget=forms.CheckboxSelectMultiple,
        )
        add["passed_card"] = CardField(DECK, label=_("Given for the Matto"))
        add["last_trick"] = self.pair_field(_("Last trick"))
        for place in self.table.places:
            for field in self.accuso_fields(place.position, place.name):
                add[field[0]] = field[1]
        chips = [Chip(pair, name) for pair, name in self.pair_names.items()]
        add["penalties"] = ChipsField(
            chips, columns=2, small=True, label=_("Keeps its card count alone")
        )
        callers = [Chip("", _("None"), classes="none"), *self.seats()]
        add["called_out"] = ChipField(callers, columns=5, small=True, label=_("Called out"))

    # The fields

    @cached_property
    def pair_names(self) -> dict[Pair, str]:
        return pair_names(self.table.uuids, self.table.names)

    def pair_field(self, label: Any) -> ChipField:
        chips = [Chip(pair.value, name) for pair, name in self.pair_names.items()]
        return ChipField(chips, columns=2, label=label)

    def counts_of(self, pair: Pair, name: str) -> Iterator[tuple[str, forms.Field]]:
        """What one pair counted at the table: by combination, or as totals."""
        for family in Family:
            lengths = range(SEQUENCE_LEAST, SEQUENCE_MOST[family] + 1)
            label = format_lazy("{}: {}", SequenceFamily(family).label, name)
            yield f"seq_{pair}_{family}", TallyField(lengths, label=label)
        for rank in Rank:
            label = format_lazy("{}: {}", CriccaRank(rank).label, name)
            yield f"cric_{pair}_{rank}", TallyField(CRICCA_POINTS[rank], label=label)
        labels = {
            "sequences": _("Sequences in all: {}"),
            "cricche": _("Cricche in all: {}"),
            "scartini": _("Card count: {}"),
        }
        for field, label in labels.items():
            yield f"{field}_{pair}", total_field(format_lazy(label, name))

    def accuso_fields(self, seat: int, name: str) -> Iterator[tuple[str, forms.Field]]:
        points = total_field(format_lazy(_("Points declared by {}"), name))
        yield f"accuso_points_{seat}", points
        cards = [(label, [(card, card_name(card)) for card in cards]) for label, cards in GROUPS]
        yield (
            f"accuso_cards_{seat}",
            CardsField(required=False, label=_("or the cards shown"), choices=cards),
        )
        yield (
            f"accuso_only_{seat}",
            CardsField(
                required=False,
                label=_("Only these declared"),
                choices=[(name, label) for name, label in COMBINATIONS.items()],
            ),
        )
        yield (
            f"accuso_void_{seat}",
            forms.BooleanField(required=False, label=_("Not valid: scores 0")),
        )

    # For the page

    @property
    def is_tight(self) -> bool:
        """Whether there are more groups than a phone has room for with all their headings."""
        return False

    def sequence_rows(self) -> list[TallyRow]:
        return [
            TallyRow(SequenceFamily(f).label, "", self[f"seq_ns_{f}"], self[f"seq_ew_{f}"])
            for f in Family
        ]

    def cricca_rows(self) -> list[TallyRow]:
        return [
            TallyRow(
                CriccaRank(rank).label,
                " · ".join(map(str, CRICCA_POINTS[rank].values())),
                self[f"cric_ns_{rank}"],
                self[f"cric_ew_{rank}"],
            )
            for rank in Rank
        ]

    def total_rows(self) -> dict[str, list[forms.BoundField]]:
        return {
            name: [self[f"{name}_{pair}"] for pair in PAIRS]
            for name in ("sequences", "cricche", "scartini")
        }

    def card_groups(self) -> list[tuple[Any, list[CardChip]]]:
        told = set(self["cards"].value() or ())
        return [
            (
                label,
                [CardChip(card, short_card(card), card in told) for card in cards],
            )
            for label, cards in GROUPS
        ]

    def declarations(self) -> list[Declaration]:
        return [self.declaration(place.position, place.name) for place in self.table.places]

    def declaration(self, seat: int, name: str) -> Declaration:
        return Declaration(
            name,
            points=self[f"accuso_points_{seat}"],
            cards=self[f"accuso_cards_{seat}"],
            only=self[f"accuso_only_{seat}"],
            void=self[f"accuso_void_{seat}"],
        )

    @property
    def has_declarations(self) -> bool:
        return any(told.is_told for told in self.declarations())

    @property
    def asks_call_out(self) -> bool:
        """Whether somebody may call out here, or did so all the same."""
        return self.rules.allows_call_out or bool(self["called_out"].value())

    def match_sides(self) -> tuple[MatchSide, ...]:
        """The match before this deal."""
        names, players = self.table.names, self.table.uuids
        return board_of_totals(self.rules, self.table.context, players, names)

    # From the fields to the record

    def result(self) -> dict[str, Any]:
        told = self.cleaned_data
        record: dict[str, Any] = {}
        if told["called_out"]:
            first15 = {"first15": True} if told["first15"] else {}
            record["called_out"] = {"player": told["called_out"], **first15}
        else:
            record |= {"entry": told["entry"], "last_trick": told["last_trick"]}
            record |= self.pile() if told["entry"] == Entry.CARDS else {"quick": self.quick()}
            penalties = dict.fromkeys(told["penalties"], Penalty.SCARTINI_ONLY.value)
            record |= {"penalties": penalties} if penalties else {}
        accusi = list(self.accusi())
        return {**record, "accusi": accusi} if accusi else record

    def quick(self) -> dict[str, Any]:
        return {pair: self.quick_count(pair) for pair in PAIRS}

    def quick_count(self, pair: str) -> dict[str, Any]:
        """A tally where one was made, else the total; nothing said is no combination."""
        told = self.cleaned_data
        counted: dict[str, Any] = {
            "sequences": self.tally("seq", pair, Family) or whole(told[f"sequences_{pair}"] or "0"),
            "cricche": self.tally("cric", pair, Rank) or whole(told[f"cricche_{pair}"] or "0"),
        }
        if told[f"scartini_{pair}"]:
            counted["scartini"] = whole(told[f"scartini_{pair}"])
        return counted

    def tally(self, field: str, pair: str, names: Iterable[Any]) -> dict[str, Any]:
        told = {name.value: self.cleaned_data[f"{field}_{pair}_{name}"] for name in names}
        return {name: whole(count) for name, count in told.items() if count}

    def pile(self) -> dict[str, Any]:
        """The pile in the order of the deck; a card passes only between odd piles."""
        told = self.cleaned_data
        pile = {"pair": told["pile_pair"], "cards": in_deck_order(told["cards"])}
        if told["passed_card"] and self.passes:
            return {"pile": pile, "passed_card": told["passed_card"]}
        return {"pile": pile}

    def accusi(self) -> Iterator[dict[str, Any]]:
        """In the order of speaking, as far as it is known who deals."""
        told, uuids = self.cleaned_data, self.table.uuids
        dealer = told.get("dealer")
        order = speaking_order(uuids, dealer) if dealer in uuids else uuids
        for player in order:
            seat = uuids.index(player)
            accuso: dict[str, Any] = {
                "cards": in_deck_order(told[f"accuso_cards_{seat}"]),
                "only": told[f"accuso_only_{seat}"],
                "points": whole(told[f"accuso_points_{seat}"]),
                "void": told[f"accuso_void_{seat}"],
            }
            said = {field: value for field, value in accuso.items() if value not in ("", [], False)}
            if said:
                yield {"player": player, **said}

    def needed(self) -> dict[str, Any]:
        if self["called_out"].value():
            return {}
        if self["entry"].value() == Entry.CARDS:
            names = ["pile_pair", "cards", "last_trick"]
        else:
            counted = any(self[f"scartini_{pair}"].value() for pair in PAIRS)
            names = ["last_trick"] if counted else ["scartini_ns", "last_trick"]
        return {name: QUESTIONS[name] for name in names}

    def clean(self) -> dict[str, Any]:
        for field in self.fields:
            self.cleaned_data.setdefault(field, "")  # of a field that was refused
        for pair in PAIRS:
            for field, total, names in (("seq", "sequences", Family), ("cric", "cricche", Rank)):
                if self.cleaned_data.get(f"{total}_{pair}") and self.tally(field, pair, names):
                    text = _("Either the cards of each, or the points in all.")
                    self.add_error(f"{total}_{pair}", forms.ValidationError(text, code="both"))
                    self.cleaned_data[f"{total}_{pair}"] = ""
        return super().clean()

    def certain(self) -> Iterator[Problem]:
        """What cannot be whoever took the last trick."""
        if set(self.gaps) != {"last_trick"} or self.cleaned_data["entry"] == Entry.CARDS:
            return
        found = [self.problems_with(pair) for pair in PAIRS]
        yield from (problem for problem in found[0] if problem in found[1])

    def problems_with(self, last_trick: str) -> list[Problem]:
        told = self.in_context({**self.result(), "last_trick": last_trick})
        try:
            self.game.judge(self.table.uuids, self.rules, told)
        except DealRefused as refusal:
            return list(refusal.problems)
        return []

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the verdict says itself is not asked once more."""
        return tuple(code for code in super().warnings if code not in WARNINGS)

    # What the piles hold so far

    @property
    def passes(self) -> bool:
        """Whether a card goes from one pile to the other."""
        return bool(self.matto_pile)

    @cached_property
    def matto_pile(self) -> list[str]:
        """The cards of which one is given for the Matto; empty where none is."""
        cards = [card for card in self["cards"].value() or () if card in DECK]
        if not cards or self["entry"].value() != Entry.CARDS:
            return []
        piles = piles_from(Pair.NS, frozenset(cards))
        if not piles.passes:
            return []
        own = piles.cards[piles.matto_pair] - {"MAT"}
        return [card for card in DECK if card in own]

    def passed_choices(self) -> list[tuple[str, str, bool]]:
        """Code, name, and whether it is the one that was said."""
        said = self["passed_card"].value()
        return [(card, card_name(card), card == said) for card in self.matto_pile]

    def counted(self) -> list[PairCounted]:
        """Both piles while cards are ticked; empty before, and while they cannot be."""
        told, pair = self["cards"].value() or (), self["pile_pair"].value()
        if not told or pair not in PAIRS or self["entry"].value() != Entry.CARDS:
            return []
        passed = self["passed_card"].value() if self.passes else None
        try:
            counted = count_piles(Pair(pair), told, passed or None, self.rules)
        except DealRefused:
            return []
        return self.piles_told(counted)

    def piles_told(self, counted: Counted) -> list[PairCounted]:
        return [
            PairCounted(
                name,
                counted.pairs[pair].cards,
                counted.pairs[pair].sequences,
                counted.pairs[pair].cricche,
                counted.pairs[pair].scartini,
                tuple(
                    text
                    for items in (
                        counted.pairs[pair].sequence_items,
                        counted.pairs[pair].cricca_items,
                    )
                    if (text := combinations(items or ()))
                ),
            )
            for pair, name in self.pair_names.items()
        ]

    # The verdict, in figures

    @cached_property
    def scored(self) -> Score | None:
        """What the judged deal brings; None while there is no verdict, and where nobody played."""
        if self.verdict is None or self.record.get("kind") == "void":
            return None
        return stored_score(self.table.uuids, self.rules, self.record)

    def pair_deltas(self) -> list[PairDelta]:
        scored = self.scored
        if scored is None:
            return [PairDelta(name, None, "") for name in self.pair_names.values()]
        return [
            PairDelta(name, scored.pairs[pair].total, terms(scored, pair))
            for pair, name in self.pair_names.items()
        ]

    def match_after(self) -> Match | None:
        """The match with this deal; None while there is no verdict."""
        if self.scored is None or not self.table.context:
            return None
        told = self.in_context(self.record)
        return match_after(self.table.uuids, self.rules, told)

    def match_words(self) -> dict[str, Any] | None:
        """For the verdict line: the totals, the winner's name, and whether it is decided."""
        match = self.match_after()
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
        """Of the deal; empty for equal totals."""
        if self.scored is None or not self.scored.difference:
            return ""
        return self.pair_names[Pair.NS if self.scored.difference > 0 else Pair.EW]

    @property
    def difference(self) -> int:
        return abs(self.scored.difference) if self.scored else 0

    @property
    def assumed_card(self) -> str:
        """The card that is taken to have been given for the Matto, where nobody said."""
        counted = self.scored.counted if self.scored else None
        return card_name(counted.passed_card or "") if counted and counted.assumed else ""

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

    def accuso_field(self, rest: Sequence[str], record: Mapping[str, Any]) -> str | None:
        """The field of what one player declared: accusi[1].cards[2]."""
        accusi = record.get("accusi") or ()
        index = int(rest[0]) if rest and rest[0].isdecimal() else 0
        player = accusi[index].get("player") if index < len(accusi) else None
        part = rest[1] if len(rest) > 1 and rest[1] in ("cards", "only", "void") else "points"
        if player not in self.table.uuids:
            return None
        return f"accuso_{part}_{self.table.uuids.index(player)}"

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        names = ("entry", "last_trick", "passed_card", "dealer", "note")
        initial: dict[str, Any] = {name: record[name] for name in names if record.get(name)}
        for pair, counted in (record.get("quick") or {}).items():
            initial |= quick_initial(pair, counted)
        if pile := record.get("pile"):
            initial |= pile_initial(pile)
        for accuso in record.get("accusi") or ():
            seat = table.uuids.index(accuso["player"])
            for part in ("cards", "only", "void"):
                if accuso.get(part):
                    initial[f"accuso_{part}_{seat}"] = accuso[part]
            if accuso.get("points") is not None:
                initial[f"accuso_points_{seat}"] = str(accuso["points"])
        if record.get("penalties"):
            initial["penalties"] = list(record["penalties"])
        if called := record.get("called_out"):
            initial |= {"called_out": called["player"], "first15": bool(called.get("first15"))}
        return initial


def in_deck_order(codes: Sequence[str]) -> list[str]:
    """Codes that are no card come last, for core to refuse."""
    return [*(card for card in DECK if card in codes), *(c for c in codes if c not in DECK)]


def total_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "placeholder": "··"})
    return forms.CharField(required=False, max_length=TOTAL_LENGTH, label=label, widget=widget)


def terms(scored: Score, pair: Pair) -> str:
    """The parts of a pair's total as a sum, those that bring something."""
    amounts = [amount for amount in scored.pairs[pair].amounts().values() if amount]
    return " + ".join(map(str, amounts)) if len(amounts) > 1 else ""


def quick_field(rest: Sequence[str]) -> str | None:
    """quick.ns.sequences.grande is seq_ns_grande; a problem of both pairs has no field."""
    if len(rest) < 2:
        return None
    pair, part = rest[0], rest[1]
    if len(rest) > 2:
        return f"{'seq' if part == 'sequences' else 'cric'}_{pair}_{rest[2]}"
    return f"{part}_{pair}"


def quick_initial(pair: str, counted: Mapping[str, Any]) -> dict[str, str]:
    initial: dict[str, str] = {}
    for part, short in (("sequences", "seq"), ("cricche", "cric")):
        told = counted[part]
        if isinstance(told, Mapping):
            initial |= {f"{short}_{pair}_{name}": str(n) for name, n in told.items() if n}
        elif told:
            initial[f"{part}_{pair}"] = str(told)
    if counted.get("scartini") is not None:
        initial[f"scartini_{pair}"] = str(counted["scartini"])
    return initial


def pile_initial(pile: Mapping[str, Any]) -> dict[str, Any]:
    """A pile without a card is told by the other one: that is the whole pack."""
    if pile["cards"]:
        return {"pile_pair": pile["pair"], "cards": list(pile["cards"])}
    return {"pile_pair": Pair(pile["pair"]).other.value, "cards": list(DECK)}
