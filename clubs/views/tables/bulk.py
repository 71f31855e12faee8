"""A pile of deals from paper, typed into a grid. What a game's row consists of: clubs/forms/."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import (
    may_desk,
    may_record_deal,
    require,
)
from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.forms.deals.bulk import BulkContext
from clubs.forms.games import FORMS
from clubs.forms.tables.bulk_grid import EMPTY_ROWS, PASTED_LENGTH, BulkGrid, with_rows
from clubs.http import Request
from clubs.models import Deal, Sitting
from clubs.queries.deals.bulk import pile_of, written_since
from clubs.queries.deals.deals import compared, rules_of, says_the_same
from clubs.queries.tables.heads import sitting_head
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.tables.sittings import record_deals
from clubs.services.tournaments.rounds.typed_slips import Differences
from clubs.views.shared import of_sitting, overtaken_data, sign_in_first, whole_number

OF_SLIPS = ("deal_count", "slip_mode")  # what no row of the grid shows


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def sitting_bulk(request: Request, sitting: Sitting) -> HttpResponse:
    require(may_record_deal(request.actor, sitting))
    if address := _desk_address(request, sitting):
        return redirect(address)
    if request.method == "POST":
        return _pile_sent(request, sitting)
    return _bulk_page(request, sitting, grid_of(sitting) if sitting.is_open else None)


def _pile_sent(request: Request, sitting: Sitting) -> HttpResponse:
    """A pile came: count it, give it more rows, or save it."""
    step = request.POST.get("step", "")
    if step:
        changed = prepared(grid_of(sitting, request.POST), request.POST, step)
        return _bulk_page(request, sitting, grid_of(sitting, changed))
    grid = grid_of(sitting, request.POST)
    grid.refuse_gaps()
    if grid.faults or grid.questions:
        return _bulk_page(request, sitting, grid, status=422, asks=not grid.faults)
    records, cleaned = grid.records(), grid.head.cleaned_data
    try:
        deals = record_deals(
            request.actor,
            sitting,
            records,
            number=cleaned["number"],
            request_id=cleaned["request_id"],
        )
    except DealRefused as refusal:  # more deals than the round has, or other rules by now
        remarks = [problem_message(p) for p in refusal.problems if p.code in OF_SLIPS]
        grid = grid_of(sitting, request.POST)
        return _bulk_page(request, sitting, grid, status=422, remarks=remarks)
    except SittingMoved:
        return _overtaken(request, sitting)
    except SittingClosed:
        return _bulk_page(request, sitting, grid, status=409)
    if not all(map(says_the_same, deals, records)):  # sent before, then changed and sent again
        return _overtaken(request, sitting)
    return _saved(request, sitting, deals)


def _saved(request: Request, sitting: Sitting, deals: list[Deal]) -> HttpResponse:
    count = len(deals)
    text = ngettext("Deal %(first)s is saved.", "Deals %(first)s to %(last)s are saved.", count)
    messages.success(request, text % {"first": deals[0].number, "last": deals[-1].number})
    page = "sitting_sheet" if sitting.round is None else "slip_show"
    return go_to(request, sitting, reverse(page, args=[sitting.uuid]))


def pass_differences(sitting: Sitting, grid: BulkGrid, differs: Differences) -> Iterator[str]:
    for number, was, now in differs:
        if was is None or now is None:
            yield _("Deal %(number)s is only in one of the two passes.") % {"number": number}
            continue
        for line in compared(sitting, grid.frame.table, was, now):
            if line.changed:
                values = {"number": number, "label": line.label, "was": line.was, "now": line.now}
                text = _("Deal %(number)s, %(label)s: %(was)s the first time, %(now)s now.")
                yield text % values


def _desk_address(request: Request, sitting: Sitting) -> str:
    """The address at which the desk types the slip of this table; empty for anybody else, and any
    other table."""
    table_round = sitting.round
    if table_round is None or not may_desk(request.actor, table_round.tournament):
        return ""
    path = reverse("slip_bulk", args=[table_round.tournament.uuid, table_round.number])
    return f"{path}?table={sitting.table_number}"


def go_to(request: Request, sitting: Sitting, address: str) -> HttpResponse:
    """js/bulk/keep.js forgets the rows by the name of the table in the address."""
    if not request.htmx:
        return redirect(address)
    if str(sitting.uuid) not in address:
        address += f"{'&' if '?' in address else '?'}typed={sitting.uuid}"
    return HttpResponseClientRedirect(address)


def prepared(grid: BulkGrid, data: QueryDict, step: str) -> QueryDict:
    """What a button without script makes of the rows: more of them, or those of a spreadsheet."""
    if step == "more":
        return with_rows(data, more=EMPTY_ROWS)
    if step == "paste":
        pasted = data.get("pasted", "")[:PASTED_LENGTH]
        changed = with_rows(data, grid.read_table(pasted))
        changed["pasted"] = ""
        return changed
    return data


def _overtaken(request: Request, sitting: Sitting) -> HttpResponse:
    """Somebody else wrote these numbers: show what, keep what was typed, offer the next ones."""
    number = whole_number(request.POST.get("number", ""))
    written = written_since(request.actor, sitting, number)
    next_number = pile_of(sitting).next_number
    grid = grid_of(sitting, overtaken_data(request, number=next_number, confirmed=""))
    return _bulk_page(request, sitting, grid, status=409, written=written)


@sign_in_first
@require_POST
@of_sitting
def bulk_preview(request: Request, sitting: Sitting) -> HttpResponse:
    """The rows from `since` on, judged, for a script that puts what they say into the page. Saves
    nothing."""
    require(may_record_deal(request.actor, sitting))
    grid = grid_of(sitting, request.POST)
    since = whole_number(request.GET.get("since", ""))
    context = {"sitting": sitting, "grid": grid, "rows": grid.rows[since:]}
    return render(request, "clubs/deals/bulk/_bulk_preview.html", context)


@sign_in_first
@require_POST
@of_sitting
def bulk_paste(request: Request, sitting: Sitting) -> HttpResponse:
    """The texts for cells that pasted rows give, for a script. Saves nothing."""
    require(may_record_deal(request.actor, sitting))
    grid = grid_of(sitting)
    names = [column.name for column in grid.columns]
    start = request.POST.get("column", "")
    pasted = request.POST.get("pasted", "")[:PASTED_LENGTH]
    rows = grid.read_table(pasted, start if start in names else "")
    return JsonResponse({"rows": rows, "columns": names})


def grid_of(sitting: Sitting, data: QueryDict | None = None, **options: Any) -> BulkGrid:
    """An empty grid, or what was sent, at the table as it was when that was begun. options: see
    BulkGrid."""
    pile = pile_of(sitting, whole_number(data.get("number", "")) if data else 0)
    frame = BulkContext(pile, get_game(sitting.game), rules_of(sitting))
    slip_row = FORMS[sitting.game].slip_row
    if slip_row is None:
        raise Http404
    return BulkGrid(slip_row, frame, data, **options)


def _bulk_page(
    request: Request,
    sitting: Sitting,
    grid: BulkGrid | None,
    *,
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    """The page of bulk entry; without a grid, or with one that came too late, it says that the
    session is closed."""
    is_wrong = grid is not None and grid.is_bound and bool(grid.faults)
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "head": sitting_head(sitting),
        "nav_section": "tables",
        "grid": grid,
        "rows": grid.rows if grid else (),
        "post_url": reverse("sitting_bulk", args=[sitting.uuid]),
        "written": (),
        "asks": False,
        "remarks": (),
        **more,
    }
    return render(
        request,
        "clubs/deals/bulk/sitting_bulk.html",
        context,
        status=status or (422 if is_wrong else 200),
    )
