"""Of one player: p/<uuid:player>/."""

from django.urls import path

from clubs.views.people import privacy
from clubs.views.statistics import profiles, years

urlpatterns = [
    path("", profiles.player_show, name="player_show"),
    path("versus/<uuid:other>/", profiles.player_versus, name="player_versus"),
    path("years/<int:year>/", years.player_year, name="player_year"),
    path("years/<int:year>/year.png", years.player_year_picture, name="player_year_picture"),
    path("data/", privacy.player_data, name="player_data"),
    path("data.json", privacy.player_data_json, name="player_data_json"),
    path("names/", privacy.player_names, name="player_names"),
    path("anonymise/", privacy.player_anonymise, name="player_anonymise"),
]
