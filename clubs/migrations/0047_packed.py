"""Columns for what no query looks into, packed. The old ones may be empty, for the way back: they
are there before they have their values again."""

from django.db import migrations, models

from clubs.packing import PackedField


class Migration(migrations.Migration):
    dependencies = [("clubs", "0046_score_key")]

    operations = [
        migrations.AlterField("deal", "record", models.JSONField(null=True)),
        migrations.AddField("deal", "record_packed", PackedField(null=True)),
        migrations.AlterField("sitting", "rules", models.JSONField(null=True)),
        migrations.AddField("sitting", "rules_packed", PackedField(null=True)),
        migrations.AddField("sitting", "kept_packed", PackedField(null=True)),
        migrations.AddField("sitting", "rules_name", models.TextField(default="", editable=False)),
    ]
