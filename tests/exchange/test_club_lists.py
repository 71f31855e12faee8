"""Deals and members as rows, and read again as an import reads them. Source: leagues.md §7.3."""

from datetime import date
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from clubs.core.names import person_key
from clubs.exchange.club_lists import (
    deal_header,
    deal_rows,
    member_columns,
    member_rows,
)
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.deals import read_deal_list
from clubs.exchange.imports.headers import read_header
from clubs.exchange.imports.names import known_keys
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.values import DateOrder
from clubs.exchange.spreadsheets import local_csv, xlsx_file
from clubs.models import Deal, Player, Sitting
from clubs.queries.exports import export_deals, export_members, names_apart
from clubs.queries.imports import known_players
from clubs.services.files.archives import PARTS
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people import people
from clubs.services.tables import sittings
from tests.cast import make_player, totals


def rows_of(club, league=None):
    """Rows as dicts of the cells that say something."""
    export = export_deals(club.club, league)
    header = deal_header(export)
    return [
        {name: cell for name, cell in zip(header, row, strict=True) if cell not in ("", None)}
        for row in deal_rows(export)
    ]


@pytest.fixture
def table(club):
    """The first table of the example of leagues.md §7.3: stakes 68 and 25."""
    table = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia")
    club.deal(table, taker="Alice", called="Bob", contract="garde", oudlers=2, points=50)
    club.deal(table, taker="Olivia", called="Charlie", contract="prise", oudlers=2, points=41)
    club.evening(club.league(), date(2025, 10, 10), table, name="Octobre")
    return table


class TestDealRows:
    def test_the_example(self, club, table):
        first, second = Deal.objects.order_by("number")

        assert rows_of(club) == [
            {
                "date": date(2025, 10, 10),
                "table": 1,
                "players": "Alice|Bob|Charlie|Dora|Olivia",
                "taker": "Alice",
                "called": "Bob",
                "contract": "garde",
                "oudlers": 2,
                "points": 50,
                "uuid": str(first.uuid),
                "score: Alice": 136,
                "score: Bob": 68,
                "score: Charlie": -68,
                "score: Dora": -68,
                "score: Olivia": -68,
            },
            {
                "date": date(2025, 10, 10),
                "table": 1,
                "taker": "Olivia",
                "called": "Charlie",
                "contract": "prise",
                "oudlers": 2,
                "points": 41,
                "uuid": str(second.uuid),
                "score: Alice": -25,
                "score: Bob": -25,
                "score: Charlie": 25,
                "score: Dora": -25,
                "score: Olivia": 50,
            },
        ]

    def test_of_one_season(self, club, table):
        other = club.sitting("Alice", "Bob", "Charlie")
        club.deal(other)

        rows = rows_of(club, table.leagues.get().league)

        assert [row["evening"] for row in rows] == ["Octobre", "Octobre"]
        assert len(rows_of(club)) == 3

    def test_who_has_no_deal_has_no_column(self, club, table):
        assert deal_header(export_deals(club.club))[-5:] == [
            "score: Alice",
            "score: Bob",
            "score: Charlie",
            "score: Dora",
            "score: Olivia",
        ]

    def test_two_of_one_name_are_told_apart(self, club, table):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())
        people.add_players(club.actor("Charlie"), club.club, ["Bob"], request_id=uuid4())
        club.players["Bob"] = Player.objects.get(name="Bob", archived_at=None)
        club.deal(club.sitting("Alice", "Bob", "Charlie"), taker="Bob")

        assert rows_of(club)[0]["players"] == "Alice|Bob (2)|Charlie|Dora|Olivia"
        assert rows_of(club)[2]["taker"] == "Bob"

    @pytest.mark.parametrize("is_gone", [False, True])
    def test_one_name_in_two_forms_is_told_apart(self, club, table, is_gone):
        """So that it imports again to the same people."""
        old = club.older_player("BERNARD Paul")
        if is_gone:
            people.archive_player(club.actor("Charlie"), old, request_id=uuid4())
        new = make_player(club.club, "Paul Bernard")
        new.save()

        names = names_apart(club.club)
        known = known_keys(known_players(club.club))

        assert (names[str(new.uuid)], names[str(old.uuid)]) == ("Paul Bernard", "BERNARD Paul (2)")
        assert [known[person_key(names[str(one.uuid)])] for one in (new, old)] == [
            str(new.uuid),
            str(old.uuid),
        ]

    def test_who_left_and_is_kept_as_a_list_had_it_is_found_again(self, club):
        old = club.older_player("BERNARD Paul")
        people.archive_player(club.actor("Charlie"), old, request_id=uuid4())

        known = known_keys(known_players(club.club))

        assert known[person_key(names_apart(club.club)[str(old.uuid)])] == str(old.uuid)

    def test_names_do_not_break_cells(self, club, table):
        Player.objects.filter(name="Bob").update(name="B|ob:by", name_key="b|ob:by")

        assert rows_of(club)[0]["players"] == "Alice|B/ob/by|Charlie|Dora|Olivia"

    def test_queries_do_not_grow(self, club, table, django_assert_num_queries):
        # people, who scored, deals, scores
        with django_assert_num_queries(4):
            assert len(rows_of(club)) == 2
        for _ in range(3):
            club.deal(club.sitting("Alice", "Bob", "Charlie"))
        with django_assert_num_queries(4):
            assert len(rows_of(club)) == 5


@pytest.fixture
def everything(club):
    """Deals that use every column, of tables of three, four, five and six."""
    rules = {"base": "fft", "misere": {"enabled": True}}
    four = club.sitting("Alice", "Bob", "Charlie", "Dora", rules=rules)
    club.deal(
        four,
        taker="Bob",
        contract="garde_sans",
        oudlers=2,
        points=46,
        petit_au_bout="defence",
        petit_player="Alice",
        poignees=[{"player": "Bob", "size": "simple"}, {"player": "Dora", "size": "simple"}],
        miseres=[{"player": "Charlie", "kind": "trumps"}],
        dealer="Dora",
        note="=belle; « donne »",
    )
    club.deal(four, contract="garde", oudlers=3, points=91, chelem="attack", chelem_announced=True)
    club.deal(four, kind="void", void_reason="petit_sec", dealer="Alice")
    scores = {str(club.player(name).uuid): n for name, n in (("Alice", 30), ("Bob", -30))}
    sittings.record_deal(
        club.actor("Alice"),
        four,
        {"kind": "scores", "label": "Vachette", "scores": scores},
        number=4,
        request_id=uuid4(),
    )
    five = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia", "Frank", active_count=5)
    club.deal(five, called="Bob", out=["Frank"], dealer="Frank")
    club.deal(five, called=[None], out=["Alice"], taker="Bob", dealer="Alice")
    club.reseat(five, "Bob", "Alice", "Charlie", "Dora", "Olivia")
    club.deal(five, taker="Bob")
    club.deal(club.sitting("Alice", "Bob", "Charlie"), oudlers=2, points=45.5)
    return club


def read_again(content):
    """What the importer reads in the file: seats, records and scores by name, and uuids."""
    sheet = open_file(content).sheet
    found = read_deal_list(sheet, read_header(ImportKind.DEALS, sheet.header, {}), DateOrder.DAY)
    assert found.errors == ()
    return [
        (table.date, deal.players, dict(deal.record), deal.scores, deal.uuid)
        for table in found.tables
        for deal in table.deals
    ]


def stored(club):
    """The same from the database."""
    names = {str(player.uuid): player.name for player in Player.objects.all()}

    def told(value):
        if isinstance(value, list):
            return [told(item) for item in value]
        if isinstance(value, dict):
            return {names.get(key, key): told(item) for key, item in value.items()}
        return names.get(value, value) if isinstance(value, str) else value

    rows = []
    for deal in Deal.objects.order_by("sitting__opened_at", "sitting", "number"):
        record = told({key: value for key, value in deal.record.items() if key != "players"})
        seats = tuple(told(deal.record.get("players") or []))
        scores = {
            score.player.name: score.score
            for score in deal.scores.select_related("player")
            if score.role != "out"
        }
        compared = scores if deal.kind == "played" else None
        rows.append((deal.sitting.opened_at.date(), seats, record, compared, deal.uuid))
    return rows


class TestRoundTrip:
    def test_csv(self, everything):
        export = export_deals(everything.club)

        again = read_again(local_csv(deal_header(export), deal_rows(export)))

        assert [row[1:] for row in again] == [row[1:] for row in stored(everything)]

    def test_xlsx(self, everything):
        export = export_deals(everything.club)

        again = read_again(xlsx_file("x", deal_header(export), deal_rows(export)))

        assert [row[1:] for row in again] == [row[1:] for row in stored(everything)]
        assert len(again) == 8


@pytest.fixture
def played(club):
    """By the official rules, on tables of three, four and five; somebody comes in the middle."""
    four = club.sitting("Alice", "Bob", "Charlie", "Dora")
    poignees = [{"player": "Bob", "size": "simple"}]
    club.deal(four, taker="Bob", points=46, poignees=poignees, petit_au_bout="defence")
    club.deal(four, kind="void", void_reason="misdeal", dealer="Alice")
    club.reseat(four, "Alice", "Bob", "Charlie", "Frank")
    club.deal(four, taker="Frank", points=30)
    five = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia", "Frank", active_count=5)
    club.deal(five, called="Bob", out=["Frank"], dealer="Frank")
    club.deal(five, called=[None], out=["Alice"], taker="Bob", dealer="Alice")
    club.deal(club.sitting("Alice", "Bob", "Charlie"), points=45.5)
    return club


def state(club):
    """Deals with what everybody won, and what everybody has won at each table."""
    deals = [(deal.record, deal.scores, deal.uuid) for deal in export_deals(club.club).deals]
    sums = [totals(sitting) for sitting in Sitting.objects.order_by("opened_at", "pk")]
    return deals, sums


def forget_tables(club):
    """The club without its tables, as if they had been played elsewhere."""
    for part in reversed(PARTS):
        if part.name in ("scores", "deals", "seats", "sittings"):
            part.model._base_manager.filter(**{part.club: club.club}).delete()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM clubs_auditentry")
        cursor.execute("DELETE FROM clubs_chain")


class TestImportedAgain:
    """Source: leagues.md §10 (invariant 12)."""

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_to_the_same_state(self, played, tmp_path, kind):
        before = state(played)
        export = export_deals(played.club)
        header, rows = deal_header(export), list(deal_rows(export))
        path = tmp_path / f"deals.{kind}"
        path.write_bytes(local_csv(header, rows) if kind == "csv" else xlsx_file("x", header, rows))
        forget_tables(played)
        assert state(played) == ([], [])

        call_command("import_deals", "trois-bouts", path, stdout=StringIO(), stderr=StringIO())

        assert state(played) == before
        assert [*check_sittings(), *check_chains()] == []
        call_command("import_deals", "trois-bouts", path, stdout=StringIO(), stderr=StringIO())
        assert state(played) == before


class TestMembers:
    @pytest.fixture(autouse=True)
    def _told(self, club):
        Player.objects.filter(name="Bob").update(
            nickname="Bobby", licence="123", categories=["S", "V"], email="bob@home.example"
        )
        Player.objects.filter(name="Frank").update(member_since=None)
        people.archive_player(club.actor("Charlie"), club.player("Dora"), request_id=uuid4())

    def rows(self, club, *, personal):
        members = export_members(club.club)
        columns = member_columns(members, personal=personal)
        rows = member_rows(members, columns)
        return {row[0]: dict(zip(columns, row, strict=True)) for row in rows}

    def test_for_organisers(self, club):
        rows = self.rows(club, personal=True)

        assert list(rows) == ["Alice", "Bob", "Charlie", "Dora", "Olivia"]  # Frank is a guest
        assert rows["Bob"] == {
            "name": "Bob",
            "last_name": "",
            "first_name": "Bob",
            "nickname": "Bobby",
            "member_since": date(2026, 1, 1),
            "active": "yes",
            "public_name": "initial",
            "licence": "123",
            "categories": "S|V",
            "email": "bob@home.example",
        }
        assert rows["Dora"]["active"] == "no"

    def test_for_members(self, club):
        assert self.rows(club, personal=False)["Bob"] == {
            "name": "Bob",
            "last_name": "",
            "first_name": "Bob",
            "nickname": "Bobby",
            "member_since": date(2026, 1, 1),
            "active": "yes",
            "public_name": "initial",
        }
