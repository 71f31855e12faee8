"""The slips of a tournament file: every deal scored again, every sum added up again.

Source: tournaments.md §2 (slip modes), §3.3, §6.1, §11.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any
from uuid import UUID

from clubs.core import plain_scores
from clubs.core.deals import RecordKind
from clubs.core.games import Game, Rules, Verdict
from clubs.core.problems import DealRefused, Problem, prefixed
from clubs.core.tournaments.games import zero_is_played
from clubs.core.tournaments.reading import (
    Source,
    bounded_whole,
    code_among,
    file_refusal,
    optional_field,
    others,
    read_objects,
    scores_by_seat,
)
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.slip_checks import (
    count_problems,
    deal_warnings,
    sum_problems,
    total_problems,
)

DEAL_FIELDS = frozenset({"number", "uuid", "record", "stake", "scores"})
SLIP_FIELDS = frozenset({"state", "mode", "stopped_early"})


class FileSlipState(StrEnum):
    EMPTY = "empty"
    ENTERING = "entering"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    LOCKED = "locked"


WHOLE = frozenset({FileSlipState.ENTERED, FileSlipState.CONFIRMED, FileSlipState.LOCKED})


@dataclass(frozen=True, slots=True)
class DealRead:
    """A deal of a slip. record is None where only scores are known; a void deal is kept, and does
    not count. made_by is the taker of a contract that was made."""

    number: int
    scores: Mapping[str, int]
    uuid: UUID | None = None
    record: Mapping[str, Any] | None = None
    stake: int | None = None
    is_void: bool = False
    made_by: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SlipRead:
    """The slip of one table. scores are the sums of the round by seat.

    stopped_early: why there are fewer deals than planned, if anybody says so. extra: of the slip,
    such as who entered it.
    """

    mode: SlipDetail
    scores: Mapping[str, int]
    state: str | None = None
    deals: tuple[DealRead, ...] = ()
    has_content: bool = False
    stopped_early: str = ""
    warnings: tuple[Problem, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def contracts_made(self) -> dict[str, int] | None:
        """Contracts made, by seat; None where the deals do not say who took."""
        # Unknown and not 0: a 0 would put whoever sat there behind in `contracts_made`.
        if self.mode is not SlipDetail.DEALS:
            return None
        counts = dict.fromkeys(self.scores, 0)
        for deal in self.deals:
            if deal.made_by is not None:
                counts[deal.made_by] += 1
        return counts


@dataclass(frozen=True, slots=True)
class SlipReader:
    """Reads the slip of a table. uuids: those of the deals before, which no other deal may have."""

    game: Game
    rules: Rules
    settings: TournamentSettings
    uuids: set[UUID]

    def read(self, table: Source, path: str, seats: Sequence[str], *, is_over: bool) -> SlipRead:
        """is_over: the round is, so that every slip without a state of its own is whole."""
        slip = optional_field(table, "slip", dict, f"{path}.") or {}
        state = code_among(slip, "state", FileSlipState, f"{path}.slip.")
        # A disputed slip may lack deals: it is what the dispute can be about.
        is_whole = state in WHOLE if state is not None else is_over
        early = optional_field(slip, "stopped_early", str, f"{path}.slip.") or ""
        deals = list(read_objects(table, "deals", f"{path}."))
        # Beside deals they only repeat sums, which have no bound (tournaments.md §6.1).
        totals = scores_by_seat(table, "totals", f"{path}.", seats, is_computed=bool(deals))
        mode = self.mode_of(slip, path, [deal for _, deal in deals], totals)
        read = [
            self.read_deal(deal, deal_path, seats, place)
            for place, (deal_path, deal) in enumerate(deals, start=1)
        ]
        scores = {player: sum(deal.scores[player] for deal in read) for player in seats}
        if mode is SlipDetail.TOTALS:
            scores = self.checked_totals(totals, seats, path)
        else:
            # A reason of spaces is none, or any slip could be short.
            self.check_count(read, path, is_whole=is_whole and not early.strip())
            # Totals beside deals count nothing, but a sheet that contradicts itself is refused.
            if totals is not None:
                _refuse_problems(total_problems(totals, scores, f"{path}.totals"))
        return SlipRead(
            mode=mode,
            scores=scores,
            state=state,
            deals=tuple(read),
            has_content=bool(read) or totals is not None,
            stopped_early=early,
            warnings=tuple(self.warnings(read, path)),
            extra=others(slip, SLIP_FIELDS),
        )

    def mode_of(
        self,
        slip: Source,
        path: str,
        deals: Sequence[Source],
        totals: Mapping[str, int] | None,
    ) -> SlipDetail:
        """The mode of a slip: its content decides; an empty one has its own, or the tournament's.

        A slip that says another one than its deals have is refused.
        """
        named = code_among(slip, "mode", SlipDetail, f"{path}.slip.")
        if deals:
            # One is enough: with its taker, the contracts made of the whole slip are unknown.
            plain = any(_is_plain(deal.get("record")) for deal in deals)
            mode = SlipDetail.SCORES if plain else SlipDetail.DEALS
            # Void deals name no taker: a slip of scores looks alike, where all its deals are void.
            fitting = {mode}
            if all(_is_void_record(deal.get("record")) for deal in deals):
                fitting.add(SlipDetail.SCORES)
            if named is not None and named not in fitting:
                raise file_refusal(Problem("import_inconsistent", f"{path}.slip.mode"))
            return SlipDetail(named) if named is not None else mode
        if totals is not None:
            if named not in {None, SlipDetail.TOTALS}:
                raise file_refusal(Problem("import_inconsistent", f"{path}.slip.mode"))
            return SlipDetail.TOTALS
        return SlipDetail(named) if named is not None else self.settings.slip_mode

    def warnings(self, deals: Sequence[DealRead], path: str) -> Iterator[Problem]:
        """About the deals of which only scores are known."""
        for at, deal in enumerate(deals):
            if deal.record is None:
                field = f"{path}.deals[{at}].scores"
                active = self.settings.active_count(len(deal.scores))
                yield from deal_warnings(deal.scores, self.game, self.rules, field, active)

    def checked_totals(
        self, totals: Mapping[str, int] | None, seats: Sequence[str], path: str
    ) -> dict[str, int]:
        if totals is None:
            return dict.fromkeys(seats, 0)
        _refuse_problems(sum_problems(totals, f"{path}.totals"))
        return dict(totals)

    def check_count(self, deals: Sequence[DealRead], path: str, *, is_whole: bool) -> None:
        """Check that there are as many deals as planned, or fewer while the slip is not whole; void
        ones do not count, and a deal of zeros may be one."""
        planned = self.settings.deals_per_round  # None: any number
        # A plain deal of zeros may be void or played: both counts are allowed.
        sure = sum(
            any(deal.scores.values()) or not _is_plain(deal.record)
            for deal in deals
            if not deal.is_void
        )
        most = sum(not deal.is_void for deal in deals)
        # Too many are wrong at any time, too few only where the slip says that it is whole.
        if planned is not None and (is_whole or sure > planned):
            _refuse_problems(count_problems(range(sure, most + 1), planned, f"{path}.deals"))

    def read_deal(self, deal: Source, path: str, seats: Sequence[str], place: int) -> DealRead:
        number = bounded_whole(deal, "number", f"{path}.", low=1)
        if number is not None and number != place:
            raise file_refusal(Problem("import_inconsistent", f"{path}.number"))
        read = DealRead(
            number=place,
            scores={},
            uuid=self.read_uuid(deal, path),
            extra=others(deal, DEAL_FIELDS),
        )
        # With more seats than play a deal, who sat out may be missing from its scores.
        is_loose = self.settings.active_count(len(seats)) < len(seats)
        record = optional_field(deal, "record", dict, f"{path}.")
        scores = scores_by_seat(
            deal,
            "scores",
            f"{path}.",
            seats,
            may_lack=is_loose or record is not None,
            is_computed=record is not None,
        )
        if scores is not None:
            _refuse_problems(sum_problems(scores, f"{path}.scores"))
        if record is None:
            stake = optional_field(deal, "stake", int, f"{path}.")
            if scores is None:
                raise file_refusal(Problem("field_missing", f"{path}.scores"))
            return replace(read, scores=scores, stake=stake)
        verdict = self.judge(record, seats, path)
        _check_told(deal, scores, verdict, path)
        facts = verdict.facts
        return replace(
            read,
            scores=verdict.scores,
            record=record,
            stake=facts.stake,
            is_void=facts.kind == RecordKind.VOID,
            # Made and nothing else: a draw has None, and counts as none (tournaments.md §7.3).
            made_by=facts.taker if facts.is_made else None,
        )

    def read_uuid(self, deal: Source, path: str) -> UUID | None:
        value = optional_field(deal, "uuid", str, f"{path}.")
        if value is None:
            return None
        try:
            uuid = UUID(value)
        except ValueError:
            raise file_refusal(Problem("value_not_allowed", f"{path}.uuid")) from None
        if uuid in self.uuids:
            raise file_refusal(Problem("import_inconsistent", f"{path}.uuid"))
        self.uuids.add(uuid)
        return uuid

    def judge(self, record: Source, seats: Sequence[str], path: str) -> Verdict:
        try:
            if _is_plain(record):
                return plain_scores.plain_verdict(
                    seats, record, may_be_zero=zero_is_played(self.game)
                )
            return self.game.judge(seats, self.rules, record)
        except DealRefused as refusal:
            problems = [prefixed(problem, f"{path}.record.") for problem in refusal.problems]
            raise file_refusal(*problems) from None


def _refuse_problems(problems: Iterable[Problem]) -> None:
    """Raises what is found, if anything is."""
    all_problems = tuple(problems)
    if all_problems:
        raise file_refusal(*all_problems)


def _is_plain(record: object) -> bool:
    """Are only scores known of this deal?"""
    return record is None or (
        isinstance(record, Mapping) and record.get("kind") == plain_scores.KIND
    )


def _is_void_record(record: object) -> bool:
    return isinstance(record, Mapping) and record.get("kind") == RecordKind.VOID


def _check_told(
    deal: Source, scores: Mapping[str, int] | None, verdict: Verdict, path: str
) -> None:
    """Stake and scores that stand in the file are those by the rules."""
    stake, ours = optional_field(deal, "stake", int, f"{path}."), verdict.facts.stake
    if stake is not None and ours is not None and stake != ours:
        params = {"ours": ours, "theirs": stake}
        raise file_refusal(Problem("import_inconsistent", f"{path}.stake", params))
    for player, score in (scores or {}).items():
        if score != verdict.scores[player]:
            params = {"ours": verdict.scores[player], "theirs": score}
            raise file_refusal(Problem("import_inconsistent", f"{path}.scores", params))
