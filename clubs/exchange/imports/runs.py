"""A file that is kept while somebody looks at it: its bytes, the choices made for it, its plan."""

import hashlib
from dataclasses import replace
from uuid import UUID

from clubs.access import Actor
from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.layout import best_sheet, listed_sheets
from clubs.exchange.imports.orders import order_of
from clubs.exchange.imports.plan import ImportFacts, ImportPlan, make_plan, open_plan
from clubs.exchange.imports.process.apart import read_apart
from clubs.exchange.imports.shape import Contents
from clubs.models import Club, ImportRun, League
from clubs.queries.imports import importable_leagues, remembered_columns
from clubs.services.files import imports
from clubs.services.files.import_orders import Order
from clubs.services.files.imports import pack_bytes, unpack_bytes

ANY = "file"  # the kind of a run before anybody knows it


def read_best(content: bytes, name: str) -> Contents:
    """The content of a file that nobody has looked at yet: of several sheets the first that says
    what it is. Raises Unreadable."""
    contents = read_apart(content, name=name)
    sheet = contents.sheet
    if sheet is None or len(sheet.names) < 2 or (best := best_sheet(sheet)) == sheet.name:
        return contents
    return read_apart(content, best, name=name)


def keep_file(
    actor: Actor,
    club: Club,
    content: bytes,
    name: str,
    choices: ImportChoices,
    *,
    kind: str = "",
    request_id: UUID,
) -> ImportRun:
    """The run of a file that somebody sent. kind is what its header says, where nobody else did."""
    return imports.start_import(
        actor,
        club,
        kind=choices.kind or kind or ANY,
        name=name,
        digest=hashlib.sha256(content).hexdigest(),
        content=_run_content(pack_bytes(content), choices),
        request_id=request_id,
    )


def _run_content(packed: str, choices: ImportChoices) -> dict[str, object]:
    """The stored content of a run. columns stand apart, because the next file of the club uses
    them."""
    values = choices.to_json()
    return {"file": packed, "columns": values.pop("columns"), "choices": values}


def keep_choices(
    actor: Actor, run: ImportRun, choices: ImportChoices, plan: ImportPlan
) -> ImportRun:
    kind = plan.kind.value if plan.kind else choices.kind or ANY
    content = _run_content(run.content["file"], choices)
    return imports.decide_import(actor, run, kind=kind, content=content)


def choices_of(run: ImportRun) -> ImportChoices:
    """The choices made for this file, with what was said earlier of headers like its own."""
    choices = run.content.get("choices", {})
    remembered = remembered_columns(run.club, choices.get("kind") or run.kind)
    columns = {**remembered, **run.content.get("columns", {})}
    return ImportChoices.from_json({**choices, "columns": columns})


def league_of(club: Club, uuid: str) -> League | None:
    """A season of the club that still takes tables."""
    try:
        return importable_leagues(club).filter(uuid=UUID(uuid)).first()
    except ValueError:
        return None


def opened(run: ImportRun, choices: ImportChoices) -> ImportPlan:
    """What a file that is kept is, before its rows are read. Raises Unreadable."""
    return open_plan(_contents_of(run, choices.sheet), choices, _facts_of(run, choices))


def planned(run: ImportRun, choices: ImportChoices) -> ImportPlan:
    """The plan of a file that is kept, with these choices. Raises Unreadable."""
    return make_plan(_contents_of(run, choices.sheet), choices, _facts_of(run, choices))


def _facts_of(run: ImportRun, choices: ImportChoices) -> ImportFacts:
    return ImportFacts(run.club, league_of(run.club, choices.league), run.uuid)


def _contents_of(run: ImportRun, sheet: str) -> Contents:
    """The content of the file, read once as long as this row lives: a page that reads it again
    under the lock of the club does not wait for another process there."""
    read: dict[str, Contents] = run.__dict__.setdefault("_contents", {})
    if sheet not in read:
        read[sheet] = read_apart(unpack_bytes(run.content["file"]), sheet, name=run.name)
    return read[sheet]


def _rest_of(packed: str, plan: ImportPlan) -> dict[str, object] | None:
    """The content of a run with the sheets of the file that are left; None where none is a list."""
    sheet = plan.sheet
    if sheet is None or len(sheet.names) < 2:
        return None
    done = [*plan.choices.done, sheet.name]
    left = [name for name in listed_sheets(sheet) if name not in done]
    choices = ImportChoices(sheet=left[0] if left else "", done=done)
    return {**_run_content(packed, choices), "kind": ANY, "sheets": left} if left else None


class NotReady(Exception):
    """Something is left to decide, or nobody left out the rows with errors."""

    def __init__(self, plan: ImportPlan) -> None:
        self.plan = plan
        super().__init__(plan.step)


def begin_run(actor: Actor, run: ImportRun) -> ImportRun:
    """Write the file as it was decided, or its first block. See services.imports.begin_import.

    The plan is made under the lock of the club, and only there: what is looked at is what is
    written. Raises also NotReady, and then nothing is written.
    """

    def make() -> Order:
        plan = planned(run, choices_of(run))
        if not plan.is_ready:
            raise NotReady(plan)
        sheet = plan.sheet.name if plan.sheet and len(plan.sheet.filled_names) > 1 else ""
        rest = _rest_of(run.content["file"], plan)
        return replace(order_of(plan), sheet=sheet, rest=rest)

    return imports.begin_import(actor, run, make)
