"""The PostgreSQL backend of Django, which also works behind pgbouncer in transaction mode."""

from select import POLLIN, poll
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    def chunked_cursor(self) -> Any:
        """A cursor on the server belongs to a session, and outside a transaction pgbouncer may ask
        another one for the next block. We read blocks in transactions; allauth, which looks up
        accounts at every sign-in, does not, and gets its few rows at once."""
        return super().chunked_cursor() if self.in_atomic_block else self.cursor()

    def is_usable(self) -> bool:
        """Asked once a request of a connection that was kept. A server or a pgbouncer that closed
        it has told the system so: only where something has arrived, or a transaction is open, is
        the server asked, a round trip that every save would pay for."""
        if self.connection is None or self.connection.closed:
            return False
        arrived = poll()
        arrived.register(self.connection.fileno(), POLLIN)
        is_idle = self.connection.info.transaction_status is TransactionStatus.IDLE
        return True if is_idle and not arrived.poll(0) else bool(super().is_usable())
