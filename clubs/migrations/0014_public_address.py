"""The short address of a tournament, also for those that are there."""

from functools import partial

from django.db import migrations, models
from django.utils.crypto import get_random_string

new_code = partial(get_random_string, 6, "23456789CDFHJKMNPQRTVWXY")


def fill(apps, schema_editor):
    """A code for each, which no other and no valid link has."""
    Link = apps.get_model("clubs", "Link")
    Tournament = apps.get_model("clubs", "Tournament")
    taken = set(Link.objects.filter(revoked_at=None).values_list("code", flat=True))
    for pk in Tournament.objects.filter(code=None).values_list("pk", flat=True):
        while (code := new_code()) in taken:
            pass
        taken.add(code)
        Tournament.objects.filter(pk=pk).update(code=code)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0013_family_names")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="code",
            field=models.CharField(max_length=6, null=True, editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tournament",
            name="code",
            field=models.CharField(default=new_code, editable=False, max_length=6, unique=True),
        ),
    ]
