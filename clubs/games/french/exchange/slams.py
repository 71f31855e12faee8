"""A slam that a file notes without saying what came of it: a person says it.

Source: leagues.md §7.5 ("the importer asks when it occurs"). What it may have
been follows from the count: whoever has not all tricks has made none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.core.deals import Camp, SlamOutcome
from clubs.core.file_rows import FiledDeal, Row
from clubs.dates import date_format
from clubs.exchange.imports.shape import EVERY_SLAM, NO_SLAM, ImportedTable, SlamQuestion
from clubs.games.french.core.checks import chelem_fits
from clubs.games.french.core.records import FrenchContract, slam_fields
from clubs.games.french.queries.words import SLAMS
from clubs.numbers import grouped_number

FEW = 8  # deals that are asked about one by one; of more, all that are alike together


class Slam(StrEnum):
    ANNOUNCED = "announced"
    UNANNOUNCED = "unannounced"
    DEFENCE = "defence"
    FAILED = "failed"
    NONE = NO_SLAM


OUTCOMES = {
    Slam.ANNOUNCED: SlamOutcome.ANNOUNCED_MADE,
    Slam.UNANNOUNCED: SlamOutcome.UNANNOUNCED_MADE,
    Slam.DEFENCE: SlamOutcome.DEFENCE_MADE,
    Slam.FAILED: SlamOutcome.ANNOUNCED_FAILED,
}
LABELS = {
    **{slam: SLAMS[outcome] for slam, outcome in OUTCOMES.items()},
    Slam.NONE: gettext_lazy("no slam"),
}


@dataclass(frozen=True, slots=True)
class AskedSlam:
    """A deal with a slam that nobody knows more of. options is what it may have been."""

    row: Row
    day: date
    players: tuple[str, ...]
    record: Mapping[str, Any]
    options: tuple[Slam, ...]

    @property
    def group(self) -> str:
        """Deals with the same options have the same group."""
        return "|".join(self.options)


def _options_of(record: Mapping[str, Any], player_count: int) -> tuple[Slam, ...]:
    contract, oudlers = FrenchContract(record["contract"]), record["oudlers"]
    count = (contract, oudlers, record["points"] * 2, player_count)
    if chelem_fits(Camp.ATTACK, *count):
        return (Slam.ANNOUNCED, Slam.UNANNOUNCED, Slam.NONE)
    if chelem_fits(Camp.DEFENCE, *count):
        return (Slam.FAILED, Slam.DEFENCE, Slam.NONE)
    return (Slam.FAILED, Slam.NONE)


def _answer_of(asked: AskedSlam, answers: Mapping[str, str]) -> Slam | None:
    """Returns the answer for the deal itself, for deals like it, or for all deals; None where there
    is none, or the deal cannot have ended so."""
    for key in (str(asked.row), asked.group, EVERY_SLAM):
        if answers.get(key) in asked.options:
            return Slam(answers[key])
    return None


def with_slams(
    tables: Iterable[ImportedTable], answers: Mapping[str, str]
) -> tuple[list[ImportedTable], list[AskedSlam]]:
    """The tables with what was answered, and every deal that asks."""
    asked: list[AskedSlam] = []
    answered = []
    for table in tables:
        deals = []
        for deal in table.deals:
            if deal.asks_slam:
                players = deal.players or table.players
                options = _options_of(deal.record, len(players))
                slam = AskedSlam(deal.row, table.date, players, deal.record, options)
                asked.append(slam)
                deal = _with_answer(deal, _answer_of(slam, answers))
            deals.append(deal)
        answered.append(replace(table, deals=tuple(deals)))
    return answered, asked


def _with_answer(deal: FiledDeal, slam: Slam | None) -> FiledDeal:
    if slam is None:
        return deal
    note = _("A slam is noted in the file, and not counted here.") if slam is Slam.NONE else ""
    fields = slam_fields("chelem", OUTCOMES[slam]) if slam in OUTCOMES else {}
    return replace(
        deal,
        record={**deal.record, **fields},
        note=" ".join(filter(None, [deal.note, note])),
        asks_slam=False,
    )


def questions(asked: Iterable[AskedSlam], answers: Mapping[str, str]) -> list[SlamQuestion]:
    listed = list(asked)
    if len(listed) <= FEW:
        return [_question(str(one.row), _deal_summary(one), [one], answers) for one in listed]
    groups: dict[str, list[AskedSlam]] = {}
    for slam in listed:
        groups.setdefault(slam.group, []).append(slam)
    return [_question(key, _told_group(alike), alike, answers) for key, alike in groups.items()]


def _question(
    key: str, label: str, alike: Sequence[AskedSlam], answers: Mapping[str, str]
) -> SlamQuestion:
    """Asks about deals with the same options; the last of them has the answer given before."""
    choices = ((one.value, LABELS[one]) for one in alike[0].options)
    return SlamQuestion(
        key=key,
        label=label,
        choices=(("", _("— say what it was —")), *choices),
        answer=_answer_of(alike[-1], answers) or "",
        count=len(alike),
    )


def _deal_summary(asked: AskedSlam) -> str:
    words = {
        "date": date_format(asked.day),
        "taker": asked.record["taker"],
        "points": asked.record["points"],
    }
    return _("%(date)s: %(taker)s takes, %(points)s points") % words


def _told_group(alike: list[AskedSlam]) -> str:
    count = len(alike)
    if Slam.ANNOUNCED in alike[0].options:
        text = ngettext(
            "%(count)s deal in which the attack may have all tricks",
            "%(count)s deals in which the attack may have all tricks",
            count,
        )
    elif Slam.DEFENCE in alike[0].options:
        text = ngettext(
            "%(count)s deal in which the defence may have all tricks",
            "%(count)s deals in which the defence may have all tricks",
            count,
        )
    else:
        text = ngettext(
            "%(count)s deal in which nobody has all tricks",
            "%(count)s deals in which nobody has all tricks",
            count,
        )
    return text % {"count": grouped_number(count)}


class FrenchSlams:
    """A SlamReader (imports/shape.py)."""

    def answered(
        self, tables: Iterable[ImportedTable], answers: Mapping[str, str]
    ) -> tuple[list[ImportedTable], list[SlamQuestion]]:
        answered_tables, asked = with_slams(tables, answers)
        return answered_tables, questions(asked, answers)


FRENCH_SLAMS = FrenchSlams()
