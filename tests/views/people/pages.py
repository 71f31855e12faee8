"""What tests of a club's own pages share: their addresses, and who is in it."""

from clubs.models import Player

HOME = "/c/trois-bouts/"
MEMBERS = "/c/trois-bouts/members/"
ADD = "/c/trois-bouts/members/add/"
SETTINGS = "/c/trois-bouts/settings/"


def login(path):
    return f"/login/?next={path}"


def names(club, **criteria):
    rows = Player.objects.filter(club=club.club, **criteria).order_by("name_key")
    return list(rows.values_list("name", flat=True))
