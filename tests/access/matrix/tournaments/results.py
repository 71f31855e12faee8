"""Standings, prizes, files and papers of a tournament."""

from tests.access.matrix.rows import DONE_BY_ORGANISERS, ORGANISERS, POST_ONLY, of_club
from tests.access.matrix.tournaments.shared import DESK, DESK_302, RUN, RUN_302, of_event
from tests.paths import DATA

SMALL = DATA / "tournament_small.json"


ROWS = [
    of_club(
        "tournament_import",
        "tournaments/import/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda _: {"pasted": SMALL.read_text(encoding="utf-8")},
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
    of_event("results_publish", "results/publish/", POST_ONLY, RUN_302),
    of_event(
        "results_reopen",
        "results/reopen/",
        "login 403 403 403 403 200 403 403 403 403 403 403 403",
        "login 403 403 403 403 302 403 403 403 403 403 403 403",
        event="final",
        fill={"reason": "Donne 3"},
    ),
    of_event("prize_list", "prizes/", DESK, RUN_302, as_shown=True),
    of_event("tournament_paper", "paper/", DESK),
    of_event("paper_links", "paper/links/", POST_ONLY, DESK_302),
    of_event("paper_poster", "paper/poster.pdf", DESK),
    of_event("paper_badges", "paper/badges.pdf", DESK),
    of_event("paper_check_in", "paper/check-in.pdf", DESK),
    of_event("paper_slips", "paper/slips-<int:number>.pdf", RUN),
    of_event(
        "paper_print",
        "paper/print-<int:number>/<str:kind>/",
        POST_ONLY,
        RUN_302,
        path=lambda scene: f"/g/{scene.hall.tournament.uuid}/paper/print-1/seating/",
    ),
    of_event("paper_seating", "paper/seating-<int:number>.pdf", RUN),
    of_event(  # no round is over
        "paper_standings",
        "paper/standings-<int:number>.pdf",
        "login 403 403 403 404 404 403 403 403 404 404 403 403",
    ),
    of_event("paper_prizes", "paper/prizes.pdf", RUN),
    of_event(  # no round is over
        "paper_certificates",
        "paper/certificates.pdf",
        "login 403 403 403 404 404 403 403 403 403 404 403 403",
    ),
    of_event("paper_emergency", "paper/emergency.pdf", RUN),
    of_event("paper_report", "paper/report.pdf", RUN),
]
