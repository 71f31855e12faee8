"""The data that tournaments of a club have of one person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.models import Confirmation, Entry, Player, Slip


@dataclass(frozen=True, slots=True)
class PersonalEntry:
    """An entry that the person holds, or held. details has its columns; is_substitute: came in for
    who entered, from substitute_from on; slips are how often they handed in, confirmed or disputed
    a slip."""

    tournament: str
    starts_at: datetime
    number: int
    name: str
    is_substitute: bool
    substitute_from: int | None
    details: Mapping[str, Any]
    handed_in: int
    confirmed: int
    disputed: int

    @property
    def parts(self) -> list[str]:
        """The details of the entry for the page; the file has all of them."""
        names = ("club_name", "team", "licence", "email", "birth_year")
        values = [self.details.get(name) for name in names]
        values += [*self.details.get("categories", ()), self.details.get("note")]
        return [str(value) for value in values if value]


COLUMNS = (
    "uuid",
    "club_name",
    "licence",
    "categories",
    "email",
    "birth_year",
    "fee_paid",
    "fee_paid_at",
    "checked_in_at",
    "check_in_way",
    "first_round",
    "withdrawn_after",
    "note",
    "entered_at",
)


def entered_tournaments(player: Player) -> tuple[PersonalEntry, ...]:
    """Lists the entries, the newest tournament first. Of an entry of somebody else it has only
    what concerns the person."""
    held = Q(player=player) | Q(substitutions__player=player)
    rows = Entry.objects.filter(held, club=player.club_id).distinct()
    rows = rows.select_related("tournament", "team").prefetch_related("substitutions")
    return tuple(
        _entered(entry, player) for entry in rows.order_by("-tournament__starts_at", "-pk")
    )


def _entered(entry: Entry, player: Player) -> PersonalEntry:
    own = entry.player_id == player.pk
    came = [change for change in entry.substitutions.all() if change.player_id == player.pk]
    columns = {column: getattr(entry, column) for column in COLUMNS} if own else {}
    if own and entry.team:
        columns["team"] = entry.team.name
    return PersonalEntry(
        tournament=entry.tournament.name,
        starts_at=entry.tournament.starts_at,
        number=entry.number,
        name=entry.name if own else came[0].name,
        is_substitute=not own,
        substitute_from=came[0].from_round if came else None,
        details=columns,
        handed_in=Slip.objects.filter(entered_by=entry).count(),
        confirmed=Confirmation.objects.filter(entry=entry).count(),
        disputed=Slip.objects.filter(disputed_by=entry).count(),
    )
