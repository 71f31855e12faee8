"""A whole tournament on four devices: the arbiter's laptop, two phones, and the projector.

What the hall enters is kept beside it and added up here, by hand as it were: totals and ranks of
the program must be those of these sums.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.core.tournaments.standings import TournamentStandings
from clubs.models import Entry, Link, LinkKind, RoundState, Slip, SlipState, TournamentState
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.people.links import open_hall_link
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.tables.test_deal_entry import Thumb
from tests.cast import Cast
from tests.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 3000  # ms from a change to the screen of the room
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}  # points that the taker needs, by oudlers
TIMES = {"petite": 1, "garde": 2}
ENTRY_PAGE = r"/entries/[0-9a-f-]{36}/$"
LATE, LEAVER, SUBSTITUTED, PUNISHED = 22, 2, 3, 4  # numbers of entries
PENALTY = -30


def scores_of(seated: list[int], taker: int, points: int, contract: str, oudlers: int = 2):
    """One deal of three or four, by entry: (25 + difference) · contract from each defender."""
    difference = points - NEEDED[oudlers]
    each = (25 + abs(difference)) * TIMES[contract] * (1 if difference >= 0 else -1)
    return {entry: each * (len(seated) - 1) if entry == taker else -each for entry in seated}


@dataclass
class Ledger:
    """What was played: the score of every deal by (round, table, deal), and the rest."""

    deals: dict[tuple[int, int, int], dict[int, int]] = field(default_factory=dict)
    penalties: Counter[int] = field(default_factory=Counter)
    left_after: dict[int, int] = field(default_factory=dict)

    def write(self, at: tuple[int, int, int], *deal, **told) -> dict[int, int]:
        self.deals[at] = scores_of(*deal, **told)
        return self.deals[at]

    def table(self, number: int, table: int) -> dict[int, int]:
        """What each brings home from a table of a round."""
        found: Counter[int] = Counter()
        for (round_, at, _deal), scores in self.deals.items():
            if (round_, at) == (number, table):
                for entry, score in scores.items():
                    found[entry] += score
        return dict(found)

    def standings(self, after: int) -> dict[int, tuple[int, int]]:
        """(rank, total) by entry. Who has left stands behind everybody else."""
        totals: Counter[int] = Counter(self.penalties)
        for (round_, _table, _deal), scores in self.deals.items():
            for entry, score in scores.items():
                totals[entry] += score if round_ <= after else 0
        key = {e: (self.left_after.get(e, after) >= after, sum_) for e, sum_ in totals.items()}
        better = {e: sum(other > own for other in key.values()) for e, own in key.items()}
        return {entry: (better[entry] + 1, totals[entry]) for entry in totals}


def as_ranked(standings: TournamentStandings) -> dict[int, tuple[int | None, int]]:
    return {row.number: (row.rank, row.total) for row in standings.rows}


@dataclass
class Day:
    """The tournament, its four devices, and what was played."""

    hall: Hall
    laptop: Page
    phones: tuple[Page, Page]
    projector: Page
    ledger: Ledger

    @property
    def event(self) -> str:
        return f"/g/{self.hall.tournament.uuid}/"

    def board(self, number: int) -> None:
        self.laptop.goto(f"{self.event}r/{number}/")

    def shows(self, table: int, state: str) -> None:
        """The board says so by itself."""
        expect(self.laptop.locator(f"#t{table}")).to_have_attribute("data-s", state, timeout=5000)

    def screen_shows(self, kind: str, words: str) -> None:
        """The projector does, without a hand, soon after it was saved."""
        page = self.projector.locator(f".hall-{kind}:visible")
        expect(page.locator("h2")).to_contain_text(words, timeout=SOON)

    def deal(self, number: int, table: int, *, points: int = 46, place: int = 0) -> None:
        """The next deal of a table, written by a service."""
        sitting = self.hall.tables(number)[table - 1]
        seated, at = self.hall.seated(sitting), sitting.deals.count() + 1
        taker = seated[place % len(seated)]
        self.hall.deal(sitting, taker, points=points)
        self.ledger.write((number, table, at), seated, taker, points, "garde")

    def play(self, number: int, table: int) -> None:
        """A whole table of a round by services; deals of different tables differ."""
        self.deal(number, table, points=40 + 3 * table + number)
        self.deal(number, table, points=30 + 2 * table, place=number)
        sitting = self.hall.tables(number)[table - 1]
        self.hall.hand_in(sitting)
        self.hall.confirm(sitting)

    def sit(self, phone: Page, table: int, place: int) -> list[int]:
        """By the link of the table, "I am …"; gives who sits there."""
        sitting = self.hall.tables(1)[table - 1]
        seated = self.hall.seated(sitting)
        link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE)
        phone.goto(f"/s/{link.token}/")
        phone.locator(f"button[name=seat][value='{seated[place]}']").tap()
        expect(phone.locator(".slip-me")).to_be_visible()
        return seated

    def tap_deal(self, phone: Page, table: int, taker: int, points: int, number: int) -> None:
        """A deal by the keys of a phone, from the slip and back to it."""
        sitting = self.hall.tables(1)[table - 1]
        thumb = Thumb(phone, sitting)
        thumb.take(self.hall.entry(taker).name, "Garde", 2, str(points))
        thumb.save()
        phone.wait_for_url(re.compile(rf"/t/{sitting.uuid}/slip/\?saved={number}"))
        seated = self.hall.seated(sitting)
        self.ledger.write((1, table, number), seated, taker, points, "garde")

    def send(self, page: Page, selector: str, address: str) -> None:
        """A button that leads away from the page, to this address."""
        page.locator(selector).click()
        page.wait_for_url(re.compile(address))

    def agrees(self, after: int) -> None:
        """The program has the totals and ranks of the sums that were worked out here."""
        standings = standings_after(self.hall.reread(), after)
        assert as_ranked(standings) == self.ledger.standings(after)


@pytest.fixture
def day(club: Cast, new_page, sign_in) -> Day:
    hall = Hall.gather(club, 21)
    hall.enter("Zoé Retard", checked_in=False)
    laptop, projector = new_page(**LAPTOP), new_page(**LAPTOP)
    phones = (new_page(**PHONE), new_page(**PHONE))
    sign_in(laptop, "Charlie")
    link = open_hall_link(hall.arbiter, hall.reread(), request_id=uuid4())
    projector.goto(f"/s/{link.token}/")
    return Day(hall, laptop, phones, projector, Ledger())


def test_from_the_draw_to_the_printed_results(day: Day, trouble) -> None:
    trouble.expect("410")  # the phones of the tables, when the round is closed
    draw_and_publish(day)
    somebody_comes_late(day)
    first_round(day)
    between_the_rounds(day)
    for number in (2, 3):
        later_round(day, number)
    results(day)


def draw_and_publish(day: Day) -> None:
    laptop, seating = day.laptop, f"{day.event}r/1/seating/"
    laptop.goto(seating)
    laptop.locator("#id_seed").fill("7")
    laptop.locator("form[action$='/draw/'] button[type=submit]").click()
    publish = laptop.locator("form[action$='/publish/'] button[type=submit]")
    expect(publish).to_be_visible()
    tables = day.hall.round(1).plan["tables"]
    assert [len(table["players"]) for table in tables] == [4, 4, 4, 3, 3, 3]
    expect(day.projector.locator(".tv-empty")).to_be_visible()

    publish.click()

    expect(publish).to_have_count(0)
    day.screen_shows("seating", "1")
    assert day.hall.round(1).state == RoundState.PUBLISHED


def somebody_comes_late(day: Day) -> None:
    day.laptop.goto(f"{day.event}check-in/")
    day.laptop.keyboard.type("zo")
    expect(day.laptop.locator(".door-row:visible")).to_have_count(1)
    day.laptop.keyboard.press("Enter")
    expect(day.laptop.locator(".door-row.is-here")).to_have_count(22)

    sizes = [len(day.hall.seated(table)) for table in day.hall.tables(1)]
    assert sorted(sizes) == [3, 3, 4, 4, 4, 4]
    assert any(LATE in day.hall.seated(table) for table in day.hall.tables(1))
    expect(day.projector.locator(".hall-seating", has_text="RETARD Zoé")).to_be_attached(
        timeout=SOON
    )


def first_round(day: Day) -> None:
    day.board(1)
    a_table_by_phone(day)
    a_dispute(day)
    a_slip_on_paper(day)
    for table in (4, 5, 6):
        day.play(1, table)
    close_round(day, 1)
    for phone in day.phones:  # their links have ended
        expect(phone.locator("[data-live-state=over]")).to_be_visible()
    day.agrees(1)


def a_table_by_phone(day: Day) -> None:
    """One writes and hands in, another of the table says that it is right."""
    first, second = day.phones
    seated = day.sit(first, 1, 0)
    day.sit(second, 1, 2)
    for number, (taker, points) in enumerate([(seated[1], 52), (seated[3], 30)], 1):
        day.tap_deal(first, 1, taker, points, number)
    day.shows(1, "in_play")
    expect(second.locator("button[value=confirm]")).to_have_count(0)

    first.locator("button[value=hand_in]").tap()
    day.shows(1, "to_confirm")
    second.locator("button[value=confirm]").tap()  # came by itself
    day.shows(1, "confirmed")

    assert day.hall.tables(1)[0].slip.state == SlipState.CONFIRMED


def a_dispute(day: Day) -> None:
    """A player of table 2 says that a deal is wrong; the arbiter sees it, looks, and settles."""
    phone = day.phones[1]
    seated = day.sit(phone, 2, 1)
    day.tap_deal(phone, 2, seated[0], 61, 1)
    day.deal(1, 2, points=41, place=2)
    day.hall.hand_in(day.hall.tables(1)[1], seated[0])
    phone.locator("a[href*='report=1']").tap()
    phone.locator("#id_text").fill("Donne 2 : 40, pas 41")
    phone.locator("#report button[type=submit]").tap()

    day.shows(2, "disputed")
    expect(day.laptop.locator("#t2")).to_contain_text("Donne 2 : 40, pas 41")
    day.send(day.laptop, "#a2", r"/slip/$")
    day.laptop.locator("#id_reason").fill("Recompté : 41")
    day.laptop.locator("button[value=settle]").click()
    expect(day.laptop.locator("button[value=settle]")).to_have_count(0)
    assert day.hall.tables(1)[1].slip.state == SlipState.CONFIRMED


def a_slip_on_paper(day: Day) -> None:
    """Table 3 lost the network: the arbiter keeps its slip by totals and types them."""
    laptop, sitting = day.laptop, day.hall.tables(1)[2]
    laptop.goto(f"/t/{sitting.uuid}/slip/")
    laptop.locator("#id_reason").fill("Sans réseau")
    laptop.locator("input[name=mode][value=totals]").check()
    laptop.locator("button[value=mode]").click()
    expect(laptop.locator("input[name=mode][value=totals]")).to_have_count(0)

    laptop.goto(f"{day.event}r/1/slips/?table=3")
    expect(laptop.locator("[data-cell]").first).to_be_focused()
    seated = day.hall.seated(sitting)
    day.ledger.write((1, 3, 1), seated, seated[2], 47, "garde")
    day.ledger.write((1, 3, 2), seated, seated[0], 33, "petite")
    totals = day.ledger.table(1, 3)
    for entry in seated[:-1]:  # the last one is what is left to zero
        laptop.keyboard.type(str(totals[entry]))
        laptop.keyboard.press("Enter")
    laptop.keyboard.press("Control+Enter")
    expect(laptop.locator("h2", has_text="4")).to_be_visible()  # the next that is out
    assert Slip.objects.get(sitting=sitting).state == SlipState.CONFIRMED


def between_the_rounds(day: Day) -> None:
    a_correction(day)
    a_penalty(day)
    entry_page(day, LEAVER, "withdraw")
    day.laptop.locator("#id_after_round").select_option("1")
    day.laptop.locator("#id_reason").fill("Malade")
    day.send(day.laptop, "main button.btn-lg[type=submit]", ENTRY_PAGE)
    day.ledger.left_after[LEAVER] = 1
    entry_page(day, SUBSTITUTED, "substitute")
    day.laptop.locator("#id_name").fill("Rémi Plaçant")
    day.laptop.locator("#id_from_round").select_option("2")
    day.send(day.laptop, "main button.btn-lg[type=submit]", ENTRY_PAGE)

    leaver = day.hall.entry(LEAVER)
    [change] = day.hall.entry(SUBSTITUTED).substitutions.all()
    assert (leaver.withdrawn_after, change.name, change.from_round) == (1, "Rémi Plaçant", 2)
    day.agrees(1)


def entry_page(day: Day, number: int, what: str) -> None:
    entry: Entry = day.hall.entry(number)
    day.laptop.goto(f"{day.event}entries/{entry.uuid}/{what}/")


def a_correction(day: Day) -> None:
    """Deal 2 of table 1 was 31, not 30; the round is closed, and the reason is kept."""
    laptop, sitting = day.laptop, day.hall.tables(1)[0]
    seated = day.hall.seated(sitting)
    laptop.goto(f"/t/{sitting.uuid}/2/edit/")
    laptop.locator("input[name=points]").fill("31")
    laptop.locator("button[value=review]").click()
    laptop.locator("[data-why] label").first.click()
    day.send(laptop, "button[value=correct]", rf"/t/{sitting.uuid}/(?!2/edit)")
    day.ledger.write((1, 1, 2), seated, seated[3], 31, "garde")
    assert day.hall.reread().corrected_at is not None
    day.agrees(1)


def a_penalty(day: Day) -> None:
    laptop = day.laptop
    laptop.goto(f"{day.event}penalties/new/?entry={PUNISHED}&round=1")
    laptop.locator("#id_points").fill(str(-PENALTY))  # taken, as the form offers first
    laptop.locator("#id_reason").fill("En retard à sa table")
    day.send(laptop, "main button.btn-lg[type=submit]", r"/penalties/$")
    day.ledger.penalties[PUNISHED] += PENALTY
    day.agrees(1)


def close_round(day: Day, number: int) -> None:
    day.board(number)
    day.laptop.locator("#b-close[form=close-form]").click()
    expect(day.laptop.locator("#b-close[form=reopen-form]")).to_be_visible()
    day.screen_shows("standings", str(number))
    assert day.hall.round(number).state == RoundState.VALIDATED


def later_round(day: Day, number: int) -> None:
    laptop = day.laptop
    laptop.goto(f"{day.event}r/{number}/seating/")
    seen = laptop.locator("#id_warnings_seen")
    if seen.count():
        seen.check()
    update = laptop.locator("form[action$='/update/'] button[type=submit]")
    if update.count():  # somebody left since the draw
        update.click()
        expect(update).to_have_count(0)
    publish = laptop.locator("form[action$='/publish/'] button[type=submit]")
    publish.click()
    expect(publish).to_have_count(0)
    day.screen_shows("seating", str(number))
    seated = [day.hall.seated(table) for table in day.hall.tables(number)]
    assert sorted(len(table) for table in seated) == [3, 3, 3, 4, 4, 4]
    assert sorted(chain(*seated)) == [n for n in range(1, LATE + 1) if n != LEAVER]
    for table in range(1, 7):
        day.play(number, table)
    close_round(day, number)
    day.agrees(number)


def results(day: Day) -> None:
    laptop, expected = day.laptop, day.ledger.standings(3)
    assert expected[LEAVER][0] == LATE  # the last of 22
    assert sum(total for _rank, total in expected.values()) == PENALTY
    laptop.goto(f"{day.event}standings/")
    shown = laptop.locator("table.results tbody tr")
    expect(shown).to_have_count(LATE)
    told = [int(text) for text in shown.locator(".rank").all_inner_texts()]
    assert told == sorted(rank for rank, _total in expected.values())
    expect(shown.filter(has_text="PLAÇANT Rémi")).to_have_count(1)

    laptop.locator("form[action$='/results/publish/'] button").click()
    expect(laptop.locator("form[action$='/results/publish/']")).to_have_count(0)
    day.screen_shows("standings", "final")

    assert day.hall.reread().state == TournamentState.FINAL
    day.agrees(3)
    printed = laptop.request.get(f"{day.event}paper/standings-3.pdf")
    assert (printed.status, printed.headers["content-type"]) == (200, "application/pdf")
    assert printed.body().startswith(b"%PDF")
