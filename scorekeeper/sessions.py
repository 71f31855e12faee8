"""The sessions of Django, in its table: each request of a browser that has one begins by reading
it, by a statement that is written once."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import CharField, DateTimeField
from django.utils import timezone

from clubs.models.compiled import Compiled

_SESSIONS: Compiled[Session] = Compiled(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    key=CharField(),
    now=DateTimeField(),
)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        session = _SESSIONS.first(key=self.session_key, now=timezone.now())
        if session is None:
            self._session_key = None
        return session
