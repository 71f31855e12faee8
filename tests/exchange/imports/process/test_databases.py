"""Databases of strangers: what of them is read, and what they cannot do."""

import sqlite3
from contextlib import closing, suppress

import pytest

from clubs.exchange.imports.process import databases
from clubs.exchange.imports.process.apart import read_apart
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import Unreadable


def sqlite_file(*statements, pragma=""):
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(pragma)
        for statement in statements:
            database.execute(statement)
        database.commit()
        return database.serialize()


def refused(content):
    with pytest.raises(Unreadable) as refusal:
        open_file(content)
    return refusal.value.error.code


class TestSqlite:
    def test_rows_of_every_table(self):
        content = sqlite_file(
            'CREATE TABLE "odd ""name" (id INTEGER PRIMARY KEY, half REAL, photo BLOB)',
            """INSERT INTO "odd ""name" VALUES (1, 45.5, x'00ff'), (2, NULL, NULL)""",
            "CREATE TABLE empty (x)",
            'CREATE INDEX halves ON "odd ""name" (half)',
        )

        assert open_file(content).tables == {
            'odd "name': [
                {"id": 1, "half": 45.5, "photo": None},
                {"id": 2, "half": None, "photo": None},
            ],
            "empty": [],
        }

    @pytest.mark.parametrize(
        "statement",
        [
            "CREATE VIEW seen AS SELECT * FROM game",
            "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
            "SELECT x FROM n",
            "CREATE TRIGGER late AFTER INSERT ON game BEGIN DELETE FROM game; END",
            "CREATE VIRTUAL TABLE words USING fts5(word)",
        ],
    )
    def test_what_would_run_is_refused(self, statement):
        assert refused(sqlite_file("CREATE TABLE game (x)", statement)) == "unknown_database"

    def test_a_column_that_is_computed_calls_no_function(self):
        content = sqlite_file(
            "CREATE TABLE game (x, big AS (zeroblob(1000000000)))", "INSERT INTO game VALUES (1)"
        )

        assert refused(content) == "bad_file"

    def test_so_many_steps_and_no_more(self, monkeypatch):
        many = (f"INSERT INTO game SELECT a.x FROM game a, game b LIMIT {n}" for n in (9, 90, 900))
        content = sqlite_file(
            "CREATE TABLE game (x)", "INSERT INTO game VALUES (1), (2), (3)", *many
        )
        assert len(open_file(content).tables["game"]) > 100
        monkeypatch.setattr(databases, "MOST_STEPS", 10)
        monkeypatch.setattr(databases, "STEPS", 10)

        assert refused(content) == "too_heavy"

    def test_so_many_cells_and_no_more(self, monkeypatch):
        content = sqlite_file("CREATE TABLE game (x)", "INSERT INTO game VALUES (1), (2), (3)")
        monkeypatch.setattr(databases, "MOST_CELLS", 2)

        assert refused(content) == "too_heavy"

    @pytest.mark.parametrize("text", ["CAST(x'ff41' AS TEXT)", "CAST(x'410042' AS TEXT)"])
    def test_texts_that_no_database_takes(self, text):
        content = sqlite_file("CREATE TABLE game (x)", f"INSERT INTO game VALUES ({text})")

        assert refused(content) == "encoding"

    def test_a_cell_is_not_longer_than_its_limit(self):
        content = sqlite_file(
            "CREATE TABLE game (x)", f"INSERT INTO game VALUES (zeroblob({2**20 + 1}))"
        )

        assert refused(content) == "bad_file"

    def test_damaged_and_cut_off(self):
        content = sqlite_file("CREATE TABLE game (x)", "INSERT INTO game VALUES (1)")
        for length in (16, 30, 100, 101, 4096):
            assert refused(content[:length]) == "bad_file"
        for place in range(100, 200):
            changed = bytearray(content)
            changed[place] ^= 0xFF
            with suppress(Unreadable):
                open_file(bytes(changed))

    def test_the_process_gives_what_is_read(self):
        content = sqlite_file("CREATE TABLE game (x)", "INSERT INTO game VALUES ('Cléo')")

        assert read_apart(content).tables == {"game": [{"x": "Cléo"}]}


MYSQL = """-- MySQL dump
CREATE TABLE `users` (
  `id` int NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `by_name` (`name`)
) ENGINE=InnoDB;
"""


class TestDumps:
    def test_copied_rows(self):
        dump = (
            "--\n-- PostgreSQL database dump\n--\n"
            'COPY public."Users" (id, "name", ids) FROM stdin;\n'
            "1\tA\\tB\\nC\\\\\t{1,2}\n007\t\\N\t\n\\.\n"
            "SELECT 1;\n"
        )

        assert open_file(dump.encode()).tables == {
            "Users": [
                {"id": 1, "name": "A\tB\nC\\", "ids": "{1,2}"},
                {"id": "007", "name": None, "ids": ""},
            ]
        }

    def test_inserted_rows_of_mysql(self):
        rows = "(1,'d\\'Or; (x), ''y'''),(-2,_utf8mb4 'Zoë'),(3,NULL)"

        assert open_file(f"{MYSQL}INSERT INTO `users` VALUES {rows};\n".encode()).tables == {
            "users": [
                {"id": 1, "name": "d'Or; (x), 'y'"},
                {"id": -2, "name": "Zoë"},
                {"id": 3, "name": None},
            ]
        }

    def test_inserted_rows_of_postgresql(self):
        """As --inserts and --column-inserts write them: a backslash is itself."""
        dump = (
            "-- dump\nCREATE TABLE public.users (\n    id integer NOT NULL,\n    name text\n);\n"
            "INSERT INTO public.users VALUES (1, 'a\\');\n"
            "INSERT INTO public.users (name, id) VALUES ('b', 2);\n"
        )

        assert open_file(dump.encode()).tables == {
            "users": [{"id": 1, "name": "a\\"}, {"name": "b", "id": 2}]
        }

    @pytest.mark.parametrize(
        "end",
        [
            "INSERT INTO `users` VALUES (1,'x'",
            "INSERT INTO `users` VALUES (1,'x",
            "INSERT INTO `users` VALUES (1);",
            "INSERT INTO `users` VALUES (1,(2));",
            "INSERT INTO `others` VALUES (1);",
            "COPY users (id) FROM stdin;\n1\n",
            "COPY users (id) FROM stdin;\n1\t2\n\\.\n",
        ],
    )
    def test_a_dump_that_is_cut_off_or_does_not_fit(self, end):
        assert refused((MYSQL + end).encode()) == "bad_file"

    @pytest.mark.parametrize("text", ["-- no dump", "nom;licence\nCOPY;1\n", "CREATE TABLE;\n"])
    def test_other_texts_stay_what_they_are(self, text):
        contents = open_file(text.encode())

        assert contents.tables is None
        assert contents.sheet is not None
