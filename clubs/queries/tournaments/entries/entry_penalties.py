"""Penalties of a tournament, with who gave them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from clubs.access import Actor
from clubs.models import AuditEntry, Penalty, Tournament
from clubs.queries.tables.log_words import people_by_key, who_text


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """given_by and cancelled_by as the log names them; the second is empty for one that counts."""

    penalty: Penalty
    given_by: str
    cancelled_by: str


def tournament_penalties(tournament: Tournament) -> list[Penalty]:
    """The penalties of all entries, the newest first; cancelled ones too."""
    rows = Penalty.objects.filter(entry__tournament=tournament).select_related("entry")
    return list(rows.order_by("-given_at", "-pk"))


def find_penalty(tournament: Tournament, uuid: UUID) -> Penalty | None:
    """The penalty with this uuid, with its entry and the tournament at hand."""
    rows = Penalty.objects.filter(entry__tournament=tournament).select_related("entry")
    penalty = rows.filter(uuid=uuid).first()
    if penalty is not None and penalty.entry is not None:
        penalty.entry.tournament = tournament
    return penalty


def penalty_lines(
    actor: Actor, tournament: Tournament, penalties: Sequence[Penalty]
) -> list[PenaltyLine]:
    """The penalties with the names of who gave and cancelled them. At most three queries."""
    uuids = [penalty.uuid for penalty in penalties]
    entries = AuditEntry.objects.filter(chain__uuid=tournament.uuid, target_uuid__in=uuids)
    keys = {(e.target_uuid, e.action): e.actor for e in (entries if uuids else ())}
    people = people_by_key(actor, tournament.club, list(keys.values()))

    def who(penalty: Penalty, action: str) -> str:
        key = keys.get((penalty.uuid, action))
        return who_text(key, people) if key else ""

    return [
        PenaltyLine(penalty, who(penalty, "give_penalty"), who(penalty, "cancel_penalty"))
        for penalty in penalties
    ]
