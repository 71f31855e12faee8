"""The papers of a tournament: a page that offers them, and each as PDF."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import may_desk, may_run_tournament
from clubs.exchange.tournaments.papers import paper
from clubs.http import Request
from clubs.models import Round, RoundPaper, Tournament
from clubs.queries.tournaments import paper_offers, papers
from clubs.queries.tournaments.results.honours import diplomas_paper, prizes_paper
from clubs.queries.tournaments.results.report import report_paper
from clubs.queries.tournaments.tournaments import last_over
from clubs.services.snapshot import snapshot
from clubs.services.tournaments.entries.player_links import make_player_links
from clubs.services.tournaments.papers import note_printed
from clubs.views.addresses import PublicAddress, site_address
from clubs.views.shared import request_id, sign_in_first
from clubs.views.tables.paper import pdf_response
from clubs.views.tournaments.shared import of_tournament, round_or_404, tournament_context

ON_PAGE = {"1": 1, "2": 2, "4": 4}  # slips, as ?on= says
USUAL_ON_PAGE = 2


def _seated_round(tournament: Tournament, number: int) -> Round:
    """A round that has a seating. Raises Http404 for others."""
    round_ = round_or_404(tournament, number)
    if not round_.plan:
        raise Http404
    return round_


def _paper_response(tournament: Tournament, content: bytes, *kind: object) -> HttpResponse:
    """The PDF under a name that says the tournament and, by kind, what the paper is."""
    head = papers.paper_head(tournament)
    return pdf_response(content, paper.paper_file_name(head, " ".join(map(str, kind))))


@sign_in_first
@require_safe
@of_tournament(may_desk)
def tournament_paper(request: Request, tournament: Tournament) -> HttpResponse:
    """Shows what there is to print now."""
    context = {
        **tournament_context(request, tournament, "paper"),
        "offer": paper_offers.paper_offer(tournament),
        "request_id": uuid4(),
    }
    return render(request, "clubs/tournaments/results/tournament_paper.html", context)


@sign_in_first
@require_POST
@of_tournament(may_desk)
def paper_links(request: Request, tournament: Tournament) -> HttpResponse:
    """Makes a personal link for every entry that has none. Badges need them for their QR codes."""
    count = make_player_links(request.actor, tournament, request_id=request_id(request))
    words = ngettext("One link is made.", "%(count)s links are made.", count) % {"count": count}
    messages.success(request, words)
    return redirect("tournament_paper", tournament.uuid)


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def paper_print(request: Request, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """Notes for which seating a paper is printed, and leads to the paper. The emergency set is of
    all rounds that are drawn."""
    if kind not in RoundPaper.values:
        raise Http404
    _seated_round(tournament, number)
    on_page = request.POST.get("on", "")  # before the note: a damaged body is refused here
    note_printed(request.actor, tournament, RoundPaper(kind), number)
    places = [tournament.uuid] if kind == RoundPaper.EMERGENCY else [tournament.uuid, number]
    address = reverse(f"paper_{kind}", args=places)
    return redirect(f"{address}?on={on_page}" if on_page in ON_PAGE else address)


@sign_in_first
@require_safe
@of_tournament(may_desk)
def paper_poster(request: Request, tournament: Tournament) -> HttpResponse:
    """The poster of a tournament that has a public page. It can be printed before registration
    opens."""
    if tournament.is_practice or not tournament.shows_page:
        raise Http404
    given = PublicAddress.of(request, tournament)
    content = paper.poster_pdf(papers.poster_paper(tournament, given.address, given.typed))
    return _paper_response(tournament, content, _("Poster"))


@sign_in_first
@require_safe
@of_tournament(may_desk)
def paper_badges(request: Request, tournament: Tournament) -> HttpResponse:
    content = paper.badges_pdf(papers.badges_paper(tournament, site_address(request)))
    return _paper_response(tournament, content, _("Badges"))


@sign_in_first
@require_safe
@of_tournament(may_desk)
def paper_check_in(request: Request, tournament: Tournament) -> HttpResponse:
    content = paper.check_in_pdf(papers.check_in_paper(tournament), timezone.now())
    return _paper_response(tournament, content, _("Check-in list"))


@sign_in_first
@require_safe
@of_tournament(may_run_tournament)
def paper_slips(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The slips of a round, ?on= a page: 1, 2 or 4."""
    round_ = _seated_round(tournament, number)
    on_page = ON_PAGE.get(request.GET.get("on", ""), USUAL_ON_PAGE)
    slips = papers.slips_paper(tournament, round_, site_address(request))
    return _paper_response(tournament, paper.slips_pdf(slips, on_page), _("Slips"), number)


@sign_in_first
@require_safe
@of_tournament(may_run_tournament)
def paper_seating(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    seating = papers.seating_paper(tournament, _seated_round(tournament, number))
    return _paper_response(
        tournament, paper.seating_pdf(seating, timezone.now()), _("Seating"), number
    )


@sign_in_first
@require_safe
@of_tournament(may_desk)
def paper_standings(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The standings after a round that is over."""
    if not 1 <= number <= last_over(tournament.rounds.all()):
        raise Http404
    with snapshot():
        standings = papers.standings_paper(tournament, number)
    return _paper_response(
        tournament,
        paper.tournament_standings_pdf(standings, timezone.now()),
        _("Standings"),
        number,
    )


@sign_in_first
@require_safe
@of_tournament(may_run_tournament)
def paper_prizes(request: Request, tournament: Tournament) -> HttpResponse:
    """The list of prizes with room to sign, and a receipt for each."""
    prizes = prizes_paper(tournament, last_over(tournament.rounds.all()))
    content = paper.prizes_pdf(prizes, timezone.now())
    return _paper_response(tournament, content, _("Prizes"))


@sign_in_first
@require_safe
@of_tournament(may_run_tournament)
def paper_certificates(request: Request, tournament: Tournament) -> HttpResponse:
    """The certificates, as soon as one round is over."""
    over = last_over(tournament.rounds.all())
    if not over:
        raise Http404
    content = paper.certificates_pdf(diplomas_paper(tournament, over))
    return _paper_response(tournament, content, _("Certificates"))


@sign_in_first
@require_safe
@of_tournament(may_run_tournament)
def paper_emergency(request: Request, tournament: Tournament) -> HttpResponse:
    emergency_set = papers.emergency_paper(tournament, site_address(request))
    content = paper.emergency_pdf(emergency_set, timezone.now())
    return _paper_response(tournament, content, _("Emergency set"))


@sign_in_first
@require_safe
@of_tournament(may_run_tournament)
def paper_report(request: Request, tournament: Tournament) -> HttpResponse:
    content = paper.report_pdf(report_paper(request.actor, tournament), timezone.now())
    return _paper_response(tournament, content, _("Report"))
