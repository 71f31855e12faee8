"""The end of a tournament as a card: who won, the podium, and from which round on."""

from collections.abc import Iterator, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.core.lead import lead_of
from clubs.core.tournaments.shapes import TournamentInput
from clubs.core.tournaments.standings import rank_tournament
from clubs.dates import date_format
from clubs.models import Tournament, TournamentState
from clubs.numbers import GroupedCount
from clubs.queries.result_cards import ResultCard, ResultLine, first_heading, lead_story
from clubs.queries.tournaments.tournaments import (
    entries_of,
    holder_name,
    settings_of,
    tournament_input,
)

PLAYED = (TournamentState.PROVISIONAL, TournamentState.FINAL, TournamentState.ARCHIVED)


def tournament_card(
    tournament: Tournament, results: TournamentInput | None = None
) -> ResultCard | None:
    """The card, with people under the names of the standings, as they say them; None while rounds
    are still to come. results are those of the tournament, where they are at hand: then two
    queries, else eleven."""
    if tournament.state not in PLAYED:
        return None
    results, settings = results or tournament_input(tournament), settings_of(tournament)
    rounds = range(1, (settings.rounds_planned or 0) + 1)
    called = {str(one.number): holder_name(one, rounds.stop) for one in entries_of(tournament)}
    after = {number: rank_tournament(results, settings, number).rows for number in rounds}
    rows = after[rounds[-1]] if after else ()
    lines = [
        ResultLine(row.rank, called[row.player], row.total) for row in rows if row.rank is not None
    ]
    ranks: list[tuple[int, Mapping[str, int]]] = [
        (number, {row.player: row.rank for row in told if row.rank is not None})
        for number, told in after.items()
    ]
    at = timezone.localtime(tournament.starts_at, tournament.club.zone)
    return ResultCard(
        title=tournament.name,
        place=" · ".join(filter(None, (tournament.club.name, tournament.place))),
        day=date_format(at, "j F Y"),
        heading=first_heading([line.rank for line in lines], is_over=True),
        facts=tuple(_facts(tournament, results, len(rounds))),
        lines=tuple(lines),
        stories=tuple(
            lead_story(lead_of(ranks), called, pgettext("in a sentence", "round %(number)s"))
        ),
    )


def _facts(tournament: Tournament, results: TournamentInput, rounds: int) -> Iterator[str]:
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
