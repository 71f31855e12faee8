"""Every row names its club, and none hangs on a row of another club's.

On PostgreSQL nobody writes while this runs; indexes that are the beginning of another one go.
"""

from importlib import import_module

from django.db import migrations, models
from django.db.models import CASCADE, DO_NOTHING, PROTECT, SET_NULL

from clubs.constraints import OfSameClub

fill = import_module("clubs.migrations.0026_club_of_rows_filled").fill


def key(model, on_delete, related_name=None, *, kind=models.ForeignKey, **options):
    if related_name is not None:
        options["related_name"] = related_name
    return kind(db_constraint=False, on_delete=on_delete, to=f"clubs.{model}", **options)


UNINDEXED, EMPTY = {"db_index": False}, {"null": True, "blank": True}
CLUB = key("club", DO_NOTHING, "+", **UNINDEXED)

# By model: the keys as they are now, in the order of their constraint. Each after those it names.
KEYS = {
    "Player": {},
    "Link": {},
    "League": {},
    "Tournament": {},
    "TournamentRole": {
        "tournament": key("tournament", CASCADE, "roles", **UNINDEXED),
    },
    "Team": {
        "tournament": key("tournament", CASCADE, "teams", **UNINDEXED),
    },
    "Category": {
        "tournament": key("tournament", CASCADE, "categories", **UNINDEXED),
    },
    "Announcement": {
        "tournament": key("tournament", CASCADE, "announcements"),
    },
    "RoleOffer": {
        "link": key("link", CASCADE, "offer", kind=models.OneToOneField),
        "tournament": key("tournament", CASCADE, "offers", null=True),
    },
    "Entry": {
        "tournament": key("tournament", CASCADE, "entries", **UNINDEXED),
        "player": key("player", PROTECT, "entries"),
        "team": key("team", SET_NULL, "entries", **EMPTY),
    },
    "Substitution": {
        "entry": key("entry", CASCADE, "substitutions", **UNINDEXED),
        "player": key("player", PROTECT, "substitutions"),
    },
    "Round": {
        "tournament": key("tournament", CASCADE, "rounds", **UNINDEXED),
    },
    "Bye": {
        "round": key("round", CASCADE, "byes", **UNINDEXED),
        "entry": key("entry", PROTECT, "byes"),
    },
    "Sitting": {
        "round": key("round", CASCADE, "tables", **EMPTY, **UNINDEXED),
    },
    "Seat": {
        "sitting": key("sitting", CASCADE, "seats", **UNINDEXED),
        "player": key("player", PROTECT, "seats"),
        "entry": key("entry", PROTECT, "seats", **EMPTY),
    },
    "Deal": {
        "sitting": key("sitting", CASCADE, "deals", **UNINDEXED),
        "taker": key("player", PROTECT, "deals_taken", **EMPTY, **UNINDEXED),
    },
    "DealScore": {
        "deal": key("deal", CASCADE, "scores", **UNINDEXED),
        "seat": key("seat", PROTECT, "scores"),
        "player": key("player", PROTECT, "scores", **UNINDEXED),
    },
    "MatchScore": {
        "sitting": key("sitting", CASCADE, "match_scores", **UNINDEXED),
        "player": key("player", PROTECT, "match_scores"),
    },
    "SittingTotal": {
        "sitting": key("sitting", CASCADE, "totals", **UNINDEXED),
        "player": key("player", PROTECT, "totals"),
    },
    "RatingChange": {
        "sitting": key("sitting", CASCADE, "ratings", **UNINDEXED),
        "player": key("player", PROTECT, "ratings", **UNINDEXED),
    },
    "Slip": {
        "sitting": key("sitting", CASCADE, "slip", kind=models.OneToOneField),
        "entered_by": key("entry", SET_NULL, "+", **EMPTY),
        "disputed_by": key("entry", SET_NULL, "+", **EMPTY),
    },
    "Confirmation": {
        "slip": key("slip", CASCADE, "confirmations", **UNINDEXED),
        "entry": key("entry", PROTECT, **EMPTY),
    },
    "LeagueMember": {
        "league": key("league", CASCADE, "members", **UNINDEXED),
        "player": key("player", PROTECT, "leagues"),
    },
    "Evening": {
        "league": key("league", CASCADE, "evenings", **UNINDEXED),
    },
    "Presence": {
        "evening": key("evening", CASCADE, **UNINDEXED),
        "player": key("player", CASCADE),
    },
    "LeagueSitting": {
        "league": key("league", CASCADE, "tables", **UNINDEXED),
        "evening": key("evening", CASCADE, "tables"),
        "sitting": key("sitting", CASCADE, "leagues"),
    },
    "Penalty": {
        "sitting": key("sitting", CASCADE, "penalties", **EMPTY),
        "evening": key("evening", CASCADE, "penalties", **EMPTY),
        "entry": key("entry", CASCADE, "penalties", **EMPTY),
        "player": key("player", PROTECT, "penalties"),
    },
    "Publication": {
        "league": key("league", CASCADE, "publications", **EMPTY, **UNINDEXED),
        "tournament": key("tournament", CASCADE, "publications", **EMPTY, **UNINDEXED),
    },
}
CLUBS = {
    model: models.ForeignKey(
        db_index=False, on_delete=CASCADE, related_name=related_name, to="clubs.club"
    )
    for model, related_name in (
        ("Player", "players"),
        ("Link", "links"),
        ("League", "leagues"),
        ("Tournament", "tournaments"),
        ("Sitting", "sittings"),
    )
}
PARENTS = [
    "Player",
    "Link",
    "League",
    "Tournament",
    "Team",
    "Entry",
    "Round",
    "Sitting",
    "Seat",
    "Deal",
    "Slip",
    "Evening",
]


class InOneGo(migrations.SeparateDatabaseAndState):
    """Operations on one table. SQLite, which makes a table anew for each, makes it once."""

    def __init__(self, model, operations):
        self.model, self.operations = model, operations
        super().__init__(operations, operations)

    def deconstruct(self):
        return type(self).__name__, [self.model, self.operations], {}

    def state_forwards(self, app_label, state):
        # Else Django makes the classes of most models anew after each operation: half the time.
        state.__dict__.pop("apps", None)
        super().state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "sqlite":
            schema_editor._remake_table(to_state.apps.get_model(app_label, self.model))
        else:
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "sqlite":
            schema_editor._remake_table(to_state.apps.get_model(app_label, self.model))
        else:
            super().database_backwards(app_label, schema_editor, from_state, to_state)


def snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


def operations(model, keys):
    if model in PARENTS:
        unique = models.UniqueConstraint(fields=["club", "id"], name=f"{snake(model)}_of_club")
        yield migrations.AddConstraint(model, unique)
    if keys:
        rule = OfSameClub(fields=tuple(keys), name=f"{snake(model)}_of_one_club")
        yield migrations.AddConstraint(model, rule)
    for name, field in keys.items():
        yield migrations.AlterField(model, name, field)
    yield migrations.AlterField(model, "club", CLUBS.get(model, CLUB))


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0026_club_of_rows_filled"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        *(InOneGo(model, list(operations(model, keys))) for model, keys in KEYS.items()),
    ]
