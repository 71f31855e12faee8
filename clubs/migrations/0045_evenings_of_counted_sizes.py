"""What was best of evenings of seasons is made again where people agreed on scores, as those of too
few for a deal of the game were among it. `tidy` fills it; until then pages look for it."""

from django.db import migrations


def drop(apps, schema_editor):
    plain = apps.get_model("clubs", "Deal").objects.filter(kind="scores")
    some = plain.order_by().values_list("sitting__club", "sitting__game").distinct()
    bests = apps.get_model("clubs", "Best").objects.filter(kind="evening")
    for club, game in list(some):
        bests.filter(club=club, game=game).delete()


class Migration(migrations.Migration):
    dependencies = [("clubs", "0044_sums_together")]

    operations = [migrations.RunPython(drop, migrations.RunPython.noop)]
