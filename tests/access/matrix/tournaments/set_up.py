"""Setting a tournament up, its steps, and practice."""

from tests.access.matrix.rows import DONE_BY_ORGANISERS, MEMBERS, ORGANISERS, POST_ONLY, of_club
from tests.access.matrix.tournaments.shared import DESK, DESK_302, RUN, RUN_302, of_event

# Settings are for organisers of the club; the first page is for all who find the tournament.
SETS_UP = "login 403 403 403 200 200 403 403 403 403 403 403 403"
SETS_UP_302 = "login 403 403 403 302 302 403 403 403 403 403 403 403"
DRAFT = "login 404 404 404 {0} {0} login login login {1} {1} login login"


ROWS = [
    of_club(
        "practice_new",
        "tournaments/practice/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"tables": "1", "rounds": "1"},
    ),
    of_event(  # theirs is no practice
        "practice_step",
        "practice/",
        POST_ONLY,
        "login 403 403 403 404 404 403 403 403 403 404 403 403",
    ),
    of_club("tournament_list", "tournaments/", MEMBERS),
    of_club(
        "tournament_new",
        "tournaments/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        page=lambda _: "/c/trois-bouts/tournaments/new/",
        fill={
            "name": "Grand prix",
            "starts_at": "2026-11-21T14:00",
            "step": "5",
            "go": "create",
        },
    ),
    of_event("tournament_show", "", "200"),
    of_event(
        "tournament_show",
        "",
        DRAFT.format("200", "200"),
        "405",
        event="draft",
        state="being prepared",
    ),
    of_event("tournament_next", "next/", DESK, "405"),
    of_event("tournament_settings", "settings/", SETS_UP, SETS_UP_302, as_shown=True),
    of_event(
        "tournament_duty",
        "settings/duties/",
        POST_ONLY,
        SETS_UP_302,
        fill={"email": "eve@example.org", "duty": "desk"},
    ),
    of_event("tournament_categories", "settings/categories/", SETS_UP, SETS_UP_302, as_shown=True),
    of_event(
        "tournament_cancel",
        "settings/cancel/",
        SETS_UP,
        SETS_UP_302,
        fill={"reason": "Neige"},
    ),
    of_event(
        "tournament_step",
        "step/",
        POST_ONLY,
        DESK_302,
        event="fresh",
        state="of the desk",
        fill={"step": "open_again"},
    ),
    of_event(
        "tournament_step",
        "step/",
        POST_ONLY,
        DRAFT.format("302", "403"),
        event="draft",
        state="of organisers",
        fill={"step": "open"},
    ),
    of_event("tournament_stop", "stop/", RUN, RUN_302, fill={"number": "2", "reason": "Neige"}),
]
