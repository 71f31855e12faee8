"""Counters of tries: the same for every process, and nobody's noise moves another's."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from clubs.models import Counter
from clubs.services import counters
from clubs.views.limits import WRONG_LINKS
from tests.cast import PASSWORD


def in_threads(work, times):
    """What each call gave; the connections of the threads are closed."""

    def one(n):
        try:
            return work(n)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(one, range(times)))


@pytest.mark.django_db(transaction=True)
def test_all_at_once_are_all_counted():
    in_threads(lambda _n: counters.count_attempt("key", 60), 24)

    assert counters.attempt_count("key") == 24


@pytest.mark.django_db(transaction=True)
def test_of_several_who_add_at_once_one_is_told_so():
    added = in_threads(lambda n: cache.add("key", n, 60), 12)

    assert sorted(added) == [False] * 11 + [True]
    assert cache.get("key") == added.index(True)


@pytest.mark.django_db
def test_what_is_over_counts_no_more_and_may_be_added_anew():
    cache.set("key", [1.5], 60)
    assert cache.get("key") == [1.5]
    Counter.objects.update(expires_at=timezone.now())

    assert cache.get("key", []) == []
    assert cache.add("key", True, 60)
    assert not cache.add("key", True, 60)
    assert cache.delete("key")
    assert cache.get("key") is None


@pytest.mark.django_db
def test_clearing_takes_those_whose_time_is_over():
    counters.count_attempt("old", 60)
    counters.count_attempt("new", 3600)
    soon = timezone.now() + timedelta(minutes=2)

    assert counters.clear_counters(soon, dry_run=True) == 1
    assert counters.clear_counters(soon) == 1
    assert (counters.attempt_count("old"), counters.attempt_count("new")) == (0, 1)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_try_that_meets_a_long_write_is_refused_and_not_let_pass():
    begun, tried = Event(), Event()

    def write_long(_n):
        with transaction.atomic():
            begun.set()
            tried.wait(20)

    def guess(_n):
        begun.wait(20)
        try:
            with pytest.raises(OperationalError, match="locked"):
                counters.count_attempt("key", 60)
            assert not cache.add("lock", True, 60)
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout")
                return cursor.fetchone()[0]
        finally:
            tried.set()

    waits = in_threads(lambda n: [write_long, guess][n](n), 2)

    assert waits[1] == 20_000  # the writes of tables wait as long as ever


def test_a_locked_account_stays_locked_whatever_others_try(client, club, rf):
    """1,300 wrong codes from other addresses made the process forget the wrong passwords."""
    wrong = {"login": "alice@example.org", "password": "not that one"}
    for n in range(6):
        client.post("/login/", wrong, REMOTE_ADDR=f"198.51.100.{n}")
    for n in range(1300):
        WRONG_LINKS.count(rf.get("/", REMOTE_ADDR=f"10.0.{n // 250}.{n % 250}"))

    client.post(
        "/login/", {"login": "alice@example.org", "password": PASSWORD}, REMOTE_ADDR="192.0.2.1"
    )

    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_no_row_names_who_tried(client, rf):
    address = "198.51.100.7"
    wrong = {"login": "alice@example.org", "password": "not that one"}
    client.post("/login/", wrong, REMOTE_ADDR=address)
    WRONG_LINKS.count(rf.get("/", REMOTE_ADDR=address))

    rows = str(list(Counter.objects.values_list("key", "content", "count")))

    assert Counter.objects.count() >= 2
    assert address not in rows
    assert "alice" not in rows
