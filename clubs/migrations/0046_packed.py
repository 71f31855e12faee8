"""Columns for what no query looks into, packed. The old ones may be empty, for the way back: they
are there before they have their values again.

The older version of the program may go on while rows are packed: triggers empty the packed columns
of a row that it changes, and what it adds has none.
"""

from django.db import migrations, models

from clubs.packing import PackedField

WATCHED = {"clubs_deal": ("record",), "clubs_sitting": ("rules", "kept")}
TRIGGERS = {
    "postgresql": (
        "CREATE FUNCTION {table}_changed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN {assignments} RETURN NEW; END $$;"
        "CREATE TRIGGER {table}_changed BEFORE UPDATE OF {columns} ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION {table}_changed()"
    ),
    "sqlite": (
        "CREATE TRIGGER {table}_changed AFTER UPDATE OF {columns} ON {table} "
        "BEGIN UPDATE {table} SET {sets} WHERE id = NEW.id; END"
    ),
}


def watch(apps, schema_editor):
    for table, columns in WATCHED.items():
        parts = {
            "columns": ", ".join(columns),
            "assignments": " ".join(f"NEW.{column}_packed := NULL;" for column in columns),
            "sets": ", ".join(f"{column}_packed = NULL" for column in columns),
        }
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(TRIGGERS[schema_editor.connection.vendor].format(table=table, **parts))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0045_evenings_of_counted_sizes")]

    operations = [
        migrations.AlterField("deal", "record", models.JSONField(null=True)),
        migrations.AddField("deal", "record_packed", PackedField(null=True)),
        migrations.AlterField("sitting", "rules", models.JSONField(null=True)),
        migrations.AddField("sitting", "rules_packed", PackedField(null=True)),
        migrations.AddField("sitting", "kept_packed", PackedField(null=True)),
        migrations.AddField("sitting", "rules_name", models.TextField(null=True, editable=False)),
        # Behind all that makes a table of SQLite anew, and its triggers gone.
        migrations.RunPython(watch, migrations.RunPython.noop),
    ]
