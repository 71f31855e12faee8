"""Addresses of a tournament, and who may what there, in all columns of WHO.

`player` is an entry that sits at the first table of `hall`, `table` holds the link of that table.
"""

from typing import Any

from tests.access.matrix.rows import Row, row
from tests.access.scene import Scene

DESK = "login 403 403 403 200 200 403 403 403 200 200 403 403"
DESK_302 = "login 403 403 403 302 302 403 403 403 302 302 403 403"
RUN = "login 403 403 403 200 200 403 403 403 403 200 403 403"
RUN_302 = "login 403 403 403 302 302 403 403 403 403 302 403 403"


def of_event(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    """A page of the tournament of the scene, or of the one that `event` names: `hall` is played,
    its first round published and its first table with a deal; `fresh` is at check-in with nothing
    drawn; `draft` is being prepared."""
    which = more.pop("event", "hall")

    def path(scene: Scene) -> str:
        hall = getattr(scene, which)
        shown = rest.replace("<int:number>", "1")
        if "<uuid:entry>" in shown:
            shown = shown.replace("<uuid:entry>", str(hall.entry(1).uuid))
        return f"/g/{hall.tournament.uuid}/{shown}"

    more.setdefault("path", path)
    more["page"] = more["path"] if more.pop("as_shown", False) else None
    return row(name, f"g/<uuid:event>/{rest}", get, post, **more)
