"""The matrix of tests/access/matrix.py, for the addresses of tournaments: a list for each area.

Columns are those of WHO: visitor, outsider, member, scorer, organiser, owner, then those by a link
to other tables, then `desk` and `arbiter` of the tournament of the scene, `player` by the personal
link of an entry that sits at its first table, and `table` by the link of that table.
"""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from clubs.models import Penalty
from clubs.queries.tournaments.rounds.seatings import seating_mark
from clubs.queries.tournaments.tournaments import entries_of
from tests.access.matrix import DONE_BY_ORGANISERS, MEMBERS, ORGANISERS, Row, Scene, of_club, row
from tests.paths import DATA

SMALL = DATA / "tournament_small.json"


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
    of_event("paper_poster", "paper/poster.pdf", DESK_PAPERS),
    of_event("paper_badges", "paper/badges.pdf", DESK_PAPERS),
    of_event("paper_check_in", "paper/check-in.pdf", DESK_PAPERS),
    of_event("paper_slips", "paper/slips-<int:number>.pdf", ARBITER_PAPERS),
    of_event(
        "paper_print",
        "paper/print-<int:number>/<str:kind>/",
        "login 405 405 405 405 405 405 405 405 405 405 405 405",
        "login 403 403 403 302 302 403 403 403 403 302 403 403",
        path=lambda scene: f"/g/{scene.hall.tournament.uuid}/paper/print-1/seating/",
    ),
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

DESK = "login 403 403 403 200 200 403 403 403 200 200 403 403"
RUN = "login 403 403 403 200 200 403 403 403 403 200 403 403"
RUN_302 = "login 403 403 403 302 302 403 403 403 403 302 403 403"
NO_GET = "login 405 405 405 405 405 405 405 405 405 405 405 405"


def penalty_path(scene: Scene) -> str:
    given = Penalty.objects.get(entry__tournament=scene.hall.tournament)
    return f"/g/{scene.hall.tournament.uuid}/penalties/{given.uuid}/cancel/"


def announcement_path(scene: Scene) -> str:
    given = scene.hall.tournament.announcements.get()
    return f"/g/{scene.hall.tournament.uuid}/announcements/{given.uuid}/end/"


def to_table(scene: Scene) -> str:
    return f"/g/{scene.hall.tournament.uuid}/r/1/t/1/"


BOARD_ROWS = [
    of_event("round_board", "r/<int:number>/", DESK),
    of_event("round_board_poll", "r/<int:number>/board/", DESK, "405"),
    of_event("round_table", "r/<int:number>/t/<int:table>/", DESK, path=to_table),
    of_event(
        "round_clock",
        "r/<int:number>/clock/",
        NO_GET,
        RUN_302,
        fill=lambda scene: {"action": "start"},
    ),
    of_event(
        "round_close",
        "r/<int:number>/close/",
        NO_GET,
        "login 403 403 403 422 422 403 403 403 403 422 403 403",
        state="slips missing",
    ),
    of_event("round_reopen", "r/<int:number>/reopen/", NO_GET, RUN_302),
    of_event(
        "announcement_list",
        "announcements/",
        DESK,
        RUN_302,
        fill=lambda scene: {"text": "Pause", "place": "phones"},
    ),
    of_event(
        "announcement_end",
        "announcements/<uuid:announcement>/end/",
        NO_GET,
        RUN_302,
        path=announcement_path,
    ),
    of_event("entry_penalty_list", "penalties/", DESK),
    of_event(
        "entry_penalty_new",
        "penalties/new/",
        RUN,
        RUN_302,
        fill=lambda scene: {
            "entry": "1",
            "points": "20",
            "direction": "takes",
            "after_round": "1",
            "code": "late",
            "reason": "Retard",
        },
    ),
    of_event(
        "entry_penalty_cancel",
        "penalties/<uuid:penalty>/cancel/",
        RUN,
        RUN_302,
        path=penalty_path,
        fill=lambda scene: {"reason": "Train"},
    ),
]

# Members of the club see its screens, and whoever is named for the tournament.
SCREEN = "login 404 200 200 200 200 login login login 200 200 login login"
OWN = "login 404 404 404 404 404 login login login 404 404 200 login"

ROOM_ROWS = [
    of_event("tournament_screen", "screen/", SCREEN),
    of_event("tournament_screen_poll", "screen/board/", SCREEN, "405"),
    of_event(
        "tournament_screen_link",
        "screen/link/",
        "login 403 403 403 200 200 403 403 403 200 200 403 403",
        "login 403 403 403 302 302 403 403 403 302 302 403 403",
    ),
    of_event("entry_me", "me/", OWN),
    of_event("entry_me_poll", "me/live/", OWN, "405"),
    of_event(
        "entry_me_here",
        "me/here/",
        "login 405 405 405 405 405 405 405 405 405 405 405 405",
        "login 404 404 404 404 404 login login login 404 404 422 login",
    ),
]

RUN_422 = "login 403 403 403 422 422 403 403 403 403 422 403 403"


def second_round(rest: str) -> Callable[[Scene], str]:
    """It is drawn, the first one is played."""
    return lambda scene: f"/g/{scene.hall.tournament.uuid}/r/2/{rest}"


def mark_of_second_round(scene: Scene) -> str:
    one = scene.hall.tournament.rounds.get(number=2)
    return seating_mark(one, entries_of(scene.hall.tournament))


SEATING_ROWS = [
    of_event("round_list", "r/", DESK),
    of_event("round_seating", "r/<int:number>/seating/", DESK),
    of_event("seating_file", "r/<int:number>/seating.csv", DESK),
    of_event(
        "round_draw",
        "r/<int:number>/seating/draw/",
        NO_GET,
        RUN_302,
        event="fresh",
        fill=lambda scene: {"method": "random", "request_id": str(uuid4())},
    ),
    of_event(
        "round_edit",
        "r/<int:number>/seating/edit/",
        NO_GET,
        RUN_302,
        path=second_round("seating/edit/"),
        fill=lambda scene: {"do": "lock-1", "request_id": str(uuid4())},
    ),
    of_event(  # not by hand
        "round_chart",
        "r/<int:number>/seating/chart/",
        NO_GET,
        RUN_422,
        path=second_round("seating/chart/"),
        fill=lambda scene: {"chart": "1: 1 2 3", "request_id": str(uuid4())},
    ),
    of_event(
        "round_update",
        "r/<int:number>/seating/update/",
        NO_GET,
        RUN_302,
        path=second_round("seating/update/"),
        fill=lambda scene: {
            **dict.fromkeys(("seen", "offered"), mark_of_second_round(scene)),
            "request_id": str(uuid4()),
        },
    ),
    of_event(
        "round_discard",
        "r/<int:number>/seating/discard/",
        NO_GET,
        RUN_302,
        path=second_round("seating/discard/"),
    ),
    of_event(
        "round_publish",
        "r/<int:number>/seating/publish/",
        NO_GET,
        RUN_422,
        state="published already",
        fill=lambda scene: {"request_id": str(uuid4()), "seen": "0" * 16},
    ),
    of_event(
        "round_unpublish",
        "r/<int:number>/seating/unpublish/",
        NO_GET,
        RUN_422,
        state="a table has a deal",
    ),
]

# Settings are for organisers of the club; the first page is for all who find the tournament.
SETS_UP = "login 403 403 403 200 200 403 403 403 403 403 403 403"
SETS_UP_302 = "login 403 403 403 302 302 403 403 403 403 403 403 403"
DRAFT = "login 404 404 404 {0} {0} login login login {1} {1} login login"


def new_tournament(scene: Scene) -> str:
    return "/c/trois-bouts/tournaments/new/"


SETUP_ROWS = [
    of_club("tournament_list", "tournaments/", MEMBERS),
    of_club(
        "tournament_new",
        "tournaments/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        page=new_tournament,
        fill=lambda scene: {
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
        NO_GET,
        SETS_UP_302,
        fill=lambda scene: {"email": "eve@example.org", "duty": "desk"},
    ),
    of_event("tournament_categories", "settings/categories/", SETS_UP, SETS_UP_302, as_shown=True),
    of_event(
        "tournament_cancel",
        "settings/cancel/",
        SETS_UP,
        SETS_UP_302,
        fill=lambda scene: {"reason": "Neige"},
    ),
    of_event(
        "tournament_step",
        "step/",
        NO_GET,
        "login 403 403 403 302 302 403 403 403 302 302 403 403",
        event="fresh",
        state="of the desk",
        fill=lambda scene: {"step": "open_again"},
    ),
    of_event(
        "tournament_step",
        "step/",
        NO_GET,
        DRAFT.format("302", "403"),
        event="draft",
        state="of organisers",
        fill=lambda scene: {"step": "open"},
    ),
    of_event(
        "tournament_stop",
        "stop/",
        RUN,
        RUN_302,
        fill=lambda scene: {"number": "2", "reason": "Neige"},
    ),
]

DESK_302 = "login 403 403 403 302 302 403 403 403 302 302 403 403"


def own_registration(scene: Scene) -> str:
    """Of the entry whose link the player of the scene holds."""
    [link] = scene.held["player"]
    return f"/g/{scene.hall.tournament.uuid}/register/{link.target_uuid}/"


def new_entry(scene: Scene) -> dict[str, Any]:
    return {"name": "Zoé", "request_id": str(uuid4())}


def badge(scene: Scene) -> dict[str, Any]:
    return {"absent": f"{scene.fresh.entry(1).uuid}.{uuid4()}"}


ENTRY_ROWS = [
    of_event("entry_register", "register/", "200", "422", fill=new_entry, state="is over"),
    of_event("entry_registered", "register/<uuid:entry>/", OWN, path=own_registration),
    of_event("entry_list", "entries/", DESK),
    of_event("entry_add", "entries/new/", DESK, DESK_302, fill=new_entry),
    of_event(
        "entry_import",
        "entries/import/",
        DESK,
        DESK_302,
        fill=lambda scene: {"pasted": "Zoé;Nice", "step": "write", "request_id": str(uuid4())},
    ),
    of_event("entries_csv", "entries.csv", DESK),
    of_event("entries_xlsx", "entries.xlsx", DESK),
    of_event("team_list", "teams/", DESK, DESK_302, as_shown=True),
    of_event("entry_edit", "entries/<uuid:entry>/", DESK, DESK_302, as_shown=True),
    of_event("entry_fee", "entries/<uuid:entry>/fee/", NO_GET, DESK_302),
    of_event("entry_link", "entries/<uuid:entry>/link/", NO_GET, DESK_302),
    of_event(
        "entry_withdraw",
        "entries/<uuid:entry>/withdraw/",
        RUN,
        RUN_302,
        event="fresh",
        fill=lambda scene: {"after_round": "0", "request_id": str(uuid4())},
    ),
    of_event("entry_return", "entries/<uuid:entry>/return/", NO_GET, RUN_302),
    of_event(
        "entry_substitute",
        "entries/<uuid:entry>/substitute/",
        RUN,
        RUN_302,
        fill=lambda scene: {"name": "Frank", "from_round": "2", "from_deal": "1"},
    ),
    of_event("check_in", "check-in/", DESK, DESK_302, event="fresh", fill=badge),
]


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
    told = {"seen": scene.hall.mark(sitting), "request_id": str(uuid4())}
    return {**told, "action": "hand_in", "stopping": "1", "reason": "Retard"}


SLIP_ROWS = [
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
        "login 403 403 403 200 200 403 403 403 200 200 403 403",
        "login 403 403 403 422 422 403 403 403 422 422 403 403",  # a slip without a deal
    ),
]


def small_file(scene: Scene) -> dict[str, Any]:
    return {"pasted": SMALL.read_text(encoding="utf-8"), "request_id": str(uuid4())}


RESULT_ROWS = [
    of_club(
        "tournament_import",
        "tournaments/import/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=small_file,
    ),
    of_event("tournament_standings", "standings/", "200"),
    of_event(
        "tournament_standings",
        "standings/",
        "403 403 403 403 200 200 403 403 403 200 200 403 403",
        event="hidden",
        state="not public",
    ),
    of_event("tournament_picture", "standings.png", "200", event="final"),
    of_event("tournament_picture", "standings.png", "404", state="not over"),
    of_event("tournament_csv", "standings.csv", "200"),
    of_event("tournament_xlsx", "standings.xlsx", "200"),
    of_event("tournament_json", "tournament.json", DESK),
    of_event("results_publish", "results/publish/", NO_GET, RUN_302),
    of_event(
        "results_reopen",
        "results/reopen/",
        "login 403 403 403 403 200 403 403 403 403 403 403 403",
        "login 403 403 403 403 302 403 403 403 403 403 403 403",
        event="final",
        fill=lambda scene: {"reason": "Donne 3", "request_id": str(uuid4())},
    ),
    of_event("prize_list", "prizes/", DESK, RUN_302, as_shown=True),
]

PRACTICE_ROWS = [
    of_club(
        "practice_new",
        "tournaments/practice/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda scene: {"tables": "1", "rounds": "1", "request_id": str(uuid4())},
    ),
    of_event(  # theirs is no practice
        "practice_step",
        "practice/",
        NO_GET,
        "login 403 403 403 404 404 403 403 403 403 404 403 403",
    ),
]

TOURNAMENT_ROWS: list[Row] = [
    *PRACTICE_ROWS,
    *RESULT_ROWS,
    *ENTRY_ROWS,
    *BOARD_ROWS,
    *PAPER_ROWS,
    *ROOM_ROWS,
    *SEATING_ROWS,
    *SETUP_ROWS,
    *SLIP_ROWS,
]
