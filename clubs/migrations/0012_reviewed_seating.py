from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_matches_and_figures"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="printed",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
