from django.urls import path

from clubs.views import exports

urlpatterns = [
    path("c/<slug:club>/io/export/", exports.club_export, name="club_export"),
    path("c/<slug:club>/io/archive.zip", exports.club_archive, name="club_archive"),
    path("c/<slug:club>/io/deals.csv", exports.deals_csv, name="deals_csv"),
    path("c/<slug:club>/io/deals.xlsx", exports.deals_xlsx, name="deals_xlsx"),
    path("c/<slug:club>/io/totals.csv", exports.totals_csv, name="totals_csv"),
    path("c/<slug:club>/io/totals.xlsx", exports.totals_xlsx, name="totals_xlsx"),
    path("c/<slug:club>/io/members.csv", exports.members_csv, name="members_csv"),
    path("c/<slug:club>/io/members.xlsx", exports.members_xlsx, name="members_xlsx"),
    path("c/<slug:club>/s/<uuid:league>/season.json", exports.league_json, name="league_json"),
    path(
        "c/<slug:club>/s/<uuid:league>/evenings.ics",
        exports.league_calendar,
        name="league_calendar",
    ),
]
