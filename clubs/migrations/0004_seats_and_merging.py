"""Whose turn it is may be said in the middle of a session, and two players may be one person."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_audit_hash_index")]

    operations = [
        migrations.AddField(
            model_name="sitting",
            name="turn_from",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddConstraint(
            model_name="sitting",
            constraint=models.CheckConstraint(
                condition=models.Q(turn_from__gte=1), name="sitting_turn_from_a_deal"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="former",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
