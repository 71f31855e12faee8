"""The columns of before go, and the packed ones take their names."""

from django.db import migrations, models

from clubs.packing import PackedField


class Migration(migrations.Migration):
    dependencies = [("clubs", "0048_packed_filled")]

    operations = [
        migrations.RemoveField("deal", "record"),
        migrations.RenameField("deal", "record_packed", "record"),
        migrations.AlterField("deal", "record", PackedField()),
        migrations.RemoveIndex("sitting", "sitting_not_kept"),
        migrations.RemoveField("sitting", "rules"),
        migrations.RemoveField("sitting", "kept"),
        migrations.RenameField("sitting", "rules_packed", "rules"),
        migrations.RenameField("sitting", "kept_packed", "kept"),
        migrations.AlterField("sitting", "rules", PackedField()),
        migrations.AlterField("sitting", "kept", PackedField(blank=True, null=True)),
        migrations.AddIndex(
            "sitting",
            models.Index(
                condition=models.Q(("kept__isnull", True)),
                fields=["club", "game"],
                name="sitting_not_kept",
            ),
        ),
    ]
