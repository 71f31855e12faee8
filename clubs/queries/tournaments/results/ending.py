"""The end of a tournament as a card: who won, the podium, and from which round on."""

from collections.abc import Iterator, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.core.lead import lead_of
from clubs.core.tournaments.shapes import TournamentInput
from clubs.core.tournaments.standings import ranks_after
from clubs.dates import date_format
from clubs.models import Tournament, TournamentState
from clubs.numbers import GroupedCount
from clubs.queries.result_cards import ResultCard, ResultLine, first_heading, lead_story
from clubs.queries.tournaments.results.standings import ShownStandings, tournament_standings
from clubs.queries.tournaments.tournaments import names_in, settings_of

PLAYED = (TournamentState.PROVISIONAL, TournamentState.FINAL, TournamentState.ARCHIVED)


def tournament_card(
    tournament: Tournament, shown: ShownStandings | None = None
) -> ResultCard | None:
    """The card, with people under the names of the standings, as they say them; None while rounds
    are still to come. shown are the standings of all rounds, where they are at hand: then two
    queries, else fourteen."""
    if tournament.state not in PLAYED:
        return None
    shown = shown or tournament_standings(tournament, settings_of(tournament).rounds_planned)
    results, settings = shown.results, shown.standings.settings
    rounds = range(1, shown.steps.planned + 1)
    called = names_in(tournament, rounds.stop)
    ranked = {row.player: row.rank for row in shown.standings.rows if row.rank is not None}
    lines = [
        ResultLine(row.rank, called[row.player], row.total)
        for row in shown.standings.rows
        if row.rank is not None
    ]
    ranks: list[tuple[int, Mapping[str, int]]] = [
        (number, ranked if number == shown.after else ranks_after(results, settings, number))
        for number in rounds
    ]
    at = timezone.localtime(tournament.starts_at, tournament.club.zone)
    return ResultCard(
        title=tournament.name,
        place=" · ".join(filter(None, (tournament.club.name, tournament.place))),
        day=date_format(at),
        heading=first_heading([line.rank for line in lines], is_over=True),
        facts=tuple(_tournament_facts(tournament, results, len(rounds))),
        lines=tuple(lines),
        stories=tuple(
            lead_story(lead_of(ranks), called, pgettext("in a sentence", "round %(number)s"))
        ),
    )


def _tournament_facts(
    tournament: Tournament, results: TournamentInput, rounds: int
) -> Iterator[str]:
    if tournament.state == TournamentState.PROVISIONAL:
        yield _("provisional results")
    for count, words in (
        (rounds, ngettext("%(count)s round", "%(count)s rounds", rounds)),
        (
            len(results.tables),
            ngettext("%(count)s table", "%(count)s tables", len(results.tables)),
        ),
        (
            len(results.entries),
            ngettext("%(count)s player", "%(count)s players", len(results.entries)),
        ),
    ):
        yield words % {"count": GroupedCount(count)}
