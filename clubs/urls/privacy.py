from django.urls import path

from clubs.views.people import accounts, privacy

urlpatterns = [
    path("p/<uuid:player>/data/", privacy.player_data, name="player_data"),
    path("p/<uuid:player>/data.json", privacy.player_data_json, name="player_data_json"),
    path("p/<uuid:player>/names/", privacy.player_names, name="player_names"),
    path("p/<uuid:player>/anonymise/", privacy.player_anonymise, name="player_anonymise"),
    path("account/delete/", accounts.account_delete, name="account_delete"),
]
