"""Tables without an account: how one opens them, and who keeps them."""

from typing import Any

from tests.access.matrix.rows import NOR_GUESTS, POST_ONLY, Row, of_table, row
from tests.access.scene import Scene

# For nobody but who keeps the table.
FOR_KEEPER = "login 404 404 404 404 404 login login 200"
DONE_BY_KEEPER = "login 404 404 404 404 404 login login 302"


def of_private(name: str, rest: str, post: str | None = None, **more: Any) -> Row:
    """A page of a table without an account, with the answers of FOR_KEEPER unless told."""
    get = more.pop("get", FOR_KEEPER)
    return of_table(name, rest, get, post, state="private", **more)


ROWS = [
    row("table_open", "table/", "200", "302", fill=Scene.names),
    row(
        "table_open",
        "table/",
        "403 200 200 200 200 200 403 403 403",
        "403 302 302 302 302 302 403 403 403",
        fill=Scene.names,
        state="closed registration",
        settings={"REGISTRATION": "closed"},
    ),
    of_table("table_again", "again/", POST_ONLY, f"login 404 403 403 403 403 {NOR_GUESTS}"),
    of_table(
        "table_take_over",
        "take/",
        "login 404 404 404 404 404 404 404 login",
        "login 404 404 404 404 404 404 404 login",
    ),
    of_private("sitting_sheet", ""),
    of_private("sitting_print", "print/"),
    of_private("sitting_picture", "summary.png"),
    of_private("sitting_poll", "sheet/", post="405"),
    of_private("sitting_curve", "curve/"),
    of_private("sitting_summary", "summary/"),
    of_private("sitting_log", "log/"),
    of_private("sitting_live", "live/"),
    of_private("sitting_name", "name/", DONE_BY_KEEPER, fill={"table_name": "Chez Camille"}),
    of_private("sitting_rules", "rules/", DONE_BY_KEEPER, fill={"rules": "rounded-10"}),
    of_private(
        "table_rules_new",
        "rules/house/",
        DONE_BY_KEEPER,
        fill={"title": "Maison", "action": "save"},
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_private(
        "table_rules_preview",
        "rules/preview/",
        FOR_KEEPER,
        get=POST_ONLY,
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_private(  # rules that are another club's
        "table_rules_edit",
        "rules/house/<str:name>/",
        "login 404 404 404 404 404 login login 404",
        get="login 404 404 404 404 404 login login 404",
    ),
    of_private("sitting_close", "close/", DONE_BY_KEEPER, get=POST_ONLY),
    of_private("deal_record", "new/", DONE_BY_KEEPER, fill=Scene.private_deal),
    of_private(
        "sitting_seats",
        "seats/",
        DONE_BY_KEEPER,
        fill=lambda s: s.seated(s.private, "Zoé", "Luc", "Ana"),
    ),
    of_private("guest_player", "player/", DONE_BY_KEEPER, fill={"player": ""}),
    of_private("deal_detail", "<int:number>/"),
    of_private("deal_void", "<int:number>/void/", DONE_BY_KEEPER, fill=Scene.void),
    of_private(
        "sitting_invite",
        "invite/",
        DONE_BY_KEEPER,
        fill={"kind": "owner", "action": "renew"},
    ),
    of_private("table_again", "again/", DONE_BY_KEEPER, get=POST_ONLY),
    of_private(  # into a club of one's own: with an account
        "table_take_over",
        "take/",
        "login 404 404 404 404 404 login login login",
        get="login 404 404 404 404 404 login login login",
    ),
]
