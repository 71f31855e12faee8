"""The columns of before go, and the packed ones take their names. What was written since the last
block is packed first, while nobody can write."""

from importlib import import_module

from django.db import migrations, models

from clubs.packing import PackedField

WATCHED = import_module("clubs.migrations.0046_packed").WATCHED
pack = import_module("clubs.migrations.0047_packed_filled").pack


def pack_the_rest(apps, schema_editor):
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    with schema_editor.connection.cursor() as cursor:
        if is_postgresql:  # SQLite has one writer
            cursor.execute(f"LOCK TABLE {', '.join(WATCHED)} IN ACCESS EXCLUSIVE MODE")
        pack(apps, schema_editor)
        for table in WATCHED:
            of_table = f" ON {table}" if is_postgresql else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_changed{of_table}")
            if is_postgresql:
                cursor.execute(f"DROP FUNCTION IF EXISTS {table}_changed()")


class Migration(migrations.Migration):
    dependencies = [("clubs", "0047_packed_filled")]

    operations = [
        migrations.RunPython(pack_the_rest, migrations.RunPython.noop),
        migrations.RemoveField("deal", "record"),
        migrations.RenameField("deal", "record_packed", "record"),
        migrations.AlterField("deal", "record", PackedField()),
        migrations.RemoveIndex("sitting", "sitting_not_kept"),
        migrations.RemoveField("sitting", "rules"),
        migrations.RemoveField("sitting", "kept"),
        migrations.RenameField("sitting", "rules_packed", "rules"),
        migrations.RenameField("sitting", "kept_packed", "kept"),
        migrations.AlterField("sitting", "rules", PackedField()),
        migrations.AlterField(
            "sitting", "rules_name", models.TextField(default="", editable=False)
        ),
        migrations.AlterField("sitting", "kept", PackedField(blank=True, null=True)),
        migrations.AddIndex(
            "sitting",
            models.Index(
                condition=models.Q(("kept__isnull", True)),
                fields=["club", "game"],
                name="sitting_not_kept",
            ),
        ),
    ]
