"""A column for the club of every row that hangs on rows of a club. It is filled by the next
migration, and required by the one after that: so each locks as little as it can."""

import django.db.models.deletion
from django.db import migrations, models

MODELS = (
    "Announcement",
    "Bye",
    "Category",
    "Confirmation",
    "Deal",
    "DealScore",
    "Entry",
    "Evening",
    "LeagueMember",
    "LeagueSitting",
    "MatchScore",
    "Penalty",
    "Presence",
    "Publication",
    "RatingChange",
    "RoleOffer",
    "Round",
    "Seat",
    "SittingTotal",
    "Slip",
    "Substitution",
    "Team",
    "TournamentRole",
)


def cascade(model, **options):
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=model, **options)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0024_table_name"),
    ]

    operations = [
        # The table of who was present is there: Django made it of Evening.present.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Presence",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("evening", cascade("clubs.evening")),
                        ("player", cascade("clubs.player")),
                    ],
                    options={
                        "db_table": "clubs_evening_present",
                        "unique_together": {("evening", "player")},
                    },
                ),
                migrations.AlterField(
                    model_name="evening",
                    name="present",
                    field=models.ManyToManyField(
                        blank=True,
                        related_name="evenings",
                        through="clubs.Presence",
                        to="clubs.player",
                    ),
                ),
            ]
        ),
        *(
            migrations.AddField(
                model_name=name,
                name="club",
                field=models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="clubs.club",
                ),
            )
            for name in MODELS
        ),
    ]
