"""Entries of a tournament, their check-in, penalties, and own pages."""

from typing import Any
from uuid import uuid4

from clubs.models import Penalty
from tests.access.matrix.rows import POST_ONLY
from tests.access.matrix.tournaments.shared import DESK, DESK_302, RUN, RUN_302, of_event
from tests.access.scene import Scene

OWN = "login 404 404 404 404 404 login login login 404 404 200 login"


def own_registration(scene: Scene) -> str:
    """Of the entry whose link the player of the scene holds."""
    [link] = scene.held["player"]
    return f"/g/{scene.hall.tournament.uuid}/register/{link.target_uuid}/"


def badge(scene: Scene) -> dict[str, Any]:
    return {"absent": f"{scene.fresh.entry(1).uuid}.{uuid4()}"}


def penalty_path(scene: Scene) -> str:
    given = Penalty.objects.get(entry__tournament=scene.hall.tournament)
    return f"/g/{scene.hall.tournament.uuid}/penalties/{given.uuid}/cancel/"


ROWS = [
    of_event("entry_register", "register/", "200", "422", fill={"name": "Zoé"}, state="is over"),
    of_event("entry_registered", "register/<uuid:entry>/", OWN, path=own_registration),
    of_event("entry_list", "entries/", DESK),
    of_event("entry_add", "entries/new/", DESK, DESK_302, fill={"name": "Zoé"}),
    of_event(
        "entry_import",
        "entries/import/",
        DESK,
        DESK_302,
        fill={"pasted": "Zoé;Nice", "step": "write"},
    ),
    of_event("entries_csv", "entries.csv", DESK),
    of_event("entries_xlsx", "entries.xlsx", DESK),
    of_event("team_list", "teams/", DESK, DESK_302, as_shown=True),
    of_event("entry_edit", "entries/<uuid:entry>/", DESK, DESK_302, as_shown=True),
    of_event("entry_fee", "entries/<uuid:entry>/fee/", POST_ONLY, DESK_302),
    of_event("entry_link", "entries/<uuid:entry>/link/", POST_ONLY, DESK_302),
    of_event(
        "entry_withdraw",
        "entries/<uuid:entry>/withdraw/",
        RUN,
        RUN_302,
        event="fresh",
        fill={"after_round": "0"},
    ),
    of_event("entry_return", "entries/<uuid:entry>/return/", POST_ONLY, RUN_302),
    of_event(
        "entry_substitute",
        "entries/<uuid:entry>/substitute/",
        RUN,
        RUN_302,
        fill={"name": "Frank", "from_round": "2", "from_deal": "1"},
    ),
    of_event("check_in", "check-in/", DESK, DESK_302, event="fresh", fill=badge),
    of_event("entry_penalty_list", "penalties/", DESK),
    of_event(
        "entry_penalty_new",
        "penalties/new/",
        RUN,
        RUN_302,
        fill={
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
        fill={"reason": "Train"},
    ),
    of_event("entry_me", "me/", OWN),
    of_event("entry_me_poll", "me/live/", OWN, "405"),
    of_event(
        "entry_me_here",
        "me/here/",
        POST_ONLY,
        "login 404 404 404 404 404 login login login 404 404 422 login",
    ),
]
