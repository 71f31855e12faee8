"""Counters of tries, the same for all processes of an installation. docs/decisions/counters.md.

Neither a receipt nor an entry in the log: who tried is nobody's business after a few minutes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.models import Counter
from clubs.trouble import Trouble, trouble_of

_WAIT = 500  # milliseconds for SQLite's one lock of writing; tables that are at play go first
_FOR_EVER = timedelta(days=365)


def count_attempt(key: str, seconds: int) -> int:
    """One more under this key, and how many that makes. Two at once count as two."""
    ends = timezone.now() + timedelta(seconds=seconds)
    with _short_wait():
        counter = Counter(key=_sealed(key), expires_at=ends)
        Counter.objects.bulk_create([counter], ignore_conflicts=True)
        Counter.objects.filter(key=counter.key).update(count=F("count") + 1)
    return attempt_count(key)


def attempt_count(key: str) -> int:
    """How often it was counted; 0 where it never was. A read alone."""
    count = Counter.objects.filter(key=_sealed(key)).values_list("count", flat=True).first()
    return count or 0


def _sealed(key: str) -> str:
    """Keys name the addresses of people: a copy of the database tells none of them."""
    return salted_hmac("feutre.counter", key, algorithm="sha256").hexdigest()


def clear_counters(now: datetime, *, dry_run: bool = False) -> int:
    """Those whose time is over; how many. They count no more before either."""
    over = Counter.objects.filter(expires_at__lte=now)
    if dry_run:
        return over.count()
    rows, _by_model = over.delete()
    return rows


@contextmanager
def _short_wait() -> Iterator[None]:
    """On SQLite a try waits for the lock only so long, and is then refused (503), not let pass."""
    if connection.vendor != "sqlite":
        yield
        return
    without_queue = connection.without_queue()  # type: ignore[attr-defined]
    with without_queue, connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        [usual] = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {_WAIT}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


class CounterCache(BaseCache):
    """What allauth counts with: Django's cache, kept in the table of counters.

    Nothing is thrown out before its time, so no noise of others unlocks an account. Values are
    JSON, not pickles.
    """

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        rows = Counter.objects.filter(pk=self._key(key, version), expires_at__gt=timezone.now())
        content = rows.values_list("content", flat=True).first()
        return default if content is None else content

    def set(
        self,
        key: str,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        row = Counter(pk=self._key(key, version), content=value, expires_at=self._end(timeout))
        with _short_wait():
            Counter.objects.bulk_create(
                [row],
                update_conflicts=True,
                unique_fields=["key"],
                update_fields=["content", "expires_at"],
            )

    def add(
        self,
        key: str,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """False where there is one already; of two at once, for one of them. False, too, when
        SQLite is busy: allauth then refuses the try."""
        pk, ends = self._key(key, version), self._end(timeout)
        try:
            with _short_wait():
                over = Counter.objects.filter(pk=pk, expires_at__lte=timezone.now())
                if over.update(content=value, expires_at=ends):
                    return True
                with transaction.atomic():
                    Counter(pk=pk, content=value, expires_at=ends).save(force_insert=True)
        except (IntegrityError, OperationalError) as error:
            if trouble_of(error) in {None, Trouble.BUSY}:
                return False
            raise
        return True

    def delete(self, key: str, version: int | None = None) -> bool:
        with _short_wait():
            rows, _by_model = Counter.objects.filter(pk=self._key(key, version)).delete()
        return bool(rows)

    def clear(self) -> None:
        Counter.objects.all().delete()

    def _key(self, key: str, version: int | None) -> str:
        return _sealed(self.make_and_validate_key(key, version=version))

    def _end(self, timeout: Any) -> datetime:
        ends = self.get_backend_timeout(timeout)
        if ends is None:
            return timezone.now() + _FOR_EVER
        return datetime.fromtimestamp(ends, UTC)
