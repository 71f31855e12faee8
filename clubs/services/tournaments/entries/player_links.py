"""The personal links of entries. Source: tournaments.md §4, §9."""

from uuid import UUID

from django.db.models import Q

from clubs.access import (
    Actor,
    may_desk,
    require,
)
from clubs.models import (
    Entry,
    Link,
    LinkKind,
    Tournament,
)
from clubs.queries.people.links import valid_link
from clubs.services.changes import Action, change
from clubs.services.people.links import link_audit_content, link_written, make_link, revoke
from clubs.services.tournaments.changes import tournament_change


def make_player_link(actor: Actor, entry: Entry, *, request_id: UUID) -> Link:
    """Returns the link that there is, or a new one. Safe to repeat."""
    return _write_link(actor, entry, renew=False, request_id=request_id)


def renew_player_link(actor: Actor, entry: Entry, *, request_id: UUID) -> Link:
    """Replaces the link: the old one opens nothing from now on. Safe to repeat."""
    return _write_link(actor, entry, renew=True, request_id=request_id)


def _write_link(actor: Actor, entry: Entry, *, renew: bool, request_id: UUID) -> Link:
    tournament = entry.tournament
    with tournament_change(
        Action.INVITE, actor, tournament, may_desk, request_id, target=entry
    ) as log:
        if log.repeated:
            return link_written(log.written)
        link = valid_link(entry.uuid, LinkKind.PLAYER, log.at)
        if link is not None and link.can_be_shown and not renew:
            log.is_needless = True
            return link
        revoke(Q(kind=LinkKind.PLAYER, target_uuid=entry.uuid), log.at)
        link = make_link(tournament.club, LinkKind.PLAYER, entry.uuid, by=actor.user)
        log.after = link_audit_content(link)
    return link


def revoke_player_link(actor: Actor, entry: Entry, *, request_id: UUID) -> None:
    """Ends the link. Safe to repeat."""
    tournament = entry.tournament
    with change(Action.REVOKE_LINK, actor, entry, lock=tournament, request_id=request_id) as log:
        require(may_desk(actor, tournament))
        link = None if log.repeated else valid_link(entry.uuid, LinkKind.PLAYER, log.at)
        log.is_needless = link is None
        if link is not None:
            log.before = link_audit_content(link)
            revoke(Q(pk=link.pk), log.at)


def make_player_links(actor: Actor, tournament: Tournament, *, request_id: UUID) -> int:
    """Makes a link for every entry that has none, as badges need them, and returns how many. Safe
    to repeat."""
    with tournament_change(Action.INVITE, actor, tournament, may_desk, request_id) as log:
        if log.repeated:
            return len(log.written["links"])
        entries = dict(tournament.entries.values_list("uuid", "number"))
        kinds = Link.objects.filter(kind=LinkKind.PLAYER, target_uuid__in=entries)
        has_one = set(kinds.valid(log.at).values_list("target_uuid", flat=True))
        links = [
            Link(club=tournament.club, kind=LinkKind.PLAYER, target_uuid=uuid, made_by=actor.user)
            for uuid in entries
            if uuid not in has_one
        ]
        for link in links:
            link.token_hash = Link.hash_of(link.token)
        Link.objects.bulk_create(links)
        log.is_needless = not links
        log.after = {"links": [str(link.uuid) for link in links]}
    return len(links)
