"""What tests of a season's pages share: its addresses, and a season of one deal."""

from datetime import date

from clubs.models import Player

FRIDAY = date(2025, 10, 3)


def home(league, rest=""):
    return f"/c/trois-bouts/s/{league.uuid}/{rest}"


def player(name):
    return Player.objects.get(name=name, club__slug="trois-bouts")


def one_evening(club, *seats):
    """A season with one evening of one deal."""
    league = club.league(*seats)
    sitting = club.sitting(*seats)
    club.deal(sitting)
    club.evening(league, FRIDAY, sitting, state="closed")
    return league


def why_path(league, name):
    return home(league, f"why/{player(name).uuid}/")
