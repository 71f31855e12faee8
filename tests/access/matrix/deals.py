"""Deals, and the rules that they are counted by."""

from tests.access.matrix.rows import (
    DONE_BY_ORGANISERS,
    DONE_BY_WRITERS,
    MEMBERS,
    ORGANISERS,
    POST_ONLY,
    READERS,
    SCORERS,
    TOO_LATE,
    WRITERS,
    of_closed_table,
    of_club,
    of_table,
)
from tests.access.scene import Scene

ROWS = [
    of_table("deal_record", "new/", WRITERS, DONE_BY_WRITERS, fill=Scene.next_deal),
    of_closed_table("deal_record", "new/", SCORERS, TOO_LATE, fill=Scene.next_deal),
    of_table("deal_scores", "scores/", WRITERS, DONE_BY_WRITERS, fill=Scene.plain_scores),
    of_closed_table("deal_scores", "scores/", SCORERS, TOO_LATE, fill=Scene.plain_scores),
    of_table("deal_preview", "preview/", POST_ONLY, WRITERS, fill=Scene.next_deal),
    of_table(
        "deal_bid",
        "new/bid/",
        POST_ONLY,
        "login 404 403 422 422 422 422 403 login",
        fill=Scene.next_deal,
    ),
    of_table("sitting_bulk", "bulk/", WRITERS, DONE_BY_WRITERS, fill=Scene.pile),
    of_closed_table("sitting_bulk", "bulk/", SCORERS, TOO_LATE, fill=Scene.pile),
    of_table("bulk_preview", "bulk/preview/", POST_ONLY, WRITERS, fill=Scene.pile),
    of_table(
        "bulk_paste",
        "bulk/paste/",
        POST_ONLY,
        WRITERS,
        fill={"pasted": "1\tG\t2\t46", "column": "taker"},
    ),
    of_table("deal_follow", "new/follow/", WRITERS),
    of_table("deal_watch", "new/watch/", READERS, "405"),
    of_table("deal_detail", "<int:number>/", READERS),
    of_table("deal_correct", "<int:number>/edit/", WRITERS, DONE_BY_WRITERS, fill=Scene.correction),
    of_closed_table(
        "deal_correct", "<int:number>/edit/", ORGANISERS, DONE_BY_ORGANISERS, fill=Scene.correction
    ),
    of_table("deal_void", "<int:number>/void/", WRITERS, DONE_BY_WRITERS, fill=Scene.void),
    of_closed_table(
        "deal_void", "<int:number>/void/", ORGANISERS, DONE_BY_ORGANISERS, fill=Scene.void
    ),
    of_table(
        "deal_restore",
        "<int:number>/restore/<int:version>/",
        WRITERS,
        DONE_BY_WRITERS,
        fill=Scene.void,
    ),
    of_closed_table(
        "deal_restore",
        "<int:number>/restore/<int:version>/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=Scene.void,
    ),
    of_club("rules_list", "settings/rules/", MEMBERS),
    of_club(
        "rules_new",
        "settings/rules/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"title": "Soirée", "action": "save"},
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_club(
        "rules_preview",
        "settings/rules/preview/",
        POST_ONLY,
        ORGANISERS,
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_club(
        "rules_edit",
        "settings/rules/<str:name>/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        path=lambda s: "/c/trois-bouts/settings/rules/maison/",
        fill={"rounding": "5", "action": "save"},
        page=lambda s: "/c/trois-bouts/settings/rules/maison/",
    ),
    of_club(
        "rules_edit",
        "settings/rules/<str:name>/",
        MEMBERS,
        "login 404 403 403 404 404",
        path=lambda s: "/c/trois-bouts/settings/rules/fft/",
        fill={"rounding": "5", "action": "save"},
        state="built in",
    ),
]
