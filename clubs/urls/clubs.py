"""Of a club: c/<slug:club>/."""

from django.urls import include, path

from clubs.views import exports, imports, rehearsal, rules
from clubs.views.people import (
    groups,
    invitations,
    links,
    many_invitations,
    people,
    players,
    settings,
)
from clubs.views.seasons import first_season
from clubs.views.statistics import profiles, records, statistics, years
from clubs.views.tables import live, tables
from clubs.views.tournaments import set_up, tournaments

urlpatterns = [
    path("", people.club_home, name="club_home"),
    path("members/", people.member_list, name="member_list"),
    path("members/add/", people.member_add, name="member_add"),
    path("members/invite/", many_invitations.members_invite, name="members_invite"),
    path("members/groups/", groups.group_list, name="group_list"),
    path("members/groups/edit/", groups.group_edit, name="group_edit"),
    path("members/<uuid:uuid>/", people.member_edit, name="member_edit"),
    path("members/<uuid:uuid>/archive/", people.member_archive, name="member_archive"),
    path("members/<uuid:uuid>/restore/", people.member_restore, name="member_restore"),
    path("first-steps/end/", first_season.first_steps_end, name="first_steps_end"),
    path("settings/", settings.club_settings, name="club_settings"),
    path("settings/roles/", settings.role_set, name="role_set"),
    path("settings/roles/remove/", settings.role_remove, name="role_remove"),
    path("settings/rules/", rules.rules_list, name="rules_list"),
    path("settings/rules/new/", rules.rules_new, name="rules_new"),
    path("settings/rules/preview/", rules.rules_preview, name="rules_preview"),
    path("settings/rules/<str:name>/", rules.rules_edit, name="rules_edit"),
    path("deals/", profiles.deal_list, name="deal_list"),
    path("statistics/", statistics.club_statistics, name="club_statistics"),
    path("records/", records.club_records, name="club_records"),
    path("years/<int:year>/", years.club_year, name="club_year"),
    path("years/<int:year>/year.png", years.club_year_picture, name="club_year_picture"),
    path("ratings/", statistics.ratings, name="ratings"),
    path("io/", imports.io_home, name="io_home"),
    path("io/import/", imports.import_new, name="import_new"),
    path("io/import/<uuid:run>/", imports.import_show, name="import_show"),
    path("io/import/<uuid:run>/undo/", imports.import_undo, name="import_undo"),
    path("io/export/", exports.club_export, name="club_export"),
    path("io/archive.zip", exports.club_archive, name="club_archive"),
    path("io/deals.csv", exports.deals_csv, name="deals_csv"),
    path("io/deals.xlsx", exports.deals_xlsx, name="deals_xlsx"),
    path("io/totals.csv", exports.totals_csv, name="totals_csv"),
    path("io/totals.xlsx", exports.totals_xlsx, name="totals_xlsx"),
    path("io/members.csv", exports.members_csv, name="members_csv"),
    path("io/members.xlsx", exports.members_xlsx, name="members_xlsx"),
    path("members/<uuid:uuid>/invite/", invitations.member_invite, name="member_invite"),
    path("members/<uuid:uuid>/unlink/", invitations.member_unlink, name="member_unlink"),
    path("tables/", tables.table_list, name="table_list"),
    path("tables/new/", tables.table_new, name="table_new"),
    path("members/<uuid:uuid>/join/", players.member_join, name="member_join"),
    path("members/<uuid:uuid>/merge/", players.member_merge, name="member_merge"),
    path("screen/", links.club_screen_link, name="club_screen_link"),
    path("live/", live.club_screen, name="club_screen"),
    path("live/board/", live.club_screen_poll, name="club_screen_poll"),
    path("tournaments/", tournaments.tournament_list, name="tournament_list"),
    path("tournaments/new/", set_up.tournament_new, name="tournament_new"),
    path("tournaments/import/", set_up.tournament_import, name="tournament_import"),
    path("tournaments/practice/", rehearsal.practice_new, name="practice_new"),
    path("s/", include("clubs.urls.seasons")),
    path("public/", include("clubs.urls.public")),
]
