"""The records of deals are packed, block by block: what is interrupted goes on where it was."""

from django.db import migrations, transaction

BLOCK = 1000
MOVED = {"Deal": {"record": "record_packed"}}


def pack(apps, schema_editor):
    for name, columns in MOVED.items():
        _move(apps.get_model("clubs", name), schema_editor.connection, columns)


def unpack(apps, schema_editor):
    for name, columns in MOVED.items():
        back = {new: old for old, new in columns.items()}
        _move(apps.get_model("clubs", name), schema_editor.connection, back)


def _move(model, connection, columns):
    """Write the columns on the right with what those on the left have, where the first is empty."""
    fields = [model._meta.get_field(name) for name in columns.values()]
    sets = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{model._meta.db_table}" SET {sets} WHERE id = %s'  # noqa: S608
    waiting = model.objects.filter(**{f"{fields[0].name}__isnull": True}).order_by("pk")
    last = 0
    while block := list(waiting.filter(pk__gt=last).values_list("pk", *columns)[:BLOCK]):
        changes = [
            [
                *(
                    field.get_db_prep_save(value, connection)
                    for field, value in zip(fields, values, strict=True)
                ),
                pk,
            ]
            for pk, *values in block
        ]
        with transaction.atomic(connection.alias), connection.cursor() as cursor:
            cursor.executemany(sql, changes)
        last = block[-1][0]


class Migration(migrations.Migration):
    atomic = False  # a block each, so that no lock is held for long

    dependencies = [("clubs", "0047_packed")]

    operations = [migrations.RunPython(pack, unpack)]
