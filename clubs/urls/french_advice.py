from django.urls import path

from clubs.views import french_advice, what_if

urlpatterns = [
    path("try/", what_if.trial, name="trial"),
    path("try/hand/", french_advice.trial_hand, name="trial_hand"),
]
