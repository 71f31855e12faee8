"""Family names, guessed from the names that are there. No name changes but those of people whose
name was taken away: they were in the language of whoever did it, and are numbers from now on."""

import re
import unicodedata

from django.db import migrations, models

BLOCK = 500  # rows
NOBODY = "\x1a"  # of clubs/models/names.py
NUMBER = re.compile(r"\d+$")
# Each with the path to the player whose name it may be.
NAMED = (("Player", ""), ("Entry", "player__"), ("Substitution", "player__"))


def fill(apps, _schema):
    for model, path in NAMED:
        for rows in blocks(apps.get_model("clubs", model), f"{path}anonymised_at"):
            for row in rows:
                row.family_name = family_of(row.name)
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


# The guess of clubs/core/names.py as it was then: what it says later must not change what was done.

KEY_LENGTH, LEAST_CAPITALS, GAP = 160, 3, "  "
TURN = re.compile(r" \(\d+\)$")
PARTICLES = frozenset(
    {"d'", "da", "dal", "dall'", "dalla", "dalle", "de", "degli", "dei", "del", "dell'", "della"}
    | {"delle", "den", "der", "des", "di", "do", "dos", "du", "la", "le", "les", "lo", "mac", "mc"}
    | {"saint", "sainte", "st", "ste", "ten", "ter", "van", "vander", "vom", "von", "zu", "zum"}
    | {"zur"}
)
INNER_PARTICLES = PARTICLES | {"al", "bel", "ben", "bin", "e", "el", "y"}
LETTERS = str.maketrans(
    {
        "œ": "oe",
        "æ": "ae",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ł": "l",
        "þ": "th",
        "’": "'",
        "‐": "-",
        "‑": "-",
    }
)


def family_of(name):
    tidy = " ".join(visible(name).split())
    family, comma, given = (part.strip() for part in tidy.partition(","))
    if comma and family and given:
        return family
    number = TURN.search(tidy)
    words = tidy[: number.start()].split() if number else tidy.split()
    start, end = _family_words(words, family_first=False)
    family = " ".join(words[start:end])
    if not any(map(str.isalpha, family)):
        return ""
    return family + (number.group() if number else "")


def sort_key(name, family):
    if not family:
        return name_key(name)
    number = TURN.search(family)
    bare, ending = (family[: number.start()], number.group()) if number else (family, "")
    given = given_of(name, family)
    key = f"{name_key(bare)}{GAP}{name_key(given)}{ending}"[:KEY_LENGTH]
    return key.rstrip()


def visible(text: str) -> str:
    return "".join(
        letter
        for letter in text
        if letter.isspace() or letter == "\0" or unicodedata.category(letter) not in ("Cc", "Cf")
    )


def name_key(name: str) -> str:
    folded = fold(fold(visible(name))).translate(LETTERS)
    return " ".join(folded.split())[:KEY_LENGTH].rstrip()


def fold(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _family_words(words: list[str], *, family_first: bool) -> tuple[int, int]:
    size = len(words)
    if size < 2:
        return size, size
    capitals = [_is_capitals(word) for word in words]
    lead = _particles_from(words)
    head = next((at for at in range(lead, size) if not capitals[at]), size)
    if lead < head < size and _is_long(words[:head]):
        return 0, head
    tail = next((at for at in range(size, 0, -1) if not capitals[at - 1]), 0)
    if 0 < tail < size and _is_long(words[tail:]):
        return _particles_before(words, tail), size
    if family_first:
        return 0, min(lead + 1, size)
    return _particles_before(words, size - 1), size


def _is_capitals(word: str) -> bool:
    return word.isupper() and sum(map(str.isalpha, word)) > 1


def _is_long(words: list[str]) -> bool:
    return any(_is_capitals(word) and len(word) >= LEAST_CAPITALS for word in words)


def _particles_from(words: list[str]) -> int:
    last = len(words) - 1
    return next((at for at in range(last) if name_key(words[at]) not in PARTICLES), last)


def _particles_before(words: list[str], place: int) -> int:
    while place > 0 and name_key(words[place - 1]) in (INNER_PARTICLES if place > 1 else PARTICLES):
        place -= 1
    return place


def given_of(name: str, family: str) -> str:
    if not family:
        return name
    if name.endswith(family):
        return name.removesuffix(family).strip(" ,")
    return name.removeprefix(family).strip(" ,")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_matches_and_figures"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="lists_by",
            field=models.CharField(
                choices=[("family_name", "family name"), ("given_name", "given name")],
                default="family_name",
                max_length=11,
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
