"""What was printed of a round, and for which seating: paper cannot be called back."""

from django.db import transaction
from django.utils import timezone

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.models import Round, RoundPaper, Tournament
from clubs.queries.tournaments.rounds.seatings import seating_mark
from clubs.queries.tournaments.tournaments import entries_of


def note_printed(actor: Actor, tournament: Tournament, paper: RoundPaper, number: int) -> None:
    """Notes that this paper of a round is made now. The emergency set is of all rounds that are
    drawn.

    It is no change of the tournament: nothing is logged, and nobody's page becomes old by it.
    """
    require(may_run_tournament(actor, tournament))
    entries = entries_of(tournament)
    at = timezone.now().isoformat()
    with transaction.atomic():
        rounds = Round.objects.select_for_update().filter(tournament=tournament)
        if paper != RoundPaper.EMERGENCY:
            rounds = rounds.filter(number=number)
        for round_ in rounds.exclude(plan={}):
            round_.printed = {
                **round_.printed,
                paper.value: {"at": at, "mark": seating_mark(round_, entries)},
            }
            round_.save(update_fields=["printed"])
