from django.urls import path

from clubs.views.people import players
from clubs.views.tables import plain_scores, seats

urlpatterns = [
    path("t/<uuid:uuid>/seats/", seats.sitting_seats, name="sitting_seats"),
    path("t/<uuid:uuid>/scores/", plain_scores.deal_scores, name="deal_scores"),
    path("c/<slug:club>/members/<uuid:uuid>/join/", players.member_join, name="member_join"),
    path("c/<slug:club>/members/<uuid:uuid>/merge/", players.member_merge, name="member_merge"),
]
