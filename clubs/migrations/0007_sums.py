"""Sums that are kept of the deals of a table. They are made at the next `manage.py tidy` or when a
table closes: until then pages add up the deals themselves."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_deal_columns"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerSums",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                ("size", models.PositiveSmallIntegerField()),
                ("deals", models.PositiveIntegerField()),
                ("total", models.BigIntegerField()),
                ("squares", models.BigIntegerField()),
                ("lowest", models.BigIntegerField(null=True)),
                ("best", models.BigIntegerField()),
                ("best_number", models.PositiveIntegerField()),
                ("taken", models.PositiveIntegerField(default=0)),
                ("made", models.PositiveIntegerField(default=0)),
                ("won", models.BigIntegerField(default=0)),
                ("over_x2", models.IntegerField(default=0)),
                ("prise_taken", models.PositiveIntegerField(default=0)),
                ("prise_made", models.PositiveIntegerField(default=0)),
                ("pousse_taken", models.PositiveIntegerField(default=0)),
                ("pousse_made", models.PositiveIntegerField(default=0)),
                ("garde_taken", models.PositiveIntegerField(default=0)),
                ("garde_made", models.PositiveIntegerField(default=0)),
                ("garde_sans_taken", models.PositiveIntegerField(default=0)),
                ("garde_sans_made", models.PositiveIntegerField(default=0)),
                ("garde_contre_taken", models.PositiveIntegerField(default=0)),
                ("garde_contre_made", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sums",
                        to="clubs.player",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_sums",
                        to="clubs.sitting",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sitting", "size", "player"), name="player_sums_once_a_size"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("deals__gte", 1)), name="player_sums_of_a_deal"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("made__lte", models.F("taken")), ("taken__lte", models.F("deals"))
                        ),
                        name="player_sums_made_taken_dealt",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableSums",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                ("size", models.PositiveSmallIntegerField()),
                ("deals", models.PositiveIntegerField()),
                ("taken", models.PositiveIntegerField()),
                ("made", models.PositiveIntegerField()),
                ("stakes", models.BigIntegerField()),
                ("tallies", models.TextField()),
                (
                    "sitting",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_sums",
                        to="clubs.sitting",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("sitting", "size"), name="table_sums_once_a_size"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("made__lte", models.F("taken")), ("taken__lte", models.F("deals"))
                        ),
                        name="table_sums_made_taken_dealt",
                    ),
                ],
            },
        ),
    ]
