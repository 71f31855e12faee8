"""Rounds of a tournament: seating, running, slips, screens."""

from collections.abc import Callable
from typing import Any

from clubs.queries.tournaments.rounds.seatings import seating_mark
from clubs.queries.tournaments.tournaments import entries_of
from tests.access.matrix.rows import POST_ONLY, Row, row
from tests.access.matrix.tournaments.shared import DESK, DESK_302, RUN_302, of_event
from tests.access.scene import Scene

RUN_422 = "login 403 403 403 422 422 403 403 403 403 422 403 403"
# Members of the club see its screens, and whoever is named for the tournament.
SCREEN = "login 404 200 200 200 200 login login login 200 200 login login"


def announcement_path(scene: Scene) -> str:
    given = scene.hall.tournament.announcements.get()
    return f"/g/{scene.hall.tournament.uuid}/announcements/{given.uuid}/end/"


def to_table(scene: Scene) -> str:
    return f"/g/{scene.hall.tournament.uuid}/r/1/t/1/"


def second_round(rest: str) -> Callable[[Scene], str]:
    """It is drawn, the first one is played."""
    return lambda scene: f"/g/{scene.hall.tournament.uuid}/r/2/{rest}"


def mark_of_second_round(scene: Scene) -> str:
    one = scene.hall.tournament.rounds.get(number=2)
    return seating_mark(one, entries_of(scene.hall.tournament))


def of_slip(name: str, rest: str, get: str, post: str, **more: Any) -> Row:
    """A page of the first table of `hall`, which has one deal of two. Who came by its link has not
    said who they are."""
    return row(
        name,
        f"t/<uuid:uuid>/slip/{rest}",
        get,
        post,
        path=lambda scene: f"/t/{scene.hall.tables()[0].uuid}/slip/{rest}",
        **more,
    )


def stopped(scene: Scene) -> dict[str, Any]:
    """The first table hands in what is there."""
    sitting = scene.hall.tables()[0]
    told = {"action": "hand_in", "stopping": "1", "reason": "Retard"}
    return {"seen": scene.hall.mark(sitting), **told}


ROWS = [
    of_event("round_list", "r/", DESK),
    of_event("round_seating", "r/<int:number>/seating/", DESK),
    of_event("seating_file", "r/<int:number>/seating.csv", DESK),
    of_event(
        "round_draw",
        "r/<int:number>/seating/draw/",
        POST_ONLY,
        RUN_302,
        event="fresh",
        fill={"method": "random"},
    ),
    of_event(
        "round_edit",
        "r/<int:number>/seating/edit/",
        POST_ONLY,
        RUN_302,
        path=second_round("seating/edit/"),
        fill={"do": "lock-1"},
    ),
    of_event(  # not by hand
        "round_chart",
        "r/<int:number>/seating/chart/",
        POST_ONLY,
        RUN_422,
        path=second_round("seating/chart/"),
        fill={"chart": "1: 1 2 3"},
    ),
    of_event(
        "round_update",
        "r/<int:number>/seating/update/",
        POST_ONLY,
        RUN_302,
        path=second_round("seating/update/"),
        fill=lambda scene: dict.fromkeys(("seen", "offered"), mark_of_second_round(scene)),
    ),
    of_event(
        "round_discard",
        "r/<int:number>/seating/discard/",
        POST_ONLY,
        RUN_302,
        path=second_round("seating/discard/"),
    ),
    of_event(
        "round_publish",
        "r/<int:number>/seating/publish/",
        POST_ONLY,
        RUN_422,
        state="published already",
        fill={"seen": "0" * 16},
    ),
    of_event(
        "round_unpublish",
        "r/<int:number>/seating/unpublish/",
        POST_ONLY,
        RUN_422,
        state="a table has a deal",
    ),
    of_event("round_board", "r/<int:number>/", DESK),
    of_event("round_board_poll", "r/<int:number>/board/", DESK, "405"),
    of_event("round_table", "r/<int:number>/t/<int:table>/", DESK, path=to_table),
    of_event("round_clock", "r/<int:number>/clock/", POST_ONLY, RUN_302, fill={"action": "start"}),
    of_event("round_close", "r/<int:number>/close/", POST_ONLY, RUN_422, state="slips missing"),
    of_event("round_reopen", "r/<int:number>/reopen/", POST_ONLY, RUN_302),
    of_event(
        "announcement_list",
        "announcements/",
        DESK,
        RUN_302,
        fill={"text": "Pause", "place": "phones"},
    ),
    of_event(
        "announcement_end",
        "announcements/<uuid:announcement>/end/",
        POST_ONLY,
        RUN_302,
        path=announcement_path,
    ),
    of_slip(
        "slip_show",
        "",
        "login 404 200 200 200 200 login login login 200 200 200 200",
        "login 404 403 403 302 302 login login login 302 302 302 403",
        fill=stopped,
    ),
    of_slip(
        "slip_poll",
        "live/",
        "login 404 200 200 200 200 login login login 200 200 200 200",
        "405",
    ),
    of_event(
        "slip_bulk",
        "r/<int:number>/slips/",
        DESK,
        "login 403 403 403 422 422 403 403 403 422 422 403 403",  # a slip without a deal
    ),
    of_event("tournament_screen", "screen/", SCREEN),
    of_event("tournament_screen_poll", "screen/board/", SCREEN, "405"),
    of_event("tournament_screen_link", "screen/link/", DESK, DESK_302),
]
