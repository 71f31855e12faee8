"""What tournaments of a club know of one person, for the page of their data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.models import Confirmation, Entry, Player, Slip


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry that the person holds, or held. told has its columns; is_substitute: came in for
    who entered, from substitute_from on; slips are how often they handed in, confirmed or disputed
    a slip."""

    tournament: str
    starts_at: datetime
    number: int
    name: str
    is_substitute: bool
    substitute_from: int | None
    told: Mapping[str, Any]
    handed_in: int
    confirmed: int
    disputed: int

    @property
    def parts(self) -> list[str]:
        """What they told of themself, for the page; the file has everything."""
        told = [self.told.get(name) for name in ("club_name", "team", "licence", "email")]
        told += [self.told.get("birth_year"), *self.told.get("categories", ())]
        return [str(value) for value in [*told, self.told.get("note")] if value]


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


def entries_of(player: Player) -> tuple[Entered, ...]:
    """The newest tournament first. Of the entry of somebody else, only what concerns the person."""
    held = Q(player=player) | Q(substitutions__player=player)
    rows = Entry.objects.filter(held).distinct().select_related("tournament", "team")
    rows = rows.prefetch_related("substitutions")
    return tuple(
        _entered(entry, player) for entry in rows.order_by("-tournament__starts_at", "-pk")
    )


def _entered(entry: Entry, player: Player) -> Entered:
    own = entry.player_id == player.pk
    came = [change for change in entry.substitutions.all() if change.player_id == player.pk]
    told = {column: getattr(entry, column) for column in COLUMNS} if own else {}
    if own and entry.team:
        told["team"] = entry.team.name
    return Entered(
        tournament=entry.tournament.name,
        starts_at=entry.tournament.starts_at,
        number=entry.number,
        name=entry.name if own else came[0].name,
        is_substitute=not own,
        substitute_from=came[0].from_round if came else None,
        told=told,
        handed_in=Slip.objects.filter(entered_by=entry).count(),
        confirmed=Confirmation.objects.filter(entry=entry).count(),
        disputed=Slip.objects.filter(disputed_by=entry).count(),
    )
