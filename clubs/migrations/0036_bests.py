"""What was best of each day, each evening and each player. `tidy` fills it; until then pages look
for it in the kept sums."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0035_free_columns"),
    ]

    operations = [
        migrations.CreateModel(
            name="Best",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("day", "Day"),
                            ("evening", "Evening"),
                            ("player", "Player"),
                            ("member", "Member"),
                        ],
                        max_length=8,
                    ),
                ),
                ("size", models.PositiveSmallIntegerField()),
                ("ref", models.CharField(max_length=41)),
                ("content", models.TextField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "game", "kind", "size", "ref"), name="best_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["day", "evening", "player", "member"])),
                        name="best_kind_known",
                    ),
                ],
            },
        ),
    ]
