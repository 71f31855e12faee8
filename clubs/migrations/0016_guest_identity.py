"""Room for the player that a guest by a link says to be, beside the link."""

from django.db import migrations, models


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
    ]
