"""Two players who are one person: all that one of them played goes over to the other."""

from collections.abc import Mapping
from uuid import UUID

from clubs.access import Actor, require_manage_people
from clubs.core.names import renamed
from clubs.models import Club, Deal, DealScore, Player, Sitting
from clubs.services.changes import Action, change, find_receipt
from clubs.services.errors import PlayedTogether


def merge_players(actor: Actor, old: Player, new: Player, *, request_id: UUID) -> Player:
    """Everything of old becomes new's, and old is gone. Totals stay as they are. Safe to repeat.

    new is a member since the earlier date of both, and has the account of old unless it has one.
    Raises PlayedTogether when both sat at one table: then they are two.
    """
    club = new.club
    old_uuid = str(old.uuid)
    with change(Action.MERGE_PLAYERS, actor, new, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            entry.require_same(entry.written["player"], old_uuid)
            return new
        require_manage_people(actor, club)
        reread_other(old, new)
        sittings = list(
            Sitting.objects.filter(seats__player=old).select_related("club").order_by("pk")
        )
        together = [s for s in sittings if s.seats.filter(player=new).exists()]
        if together:
            raise PlayedTogether(together)
        for sitting in sittings:
            merge_at(actor, sitting, old, new)
        take_on(old, new)
        entry.after = {"player": old_uuid, "sittings": [str(s.uuid) for s in sittings]}
    return new


def reread_other(old: Player, new: Player) -> None:
    """Somebody of the same club who is not the same already."""
    old.refresh_from_db()
    if old.pk == new.pk or old.club_id != new.club_id:
        raise ValueError("not two players of one club")


def merge_at(actor: Actor, sitting: Sitting, old: Player, new: Player) -> None:
    """At one table, with an entry in its log: from here on its pages say another name."""
    with change(Action.MERGE_PLAYERS, actor, sitting, lock=sitting, request_id=None) as entry:
        entry.after = {"players": replace_players(sitting, {old: new})}


def replace_players(sitting: Sitting, others: Mapping[Player, Player]) -> dict[str, str]:
    """Wherever the sitting names one of these players, it names the other from now on.

    Gives who became whom, by uuid, for the caller's entry in the log: seats remember the former
    uuid, since older entries keep it. The caller holds the lock and has made sure that nobody comes
    to sit twice.
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


def take_on(old: Player, new: Player) -> None:
    """What the rows of the two say; the row of old goes."""
    since = [day for day in (old.member_since, new.member_since) if day is not None]
    user = new.user or old.user
    old.delete()
    new.member_since, new.user = min(since, default=None), user
    new.save(update_fields=["member_since", "user"])


def was_merged(actor: Actor, club: Club, new_uuid: UUID, *, request_id: UUID) -> bool:
    """Whether this very request has been carried out: the player that it names is gone since."""
    receipt = find_receipt(
        request_id, action=Action.MERGE_PLAYERS, actor=actor, target_uuid=new_uuid
    )
    return receipt is not None and receipt.club_id == club.pk
