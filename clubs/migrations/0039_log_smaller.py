"""The columns of before go, and the packed ones take their names; indexes that nothing asks for go."""

from django.db import migrations, models

from clubs.packing import HexField, PackedField


class Migration(migrations.Migration):
    dependencies = [("clubs", "0038_log_packed")]

    operations = [
        migrations.RemoveIndex("auditentry", "audit_hash"),
        migrations.RemoveIndex("auditentry", "audit_target"),
        migrations.RemoveField("auditentry", "before"),
        migrations.RemoveField("auditentry", "after"),
        migrations.RemoveField("auditentry", "hash"),
        migrations.RenameField("auditentry", "before_packed", "before"),
        migrations.RenameField("auditentry", "after_packed", "after"),
        migrations.RenameField("auditentry", "hash_bytes", "hash"),
        migrations.AlterField("auditentry", "before", PackedField(blank=True, null=True)),
        migrations.AlterField("auditentry", "after", PackedField(blank=True, null=True)),
        migrations.AlterField("auditentry", "hash", HexField()),
        migrations.AddIndex(
            "auditentry", models.Index(fields=["target_uuid"], name="audit_target")
        ),
        migrations.AddIndex(
            "auditentry",
            models.Index(
                condition=models.Q(hash_on_paper=True), fields=["hash"], name="audit_old_hash"
            ),
        ),
    ]
