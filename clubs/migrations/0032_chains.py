"""Chains of the log become rows, each of one kind and one club, with their heads."""

import django.db.models.deletion
from django.db import migrations, models

KINDS = [(kind, kind.title()) for kind in ("club", "league", "sitting", "tournament")]


class Migration(migrations.Migration):
    dependencies = [("clubs", "0031_doors")]

    operations = [
        migrations.CreateModel(
            name="Chain",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(editable=False, unique=True)),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("number", models.PositiveIntegerField(default=0)),
                ("hash", models.CharField(blank=True, default="", max_length=64)),
                ("seal", models.CharField(blank=True, default="", max_length=16)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chains",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["club", "league", "sitting", "tournament"])
                        ),
                        name="chain_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubSeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.PositiveBigIntegerField()),
                ("words", models.JSONField()),
                ("seal", models.CharField(max_length=16)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows_sealed",
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.AlterModelOptions(name="auditentry", options={}),
        migrations.RemoveConstraint(model_name="auditentry", name="audit_sequence_once"),
        migrations.AlterField(
            model_name="auditentry", name="chain_uuid", field=models.UUIDField(null=True)
        ),
        migrations.AddField(
            model_name="auditentry",
            name="chain",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="clubs.chain",
            ),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="seal",
            field=models.CharField(default="", max_length=16),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="auditentry", name="words", field=models.JSONField(blank=True, null=True)
        ),
    ]
