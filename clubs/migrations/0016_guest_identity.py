"""Room for the player that a guest by a link says to be; automatic names of tables go.

A table without an account was called "Table of 22 November 2026" in the language of who opened it.
Nobody could name one otherwise: pages say the day themselves, in the language of who reads.
"""

from django.db import migrations, models


def forget_names(apps, schema_editor):
    apps.get_model("clubs", "Club").objects.filter(slug=None).update(name="")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0014_public_address"),
    ]

    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="actor",
            field=models.CharField(max_length=100),
        ),
        migrations.RunPython(forget_names, migrations.RunPython.noop),
    ]
