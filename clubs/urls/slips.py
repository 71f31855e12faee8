from django.urls import path

from clubs.views.tournaments.rounds import slip_desk, slips

urlpatterns = [
    path("t/<uuid:uuid>/slip/", slips.slip_show, name="slip_show"),
    path("t/<uuid:uuid>/slip/live/", slips.slip_poll, name="slip_poll"),
    path("g/<uuid:event>/r/<int:number>/slips/", slip_desk.slip_bulk, name="slip_bulk"),
]
