from django.urls import path

from clubs.views.tournaments import hall_screen
from clubs.views.tournaments.entries import entry_page

urlpatterns = [
    path("g/<uuid:event>/screen/", hall_screen.tournament_screen, name="tournament_screen"),
    path(
        "g/<uuid:event>/screen/board/",
        hall_screen.tournament_screen_poll,
        name="tournament_screen_poll",
    ),
    path(
        "g/<uuid:event>/screen/link/",
        hall_screen.tournament_screen_link,
        name="tournament_screen_link",
    ),
    path("g/<uuid:event>/me/", entry_page.entry_me, name="entry_me"),
    path("g/<uuid:event>/me/live/", entry_page.entry_me_poll, name="entry_me_poll"),
    path("g/<uuid:event>/me/here/", entry_page.entry_me_here, name="entry_me_here"),
]
