"""What allauth asks of this installation: who may register, and what happens on signing in."""

import base64
import logging
import secrets
from typing import Any
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.access import Actor
from clubs.http import held_links, takes_passkeys
from clubs.models import LinkKind, User
from clubs.preferences import Preferences, keep_language, keep_on_device
from clubs.queries.people.people import memberships_of
from clubs.seals import seal_text, unseal_text
from clubs.services.people.accounts import end_other_sessions

logger = logging.getLogger(__name__)

REAUTHENTICATION = {  # by allauth's names
    "reauthenticate": _("With the password"),
    "mfa_reauthenticate": _("With a code of the app"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}


class MinimumLength(MinimumLengthValidator):
    """In our words: those of Django are in French where its Italian lacks them."""

    def get_error_message(self) -> str:
        text = gettext("This password is too short: it needs %(count)s characters or more.")
        return text % {"count": self.min_length}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "enter_current_password": _("This is not your current password."),
    }

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

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_email")  # the page from which one came

    def set_password(self, user: User, password: str) -> None:
        """Where somebody else is signed in they are no more, and the list of browsers says so."""
        super().set_password(user, password)
        end_other_sessions(user, self.request.session.session_key)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """In our words, and without passkeys where the browser has none for this address."""
        methods = super().get_reauthentication_methods(user)
        return [
            {**method, "description": REAUTHENTICATION.get(method["id"], method["description"])}
            for method in methods
            if method["id"] != "mfa_reauthenticate:webauthn" or takes_passkeys(self.request)
        ]


class StepAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """The second step of signing in. What opens it is sealed in the database."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This is not right, or it was used already. Try the next one."),
        "unverified_email": _("First confirm each e-mail address of the account, or remove it."),
        "add_email_blocked": _(
            "An account with a second step takes no other address: turn the step off first, and on "
            "again once the address is confirmed."
        ),
    }

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)

    def build_totp_svg(self, url: str) -> str:
        """Our page draws it by its tag `qr`."""
        return ""

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        """A name to start with. allauth calls the first one "Master key"; each opens as much."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return _("Passkey %(number)s") % {"number": count + 1}

    def encrypt(self, text: str) -> str:
        return seal_text(text)

    def decrypt(self, encrypted_text: str) -> str:
        """What no key opens is as good as any other secret: no code fits it."""
        text = unseal_text(encrypted_text)
        if text is None:
            logger.warning("A second step cannot be read: SEALING_KEYS lacks its key.")
            return base64.b32encode(secrets.token_bytes(20)).decode()
        return text


def _open_invitation(actor: Actor) -> UUID | None:
    """The newest invitation that was opened in this browser and has not ended."""
    invitations = [grant for grant in actor.grants if grant.kind == LinkKind.INVITATION]
    return invitations[-1].link_uuid if invitations else None
