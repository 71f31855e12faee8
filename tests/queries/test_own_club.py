"""No page reads rows of another club than its own, however many that has: by the plans of
PostgreSQL."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import override_settings

from clubs.queries.distribution import distributed_tables
from tests.access.conftest import session_of
from tests.access.matrix import ROWS
from tests.access.matrix.rows import WHO, Row
from tests.access.scene import Scene
from tests.access.test_access_matrix import sign_in
from tests.big_neighbour import make_big_neighbour

LISTED = re.compile(r"%s(?:, %s)+")
DEAD = 4  # old versions of the rows of this test, which a bitmap of an index counts too
READ = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")


class Plans:
    """Explains every statement that reads, once, and notes those that read more rows of a table in
    one go than all clubs but the big one have there."""

    def __init__(self, most: dict[str, int]) -> None:
        self.most = most
        self.known: set[str] = set()
        self.found: list[str] = []
        self.page = ""
        with connection.cursor() as cursor:
            # The tables of the test are so small that reading all of one seems cheap.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SELECT indexname, tablename FROM pg_indexes")
            self.tables = dict(cursor.fetchall())

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        text = LISTED.sub("%s, …", sql)
        if text.startswith("SELECT") and text not in self.known:
            self.known.add(text)
            with context["connection"].connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                [[[told]]] = cursor.fetchall()
            for table, rows in self.read(told["Plan"]):
                if rows > DEAD * self.most.get(table, rows):
                    self.found.append(f"{self.page}: {rows:.0f} of {table}: {text}")
        return execute(sql, params, many, context)

    def read(self, node: dict[str, Any]) -> Iterator[tuple[str, float]]:
        table = node.get("Relation Name") or self.tables.get(node.get("Index Name", ""))
        if table:
            yield table, sum(node.get(name, 0) for name in READ)
        for below in node.get("Plans", ()):
            yield from self.read(below)


def askers(row: Row) -> list[str]:
    """The owner, and who is known by nothing but a link or a duty: those who see the page."""
    wanted = ("owner", "visitor", "guest_score", "keeper", "desk", "player")
    seen = [who for who in WHO if row.get[who] == "200"]
    return [who for who in wanted if who in seen] or seen[:1]


def forget_dead_rows() -> None:
    """Tests before this one have left old versions of their rows in the indexes. A bitmap counts
    them: what fails then depends on what ran before."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'REINDEX TABLE "{table}"')


@pytest.mark.postgresql
@pytest.mark.django_db
def test_no_page_reads_more_than_its_club():
    forget_dead_rows()
    scene = Scene.set()
    scene.sessions = {who: session_of(scene, who) for who in WHO}
    pages = [(row, row.path(scene)) for row in ROWS]
    before = make_big_neighbour()
    plans = Plans({table: before[table] for table in distributed_tables()})
    for row, path in pages:
        for who in askers(row):
            cache.clear()
            plans.page = row.name
            with override_settings(**row.settings), transaction.atomic():
                client = sign_in(scene, who)
                with connection.execute_wrapper(plans):
                    response = client.get(path)
                    response.getvalue()
                transaction.set_rollback(True)
            assert response.status_code == 200, (row, who)

    assert len(plans.known) > 300
    assert "\n".join(plans.found) == ""
