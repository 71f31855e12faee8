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
    require,
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
from clubs.services.changes import Action, change
from clubs.services.errors import TournamentMoved, TournamentRefused


def publish_results(
    actor: Actor, tournament: Tournament, *, seen: str = "", request_id: UUID
) -> Publication:
    """The results are final, and kept as they are under the version that the standings have after
    their corrections. Safe to repeat.

    seen: the standings_mark of those that were looked at; no others are published. Raises
    TournamentRefused (`tournament_step`, `results_disputed`), and TournamentMoved where they are
    others by now.
    """
    with change(
        Action.PUBLISH_RESULTS, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return tournament.publications.get(version=entry.written["version"])
        require(may_run_tournament(actor, tournament))
        _refuse_unfinished(tournament)
        content = content_of(tournament)
        if seen and seen != short_hash(content["standings"]):
            raise TournamentMoved
        published = Publication.objects.create(
            tournament=tournament,
            version=tournament.standings_version,
            published_at=entry.at,
            published_by=actor.user,
            is_final=True,
            content=content,
        )
        tournament.state = TournamentState.FINAL
        tournament.save(update_fields=["state"])
        entry.after = {"version": published.version}
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


def content_of(tournament: Tournament) -> dict[str, Any]:
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
    with change(
        Action.REOPEN_RESULTS, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return tournament
        require(may_reopen_results(actor, tournament))
        if not reason.strip():
            raise TournamentRefused.of("reopen_reason_required", "reason")
        if tournament.state != TournamentState.FINAL:
            raise TournamentRefused.of("not_final")
        tournament.state = TournamentState.PROVISIONAL
        tournament.standings_version += 1
        tournament.save(update_fields=["state", "standings_version"])
        entry.reason = reason.strip()[:200]
    return tournament


def set_prizes(
    actor: Actor, tournament: Tournament, plan: Mapping[str, Any], *, request_id: UUID
) -> Tournament:
    """How prizes are given: see queries/tournaments/results/prizes.py. Safe to repeat.

    Raises TournamentRefused (`tournament_step`) once the results are final.
    """
    told = PrizePlan.of(plan).to_json()
    with change(
        Action.SET_PRIZES, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            entry.require_same(entry.written, told)
            return tournament
        require(may_run_tournament(actor, tournament))
        if tournament.is_over:
            raise TournamentRefused.of("tournament_step")
        entry.before, entry.after = tournament.prizes, told
        entry.is_needless = entry.before == told
        tournament.prizes = told
        tournament.save(update_fields=["prizes"])
    return tournament
