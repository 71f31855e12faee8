"""Inviting many people at once, one by one: what fails for one is done for the others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from clubs.access import Actor, may_manage_people, require
from clubs.models import Club, Link, Player, Role, RoleOffer
from clubs.queries.people.invitees import Invitee, Outcome
from clubs.services.errors import AccountTaken
from clubs.services.people.invitations import invite_player
from clubs.services.people.offers import offer

SendInvitation = Callable[[Player, str, Link], None]
SendOffer = Callable[[RoleOffer], None]


@dataclass(slots=True)
class ManyInvited:
    """How many got a mail, for how many there is a link to hand over, and the addresses to which
    the mail could not be sent; their links are there all the same."""

    mailed: int = 0
    linked: int = 0
    unsent: list[str] = field(default_factory=list)


def invite_many(
    actor: Actor,
    club: Club,
    people: Iterable[Invitee],
    role: Role,
    *,
    send: SendInvitation,
    send_offer: SendOffer | None,
    request_id: UUID,
) -> ManyInvited:
    """Invites everybody of whom something becomes (Outcome). Each has a receipt of their own: sent
    again, nobody gets a second mail. send_offer is None where no mail is sent."""
    require(may_manage_people(actor, club))
    result = ManyInvited()
    for person in people:
        if not person.is_good:
            continue
        is_mailed = person.outcome == Outcome.MAIL or (
            person.outcome == Outcome.OFFER and send_offer is not None
        )
        try:
            _invite(actor, club, person, role, send, send_offer, request_id)
        except AccountTaken:  # somebody was quicker
            continue
        except OSError:  # of the mail server; smtplib's errors are such
            result.unsent.append(person.address)
        else:
            result.mailed += is_mailed
            result.linked += not is_mailed
    return result


def _invite(
    actor: Actor,
    club: Club,
    person: Invitee,
    role: Role,
    send: SendInvitation,
    send_offer: SendOffer | None,
    request_id: UUID,
) -> None:
    player, address = person.player, person.address
    receipt = uuid5(request_id, str(player.uuid) if player else address.lower())
    if player is None:
        offer(actor, club, address, role, send=send_offer, request_id=receipt)
        return

    def send_link(link: Link) -> None:
        send(player, address, link)

    by_mail = person.outcome == Outcome.MAIL
    chosen = None if role == Role.MEMBER else role
    invite_player(
        actor, player, role=chosen, send=send_link if by_mail else None, request_id=receipt
    )
