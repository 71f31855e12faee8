"""Seasons, what is known of people, of imports and ratings; more columns of a deal."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_seats_and_merging"),
    ]

    operations = [
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("held_on", models.DateField(verbose_name="date")),
                ("place", models.CharField(blank=True, max_length=80, verbose_name="place")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
                (
                    "state",
                    models.CharField(
                        choices=[("planned", "planned"), ("open", "open"), ("closed", "closed")],
                        default="planned",
                        max_length=8,
                    ),
                ),
            ],
            options={
                "ordering": ["held_on", "name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ImportedRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("target_uuid", models.UUIDField()),
            ],
        ),
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("kind", models.CharField(max_length=20)),
                ("name", models.CharField(max_length=200)),
                ("digest", models.CharField(max_length=64)),
                ("content", models.JSONField(default=dict)),
                ("report", models.JSONField(default=dict)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("game", models.CharField(default="french", max_length=20)),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                ("standings_rules", models.JSONField(default=dict)),
                ("seed", models.PositiveBigIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("planned", "planned"), ("open", "open"), ("closed", "closed")],
                        default="planned",
                        max_length=8,
                    ),
                ),
                ("shows_standings", models.BooleanField(default=False, verbose_name="standings")),
                (
                    "shows_results",
                    models.BooleanField(default=False, verbose_name="results of the evenings"),
                ),
                ("shows_calendar", models.BooleanField(default=False, verbose_name="calendar")),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="LeagueMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("carry_over", models.IntegerField(default=0)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="LeagueSitting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("points", models.IntegerField(verbose_name="points")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("given_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancel_reason", models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("published_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_final", models.BooleanField(default=False)),
                ("content", models.JSONField()),
            ],
            options={
                "ordering": ["version"],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
            ],
            options={
                "ordering": ["sequence", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SittingTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("total", models.IntegerField()),
                ("deal_count", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("place_points", models.IntegerField(blank=True, null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="link",
            name="link_kind_known",
        ),
        migrations.AddField(
            model_name="club",
            name="has_ratings",
            field=models.BooleanField(default=False, verbose_name="ratings"),
        ),
        migrations.AddField(
            model_name="club",
            name="least_deals",
            field=models.PositiveSmallIntegerField(default=30),
        ),
        migrations.AddField(
            model_name="club",
            name="least_takes",
            field=models.PositiveSmallIntegerField(default=10),
        ),
        migrations.AddField(
            model_name="deal",
            name="chelem",
            field=models.CharField(blank=True, max_length=16, null=True),
        ),
        migrations.AddField(
            model_name="deal",
            name="petit_au_bout",
            field=models.CharField(blank=True, max_length=8, null=True),
        ),
        migrations.AddField(
            model_name="deal",
            name="size",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="deal",
            name="taker_distance",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="dealscore",
            name="poignees",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="player",
            name="anonymised_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="birth_year",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="year of birth"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="categories",
            field=models.JSONField(blank=True, default=list, verbose_name="categories"),
        ),
        migrations.AddField(
            model_name="player",
            name="email",
            field=models.EmailField(blank=True, max_length=254, verbose_name="e-mail address"),
        ),
        migrations.AddField(
            model_name="player",
            name="licence",
            field=models.CharField(blank=True, max_length=20, verbose_name="licence number"),
        ),
        migrations.AddField(
            model_name="player",
            name="nickname",
            field=models.CharField(blank=True, max_length=40, verbose_name="nickname"),
        ),
        migrations.AddField(
            model_name="player",
            name="public_name",
            field=models.CharField(
                choices=[
                    ("full", "full name"),
                    ("initial", "first name and initial"),
                    ("nickname", "nickname"),
                    ("hidden", "no name"),
                ],
                default="initial",
                max_length=8,
                verbose_name="name on public pages",
            ),
        ),
        migrations.AddField(
            model_name="sitting",
            name="totals_only",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="link",
            name="kind",
            field=models.CharField(
                choices=[
                    ("owner", "keep the table"),
                    ("score", "score"),
                    ("watch", "watch"),
                    ("screen", "hall screen"),
                    ("invitation", "invitation"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="link",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["owner", "score", "watch", "screen", "invitation"])
                ),
                name="link_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("public_name__in", ["full", "initial", "nickname", "hidden"])),
                name="player_public_name_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("anonymised_at", None),
                    models.Q(
                        ("archived_at__isnull", False),
                        ("email", ""),
                        ("licence", ""),
                        ("nickname", ""),
                        ("user", None),
                    ),
                    _connector="OR",
                ),
                name="player_anonymous_is_nobody",
            ),
        ),
        migrations.AddField(
            model_name="evening",
            name="present",
            field=models.ManyToManyField(blank=True, related_name="evenings", to="clubs.player"),
        ),
        migrations.AddField(
            model_name="importedrow",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="imported_rows",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="importrun",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="imports", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="importrun",
            name="made_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="leagues", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="evening",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="evenings",
                to="clubs.league",
            ),
        ),
        migrations.AddField(
            model_name="leaguemember",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="clubs.league",
            ),
        ),
        migrations.AddField(
            model_name="leaguemember",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="leagues",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="leaguesitting",
            name="evening",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tables",
                to="clubs.evening",
            ),
        ),
        migrations.AddField(
            model_name="leaguesitting",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tables",
                to="clubs.league",
            ),
        ),
        migrations.AddField(
            model_name="leaguesitting",
            name="sitting",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="leagues",
                to="clubs.sitting",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="evening",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="penalties",
                to="clubs.evening",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="penalties",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="sitting",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="penalties",
                to="clubs.sitting",
            ),
        ),
        migrations.AddField(
            model_name="publication",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="publications",
                to="clubs.league",
            ),
        ),
        migrations.AddField(
            model_name="publication",
            name="published_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ratings",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="sitting",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to="clubs.sitting",
            ),
        ),
        migrations.AddField(
            model_name="sittingtotal",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="totals",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="sittingtotal",
            name="sitting",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="totals",
                to="clubs.sitting",
            ),
        ),
        migrations.AddConstraint(
            model_name="importedrow",
            constraint=models.UniqueConstraint(fields=("club", "key"), name="imported_row_once"),
        ),
        migrations.AddIndex(
            model_name="importrun",
            index=models.Index(fields=["club", "digest"], name="import_digest"),
        ),
        migrations.AddConstraint(
            model_name="importrun",
            constraint=models.CheckConstraint(
                condition=models.Q(("done__lte", models.F("total"))), name="import_done_of_total"
            ),
        ),
        migrations.AddIndex(
            model_name="league",
            index=models.Index(fields=["club", "starts_on"], name="league_club_start"),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("starts_on__lte", models.F("ends_on"))),
                name="league_starts_before_it_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["planned", "open", "closed"])),
                name="league_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="league_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.UniqueConstraint(
                fields=("league", "held_on", "name"), name="evening_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["planned", "open", "closed"])),
                name="evening_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="leaguemember",
            constraint=models.UniqueConstraint(
                fields=("league", "player"), name="league_member_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="leaguemember",
            constraint=models.UniqueConstraint(
                fields=("league", "number"), name="league_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="leaguemember",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="league_number_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="leaguesitting",
            constraint=models.UniqueConstraint(
                fields=("league", "sitting"), name="league_sitting_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("evening__isnull", False), ("sitting", None)),
                    models.Q(("evening", None), ("sitting__isnull", False)),
                    _connector="OR",
                ),
                name="penalty_of_a_table_or_an_evening",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points", 0), _negated=True), name="penalty_is_not_0"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cancel_reason", ""), ("cancelled_at", None)),
                    models.Q(
                        ("cancelled_at__isnull", False),
                        models.Q(("cancel_reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="penalty_cancelled_for_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.UniqueConstraint(
                fields=("league", "version"), name="publication_version_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.CheckConstraint(
                condition=models.Q(("version__gte", 1)), name="publication_from_1"
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["player", "sequence"], name="rating_change_newest"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(
                fields=("sitting", "player"), name="rating_change_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sittingtotal",
            constraint=models.UniqueConstraint(
                fields=("sitting", "player"), name="sitting_total_once_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="sittingtotal",
            constraint=models.CheckConstraint(
                condition=models.Q(("deal_count", None), ("deal_count__gte", 1), _connector="OR"),
                name="sitting_total_of_a_deal_at_least",
            ),
        ),
    ]
