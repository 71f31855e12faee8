"""Statistics of players, seasons and the club."""

from tests.access.matrix.rows import DONE_BY_ORGANISERS, MEMBERS, of_club, of_person, of_season

ROWS = [
    of_person("player_show", "", MEMBERS),
    of_person(
        "player_versus",
        "versus/<uuid:other>/",
        MEMBERS,
        path=lambda s: f"/p/{s.uuid('Bob')}/versus/{s.uuid('Alice')}/",
    ),
    of_club("deal_list", "deals/", MEMBERS),
    of_season("league_takers", "takers/", MEMBERS),
    of_season("league_partners", "partners/", MEMBERS),
    of_season("league_records", "records/", MEMBERS),
    of_season("league_race", "race/", MEMBERS),
    of_season("league_duels", "duels/", MEMBERS),
    of_season("league_screen", "screen/", MEMBERS),
    of_season("league_screen_poll", "screen/board/", MEMBERS, "405"),
    of_club("club_statistics", "statistics/", MEMBERS),
    of_club("club_records", "records/", MEMBERS),
    of_club("club_year", "years/<int:year>/", MEMBERS, path=lambda _: "/c/trois-bouts/years/2026/"),
    of_club(
        "club_year_picture",
        "years/<int:year>/year.png",
        "login 404 404 404 404 404",
        path=lambda _: "/c/trois-bouts/years/1999/year.png",
    ),
    of_person(
        "player_year",
        "years/<int:year>/",
        MEMBERS,
        path=lambda s: f"/p/{s.uuid('Bob')}/years/2026/",
    ),
    of_person(
        "player_year_picture",
        "years/<int:year>/year.png",
        "login 404 404 404 404 404",
        path=lambda s: f"/p/{s.uuid('Bob')}/years/1999/year.png",
    ),
    of_club("ratings", "ratings/", MEMBERS, DONE_BY_ORGANISERS, fill={"ratings": "on"}),
]
