"""What allauth asks of this installation: who may register, and what happens on signing in."""

from typing import Any
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from clubs.access import Actor
from clubs.http import held_links
from clubs.models import LinkKind, User
from clubs.preferences import Preferences, keep_language, keep_on_device
from clubs.queries.people.people import memberships_of


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Where accounts come from a club, whoever holds an invitation of one may make theirs."""
        if settings.REGISTRATION == "invite":
            return _open_invitation(Actor.of_user(request.user, held_links(request))) is not None
        return bool(settings.REGISTRATION == "open")

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """An invitation goes first; who is in one club only has no use for a list of clubs."""
        invitation = _open_invitation(Actor.of_user(request.user, held_links(request)))
        if invitation is not None:
            return reverse("invitation_accept", args=[invitation])
        memberships = memberships_of(Actor.of_user(request.user))
        if len(memberships) == 1:
            return reverse("club_home", args=[memberships[0].club.slug])
        url: str = super().get_login_redirect_url(request)
        return url

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """The device takes over the person's own settings, if the account knows any."""
        response: HttpResponse = super().post_login(request, user, **details)
        if user.preferences:
            keep_on_device(response, Preferences.read(user.preferences))
            keep_language(response, str(user.preferences.get("language", "")))
        return response


def _open_invitation(actor: Actor) -> UUID | None:
    """The newest invitation that was opened in this browser and has not ended."""
    invitations = [grant for grant in actor.grants if grant.kind == LinkKind.INVITATION]
    return invitations[-1].link_uuid if invitations else None
