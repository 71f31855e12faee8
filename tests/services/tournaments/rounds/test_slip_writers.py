"""Who may write a slip: players, the desk, a phone by its link."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.models import (
    Deal,
    Entry,
    LinkKind,
    SlipMode,
    SlipState,
)
from clubs.services.errors import TournamentRefused
from clubs.services.people.links import make_link
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds import slip_rulings, slips, typed_slips
from clubs.services.tournaments.rounds.typed_slips import Typed
from tests.cast import ANY_DEAL, keeper
from tests.hall import Hall
from tests.refusals import codes
from tests.services.tournaments.rounds.slip_tables import desk_of, played, row, slip_of


class TestWhoWrites:
    """tournaments.md §13, invariant 18: nobody writes to the slip of another table."""

    def calls(self, hall, sitting, actor):
        entry = hall.entry(hall.seated(sitting)[1])
        one, told = hall.table(sitting), {"request_id": uuid4()}
        seen = hall.mark(sitting)
        scores = row(hall, sitting, 30, -10, -10, -10)
        deal = {"taker": str(sitting.seats.first().player.uuid), **ANY_DEAL}
        yield lambda: slips.hand_in(actor, one, entry=entry, seen=seen, **told)
        yield lambda: slips.confirm(actor, one, entry=entry, seen=seen, **told)
        yield lambda: slips.dispute(actor, one, entry=entry, text="Non", **told)
        yield lambda: slips.type_totals(actor, one, scores, entry=entry, seen=seen, **told)
        yield lambda: slips.type_scores(actor, one, scores, label="Donne", number=1, **told)
        yield lambda: slip_rulings.agree_stop(actor, one, **told)
        yield lambda: slip_rulings.overrule(actor, one, reason="Vu", **told)
        yield lambda: slip_rulings.resolve(actor, one, SlipState.ENTERING, **told)
        yield lambda: slip_rulings.set_mode(actor, one, SlipMode.TOTALS, reason="Perdue", **told)
        yield lambda: typed_slips.type_slip(actor, one, Typed(totals=scores), seen=seen, **told)
        yield lambda: slip_rulings.correct_totals(actor, one, scores, seen=seen, reason="x", **told)
        yield lambda: slips.keep_late_deal(actor, one, deal, number=1, **told)
        yield lambda: sittings.record_deal(actor, one, deal, number=1, **told)

    @pytest.mark.parametrize("who", ["visitor", "other table", "other player", "Alice", "Eve"])
    def test_others_are_refused(self, hall, who):
        sitting, other = hall.tables()
        actors = {
            "visitor": keeper(),
            "other table": hall.phone(other),
            "other player": player_phone(hall, other),
            "Alice": hall.cast.actor("Alice"),  # scores for the club, and does not sit there
            "Eve": hall.cast.actor("Eve"),
        }
        for call in self.calls(hall, sitting, actors[who]):
            with pytest.raises((Forbidden, TournamentRefused)) as refusal:
                call()
            if not isinstance(refusal.value, Forbidden):
                assert [p.code for p in refusal.value.problems] in (["slip_mode"], ["sum_not_zero"])

        assert slip_of(sitting).state == SlipState.EMPTY
        assert not Deal.objects.exists()

    def test_a_personal_link_speaks_for_itself_alone(self, hall, table):
        hall.hand_in(table)
        second, third = hall.seated(table)[1:3]
        phone = player_phone(hall, table, second)

        assert codes(hall.confirm, table, third, actor=phone) == ["slip_not_yours"]
        assert hall.confirm(table, second, actor=phone).state == SlipState.CONFIRMED

    def test_an_account_that_sits_there_speaks_for_itself(self, club):
        hall = Hall.gather(club, 7)
        bob = club.player("Bob")
        [entry] = Entry.objects.bulk_create(
            [
                Entry(
                    tournament=hall.tournament,
                    player=bob,
                    number=8,
                    name="Bob",
                    checked_in_at=hall.tournament.starts_at,
                    check_in_way="list",
                )
            ]
        )
        hall.publish()
        at = next(n for n, one in enumerate(hall.tables()) if 8 in hall.seated(one))
        sitting = played(hall, at)
        others = [number for number in hall.seated(sitting) if number != 8]
        hall.hand_in(sitting, others[0])

        actor = club.actor("Bob")
        assert codes(hall.confirm, sitting, others[1], actor=actor) == ["slip_not_yours"]
        assert hall.confirm(sitting, 8, actor=actor).state == SlipState.CONFIRMED
        assert entry.pk

    def test_the_desk_does_not_speak_for_players(self, hall, table):
        second = hall.seated(table)[1]

        assert codes(hall.hand_in, table, second, actor=desk_of(hall)) == ["slip_not_yours"]

    def test_links_of_a_round_end_when_it_is_validated(self, hall):
        hall.play()
        hall.validate()
        sitting = hall.tables()[0]

        with pytest.raises(Forbidden):
            hall.confirm(sitting, hall.seated(sitting)[2])


def player_phone(hall, sitting, number=None):
    number = number or hall.seated(sitting)[1]
    return keeper(make_link(sitting.club, LinkKind.PLAYER, hall.entry(number).uuid, by=None))
