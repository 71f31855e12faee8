"""What tests of slips share: tables that were played, and what is refused."""

from uuid import uuid4

from clubs.models import (
    Deal,
    Slip,
    TournamentDuty,
    TournamentRole,
)
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds import slips
from tests.cast import make_user
from tests.hall import published_hall


def played(hall, at=0, deals=2):
    sitting = hall.tables()[at]
    for _ in range(deals):
        hall.deal(sitting)
    return sitting


def kept(club, mode, **told):
    """A hall whose slips are kept in this mode, and its first table."""
    hall = published_hall(club, 8, slip_mode=mode, **told)
    return hall, hall.tables()[0]


def slip_of(sitting):
    return Slip.objects.get(sitting=sitting)


def row(hall, sitting, *scores):
    """Scores of a table, by entry number in order of play."""
    return dict(zip(hall.seated(sitting), scores, strict=True))


def desk_of(hall, name="Didier", duty=TournamentDuty.DESK):
    hall.cast.users[name] = make_user(name)
    told = {"tournament": hall.tournament, "user": hall.cast.users[name]}
    TournamentRole.objects.create(role=duty, **told)
    return hall.cast.actor(name)


def correct(hall, sitting, number, actor=None, reason="Mal compté", **told):
    deal = Deal.objects.select_related("sitting__club", "sitting__round__tournament").get(
        sitting=sitting, number=number
    )
    record = {key: value for key, value in deal.record.items() if key != "players"} | told
    return sittings.correct_deal(
        actor or hall.arbiter,
        deal,
        record,
        revision=deal.revision,
        reason=reason,
        request_id=uuid4(),
    )


def type_totals(hall, sitting, told, entry=None, **more):
    return slips.type_totals(
        hall.phone(sitting),
        hall.table(sitting),
        told,
        entry=hall.entry(entry or hall.seated(sitting)[0]),
        **{"seen": hall.mark(sitting), "request_id": uuid4(), **more},
    )


def type_scores(hall, sitting, *scores, **more):
    number = sitting.deals.count() + 1
    return slips.type_scores(
        hall.phone(sitting),
        hall.table(sitting),
        row(hall, sitting, *scores),
        **{"label": "Donne", "number": number, "request_id": uuid4(), **more},
    )
