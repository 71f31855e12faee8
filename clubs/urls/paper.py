from django.urls import path

from clubs.views.tables import paper

urlpatterns = [
    path("t/<uuid:uuid>/print/", paper.sitting_print, name="sitting_print"),
    path("blank/", paper.sheet_blank, name="sheet_blank"),
    path("blank/sheet.pdf", paper.sheet_blank_pdf, name="sheet_blank_pdf"),
    path("check/", paper.fingerprint_check, name="fingerprint_check"),
]
