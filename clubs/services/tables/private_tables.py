"""Tables of people without an account. Each has a private club of its own, and a secret link."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from clubs.access import (
    Actor,
    may_keep_table,
    may_open_private_table,
    require,
)
from clubs.core.games import DEFAULT_GAME, Rules
from clubs.models import AuditEntry, Club, Link, LinkKind, Player, Sitting
from clubs.models.worded import noting
from clubs.queries.deals.deals import rules_of
from clubs.queries.tables.tables import club_sittings, records_of, same_players
from clubs.services.changes import Action, Change, append_entry, clock
from clubs.services.errors import RequestReused
from clubs.services.ids import made_uuid
from clubs.services.people.links import make_link
from clubs.services.tables.tables import open_table

# The request's id is a secret between the server and the phone that sent it: sent again, it gives
# the link of the table back. The sitting has a receipt of its own, which follows from it.
SITTING = "sitting"
SENT_AGAIN = timedelta(days=1)  # later, an id that is read in an old backup opens nothing


class Opened(NamedTuple):
    """A table, and the link by which one comes back to it."""

    sitting: Sitting
    link: Link


def open_private_table(
    actor: Actor,
    names: Sequence[str],
    rules: Rules,
    *,
    game: str = DEFAULT_GAME,
    active_count: int,
    first_dealer: int = 0,
    name: str = "",
    club_name: str = "",
    time_zone: str,
    request_id: UUID,
) -> Opened:
    """A private club with these people as guests, their table, and its link. Safe to repeat.

    Nobody names such a club: pages tell its tables by their name, else by their day and players,
    in the language of the reader.

    Raises NameTaken for a name that stands twice, and DealRefused as open_table does.
    """
    content = {
        "game": game,
        "rules": rules.to_json(),
        "active_count": active_count,
        "first_dealer": first_dealer,
        **({"name": name} if name else {}),
    }
    try:
        with transaction.atomic():
            done = _table_opened(actor, request_id, content, names)
            if done is not None:
                return done
            require(may_open_private_table(actor))
            club, link = _make_private_club(actor, club_name, rules, time_zone, content, request_id)
            sitting = open_table(
                Actor(actor.key, actor.user, (str(link.uuid),)),
                club,
                names,
                rules,
                game=game,
                active_count=active_count,
                first_dealer=first_dealer,
                name=name,
                request_id=uuid5(request_id, SITTING),
            )
    except IntegrityError:  # PostgreSQL: a twin of this request was quicker by a moment
        done = _table_opened(actor, request_id, content, names)
        if done is None:
            raise
        return done
    return Opened(sitting, link)


def _make_private_club(
    actor: Actor,
    name: str,
    rules: Rules,
    time_zone: str,
    content: dict[str, Any],
    request_id: UUID,
) -> tuple[Club, Link]:
    club = Club(
        uuid=made_uuid(Club, actor.key, request_id),
        slug=None,
        name=name,
        rules=rules.name,
        time_zone=time_zone,
    )
    with noting():
        club.save(force_insert=True)
        link = make_link(club, LinkKind.OWNER, club.uuid, by=actor.user)
        append_entry(
            Change(after=content),
            action=Action.OPEN_PRIVATE_TABLE,
            actor=actor,
            club=club,
            target=("club", club.uuid),
            of=club,
            request_id=request_id,
        )
    return club, link


def _table_opened(
    actor: Actor, request_id: UUID, content: dict[str, Any], names: Sequence[str]
) -> Opened | None:
    """What an earlier send of this request made. Raises RequestReused for another change, or a day
    later.

    Not find_receipt: who sends again may hold the link by now, or may not have got it yet.
    """
    entry = AuditEntry.objects.filter(request_id=request_id).first()
    if entry is None:
        return None
    opened = AuditEntry.objects.filter(request_id=uuid5(request_id, SITTING))
    sitting = Sitting.objects.filter(uuid__in=opened.values("target_uuid")).first()
    same = (entry.action, entry.actor, entry.after) == (
        Action.OPEN_PRIVATE_TABLE,
        actor.key,
        content,
    )
    is_late = entry.at < clock() - SENT_AGAIN
    if is_late or not same or sitting is None or _opening_names(sitting) != list(names):
        raise RequestReused(str(request_id))
    links = Link.objects.filter(club=entry.club, kind=LinkKind.OWNER)
    return Opened(sitting, links.order_by("pk")[0])  # not one that has taken its place since


def _opening_names(sitting: Sitting) -> list[str]:
    """Those who sat down first."""
    entries = AuditEntry.objects.filter(target_uuid=sitting.uuid, action=Action.OPEN_SITTING)
    uuids = entries.get().after["players"]
    names = dict(Player.objects.filter(club=sitting.club).values_list("uuid", "name"))
    return [names.get(UUID(uuid), "") for uuid in uuids]


def open_again(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """The same people once more, by the same rules and name; the turn goes on where it stopped.

    Raises DealRefused when too few of them are left. Safe to repeat.
    """
    require(may_keep_table(actor, sitting.club))
    row = club_sittings(sitting.club).get(pk=sitting.pk)
    same = same_players(row, records_of([row])[row.pk])
    uuids = [str(player.uuid) for player in same.players]
    return open_table(
        actor,
        sitting.club,
        same.players,
        rules_of(sitting),
        game=sitting.game,
        active_count=min(sitting.active_count, len(uuids)),
        first_dealer=uuids.index(same.first_dealer),
        name=sitting.name,
        request_id=request_id,
    )
