"""A deal told in words: the shapes that every game's teller fills and the pages print."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from django.utils.translation import gettext as _

from clubs.choices import void_label
from clubs.core.deals import OTHER, RecordKind
from clubs.core.games import JsonObject, Rules
from clubs.core.plain_scores import KIND
from clubs.numbers import grouped_number
from clubs.queries.deals.marks import Mark, MarkKind

Names = Mapping[str, str]  # table name by player uuid


class LineKind(StrEnum):
    """part: adds to the value; sum: closes what stands above it; share: what players get of it;
    score: what a player has in all, where the shares do not say it."""

    PART = "part"
    SUM = "sum"
    SHARE = "share"
    RESTS = "rests"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class CalcLine:
    """One line of a calculation. amount is in score points, before `times` where there is one."""

    label: str
    amount: int
    small: str = ""
    times: int | None = None
    kind: LineKind = LineKind.PART

    @property
    def result(self) -> int:
        return self.amount * (self.times or 1)


@dataclass(frozen=True, slots=True)
class RecordFact:
    """One thing that a record says. key stays the same between versions of a deal."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ToldChange:
    """What a record said and says now; empty where it said nothing. A contract has its pips, where
    a page compares two versions."""

    label: str
    was: str
    now: str
    was_pips: int = 0
    now_pips: int = 0

    @property
    def changed(self) -> bool:
        return self.was != self.now


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """What a field of a deal means by the rules of the session, and where that is written."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One side of a match. missing are the points to the target, None where there is none; won
    counts the matches that it has won in this session."""

    name: str
    total: int
    missing: int | None
    won: int
    leads: bool


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """The match that goes on, or is about to begin. number counts those of the session; deals are
    those counted so far; last says how the match before it ended, where one did; news what there
    is to say of this one."""

    number: int
    deals: int
    goal: str
    sides: Sequence[MatchSide]
    news: str = ""
    last: str = ""


class Teller(Protocol):
    """The words of one game. rules are those of the sitting, record is a deal's as stored.
    mark_kinds are the marks that the phone makes too, in the order of the sheet."""

    @property
    def mark_kinds(self) -> tuple[MarkKind, ...]: ...

    @property
    def contracts(self) -> Sequence[str]:
        """The codes of the contracts, the lowest first."""
        ...

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        """What deserves an icon in a list of deals; cheap, since it is asked for every deal."""
        ...

    def contract_label(self, contract: str) -> str:
        """Its full name."""
        ...

    def short_contract(self, contract: str) -> str:
        """A name for narrow columns."""
        ...

    def said_contract(self, contract: str) -> str:
        """Its name in the middle of a sentence."""
        ...

    def pips(self, contract: str, rules: Rules) -> int:
        """The weight of a contract in dots, 0 where dots cannot show it."""
        ...

    def plays_alone(self, record: JsonObject) -> bool:
        """Whether the taker could have had a partner and has none."""
        ...

    def bid_more(self, bid: JsonObject) -> str:
        """What a bid says beside taker and contract."""
        ...

    def calculation(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> tuple[CalcLine, ...]:
        """The breakdown of a played deal, line by line, in words."""
        ...

    def told(self, record: JsonObject, names: Names) -> tuple[RecordFact, ...]:
        """Everything that the record says."""
        ...


class DealTeller:
    """What tellers do alike (see Teller). A game without contracts has no words for them."""

    mark_kinds: tuple[MarkKind, ...] = ()
    contracts: Sequence[str] = ()

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        facts = self.marked(record)
        return tuple(mark for kind in self.mark_kinds for mark in kind.marks(facts, names))

    def marked(self, record: JsonObject) -> JsonObject:
        """The record as its kinds of marks read it."""
        return record

    def contract_label(self, contract: str) -> str:
        return ""

    def short_contract(self, contract: str) -> str:
        return self.contract_label(contract)

    def said_contract(self, contract: str) -> str:
        return self.contract_label(contract)

    def pips(self, contract: str, rules: Rules) -> int:
        return 0

    def plays_alone(self, record: JsonObject) -> bool:
        return False

    def bid_more(self, bid: JsonObject) -> str:
        return ""

    def calculation(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> tuple[CalcLine, ...]:
        if any(line["code"] == "void" for line in lines):
            return ()
        return tuple(self.played_lines(lines, record, rules, names))

    def played_lines(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> Iterable[CalcLine]:
        """The calculation of a deal that was played."""
        raise NotImplementedError

    def told(self, record: JsonObject, names: Names) -> tuple[RecordFact, ...]:
        tell = _void_facts if record.get("kind") == RecordKind.VOID else self.played_facts
        facts = (*tell(record, names), *_told_frame(record, names))
        return tuple(fact for fact in facts if fact.value)

    def played_facts(self, record: JsonObject, names: Names) -> Iterable[RecordFact]:
        """What a record of a played deal says of the game."""
        raise NotImplementedError


def _void_facts(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    reason = record["void_reason"]
    # A deal that was taken back: the action says so already.
    yield RecordFact("kind", _("Void"), "" if reason == OTHER else void_label(reason))


def _told_frame(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    """What a record says in every game, whether the deal was played or not."""
    out = ", ".join(names.get(name, "?") for name in record.get("out") or ())
    yield RecordFact("out", _("Sitting out"), out)
    dealer = record.get("dealer")
    yield RecordFact("dealer", _("Dealer"), names.get(dealer, "?") if dealer else "")
    yield RecordFact("note", _("Note"), record.get("note") or "")


def is_plain(record: JsonObject) -> bool:
    return record.get("kind") == KIND


def told_plainly(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    yield RecordFact("label", _("Plain scores"), record["label"])
    scores = record["scores"]
    seats = record.get("players", scores)  # the keys of scores are stored in order
    for name in (*seats, *(scores.keys() - set(seats))):
        if name in scores:
            yield RecordFact(f"score {name}", names.get(name, "?"), score_text(scores[name]))
    yield from _told_frame(record, names)


def score_text(score: int) -> str:
    """The score with its sign, with a real minus instead of a hyphen."""
    return f"+{grouped_number(score)}" if score > 0 else grouped_number(score)


def compared_versions(
    before: Iterable[RecordFact], after: Iterable[RecordFact]
) -> Iterator[tuple[str, ToldChange]]:
    """Everything that two versions say, by key: in the order of the newer one, and what it no
    longer says last."""
    old = {told.key: told for told in before}
    new = {told.key: told for told in after}
    for key, fact in {**new, **{key: told for key, told in old.items() if key not in new}}.items():
        was, now = (version[key].value if key in version else "" for version in (old, new))
        yield key, ToldChange(fact.label, was, now)


def changes_between(
    before: Iterable[RecordFact], after: Iterable[RecordFact]
) -> tuple[ToldChange, ...]:
    """What two versions say otherwise, in that order."""
    lines = (line for _key, line in compared_versions(before, after))
    return tuple(line for line in lines if line.changed)


def record_of(value: Any) -> dict[str, Any]:
    """The record inside what the log keeps of a deal; empty when it keeps none."""
    record = value.get("record") if isinstance(value, dict) else None
    return record if isinstance(record, dict) else {}
