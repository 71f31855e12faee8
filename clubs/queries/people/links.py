"""Links: found by what somebody scanned or typed, and what the links of one browser lead to."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db.models import F, Q
from django.utils import timezone

from clubs.access import (
    SESSION_LINKS,
    Actor,
    visible_links,
    visible_sittings,
    visible_tournaments,
)
from clubs.choices import rules_title
from clubs.models import (
    Club,
    Entry,
    Link,
    LinkKind,
    Player,
    Role,
    RoundState,
    Sitting,
    SittingState,
    Tournament,
)
from clubs.models.links import code_hashes
from clubs.queries.deals.deals import rules_of
from clubs.queries.people.people import memberships_of
from clubs.queries.tables.tables import (
    TableCard,
    make_card,
    opening_time,
    seats_with_totals,
    with_last_number,
)

DEVICE_KINDS = (LinkKind.OWNER, *SESSION_LINKS)
CODE_TIME = timedelta(hours=24)
FORGOTTEN = timedelta(hours=12)  # after which an open table holds nobody
ON_DEVICE = 12  # tables that the front page lists


def find_link(token: str) -> Link | None:
    """Finds a link by its token, also one that has ended."""
    links = Link.objects.select_related("club").filter(token_hash=Link.hash_of(token))
    return links.first()


def find_code(code: str) -> Link | None:
    """Finds a link by its code. A code is reused: the link that has not ended comes first."""
    links = Link.objects.select_related("club").filter(code_hash__in=code_hashes(code))
    return links.order_by(F("revoked_at").desc(nulls_first=True), "-pk").first()


def find_event(actor: Actor, code: str) -> UUID | None:
    """Returns the tournament with this short address; None where the actor may not see it."""
    events = visible_tournaments(actor).filter(code=code)
    return events.values_list("uuid", flat=True).first()


def is_hidden_event(code: str) -> bool:
    """Returns whether this code is that of a tournament. Ask it where find_event returns None."""
    return Tournament.objects.filter(code=code).exists()


def valid_link(target_uuid: UUID, kind: LinkKind, now: datetime) -> Link | None:
    """The newest link of this kind that has not ended."""
    links = Link.objects.valid(now).filter(target_uuid=target_uuid, kind=kind)
    return links.select_related("club").order_by("-pk").first()


def shown_link(actor: Actor, target_uuid: UUID, kind: LinkKind) -> Link | None:
    """Returns the newest valid link of this kind; None for an actor who may not hand it on."""
    links = visible_links(actor).valid(timezone.now())
    return links.filter(target_uuid=target_uuid, kind=kind).order_by("-pk").first()


def has_ended(link: Link) -> bool:
    """Returns whether a link is revoked, expired, of a session that is over, or of a deleted
    entry."""
    if link.revoked_at or (link.expires_at and link.expires_at <= timezone.now()):
        return True
    if link.kind == LinkKind.PLAYER:
        return event_of(link) is None
    open_sittings = Sitting.objects.open().filter(uuid=link.target_uuid)
    return link.kind in SESSION_LINKS and not open_sittings.exists()


def code_has_ended(link: Link) -> bool:
    """Returns whether the code of a link has ended, though its token may be valid. At a table of
    a tournament codes end with the round, with the tournament, and a day after the seating was
    published."""
    table = Sitting.objects.filter(uuid=link.target_uuid, round__isnull=False)
    sitting = table.select_related("round__tournament").first()
    if sitting is None or sitting.round is None:
        return False
    is_over = sitting.round.state == RoundState.VALIDATED or sitting.round.tournament.is_over
    return is_over or link.made_at + CODE_TIME <= timezone.now()


def event_of(link: Link) -> UUID | None:
    """Returns the tournament of the entry that a player's link is for."""
    entries = Entry.objects.filter(uuid=link.target_uuid)
    return entries.values_list("tournament__uuid", flat=True).first()


def opens_slip(link: Link) -> bool:
    """Returns whether a link is for a table of a tournament."""
    tables = Sitting.objects.filter(uuid=link.target_uuid, round__isnull=False)
    return tables.exists()


def newest_sitting(club: Club) -> Sitting | None:
    """Returns the newest session of a private table, which its link opens."""
    return club.sittings.newest_first().first()


# What the links of this browser lead to


@dataclass(frozen=True, slots=True)
class DeviceTable:
    """A table that this phone keeps, scores or watches by a link. opened_at is in the zone of the
    table.

    may_repeat: the table is the newest of its people, who may open another one: it is closed, or
    was forgotten open on an earlier day.
    """

    card: TableCard
    kind: str
    opened_at: datetime
    may_repeat: bool
    request_id: UUID

    @property
    def players(self) -> list[Player]:
        """Who would sit down again, in seat order."""
        return [seat.player for seat in self.card.seats if not seat.has_left]

    @property
    def rules_title(self) -> str:
        return rules_title(rules_of(self.card.sitting))


def tables_on_device(actor: Actor) -> list[DeviceTable]:
    """The newest first; two queries, none without links. What one's clubs show is left out."""
    kinds = {grant.target_uuid: grant.kind for grant in actor.grants if grant.kind in DEVICE_KINDS}
    if not kinds:
        return []
    own = Q(club__uuid__in=kinds, state__in=[SittingState.OPEN, SittingState.CLOSED])
    guest = Q(uuid__in=kinds, state=SittingState.OPEN) & ~Q(club__in=list(actor.roles))
    rows = visible_sittings(actor).filter(own | guest).order_by("-opened_at", "-pk")
    sittings = with_last_number(rows).prefetch_related(seats_with_totals())
    return list(_device_rows(sittings[:ON_DEVICE], kinds))


def tables_at_play(actor: Actor) -> list[TableCard]:
    """The open tables of one's clubs, the newest first; one query where there are none. Those of
    tournaments stand on their own pages."""
    own = {"club__in": list(actor.roles), "round": None, "state": SittingState.OPEN}
    rows = with_last_number(visible_sittings(actor).filter(**own).order_by("-opened_at", "-pk"))
    return [make_card(row) for row in rows.prefetch_related(seats_with_totals())[:ON_DEVICE]]


def _device_rows(sittings: Iterable[Sitting], kinds: Mapping[UUID, str]) -> Iterator[DeviceTable]:
    """kinds of links by what they are for: a sitting, or the club of a table that is kept."""
    seen: set[int] = set()
    for sitting in sittings:
        is_kept = sitting.club.uuid in kinds
        yield DeviceTable(
            card=make_card(sitting),
            kind=kinds[sitting.club.uuid if is_kept else sitting.uuid],
            opened_at=timezone.localtime(sitting.opened_at, sitting.club.zone),
            may_repeat=is_kept and _is_over(sitting) and sitting.club.pk not in seen,
            request_id=uuid4(),
        )
        seen.add(sitting.club.pk)


def names_on_device(tables: Iterable[DeviceTable]) -> list[str]:
    """Who has sat at the tables that this phone keeps, each name once, the latest first."""
    cards = (table.card for table in tables if table.kind == LinkKind.OWNER)
    return list(dict.fromkeys(seat.player.name for card in cards for seat in card.seats))


def _is_over(sitting: Sitting) -> bool:
    return not sitting.is_open or timezone.now() - opening_time(sitting) >= FORGOTTEN


def clubs_to_take_into(actor: Actor) -> list[Club]:
    """Lists the clubs into which the actor may bring a private table, by name."""
    return [row.club for row in memberships_of(actor) if actor.has(Role.SCORER, row.club_id)]
