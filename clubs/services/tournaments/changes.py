"""Refusals that several steps of a tournament share."""

from clubs.models import Tournament
from clubs.services.errors import TournamentRefused


def refuse_over(tournament: Tournament) -> None:
    """Raises TournamentRefused (`tournament_step`) once the tournament is final, archived or
    cancelled. Source: tournaments.md §3.1."""
    if tournament.is_over:
        raise TournamentRefused.of("tournament_step")
