from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_bids"),
    ]

    operations = [
        migrations.AddField(
            model_name="sitting",
            name="name",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
    ]
