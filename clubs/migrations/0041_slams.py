"""An index of the few deals that were slams, by their taker."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0040_groups")]

    operations = [
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                fields=["taker"], condition=models.Q(chelem__isnull=False), name="deal_slam"
            ),
        ),
    ]
