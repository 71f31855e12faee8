"""A whole evening: thirty deals, two phones, two cuts of the network, a newcomer, a correction."""

from collections import Counter
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from clubs.core.games import get_game
from clubs.models import Player, Sitting
from tests.browser.conftest import PHONE
from tests.browser.network import Phone, arrive, stored
from tests.cast import Cast, make_player, totals

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Nadia", "Hugo", "Marc", "Élise", "Luc")
NEWCOMER = "Rosa"  # from deal 13 on; whoever deals then rests
FOLLOWS = 3_000  # ms


class Told(NamedTuple):
    taker: str
    called: str
    contract: str
    oudlers: str
    points: str


ALONE = "Alone"
EASY = ("Garde", "2", "46")  # (25+5)·2 = 60: 120 and 60 for the attack, −60 for each defender
EXACT = ("Prise", "2", "41")  # 25: 50 and 25, −25
DOWN = ("Garde", "2", "36")  # −60: −120 and −60, 60
ABOVE = ("Prise", "2", "51")  # 25+10 = 35: alone 140, −35
GREAT = ("G. sans", "1", "56")  # (25+5)·4 = 120: 240 and 120, −120
EVENING = [
    Told("Nadia", "Hugo", *EASY),
    Told("Marc", "Luc", *EXACT),
    Told("Élise", "Nadia", *DOWN),
    Told("Luc", ALONE, *ABOVE),
    Told("Hugo", "Marc", *GREAT),
    Told("Nadia", "Élise", *EXACT),
    Told("Hugo", "Luc", *EASY),
    Told("Marc", ALONE, *ABOVE),
    Told("Luc", "Hugo", *DOWN),
    Told("Élise", "Marc", *EASY),
    Told("Nadia", "Luc", *GREAT),
    Told("Hugo", "Nadia", *EXACT),
    # Rosa sits down; Marc, Élise, Luc, Rosa, Nadia, Hugo, Marc … deal and rest
    Told("Rosa", "Nadia", *EASY),
    Told("Marc", "Rosa", *EXACT),
    Told("Nadia", "Hugo", *DOWN),
    Told("Luc", "Marc", *EASY),
    Told("Rosa", ALONE, *ABOVE),
    Told("Élise", "Luc", *EXACT),
    Told("Hugo", "Rosa", *GREAT),
    Told("Nadia", "Marc", *EASY),
    Told("Rosa", "Élise", *DOWN),
    Told("Luc", "Nadia", *EXACT),
    Told("Marc", "Hugo", *EASY),
    Told("Élise", ALONE, *ABOVE),
    Told("Luc", "Rosa", *EASY),
    Told("Hugo", "Marc", *DOWN),
    Told("Nadia", "Élise", *EXACT),
    Told("Marc", "Luc", *GREAT),
    Told("Rosa", "Hugo", *EASY),
    Told("Élise", "Nadia", *EXACT),
]
# Added up by hand, deal by deal, with 41 points in deal 10.
TOTALS = {"Nadia": -55, "Hugo": -50, "Marc": 515, "Élise": -750, "Luc": -15, "Rosa": 355}
CORRECTED = 10  # Élise with Marc had 41 points: made exactly, 50 for each defender


class Scorer(Phone):
    def play(self, number: int) -> "Scorer":
        told = EVENING[number - 1]
        self.is_for(number)
        self.chip("taker", told.taker)
        self.chip("called_0", told.called)
        self.chip("contract", told.contract)
        self.chip("oudlers", told.oudlers)
        for digit in told.points:
            self.page.locator(f"[data-key='{digit}']").tap()
        self.save()
        return self

    def plays(self, first: int, last: int) -> None:
        """With the network there: each ends on the sheet, from where the next one begins."""
        for number in range(first, last + 1):
            self.entry().play(number).is_on_sheet(saved=number)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    Player.objects.bulk_create(make_player(club.club, name) for name in (*FIVE, NEWCOMER))
    club.players.update({player.name: player for player in Player.objects.all()})
    return club.sitting(*FIVE, active_count=5)


@pytest.fixture
def scorer(new_page, sign_in, sitting, trouble):
    trouble.expect("ERR_|console: htmx:")

    def scorer(name: str) -> Scorer:
        page = new_page(**{**PHONE, "locale": "en-GB"})
        sign_in(page, name)
        return Scorer(page, sitting)

    return scorer


def seat_newcomer(phone: Phone) -> None:
    phone.page.goto(f"/t/{phone.sitting.uuid}/seats/")
    phone.page.locator("[data-face]", has_text=NEWCOMER).tap()
    phone.page.locator("details:has([name=active_count]) > summary").tap()
    phone.page.locator("label.chip:has([name=active_count][value='5'])").tap()
    phone.page.locator("[data-start]").tap()
    phone.page.wait_for_url(lambda address: "/seats/" not in address)


def correct_points(phone: Phone, number: int, points: str) -> None:
    phone.page.goto(f"/t/{phone.sitting.uuid}/{number}/edit/")
    for _digit in "46":
        phone.page.locator("[data-key='back']").tap()
    for digit in points:
        phone.page.locator(f"[data-key='{digit}']").tap()
    phone.page.get_by_role("button", name="What changes").tap()
    phone.page.locator("label.chip:has([value='Counted wrong'])").tap()
    phone.page.get_by_role("button", name="Correct", exact=True).tap()
    phone.page.wait_for_url(f"**/t/{phone.sitting.uuid}/")


def totals_of_core(sitting: Sitting) -> dict[str, int]:
    game = get_game("french")
    names = {str(player.uuid): player.name for player in Player.objects.all()}
    sums: Counter[str] = Counter()
    for deal in sitting.deals.all():
        told = {key: value for key, value in deal.record.items() if key != "players"}
        verdict = game.judge(deal.record["players"], game.read_rules("fft"), told)
        sums.update({names[uuid]: score for uuid, score in verdict.scores.items()})
    return dict(sums)


def test_thirty_deals(scorer, sitting):
    alice, charlie = scorer("Alice"), scorer("Charlie")

    alice.plays(1, 4)

    alice.entry()
    with alice.cut("before it leaves"):
        alice.play(5).play(6).is_for(7).says("Kept on this device, 2 to send")
        assert len(stored(sitting)) == 4
    alice.again()
    alice.says("Saved")
    arrive(alice.page, sitting, [(n, told.taker) for n, told in enumerate(EVENING[:6], start=1)])

    alice.plays(7, 12)
    seat_newcomer(alice)
    alice.plays(13, 18)
    correct_points(alice, CORRECTED, "41")

    alice.entry()
    with alice.cut("after the commit"):
        alice.play(19).play(20).is_for(21).says("Kept on this device, 2 to send")
        assert len(stored(sitting)) == 19  # the answer to the first was lost, the second waits
    alice.again()
    alice.says("Saved")
    arrive(alice.page, sitting, [(n, told.taker) for n, told in enumerate(EVENING[:20], start=1)])

    alice.plays(21, 24)
    alice.sheet()
    charlie.plays(25, 26)
    expect(alice.page.locator("tr[data-deal='26']")).to_be_visible(timeout=FOLLOWS)
    alice.plays(27, 30)

    assert stored(sitting) == [(n, told.taker) for n, told in enumerate(EVENING, start=1)]
    assert totals(sitting) == TOTALS == totals_of_core(sitting)
    heads = alice.page.locator("[data-sheet] thead")
    for total in ("−55", "−50", "+515", "−750", "−15", "+355"):
        expect(heads).to_contain_text(total)
