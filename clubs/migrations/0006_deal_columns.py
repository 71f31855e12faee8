"""Fill the new columns of the deals that were recorded before them, from their records."""

from django.db import migrations

OUT = "out"
BLOCK = 500


def fill(apps, schema_editor):
    Deal = apps.get_model("clubs", "Deal")
    DealScore = apps.get_model("clubs", "DealScore")
    deals = Deal.objects.exclude(kind="void").prefetch_related("scores__player").order_by("pk")
    changed, shown = [], []
    for deal in deals.iterator(chunk_size=BLOCK):
        record, scores = deal.record, list(deal.scores.all())
        deal.size = sum(score.role != OUT for score in scores)
        deal.taker_distance = distance(record)
        deal.petit_au_bout = record.get("petit_au_bout")
        deal.chelem = chelem(record)
        changed.append(deal)
        for poignee in record.get("poignees") or ():
            for score in scores:
                if str(score.player.uuid) == poignee.get("player"):
                    score.poignees += 1
                    shown.append(score)
    fields = ["size", "taker_distance", "petit_au_bout", "chelem"]
    Deal.objects.bulk_update(changed, fields, batch_size=BLOCK)
    DealScore.objects.bulk_update(shown, ["poignees"], batch_size=BLOCK)


def distance(record):
    players, dealer, taker = record.get("players") or [], record.get("dealer"), record.get("taker")
    if dealer not in players or taker not in players:
        return None
    first = players.index(dealer) + 1
    speaking = [p for p in players[first:] + players[:first] if p not in (record.get("out") or ())]
    return speaking.index(taker) + 1 if taker in speaking else None


def chelem(record):
    made, announced = record.get("chelem"), record.get("chelem_announced", False)
    if made == "defence":
        return "defence_made"
    if made:
        return "announced_made" if announced else "unannounced_made"
    return "announced_failed" if announced else None


class Migration(migrations.Migration):
    dependencies = [("clubs", "0005_seasons")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
