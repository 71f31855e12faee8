"""A round is closed, and no longer validated, in the words of its state."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0041_slams")]

    operations = [
        migrations.AlterField(
            model_name="round",
            name="state",
            field=models.CharField(
                choices=[
                    ("planned", "planned"),
                    ("drawn", "drawn"),
                    ("published", "published"),
                    ("playing", "being played"),
                    ("complete", "complete"),
                    ("validated", "closed"),
                ],
                default="planned",
                max_length=9,
            ),
        ),
    ]
