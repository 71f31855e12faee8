"""The content of the log moves into smaller columns: what was before and after, packed, and the
hash as 32 bytes. What is hashed stays the same. Entries of tables are marked, since their hash may
stand alone on a sheet that was printed until now: only they are found by it."""

from django.db import migrations, models

from clubs.packing import HexField, PackedField

BLOCK = 1000


def pack(apps, schema_editor):
    entries = apps.get_model("clubs", "AuditEntry")
    _move(
        entries,
        schema_editor,
        {"before": "before_packed", "after": "after_packed", "hash": "hash_bytes"},
    )
    entries.objects.filter(chain__kind="sitting").update(hash_on_paper=True)


def unpack(apps, schema_editor):
    entries = apps.get_model("clubs", "AuditEntry")
    _move(
        entries,
        schema_editor,
        {"before_packed": "before", "after_packed": "after", "hash_bytes": "hash"},
    )


def _move(entries, schema_editor, columns):
    """Write the columns on the right with what those on the left have, block by block."""
    connection = schema_editor.connection
    fields = [entries._meta.get_field(name) for name in columns.values()]
    sets = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{entries._meta.db_table}" SET {sets} WHERE id = %s'  # noqa: S608
    last = 0
    while True:
        rows = entries.objects.filter(pk__gt=last).order_by("pk")
        block = list(rows.values_list("pk", *columns)[:BLOCK])
        if not block:
            return
        changes = [
            [
                field.get_db_prep_save(value, connection)
                for field, value in zip(fields, values, strict=True)
            ]
            + [pk]
            for pk, *values in block
        ]
        with connection.cursor() as cursor:
            cursor.executemany(sql, changes)
        last = block[-1][0]


class Migration(migrations.Migration):
    dependencies = [("clubs", "0037_first_steps")]

    operations = [
        # For the way back: the column is there before it has its values again.
        migrations.AlterField("auditentry", "hash", models.CharField(max_length=64, null=True)),
        migrations.AddField("auditentry", "before_packed", PackedField(null=True)),
        migrations.AddField("auditentry", "after_packed", PackedField(null=True)),
        migrations.AddField("auditentry", "hash_bytes", HexField(null=True)),
        migrations.AddField("auditentry", "hash_on_paper", models.BooleanField(default=False)),
        migrations.RunPython(pack, unpack),
    ]
