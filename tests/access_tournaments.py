"""The matrix of tests/access_matrix.py, for the addresses of tournaments: a list for each area.

Columns are those of WHO: visitor, outsider, member, scorer, organiser, owner, then those by a link
to other tables, then `desk` and `arbiter` of the tournament of the scene, `player` by the personal
link of an entry that sits at its first table, and `table` by the link of that table.
"""

from typing import Any

from tests.access_matrix import Row, Scene, row


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


DESK_PAPERS = "login 403 403 403 200 200 403 403 403 200 200 403 403"
ARBITER_PAPERS = "login 403 403 403 200 200 403 403 403 403 200 403 403"
PAPER_ROWS = [
    of_event("tournament_paper", "paper/", DESK_PAPERS),
    of_event(
        "paper_links",
        "paper/links/",
        "login 405 405 405 405 405 405 405 405 405 405 405 405",
        "login 403 403 403 302 302 403 403 403 302 302 403 403",
    ),
    of_event("paper_badges", "paper/badges.pdf", DESK_PAPERS),
    of_event("paper_check_in", "paper/check-in.pdf", DESK_PAPERS),
    of_event("paper_slips", "paper/slips-<int:number>.pdf", ARBITER_PAPERS),
    of_event("paper_seating", "paper/seating-<int:number>.pdf", ARBITER_PAPERS),
    of_event(  # no round is over
        "paper_standings",
        "paper/standings-<int:number>.pdf",
        "login 403 403 403 404 404 403 403 403 404 404 403 403",
    ),
    of_event("paper_prizes", "paper/prizes.pdf", ARBITER_PAPERS),
    of_event(  # no round is over
        "paper_certificates",
        "paper/certificates.pdf",
        "login 403 403 403 404 404 403 403 403 403 404 403 403",
    ),
    of_event("paper_emergency", "paper/emergency.pdf", ARBITER_PAPERS),
    of_event("paper_report", "paper/report.pdf", ARBITER_PAPERS),
]

TOURNAMENT_ROWS: list[Row] = [*PAPER_ROWS]
