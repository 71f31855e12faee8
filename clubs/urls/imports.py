from django.urls import path

from clubs.views import imports

urlpatterns = [
    path("c/<slug:club>/io/", imports.io_home, name="io_home"),
    path("c/<slug:club>/io/import/", imports.import_new, name="import_new"),
    path("c/<slug:club>/io/import/<uuid:run>/", imports.import_show, name="import_show"),
]
