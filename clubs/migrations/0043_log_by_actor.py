"""An index by which the entries of one person are found in the log."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


def _way(schema_editor):
    is_postgres = schema_editor.connection.vendor == "postgresql"
    return AddIndexConcurrently if is_postgres else migrations.AddIndex


class AddIndexBesideWriting(AddIndexConcurrently):
    """On PostgreSQL those who save do not wait until the whole log is read. SQLite has no such way."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "postgresql":
            name = schema_editor.quote_name(self.index.name)
            # One that is left by a run that was stopped answers nothing.
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        _way(schema_editor).database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        _way(schema_editor).database_backwards(self, app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    atomic = False  # an index is made beside those who write only outside a transaction

    dependencies = [("clubs", "0042_round_closed")]

    operations = [
        AddIndexBesideWriting(
            model_name="auditentry",
            index=models.Index(fields=["actor"], name="audit_actor"),
        ),
    ]
