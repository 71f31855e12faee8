from django.urls import path

from clubs.views.people import invitations

urlpatterns = [
    path("invitation/<uuid:uuid>/", invitations.invitation_accept, name="invitation_accept"),
    path(
        "c/<slug:club>/members/<uuid:uuid>/invite/", invitations.member_invite, name="member_invite"
    ),
    path(
        "c/<slug:club>/members/<uuid:uuid>/unlink/", invitations.member_unlink, name="member_unlink"
    ),
]
