"""The indexes of the database."""

import pytest
from django.apps import apps
from django.db import connection

PATTERN = "_like"  # ends the name of PostgreSQL's second index of a text, for LIKE


def indexes_of(model):
    """Columns of every index without a condition, and those of them that only make reading fast."""
    conditional = {
        index.name
        for index in (*model._meta.indexes, *model._meta.constraints)
        if getattr(index, "condition", None) is not None
    }
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    known = {
        name: (tuple(about["columns"]), about["unique"] or about["primary_key"])
        for name, about in found.items()
        if (about["index"] or about["unique"] or about["primary_key"])
        and name not in conditional
        and not name.endswith(PATTERN)
        and None not in about["columns"]  # of an expression
    }
    return known, {name: columns for name, (columns, keeps) in known.items() if not keeps}


@pytest.mark.django_db
def test_no_index_is_the_beginning_of_another():
    """The longer one answers what it answers, and it costs as much at each write."""
    doubled = []
    for model in apps.get_app_config("clubs").get_models():
        known, plain = indexes_of(model)
        doubled += [
            (model.__name__, name, other)
            for name, columns in plain.items()
            for other, (longer, _keeps) in known.items()
            if other != name and longer[: len(columns)] == columns
        ]

    assert doubled == []
