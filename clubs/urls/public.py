from django.urls import path

from clubs.views.seasons import public

urlpatterns = [
    path("c/<slug:club>/public/", public.public_club, name="public_club"),
    path("c/<slug:club>/public/feed.atom", public.public_feed, name="public_feed"),
    path("c/<slug:club>/public/<uuid:league>/", public.public_league, name="public_league"),
    path(
        "c/<slug:club>/public/<uuid:league>/evenings.ics",
        public.public_calendar,
        name="public_calendar",
    ),
    path(
        "c/<slug:club>/public/<uuid:league>/<uuid:evening>/",
        public.public_evening,
        name="public_evening",
    ),
]
