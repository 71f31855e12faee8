"""The PostgreSQL backend of Django, which also works behind pgbouncer in transaction mode."""

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def chunked_cursor(self) -> Any:
        """A cursor on the server belongs to a session, and outside a transaction pgbouncer may ask
        another one for the next block. We read blocks in transactions; allauth, which looks up
        accounts at every sign-in, does not, and gets its few rows at once."""
        return super().chunked_cursor() if self.in_atomic_block else self.cursor()
