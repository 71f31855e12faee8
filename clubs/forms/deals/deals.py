"""The form of a deal, as far as every game has it. A game's own: games/<game>/forms/deal.py.

The form is lenient: it turns what was typed into a deal record and lets core say what is wrong with
it, so that a rule is written once. Only what is not there yet is the form's own business (gaps).
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cached_property
from hashlib import blake2s
from typing import Any, ClassVar

from django import forms
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext_lazy as _

from clubs.choices import deal_problem_message, problem_message
from clubs.core.deals import MISDEAL, RecordKind, without_players
from clubs.core.games import Game, Rules, Verdict, bid_fields, place_step
from clubs.core.problems import DealRefused, JsonType, Problem
from clubs.core.rule_settings import Profile
from clubs.forms.deals.chips import Chip, ChipField, ChipsField, VoidChoice, chip_helper
from clubs.forms.deals.counted_here import CountedHere
from clubs.forms.deals.lines_here import line_words
from clubs.forms.deals.parts import lines_by_code
from clubs.forms.deals.shapes import Delta, Doubt, FieldProblem, Shortcut
from clubs.forms.fields import RequestIdField
from clubs.queries.deals.deals import DealTable
from clubs.queries.deals.marks import MarkKind
from clubs.queries.deals.stories import FieldHelp
from clubs.queries.games import WORDS

NOTE_LENGTH = 200  # characters
NO_NUMBER = forms.IntegerField.default_error_messages["invalid"]
MOST = 10**6  # no table has so many deals, no deal so many revisions


_OF_EVERY_GAME = {each.name for each in fields(Profile)}  # name and money, which score nothing


class DealForm(forms.Form):
    """What a person tells of one deal.

    number, revision and seated (DealTable.seats_mark) are what the person saw; confirmed the
    warnings that they answered with "It is right", separated by commas.
    """

    page: ClassVar[str] = "clubs/deals/deal_record.html"
    page_to_correct: ClassVar[str] = "clubs/deals/deal_correct.html"
    preview: ClassVar[str] = "clubs/deals/_deal_preview.html"
    doubted: ClassVar[Mapping[str, str]] = {}  # by what is odd, the field where it is mended
    sections: ClassVar[str]  # template of the game's own fields
    explanation: ClassVar[str]  # template of the verdict line
    stylesheet: ClassVar[str] = ""  # of the game's own fields
    standing: ClassVar[str] = ""  # template of the match, in a game that has matches
    gains: ClassVar[str] = "clubs/deals/help/_deal_deltas.html"  # template of what the deal brings
    by_seat: ClassVar[tuple[str, ...]] = ()  # how fields begin that go by the number of a seat
    of_bid: ClassVar[tuple[str, ...]] = ("taker", "contract")  # how fields begin that tell a bid
    void_reasons: ClassVar[tuple[str, ...]] = ()  # all that the game has
    void_choices: ClassVar[tuple[VoidChoice, ...]] = ()  # those of the menu
    here: ClassVar[CountedHere | None] = None  # words for static/js/score; None: it has no scorer
    knows_halves: ClassVar[bool] = False  # whether a pile may ever hold a half point

    number = forms.IntegerField(min_value=1, max_value=MOST, widget=forms.HiddenInput)
    request_id = RequestIdField()
    revision = forms.IntegerField(required=False, max_value=MOST, widget=forms.HiddenInput)
    confirmed = forms.CharField(required=False, widget=forms.HiddenInput)
    void_reason = forms.CharField(required=False, widget=forms.HiddenInput)
    seated = forms.CharField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(required=False, max_length=NOTE_LENGTH, label=_("Note"))

    def __init__(
        self, data: Any = None, *, table: DealTable, game: Game, rules: Rules, **kwargs: Any
    ) -> None:
        self.seats_moved = bool(data) and data.get("seated", "") not in ("", table.seats_mark)
        super().__init__(self.for_other_seats(data, table) if self.seats_moved else data, **kwargs)
        self.table = table
        self.game = game
        self.rules = rules
        self.verdict: Verdict | None = None
        self.record: Mapping[str, Any] = {}
        # Sound or not. After clean() to_record() fails: a field with an error has no cleaned value.
        self.typed_record: Mapping[str, Any] = {}
        self.gaps: dict[str, Any] = {}
        self.helper = chip_helper()
        self.fields["dealer"] = ChipField(self.seats(), columns=4, small=True, label=_("Dealer"))
        self.fields["dealer"].initial = table.dealer
        self.fields["seated"].initial = table.seats_mark
        if table.resting:
            self.fields["out"] = self.resting_field()

    def for_other_seats(self, data: Any, table: DealTable) -> Any:
        """What was told at a table that has changed: without what the numbers of seats told."""
        answers = data.copy()
        for name in [name for name in data if name.startswith(self.by_seat)]:
            del answers[name]
        answers["seated"] = table.seats_mark
        return answers

    # What a game adds

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        """The values of the fields that tell this record."""
        raise NotImplementedError

    def result(self) -> dict[str, Any]:
        """The record's fields of a played deal, from what is filled in."""
        raise NotImplementedError

    def needed(self) -> dict[str, Any]:
        """What a played deal must have, in the order of the page: field and question."""
        raise NotImplementedError

    def certain(self) -> Iterator[Problem]:
        """What is wrong with an incomplete deal whatever comes to be filled in."""
        raise NotImplementedError

    def field_of(self, path: str | None, record: Mapping[str, Any]) -> str | None:
        """The field that shows a problem which core has with this part of the record."""
        raise NotImplementedError

    def shortcuts(self) -> Iterator[Shortcut]:
        """The keys of the game's own groups."""
        yield from ()

    @property
    def is_tight(self) -> bool:
        """Whether there are more groups than a phone has room for with all their headings."""
        return False

    # What all games share

    def wrong_points(
        self, codes: Collection[str], rest: Callable[[str], Mapping[str, Any]]
    ) -> Iterator[Problem]:
        """The problems of these codes that no deal with such points is without: they are tried on
        one that lacks nothing. rest gives it, taken by a player who does not rest."""
        if {"points", "out"} & self.gaps.keys() or "points" in self.errors:
            return
        out = self.resting()
        taker = next(name for name in self.table.uuids if name not in out)
        try:
            trial = {"out": out, "taker": taker, **rest(taker)}
            self.game.judge(self.table.uuids, self.rules, trial)
        except DealRefused as refusal:
            for problem in refusal.problems:
                if problem.field == "points" and problem.code in codes:
                    yield problem

    def rows(self, name: str) -> list[tuple[int, forms.BoundField]]:
        """What each player may have of a kind: position and field, in seat order."""
        return [(place.position, self[f"{name}_{place.position}"]) for place in self.table.places]

    def row_of(self, name: str, player: object) -> str | None:
        """The field of one player."""
        for place in self.table.places:
            if place.uuid == player:
                return f"{name}_{place.position}"
        return None

    def seats(self) -> list[Chip]:
        return [Chip.of(place) for place in self.table.places]

    def resting_field(self) -> forms.Field:
        """Radios while one rests, so that a tap moves the rest; else boxes."""
        make = ChipField if len(self.table.resting) == 1 else ChipsField
        field = make(self.seats(), columns=4, small=True, label=_("Rests"))
        is_single = len(self.table.resting) == 1
        field.initial = self.table.resting[0] if is_single else list(self.table.resting)
        return field

    def resting(self) -> list[str]:
        answer = self.cleaned_data.get("out") or []
        return [answer] if isinstance(answer, str) else answer

    def circumstances(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if self.cleaned_data.get("dealer"):
            fields["dealer"] = self.cleaned_data["dealer"]
        if self.resting():
            fields["out"] = self.resting()
        if self.cleaned_data.get("note"):
            fields["note"] = self.cleaned_data["note"]
        return fields

    def to_record(self) -> dict[str, Any]:
        """The deal record of the game, with player uuids for names. Only clean() calls it:
        `typed_record` keeps what it gives."""
        void_reason = self.cleaned_data.get("void_reason")
        if void_reason:
            return {
                "kind": RecordKind.VOID.value,
                "void_reason": void_reason,
                **self.circumstances(),
            }
        return {**self.circumstances(), **self.result()}

    def clean(self) -> dict[str, Any]:
        if self.seats_moved:
            text = _("The seats have changed since you began. Look at who plays, then save.")
            self.add_error(None, forms.ValidationError(text, code="seats_moved"))
        if len(self.resting()) != len(self.table.resting):
            self.gaps["out"] = _("Who rests?")
        if not self.cleaned_data.get("void_reason"):
            for name, question in self.needed().items():
                if name not in self.errors and not self.cleaned_data.get(name):
                    self.gaps[name] = question
        record = self.typed_record = self.to_record()
        if self.gaps:
            self.explain(self.certain(), {})
            return self.cleaned_data
        try:
            self.judge(record)
        except DealRefused as refusal:
            self.explain(refusal.problems, record)
        return self.cleaned_data

    def judge(self, record: Mapping[str, Any]) -> None:
        """Sets the verdict. Raises DealRefused. Also for a record that the form starts with."""
        bare_record = without_players(record)
        self.verdict = self.game.judge(self.table.uuids, self.rules, self.in_context(bare_record))
        self.record = bare_record

    def in_context(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record with what the deals before it add."""
        return {**record, **self.table.context}

    def explain(self, problems: Iterable[Problem], record: Mapping[str, Any]) -> None:
        """Each problem at its field; what no field shows, on top of the form."""
        for problem in problems:
            name = self.field_of(problem.field, record)
            known = name if name in self.fields else None
            is_typed = known and problem.params.get("expected") == JsonType.WHOLE
            # Of a file it is said that a number has no quotation marks.
            message = NO_NUMBER if is_typed else deal_problem_message(problem)
            self.add_error(known, forms.ValidationError(message, code=problem.code))

    def start_with(self, record: Mapping[str, Any]) -> None:
        """Judge what an unbound form is filled with; rules that now refuse it say so on saving. A
        void deal fills in nothing that brings 0."""
        if record and record.get("kind") != RecordKind.VOID:
            with suppress(DealRefused):
                self.judge(record)

    def refuse_gaps(self) -> None:
        """Make what is not there yet an error at its field, for a form that is to be saved."""
        self.is_valid()  # looks for the gaps
        for name, question in self.gaps.items():
            self.add_error(name, forms.ValidationError(question, code="gap"))

    @cached_property
    def help(self) -> dict[str, FieldHelp]:
        """What the rules of the session say of each field."""
        return WORDS[self.game.code].help(self.rules, self.table.active_count)

    @property
    def bid_names(self) -> list[str]:
        """Its fields that tell who took with what; none where the rules show no bids."""
        is_shown = bid_fields(self.game, self.rules)
        return [name for name in self.fields if is_shown and name.startswith(self.of_bid)]

    @property
    def ground(self) -> str:
        """Another one where deal entry cannot go on to this deal without a new page: other seats,
        rules or words."""
        text = json.dumps([self.table.seating, self.table_here()], cls=DjangoJSONEncoder)
        return blake2s(text.encode(), digest_size=8).hexdigest()

    @property
    def followed(self) -> list[forms.BoundField]:
        """The fields that deal entry takes over when a deal is saved: who deals, who rests, what is
        told of a bid, and for their totals the players who may take."""
        names = {"taker", "dealer", "out", *self.bid_names}
        return [self[name] for name in self.fields if name in names]

    @property
    def first_fault(self) -> FieldProblem | None:
        """What the verdict line says is wrong: what cannot be; what is missing is asked there."""
        if not self.is_bound:
            return None
        for name in ("points", *self.fields):
            for error in self.errors.as_data().get(name, ()):
                if error.code != "gap":
                    return FieldProblem(name, error.messages[0])
        return next((FieldProblem("", str(error)) for error in self.non_field_errors()), None)

    @property
    def has_menu_fault(self) -> bool:
        return self.is_bound and any(name in self.errors for name in ("dealer", "out", "note"))

    @property
    def doubts(self) -> list[Doubt]:
        """Odd but possible: what must be confirmed before this record is kept."""
        if not self.warnings or self.confirms_all:
            return []
        return [
            Doubt(
                str(problem_message(Problem(code))),
                self[self.doubted[code]] if self.doubted.get(code) in self.fields else None,
            )
            for code in self.warnings
        ]

    @property
    def questions(self) -> list[str]:
        return [doubt.text for doubt in self.doubts]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What core finds odd about the deal, and we about the evening."""
        if self.verdict is None:
            return ()
        is_misdeal = self.verdict.facts.void_reason == MISDEAL
        again = ("misdeal_third",) if is_misdeal and self.table.follows_misdeals else ()
        return (*self.verdict.warnings, *again)

    @property
    def confirms_all(self) -> bool:
        """Whether exactly these warnings were answered with "It is right"."""
        confirmed = self.cleaned_data.get("confirmed", "").split(",")
        return {code for code in confirmed if code} == set(self.warnings)

    @property
    def to_confirm(self) -> str:
        return ",".join(self.warnings)

    @cached_property
    def lines(self) -> dict[str, list[dict[str, Any]]]:
        """The lines of the calculation by their code; empty while there is no verdict."""
        if self.verdict is None:
            return {}
        full_record = self.in_context(self.record)
        return lines_by_code(self.game.explain(self.table.uuids, self.rules, full_record))

    @property
    def plays_places(self) -> bool:
        """Whether a deal is played for places where all have passed."""
        return place_step(self.game, self.rules) > 0

    def table_here(self) -> dict[str, Any] | None:
        """What static/js/deal/here.js counts this deal with."""
        if self.here is None:
            return None
        contracts = self.fields["contract"].widget.chips if "contract" in self.fields else ()
        return {
            "game": self.game.code,
            "players": self.table.uuids,
            "names": list(self.table.names.values()),
            "active": self.table.active_count,
            "rules": {k: v for k, v in self.rules.to_json().items() if k not in _OF_EVERY_GAME},
            "words": self.here.words(),
            "line": line_words(self.game.code, contracts, self.rules, self.mark_kinds()),
        }

    def mark_kinds(self) -> tuple[MarkKind, ...]:
        """The marks that a deal of this form may have."""
        return WORDS[self.game.code].teller.mark_kinds

    def deltas(self) -> list[Delta]:
        """What each player wins or loses, in seat order; while it is not known, who rests."""
        resting = self.resting() if self.is_bound else self.table.resting
        roles = self.verdict.roles if self.verdict else dict.fromkeys(resting, "out")
        scores = self.verdict.scores if self.verdict else {}
        return [
            Delta(place, scores.get(place.uuid), roles.get(place.uuid, ""))
            for place in self.table.places
        ]

    @property
    def question(self) -> str:
        """What is asked next: the first gap, in the order of the page."""
        if self.is_bound:
            return str(next(iter(self.gaps.values()), ""))
        empty = (text for name, text in self.needed().items() if not self[name].value())
        return str(next(empty, ""))
