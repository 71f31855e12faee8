"""Sums of an evening for all sizes together, and the best of a player in each year. `tidy` fills
them; until then pages read as before. Earlier versions cannot read them: taken back, they go."""

import json

from django.db import migrations

ALL = "all"


def drop(apps, schema_editor):
    """Years of players, whose ref is the key of the player with a stroke and the year; in the sums
    of evenings what is under ALL, which has braces of its own and none inside."""
    apps.get_model("clubs", "Best").objects.filter(kind="player", ref__contains="/").delete()
    spans = apps.get_model("clubs", "Span").objects
    together = spans.filter(kind="evening", sized__contains=f'"{ALL}":{{')
    for pk, sized in list(together.values_list("pk", "sized")):
        apart = {size: won for size, won in json.loads(sized).items() if size != ALL}
        spans.filter(pk=pk).update(sized=json.dumps(apart, separators=(",", ":")))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0043_log_by_actor")]

    operations = [migrations.RunPython(migrations.RunPython.noop, drop)]
