"""Tournaments: entries, rounds, slips; tables of a round, penalties and results of a tournament."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_sums"),
    ]

    operations = [
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("text", models.CharField(max_length=200, verbose_name="text")),
                (
                    "place",
                    models.CharField(
                        choices=[
                            ("everywhere", "everywhere"),
                            ("screens", "on the screens"),
                            ("phones", "on the phones"),
                        ],
                        default="everywhere",
                        max_length=10,
                    ),
                ),
                ("table_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("shown_from", models.DateTimeField(default=django.utils.timezone.now)),
                ("shown_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-shown_from", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Bye",
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
            name="Category",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=20, verbose_name="code")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("born_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("born_to", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("club_name", models.CharField(blank=True, max_length=80, verbose_name="club")),
                ("licence", models.CharField(blank=True, max_length=40, verbose_name="licence")),
                ("categories", models.JSONField(blank=True, default=list)),
                ("is_captain", models.BooleanField(default=False, verbose_name="captain")),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="e-mail address"),
                ),
                ("birth_year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("fee_paid", models.PositiveIntegerField(blank=True, null=True)),
                ("fee_paid_at", models.DateTimeField(blank=True, null=True)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                (
                    "check_in_way",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("list", "on the list"),
                            ("qr", "by QR code"),
                            ("desk", "at the desk"),
                        ],
                        max_length=4,
                    ),
                ),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("withdrawn_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="note")),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("extra", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("drawn", "drawn"),
                            ("published", "published"),
                            ("playing", "being played"),
                            ("complete", "complete"),
                            ("validated", "validated"),
                        ],
                        default="planned",
                        max_length=9,
                    ),
                ),
                ("method", models.CharField(blank=True, max_length=14)),
                ("seed", models.PositiveBigIntegerField(default=0)),
                ("plan", models.JSONField(blank=True, default=dict)),
                ("certificate", models.JSONField(blank=True, default=dict)),
                ("planned_at", models.DateTimeField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("validated_at", models.DateTimeField(blank=True, null=True)),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                ("clock_paused_at", models.DateTimeField(blank=True, null=True)),
                ("clock_seconds", models.PositiveIntegerField(default=0)),
                ("extra", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Slip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("deals", "deal by deal"),
                            ("scores", "scores of each deal"),
                            ("totals", "totals of the round"),
                        ],
                        default="deals",
                        max_length=6,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("empty", "not started"),
                            ("entering", "in play"),
                            ("entered", "to confirm"),
                            ("confirmed", "confirmed"),
                            ("disputed", "disagreement"),
                            ("locked", "closed"),
                        ],
                        default="empty",
                        max_length=9,
                    ),
                ),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("is_from_paper", models.BooleanField(default=False)),
                ("stopped_early", models.CharField(blank=True, max_length=200)),
                ("stop_agreed", models.BooleanField(default=False)),
                ("dispute", models.CharField(blank=True, max_length=200)),
                ("first_pass", models.JSONField(blank=True, null=True)),
                ("late_deals", models.JSONField(blank=True, default=list)),
                ("warning_reason", models.CharField(blank=True, max_length=200)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("extra", models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="Substitution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("from_round", models.PositiveSmallIntegerField()),
                ("from_deal", models.PositiveSmallIntegerField(default=1)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("extra", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ["from_round", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=80, verbose_name="name")),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("starts_at", models.DateTimeField(verbose_name="date and time")),
                ("game", models.CharField(default="french", max_length=20)),
                ("rules_name", models.CharField(default="fft", max_length=80)),
                ("rules", models.JSONField()),
                ("settings", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "being prepared"),
                            ("open", "registration open"),
                            ("check_in", "check-in"),
                            ("playing", "being played"),
                            ("provisional", "provisional results"),
                            ("final", "final results"),
                            ("archived", "archived"),
                            ("cancelled", "cancelled"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("state_before", models.CharField(blank=True, max_length=12)),
                ("revision", models.PositiveIntegerField(default=0)),
                (
                    "round_minutes",
                    models.PositiveSmallIntegerField(default=60, verbose_name="minutes a round"),
                ),
                (
                    "pause_minutes",
                    models.PositiveSmallIntegerField(
                        default=10, verbose_name="minutes between rounds"
                    ),
                ),
                (
                    "confirmations",
                    models.PositiveSmallIntegerField(default=1, verbose_name="confirmations"),
                ),
                (
                    "two_passes",
                    models.BooleanField(default=False, verbose_name="type paper slips twice"),
                ),
                (
                    "runs_on",
                    models.BooleanField(default=False, verbose_name="several rounds at once"),
                ),
                ("fee", models.PositiveIntegerField(default=0, verbose_name="entry fee")),
                ("currency", models.CharField(default="EUR", max_length=3)),
                (
                    "capacity",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="places"),
                ),
                ("registration_closes_at", models.DateTimeField(blank=True, null=True)),
                ("check_in_closes_at", models.DateTimeField(blank=True, null=True)),
                ("table_numbers", models.JSONField(blank=True, default=list)),
                ("apart", models.JSONField(blank=True, default=list)),
                ("parts", models.JSONField(blank=True, default=list)),
                ("prizes", models.JSONField(blank=True, default=dict)),
                (
                    "shows_page",
                    models.BooleanField(default=False, verbose_name="programme and registration"),
                ),
                (
                    "shows_entries",
                    models.BooleanField(default=False, verbose_name="who has entered"),
                ),
                ("shows_seating", models.BooleanField(default=False, verbose_name="seating")),
                ("shows_standings", models.BooleanField(default=False, verbose_name="standings")),
                (
                    "shows_penalties",
                    models.BooleanField(default=False, verbose_name="reasons of penalties"),
                ),
                ("is_practice", models.BooleanField(default=False)),
                ("standings_version", models.PositiveIntegerField(default=1)),
                ("corrected_at", models.DateTimeField(blank=True, null=True)),
                ("extra", models.JSONField(blank=True, default=dict)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="TournamentRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("arbiter", "arbiter"), ("desk", "desk")], max_length=8
                    ),
                ),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="link",
            name="link_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="penalty",
            name="penalty_of_a_table_or_an_evening",
        ),
        migrations.AddField(
            model_name="penalty",
            name="after_round",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="penalty",
            name="code",
            field=models.CharField(
                blank=True,
                choices=[
                    ("late", "late"),
                    ("conduct", "conduct"),
                    ("irregularity", "irregularity"),
                    ("score_error", "error of scoring"),
                    ("other", "other reason"),
                ],
                max_length=12,
            ),
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
                    ("player", "player's page"),
                    ("hall", "screens of a tournament"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="publication",
            name="league",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="publications",
                to="clubs.league",
            ),
        ),
        migrations.AddConstraint(
            model_name="link",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["owner", "score", "watch", "screen", "invitation", "player", "hall"],
                    )
                ),
                name="link_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_taken_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="entry",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to="clubs.entry"
            ),
        ),
        migrations.AddField(
            model_name="bye",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="byes", to="clubs.entry"
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="penalties",
                to="clubs.entry",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="clubs.entry",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("entry", None), ("evening", None), ("sitting__isnull", False)),
                    models.Q(("entry", None), ("evening__isnull", False), ("sitting", None)),
                    models.Q(("entry__isnull", False), ("evening", None), ("sitting", None)),
                    _connector="OR",
                ),
                name="penalty_of_a_table_an_evening_or_an_entry",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("after_round", None), ("code", ""), ("entry", None)),
                    models.Q(
                        ("after_round__isnull", False),
                        ("code__in", ["late", "conduct", "irregularity", "score_error", "other"]),
                        ("entry__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="penalty_of_an_entry_means_round_and_code",
            ),
        ),
        migrations.AddField(
            model_name="bye",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="byes", to="clubs.round"
            ),
        ),
        migrations.AddField(
            model_name="sitting",
            name="round",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tables",
                to="clubs.round",
            ),
        ),
        migrations.AddConstraint(
            model_name="sitting",
            constraint=models.UniqueConstraint(
                fields=("round", "table_number"), name="sitting_once_in_round"
            ),
        ),
        migrations.AddField(
            model_name="slip",
            name="disputed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="clubs.entry",
            ),
        ),
        migrations.AddField(
            model_name="slip",
            name="entered_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="clubs.entry",
            ),
        ),
        migrations.AddField(
            model_name="slip",
            name="sitting",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="slip", to="clubs.sitting"
            ),
        ),
        migrations.AddField(
            model_name="confirmation",
            name="slip",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="confirmations",
                to="clubs.slip",
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="substitutions",
                to="clubs.entry",
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="substitutions",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries",
                to="clubs.team",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tournaments",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="clubs.tournament",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="clubs.tournament",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="clubs.tournament",
            ),
        ),
        migrations.AddField(
            model_name="category",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="categories",
                to="clubs.tournament",
            ),
        ),
        migrations.AddField(
            model_name="announcement",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="announcements",
                to="clubs.tournament",
            ),
        ),
        migrations.AddField(
            model_name="publication",
            name="tournament",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="publications",
                to="clubs.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.UniqueConstraint(
                fields=("tournament", "version"), name="publication_of_tournament_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("league__isnull", False), ("tournament", None)),
                    models.Q(("league", None), ("tournament__isnull", False)),
                    _connector="OR",
                ),
                name="publication_of_a_season_or_a_tournament",
            ),
        ),
        migrations.AddField(
            model_name="tournamentrole",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="roles",
                to="clubs.tournament",
            ),
        ),
        migrations.AddField(
            model_name="tournamentrole",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="duties",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.UniqueConstraint(fields=("round", "entry"), name="bye_once"),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["empty", "entering", "entered", "confirmed", "disputed", "locked"],
                    )
                ),
                name="slip_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.CheckConstraint(
                condition=models.Q(("mode__in", ["deals", "scores", "totals"])),
                name="slip_mode_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="slip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "disputed"), _negated=True),
                    models.Q(("dispute", ""), _negated=True),
                    _connector="OR",
                ),
                name="slip_disputed_means_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(fields=("slip", "entry"), name="confirmation_once"),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.UniqueConstraint(
                fields=("entry", "from_round"), name="substitution_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_deal__gte", 1), ("from_round__gte", 1)),
                name="substitution_from_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="substitution_has_a_name"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["club", "state"], name="tournament_club_state"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        [
                            "draft",
                            "open",
                            "check_in",
                            "playing",
                            "provisional",
                            "final",
                            "archived",
                            "cancelled",
                        ],
                    )
                ),
                name="tournament_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="tournament_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("capacity", None), ("capacity__gte", 1), _connector="OR"),
                name="tournament_has_a_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("confirmations__lte", 4)),
                name="tournament_confirmations_0_to_4",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("round_minutes__gte", 1)), name="tournament_rounds_last"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                fields=("tournament", "name"), name="team_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="team_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="round_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="round_number_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["planned", "drawn", "published", "playing", "complete", "validated"],
                    )
                ),
                name="round_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("clock_paused_at", None), ("clock_started_at__isnull", False), _connector="OR"
                ),
                name="round_clock_paused_means_started",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("tournament", "player"), name="entry_player_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="entry_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("licence", ""), _negated=True),
                fields=("tournament", "licence"),
                name="entry_licence_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="entry_number_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_round__gte", 1)), name="entry_round_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="entry_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fee_paid", None), ("fee_paid_at", None)),
                    models.Q(("fee_paid__isnull", False), ("fee_paid_at__isnull", False)),
                    _connector="OR",
                ),
                name="entry_fee_paid_means_when",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("check_in_way", ""), ("checked_in_at", None)),
                    models.Q(
                        ("checked_in_at__isnull", False),
                        ("check_in_way__in", ["list", "qr", "desk"]),
                    ),
                    _connector="OR",
                ),
                name="entry_checked_in_means_how",
            ),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(
                fields=("tournament", "code"), name="category_code_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.CheckConstraint(
                condition=models.Q(("code", ""), _negated=True), name="category_has_a_code"
            ),
        ),
        migrations.AddConstraint(
            model_name="announcement",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="announcement_says_something"
            ),
        ),
        migrations.AddConstraint(
            model_name="announcement",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__in", ["everywhere", "screens", "phones"])),
                name="announcement_place_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="announcement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("shown_until", None),
                    ("shown_until__gte", models.F("shown_from")),
                    _connector="OR",
                ),
                name="announcement_from_before_until",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentrole",
            constraint=models.UniqueConstraint(
                fields=("tournament", "user"), name="tournament_role_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentrole",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["arbiter", "desk"])), name="tournament_role_known"
            ),
        ),
    ]
