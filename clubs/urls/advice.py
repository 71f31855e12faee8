from django.urls import path

from clubs.views import advice

urlpatterns = [
    path("try/", advice.trial, name="trial"),
    path("try/hand/", advice.trial_hand, name="trial_hand"),
]
