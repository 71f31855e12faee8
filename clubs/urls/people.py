from django.urls import path

from clubs.views.people import people

urlpatterns = [
    path("start/", people.club_start, name="club_start"),
    path("c/<slug:club>/", people.club_home, name="club_home"),
    path("c/<slug:club>/members/", people.member_list, name="member_list"),
    path("c/<slug:club>/members/add/", people.member_add, name="member_add"),
    path("c/<slug:club>/members/<uuid:uuid>/", people.member_edit, name="member_edit"),
    path(
        "c/<slug:club>/members/<uuid:uuid>/archive/", people.member_archive, name="member_archive"
    ),
    path(
        "c/<slug:club>/members/<uuid:uuid>/restore/", people.member_restore, name="member_restore"
    ),
    path("c/<slug:club>/settings/", people.club_settings, name="club_settings"),
    path("c/<slug:club>/settings/roles/", people.role_set, name="role_set"),
    path("c/<slug:club>/settings/roles/remove/", people.role_remove, name="role_remove"),
]
