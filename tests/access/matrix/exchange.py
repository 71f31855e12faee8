"""Data of a club, out and in."""

from clubs.models import ImportRun
from tests.access.matrix.rows import (
    DONE_BY_ORGANISERS,
    MEMBERS,
    ORGANISERS,
    OWNERS,
    of_club,
    of_season,
)

ROWS = [
    of_club("io_home", "io/", MEMBERS),
    of_club("club_export", "io/export/", MEMBERS),
    of_club("club_archive", "io/archive.zip", OWNERS),
    of_club("deals_csv", "io/deals.csv", MEMBERS),
    of_club("deals_xlsx", "io/deals.xlsx", MEMBERS),
    of_club("totals_csv", "io/totals.csv", MEMBERS),
    of_club("totals_xlsx", "io/totals.xlsx", MEMBERS),
    of_club("members_csv", "io/members.csv", MEMBERS),
    of_club("members_xlsx", "io/members.xlsx", MEMBERS),
    of_season("league_calendar", "evenings.ics", MEMBERS),
    of_season("evening_calendar", "evenings/<uuid:evening>/evening.ics", MEMBERS),
    of_season("league_json", "season.json", MEMBERS),
    of_club(
        "import_new",
        "io/import/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill={"pasted": "nom\nZacharie\n"},
    ),
    of_club(
        "import_show",
        "io/import/<uuid:run>/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        path=lambda scene: f"/c/trois-bouts/io/import/{ImportRun.objects.get().uuid}/",
        fill={"step": "drop"},
    ),
    of_club(
        "import_undo",
        "io/import/<uuid:run>/undo/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        path=lambda scene: f"/c/trois-bouts/io/import/{ImportRun.objects.get().uuid}/undo/",
        fill={"next_block": "0"},
    ),
]
