"""Links: given to guests and screens, used, replaced, revoked. docs/decisions/links.md says why so.

The token follows from the uuid of the link (models/links.py), so a link can be shown again; only
the hash of its token is stored.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import get_random_string

from clubs.access import (
    Actor,
    may_desk,
    may_invite,
    may_keep_table,
    may_revoke_link,
    may_show_screen,
    require,
)
from clubs.core.codes import ALPHABET, LENGTH
from clubs.models import Club, Link, LinkKind, Sitting, Tournament, User
from clubs.models.links import code_hashes
from clubs.queries.people.links import valid_link
from clubs.services.changes import Action, change

GUEST_KINDS = (LinkKind.SCORE, LinkKind.WATCH)
WITHOUT_CODE = (LinkKind.OWNER, LinkKind.INVITATION, LinkKind.PLAYER)
GUEST_TIME = timedelta(hours=24)


def invite(
    actor: Actor,
    sitting: Sitting,
    kind: LinkKind,
    *,
    lasts: timedelta | None = None,
    request_id: UUID,
) -> Link:
    """Returns the link by which guests score or watch this session until it is closed. Safe to
    repeat.

    There is one link of each kind: a second request returns the first one. lasts counts from now;
    None gives a new link a day and leaves an old one as it is.
    """
    if kind not in GUEST_KINDS:
        raise ValueError(kind)
    with change(Action.INVITE, actor, sitting, lock=sitting, request_id=request_id) as entry:
        if entry.repeated:
            return link_written(entry.written)
        require(may_invite(actor, sitting))
        link = valid_link(sitting.uuid, kind, entry.at)
        if link is None or not link.can_be_shown:
            revoke(Q(target_uuid=sitting.uuid, kind=kind), entry.at)
            ends = entry.at + (lasts or GUEST_TIME)
            link = make_link(sitting.club, kind, sitting.uuid, by=actor.user, expires_at=ends)
        elif lasts is None:
            entry.is_needless = True
        else:
            entry.before = link_audit_content(link)
            link.expires_at = entry.at + lasts
            link.save(update_fields=["expires_at"])
        entry.after = link_audit_content(link)
    return link


def open_club_screen_link(actor: Actor, club: Club, *, request_id: UUID) -> Link:
    """The link of a screen of the club, without end until it is revoked. Safe to repeat."""
    may = partial(may_show_screen, actor, club)
    return _open_lasting_link(actor, club, LinkKind.CLUB_SCREEN, may, request_id)


def open_tournament_screen_link(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Link:
    """The link of the screens of a tournament, until it is revoked. Safe to repeat."""
    may = partial(may_desk, actor, tournament)
    return _open_lasting_link(actor, tournament, LinkKind.TOURNAMENT_SCREEN, may, request_id)


def _open_lasting_link(
    actor: Actor,
    place: Club | Tournament,
    kind: LinkKind,
    may: Callable[[], bool],
    request_id: UUID,
) -> Link:
    """The link of this kind that can still be shown, or a new one. `may` is asked under the lock
    of the place: what was read before it may be old."""
    with change(Action.INVITE, actor, place, lock=place, request_id=request_id) as entry:
        if entry.repeated:
            return link_written(entry.written)
        require(may())
        link = valid_link(place.uuid, kind, entry.at)
        entry.is_needless = link is not None and link.can_be_shown
        if link is None or not link.can_be_shown:
            revoke(Q(target_uuid=place.uuid, kind=kind), entry.at)
            club = place if isinstance(place, Club) else place.club
            link = make_link(club, kind, place.uuid, by=actor.user)
        entry.after = link_audit_content(link)
    return link


def revoke_tournament_screen_link(
    actor: Actor, tournament: Tournament, *, request_id: UUID
) -> None:
    """Revokes the link of the screens: every one that uses it stops. Safe to repeat."""
    with change(
        Action.REVOKE_LINK, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        require(may_desk(actor, tournament))
        link = valid_link(tournament.uuid, LinkKind.TOURNAMENT_SCREEN, entry.at)
        entry.is_needless = link is None
        if link is not None and not entry.repeated:
            entry.before = link_audit_content(link)
            revoke(Q(target_uuid=tournament.uuid, kind=LinkKind.TOURNAMENT_SCREEN), entry.at)


def renew_owner_link(actor: Actor, club: Club, *, request_id: UUID) -> Link:
    """Replaces the link of a private table; the old one opens nothing any more.

    Safe to repeat, also by the browser that holds the new link by now, and is named after it.
    """
    with change(
        Action.RENEW_OWNER_LINK, actor, club, lock=club, request_id=request_id, of_anyone=True
    ) as entry:
        require(may_keep_table(actor, club))
        if entry.repeated:
            return link_written(entry.written)
        revoke(Q(target_uuid=club.uuid, kind=LinkKind.OWNER), entry.at)
        link = make_link(club, LinkKind.OWNER, club.uuid, by=actor.user)
        entry.after = link_audit_content(link)
    return link


def revoke_link(actor: Actor, link: Link, *, request_id: UUID) -> Link:
    """From now on it opens nothing, also to those who came in by it before. Safe to repeat."""
    tables = Sitting.objects.select_related("club", "round__tournament")
    sitting = tables.filter(uuid=link.target_uuid).first()
    lock = sitting or link.club
    with change(Action.REVOKE_LINK, actor, link, lock=lock, request_id=request_id) as entry:
        require(may_revoke_link(actor, link, sitting))
        entry.is_needless = link.revoked_at is not None
        if not entry.repeated and not entry.is_needless:
            entry.before = link_audit_content(link)
            revoke(Q(pk=link.pk), entry.at)
            link.revoked_at = entry.at
    return link


def make_link(
    club: Club,
    kind: LinkKind,
    target_uuid: UUID,
    *,
    by: User | None,
    expires_at: datetime | None = None,
) -> Link:
    """Saves a link with a code that no other valid link has. Links that last a year have no
    code, since six letters can be guessed in that time; nor have invitations, which make an
    account."""
    link = Link(club=club, kind=kind, target_uuid=target_uuid, made_by=by, expires_at=expires_at)
    link.token_hash = Link.hash_of(link.token)
    while True:
        link.code = None if kind in WITHOUT_CODE else free_codes(1)[0]
        try:
            with transaction.atomic():
                link.save(force_insert=True)
        except IntegrityError:
            if not Link.objects.filter(code_hash=link.code_hash, revoked_at=None).exists():
                raise
        else:
            return link


def new_code() -> str:
    return get_random_string(LENGTH, ALPHABET)


def free_codes(count: int) -> list[str]:
    """So many different ones that no link and no tournament has now."""
    codes: set[str] = set()
    while len(codes) < count:
        codes.update(new_code() for _place in range(count - len(codes)))
        hashes = {each: code for code in codes for each in code_hashes(code)}
        links = Link.objects.filter(code_hash__in=hashes, revoked_at=None).values_list("code_hash")
        events = Tournament.objects.filter(code__in=codes).values_list("code")
        taken = [str(each) for (each,) in links.union(events)]
        codes.difference_update(hashes.get(each, each) for each in taken)
    return sorted(codes)


def revoke(which: Q, at: datetime) -> None:
    Link.objects.filter(which, revoked_at=None).update(revoked_at=at)


def link_audit_content(link: Link) -> dict[str, Any]:
    """Returns a link as the log stores it, without anything that opens it."""
    ends = link.expires_at.isoformat() if link.expires_at else None
    return {"link": str(link.uuid), "kind": str(link.kind), "expires_at": ends}


def link_written(after: dict[str, Any]) -> Link:
    return Link.objects.select_related("club").get(uuid=after["link"])


# Use


def note_use(link: Link) -> None:
    """Somebody came in by it."""
    _note(link.uuid, link.used_on, link.club)


def note_visit(actor: Actor, club: Club) -> None:
    """Somebody looked at a private table without coming in anew: it is used, and not cleared."""
    for grant in actor.grants:
        if grant.kind == LinkKind.OWNER and grant.club_id == club.pk:
            _note(grant.link_uuid, grant.used_on, club)


def _note(link_uuid: UUID, used_on: date | None, club: Club) -> None:
    """Notes the day of use, with at most one write a day and without an entry in the log."""
    today = club.today()
    if used_on != today:
        Link.objects.filter(uuid=link_uuid).update(used_on=today)
