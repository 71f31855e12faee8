"""Groups of people: words that an organiser gives to players, such as "Juniors" or "Jeudi".

Who is in which is in Player.categories, as imports bring it in too; Club.groups has those that the
members of the club see. The other words stay with the organisers.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from clubs.core.names import name_key
from clubs.models import Club, Player


class Group(NamedTuple):
    """size is how many are in it, without archived ones."""

    name: str
    size: int


class Groups(NamedTuple):
    """Those that members see, and other words that stand with somebody, each by name."""

    shown: Sequence[Group]
    others: Sequence[Group]


def club_groups(club: Club) -> Groups:
    """One query."""
    rows = Player.objects.filter(club=club).active().values_list("categories", flat=True)
    sizes = Counter(word for words in rows for word in set(words))
    others = sorted(sizes.keys() - set(club.groups), key=name_key)
    return Groups(
        [Group(name, sizes[name]) for name in club.groups],
        [Group(name, sizes[name]) for name in others],
    )


def people_in(club: Club, group: str) -> frozenset[int]:
    """Primary keys, archived players among them: what they played counts. One query."""
    rows = Player.objects.filter(club=club).exclude(categories=[]).values_list("pk", "categories")
    return frozenset(key for key, words in rows if group in words)


def people_to_group(club: Club) -> QuerySet[Player]:
    """Whom a group may have, by name."""
    return Player.objects.filter(club=club).active().order_by("sort_key", "pk")
