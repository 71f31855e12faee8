from django.urls import path

from clubs.views.tournaments.entries import entry_penalties
from clubs.views.tournaments.rounds import announcements as round_announcements
from clubs.views.tournaments.rounds import board as round_board

urlpatterns = [
    path("g/<uuid:event>/r/<int:number>/", round_board.round_board, name="round_board"),
    path(
        "g/<uuid:event>/r/<int:number>/board/",
        round_board.round_board_poll,
        name="round_board_poll",
    ),
    path("g/<uuid:event>/r/<int:number>/clock/", round_board.round_clock, name="round_clock"),
    path("g/<uuid:event>/r/<int:number>/close/", round_board.round_close, name="round_close"),
    path("g/<uuid:event>/r/<int:number>/reopen/", round_board.round_reopen, name="round_reopen"),
    path(
        "g/<uuid:event>/r/<int:number>/t/<int:table>/",
        round_board.round_table,
        name="round_table",
    ),
    path(
        "g/<uuid:event>/announcements/",
        round_announcements.announcement_list,
        name="announcement_list",
    ),
    path(
        "g/<uuid:event>/announcements/<uuid:announcement>/end/",
        round_announcements.announcement_end,
        name="announcement_end",
    ),
    path(
        "g/<uuid:event>/penalties/",
        entry_penalties.entry_penalty_list,
        name="entry_penalty_list",
    ),
    path(
        "g/<uuid:event>/penalties/new/",
        entry_penalties.entry_penalty_new,
        name="entry_penalty_new",
    ),
    path(
        "g/<uuid:event>/penalties/<uuid:penalty>/cancel/",
        entry_penalties.entry_penalty_cancel,
        name="entry_penalty_cancel",
    ),
]
