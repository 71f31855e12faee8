"""The SQLite backend of Django, whose writers wait in turn instead of trying again and again."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from scorekeeper.sqlite.queue import WriterQueue, queue_of

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
SHORT = 4_000  # characters; a longer statement names many values and rarely comes again
MOST = 1_000  # statements, 2 MB at most of those that the program has


class _Cursor(base.SQLiteCursorWrapper):
    """Writes the placeholders of a statement as SQLite has them once, not each time that it runs:
    that took 10 µs of each of the statements by which a deal is saved."""

    converted: ClassVar[dict[str, str]] = {}

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        known = self.converted.get(query) if param_names is None else None
        if known is not None:
            return known
        converted: str = super().convert_query(query, param_names=param_names)
        if param_names is None and len(query) < SHORT:
            if len(self.converted) >= MOST:
                self.converted.clear()
            self.converted[query] = converted
        return converted


class DatabaseWrapper(base.DatabaseWrapper):
    """A transaction that may write, and a single statement that writes outside one, has its turn in
    the queue of the file from before its BEGIN to its end. Transactions that only read (DEFERRED)
    and databases in memory have none.

    A file that is not there is an error: an empty one in its place would hide the loss. `migrate`
    alone makes it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._queue: WriterQueue | None = None
        self._is_queued = True
        self._is_in_turn = False
        self.execute_wrappers.append(self._execute_in_turn)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.is_in_memory_db():
            return super().get_new_connection(conn_params)
        file = str(conn_params["database"])
        if not os.path.exists(file):
            raise OperationalError(f"the file {file} is not there")
        self._queue = queue_of(file)
        return super().get_new_connection(conn_params)

    @contextmanager
    def without_queue(self) -> Iterator[None]:
        """What is written inside waits only as SQLite does, for its busy_timeout. Outside of
        transactions."""
        self._is_queued = False
        try:
            yield
        finally:
            self._is_queued = True

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=_Cursor)

    def _enter(self) -> None:
        if self._queue is None or not self._is_queued:
            return
        if not self._queue.enter(self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked: others were writing all the time")
        self._is_in_turn = True

    def _leave(self) -> None:
        if self._queue is not None and self._is_in_turn:
            self._is_in_turn = False
            self._queue.leave()

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode != "DEFERRED":  # type: ignore[attr-defined]
            self._enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._leave()  # not after a failure: a rollback follows

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _execute_in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if self.in_atomic_block or not sql.startswith(WRITES):
            return execute(sql, params, many, context)
        self._enter()
        try:
            return execute(sql, params, many, context)
        finally:
            self._leave()
