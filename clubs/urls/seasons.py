"""Of the seasons of a club: c/<slug:club>/s/."""

from django.urls import include, path

from clubs.views import exports
from clubs.views.seasons import evenings, first_season, leagues, races, screens, standings
from clubs.views.statistics import statistics

_OF_ONE = [
    path("settings/", leagues.league_settings, name="league_settings"),
    path("members/", leagues.league_members, name="league_members"),
    path("open/", leagues.league_open, name="league_open"),
    path("close/", leagues.league_close, name="league_close"),
    path("reopen/", leagues.league_reopen, name="league_reopen"),
    path("delete/", leagues.league_delete, name="league_delete"),
    path("publish/", leagues.league_publish, name="league_publish"),
    path("publish/now/", leagues.league_publish_now, name="league_publish_now"),
    path("evenings/new/", evenings.evening_new, name="evening_new"),
    path("evenings/<uuid:evening>/edit/", evenings.evening_edit, name="evening_edit"),
    path("evenings/<uuid:evening>/open/", evenings.evening_open, name="evening_open"),
    path("evenings/<uuid:evening>/close/", evenings.evening_close, name="evening_close"),
    path("evenings/<uuid:evening>/reopen/", evenings.evening_reopen, name="evening_reopen"),
    path("evenings/<uuid:evening>/cancel/", evenings.evening_cancel, name="evening_cancel"),
    path("evenings/<uuid:evening>/people/", evenings.evening_people, name="evening_people"),
    path(
        "evenings/<uuid:evening>/tables/<uuid:table>/attach/",
        evenings.table_attach,
        name="table_attach",
    ),
    path(
        "evenings/<uuid:evening>/tables/<uuid:table>/detach/",
        evenings.table_detach,
        name="table_detach",
    ),
    path("evenings/<uuid:evening>/penalties/new/", evenings.penalty_new, name="penalty_new"),
    path(
        "evenings/<uuid:evening>/penalties/<uuid:penalty>/cancel/",
        evenings.penalty_cancel,
        name="penalty_cancel",
    ),
    path("", standings.league_standings, name="league_standings"),
    path("why/<uuid:player>/", standings.league_why, name="league_why"),
    path("evenings/", standings.league_evenings, name="league_evenings"),
    path("evenings/<uuid:evening>/", standings.evening_show, name="evening_show"),
    path("evenings/<uuid:evening>/evening.png", standings.evening_picture, name="evening_picture"),
    path("rules/", standings.league_rules, name="league_rules"),
    path("standings.pdf", standings.league_print, name="league_print"),
    path("standings.csv", standings.league_csv, name="league_csv"),
    path("standings.xlsx", standings.league_xlsx, name="league_xlsx"),
    path("takers/", statistics.league_takers, name="league_takers"),
    path("partners/", statistics.league_partners, name="league_partners"),
    path("records/", statistics.league_records, name="league_records"),
    path("race/", races.league_race, name="league_race"),
    path("duels/", races.league_duels, name="league_duels"),
    path("screen/", screens.league_screen, name="league_screen"),
    path("screen/board/", screens.league_screen_poll, name="league_screen_poll"),
    path("evenings/<uuid:evening>/evening.ics", exports.evening_calendar, name="evening_calendar"),
    path("season.json", exports.league_json, name="league_json"),
    path("evenings.ics", exports.league_calendar, name="league_calendar"),
]

urlpatterns = [
    path("", leagues.league_list, name="league_list"),
    path("new/", leagues.league_new, name="league_new"),
    path("first/", first_season.league_first, name="league_first"),
    path("<uuid:league>/", include(_OF_ONE)),
]
