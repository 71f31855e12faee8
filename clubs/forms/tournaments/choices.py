"""What may be chosen of a tournament, and the methods of seating that a choice stands for."""

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from clubs.core.seating.shapes import NEEDS_STANDINGS, SeatingMethod, Separation
from clubs.core.seating.sizes import Leftovers
from clubs.core.tournaments.settings import (
    FivePlayerForm,
    LateRanking,
    LeaverPolicy,
    SlipDetail,
    TournamentSettings,
)
from clubs.queries.tournaments.rounds.seatings import method_of
from clubs.queries.tournaments.words import SEPARATIONS

KEPT = "kept"  # what an imported tournament has, and no choice here says
FIRST_METHOD = SeatingMethod.RANDOM_APART  # of a first round, where the others need the standings

LEFTOVER_CHOICES = [
    (Leftovers.THREES, _("Fours, and tables of 3 for those who are left over")),
    (Leftovers.FIVES, _("Fours, and tables of 5 for those who are left over")),
    (Leftovers.BYE, _("Fours only: players left over sit the round out")),
]
FIVE_CHOICES = [
    (FivePlayerForm.CALLED_KING, _("All five play, with a called king")),
    (FivePlayerForm.DEALER_SITS_OUT, _("Four play, and the dealer sits out")),
]
FIVE_WORDS = {  # where there is nothing to choose
    FivePlayerForm.CALLED_KING: _("Five at a table: all five play, with a called king."),
    FivePlayerForm.DEALER_SITS_OUT: _("Five at a table: four play, and the dealer sits out."),
}
SLIP_CHOICES = [
    (SlipDetail.DEALS, _("Deal by deal: the scores are computed")),
    (SlipDetail.SCORES, _("The scores of each deal, as the table counted them")),
    (SlipDetail.TOTALS, _("Only the totals of the round")),
]
METHOD_CHOICES = [
    (
        SeatingMethod.ROTATION,
        _("Rotation: all rounds are planned at once, and nobody meets twice if tables allow it"),
    ),
    (SeatingMethod.RANDOM_APART, _("Drawn by lot, with as few repeats as possible")),
    (SeatingMethod.STANDING_APART, _("By the standings, with as few repeats as possible")),
    (SeatingMethod.STANDING, _("By the standings: 1 to 4 at table 1, 5 to 8 at table 2")),
    (SeatingMethod.SNAKE, _("Balanced: tables of equal strength by the standings")),
    (SeatingMethod.RANDOM, _("Drawn by lot, repeats or not")),
    (SeatingMethod.FIXED, _("The same tables in every round")),
    (SeatingMethod.MANUAL, _("By hand")),
]
LAST_CHOICES = [
    ("", _("Like the others")),
    (SeatingMethod.STANDING, _("By the standings: the final at the first table")),
    (SeatingMethod.STANDING_APART, _("By the standings, with as few repeats as possible")),
    (SeatingMethod.SNAKE, _("Balanced: tables of equal strength by the standings")),
]
SEPARATION_CHOICES = [(value, capfirst(SEPARATIONS[value])) for value in Separation]
LEAVER_CHOICES = [
    (LeaverPolicy.RANKED_LAST, _("ranked behind all who stayed")),
    (LeaverPolicy.UNRANKED, _("listed without a rank")),
    (LeaverPolicy.KEEP, _("ranked by their total like everybody")),
]
LATE_CHOICES = [
    (LateRanking.RANKED, _("ranked like everybody")),
    (LateRanking.APART, _("listed behind, without a rank")),
]
CONFIRMATION_CHOICES = [
    (1, _("one other player")),
    (2, _("two other players")),
    (0, _("all players of the table")),
]
CURRENCIES = [(code, code) for code in ("EUR", "CHF", "GBP", "USD")]


def round_methods(
    method: SeatingMethod, last: SeatingMethod | None, rounds: int
) -> list[SeatingMethod]:
    """The methods of the rounds: a first round has no standings yet, and the last may be drawn in
    another way."""
    methods = [method] * max(rounds, 1)
    if last is not None and rounds > 1:
        methods[-1] = last
    if methods[0] in NEEDS_STANDINGS:
        methods[0] = FIRST_METHOD
    return methods


def shown_seating(settings: TournamentSettings) -> tuple[str, str]:
    """The choices that give these methods, or KEPT."""
    rounds = settings.rounds_planned or 1
    here = [method_of(settings, number) for number in range(1, rounds + 1)]
    # Several choices can give the same methods, in a tournament of one round for instance. The
    # first is shown: without a last round of its own before with one.
    for method in SeatingMethod:
        for last in (None, *(SeatingMethod(value) for value, _label in LAST_CHOICES if value)):
            if round_methods(method, last, rounds) == here:
                return method.value, last.value if last else ""
    return KEPT, ""
