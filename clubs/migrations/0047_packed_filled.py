"""What no query looks into is packed, block by block: what is interrupted goes on where it was.
Tables get the name of their rules, which queries ask for."""

from django.db import migrations, transaction

BLOCK = 1000
MOVED = {
    "Deal": {"record": "record_packed"},
    "Sitting": {"rules": "rules_packed", "kept": "kept_packed"},
}


def pack(apps, schema_editor):
    for name, columns in MOVED.items():
        _move(apps.get_model("clubs", name), schema_editor.connection, columns)


def unpack(apps, schema_editor):
    for name, columns in MOVED.items():
        back = {new: old for old, new in columns.items()}
        _move(apps.get_model("clubs", name), schema_editor.connection, back)


def _move(model, connection, columns):
    """Write the columns on the right with what those on the left have, where the first is empty.
    Rows are held from before they are read: somebody may write them meanwhile."""
    rows = model.objects.using(connection.alias).order_by("pk").select_for_update(no_key=True)
    waiting = rows.filter(**{f"{next(iter(columns.values()))}__isnull": True})
    last = 0
    while True:
        with transaction.atomic(connection.alias):
            block = list(waiting.filter(pk__gt=last).values_list("pk", *columns)[:BLOCK])
            if not block:
                return
            _write(model, connection, [_changes(pk, columns, values) for pk, *values in block])
        last = block[-1][0]


def _changes(pk, columns, values):
    changed = dict(zip(columns.values(), values, strict=True))
    if "rules_packed" in changed:
        changed["rules_name"] = changed["rules_packed"].get("name", "")
    return {**changed, "id": pk}


def _write(model, connection, rows):
    fields = [model._meta.get_field(name) for name in rows[0]]
    sets = ", ".join(f'"{field.column}" = %s' for field in fields[:-1])
    values = [
        [field.get_db_prep_save(row[field.name], connection) for field in fields] for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            f'UPDATE "{model._meta.db_table}" SET {sets} WHERE "id" = %s',  # noqa: S608
            values,
        )


class Migration(migrations.Migration):
    atomic = False  # a block each, so that no lock is held for long

    dependencies = [("clubs", "0046_packed")]

    operations = [migrations.RunPython(pack, unpack)]
