"""Clubs: founding one, its name, its habits and the order of its lists."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.text import slugify

from clubs.access import (
    Actor,
    may_create_club,
    may_end_first_steps,
    may_manage_club,
    require,
)
from clubs.core.games import DEFAULT_RULES
from clubs.models import (
    Club,
    Entry,
    Membership,
    NamedPerson,
    Player,
    Role,
    Substitution,
    Tournament,
    User,
)
from clubs.models.worded import noting
from clubs.services.changes import Action, Change, append_entry, change, find_receipt
from clubs.services.deals.sums import forget_club
from clubs.services.ids import made_uuid
from clubs.services.people.people import Name, make_players, unique_names

SLUG_LENGTH = 50


def create_club(
    actor: Actor,
    name: str,
    *,
    rules: str = DEFAULT_RULES,
    time_zone: str = "Europe/Paris",
    members: Sequence[Name] = (),
    owner_name: str = "",
    request_id: UUID,
) -> Club:
    """A club with its maker as owner, and its first members by name. Safe to repeat.

    owner_name, where given, becomes a player of the club linked to the maker's account. Names that
    stand twice in members are taken once.
    """
    with transaction.atomic(), noting():
        if actor.user is not None:
            # There is no club to lock yet; on PostgreSQL this keeps a double tap in line.
            User.objects.select_for_update().get(pk=actor.user.pk)
        earlier = find_receipt(request_id, action=Action.CREATE_CLUB, actor=actor)
        if earlier is not None:
            return earlier.club
        require(may_create_club(actor))
        club = make_club(
            Club(
                uuid=made_uuid(Club, actor.key, request_id),
                name=name,
                rules=rules,
                time_zone=time_zone,
            )
        )
        if actor.user is not None:
            Membership.objects.create(club=club, user=actor.user, role=Role.OWNER)
        names = unique_names([owner_name, *members] if owner_name else members)
        players = make_players(club, names, member_since=club.today())
        if owner_name and actor.user is not None:
            players[0].user = actor.user
            players[0].save(update_fields=["user"])
        append_entry(
            Change(after={"rules": rules, "players": [str(player.uuid) for player in players]}),
            action=Action.CREATE_CLUB,
            actor=actor,
            club=club,
            target=("club", club.uuid),
            of=club,
            request_id=request_id,
        )
    return club


def make_club(club: Club) -> Club:
    """Saves the club with a free address; where another club took it at the same moment, it
    looks again."""
    while True:
        club.slug = free_slug(club.name)
        try:
            with transaction.atomic():
                club.save(force_insert=True)
        except IntegrityError:
            if not Club.objects.filter(slug=club.slug).exists():
                raise
        else:
            return club


def free_slug(name: str) -> str:
    """An address that no club has, like this name."""
    base = slugify(name)[:SLUG_LENGTH].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def update_club(
    actor: Actor,
    club: Club,
    *,
    name: str,
    time_zone: str,
    rules: str,
    lists_by: str | None = None,
    currency: str | None = None,
    request_id: UUID,
) -> Club:
    """Name, time zone, default rules, what lists of people go by, and the currency of stakes to
    come; None: as before. The address of the club's pages stays."""
    with change(Action.UPDATE_CLUB, actor, club, lock=club, request_id=request_id) as entry:
        lists_by = lists_by or club.lists_by
        after = {"name": name, "time_zone": time_zone, "rules": rules, "lists_by": lists_by}
        if currency:
            after["currency"] = currency
        if entry.repeated:
            entry.require_same(entry.written, after)
            return club
        require(may_manage_club(actor, club))
        entry.before = {column: getattr(club, column) for column in after}
        for column, value in after.items():
            setattr(club, column, value)
        club.save(update_fields=list(after))
        if entry.before["time_zone"] != time_zone:
            forget_club(club)  # tables are of other days now; until tidy pages add up the deals
        if entry.before["lists_by"] != lists_by:
            _put_in_order(club)
        entry.after = after
    return club


def end_first_steps(actor: Actor, club: Club, *, request_id: UUID) -> Club:
    """The home of the club proposes its first steps no more. Safe to repeat."""
    with change(Action.UPDATE_CLUB, actor, club, lock=club, request_id=request_id) as entry:
        require(may_end_first_steps(actor, club))
        entry.is_needless = not club.shows_first_steps
        if not entry.repeated and not entry.is_needless:
            entry.before, entry.after = {"shows_first_steps": True}, {"shows_first_steps": False}
            club.shows_first_steps = False
            club.save(update_fields=["shows_first_steps"])
    return club


def _put_in_order(club: Club) -> None:
    """Everybody, as the lists of the club go from now on. The caller holds its lock."""
    named: tuple[QuerySet[Any], ...] = (
        Player.objects.filter(club=club, anonymised_at=None),
        Entry.objects.filter(tournament__club=club, player__anonymised_at=None),
        Substitution.objects.filter(entry__tournament__club=club, player__anonymised_at=None),
    )
    for rows in named:
        people: list[NamedPerson] = list(rows)
        for person in people:
            person.put_in_order(club)
        rows.model.objects.bulk_update(people, ["sort_key"], batch_size=200)
    # What live pages have in memory is of an older revision from here on.
    Tournament.objects.filter(club=club).update(revision=F("revision") + 1)
