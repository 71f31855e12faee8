"""First steps on the home of a new club. Clubs that play already are not shown any."""

from typing import Any

from django.db import migrations, models
from django.db.models import Exists, OuterRef


def hide_where_played(apps: Any, _schema_editor: Any) -> None:
    sittings = apps.get_model("clubs", "Sitting").objects.filter(club=OuterRef("pk"))
    apps.get_model("clubs", "Club").objects.filter(Exists(sittings)).update(shows_first_steps=False)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0036_bests"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="shows_first_steps",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(hide_where_played, migrations.RunPython.noop),
    ]
