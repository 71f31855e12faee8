"""Merging two players who are one person: everything that one of them played becomes the
other's."""

from collections.abc import Mapping
from functools import partial
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from clubs.access import (
    Actor,
    may_change_player,
    require,
)
from clubs.core.free_columns import joined_free
from clubs.core.redaction import renamed
from clubs.models import (
    Club,
    Deal,
    DealScore,
    Entry,
    Evening,
    League,
    LeagueMember,
    LeagueState,
    LinkKind,
    Penalty,
    Player,
    Publication,
    PublicName,
    RatingChange,
    Seat,
    Sitting,
    SittingTotal,
    Substitution,
)
from clubs.queries.people.people import Details, player_details
from clubs.queries.tournaments.tournaments import tournaments_played
from clubs.services.changes import Action, change, clock, find_receipt
from clubs.services.deals.sums import lock_tables
from clubs.services.errors import LeagueClosed, PlayedTogether
from clubs.services.files.imports import reword
from clubs.services.people.links import revoke
from clubs.services.people.people import write_details
from clubs.services.seasons.counting import lock_leagues, refuse_frozen
from clubs.services.seasons.ratings import replay_all


def merge_players(actor: Actor, old: Player, new: Player, *, request_id: UUID) -> Player:
    """Everything of old becomes new's, and old is gone. Totals stay as they are. Safe to repeat.

    new is a member since the earlier date of both, and has the account of old unless it has one.
    Raises PlayedTogether when both sat at one table or entered one tournament: they are two;
    LeagueClosed when a closed season names old: at a table, on its list, at an evening or by a
    penalty.
    """
    club = new.club
    old_uuid = str(old.uuid)
    with change(Action.MERGE_PLAYERS, actor, new, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            entry.require_same(entry.written["player"], old_uuid)
            return new
        _reread_other(old, new)
        require(may_change_player(actor, old))
        require(may_change_player(actor, new))
        lock_leagues(club)
        _refuse_named(old)
        refuse_together(old, new)
        sittings = list(_tables_played(old).select_related("club").order_by("pk"))
        # Before tables are locked; live pages may name old.
        tournaments_played(old).update(revision=F("revision") + 1)
        lock_tables(_tables_played(old))
        for sitting in sittings:
            _merge_at(actor, sitting, old, new)
        _take_on(old, new)
        replay_all(club)
        entry.after = {"player": old_uuid, "sittings": [str(s.uuid) for s in sittings]}
    return new


def refuse_together(old: Player, new: Player) -> None:
    """Raise PlayedTogether when both sat at one table or entered one tournament. It reads only: the
    page asks it before it shows what would go over."""
    both = _tables_played(old).filter(pk__in=_tables_played(new).values("pk"))
    together = list(both.select_related("club").order_by("pk"))
    if together or _entered_together(old, new):
        raise PlayedTogether(together)


def _reread_other(old: Player, new: Player) -> None:
    """Somebody of the same club who is not the same already."""
    old.refresh_from_db()
    if old.pk == new.pk or old.club_id != new.club_id:
        raise ValueError("not two players of one club")


def _refuse_named(player: Player) -> None:
    """Raise LeagueClosed when a closed season counts something of this player beside its tables:
    points brought along, a penalty, an evening."""
    named = Q(members__player=player) | Q(evenings__present=player)
    named |= Q(evenings__penalties__player=player)
    closed = League.objects.filter(named, state=LeagueState.CLOSED).select_related("club")
    league = closed.order_by("starts_on", "pk").first()
    if league is not None:
        raise LeagueClosed(league)


def _tables_played(player: Player) -> QuerySet[Sitting]:
    """Selects the tables at which the player sat, or has a total without deals."""
    seated = Q(Exists(Seat.objects.filter(sitting=OuterRef("pk"), player=player)))
    totals = SittingTotal.objects.filter(sitting=OuterRef("pk"), player=player)
    return Sitting.objects.filter(seated | Exists(totals))


def _entered_together(old: Player, new: Player) -> bool:
    """Whether both play in one tournament, by an entry or for somebody else: then they are two,
    wherever they sat."""
    return tournaments_played(old).filter(pk__in=tournaments_played(new).values("pk")).exists()


def _merge_at(actor: Actor, sitting: Sitting, old: Player, new: Player) -> None:
    """Replaces the player at one table, with an entry in its log."""
    with change(Action.MERGE_PLAYERS, actor, sitting, lock=sitting, request_id=None) as entry:
        refuse_frozen(sitting)
        entry.after = {"players": replace_players(sitting, {old: new})}


def replace_players(sitting: Sitting, others: Mapping[Player, Player]) -> dict[str, str]:
    """Replaces players at a sitting, wherever it names them.

    Returns the new uuid by the old one, for the caller's entry in the log: seats remember the
    former uuid, since older entries keep it. The caller holds the lock and has made sure that
    nobody gets two seats.
    """
    names: dict[str, str] = {}
    for seat in list(sitting.seats.filter(player__in=others).select_related("player")):
        old, new = seat.player, others[seat.player]
        names[str(old.uuid)] = str(new.uuid)
        seat.player, seat.former = new, [*seat.former, str(old.uuid)]
        seat.save(update_fields=["player", "former"])
        DealScore.objects.filter(seat=seat).update(player=new)
        Deal.objects.filter(sitting=sitting, taker=old).update(taker=new)
    deals = [deal for deal in sitting.deals.all() if renamed(deal.record, names) != deal.record]
    for deal in deals:
        deal.record = renamed(deal.record, names)
    Deal.objects.bulk_update(deals, ["record"], batch_size=100)
    return names


def _take_on(old: Player, new: Player) -> None:
    """Adds the data of old to new, and deletes old."""
    _take_on_seasons(old, new)
    revoke(Q(kind=LinkKind.INVITATION, target_uuid=old.uuid), clock())
    since = [day for day in (old.member_since, new.member_since) if day is not None]
    user = new.user or old.user
    details = _merged_details(player_details(old), player_details(new))
    old.delete()
    new.member_since, new.user = min(since, default=None), user
    write_details(new, details)
    new.save(update_fields=["member_since", "user", *Details._fields])


def _merged_details(old: Details, new: Details) -> Details:
    """Returns the details of both, those of new first. The public name is hidden if it was so in
    one of the two."""
    # An empty field of new must not hide what was known of old.
    values = {field: getattr(new, field) or getattr(old, field) for field in Details._fields}
    values["categories"] = tuple(dict.fromkeys([*new.categories, *old.categories]))
    values["free_columns"] = joined_free(new.free_columns, old.free_columns)
    if PublicName.HIDDEN in (old.public_name, new.public_name):
        values["public_name"] = PublicName.HIDDEN
    return Details(**values)


def _take_on_seasons(old: Player, new: Player) -> None:
    """Places on the lists of seasons, penalties, totals, ratings, and who came to an evening."""
    held = {row.league_id: row for row in LeagueMember.objects.filter(player=new)}
    for row in LeagueMember.objects.filter(player=old):
        other = held.get(row.league_id)
        if other is None:
            row.player = new
            row.save(update_fields=["player"])
        else:
            row.delete()
            other.carry_over += row.carry_over
            other.number = min(other.number, row.number)
            other.save(update_fields=["carry_over", "number"])
    for model in (Penalty, SittingTotal, RatingChange, Entry, Substitution):
        model._default_manager.filter(player=old).update(player=new)
    for evening in Evening.objects.filter(present=old):
        evening.present.add(new, through_defaults={"club_id": evening.club_id})
    names = {str(old.uuid): str(new.uuid)}
    reword(new.club, partial(renamed, names=names))
    here = Q(league__club=new.club_id) | Q(tournament__club=new.club_id)
    for publication in Publication.objects.filter(here):
        content = renamed(publication.content, names)
        if content != publication.content:
            publication.content = content
            publication.save(update_fields=["content"])


def was_merged(actor: Actor, club: Club, new_uuid: UUID, *, request_id: UUID) -> bool:
    """Whether this very request has been carried out: the player that it names is gone since."""
    receipt = find_receipt(
        request_id, action=Action.MERGE_PLAYERS, actor=actor, target_uuid=new_uuid
    )
    return receipt is not None and receipt.club_id == club.pk
