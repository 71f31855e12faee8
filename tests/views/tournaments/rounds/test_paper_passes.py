"""Slips on paper that are typed twice, and what comes between the two."""

from clubs.models import SlipState
from tests.page_forms import page_form
from tests.services.tournaments.rounds.slip_tables import kept
from tests.views.tournaments.rounds.slip_pages import browser, bulk_path, cells, state


def test_other_scores_that_look_wrong_take_the_place_of_the_first(club):
    """The page showed one of the two questions at a time, and forgot the answer to the other."""
    hall, sitting = kept(club, "scores", deals_per_round=1, two_passes=True)
    client, box = browser("Charlie", club), f"deals-1-{hall.seated(sitting)[0]}"
    for scores in ((60, 60, -60, -60), (70, 50, -50, -70)):
        form = page_form(client.get(bulk_path(hall)), has=box)
        page = form.fill(**cells(hall, sitting, "deals-1", *scores)).send(client)
        page = page_form(page, has="reason").fill(reason="Vu les cartes").send(client)

    page_form(page, has="replaces").fill(replaces=True).send(client)

    assert state(sitting) == SlipState.CONFIRMED
