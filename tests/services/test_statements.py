"""Statements that are made once write and read what Django's own do, field by field."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import BigIntegerField, UUIDField

from clubs.models import AuditEntry, Deal, DealScore, Seat, Sitting
from clubs.models.compiled import Compiled
from clubs.services.statements import add_one, insert_row, insert_rows
from clubs.services.tables.sittings import name_sitting

FRESH = {  # what no two rows have alike
    AuditEntry: lambda: {"request_id": uuid4(), "sequence": 99},
    Deal: lambda: {"uuid": uuid4(), "number": 99},
}


@pytest.fixture
def told(club):
    """A table with a deal that was played and a void one."""
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(table, petit_au_bout="attack")
    club.deal(table, kind="void", void_reason="all_pass")
    return table


def values(row):
    """Every column but the key, as the database gives it back."""
    [columns] = type(row)._base_manager.filter(pk=row.pk).values()
    return {name: value for name, value in columns.items() if name != "id"}


def copied(row, **changed):
    told = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    told.pop("id", None)
    return type(row)(**told | changed)


@pytest.mark.django_db
@pytest.mark.parametrize("model", FRESH, ids=lambda model: model.__name__)
def test_a_row_is_written_as_django_writes_it(told, model):
    for row in list(model._base_manager.order_by("pk")):
        mine, theirs = (copied(row, **FRESH[model]()) for _ in range(2))
        insert_row(mine)
        written = values(mine)
        known = model._base_manager.get(pk=mine.pk)
        known.delete()
        for name in FRESH[model]():
            setattr(theirs, name, getattr(mine, name))
        theirs.save(force_insert=True)

        assert written == values(theirs)
        assert not mine._state.adding
        assert mine._state.db == theirs._state.db
        theirs.delete()


@pytest.mark.django_db
def test_rows_are_written_as_django_writes_many(told):
    """Those of a deal, without their club, as services make them."""
    scores = list(DealScore.objects.order_by("pk"))
    assert len(scores) == 8
    DealScore.objects.all().delete()

    def write(by):
        rows = [copied(row, club_id=None) for row in scores]
        for row, old in zip(rows, scores, strict=True):
            row.deal, row.seat, row.player = old.deal, old.seat, old.player
        by(rows)
        written = [values(row) for row in DealScore.objects.order_by("pk")]
        DealScore.objects.all().delete()
        return written

    mine, theirs = write(insert_rows), write(DealScore.objects.bulk_create)

    assert mine == theirs
    assert {row["club_id"] for row in mine} == {told.club_id}


@pytest.mark.django_db
def test_every_column_of_every_row_is_read_as_django_reads_it(told):
    for model in apps.get_app_config("clubs").get_models():
        if not isinstance(model._meta.pk, BigIntegerField):
            continue
        rows = model._base_manager
        asked = Compiled(lambda pk, rows=rows: rows.filter(pk=pk), pk=BigIntegerField())
        for row in rows.all():
            [mine] = asked(pk=row.pk)
            assert type(mine) is model
            assert {name: value for name, value in vars(mine).items() if name != "_state"} == {
                name: value for name, value in vars(row).items() if name != "_state"
            }
            assert vars(mine._state) == vars(row._state)


@pytest.mark.django_db
def test_rows_come_with_those_they_are_selected_with(told, django_assert_num_queries):
    def seats(uuid):
        rows = Seat.objects.present().filter(sitting__uuid=uuid)
        return rows.select_related("player", "sitting__club", "entry")

    mine, theirs = Compiled(seats, uuid=UUIDField())(uuid=told.uuid), list(seats(told.uuid))

    def shown(seat):
        return seat.pk, seat.player.name, seat.sitting.rules, seat.sitting.club.slug, seat.entry

    with django_assert_num_queries(0):
        assert [shown(seat) for seat in mine] == [shown(seat) for seat in theirs]
    assert len(mine) == 4


@pytest.mark.django_db
def test_one_is_added_as_django_adds_it(told):
    before = values(told)

    assert add_one(told, "revision")

    assert values(told) == before | {"revision": before["revision"] + 1}
    assert not add_one(Sitting(pk=10**9), "revision")


@pytest.mark.django_db
@pytest.mark.parametrize("returns", [True, False])
def test_a_change_reads_what_was_written_meanwhile(club, told, monkeypatch, returns):
    """Also on a SQLite of before 3.35, which gives no row that it changed."""
    monkeypatch.setattr(type(connection.features), "can_return_columns_from_insert", returns)
    Sitting.objects.filter(pk=told.pk).update(revision=41, name="Felt")

    name_sitting(club.actor("Alice"), told, "Velvet", request_id=uuid4())

    assert told.revision == 42
    assert AuditEntry.objects.latest("pk").before == "Felt"
