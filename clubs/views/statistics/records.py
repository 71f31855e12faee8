"""The records of a club over all seasons, and of one season or one player."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubs.forms.profiles import RecordsForm
from clubs.http import Request
from clubs.listings.statistics.records import record_cards
from clubs.models import Club
from clubs.queries.people.groups import people_in
from clubs.queries.people.people import asked_player, own_player
from clubs.queries.seasons.seasons import club_leagues
from clubs.queries.statistics.profiles import people_asked, rules_played
from clubs.queries.statistics.records import record_book
from clubs.services.snapshot import snapshot
from clubs.views.shared import of_club, render_form, sign_in_first


@sign_in_first
@require_safe
@of_club
def club_records(request: Request, club: Club) -> HttpResponse:
    """?game=, ?league=, ?size=, ?group= and ?player= say whose records."""
    form = RecordsForm(
        request.GET,
        leagues=club_leagues(club),
        played=rules_played(club),
        people=people_asked(club),
        groups=club.groups,
    )
    player, viewer = asked_player(club, form.asked_player()), own_player(request.actor, club)
    population = form.population(club)
    group = form.asked_group()
    with snapshot():
        people = people_in(club, group) if group else None
        book = record_book(population, player=player, people=people, viewer=viewer)
    context = {
        "club": club,
        "nav_section": "season",
        "population": population,
        "player": player,
        "book": book,
        "cards": record_cards(book, population, viewer=viewer, player=player, of_group=bool(group)),
    }
    return render_form(request, "clubs/statistics/club_records.html", form, context)
