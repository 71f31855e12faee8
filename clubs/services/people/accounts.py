"""Accounts, which belong to a person and not to a club."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet

from clubs.access import Actor, Forbidden
from clubs.models import Club, Confirmation, Entry, User
from clubs.queries.people.accounts import clubs_owned_alone
from clubs.services.changes import Action, change
from clubs.services.errors import OnlyOwner
from clubs.services.people.roles import end_duties, end_membership


def delete_account(actor: Actor) -> None:
    """Deletes the account of the actor with all its roles and duties; players and scores stay.

    Each club that names it gets an entry in the log. There is no receipt, since nobody is left to
    ask again: a second request finds no account and does nothing. Raises OnlyOwner.
    """
    if actor.user is None:
        raise Forbidden
    with transaction.atomic():
        # Clubs come next: who holds one of them may make rows with this account meanwhile.
        rows = User.objects.select_for_update(no_key=True)
        user = rows.filter(pk=actor.user.pk).first()
        if user is None:
            return
        for club in _clubs_that_name(user):
            _leave(actor, club, user)
        user.delete()


def _clubs_that_name(user: User) -> QuerySet[Club]:
    """Those in which the account has a role, or stands in a row on which the log has a word."""
    return Club.objects.filter(
        Q(pk__in=user.memberships.values("club"))
        | Q(pk__in=user.duties.values("club"))
        | Q(pk__in=Entry.objects.filter(fee_taken_by=user).values("club"))
        | Q(pk__in=Confirmation.objects.filter(user=user).values("club"))
    ).order_by("pk")


def _leave(actor: Actor, club: Club, user: User) -> None:
    """Ends what the account is in a club, under its lock: of two owners who delete their accounts
    at the same moment, the second one is refused. What the database would empty by itself when the
    account goes is emptied here, or the log would say that somebody wrote past the program."""
    with change(Action.REMOVE_ROLE, actor, club, lock=club, request_id=None) as entry:
        alone = list(clubs_owned_alone(user))
        if alone:
            raise OnlyOwner(alone)
        if held := user.memberships.filter(club=club).select_related("club", "user").first():
            end_membership(actor, held, entry)
        else:
            entry.before = {"user": str(user.uuid), "role": None}
            end_duties(actor, user.duties.filter(club=club))
        Entry.objects.filter(club=club, fee_taken_by=user).update(fee_taken_by=None)
        Confirmation.objects.filter(club=club, user=user).update(user=None)


def end_session(user: User, pk: int) -> None:
    """Signs the account out in one browser, unless it is gone already."""
    for session in UserSession.objects.filter(user=user, pk=pk):
        session.end()


def end_other_sessions(user: User, key: str | None) -> None:
    """Signs the account out everywhere but in the session with this key."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=key):
        session.end()


def forget_sessions(*, dry_run: bool = False) -> int:
    """Deletes what is noted of browsers that are signed out or have not come back: their address
    and kind. How many."""
    gone = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key"))
    if dry_run:
        return int(gone.count())
    rows, _by_model = gone.delete()
    return int(rows)


def clear_second_steps(user: User) -> int:
    """Deletes app, passkeys and recovery codes of an account whose owner lost them: the password
    alone signs in again. How many."""
    rows, _by_model = Authenticator.objects.filter(user=user).delete()
    return int(rows)
