"""Addresses of French tarot alone."""

from django.urls import path

from clubs.games.french.views import advice

urlpatterns = [path("try/hand/", advice.trial_hand, name="trial_hand")]
