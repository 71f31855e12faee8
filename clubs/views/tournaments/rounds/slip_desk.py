"""The desk: the paper slips of a round, typed one after the other on one page."""

from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import may_correct_deal, may_desk
from clubs.core.problems import DealRefused
from clubs.forms.tables.bulk_grid import BulkGrid, with_rows
from clubs.forms.tournaments.rounds.slips import TOTALS, SlipForm, deal_row
from clubs.http import Request
from clubs.models import Round, RoundState, Sitting, Slip, SlipMode, SlipState, Tournament
from clubs.queries.deals.bulk import pile_of, written_since
from clubs.queries.tournaments.rounds.slips import (
    OPEN,
    TAKES_DEALS,
    slip_sheet,
    slips_of,
    still_open,
)
from clubs.services.errors import RequestReused, SittingClosed, SittingMoved
from clubs.services.tournaments.rounds import typed_slips
from clubs.services.tournaments.rounds.slip_changes import SlipMoved
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.services.tournaments.rounds.typed_slips import Typed
from clubs.views.shared import overtaken_data, sign_in_first, whole_number
from clubs.views.tables.bulk import go_to, grid_of, pass_differences, prepared
from clubs.views.tournaments.shared import of_tournament, round_or_404, tournament_context

TAKEN_BY = "desk_taken_by"  # session: the round, and how and why its last slip was taken otherwise


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def slip_bulk(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """?table= is the slip that is typed; without it the first that is not confirmed. ?by= is how an
    arbiter takes it, where that is not how the slip is kept (SlipMode); an empty slip is taken like
    the one before it, for the same reason."""
    round_ = round_or_404(tournament, number)
    if not round_.is_published:
        raise Http404
    lines = slips_of(round_)
    asked = whole_number(request.POST.get("table", "") or request.GET.get("table", ""))
    chosen = next((line for line in lines if line.sitting.table_number == asked), None)
    missing = 0 if chosen else asked
    chosen = chosen or next(still_open(lines, 0), None)
    desk = Desk(request, round_, chosen.sitting if chosen else None)
    if request.method == "POST":
        return desk.sent()
    return desk.page(missing=missing)


class Desk:
    """One slip of the pile. sitting is None when all are confirmed."""

    def __init__(self, request: Request, round_: Round, sitting: Sitting | None) -> None:
        self.request, self.round, self.sitting = request, round_, sitting
        self.sheet = slip_sheet(sitting, listed=True) if sitting else None
        self.frame = tournament_context(request, round_.tournament, "rounds")
        asked = request.POST.get("by", "") or request.GET.get("by", "")
        usual = SlipMode(self.sheet.slip.mode) if self.sheet else SlipMode.TOTALS
        taken_by = request.session.get(TAKEN_BY, {})
        is_empty = self.sheet is not None and self.sheet.slip.state == SlipState.EMPTY
        self.taken_by = taken_by if is_empty and taken_by.get("round") == str(round_.uuid) else {}
        asked = asked or self.taken_by.get("mode", "")
        self.mode = next((mode for mode in self.modes if mode == asked), usual)

    @property
    def table(self) -> Sitting:
        """The table that is typed. Raises Http404 where none is left."""
        if self.sitting is None:
            raise Http404
        return self.sitting

    @property
    def mark(self) -> str:
        """The mark of what the slip says now."""
        return self.sheet.mark if self.sheet else ""

    @property
    def at(self) -> int:
        return self.sitting.table_number if self.sitting else 0

    @property
    def modes(self) -> list[SlipMode]:
        """The two ways in which an arbiter may take this slip; empty where there is one."""
        if self.sheet is None or not self.frame["runs"] or not self.may_type:
            return []
        usual = SlipMode(self.sheet.settings.slip_mode.value)
        mode = SlipMode(self.sheet.slip.mode)
        if usual == SlipMode.TOTALS:
            return []
        return [SlipMode.TOTALS, usual if mode == SlipMode.TOTALS else mode]

    @property
    def may_type(self) -> bool:
        open_states = (*OPEN, SlipState.DISPUTED)
        return self.sheet is not None and self.sheet.slip.state in open_states

    # What is typed

    def form(self, data: Any = None) -> SlipForm:
        """The form of the totals, or of each deal's scores with the totals of the paper to compare
        them with. Beside the grid of deals it has only what concerns the whole slip."""
        sheet: Any = self.sheet
        rows: dict[str, bool] = {}
        if self.mode != SlipMode.DEALS:
            rows = {TOTALS: self.mode == SlipMode.TOTALS}
        if self.mode == SlipMode.SCORES:
            count = sheet.planned or sheet.counted + 1
            rows = {deal_row(at): False for at in range(1, count + 1)} | rows
        fills = self.mode == SlipMode.TOTALS
        initial = {"seen": sheet.mark}
        if self.taken_by.get("mode") == self.mode:
            initial["mode_reason"] = self.taken_by["reason"]
        return SlipForm(data, seats=sheet.seats, rows=rows, fills_rest=fills, initial=initial)

    def grid(self, data: Any = None) -> BulkGrid:
        """The deals that the slip does not have yet, each with a row."""
        sheet: Any = self.sheet
        sitting = self.table
        missing = None if sheet.planned is None else max(sheet.planned - sheet.counted, 0)
        if sheet.slip.state not in TAKES_DEALS and self.mode == sheet.slip.mode:
            missing = 0
        grid = grid_of(sitting, data, missing=missing, is_slip=True)
        if data is not None and grid.lacking:
            more = with_rows(data, more=grid.lacking)
            grid = grid_of(sitting, more, missing=missing, is_slip=True)
        return grid

    # What is sent

    def sent(self) -> HttpResponse:
        if not self.may_type:
            return self.page(moved=True, status=409)
        return self.deals_sent() if self.mode == SlipMode.DEALS else self.rows_sent()

    def rows_sent(self) -> HttpResponse:
        """Takes totals, or the scores of each deal."""
        form = self.form(self.request.POST)
        if not form.is_valid():
            return self.page(form, status=422)
        typed = Typed(form.row(TOTALS) or None, form.deals(), _stopped_early(form))
        try:
            slip = self.type(form, typed)
        except (SlipMoved, RequestReused):
            desk = self.again()
            form = desk.form(overtaken_data(self.request, desk.mark, replaces=""))
            form.is_valid()
            return desk.page(form, status=409, moved=True)
        except DealRefused as refusal:
            form.explain(refusal.problems)
            return self.page(form, status=422)
        return self.next(slip, form.cleaned_data["mode_reason"])

    def deals_sent(self) -> HttpResponse:
        """Takes the grid of the missing deals, and the totals of the paper to compare with."""
        data, sitting = self.request.POST, self.table
        if step := data.get("step", ""):
            changed = prepared(self.grid(data), data, step)
            return self.page(self.form(changed), self.grid(changed))
        form, grid = self.form(data), self.grid(data)
        grid.refuse_gaps()
        if not form.is_valid() or grid.faults or grid.questions:
            return self.page(form, grid, asks=not grid.faults, status=422)
        number = grid.head.cleaned_data["number"]
        typed = Typed(
            totals=self.paper_totals(grid) or None,
            stopped_early=_stopped_early(form),
            records=grid.records(),
            number=number,
        )
        try:
            differs = self.keep_pass(form, typed)
            if differs is None:
                return self.next(None, form.cleaned_data["mode_reason"])
            if differs:
                remarks = list(pass_differences(sitting, grid, differs))
                again = overtaken_data(self.request, number=number, confirmed="")
                return self.page(self.form(again), self.grid(again), remarks=remarks, status=422)
            slip = self.type(form, typed)
        except (SlipMoved, SittingMoved, RequestReused):
            return self.overtaken(number)
        except (SlipClosed, SittingClosed):
            return self.again().page(moved=True, status=409)
        except DealRefused as refusal:
            form.explain(refusal.problems)
            desk = self.again()
            return desk.page(form, desk.grid(data), status=422)
        return self.next(slip, form.cleaned_data["mode_reason"])

    def again(self) -> "Desk":
        """Reads the slip again, since what was written before a refusal is taken back."""
        if self.sitting is not None:
            self.sitting.refresh_from_db(fields=["revision", "totals_only"])
            self.sheet = slip_sheet(self.sitting, listed=True)
        return self

    def overtaken(self, number: int) -> HttpResponse:
        """Shows the deals that somebody else wrote meanwhile, and keeps what was typed as the next
        ones."""
        desk = self.again()
        sitting = desk.table
        next_number = pile_of(sitting).next_number
        data = overtaken_data(self.request, desk.mark, number=next_number, confirmed="")
        written = written_since(self.request.actor, sitting, number)
        form, grid = desk.form(data), desk.grid(data)
        return desk.page(form, grid, written=written, moved=not written, status=409)

    def paper_totals(self, grid: BulkGrid) -> dict[int, int]:
        """The typed totals of the paper, by entry number."""
        sheet: Any = self.sheet
        numbers = {str(seat.player): seat.number for seat in sheet.seats}
        return {
            numbers[foot.place.uuid]: foot.total + foot.difference
            for foot in grid.feet
            if foot.difference is not None
        }

    def keep_pass(self, form: SlipForm, typed: Typed) -> Any:
        """Compares with the first pass where deals are typed twice; [] where nothing is left to
        compare."""
        if not self.round.tournament.two_passes or not typed.records:
            return []
        cleaned, sitting = form.cleaned_data, self.table
        receipt = uuid5(cleaned["request_id"], "pass")
        return typed_slips.keep_pass(
            self.request.actor,
            sitting,
            typed,
            seen=cleaned["seen"],
            mode_reason=cleaned["mode_reason"],
            request_id=receipt,
        )

    def type(self, form: SlipForm, typed: Typed) -> Slip:
        cleaned = form.cleaned_data
        return typed_slips.type_slip(
            self.request.actor,
            self.table,
            typed,
            seen=cleaned["seen"],
            label=_("Deal"),
            reason=cleaned["reason"],
            for_arbiter=cleaned["insists"],
            replaces=cleaned["replaces"],
            mode=self.mode,
            mode_reason=cleaned["mode_reason"],
            request_id=cleaned["request_id"],
        )

    def next(self, slip: Slip | None, reason: str) -> HttpResponse:
        """Leads to the table after this one. slip is None after the first pass of a slip whose
        deals are typed twice. reason says why it was taken in another mode than that of the
        slip."""
        self.request.session.pop(TAKEN_BY, None)
        if reason:
            taken_by = {"round": str(self.round.uuid), "mode": self.mode, "reason": reason}
            self.request.session[TAKEN_BY] = taken_by
        if slip is None or slip.first_pass is not None:
            text = _("Table %(number)s is typed once. Type it again when its turn comes.")
        elif slip.state == SlipState.CONFIRMED:
            text = _("Table %(number)s is confirmed.")
        else:
            text = _("Table %(number)s is typed; an arbiter must look at it.")
        messages.success(self.request, text % {"number": self.at})
        following = next(still_open(slips_of(self.round), self.at), None)
        table = f"?table={following.sitting.table_number}" if following else ""
        return go_to(self.request, self.table, f"{self.request.path}{table}")

    # The page

    def page(
        self,
        form: SlipForm | None = None,
        grid: BulkGrid | None = None,
        *,
        status: int = 200,
        **more: Any,
    ) -> HttpResponse:
        sheet, lines = self.sheet, slips_of(self.round)
        by_deals = self.may_type and self.mode == SlipMode.DEALS
        form = (form or self.form()) if self.may_type else None
        grid = (grid or self.grid()) if by_deals else None
        done = sum(line.is_done for line in lines)
        context = {
            **self.frame,
            "round": self.round,
            "lines": lines,
            "done": done,
            "may_close": done == len(lines) and self.round.state != RoundState.VALIDATED,
            "sitting": self.sitting,
            "sheet": sheet,
            "slip": sheet.slip if sheet else None,
            "mode": self.mode,
            "modes": self.modes,
            "passed": (sheet.passed if sheet else 0) + (len(grid.passed) if grid else 0),
            "form": form,
            "grid": grid,
            "rows": grid.rows if grid else (),
            "post_url": self.request.path,
            "may_correct": self.sitting and may_correct_deal(self.request.actor, self.sitting),
            "request_id": uuid4(),
            "asks": False,
            "remarks": (),
            "written": (),
            **more,
        }
        return render(
            self.request, "clubs/tournaments/slips/slip_bulk.html", context, status=status
        )


def _stopped_early(form: SlipForm) -> str:
    return str(form.cleaned_data["stopped_early"]).strip()
