"""Slips on paper that are typed twice, and what comes between the two."""

from clubs.models import SlipState
from tests.page_forms import page_form
from tests.services.tournaments.rounds.slip_tables import kept
from tests.views.tournaments.pages import page as address
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


def test_who_leaves_after_the_first_pass_takes_no_deal_away(club):
    hall, sitting = kept(club, "deals", deals_per_round=1, two_passes=True)
    client, leaver = browser("Charlie", club), hall.entry(hall.seated(sitting)[0])
    row = {"row-0-taker": "1", "row-0-contract": "g", "row-0-oudlers": "2", "row-0-points": "46"}

    def typed():
        data = page_form(client.get(bulk_path(hall)), has="row-0-taker").fill(**row).data()
        del data["step"]  # the button that validates has no name
        client.post(bulk_path(hall), data)

    typed()
    page = client.get(address(hall, f"entries/{leaver.uuid}/withdraw/"))
    page_form(page, has="after_round").fill(after_round="0").send(client)
    typed()

    assert state(sitting) == SlipState.CONFIRMED
    assert sitting.deals.count() == 1
    assert hall.entry(leaver.number).withdrawn_after == 1
