"""What tests of changed seats share: who sits there now, and what a refusal leaves alone."""

from clubs.models import AuditEntry, Club, Player, Seat, Sitting
from clubs.queries.deals.deals import next_deal

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


def now(sitting):
    """Who sits there now, in order of play, and who deals next."""
    table = next_deal(Sitting.objects.get(pk=sitting.pk))
    return [place.name for place in table.places], table.names[table.dealer]


def everything():
    """What a change that is refused must leave alone."""
    return (
        list(Seat.objects.order_by("pk").values_list("pk", "player", "position")),
        list(Sitting.objects.order_by("pk").values_list("revision", "first_dealer", "turn_from")),
        list(Club.objects.order_by("pk").values_list("revision", flat=True)),
        Player.objects.count(),
        AuditEntry.objects.count(),
    )
