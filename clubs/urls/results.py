from django.urls import path

from clubs.views.tournaments import files as tournament_files
from clubs.views.tournaments import results as views

EVENT = "g/<uuid:event>/"

urlpatterns = [
    path(
        "c/<slug:club>/tournaments/import/",
        tournament_files.tournament_import,
        name="tournament_import",
    ),
    path(f"{EVENT}standings/", views.tournament_results, name="tournament_standings"),
    path(f"{EVENT}standings.csv", views.tournament_csv, name="tournament_csv"),
    path(f"{EVENT}standings.xlsx", views.tournament_xlsx, name="tournament_xlsx"),
    path(f"{EVENT}tournament.json", views.tournament_json, name="tournament_json"),
    path(f"{EVENT}results/publish/", views.results_publish, name="results_publish"),
    path(f"{EVENT}results/reopen/", views.results_reopen, name="results_reopen"),
    path(f"{EVENT}prizes/", views.prize_list, name="prize_list"),
]
