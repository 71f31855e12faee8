"""Addresses of the whole site. Those of design: see docs/architecture.md."""

from allauth.account.views import RequestLoginCodeView
from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls.pages")),
    path("", include("clubs.urls.people")),
    path("", include("clubs.urls.rules")),
    path("", include("clubs.urls.leagues")),
    path("", include("clubs.urls.standings")),
    path("", include("clubs.urls.statistics")),
    path("", include("clubs.urls.season_more")),
    path("", include("clubs.urls.imports")),
    path("", include("clubs.urls.exports")),
    path("", include("clubs.urls.invitations")),
    path("", include("clubs.urls.privacy")),
    path("", include("clubs.urls.public")),
    path("", include("clubs.urls.sittings")),
    path("", include("clubs.urls.seats")),
    path("", include("clubs.urls.history")),
    path("", include("clubs.urls.bulk")),
    path("", include("clubs.urls.french_advice")),
    path("", include("clubs.urls.links")),
    path("", include("clubs.urls.live")),
    path("", include("clubs.urls.paper")),
    path("", include("clubs.urls.tournaments")),
    path("", include("clubs.urls.tournament_paper")),
    path("", include("clubs.urls.entries")),
    path("", include("clubs.urls.hall")),
    path("", include("clubs.urls.round_board")),
    path("", include("clubs.urls.slips")),
    path("", include("clubs.urls.rounds")),
    path("", include("clubs.urls.results")),
    path("", include("clubs.urls.rehearsal")),
    path("", include("clubs.urls.offline")),
    path("login/link/", RequestLoginCodeView.as_view(), name="account_request_login_code"),
    path("", include("allauth.account.urls")),
]

handler400 = "clubs.views.pages.bad_request"
handler404 = "clubs.views.pages.not_found"
handler500 = "clubs.views.pages.server_error"
