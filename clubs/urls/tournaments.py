from django.urls import path

from clubs.views.tournaments import tournaments

EVENT = "g/<uuid:event>/"

urlpatterns = [
    path("c/<slug:club>/tournaments/", tournaments.tournament_list, name="tournament_list"),
    path("c/<slug:club>/tournaments/new/", tournaments.tournament_new, name="tournament_new"),
    path(EVENT, tournaments.tournament_show, name="tournament_show"),
    path(f"{EVENT}next/", tournaments.tournament_next, name="tournament_next"),
    path(f"{EVENT}settings/", tournaments.tournament_settings, name="tournament_settings"),
    path(f"{EVENT}settings/duties/", tournaments.tournament_duty, name="tournament_duty"),
    path(
        f"{EVENT}settings/categories/",
        tournaments.tournament_categories,
        name="tournament_categories",
    ),
    path(f"{EVENT}settings/cancel/", tournaments.tournament_cancel, name="tournament_cancel"),
    path(f"{EVENT}step/", tournaments.tournament_step, name="tournament_step"),
    path(f"{EVENT}stop/", tournaments.tournament_stop, name="tournament_stop"),
]
