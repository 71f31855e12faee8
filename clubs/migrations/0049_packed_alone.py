"""The columns of before go, and the packed ones take their names."""

from django.db import migrations

from clubs.packing import PackedField


class Migration(migrations.Migration):
    dependencies = [("clubs", "0048_packed_filled")]

    operations = [
        migrations.RemoveField("deal", "record"),
        migrations.RenameField("deal", "record_packed", "record"),
        migrations.AlterField("deal", "record", PackedField()),
    ]
