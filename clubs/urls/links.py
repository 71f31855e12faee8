from django.urls import path

from clubs.views.people import links
from clubs.views.tables import guests, private_tables

urlpatterns = [
    path("j/", links.code_enter, name="code_enter"),
    path("j/<str:code>/", links.code_open, name="code_open"),
    path("s/<str:token>/", links.link_open, name="link_open"),
    path("t/<uuid:uuid>/invite/", links.sitting_invite, name="sitting_invite"),
    path("c/<slug:club>/screen/", links.club_screen, name="club_screen"),
    path("t/<uuid:uuid>/player/", guests.guest_player, name="guest_player"),
    path("table/", private_tables.table_open, name="table_open"),
    path("t/<uuid:uuid>/again/", private_tables.table_again, name="table_again"),
    path("t/<uuid:uuid>/take/", private_tables.table_take_over, name="table_take_over"),
]
