"""The pages of the standings of a season, its evenings and its rules, and their files."""

from datetime import date
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import may_manage_league, may_run_evening
from clubs.core.names import is_found
from clubs.dates import date_format
from clubs.exchange.seasons.standings_pdf import season_standings_pdf
from clubs.exchange.seasons.standings_tables import (
    season_standings_csv,
    season_standings_xlsx,
    standings_file_name,
)
from clubs.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, file_named
from clubs.forms.seasons.standings import AsOfForm
from clubs.http import Request, others_than
from clubs.listings.seasons.evenings import EveningListTable
from clubs.listings.seasons.standings import StandingsTable, narrowed, places_among
from clubs.listings.statistics.records import RecordCard, pair_card, record_cards
from clubs.models import Evening, League
from clubs.queries.seasons.counted import counted_words
from clubs.queries.seasons.evening_card import evening_cards
from clubs.queries.seasons.evenings import EveningRow, evening_result, evening_rows
from clubs.queries.seasons.leagues import league_data, standings_settings
from clubs.queries.seasons.standings import StandingsPage, standings_page
from clubs.queries.seasons.standings_why import why
from clubs.queries.seasons.standings_words import rule_sentences
from clubs.queries.statistics.highlights import Highlights, month_highlights
from clubs.services.snapshot import snapshot
from clubs.views.exports import sent
from clubs.views.lists import asked_people, list_tools, search_of
from clubs.views.pictures import picture_response
from clubs.views.shared import (
    cut_page,
    of_evening,
    of_league,
    render_form,
    sign_in_first,
    whole_number,
)
from clubs.views.statistics.figures import season_frame
from clubs.views.tables.paper import pdf_response


def _frame(request: Request, league: League, tab: str) -> dict[str, object]:
    """Returns the context of the frame around every page of a season."""
    may_manage = may_manage_league(request.actor, league)
    return {**season_frame(league, tab), "may_manage": may_manage}


@sign_in_first
@require_safe
@of_league
def league_standings(request: Request, league: League) -> HttpResponse:
    """Now, or as they stood on a day: ?as_of=2025-11-14."""
    form = AsOfForm.of(request.GET)
    as_of = form.to_date()
    with snapshot():
        page = standings_page(request.actor, league, as_of)
        memory = month_highlights(league, as_of or date.max)
    asked, others = asked_people(request, league.club), others_than(request, {"as_of"})
    tables = [
        StandingsTable(
            narrowed(group, asked.has),
            league,
            places=places_among(group.ranked, asked.group) if asked.group is not None else {},
        )
        for group in page.groups
    ]
    tables = [table for table in tables if table.group.lines]
    for table in tables:
        RequestConfig(request, paginate=False).configure(table)
        table.cut(request.GET.get(table.prefixed_page_field))
    context = {
        **_frame(request, league, "standings"),
        "page": page,
        "is_new": "new" in request.GET,
        "tables": tables,
        "tools": list_tools(request, tables[0] if len(tables) == 1 else None, club=league.club),
        "live_tables": page.live_tables,
        "as_of": as_of.isoformat() if as_of else "",
        "others": others,
        "others_query": urlencode(others),
        "memory": memory,
        "memory_cards": memory and _memory_cards(memory),
    }
    return render_form(request, "clubs/seasons/standings/league_standings.html", form, context)


def _memory_cards(memory: Highlights) -> list[RecordCard]:
    cards = list(record_cards(memory.book, memory.population))
    return [*cards, pair_card(memory.pair, memory.population)] if memory.pair else cards


@sign_in_first
@require_safe
@of_league
def league_why(request: Request, league: League, player: UUID) -> HttpResponse:
    """Explains the rank of a player; ?size=3 where each size has its standings."""
    form = AsOfForm.of(request.GET)
    with snapshot():
        explained = get_object_or_404(league.club.players, uuid=player)
        data = league_data(league, by_evening=True, by_table=explained)
        standings = data.standings(form.to_date())
        sizes = list(standings.by_size)
        size = whole_number(request.GET.get("size", "")) or (sizes[0] if sizes else None)
        explanation = why(data, standings, str(player), size if sizes else None)
    if explanation is None:
        raise Http404
    context = {**_frame(request, league, "standings"), "why": explanation, "as_of": standings.as_of}
    return render(request, "clubs/seasons/standings/league_why.html", context)


@sign_in_first
@require_safe
@of_league
def league_evenings(request: Request, league: League) -> HttpResponse:
    with snapshot():
        rows = evening_rows(league)
    asked = search_of(request)
    table = EveningListTable([row for row in rows if is_found(asked, *_searched_words(row))])
    cut_page(request, table)
    context = {
        **_frame(request, league, "evenings"),
        "table": table,
        "tools": list_tools(request, table),
    }
    return render(request, "clubs/seasons/evenings/league_evenings.html", context)


def _searched_words(row: EveningRow) -> tuple[str, ...]:
    """What a search looks through."""
    evening = row.evening
    return evening.name, evening.place, row.winner_names, date_format(evening.held_on)


@sign_in_first
@require_safe
@of_evening
def evening_show(request: Request, evening: Evening) -> HttpResponse:
    with snapshot():
        result = evening_result(request.actor, evening)
        cards = evening_cards(evening.league, result)
    context = {
        **cards._asdict(),
        **_frame(request, evening.league, "evenings"),
        "result": result,
        "may_run": may_run_evening(request.actor, evening.league),
    }
    return render(request, "clubs/seasons/evenings/evening_show.html", context)


@sign_in_first
@require_safe
@of_evening
def evening_picture(request: Request, evening: Evening) -> HttpResponse:
    """How an evening ended, as a picture for a chat."""
    with snapshot():
        card = evening_cards(evening.league, evening_result(request.actor, evening)).sent
    return picture_response(request, card, evening_picture_name(evening))


def evening_picture_name(evening: Evening) -> str:
    return file_named(evening.league.club.name, str(evening.held_on), extension="png")


@sign_in_first
@require_safe
@of_league
def league_rules(request: Request, league: League) -> HttpResponse:
    settings, words = standings_settings(league), counted_words(league.game)
    context = {
        **_frame(request, league, "rules"),
        "sentences": rule_sentences(settings, words),
        "note": words.no_more,
        "version": settings.version,
    }
    return render(request, "clubs/seasons/league_rules.html", context)


@sign_in_first
@require_safe
@of_league
def league_print(request: Request, league: League) -> HttpResponse:
    page = _exported(request, league)
    content = season_standings_pdf(page, printed_at=timezone.now())
    return pdf_response(content, standings_file_name(page, "pdf"))


@sign_in_first
@require_safe
@of_league
def league_csv(request: Request, league: League) -> HttpResponse:
    page = _exported(request, league)
    return sent(season_standings_csv(page), CSV_TYPE, standings_file_name(page, "csv"))


@sign_in_first
@require_safe
@of_league
def league_xlsx(request: Request, league: League) -> HttpResponse:
    page = _exported(request, league)
    return sent(season_standings_xlsx(page), XLSX_TYPE, standings_file_name(page, "xlsx"))


def _exported(request: Request, league: League) -> StandingsPage:
    """Returns the standings of the address: at ?as_of, or now for no valid date."""
    with snapshot():
        return standings_page(request.actor, league, AsOfForm.of(request.GET).to_date())
