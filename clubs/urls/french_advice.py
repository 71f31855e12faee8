from django.urls import path

from clubs.views import french_advice

urlpatterns = [
    path("try/", french_advice.trial, name="trial"),
    path("try/hand/", french_advice.trial_hand, name="trial_hand"),
]
