"""The end of a tournament: results that are final, opened again, and the prizes.

Source: tournaments.md §3.1, §6.4, §8.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from clubs.access import (
    Actor,
    may_reopen_results,
    may_run_tournament,
)
from clubs.core.tournaments.document import tournament_document
from clubs.models import (
    Publication,
    RoundState,
    Slip,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.results.prizes import PrizePlan, prize_page
from clubs.queries.tournaments.rounds.seatings import short_hash
from clubs.queries.tournaments.tournaments import settings_of, standings_after
from clubs.services.changes import Action
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.changes import tournament_change


def publish_results(
    actor: Actor, tournament: Tournament, *, seen: str = "", request_id: UUID
) -> Publication:
    """Makes the results final. They are kept as they are, under the version that the standings have
    after their corrections. Safe to repeat.

    seen: the standings_mark of those that were looked at; no others are published. Raises
    TournamentRefused (`tournament_step`, `results_disputed`), and TournamentMoved where they are
    others by now.
    """
    with tournament_change(
        Action.PUBLISH_RESULTS, actor, tournament, may_run_tournament, request_id
    ) as log:
        if log.repeated:
            return tournament.publications.get(version=log.written["version"])
        _refuse_unfinished(tournament)
        content = results_content(tournament)
        if seen and seen != short_hash(content["standings"]):
            raise TournamentMoved
        published = Publication.objects.create(
            tournament=tournament,
            version=tournament.standings_version,
            published_at=log.at,
            published_by=actor.user,
            is_final=True,
            content=content,
        )
        tournament.state = TournamentState.FINAL
        tournament.save(update_fields=["state"])
        log.after = {"version": published.version, "content": published.content_hash()}
    return published


def _refuse_unfinished(tournament: Tournament) -> None:
    slips = Slip.objects.filter(sitting__round__tournament=tournament)
    if slips.filter(state=SlipState.DISPUTED).exists():
        raise TournamentRefused.of("results_disputed")
    if tournament.state != TournamentState.PROVISIONAL:
        raise TournamentRefused.of("tournament_step")
    if tournament.rounds.filter(state__in=OPEN).exists():
        raise TournamentRefused.of("round_not_complete")


OPEN = (RoundState.PUBLISHED, RoundState.PLAYING, RoundState.COMPLETE)


def results_content(tournament: Tournament) -> dict[str, Any]:
    """Standings and prizes as they stand; people by the number of their entry, so that who wants to
    be forgotten later is nowhere named."""
    number = settings_of(tournament).rounds_planned or 0
    standings = standings_after(tournament, number)
    page = prize_page(tournament, standings)
    return {
        "standings": tournament_document(tournament.name, standings),
        "prizes": [
            {
                "list": line.award.list,
                "place": line.award.place,
                "number": line.award.number,
                "amount": line.award.amount,
                "goods": list(line.award.goods),
            }
            for line in page.lines
        ],
    }


def reopen_results(
    actor: Actor, tournament: Tournament, *, reason: str, request_id: UUID
) -> Tournament:
    """Final results may be corrected again; the published version stays. By an owner, with a
    reason. Safe to repeat. Raises TournamentRefused (`reopen_reason_required`, `not_final`)."""
    with tournament_change(
        Action.REOPEN_RESULTS, actor, tournament, may_reopen_results, request_id
    ) as log:
        if log.repeated:
            return tournament
        if not reason.strip():
            raise TournamentRefused.of("reopen_reason_required", "reason")
        if tournament.state != TournamentState.FINAL:
            raise TournamentRefused.of("not_final")
        tournament.state = TournamentState.PROVISIONAL
        tournament.standings_version += 1
        tournament.save(update_fields=["state", "standings_version"])
        log.reason = reason.strip()[:200]
    return tournament


def set_prizes(
    actor: Actor, tournament: Tournament, plan: Mapping[str, Any], *, request_id: UUID
) -> Tournament:
    """Sets how prizes are given; queries/tournaments/results/prizes.py describes plan. Safe to
    repeat.

    Raises TournamentRefused (`tournament_step`) once the results are final.
    """
    prizes = PrizePlan.of(plan).to_json()
    with tournament_change(
        Action.SET_PRIZES, actor, tournament, may_run_tournament, request_id, until_over=True
    ) as log:
        if log.repeated:
            log.require_same(log.written, prizes)
            return tournament
        log.before, log.after = tournament.prizes, prizes
        log.is_needless = log.before == prizes
        tournament.prizes = prizes
        tournament.save(update_fields=["prizes"])
    return tournament
