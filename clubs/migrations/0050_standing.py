"""What players won on a day or an evening is kept in order, and by size. It follows from the numbers
of the standings, here and back. An earlier version that still runs can read and write no sums."""

import json
from base64 import b64encode
from collections import Counter
from struct import pack

from django.db import migrations

ALL, TOLD, BLOCK = "all", "told", 1000


def fill(apps, schema_editor):
    _write(apps, schema_editor, _standing)


def unfill(apps, schema_editor):
    _write(apps, schema_editor, _totals)


def _write(apps, schema_editor, follows):
    spans = apps.get_model("clubs", "Span").objects.using(schema_editor.connection.alias)
    rows = spans.filter(kind__in=["day", "evening"]).only("sized", "standing")
    block = []
    for row in rows.iterator(chunk_size=BLOCK):
        apart = {size: won for size, won in json.loads(row.sized).items() if size != ALL}
        row.standing = json.dumps(follows(apart), separators=(",", ":"), sort_keys=True)
        block.append(row)
        if len(block) == BLOCK:
            spans.bulk_update(block, ["standing"], batch_size=100)
            block = []
    spans.bulk_update(block, ["standing"], batch_size=100)


def _totals(sized):
    totals = Counter()
    for won in sized.values():
        totals.update({who: ([*told, 0, 0])[who != TOLD] for who, told in won.items()})
    return dict(totals)


def _standing(sized):
    standing = {size: _in_order(_totals({size: won})) for size, won in sized.items()}
    if len(sized) > 1:
        standing[ALL] = _in_order(_totals(sized))
    return standing


def _in_order(totals):
    deals = totals.pop(TOLD, 0)
    players = sorted((total, int(who)) for who, total in totals.items())
    return [deals, _packed([who for _, who in players]), _packed([total for total, _ in players])]


def _packed(numbers):
    """In base64, as queries/statistics/night_sums.py has it."""
    code = "i" if all(-(2**31) <= number < 2**31 for number in numbers) else "q"
    return b64encode(code.encode() + pack(f"<{len(numbers)}{code}", *numbers)).decode()


class Migration(migrations.Migration):
    dependencies = [("clubs", "0049_score_key")]

    operations = [
        migrations.RenameField("span", "totals", "standing"),
        migrations.RunPython(fill, unfill),
    ]
