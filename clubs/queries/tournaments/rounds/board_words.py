"""What the board of a round says: of a table, and of what is to do before the round is closed."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import SlipMode
from clubs.numbers import MINUS
from clubs.queries.tournaments.rounds.board import Board, BoardState, BoardTable, SlipWriter

MOST_TASKS = 12  # listed one by one


class StateWords(NamedTuple):
    """The label of one table and the label of the filter, many; they share icon and badge."""

    label: object
    many: object
    icon: str
    badge: str


STATE_WORDS = {
    BoardState.DISPUTED: StateWords(
        gettext_lazy("Disagreement"), gettext_lazy("Disagreement"), "warn", "b-danger"
    ),
    BoardState.LATE: StateWords(
        gettext_lazy("Slip expected"), gettext_lazy("Slip expected"), "sheet", "b-warn"
    ),
    BoardState.TO_CONFIRM: StateWords(
        gettext_lazy("To confirm"), gettext_lazy("To confirm"), "clock", "b-info"
    ),
    BoardState.IN_PLAY: StateWords(
        gettext_lazy("In play"), gettext_lazy("In play"), "cards", "b-line"
    ),
    BoardState.CONFIRMED: StateWords(
        gettext_lazy("Confirmed"), gettext_lazy("Confirmed ones"), "check", "b-ok"
    ),
}
# Of the cards of BoardState.IN_PLAY, those where nothing is written yet.
NOT_STARTED = StateWords(
    gettext_lazy("Not started"), gettext_lazy("Not started"), "cards", "b-line"
)
MODE_WORDS = {
    SlipMode.SCORES: gettext_lazy("Kept by scores only"),
    SlipMode.TOTALS: gettext_lazy("Kept as totals only"),
}


class Task(NamedTuple):
    """icon and level (danger, warn, info) of a line of the list; blocks: the round cannot be closed
    before. table is its number, where it is of one table; of_table: its card says it too."""

    icon: str
    level: str
    title: str
    more: str = ""
    table: int | None = None
    blocks: bool = True
    is_more: bool = False

    @property
    def of_table(self) -> bool:
        return self.table is not None or self.is_more


def _signed_sum(value: int) -> str:
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


def _clock_time(moment: object) -> str:
    return str(formats.time_format(timezone.localtime(moment), "H:i"))  # type: ignore[arg-type]


def writer_words(table: BoardTable) -> str:
    """The words on who enters the slip or has entered it; empty as long as nothing is written."""
    is_told = table.is_done and table.confirmed_by == 1  # by the one who typed it: said already
    if table.writer == SlipWriter.NOBODY or (table.writer == SlipWriter.PAPER and is_told):
        return ""
    if table.writer == SlipWriter.PAPER:
        return _("typed from paper")
    if table.writer == SlipWriter.DESK:
        return _("by the desk")
    if table.writer == SlipWriter.LINK:
        return _("by the table’s link")
    return _("by %(name)s") % {"name": table.writer}


def state_words(table: BoardTable) -> StateWords:
    """The words of a card. The filter counts tables that have not started with those in play."""
    is_untouched = table.state == BoardState.IN_PLAY and not table.is_begun and not table.half_typed
    return NOT_STARTED if is_untouched else STATE_WORDS[table.state]


def progress_words(table: BoardTable) -> str:
    """The foot of a card."""
    if table.is_done:
        return _confirmed_words(table)
    if not table.is_begun and not table.half_typed:
        return "" if table.state == BoardState.IN_PLAY else str(NOT_STARTED.label)
    if table.planned is None:
        return _("Totals expected") if table.state != BoardState.TO_CONFIRM else _("Totals entered")
    words = ngettext("%(dealt)s deal of %(planned)s", "%(dealt)s deals of %(planned)s", table.dealt)
    return words % {"dealt": table.dealt, "planned": table.planned}


def _confirmed_words(table: BoardTable) -> str:
    if not table.confirmed_by:
        return _("settled by the arbiter")
    if table.writer == SlipWriter.PAPER and table.confirmed_by == 1:
        return _("typed from paper")
    words = ngettext("%(count)s confirmation", "%(count)s confirmations", table.confirmed_by)
    return words % {"count": table.confirmed_by}


def warnings_of(table: BoardTable) -> list[str]:
    """The warnings in words, the most important first."""
    warnings = []
    if table.sum_off:
        warnings.append(_("The sum is %(sum)s, not 0") % {"sum": _signed_sum(table.sum_off)})
    if table.half_typed:
        warnings.append(_("Typed once: the second pass is missing"))
    if table.stop and not table.stop_agreed:
        warnings.append(_("Stopped early, not agreed yet: %(reason)s") % {"reason": table.stop})
    elif table.stop:
        warnings.append(_("Stopped early: %(reason)s") % {"reason": table.stop})
    if table.all_dealt:
        warnings.append(_("All deals are there: the slip is to be handed in"))
    if table.late_deals:
        late = ngettext(
            "%(count)s deal came too late", "%(count)s deals came too late", table.late_deals
        )
        warnings.append(late % {"count": table.late_deals})
    if table.poorer:
        warnings.append(str(MODE_WORDS[table.mode]))
    if table.overruled:
        warnings.append(_("Warning overruled: %(reason)s") % {"reason": table.overruled})
    return warnings


def dispute_words(table: BoardTable) -> str:
    """What a player of the table objects to; empty without a disagreement."""
    if table.state != BoardState.DISPUTED:
        return ""
    values = {"name": table.disputed_by, "text": table.dispute}
    return _("%(name)s: “%(text)s”") % values if values["name"] else _("“%(text)s”") % values


def _numbers_text(tables: Iterable[BoardTable]) -> str:
    return ", ".join(str(number) for number in sorted(table.number for table in tables))


def tasks_of(board: Board) -> list[Task]:
    """The tasks that keep the round open, and others, the most urgent first."""
    if board.is_validated:
        return []
    tables = sorted(board.tables, key=lambda table: table.urgency)
    single = [task for table in tables for task in _tasks_at(table, board)]
    tasks = single[:MOST_TASKS]
    if len(single) > MOST_TASKS:
        more = len(single) - MOST_TASKS
        text = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}
        tasks.append(Task("info", "info", text, is_more=True))
    return [*tasks, *_tasks_together(board)]


def _tasks_at(table: BoardTable, board: Board) -> Iterator[Task]:
    values: dict[str, object] = {"table": table.number}
    if table.state == BoardState.DISPUTED:
        text, more = _("Table %(table)s: disagreement") % values, dispute_words(table)
        yield Task("warn", "danger", text, more, table.number)
    if table.sum_off:
        values["sum"] = _signed_sum(table.sum_off)
        text = _("Table %(table)s: the sum is %(sum)s") % values
        yield Task("warn", "danger", text, _("It has to be 0."), table.number)
    if table.stop and not table.stop_agreed and not table.is_done:
        text = _("Table %(table)s stopped early") % values
        yield Task("flag", "warn", text, table.stop, table.number)
    if table.half_typed:
        text = _("Table %(table)s: the second pass is missing") % values
        yield Task("sheet", "warn", text, "", table.number)
    if table.state == BoardState.LATE:
        text = _("Table %(table)s: slip not handed in") % values
        yield Task("sheet", "warn", text, _late_words(board), table.number)
    if table.late_deals:
        text = _("Table %(table)s: deals came too late") % values
        more = _("They are kept, and do not count.")
        yield Task("in", "info", text, more, table.number, blocks=False)


def _late_words(board: Board) -> str:
    clock, started = board.clock, board.round.clock_started_at
    if clock is None or started is None:
        return ""
    return _("Time was up at %(time)s.") % {"time": _clock_time(started + clock.length)}


def _tasks_together(board: Board) -> Iterator[Task]:
    """The tasks that several tables share, and that of an earlier round."""
    confirm = [t for t in board.tables if t.state == BoardState.TO_CONFIRM and not t.asks]
    if confirm:
        text = ngettext(
            "%(count)s table to confirm", "%(count)s tables to confirm", len(confirm)
        ) % {"count": len(confirm)}
        more = _("Another player of the table does it, or you: %(tables)s.")
        yield Task("clock", "info", text, more % {"tables": _numbers_text(confirm)})
    playing = [t for t in board.tables if t.state == BoardState.IN_PLAY]
    if playing:
        text = ngettext("%(count)s table in play", "%(count)s tables in play", len(playing))
        yield Task("cards", "info", text % {"count": len(playing)})
    if board.unvalidated is not None:
        text = _("Round %(number)s is not closed yet") % {"number": board.unvalidated}
        yield Task("lock", "warn", text)


def lock_reason(board: Board) -> str:
    """The reason why the round cannot be closed now; empty where it can."""
    left = len(board.tables) - board.done
    if left:
        text = ngettext(
            "%(count)s table is not confirmed yet.", "%(count)s tables are not confirmed yet.", left
        )
        return text % {"count": left}
    if board.unvalidated is not None:
        return _("Round %(number)s is not closed yet.") % {"number": board.unvalidated}
    return ""
