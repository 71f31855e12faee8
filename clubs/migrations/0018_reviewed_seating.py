from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_doors"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="printed",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
