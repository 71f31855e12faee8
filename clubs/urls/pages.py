"""Of nobody in particular: the ways in, aids for everybody, and the files of the browser."""

from django.urls import path

from clubs.views import offline, pages
from clubs.views.people import accounts, invitations, links, people
from clubs.views.statistics import definitions
from clubs.views.tables import paper, private_tables, what_if

urlpatterns = [
    path("", pages.front_page, name="front_page"),
    path("settings/", pages.preferences, name="preferences"),
    path("language/", pages.language_set, name="language_set"),
    path("start/", people.club_start, name="club_start"),
    path("numbers/", definitions.figures_help, name="figures_help"),
    path("invitation/<uuid:uuid>/", invitations.invitation_accept, name="invitation_accept"),
    path("account/sessions/", accounts.session_list, name="session_list"),
    path("account/delete/", accounts.account_delete, name="account_delete"),
    path("try/", what_if.trial, name="trial"),
    path("j/", links.code_enter, name="code_enter"),
    path("j/<str:code>/", links.code_open, name="code_open"),
    path("s/<str:token>/", links.link_open, name="link_open"),
    path("table/", private_tables.table_open, name="table_open"),
    path("blank/", paper.sheet_blank, name="sheet_blank"),
    path("blank/sheet.pdf", paper.sheet_blank_pdf, name="sheet_blank_pdf"),
    path("check/", paper.fingerprint_check, name="fingerprint_check"),
    path("health", pages.health, name="health"),
    path("ready", pages.ready, name="ready"),
    path("sw.js", offline.service_worker, name="service_worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("favicon.ico", offline.favicon, name="favicon"),
    path("offline/", offline.offline_page, name="offline_page"),
    path("offline/unanswered/", offline.unanswered_page, name="unanswered_page"),
    path("token/", offline.token, name="token"),
]
