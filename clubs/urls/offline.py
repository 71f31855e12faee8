from django.urls import path

from clubs.views import offline

urlpatterns = [
    path("sw.js", offline.service_worker, name="service_worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("favicon.ico", offline.favicon, name="favicon"),
    path("offline/", offline.offline_page, name="offline_page"),
    path("token/", offline.token, name="token"),
]
