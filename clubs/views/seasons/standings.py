"""The pages of the standings of a season, its evenings and its rules, and their files."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import may_manage_league, may_run_evening, visible_evenings
from clubs.exchange.seasons.standings_pdf import season_standings_pdf
from clubs.exchange.seasons.standings_tables import (
    season_standings_csv,
    season_standings_xlsx,
    standings_file_name,
)
from clubs.forms.seasons.standings import AsOfForm
from clubs.http import Request
from clubs.listings.seasons.standings import StandingsTable
from clubs.models import League
from clubs.queries.games import WORDS
from clubs.queries.seasons.evenings import evening_result, evening_rows
from clubs.queries.seasons.leagues import league_data, standings_settings
from clubs.queries.seasons.standings import StandingsPage, standings_page
from clubs.queries.seasons.standings_why import why
from clubs.queries.seasons.standings_words import rule_sentences
from clubs.services.snapshot import snapshot
from clubs.views.shared import (
    find_league,
    in_its_zone,
    render_form,
    sign_in_first,
    whole_number,
)
from clubs.views.statistics.figures import season_frame
from clubs.views.tables.paper import pdf_response

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _frame(request: Request, league: League, tab: str) -> dict[str, object]:
    """Returns the context of the frame around every page of a season."""
    may_manage = may_manage_league(request.actor, league)
    return {**season_frame(league, tab), "may_manage": may_manage}


@sign_in_first
@require_safe
def league_standings(request: Request, club: str, league: UUID) -> HttpResponse:
    """Now, or as they stood on a day: ?as_of=2025-11-14."""
    season = find_league(request, club, league)
    form = AsOfForm.of(request.GET)
    as_of = form.to_date()
    with snapshot():
        page = standings_page(request.actor, season, as_of)
    tables = [StandingsTable(group, season) for group in page.groups if group.lines]
    for table in tables:
        RequestConfig(request, paginate=False).configure(table)
        table.cut(request.GET.get(table.prefixed_page_field))
    context = {
        **_frame(request, season, "standings"),
        "page": page,
        "tables": tables,
        "live_tables": page.live_tables,
        "as_of": as_of.isoformat() if as_of else "",
    }
    return render_form(request, "clubs/seasons/standings/league_standings.html", form, context)


@sign_in_first
@require_safe
def league_why(request: Request, club: str, league: UUID, player: UUID) -> HttpResponse:
    """Explains the rank of a player; ?size=3 where each size has its standings."""
    season = find_league(request, club, league)
    form = AsOfForm.of(request.GET)
    with snapshot():
        data = league_data(season)
        standings = data.standings(form.to_date())
        sizes = list(standings.by_size)
        size = whole_number(request.GET.get("size", "")) or (sizes[0] if sizes else None)
        explanation = why(data, standings, str(player), size if sizes else None)
    if explanation is None:
        raise Http404
    context = {**_frame(request, season, "standings"), "why": explanation, "as_of": standings.as_of}
    return render(request, "clubs/seasons/standings/league_why.html", context)


@sign_in_first
@require_safe
def league_evenings(request: Request, club: str, league: UUID) -> HttpResponse:
    season = find_league(request, club, league)
    with snapshot():
        rows = evening_rows(season)
    context = {**_frame(request, season, "evenings"), "rows": rows}
    return render(request, "clubs/seasons/evenings/league_evenings.html", context)


@sign_in_first
@require_safe
def evening_show(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    evenings = visible_evenings(request.actor)
    night = get_object_or_404(evenings, uuid=evening, league__uuid=league, league__club__slug=club)
    in_its_zone(night.league.club)
    with snapshot():
        result = evening_result(request.actor, night)
    context = {
        **_frame(request, night.league, "evenings"),
        "result": result,
        "may_run": may_run_evening(request.actor, night.league),
    }
    return render(request, "clubs/seasons/evenings/evening_show.html", context)


@sign_in_first
@require_safe
def league_rules(request: Request, club: str, league: UUID) -> HttpResponse:
    season = find_league(request, club, league)
    settings, words = standings_settings(season), WORDS[season.game].counts
    context = {
        **_frame(request, season, "rules"),
        "sentences": rule_sentences(settings, words),
        "note": words.no_more,
        "version": settings.version,
    }
    return render(request, "clubs/seasons/league_rules.html", context)


@sign_in_first
@require_safe
def league_print(request: Request, club: str, league: UUID) -> HttpResponse:
    page = _exported(request, club, league)
    content = season_standings_pdf(page, printed_at=timezone.now())
    return pdf_response(content, standings_file_name(page, "pdf"))


@sign_in_first
@require_safe
def league_csv(request: Request, club: str, league: UUID) -> HttpResponse:
    page = _exported(request, club, league)
    return _attachment(season_standings_csv(page), CSV, standings_file_name(page, "csv"))


@sign_in_first
@require_safe
def league_xlsx(request: Request, club: str, league: UUID) -> HttpResponse:
    page = _exported(request, club, league)
    return _attachment(season_standings_xlsx(page), XLSX, standings_file_name(page, "xlsx"))


def _exported(request: Request, club: str, league: UUID) -> StandingsPage:
    """Returns the standings of the address: at ?as_of, or now for no valid date."""
    season = find_league(request, club, league)
    with snapshot():
        return standings_page(request.actor, season, AsOfForm.of(request.GET).to_date())


def _attachment(content: bytes, kind: str, name: str) -> HttpResponse:
    """Saved under that name."""
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response
