"""No row hangs on a row of another club: the database refuses it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from clubs.constraints import OfSameClub
from clubs.models import (
    AuditEntry,
    Club,
    Counter,
    Entry,
    OfClub,
    Penalty,
    Presence,
    Publication,
    Seat,
    Sitting,
    User,
    belongings,
)
from tests.models.rows import ROWS, World

OWNERS = {
    (model, name): rule
    for model in apps.get_app_config("clubs").get_models()
    for rule in model._meta.constraints
    if isinstance(rule, OfSameClub)
    for name in rule.fields
}
CASES = [pytest.param(*case, id=f"{case[0].__name__}.{case[1]}") for case in OWNERS]
ROWS = {
    **ROWS,
    Presence: lambda w: {"evening": w.evening, "player": w.cast.player("Dora")},
}
# What else a row has where it hangs on this.
WITH: dict[tuple[type[models.Model], str], dict[str, Any]] = {
    (Penalty, "sitting"): {"evening": None},
    (Publication, "tournament"): {"league": None},
    (Penalty, "entry"): {"evening": None, "after_round": 1, "code": "late"},
}


def values(w: World, model: type[models.Model], club: Club) -> dict[str, Any]:
    """Those of a row of this club, with all that it hangs on."""
    told = ROWS[model](w)
    if club == w.cast.other:
        of_club = {name for owner, name in OWNERS if owner is model and told.get(name)}
        told |= {name: row_of(w, model, name, club) for name in of_club}
    return told | {"club": club}


def row_of(w: World, model: type[models.Model], name: str, club: Club) -> models.Model:
    """What a row may hang on in this club by the field."""
    parent: Any = model._meta.get_field(name).related_model
    return parent._default_manager.create(**values(w, parent, club))


@contextmanager
def checked_at_its_end() -> Iterator[None]:
    """A transaction in another one: the database checks the keys as it does at the end of all."""
    with transaction.atomic():
        yield
        connection.check_constraints()


@pytest.mark.parametrize(("model", "name"), CASES)
class TestTheDatabase:
    def row(self, w: World, model: Any, name: str, club: Club) -> models.Model:
        """One of the first club, that hangs by the field on a row of this one."""
        told = values(w, model, w.club()) | WITH.get((model, name), {})
        return model(**told | {name: row_of(w, model, name, club)})

    def test_a_row_of_another_club_is_refused(self, world, model, name):
        row = self.row(world, model, name, world.cast.other)

        with pytest.raises(IntegrityError) as refusal, checked_at_its_end():
            row.save(force_insert=True)

        if connection.vendor == "postgresql":
            assert OWNERS[model, name].key_name(name) in str(refusal.value)

    def test_its_neighbour_is_accepted(self, world, model, name):
        self.row(world, model, name, world.club()).save(force_insert=True)

        connection.check_constraints()


def test_every_row_is_of_a_club():
    """But accounts, clubs, and the counters of tries."""
    without = {User, Club, Counter}
    for model in set(apps.get_app_config("clubs").get_models()) - without:
        assert not model._meta.get_field("club").null, model
        keys = {
            field.name
            for field in model._meta.local_fields
            if isinstance(field, models.ForeignKey) and field.related_model not in (Club, User)
        }
        if model is AuditEntry:
            keys.remove("chain")  # of a table that was taken over: its entries stay where they are
        assert keys == {name for owner, name in OWNERS if owner is model}, model
        assert not any(model._meta.get_field(name).db_constraint for name in keys), model


class TestTheClubOfARow:
    def test_it_is_that_of_what_the_row_belongs_to(self, world):
        seat = Seat(sitting=world.sitting, position=4, player=world.cast.player("Olivia"))
        Seat.objects.bulk_create([seat])

        seat.refresh_from_db()
        assert seat.club == world.club()

    def test_one_that_was_told_stays(self, world):
        told = values(world, Entry, world.cast.other)

        assert Entry.objects.create(**told).club == world.cast.other

    def test_without_anything_it_has_none(self, world):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat(player=None, sitting=None).save()


def test_what_belongs_to_a_table():
    assert {(model.__name__, path) for model, path in belongings(Sitting)} >= {
        ("Seat", "sitting"),
        ("Deal", "sitting"),
        ("DealScore", "deal__sitting"),
        ("SittingTotal", "sitting"),
        ("Slip", "sitting"),
        ("Confirmation", "slip__sitting"),
    }
    assert all(issubclass(model, OfClub) for model, _path in belongings(Sitting))
