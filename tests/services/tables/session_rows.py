"""What tests of a session's services share: rows as they stand, what a refusal leaves alone."""

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.models import AuditEntry, Club, Deal, DealScore, Seat, Sitting

FFT = get_game("french").read_rules("fft")
ROUNDED = get_game("french").read_rules("rounded-10")
FOUR = ("Alice", "Bob", "Charlie", "Dora")
NOBODY = Actor("visitor")


def actor(club, name):
    return NOBODY if name == "visitor" else club.actor(name)


def scores(deal):
    """Who won or lost what, as what, in seat order."""
    rows = deal.scores.order_by("seat").values_list("player__name", "role", "score")
    return list(rows)


def columns(deal):
    deal.refresh_from_db()
    return {
        "kind": deal.kind,
        "void_reason": deal.void_reason,
        "taker": deal.taker and deal.taker.name,
        "contract": deal.contract,
        "oudlers": deal.oudlers,
        "points_x2": deal.points_x2,
        "made": deal.made,
        "margin": deal.margin,
        "stake": deal.stake,
    }


def uuids(club, *names):
    return [str(club.player(name).uuid) for name in names]


def everything():
    """What a refusal must leave as it was."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Club, Sitting, Seat, Deal, DealScore, AuditEntry)
    ]


def chain_is_whole(uuid):
    """Numbers from 1, and each hash that of the content and of the entry before."""
    previous, numbers = "", []
    for entry in AuditEntry.objects.filter(chain__uuid=uuid).order_by("sequence"):
        assert entry.hash == entry.computed_hash(previous)
        previous = entry.hash
        numbers.append(entry.sequence)
    return numbers == list(range(1, len(numbers) + 1))
