"""A copy of the database that public pages are read from (DATABASE_REPLICA_URL), a little behind.

Sessions, accounts and everything that is written are the first database's always.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, models

REPLICA = "replica"
OWN = frozenset({"user", "counter"})  # models of ours that are about who asks
PAUSE = 10  # seconds until a replica that did not answer is asked again

_reads = ContextVar("reads_replica", default=False)
_away_until = 0.0


class ReplicaRouter:
    """Sends reads to the replica inside reading_replica(), and nothing else."""

    def db_for_read(self, model: type[models.Model], **_hints: Any) -> str:
        meta = model._meta
        is_shown = meta.app_label == "clubs" and meta.model_name not in OWN
        return REPLICA if is_shown and _reads.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: type[models.Model], **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_rows: models.Model, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, *_args: Any, **_hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


@contextmanager
def reading_replica() -> Iterator[None]:
    token = _reads.set(True)
    try:
        yield
    finally:
        _reads.reset(token)


def is_replica_away() -> bool:
    """Whether this process was refused by it a moment ago."""
    return time.monotonic() < _away_until


def note_away() -> None:
    global _away_until
    _away_until = time.monotonic() + PAUSE
