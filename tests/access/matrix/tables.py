"""Tables of a club, and their screens."""

from tests.access.matrix.rows import (
    AND_DONE_BY_SCORER,
    AND_GUESTS,
    AND_SCORER,
    DONE_BY_ORGANISERS,
    DONE_BY_SCORERS,
    ENDED,
    MEMBERS,
    NOR_GUESTS,
    POST_ONLY,
    SCORERS,
    of_club,
    of_table,
)
from tests.access.scene import Scene

ROWS = [
    of_club("table_list", "tables/", MEMBERS),
    of_club("table_new", "tables/new/", SCORERS, DONE_BY_SCORERS, fill=Scene.seats),
    of_table("sitting_sheet", "", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_sheet", "", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_poll", "sheet/", f"{MEMBERS} {AND_GUESTS}", "405"),
    of_table("sitting_curve", "curve/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_live", "live/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_live", "live/", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_live_poll", "live/board/", f"{MEMBERS} {AND_GUESTS}", "405"),
    of_club("club_screen", "live/", MEMBERS),
    of_club("club_screen_poll", "live/board/", MEMBERS, "405"),
    of_table("sitting_summary", "summary/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_print", "print/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_print", "print/", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_picture", "summary.png", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_picture", "summary.png", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_log", "log/", f"{MEMBERS} {AND_SCORER}"),
    of_table(
        "sitting_close", "close/", f"{POST_ONLY} 405 405 405", f"{DONE_BY_SCORERS} {NOR_GUESTS}"
    ),
    of_table(
        "sitting_reopen",
        "reopen/",
        f"{POST_ONLY} 405 405 405",
        f"{DONE_BY_ORGANISERS} {ENDED}",
        state="closed",
    ),
    of_table(
        "sitting_seats",
        "seats/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.swapped,
    ),
    of_table(
        "sitting_seats",
        "seats/",
        f"{SCORERS} {ENDED}",
        f"login 404 403 409 409 409 {ENDED}",
        fill=Scene.swapped,
        state="closed",
    ),
    # Which player a guest by a link is: whoever has an account is known already.
    of_table(
        "guest_player",
        "player/",
        "login 404 403 403 403 403 200 403 login",
        "login 404 403 403 403 403 302 403 login",
        fill=lambda s: {"player": s.uuid("Alice")},
    ),
    of_table(
        "sitting_name",
        "name/",
        f"{SCORERS} {NOR_GUESTS}",
        f"{DONE_BY_SCORERS} {NOR_GUESTS}",
        fill={"table_name": "Le Chien"},
    ),
    of_table(
        "sitting_rules",
        "rules/",
        f"{MEMBERS} {AND_GUESTS}",
        f"{DONE_BY_ORGANISERS} {NOR_GUESTS}",
        fill={"rules": "rounded-10"},
    ),
    of_table(
        "sitting_rules",
        "rules/",
        f"{MEMBERS} {ENDED}",
        f"login 404 403 403 403 403 {ENDED}",
        fill={"rules": "rounded-10"},
        state="closed",
    ),
]
