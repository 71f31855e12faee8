"""Fixtures for all tests. The settings are those of tests/settings.py."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile
from traceback import extract_stack
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate
from django.test import Client, TransactionTestCase
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from hypothesis import settings as property_settings
from pytest_django import DjangoDbBlocker
from pytest_django.plugin import blocking_manager_key

from clubs.exchange.imports.process import apart, child
from clubs.models import League
from scorekeeper.frames import make_roomy
from tests.again import built_again, forget
from tests.cast import Cast, session_of_user
from tests.emptying import drop_dead_rows, empty_database, forget_its_own, remember_its_own
from tests.example_league import play_example
from tests.hall import Hall, published_hall
from tests.migrated import migrated_database, migrated_file

ROOT = Path(__file__).parent
DATABASE = {"db", "transactional_db", "django_db_setup"}
COUNTS_QUERIES = {"count_queries", "django_assert_num_queries", "django_assert_max_num_queries"}
SIGNED_IN = {"alice", "bob", "charlie", "guest", "organiser"}
FILES_IN_A_PROCESS = (ROOT / "exchange/imports/process", ROOT / "journeys/test_first_steps.py")

# Time is measured in benchmarks/: on a machine that is busy every example may take long.
property_settings.register_profile("untimed", deadline=None, max_examples=50)
property_settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--crossing", action="store_true", help="print joins across clubs")
    parser.addoption(
        "--hostile", default="200:1", help="so many hostile requests: of this seed (200:1)"
    )


def pytest_configure(config: pytest.Config) -> None:
    make_roomy(runtestprotocol)  # a test that stands where a chunk ends may take twice as long
    if config.getoption("--crossing"):
        from tests.crossing import Crossing

        config.pluginmanager.register(Crossing())


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On PostgreSQL nothing is read where no test uses the database: a third of all tests."""
    has_none = not _is_sqlite() and collection_path.name in {"browser", "core"}
    return True if has_none and collection_path.is_dir() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On SQLite everything runs but what is asked of PostgreSQL; there, what the database could
    answer differently: the tests that use it, and the journeys. Of those of pages only such as
    count queries, commit, show statistics, or say `postgresql_too`.

    A page has no SQL of its own: what it asks the database is tested where it is written, and
    tests/queries/test_own_club.py opens every page. What the wrong people
    send is asked by tests/access/test_hostile.py."""
    asks = _asks_sqlite if _is_sqlite() else _asks_the_database
    wanted = {item: asks(item) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if not wanted[item]])
    items[:] = [item for item in items if wanted[item]]
    for item in items:  # sessions differ each time, and nothing that is built after them is known
        getattr(item, "fixturenames", []).sort(key=SIGNED_IN.__contains__)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    yield
    with item.config.stash[blocking_manager_key].unblock():
        drop_dead_rows()


def _is_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == "scorekeeper.sqlite")


def _asks_sqlite(item: pytest.Item) -> bool:
    return item.get_closest_marker("postgresql") is None


def _asks_the_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("sqlite"):
        return False
    if item.get_closest_marker("postgresql_too"):
        return True
    fixtures = set(getattr(item, "fixturenames", ()))
    marker = item.get_closest_marker("django_db")
    if "views" in item.path.parts and item.path.parent.name != "statistics":
        commits = marker is not None and marker.kwargs.get("transaction")
        return commits or not fixtures.isdisjoint(COUNTS_QUERIES)
    return marker is not None or not fixtures.isdisjoint(DATABASE)


@pytest.fixture
def club(db: None) -> Cast:
    """The club of the tests with everybody in it; see tests/cast.py."""
    return built_again(Cast.gather)


@pytest.fixture
def example(club: Cast) -> League:
    """The season of leagues.md §3, played through the services."""
    return play_example(club)


@pytest.fixture
def hall(club: Cast) -> Hall:
    """Eight people at a tournament, its first round published."""
    return published_hall(club, 8)


@pytest.fixture
def sign_in(client: Client, club: Cast) -> Callable[..., Client]:
    """sign_in("Alice"): the client as Alice, in English."""

    def sign_in(name: str = "Charlie", language: str = "en") -> Client:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        client.cookies[settings.SESSION_COOKIE_NAME] = session_of_user(club.user(name))
        return client

    return sign_in


@pytest.fixture
def alice(sign_in: Callable[..., Client]) -> Client:
    """The client as Alice, in English."""
    return sign_in("Alice")


@pytest.fixture
def bob(sign_in: Callable[..., Client]) -> Client:
    """The client as Bob, in English."""
    return sign_in("Bob")


@pytest.fixture
def charlie(sign_in: Callable[..., Client]) -> Client:
    """The client as Charlie, in English."""
    return sign_in("Charlie")


@pytest.fixture
def guest(client: Client, db: None) -> Client:
    """The client of somebody without an account, in English."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


@pytest.fixture
def count_queries() -> Callable[..., int]:
    """count_queries(client, path): how many queries a page costs that answers."""

    def count_queries(client: Client, path: str, status: int = 200) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == status
        return len(captured)

    return count_queries


@pytest.fixture
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether there is a database already that needs only to be looked at."""
    test = connection.settings_dict["TEST"]
    if connection.vendor == "postgresql":
        test["TEMPLATE"] = migrated_database()
        return False
    copyfile(migrated_file(), test["NAME"])
    return True


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
    forget_its_own()
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(scope="session", autouse=True)
def _blocks_in_transactions() -> Iterator[None]:
    """What is read block by block outside a transaction is lost behind pgbouncer.

    Seen in tests that commit: the others are inside a transaction of their own. allauth reads so,
    and scorekeeper/postgresql takes care of it."""
    usual = type(connections["default"]).chunked_cursor

    def chunked_cursor(self: BaseDatabaseWrapper) -> object:
        if not self.in_atomic_block:
            is_allauth = any("/allauth/" in frame.filename for frame in extract_stack())
            assert is_allauth, "iterator() outside a transaction: see services/snapshot.py"
        return usual(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connections["default"]), "chunked_cursor", chunked_cursor, raising=False)
        yield


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """No test sees the language of the one before."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _files_read_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is imported is read without a process of its own, which costs half a second.

    Its answer is the same to the letter. The process is asked about in FILES_IN_A_PROCESS."""

    def answer(content: bytes, sheet: str) -> Any:
        return json.loads(json.dumps(child._file_answer(content, sheet)))

    if not any(request.path.is_relative_to(folder) for folder in FILES_IN_A_PROCESS):
        monkeypatch.setattr(apart, "_ask", answer)
