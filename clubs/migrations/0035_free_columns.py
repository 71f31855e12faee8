"""What a club's own list says of its members beside what is known here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0034_chains_kept"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="free_columns",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
