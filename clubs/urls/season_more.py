from django.urls import path

from clubs.views import exports
from clubs.views.seasons import races, screens
from clubs.views.statistics import definitions

SEASON = "c/<slug:club>/s/<uuid:league>/"

urlpatterns = [
    path("numbers/", definitions.figures_help, name="figures_help"),
    path(f"{SEASON}race/", races.league_race, name="league_race"),
    path(f"{SEASON}duels/", races.league_duels, name="league_duels"),
    path(f"{SEASON}screen/", screens.league_screen, name="league_screen"),
    path(f"{SEASON}screen/board/", screens.league_screen_poll, name="league_screen_poll"),
    path(
        f"{SEASON}evenings/<uuid:evening>/evening.ics",
        exports.evening_calendar,
        name="evening_calendar",
    ),
]
