from django.urls import path

from clubs.views.tables import history

urlpatterns = [
    path(
        "t/<uuid:uuid>/<int:number>/restore/<int:version>/",
        history.deal_restore,
        name="deal_restore",
    ),
]
