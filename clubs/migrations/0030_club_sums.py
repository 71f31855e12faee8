"""Sums of closed tables by club, day, season and evening, in the place of those of each table.

`tidy` fills them; until then pages add up the deals.
"""

import django.db.models.deletion
from django.db import migrations, models

import clubs.constraints


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0029_indexes"),
    ]

    operations = [
        migrations.DeleteModel("PlayerSums"),
        migrations.DeleteModel("TableSums"),
        migrations.CreateModel(
            name="Span",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spans",
                        to="clubs.club",
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("gate", "Gate"),
                            ("club", "Club"),
                            ("day", "Day"),
                            ("league", "League"),
                            ("evening", "Evening"),
                        ],
                        max_length=8,
                    ),
                ),
                ("ref", models.CharField(blank=True, max_length=20)),
                ("rules", models.TextField(blank=True)),
                ("title", models.TextField(blank=True)),
                ("tables", models.PositiveIntegerField(default=0)),
                ("counts", models.TextField(default="{}")),
                ("totals", models.TextField(default="{}")),
                ("sized", models.TextField(default="{}")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "id"), name="span_of_club"),
                    models.UniqueConstraint(
                        fields=("club", "game", "kind", "ref", "rules", "title"), name="span_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["gate", "club", "day", "league", "evening"])
                        ),
                        name="span_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Share",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                ("kind", models.CharField(max_length=8)),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="clubs.player",
                    ),
                ),
                (
                    "span",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="clubs.span",
                    ),
                ),
                ("deals", models.PositiveIntegerField()),
                ("last_opened_at", models.DateTimeField(null=True)),
                ("content", models.TextField()),
                ("company", models.TextField(default="{}")),
            ],
            options={
                "constraints": [
                    clubs.constraints.OfSameClub(
                        fields=("span", "player"), name="share_of_one_club"
                    ),
                    models.UniqueConstraint(fields=("span", "player"), name="share_once"),
                    models.CheckConstraint(
                        condition=models.Q(("deals__gte", 1)), name="share_of_a_deal"
                    ),
                ],
                "indexes": [
                    models.Index(fields=["club", "player", "kind"], name="share_of_player"),
                ],
            },
        ),
        migrations.AddField(
            model_name="sitting",
            name="kept",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="sitting",
            index=models.Index(
                condition=models.Q(("kept__isnull", True)),
                fields=["club", "game"],
                name="sitting_not_kept",
            ),
        ),
    ]
