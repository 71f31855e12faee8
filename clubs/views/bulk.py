"""A pile of deals from paper, typed into a grid. What a game's row consists of: clubs/forms/."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import may_desk, require_record_deal
from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.forms.bulk import Frame
from clubs.forms.bulk_grid import EMPTY_ROWS, PASTED_LENGTH, BulkGrid, renumbered, with_rows
from clubs.forms.games import FORMS
from clubs.http import Request
from clubs.models import Deal, Sitting
from clubs.queries.bulk import pile_of, written_since
from clubs.queries.deals import compared, rules_of, says_the_same
from clubs.queries.sittings import sitting_head
from clubs.queries.slips import deals_from, slips_of, still_open
from clubs.services.bulk import record_deals
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.slips import Differences, type_deals
from clubs.views.shared import find_sitting, sign_in_first, whole_number

OF_SLIPS = ("deal_count", "slip_mode")  # what no row of the grid shows


@sign_in_first
@require_http_methods(["GET", "POST"])
def sitting_bulk(request: Request, uuid: UUID) -> HttpResponse:
    sitting = find_sitting(request, uuid)
    require_record_deal(request.actor, sitting)
    if request.method == "POST":
        return pile_sent(request, sitting)
    return bulk_page(request, sitting, grid_of(sitting) if sitting.is_open else None)


def pile_sent(request: Request, sitting: Sitting) -> HttpResponse:
    """A pile came: count it, give it more rows, or save it."""
    step = request.POST.get("step", "")
    if step:
        return bulk_page(request, sitting, grid_of(sitting, prepared(sitting, request.POST, step)))
    grid = grid_of(sitting, request.POST)
    grid.refuse_gaps()
    if grid.faults or grid.questions:
        return bulk_page(request, sitting, grid, status=422, asks=not grid.faults)
    records, told = grid.records(), grid.head.cleaned_data
    try:
        if is_typed_twice(request, sitting):
            return pass_typed(request, sitting, grid)
        deals = record_deals(
            request.actor, sitting, records, number=told["number"], request_id=told["request_id"]
        )
    except DealRefused as refusal:  # more deals than the round has, or other rules by now
        remarks = [problem_message(p) for p in refusal.problems if p.code in OF_SLIPS]
        grid = grid_of(sitting, request.POST)
        return bulk_page(request, sitting, grid, status=422, remarks=remarks)
    except SittingMoved:
        return overtaken(request, sitting)
    except SittingClosed:
        return bulk_page(request, sitting, grid, status=409)
    if not all(map(says_the_same, deals, records)):  # sent before, then changed and sent again
        return overtaken(request, sitting)
    return saved(request, sitting, deals)


def saved(request: Request, sitting: Sitting, deals: list[Deal]) -> HttpResponse:
    count = len(deals)
    text = ngettext("Deal %(first)s is saved.", "Deals %(first)s to %(last)s are saved.", count)
    messages.success(request, text % {"first": deals[0].number, "last": deals[-1].number})
    return go_to(request, sitting, slip_address(request, sitting))


def is_typed_twice(request: Request, sitting: Sitting) -> bool:
    """Whether the desk types a paper slip of a tournament in which that is done twice."""
    one = sitting.round
    return one is not None and one.tournament.two_passes and may_desk(request.actor, one.tournament)


def pass_typed(request: Request, sitting: Sitting, grid: BulkGrid) -> HttpResponse:
    """The first pass waits for the second; what differs is shown with what is typed now."""
    told = grid.head.cleaned_data
    differs = type_deals(
        request.actor,
        sitting,
        grid.records(),
        number=told["number"],
        request_id=told["request_id"],
    )
    if differs is None:
        text = _("Table %(number)s is typed once. Type it again when its turn comes.")
        messages.success(request, text % {"number": sitting.table_number})
        return go_to(request, sitting, slip_address(request, sitting, following=True))
    if not differs:
        return saved(request, sitting, deals_from(sitting, told["number"]))
    remarks = list(difference_words(sitting, grid, differs))
    again = grid_of(sitting, renumbered(request.POST, told["number"]))
    return bulk_page(request, sitting, again, status=422, remarks=remarks)


def difference_words(sitting: Sitting, grid: BulkGrid, differs: Differences) -> Iterator[str]:
    for number, was, now in differs:
        if was is None or now is None:
            yield _("Deal %(number)s is only in one of the two passes.") % {"number": number}
            continue
        for line in compared(sitting, grid.frame.table, was, now):
            if line.changed:
                told = {"number": number, "label": line.label, "was": line.was, "now": line.now}
                text = _("Deal %(number)s, %(label)s: %(was)s the first time, %(now)s now.")
                yield text % told


def slip_address(request: Request, sitting: Sitting, *, following: bool = False) -> str:
    """Where the slip goes on: to be validated at the desk, or at its own page. following: the desk
    goes on to the next table."""
    one = sitting.round
    if one is None:
        return reverse("sitting_sheet", args=[sitting.uuid])
    if not may_desk(request.actor, one.tournament):
        return reverse("slip_show", args=[sitting.uuid])
    path, at = reverse("slip_bulk", args=[one.tournament.uuid, one.number]), sitting.table_number
    after = next(still_open(slips_of(one), at), None) if following else None
    return f"{path}?table={after.sitting.table_number if after else at}"


def go_to(request: Request, sitting: Sitting, address: str) -> HttpResponse:
    """js/bulk-keep.js forgets the rows by the name of the table in the address."""
    if not request.htmx:
        return redirect(address)
    is_named = str(sitting.uuid) in address
    return HttpResponseClientRedirect(address if is_named else f"{address}&typed={sitting.uuid}")


def prepared(sitting: Sitting, data: QueryDict, step: str) -> QueryDict:
    """What a button without script makes of the rows: more of them, or those of a spreadsheet."""
    if step == "more":
        return with_rows(data, more=EMPTY_ROWS)
    if step == "paste":
        pasted = data.get("pasted", "")[:PASTED_LENGTH]
        changed = with_rows(data, grid_of(sitting, data).read_table(pasted))
        changed["pasted"] = ""
        return changed
    return data


def overtaken(request: Request, sitting: Sitting) -> HttpResponse:
    """Somebody else wrote these numbers: show what, keep what was typed, offer the next ones."""
    number = whole_number(request.POST.get("number", ""))
    written = written_since(request.actor, sitting, number)
    grid = grid_of(sitting, renumbered(request.POST, pile_of(sitting).next_number))
    return bulk_page(request, sitting, grid, status=409, written=written)


@require_POST
def bulk_preview(request: Request, uuid: UUID) -> HttpResponse:
    """The rows from `since` on, judged, for a script that puts what they say into the page.

    Saves nothing. Who is signed out finds nothing: to be led away would lose what was typed.
    """
    sitting = find_sitting(request, uuid)
    require_record_deal(request.actor, sitting)
    grid = grid_of(sitting, request.POST)
    since = whole_number(request.GET.get("since", ""))
    context = {"sitting": sitting, "grid": grid, "rows": grid.rows[since:]}
    return render(request, "clubs/_bulk_preview.html", context)


@require_POST
def bulk_paste(request: Request, uuid: UUID) -> HttpResponse:
    """The texts for cells that pasted rows give, for a script. Saves nothing."""
    sitting = find_sitting(request, uuid)
    require_record_deal(request.actor, sitting)
    grid = grid_of(sitting)
    names = [column.name for column in grid.columns]
    start = request.POST.get("column", "")
    pasted = request.POST.get("pasted", "")[:PASTED_LENGTH]
    rows = grid.read_table(pasted, start if start in names else "")
    return JsonResponse({"rows": rows, "columns": names})


def grid_of(sitting: Sitting, data: QueryDict | None = None) -> BulkGrid:
    """An empty grid, or what was sent, at the table as it was when that was begun."""
    pile = pile_of(sitting, whole_number(data.get("number", "")) if data else 0)
    frame = Frame(pile, get_game(sitting.game), rules_of(sitting))
    slip_row = FORMS[sitting.game].slip_row
    if slip_row is None:
        raise Http404
    return BulkGrid(slip_row, frame, data)


def bulk_page(
    request: Request,
    sitting: Sitting,
    grid: BulkGrid | None,
    *,
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    """Without a grid, or with one that came too late, the session is closed."""
    is_wrong = grid is not None and grid.is_bound and bool(grid.faults)
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "head": sitting_head(sitting),
        "nav_section": "tables",
        "grid": grid,
        "rows": grid.rows if grid else (),
        "written": (),
        "asks": False,
        "remarks": (),
        **more,
    }
    return render(
        request, "clubs/sitting_bulk.html", context, status=status or (422 if is_wrong else 200)
    )
