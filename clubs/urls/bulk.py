from django.urls import path

from clubs.views.tables import bulk

urlpatterns = [
    path("t/<uuid:uuid>/bulk/", bulk.sitting_bulk, name="sitting_bulk"),
    path("t/<uuid:uuid>/bulk/preview/", bulk.bulk_preview, name="bulk_preview"),
    path("t/<uuid:uuid>/bulk/paste/", bulk.bulk_paste, name="bulk_paste"),
]
