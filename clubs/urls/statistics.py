from django.urls import path

from clubs.views.statistics import profiles, statistics

urlpatterns = [
    path("p/<uuid:player>/", profiles.player_show, name="player_show"),
    path("p/<uuid:player>/versus/<uuid:other>/", profiles.player_versus, name="player_versus"),
    path("c/<slug:club>/deals/", profiles.deal_list, name="deal_list"),
    path("c/<slug:club>/s/<uuid:league>/takers/", statistics.league_takers, name="league_takers"),
    path(
        "c/<slug:club>/s/<uuid:league>/partners/",
        statistics.league_partners,
        name="league_partners",
    ),
    path(
        "c/<slug:club>/s/<uuid:league>/records/",
        statistics.league_records,
        name="league_records",
    ),
    path("c/<slug:club>/statistics/", statistics.club_statistics, name="club_statistics"),
    path("c/<slug:club>/ratings/", statistics.ratings, name="ratings"),
]
