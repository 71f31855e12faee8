from django.urls import path

from clubs.games.french.views import advice as french_advice
from clubs.views.tables import what_if

urlpatterns = [
    path("try/", what_if.trial, name="trial"),
    path("try/hand/", french_advice.trial_hand, name="trial_hand"),
]
