"""Family names, guessed from the names that are there. No name changes but those of people whose
name was taken away: they were in the language of whoever did it, and are numbers from now on."""

import re

from django.db import migrations, models

from clubs.core.names import sort_key, split_name

BLOCK = 500  # rows
NOBODY = "\x1a"  # of clubs/models/names.py
NUMBER = re.compile(r"\d+$")
# Each with the path to the player whose name it may be.
NAMED = (("Player", ""), ("Entry", "player__"), ("Substitution", "player__"))


def fill(apps, _schema):
    for model, path in NAMED:
        for rows in blocks(apps.get_model("clubs", model), f"{path}anonymised_at"):
            for row in rows:
                row.family_name = split_name(row.name).family
                row.sort_key = sort_key(row.name, row.family_name)
    forget_words(apps)


def blocks(model, anonymised_at):
    """All rows but those of people without a name, a block at a time; what was changed of a block
    is written before the next one."""
    last = 0
    while rows := list(
        model.objects.filter(pk__gt=last, **{anonymised_at: None}).order_by("pk")[:BLOCK]
    ):
        yield rows
        model.objects.bulk_update(rows, ["family_name", "sort_key"], batch_size=100)
        last = rows[-1].pk


def forget_words(apps):
    for player, number in nameless(apps):
        stored = f"{NOBODY}{number}"
        rename(apps, player, stored, stored, f"{number:05}")


def restore_words(apps, _schema):
    for player, number in nameless(apps):
        name = f"Player {number}"
        short = name if len(name) <= 8 else f"P. {number}"
        rename(apps, player, name, short, name.casefold())


def nameless(apps):
    players = apps.get_model("clubs", "Player").objects.filter(anonymised_at__isnull=False)
    for player in players.order_by("pk"):
        number = NUMBER.search(player.name)
        yield player, int(number.group()) if number else player.pk


def rename(apps, player, name, table_name, key):
    player.name, player.table_name, player.name_key, player.sort_key = name, table_name, key, key
    player.family_name = ""
    player.save(update_fields=["name", "table_name", "name_key", "sort_key", "family_name"])
    for model in ("Entry", "Substitution"):
        rows = apps.get_model("clubs", model).objects.filter(player=player)
        rows.update(name=name, sort_key=key, family_name="")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_matches_and_figures"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="lists_by",
            field=models.CharField(
                choices=[("family", "family name"), ("given", "given name")],
                default="family",
                max_length=6,
                verbose_name="order of lists of people",
            ),
        ),
        *(
            migrations.AddField(model_name=name, name=column, field=field)
            for name in ("player", "entry", "substitution")
            for column, field in (
                (
                    "family_name",
                    models.CharField(
                        blank=True, default="", max_length=80, verbose_name="family name"
                    ),
                ),
                (
                    "sort_key",
                    models.CharField(blank=True, default="", editable=False, max_length=160),
                ),
            )
        ),
        migrations.RunPython(fill, restore_words),
    ]
