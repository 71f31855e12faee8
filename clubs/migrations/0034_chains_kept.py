import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0033_chains_sealed")]

    operations = [
        migrations.RemoveField(model_name="auditentry", name="chain_uuid"),
        migrations.AlterField(
            model_name="auditentry",
            name="chain",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="clubs.chain",
            ),
        ),
        migrations.AlterModelOptions(
            name="auditentry", options={"ordering": ["chain", "sequence"]}
        ),
        migrations.AddConstraint(
            model_name="auditentry",
            constraint=models.UniqueConstraint(
                fields=("chain", "sequence"), name="audit_sequence_once"
            ),
        ),
    ]
