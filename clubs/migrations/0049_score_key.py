"""The key of a score is its deal and its seat: one index in place of three, and a number less a row.

On PostgreSQL the index is made beside those who write, and the columns change in a moment; a table
without rows is made anew, with its columns in the order in which a row is shortest.
"""

from django.db import migrations, models, transaction
from django.db.models import CASCADE, DO_NOTHING, PROTECT

from clubs.constraints import OfSameClub

TABLE = "clubs_dealscore"
NEW_KEY = "clubs_dealscore_deal_seat"  # until it is the primary key


def key(model, on_delete, related_name, *, db_index=False):
    return models.ForeignKey(
        db_constraint=False,
        db_index=db_index,
        on_delete=on_delete,
        related_name=related_name,
        to=f"clubs.{model}",
    )


class KeyOfDealAndSeat(migrations.SeparateDatabaseAndState):
    """Django alters no key to one of two columns. Run again after it was stopped, it goes on."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, TABLE)
            if "id" not in {column.name for column in columns}:
                return
            cursor.execute(f"SELECT 1 FROM {TABLE} LIMIT 1")  # noqa: S608
            is_empty = cursor.fetchone() is None
        if is_empty or connection.vendor != "postgresql":
            self.remake(app_label, schema_editor, from_state, to_state)
            return
        # One that is left by a run that was stopped may be incomplete.
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {NEW_KEY}")
        schema_editor.execute(
            f"CREATE UNIQUE INDEX CONCURRENTLY {NEW_KEY} ON {TABLE} (deal_id, seat_id)"
        )
        schema_editor.execute(
            f"ALTER TABLE {TABLE} DROP CONSTRAINT {TABLE}_pkey, DROP COLUMN id, "
            "DROP CONSTRAINT deal_score_once_a_seat, DROP CONSTRAINT deal_score_once_a_player, "
            f"ADD CONSTRAINT {TABLE}_pkey PRIMARY KEY USING INDEX {NEW_KEY}"
        )

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        self.remake(app_label, schema_editor, from_state, to_state)

    def remake(self, app_label, schema_editor, from_state, to_state):
        """The table of to_state with the rows that are there, in one transaction."""
        old = from_state.apps.get_model(app_label, "DealScore")
        new = to_state.apps.get_model(app_label, "DealScore")
        names = [field.column for field in new._meta.concrete_fields if field.column != "id"]
        columns = ", ".join(map(schema_editor.quote_name, names))
        select = f"SELECT {columns} FROM"
        execute = schema_editor.execute
        with transaction.atomic():
            execute(f"CREATE TEMPORARY TABLE kept AS {select} {TABLE} ORDER BY deal_id, seat_id")
            schema_editor.delete_model(old)
            schema_editor.create_model(new)
            for statement in schema_editor.deferred_sql:
                execute(statement)
            schema_editor.deferred_sql.clear()
            execute(f"INSERT INTO {TABLE} ({columns}) {select} kept")
            execute("DROP TABLE kept")

    def describe(self):
        return "Make deal and seat the key of a score"


class Migration(migrations.Migration):
    atomic = False  # an index is made beside those who write only outside a transaction

    dependencies = [("clubs", "0048_packed_alone")]

    operations = [
        KeyOfDealAndSeat(
            state_operations=[
                migrations.DeleteModel("DealScore"),
                migrations.CreateModel(
                    "DealScore",
                    fields=[
                        ("pk", models.CompositePrimaryKey("deal", "seat", serialize=False)),
                        ("deal", key("deal", CASCADE, "scores")),
                        ("seat", key("seat", PROTECT, "scores", db_index=True)),
                        ("player", key("player", PROTECT, "scores")),
                        ("club", key("club", DO_NOTHING, "+")),
                        ("score", models.IntegerField()),
                        ("points", models.IntegerField(blank=True, null=True)),
                        ("poignees", models.PositiveSmallIntegerField(default=0)),
                        ("role", models.CharField(max_length=10)),
                    ],
                    options={
                        "constraints": [
                            OfSameClub(
                                fields=("deal", "seat", "player"), name="deal_score_of_one_club"
                            )
                        ],
                        "indexes": [
                            models.Index(fields=["player", "role"], name="deal_score_player_role")
                        ],
                    },
                ),
            ],
        ),
    ]
