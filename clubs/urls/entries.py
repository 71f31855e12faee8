from django.urls import path

from clubs.views.tournaments.entries import check_in, entries, entry_lists

ENTRY = "g/<uuid:event>/entries/<uuid:entry>/"

urlpatterns = [
    path("g/<uuid:event>/register/", entries.entry_register, name="entry_register"),
    path(
        "g/<uuid:event>/register/<uuid:entry>/",
        entries.entry_registered,
        name="entry_registered",
    ),
    path("g/<uuid:event>/entries/", entries.entry_list, name="entry_list"),
    path("g/<uuid:event>/entries/new/", entries.entry_add, name="entry_add"),
    path("g/<uuid:event>/entries/import/", entry_lists.entry_import, name="entry_import"),
    path("g/<uuid:event>/entries.csv", entry_lists.entries_csv, name="entries_csv"),
    path("g/<uuid:event>/entries.xlsx", entry_lists.entries_xlsx, name="entries_xlsx"),
    path("g/<uuid:event>/teams/", entry_lists.team_list, name="team_list"),
    path(ENTRY, entries.entry_edit, name="entry_edit"),
    path(f"{ENTRY}fee/", entries.entry_fee, name="entry_fee"),
    path(f"{ENTRY}link/", entries.entry_link, name="entry_link"),
    path(f"{ENTRY}withdraw/", entries.entry_withdraw, name="entry_withdraw"),
    path(f"{ENTRY}return/", entries.entry_return, name="entry_return"),
    path(f"{ENTRY}substitute/", entries.entry_substitute, name="entry_substitute"),
    path("g/<uuid:event>/check-in/", check_in.check_in, name="check_in"),
]
