"""Tables of a club, and their screens."""

from tests.access.matrix.rows import (
    DONE_BY_ORGANISERS,
    DONE_BY_SCORERS,
    DONE_BY_WRITERS,
    ENDED,
    MEMBERS,
    NOR_GUESTS,
    POST_ONLY,
    READERS,
    REFUSED_AFTER_END,
    SCORERS,
    TOO_LATE,
    WRITERS,
    of_closed_table,
    of_club,
    of_table,
)
from tests.access.scene import Scene

ROWS = [
    of_club("table_list", "tables/", MEMBERS),
    of_club("table_new", "tables/new/", SCORERS, DONE_BY_SCORERS, fill=Scene.seats),
    of_table("sitting_sheet", "", READERS),
    of_closed_table("sitting_sheet", "", MEMBERS),
    of_table("sitting_poll", "sheet/", READERS, "405"),
    of_table("sitting_curve", "curve/", READERS),
    of_table("sitting_live", "live/", READERS),
    of_closed_table("sitting_live", "live/", MEMBERS),
    of_table("sitting_live_poll", "live/board/", READERS, "405"),
    of_club("club_screen", "live/", MEMBERS),
    of_club("club_screen_poll", "live/board/", MEMBERS, "405"),
    of_table("sitting_summary", "summary/", READERS),
    of_table("sitting_print", "print/", READERS),
    of_closed_table("sitting_print", "print/", MEMBERS),
    of_table("sitting_picture", "summary.png", READERS),
    of_closed_table("sitting_picture", "summary.png", MEMBERS),
    of_table("sitting_log", "log/", f"{MEMBERS} 200 403 login"),
    of_table("sitting_close", "close/", POST_ONLY, f"{DONE_BY_SCORERS} {NOR_GUESTS}"),
    of_table(
        "sitting_reopen",
        "reopen/",
        POST_ONLY,
        f"{DONE_BY_ORGANISERS} {ENDED}",
        state="closed",
    ),
    of_table("sitting_seats", "seats/", WRITERS, DONE_BY_WRITERS, fill=Scene.swapped),
    of_closed_table("sitting_seats", "seats/", SCORERS, TOO_LATE, fill=Scene.swapped),
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
        READERS,
        f"{DONE_BY_ORGANISERS} {NOR_GUESTS}",
        fill={"rules": "rounded-10"},
    ),
    of_closed_table(
        "sitting_rules", "rules/", MEMBERS, REFUSED_AFTER_END, fill={"rules": "rounded-10"}
    ),
]
