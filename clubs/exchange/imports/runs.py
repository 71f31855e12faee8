"""A file that is kept while somebody looks at it: its bytes, what was said of it, its plan."""

import hashlib
from uuid import UUID

from clubs.access import Actor
from clubs.exchange.imports.orders import order_of
from clubs.exchange.imports.plan import Choices, Facts, Plan, make_plan
from clubs.exchange.imports.process.apart import read_apart
from clubs.exchange.imports.shape import Contents
from clubs.models import Club, ImportRun, League
from clubs.queries.imports import importable_leagues, remembered_columns
from clubs.services.files import imports
from clubs.services.files.imports import Order, pack_bytes, unpack_bytes

ANY = "file"  # the kind of a run before anybody knows it


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def keep_file(
    actor: Actor,
    club: Club,
    content: bytes,
    name: str,
    choices: Choices,
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
        digest=_digest_of(content),
        content=_content_of(pack_bytes(content), choices),
        request_id=request_id,
    )


def _content_of(packed: str, choices: Choices) -> dict[str, object]:
    """columns stand apart: the next file of the club asks for them."""
    told = choices.to_json()
    return {"file": packed, "columns": told.pop("columns"), "choices": told}


def keep_choices(actor: Actor, run: ImportRun, choices: Choices, plan: Plan) -> ImportRun:
    kind = plan.kind.value if plan.kind else choices.kind or ANY
    content = _content_of(run.content["file"], choices)
    return imports.decide_import(actor, run, kind=kind, content=content)


def choices_of(run: ImportRun) -> Choices:
    """What was said of this file, and before of headers like its own."""
    told = run.content.get("columns", {})
    kind = run.content.get("choices", {}).get("kind") or run.kind
    remembered = remembered_columns(run.club, kind)
    return Choices.from_json({**run.content.get("choices", {}), "columns": {**remembered, **told}})


def facts_of(run: ImportRun, choices: Choices) -> Facts:
    return Facts.of(run.club, league_of(run.club, choices.league), run.uuid)


def league_of(club: Club, uuid: str) -> League | None:
    """A season of the club that still takes tables."""
    try:
        return importable_leagues(club).filter(uuid=UUID(uuid)).first()
    except ValueError:
        return None


def plan_of(run: ImportRun, choices: Choices, facts: Facts) -> Plan:
    """Raises Unreadable."""
    return make_plan(_contents_of(run, choices.sheet), choices, facts)


def _contents_of(run: ImportRun, sheet: str) -> Contents:
    """What the file holds. It is read once as long as this row lives: a page that asks again while
    it holds the lock of the club does not wait for a process under it."""
    read: dict[str, Contents] = run.__dict__.setdefault("_contents", {})
    if sheet not in read:
        read[sheet] = read_apart(unpack_bytes(run.content["file"]), sheet, name=run.name)
    return read[sheet]


def begin(actor: Actor, run: ImportRun) -> ImportRun:
    """Write the file as it was decided, or its first block. See services.imports.begin_import."""

    def make() -> Order:
        choices = choices_of(run)
        facts = facts_of(run, choices)
        return order_of(plan_of(run, choices, facts), choices, facts)

    return imports.begin_import(actor, run, make)
