from django.urls import path

from clubs.views.tables import live

urlpatterns = [
    path("c/<slug:club>/live/", live.club_live, name="club_live"),
    path("c/<slug:club>/live/board/", live.club_live_poll, name="club_live_poll"),
    path("t/<uuid:uuid>/live/", live.sitting_live, name="sitting_live"),
    path("t/<uuid:uuid>/live/board/", live.sitting_live_poll, name="sitting_live_poll"),
    path("t/<uuid:uuid>/new/watch/", live.deal_watch, name="deal_watch"),
]
