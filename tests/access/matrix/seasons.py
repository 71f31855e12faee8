"""Seasons, their evenings, and what of them is public."""

from typing import Any

from tests.access.matrix.rows import (
    DONE_BY_ORGANISERS,
    DONE_BY_OWNERS,
    DONE_BY_SCORERS,
    MEMBERS,
    ORGANISERS,
    OWNERS,
    POST_ONLY,
    SCORERS,
    Row,
    of_club,
    of_season,
)
from tests.access.scene import Scene


def of_public(name: str, rest: str, **more: Any) -> Row:
    """A page for everybody, of a season that shows all there is to show, or nothing."""
    is_shown = more.get("state", "") != "nothing shown"

    def path(scene: Scene) -> str:
        evening = scene.shown if is_shown else scene.evening
        uuids = {"<uuid:league>": evening.league.uuid, "<uuid:evening>": evening.uuid}
        shown = rest
        for part, uuid in uuids.items():
            shown = shown.replace(part, str(uuid))
        club = "trois-bouts" if is_shown or "<" in rest else "ailleurs"
        return f"/c/{club}/public/{shown}"

    return of_club(name, f"public/{rest}", "200" if is_shown else "404", path=path, **more)


EVENING = "evenings/<uuid:evening>/"

ROWS = [
    of_club("league_list", "s/", MEMBERS),
    of_season("league_standings", "", MEMBERS),
    of_season("league_why", "why/<uuid:player>/", MEMBERS),
    of_season("league_evenings", "evenings/", MEMBERS),
    of_season("evening_show", EVENING, MEMBERS),
    of_season("league_rules", "rules/", MEMBERS),
    of_season("evening_picture", f"{EVENING}evening.png", MEMBERS),
    of_season("league_print", "standings.pdf", MEMBERS),
    of_season("league_csv", "standings.csv", MEMBERS),
    of_season("league_xlsx", "standings.xlsx", MEMBERS),
    of_club(
        "league_new",
        "s/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"},
    ),
    of_club("league_first", "s/first/", DONE_BY_ORGANISERS, DONE_BY_ORGANISERS),
    of_season("league_settings", "settings/", ORGANISERS, DONE_BY_ORGANISERS, as_shown=True),
    of_season("league_members", "members/", ORGANISERS, DONE_BY_ORGANISERS, as_shown=True),
    of_season("league_open", "open/", POST_ONLY, DONE_BY_ORGANISERS),
    of_season(
        "league_close",
        "close/",
        ORGANISERS,
        "login 404 403 403 409 409",
        fill={"is_meant": "on"},
    ),
    of_season(
        "league_close",
        "close/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        season="bare",
        state="empty",
        fill={"is_meant": "on"},
    ),
    of_season(
        "league_delete",
        "delete/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        season="bare",
        state="empty",
        fill={"is_meant": "on"},
    ),
    of_season(
        "league_reopen",
        "reopen/",
        OWNERS,
        DONE_BY_OWNERS,
        season="ended",
        fill={"reason": "Une erreur"},
    ),
    of_season("league_publish", "publish/", ORGANISERS, DONE_BY_ORGANISERS),
    of_season("league_publish_now", "publish/now/", POST_ONLY, DONE_BY_ORGANISERS),
    of_season(
        "evening_new",
        "evenings/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"held_on": s.league.starts_on.isoformat()},
    ),
    of_season("evening_edit", f"{EVENING}edit/", SCORERS, DONE_BY_ORGANISERS, fill=Scene.moved),
    of_season("evening_open", f"{EVENING}open/", POST_ONLY, DONE_BY_SCORERS),
    of_season("evening_close", f"{EVENING}close/", POST_ONLY, DONE_BY_SCORERS),
    of_season("evening_reopen", f"{EVENING}reopen/", POST_ONLY, DONE_BY_SCORERS),
    of_season(
        "evening_cancel", f"{EVENING}cancel/", POST_ONLY, DONE_BY_ORGANISERS, evening="planned"
    ),
    of_season(
        "evening_people",
        f"{EVENING}people/",
        SCORERS,
        DONE_BY_SCORERS,
        fill=lambda s: {"here": [s.uuid("Bob")]},
    ),
    of_season(
        "table_attach",
        f"{EVENING}tables/<uuid:table>/attach/",
        POST_ONLY,
        DONE_BY_ORGANISERS,
        table="open",
    ),
    of_season(
        "table_detach", f"{EVENING}tables/<uuid:table>/detach/", POST_ONLY, DONE_BY_ORGANISERS
    ),
    of_season(
        "penalty_new",
        f"{EVENING}penalties/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {
            "player": s.uuid("Bob"),
            "points": "5",
            "direction": "takes",
            "reason": "Retard",
        },
    ),
    of_season(
        "penalty_cancel",
        f"{EVENING}penalties/<uuid:penalty>/cancel/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"reason": "Train en panne"},
    ),
    of_public("public_club", ""),
    of_public("public_club", "", state="nothing shown"),
    of_public("public_feed", "feed.atom"),
    of_public("public_league", "<uuid:league>/"),
    of_public("public_league", "<uuid:league>/", state="nothing shown"),
    of_public("public_calendar", "<uuid:league>/evenings.ics"),
    of_public("public_evening", "<uuid:league>/<uuid:evening>/"),
    of_public("public_evening", "<uuid:league>/<uuid:evening>/", state="nothing shown"),
    of_public("public_evening_picture", "<uuid:league>/<uuid:evening>/evening.png"),
    of_public(
        "public_evening_picture",
        "<uuid:league>/<uuid:evening>/evening.png",
        state="nothing shown",
    ),
]
