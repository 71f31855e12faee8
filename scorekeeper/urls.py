"""Addresses of the whole site. Those of design: see docs/architecture.md."""

from allauth.account.views import RequestLoginCodeView
from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls.pages")),
    path("c/<slug:club>/", include("clubs.urls.clubs")),
    path("t/<uuid:uuid>/", include("clubs.urls.tables")),
    path("g/<uuid:event>/", include("clubs.urls.tournaments")),
    path("p/<uuid:player>/", include("clubs.urls.people")),
    path("", include("clubs.games.french.urls")),
    path("login/link/", RequestLoginCodeView.as_view(), name="account_request_login_code"),
    path("", include("allauth.account.urls")),
]

handler400 = "clubs.views.pages.bad_request"
handler404 = "clubs.views.pages.not_found"
handler500 = "clubs.views.pages.server_error"
