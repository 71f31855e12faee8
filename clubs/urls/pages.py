from django.urls import path

from clubs.views import pages

urlpatterns = [
    path("", pages.front_page, name="front_page"),
    path("settings/", pages.preferences, name="preferences"),
    path("language/", pages.language_set, name="language_set"),
]
