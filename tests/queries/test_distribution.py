"""Where tables would lie on several servers, and what is asked of clubs."""

import pytest
from django.db import connection

from clubs.models import Club, League, Link, Sitting, Tournament
from clubs.queries.distribution import distribution
from tests.crossing import is_crossing


class TestDistribution:
    def place(self, table):
        return next(place for place in distribution() if place.table == f"clubs_{table}")

    def test_rows_of_clubs_lie_with_their_club(self):
        assert (self.place("dealscore").kind, self.place("dealscore").column) == (
            "distributed",
            "club_id",
        )

    def test_accounts_and_clubs_are_everywhere(self):
        assert {self.place("user").kind, self.place("club").kind} == {"reference"}

    def test_counters_are_nobodys(self):
        assert (self.place("counter").kind, self.place("counter").problems) == ("local", ())

    def test_constraints_without_the_club_are_told(self):
        assert self.place("membership").problems == ("PRIMARY KEY (id)",)
        assert self.place("dealscore").problems == ("PRIMARY KEY (deal_id, seat_id)",)
        assert self.place("seat").problems == (
            "PRIMARY KEY (id)",
            "UNIQUE seat_position_once",
            "UNIQUE seat_player_once",
        )


SEATS = 'SELECT 1 FROM "clubs_seat" INNER JOIN "clubs_sitting" ON ({})'
PLAYERS = (
    'SELECT 1 FROM "clubs_player" INNER JOIN "clubs_player" T4 ON ("clubs_player"."{0}" = T4."{0}")'
)


class TestCrossing:
    @pytest.mark.parametrize(
        ("sql", "crosses"),
        [
            (SEATS.format('"clubs_seat"."sitting_id" = "clubs_sitting"."id"'), False),
            (SEATS.format('"clubs_seat"."position" = "clubs_sitting"."table_number"'), True),
            (PLAYERS.format("club_id"), False),
            (PLAYERS.format("user_id"), True),
            ('SELECT 1 FROM "clubs_player" WHERE "clubs_player"."user_id" = %s', False),
            (
                'SELECT 1 FROM "clubs_player" WHERE EXISTS(SELECT 1 FROM "clubs_seat" U0 '
                'WHERE U0."player_id" = ("clubs_player"."id"))',
                False,
            ),
            (
                'SELECT 1 FROM "clubs_link" WHERE "clubs_link"."target_uuid" IN '
                '(SELECT U0."uuid" AS "uuid" FROM "clubs_entry" U0 WHERE U0."player_id" = %s)',
                True,
            ),
        ],
    )
    def test_joins_within_a_club_are_none(self, sql, crosses):
        assert is_crossing(sql) is crosses


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "told"),
    [
        (Club, {"slug": "trois-bouts"}),
        (Sitting, {"uuid": "00000000-0000-0000-0000-000000000001"}),
        (League, {"uuid": "00000000-0000-0000-0000-000000000001"}),
        (Tournament, {"uuid": "00000000-0000-0000-0000-000000000001"}),
        (Tournament, {"code": "222222"}),
        (Link, {"token_hash": "0"}),
        (Link, {"code_hash": "0", "revoked_at": None}),
    ],
)
def test_an_address_tells_its_club_by_one_index(model, told):
    """/c/…/, /t/…/, /p/…/, the pages of tournaments, short addresses, links and codes."""
    club = model._default_manager.filter(**told).values_list("id" if model is Club else "club_id")
    if connection.vendor == "postgresql":  # an empty table is read at once
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")

    plan = club.explain()

    assert "Index" in plan or "INDEX" in plan, plan
    assert "Join" not in plan
    assert plan.count("SEARCH") <= 1
