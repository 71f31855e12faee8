"""Rows that belong to a club by what they hang on: each names its club, so that a whole club can be
found, moved and kept apart by one column."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db import models

from clubs.constraints import OfSameClub
from clubs.models.people import Club
from clubs.models.worded import WordedQuerySet

if TYPE_CHECKING:
    _ClubKey = models.ForeignKey[Club, Club]
else:
    _ClubKey = models.ForeignKey


def _same_club(model: type[models.Model]) -> tuple[str, ...]:
    rules = model._meta.constraints
    return next((rule.fields for rule in rules if isinstance(rule, OfSameClub)), ())


class _ClubOfParent(_ClubKey):
    """The club of the row. One that is saved without gets that of the first row it hangs on, in the
    order of its OfSameClub; to the database it is a column without a key of its own."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if getattr(model_instance, self.attname) is None:
            names = _same_club(type(model_instance))
            parents = (getattr(model_instance, name, None) for name in names)
            parent = next(filter(None, parents), None)
            setattr(model_instance, self.attname, getattr(parent, self.attname, None))
        return super().pre_save(model_instance, add)


class OfClub(models.Model):
    """A row that hangs on others of its club: the model names them in its one OfSameClub, the one
    it belongs to first. Where they are not in memory, set the club too, or each row that is saved
    reads one."""

    club = _ClubOfParent(
        Club, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )

    objects = WordedQuerySet.as_manager()

    class Meta:
        abstract = True


def belongings(model: type[models.Model]) -> Iterator[tuple[type[OfClub], str]]:
    """The models of rows that belong to one of this model, and to those in turn, with the path."""
    for child in apps.get_models():
        if not issubclass(child, OfClub):
            continue
        owner = child._meta.get_field(_same_club(child)[0])
        if owner.related_model is model:
            yield child, owner.name
            yield from ((below, f"{path}__{owner.name}") for below, path in belongings(child))
