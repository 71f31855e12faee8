"""No tournament plans more rounds than can be drawn."""

from django.db import migrations

MOST_ROUNDS = 60


def cut(apps, schema_editor):
    Tournament = apps.get_model("clubs", "Tournament")
    for row in Tournament.objects.filter(settings__rounds_planned__gt=MOST_ROUNDS):
        row.settings["rounds_planned"] = MOST_ROUNDS
        row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0018_reviewed_seating")]

    operations = [migrations.RunPython(cut, migrations.RunPython.noop)]
