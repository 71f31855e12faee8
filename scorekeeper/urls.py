"""Addresses of the whole site, area by area: see docs/architecture.md."""

from allauth.account.views import RequestLoginCodeView
from django.urls import include, path
from django.views.generic import RedirectView

from clubs.urls.games import ADDRESSES

urlpatterns = [
    path("", include("clubs.urls.pages")),
    path("c/<slug:club>/", include("clubs.urls.clubs")),
    path("t/<uuid:uuid>/", include("clubs.urls.tables")),
    path("g/<uuid:event>/", include("clubs.urls.tournaments")),
    path("p/<uuid:player>/", include("clubs.urls.people")),
    *(pattern for patterns in ADDRESSES.values() for pattern in patterns),
    path("login/link/", RequestLoginCodeView.as_view(), name="account_request_login_code"),
    # The list of passkeys stands on the page of the second step.
    path(
        "account/steps/webauthn/",
        RedirectView.as_view(pattern_name="mfa_index"),
        name="mfa_list_webauthn",
    ),
    path("account/steps/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]

handler400 = "clubs.views.pages.bad_request"
handler404 = "clubs.views.pages.not_found"
handler500 = "clubs.views.pages.server_error"
