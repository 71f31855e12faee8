"""Fixtures for all tests. The settings are those of tests/settings.py."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.db.models.signals import post_migrate
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import settings as property_settings
from pytest_django import DjangoDbBlocker

from tests.again import built_again, forget
from tests.cast import Cast
from tests.emptying import empty_database, remember_its_own

# Time is measured in benchmarks/: on a machine that is busy every example may take long.
property_settings.register_profile("untimed", deadline=None)
property_settings.load_profile("untimed")


@pytest.fixture
def club(db: None) -> Cast:
    """The club of the tests with everybody in it; see tests/cast.py."""
    return built_again(Cast.gather)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Tests that commit leave as little as after Django's flush, but sooner.

    PostgreSQL drops no database that somebody still looks at: a thread of the live server may
    outlast the browser that it answered."""
    with django_db_blocker.unblock():
        remember_its_own()
    post_migrate.connect(forget)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _test: empty_database())
        yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """No test sees the language of the one before."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()
