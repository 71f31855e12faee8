"""The groups of people that a club shows its members."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0039_log_smaller"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="groups",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
