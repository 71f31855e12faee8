"""The settings of a tournament in words: methods and rules of seating, tie-breaks, who leaves."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from clubs.core.seating.draw import Leftovers, SeatingMethod, Separation
from clubs.core.tournaments.settings import (
    FivePlayerForm,
    LateRanking,
    LeaverPolicy,
    TournamentTieBreak,
)

METHODS: Mapping[str, Any] = {
    SeatingMethod.ROTATION: gettext_lazy("rotation"),
    SeatingMethod.RANDOM: gettext_lazy("by chance"),
    SeatingMethod.RANDOM_APART: gettext_lazy("by chance, with few repeats"),
    SeatingMethod.STANDING: gettext_lazy("by the standings"),
    SeatingMethod.STANDING_APART: gettext_lazy("by the standings, with few repeats"),
    SeatingMethod.SNAKE: gettext_lazy("balanced tables"),
    SeatingMethod.FIXED: gettext_lazy("the same tables"),
    SeatingMethod.MANUAL: gettext_lazy("by hand"),
}
LEFTOVERS: Mapping[str, Any] = {
    Leftovers.THREES: gettext_lazy("tables of 3"),
    Leftovers.FIVES: gettext_lazy("tables of 5"),
    Leftovers.BYE: gettext_lazy("byes"),
}
SEPARATIONS: Mapping[str, Any] = {
    Separation.NONE: gettext_lazy("nobody"),
    Separation.TEAM: gettext_lazy("members of a team"),
    Separation.CLUB: gettext_lazy("members of a club, where it can be"),
}
FIVE_FORMS: Mapping[str, Any] = {
    FivePlayerForm.CALLED_KING: gettext_lazy("with a called king"),
    FivePlayerForm.DEALER_SITS_OUT: gettext_lazy("the dealer sits out"),
}
LEAVERS: Mapping[str, Any] = {
    LeaverPolicy.RANKED_LAST: gettext_lazy("ranked last"),
    LeaverPolicy.UNRANKED: gettext_lazy("not ranked"),
    LeaverPolicy.KEEP: gettext_lazy("ranked by their total"),
}
LATECOMERS: Mapping[str, Any] = {
    LateRanking.RANKED: gettext_lazy("ranked like everybody"),
    LateRanking.APART: gettext_lazy("listed apart"),
}
TIE_BREAKS: Mapping[str, Any] = {
    TournamentTieBreak.CONTRACTS_MADE: gettext_lazy("more contracts made"),
    TournamentTieBreak.BEST_ROUND: gettext_lazy("the best round"),
    TournamentTieBreak.ROUNDS_WON: gettext_lazy("more rounds won"),
    TournamentTieBreak.LAST_ROUND: gettext_lazy("the last round"),
    TournamentTieBreak.DIRECT: gettext_lazy("the rounds at one table"),
    TournamentTieBreak.FEWER_PENALTIES: gettext_lazy("fewer penalties"),
    TournamentTieBreak.LOT: gettext_lazy("a draw of lots"),
}
