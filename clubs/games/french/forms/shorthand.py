"""What is typed into the cells of a French deal in bulk entry, read by itself.

Each reader takes the text of one cell and gives what a deal record has (scoring.md §3), or raises
ValidationError with words for the cell. The codes are the same in every
language, like the letters of the contracts; docs/users/bulk-entry.md lists them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.choices import problem_message
from clubs.core.deals import Camp, SlamOutcome
from clubs.core.names import name_key
from clubs.core.problems import Problem
from clubs.forms.deals.bulk_cells import DASHES, Seats, codes_in, read_up_to_three, tell_once
from clubs.games.french.core.checks import PACK
from clubs.games.french.core.records import (
    FrenchContract,
    FrenchVoidReason,
    MisereKind,
    PoigneeSize,
    slam_fields,
)
from clubs.games.french.queries import typed_words
from clubs.games.french.queries.words import CONTRACT_LETTERS

VOIDS = {
    "0": FrenchVoidReason.ALL_PASS,
    "M": FrenchVoidReason.MISDEAL,
    "P": FrenchVoidReason.PETIT_SEC,
}
CONTRACTS = {letter: contract for contract, letter in CONTRACT_LETTERS.items()}
DOG_WORDS = {"0", "-", *typed_words.DOG_WORDS}
SIZES = {str(number): size for number, size in enumerate(PoigneeSize, start=1)}
CAMPS = {"+": Camp.ATTACK, "-": Camp.DEFENCE}
SLAM_ENDS = {
    "": SlamOutcome.UNANNOUNCED_MADE,
    "A": SlamOutcome.ANNOUNCED_MADE,
    "X": SlamOutcome.ANNOUNCED_FAILED,
    "D": SlamOutcome.DEFENCE_MADE,
    "DA": SlamOutcome.DEFENCE_BID_MADE,
    "DX": SlamOutcome.DEFENCE_BID_LOST,
}
MISERES = {"A": MisereKind.TRUMPS, "T": MisereKind.COURTS}

PACKED = re.compile(r"\d[\d-]*", re.ASCII)
POINTS = re.compile(r"(D)?(\d{0,3})(?:[.,](\d{1,2})|(½))?(D)?", re.ASCII)
# Longer codes first; a player is one digit right behind the code.
BONUS = re.compile(
    r"(?P<small>PC)(?P<small_end>[AX]?)"
    rf"|P?(?P<size>[{''.join(SIZES)}])(?P<shown_by>\d?)"
    r"|(?P<petit>[+-])(?P<played_by>\d?)"
    r"|(?P<slam>C)(?P<slam_end>D?[AX]?)"
    r"|M(?P<misere>[AT])(?P<declared_by>\d)"
    r"|(?P<unknown>\S+)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Taking:
    """The taker and the called players, None for a card in the dog; or why nobody played."""

    taker: str = ""
    called: tuple[str | None, ...] = ()
    void_reason: FrenchVoidReason | None = None


def read_taker(text: str, seats: Seats, called_count: int) -> Taking:
    """Reads the taker "1", with the called player "12", alone "11", the card in the dog "10" or
    "1-"; "0" for a deal that nobody took.

    Names are told apart by strokes: "Alice/Bob". Fewer called than called_count are given back as
    they are, for the row to ask.
    """
    word = text.strip().translate(DASHES)
    if word.upper() in VOIDS:
        return Taking(void_reason=VOIDS[word.upper()])
    first, *others = list(word) if PACKED.fullmatch(word) else seats.split(word)
    taker = seats.find(first)
    if len(others) > called_count:
        raise ValidationError(_too_many(called_count))
    return Taking(taker, tuple(_find_called_player(other, seats, taker) for other in others))


def _find_called_player(word: str, seats: Seats, taker: str) -> str | None:
    key = name_key(word)
    if key in DOG_WORDS:
        return None
    return taker if key in typed_words.ALONE_WORDS else seats.find(word)


def _too_many(called_count: int) -> str:
    if not called_count:
        return _("One number: the taker.")
    if called_count == 1:
        return _("Two numbers: taker and called.")
    return _("Three numbers: taker, king and queen.")


def read_contract(text: str, offered: Sequence[FrenchContract]) -> FrenchContract:
    """A letter, or the name of the contract."""
    known = typed_words.CONTRACTS.get(name_key(text), "")
    contract = FrenchContract(known) if known else CONTRACTS.get(text.strip().upper())
    if contract is None:
        letters = [code for code, known in CONTRACTS.items() if known in offered]
        raise ValidationError(_("One of %(letters)s.") % {"letters": ", ".join(letters)})
    if contract not in offered:
        raise ValidationError(problem_message(Problem("contract_not_in_rules")))
    return contract


def read_oudlers(text: str) -> int:
    return read_up_to_three(text, "oudlers_out_of_range")


def read_points(text: str, *, halves: bool) -> int | float:
    """The attack's count: "46", "46,5", "46½"; "D45" is a count of the defence's pile."""
    match = POINTS.fullmatch(text.replace(" ", "").upper())
    if not match or not any(match.group(2, 3, 4)) or all(match.group(1, 5)):
        raise ValidationError(problem_message(Problem("points_out_of_range")))
    count = float(f"{match[2] or 0}.{'5' if match[4] else match[3] or 0}")
    points = PACK - count if match[1] or match[5] else count
    if not 0 <= points <= PACK:
        raise ValidationError(problem_message(Problem("points_out_of_range")))
    if not (points * 2).is_integer():
        raise ValidationError(problem_message(Problem("points_not_half_step")))
    if not halves and not points.is_integer():
        raise ValidationError(problem_message(Problem("points_half_not_allowed")))
    return int(points) if points.is_integer() else points


def read_bonuses(text: str, seats: Seats, taker: str) -> dict[str, Any]:
    """Codes with or without spaces between them: "P2 +", "P12P23-C".

    A poignée without a number was shown by the taker. Core says what cannot be together; here only
    what a record has no room for is refused.
    """
    record: dict[str, Any] = {}
    for match in codes_in(BONUS, text):
        _read_french_bonus(match, record, seats, taker)
    return record


def _read_french_bonus(
    match: re.Match[str], record: dict[str, Any], seats: Seats, taker: str
) -> None:
    """One code, added to what is told so far."""
    if match["size"]:
        player = seats.find(match["shown_by"]) if match["shown_by"] else taker
        record.setdefault("poignees", []).append(
            {"player": player, "size": SIZES[match["size"]].value}
        )
    elif match["misere"]:
        player = seats.find(match["declared_by"])
        record.setdefault("miseres", []).append(
            {"player": player, "kind": MISERES[match["misere"]].value}
        )
    else:
        tell_once(record, _petit(match, seats) if match["petit"] else _typed_slam(match), match[0])


def _petit(match: re.Match[str], seats: Seats) -> dict[str, Any]:
    fields: dict[str, Any] = {"petit_au_bout": CAMPS[match["petit"]].value}
    if match["played_by"]:
        fields["petit_player"] = seats.find(match["played_by"])
    return fields


def _typed_slam(match: re.Match[str]) -> dict[str, Any]:
    """Always with the camp, so that a slam cannot be told twice."""
    name = "petit_chelem" if match["small"] else "chelem"
    end = match["small_end"] if match["small"] else match["slam_end"]
    return {name: "", **slam_fields(name, SLAM_ENDS[end])}
