"""The game of eight tricks for people: words, form, columns of a list, and figures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms

from clubs.choices import CodeWords, choices_of
from clubs.core.games import JsonObject, Rules
from clubs.core.problems import Problem
from clubs.exchange.imports.cells import CONTRACT, OUT, Codes, Column, DealColumns
from clubs.forms.deals.chips import Chip, ChipField, VoidChoice
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.parts import chip_choices as chips_of
from clubs.forms.deals.parts import whole_or_text
from clubs.forms.deals.rules import TrialForm
from clubs.listings.statistics.definitions import Chapter
from clubs.listings.statistics.game_figures import GameFigures, Tile, count_amount
from clubs.models import Player
from clubs.queries.deals.deals import DealTable
from clubs.queries.deals.papers import BlankSheet, BlankSheetColumn, rule_lines
from clubs.queries.deals.setting_words import RuleWords, Section, SettingWords
from clubs.queries.deals.stories import (
    CalcLine,
    DealTeller,
    FieldHelp,
    LineKind,
    Names,
    RecordFact,
)
from clubs.queries.statistics.populations import Population
from clubs.typed_words import MISDEAL_WORDS, OTHER_WORDS, by_word
from tests.example_game.core import RECORDS, TRICKS, Contract, Result, VoidReason

CONTRACTS = {Contract.SIMPLE: "Simple", Contract.DOUBLE: "Double"}
CODES = CodeWords(titles={"eight": "Eight tricks", "eight-single": "Never doubled"})
SETTINGS = RuleWords(
    usual_name="eight",
    sections=(
        Section(
            "Tricks",
            "cards",
            (
                SettingWords("value", "Value of a trick", "From each defender."),
                SettingWords("doubles", "The double contract doubles"),
            ),
        ),
    ),
)
HELP = {name: FieldHelp("As the table knows.", "Nobody wrote it") for name in ("taker", "dealer")}
CHAPTERS = (Chapter("eight", "Eight tricks", ()),)


class EightTeller(DealTeller):
    contracts = tuple(Contract)

    def contract_label(self, contract: str) -> str:
        return CONTRACTS[Contract(contract)]

    def played_lines(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> Iterator[CalcLine]:
        for line in lines:
            if line["kind"] == "player":
                name = names.get(line["player"], "?")
                yield CalcLine(name, line["amount"], kind=LineKind.SHARE)
            else:
                yield CalcLine(f"{line['tricks']} tricks", line["amount"])

    def played_facts(self, record: JsonObject, names: Names) -> Sequence[RecordFact]:
        return (
            RecordFact("taker", "Taker", names.get(record["taker"], "?")),
            RecordFact("contract", "Contract", self.contract_label(record["contract"])),
            RecordFact("tricks", "Tricks", str(record["tricks"])),
        )


def blank_sheet(rules: Rules, active_count: int) -> BlankSheet:
    return BlankSheet(
        [BlankSheetColumn.of("Tricks", 4)], rule_lines(SETTINGS.told(rules), ["value"])
    )


class EightDealForm(DealForm):
    sections = "example_game/_sections.html"
    explanation = "example_game/_verdict.html"
    void_reasons = tuple(reason.value for reason in VoidReason)
    void_choices = (VoidChoice("misdeal", "Misdeal", "flag"),)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tricks = [Chip(str(number), str(number)) for number in range(TRICKS + 1)]
        self.fields["taker"] = ChipField(self.seats(), label="Taker", totals=True)
        self.fields["contract"] = ChipField(chips_of(CONTRACTS), columns=2, label="Contract")
        self.fields["tricks"] = ChipField(tricks, columns=9, label="Tricks")

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        return {**record, "tricks": str(record["tricks"])} if "tricks" in record else {**record}

    def result(self) -> dict[str, Any]:
        told = self.cleaned_data
        fields = {"taker": told["taker"], "contract": told["contract"]}
        return {**fields, "tricks": whole_or_text(told["tricks"])}

    def needed(self) -> dict[str, Any]:
        return {"taker": "Who plays?", "contract": "Which contract?", "tricks": "How many tricks?"}

    def certain(self) -> Iterator[Problem]:
        return iter(())

    def field_of(self, path: str | None, record: Mapping[str, Any]) -> str | None:
        return path


class EightTrialForm(TrialForm):
    fields_template = "example_game/_trial.html"

    game = "eight"
    players = ("a", "b", "c", "d")
    usual = {"taker": "a", "contract": Contract.DOUBLE.value, "tricks": 6}

    contract = forms.ChoiceField(label="Contract", choices=choices_of(CONTRACTS))


COLUMNS = DealColumns(
    result=Result,
    columns={
        "out": OUT,
        "taker": Column("taker"),
        "contract": CONTRACT,
        "tricks": Column("tricks"),
    },
    codes={Contract: Codes(by_word({one.value: one.value for one in Contract}))},
    marks=frozenset({"tricks"}),
    sample=("date;players;taker;contract;tricks", "2025-10-10;A|B|C|D;A;double;6"),
    void_reasons=by_word({"misdeal": MISDEAL_WORDS, "other": OTHER_WORDS}),
    lacking=RECORDS.lacking,
)


def figures(population: Population, player: Player | None = None) -> GameFigures:
    played = population.deals().count()
    return GameFigures(played, [Tile("Deals", count_amount(played))], [], [])
