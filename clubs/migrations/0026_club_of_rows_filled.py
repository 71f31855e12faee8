"""Every row gets the club of what it hangs on, by one statement a table; nobody is kept from
reading meanwhile. Rows that an older program writes after this are filled by the next migration."""

from django.db import migrations
from django.db.models import OuterRef, Subquery

# By what each has its club, after what it hangs on.
PARENTS = (
    ("Announcement", "tournament"),
    ("Category", "tournament"),
    ("Entry", "tournament"),
    ("Round", "tournament"),
    ("Team", "tournament"),
    ("TournamentRole", "tournament"),
    ("RoleOffer", "link"),
    ("Bye", "round"),
    ("Substitution", "entry"),
    ("Deal", "sitting"),
    ("MatchScore", "sitting"),
    ("RatingChange", "sitting"),
    ("Seat", "sitting"),
    ("SittingTotal", "sitting"),
    ("Slip", "sitting"),
    ("Confirmation", "slip"),
    ("DealScore", "deal"),
    ("Evening", "league"),
    ("LeagueMember", "league"),
    ("LeagueSitting", "league"),
    ("Presence", "evening"),
    ("Penalty", "player"),
    ("Publication", "league"),
    ("Publication", "tournament"),
)


def fill(apps, _schema):
    for name, parent in PARENTS:
        model = apps.get_model("clubs", name)
        parents = model._meta.get_field(parent).related_model._base_manager
        club = parents.filter(pk=OuterRef(parent)).values("club")
        rows = model._base_manager.filter(club=None, **{f"{parent}__isnull": False})
        rows.update(club=Subquery(club))


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0025_club_of_rows"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
