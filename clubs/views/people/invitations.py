"""An organiser invites somebody, who comes in and is a member of the club."""

from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    LinkEnded,
    held_invitations,
    may_invite_player,
    may_unlink_account,
    require,
)
from clubs.forms.people.invitations import InvitationForm
from clubs.http import Request
from clubs.models import Club, Link, Player, Role
from clubs.queries.people.invitations import invited_player, offered_role, shown_invitation
from clubs.queries.people.links import has_ended
from clubs.queries.people.offers import offer_of
from clubs.queries.people.people import own_player
from clubs.services.errors import AccountTaken, PlaysAlready
from clubs.services.people import invitations
from clubs.services.people.links import revoke_link
from clubs.views.limits import INVITATIONS, too_many
from clubs.views.people.links import ShownLink
from clubs.views.people.offers import mail_link, offer_page
from clubs.views.people.people import find_player
from clubs.views.shared import of_club, render_form, request_id, sign_in_first

# Giving one


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def member_invite(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    """`action` of a form is show, mail or revoke."""
    player = find_player(request, club, uuid)
    require(may_invite_player(request.actor, player))
    if request.method == "GET":
        form = InvitationForm(initial={"email": player.email})
        return _invite_page(request, club, player, form)
    if request.POST.get("action") == "revoke":
        return _invitation_revoked(request, club, player)
    if INVITATIONS.is_reached(request):
        return too_many(request, INVITATIONS)
    by_mail = request.POST.get("action") == "mail"
    form = InvitationForm(request.POST, needs_address=by_mail)
    if form.is_valid() and _invitation_given(request, player, form, by_mail=by_mail):
        return redirect("member_invite", club.slug, player.uuid)
    return _invite_page(request, club, player, form)


def _invitation_given(
    request: Request, player: Player, form: InvitationForm, *, by_mail: bool
) -> bool:
    """Whether it was; if not, the form or a message says why."""
    address = form.cleaned_data["email"]
    INVITATIONS.count(request)

    def send(link: Link) -> None:
        context = {"player": player, "club": player.club, "link": link}
        mail_link(
            request, link, player.club.name, "clubs/people/invitation.txt", context, to=address
        )

    try:
        invitations.invite_player(
            request.actor,
            player,
            send=send if by_mail else None,
            request_id=form.cleaned_data["request_id"],
        )
    except AccountTaken:
        messages.info(request, _("%(name)s has an account already.") % {"name": player.name})
        return True
    except OSError:  # of the mail server; smtplib's errors are such
        form.explain_unsent()
        return False
    if by_mail:
        messages.success(request, _("The invitation is on its way to %(to)s.") % {"to": address})
    return True


def _invitation_revoked(request: Request, club: Club, player: Player) -> HttpResponse:
    link = shown_invitation(request.actor, player)
    if link is not None:
        revoke_link(request.actor, link, request_id=request_id(request))
    messages.success(request, _("The link is revoked: it opens nothing any more."))
    return redirect("member_invite", club.slug, player.uuid)


def _invite_page(
    request: Request, club: Club, player: Player, form: InvitationForm
) -> HttpResponse:
    link = shown_invitation(request.actor, player)
    context = {
        "club": club,
        "nav_section": "members",
        "player": player,
        "link": link,
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "may_unlink": may_unlink_account(request.actor, player),
        "request_id": uuid4(),
    }
    return render_form(request, "clubs/people/members/member_invite.html", form, context)


@sign_in_first
@require_POST
@of_club
def member_unlink(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    player = find_player(request, club, uuid)
    invitations.unlink_account(request.actor, player, request_id=request_id(request))
    text = _("%(name)s is not linked to an account any more.")
    messages.success(request, text % {"name": player.name})
    return redirect("member_edit", club.slug, player.uuid)


# Accepting one


@require_http_methods(["GET", "POST"])
def invitation_accept(request: Request, uuid: UUID) -> HttpResponse:
    """Shows an invitation, and accepts it. Everybody who opened the link in this browser is led
    here, also after signing in or up."""
    link = get_object_or_404(held_invitations(request.actor), uuid=uuid)
    if (offered := offer_of(link)) is not None:
        return offer_page(request, offered)
    player = invited_player(link)
    me = request.actor.user
    if player is None:
        raise LinkEnded
    if me is not None and player.user_id == me.pk:
        return redirect("club_home", link.club.slug)
    if has_ended(link):
        raise LinkEnded
    if request.method == "POST" and me is not None:
        return _accepted(request, link, player)
    here = reverse("invitation_accept", args=[link.uuid])
    context = {
        "link": link,
        "player": player,
        "role": Role(offered_role(link)),
        "other": own_player(request.actor, link.club),
        "may_register": settings.REGISTRATION != "closed",
        "here": here,
        "request_id": request_id(request),
    }
    return render(request, "clubs/people/invitation_accept.html", context)


def _accepted(request: Request, link: Link, player: Player) -> HttpResponse:
    try:
        invitations.accept_invitation(request.actor, link, request_id=request_id(request))
    except AccountTaken:
        raise LinkEnded from None  # somebody else was quicker with the same link
    except PlaysAlready:
        return redirect("invitation_accept", link.uuid)  # the page says who one is already
    values = {"club": link.club.name, "name": player.name}
    messages.success(request, _("Welcome to %(club)s: you are %(name)s here.") % values)
    return redirect("club_home", link.club.slug)
