from django.urls import path

from clubs.views.tournaments.rounds import rounds

ROUND = "g/<uuid:event>/r/<int:number>/"

urlpatterns = [
    path("g/<uuid:event>/r/", rounds.round_list, name="round_list"),
    path(f"{ROUND}seating/", rounds.round_seating, name="round_seating"),
    path(f"{ROUND}seating/draw/", rounds.round_draw, name="round_draw"),
    path(f"{ROUND}seating/edit/", rounds.round_edit, name="round_edit"),
    path(f"{ROUND}seating/chart/", rounds.round_chart, name="round_chart"),
    path(f"{ROUND}seating/update/", rounds.round_update, name="round_update"),
    path(f"{ROUND}seating/discard/", rounds.round_discard, name="round_discard"),
    path(f"{ROUND}seating/publish/", rounds.round_publish, name="round_publish"),
    path(f"{ROUND}seating/unpublish/", rounds.round_unpublish, name="round_unpublish"),
    path(f"{ROUND}seating.csv", rounds.seating_file, name="seating_file"),
]
