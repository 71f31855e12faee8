"""What a club shows to visitors: c/<slug:club>/public/."""

from django.urls import path

from clubs.views.seasons import public

urlpatterns = [
    path("", public.public_club, name="public_club"),
    path("feed.atom", public.public_feed, name="public_feed"),
    path("<uuid:league>/", public.public_league, name="public_league"),
    path("<uuid:league>/evenings.ics", public.public_calendar, name="public_calendar"),
    path("<uuid:league>/<uuid:evening>/", public.public_evening, name="public_evening"),
    path(
        "<uuid:league>/<uuid:evening>/evening.png",
        public.public_evening_picture,
        name="public_evening_picture",
    ),
]
