from django.urls import path

from clubs.views.tournaments import paper

urlpatterns = [
    path("g/<uuid:event>/paper/", paper.tournament_paper, name="tournament_paper"),
    path("g/<uuid:event>/paper/links/", paper.paper_links, name="paper_links"),
    path("g/<uuid:event>/paper/poster.pdf", paper.paper_poster, name="paper_poster"),
    path("g/<uuid:event>/paper/badges.pdf", paper.paper_badges, name="paper_badges"),
    path("g/<uuid:event>/paper/check-in.pdf", paper.paper_check_in, name="paper_check_in"),
    path(
        "g/<uuid:event>/paper/print-<int:number>/<str:kind>/",
        paper.paper_print,
        name="paper_print",
    ),
    path("g/<uuid:event>/paper/slips-<int:number>.pdf", paper.paper_slips, name="paper_slips"),
    path(
        "g/<uuid:event>/paper/seating-<int:number>.pdf",
        paper.paper_seating,
        name="paper_seating",
    ),
    path(
        "g/<uuid:event>/paper/standings-<int:number>.pdf",
        paper.paper_standings,
        name="paper_standings",
    ),
    path("g/<uuid:event>/paper/prizes.pdf", paper.paper_prizes, name="paper_prizes"),
    path(
        "g/<uuid:event>/paper/certificates.pdf",
        paper.paper_certificates,
        name="paper_certificates",
    ),
    path("g/<uuid:event>/paper/emergency.pdf", paper.paper_emergency, name="paper_emergency"),
    path("g/<uuid:event>/paper/report.pdf", paper.paper_report, name="paper_report"),
]
