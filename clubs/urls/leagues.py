from django.urls import path

from clubs.views.seasons import evenings, leagues

SEASON = "c/<slug:club>/s/<uuid:league>/"
EVENING = f"{SEASON}evenings/<uuid:evening>/"

urlpatterns = [
    path("c/<slug:club>/s/", leagues.league_list, name="league_list"),
    path("c/<slug:club>/s/new/", leagues.league_new, name="league_new"),
    path(f"{SEASON}settings/", leagues.league_settings, name="league_settings"),
    path(f"{SEASON}members/", leagues.league_members, name="league_members"),
    path(f"{SEASON}open/", leagues.league_open, name="league_open"),
    path(f"{SEASON}close/", leagues.league_close, name="league_close"),
    path(f"{SEASON}reopen/", leagues.league_reopen, name="league_reopen"),
    path(f"{SEASON}publish/", leagues.league_publish, name="league_publish"),
    path(f"{SEASON}publish/now/", leagues.league_publish_now, name="league_publish_now"),
    path(f"{SEASON}evenings/new/", evenings.evening_new, name="evening_new"),
    path(f"{EVENING}edit/", evenings.evening_edit, name="evening_edit"),
    path(f"{EVENING}open/", evenings.evening_open, name="evening_open"),
    path(f"{EVENING}close/", evenings.evening_close, name="evening_close"),
    path(f"{EVENING}reopen/", evenings.evening_reopen, name="evening_reopen"),
    path(f"{EVENING}cancel/", evenings.evening_cancel, name="evening_cancel"),
    path(f"{EVENING}people/", evenings.evening_people, name="evening_people"),
    path(f"{EVENING}tables/<uuid:table>/attach/", evenings.table_attach, name="table_attach"),
    path(f"{EVENING}tables/<uuid:table>/detach/", evenings.table_detach, name="table_detach"),
    path(f"{EVENING}penalties/new/", evenings.penalty_new, name="penalty_new"),
    path(
        f"{EVENING}penalties/<uuid:penalty>/cancel/",
        evenings.penalty_cancel,
        name="penalty_cancel",
    ),
]
