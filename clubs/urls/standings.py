from django.urls import path

from clubs.views.seasons import standings

SEASON = "c/<slug:club>/s/<uuid:league>/"

urlpatterns = [
    path(SEASON, standings.league_standings, name="league_standings"),
    path(f"{SEASON}why/<uuid:player>/", standings.league_why, name="league_why"),
    path(f"{SEASON}evenings/", standings.league_evenings, name="league_evenings"),
    path(f"{SEASON}evenings/<uuid:evening>/", standings.evening_show, name="evening_show"),
    path(f"{SEASON}rules/", standings.league_rules, name="league_rules"),
    path(f"{SEASON}standings.pdf", standings.league_print, name="league_print"),
    path(f"{SEASON}standings.csv", standings.league_csv, name="league_csv"),
    path(f"{SEASON}standings.xlsx", standings.league_xlsx, name="league_xlsx"),
]
