"""Takes away indexes of foreign keys that begin a longer index: whatever they answer, it answers.
And adds one, by which the penalties of a club are found."""

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

DOUBLED = (
    ("auditentry", "club"),
    ("importedrow", "club"),
    ("importrun", "club"),
    ("membership", "club"),
    ("ruleprofile", "club"),
)


class DropOwnIndexes(Operation):
    """Django would make each table anew on SQLite, and check each foreign key again on PostgreSQL
    while nobody may write. PostgreSQL drops an index concurrently here: nobody waits for it."""

    def state_forwards(self, app_label, state):
        for model, name in DOUBLED:
            field = state.models[app_label, model].fields[name].clone()
            field.db_index = False
            state.alter_field(app_label, model, name, field, preserve_default=True)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        connection = schema_editor.connection
        at_once = "CONCURRENTLY " if connection.vendor == "postgresql" else ""
        for model_name, name in DOUBLED:
            model = to_state.apps.get_model(app_label, model_name)
            for index in self.own_indexes(connection, model, name):
                schema_editor.execute(f"DROP INDEX {at_once}{schema_editor.quote_name(index)}")

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for model_name, name in DOUBLED:
            model = to_state.apps.get_model(app_label, model_name)
            schema_editor.add_index(
                model, models.Index(fields=[name], name=f"{model_name}_{name}_own")
            )

    def own_indexes(self, connection, model, name):
        """The names of plain indexes on this column alone: one, or none where this ran before."""
        column = model._meta.get_field(name).column
        others = {index.name for index in model._meta.indexes}
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, model._meta.db_table)
        return [
            index
            for index, about in found.items()
            if about["index"]
            and not about["unique"]
            and not about["primary_key"]
            and about["columns"] == [column]
            and index not in others
        ]

    def describe(self):
        return "Drop indexes that begin a longer one"


class Migration(migrations.Migration):
    atomic = False  # an index is dropped concurrently only outside a transaction

    dependencies = [("clubs", "0028_lists")]

    operations = [
        DropOwnIndexes(),
        migrations.AddIndex(
            model_name="penalty",
            index=models.Index(fields=["club"], name="penalty_of_club"),
        ),
    ]
