"""The club's screens as people use them: set-up by taps, house rules with a trial."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import RuleProfile, Sitting
from clubs.services.tables import sittings

SHEET = re.compile(r"/t/[0-9a-f-]{36}/$")
NEW = "/c/trois-bouts/tables/new/"


class Taps:
    """Counts what a thumb does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.count += 1

    def face(self, name: str) -> None:
        self.tap(f'label.face:has([data-name]:text-is("{name}"))')


def expect_seats(page: Page, *names: str) -> None:
    expect(page.locator("[data-seats] [data-name]")).to_have_text(list(names))


def names(sitting: Sitting) -> list[str]:
    return list(sitting.seats.values_list("player__name", flat=True))


class TestTableSetup:
    def test_seats_are_moved_and_a_guest_sits_down(self, phone, club, sign_in):
        sign_in(phone, "Alice")
        phone.goto(NEW)
        taps = Taps(phone)
        for name in ("Dora", "Bob", "Frank"):
            taps.face(name)
        expect_seats(phone, "Dora", "Bob", "Frank")

        # A known guest is explained and nothing is lost.
        guest = phone.locator("[name=guest_name]")
        taps.tap("[data-guest-tile]")
        phone.keyboard.type("ALICE")
        taps.tap("[data-start]")
        expect(phone.locator("#id_guest_name_error")).to_be_visible()
        expect(guest).to_have_value("ALICE")
        expect_seats(phone, "Dora", "Bob", "Frank")
        assert not Sitting.objects.exists()

        guest.fill("Tante Zoé")
        phone.keyboard.press("Enter")
        taps.face("Bob")  # stands up again
        taps.tap("[data-seat]:nth-child(3) [data-move='-1']")
        expect_seats(phone, "Dora", "Tante Zoé", "Frank")
        # The table is round.
        taps.tap("[data-seat]:nth-child(1) [data-move='-1']")
        expect_seats(phone, "Tante Zoé", "Frank", "Dora")
        numbers = phone.locator("label.face:has(:checked) [data-ord]").all_inner_texts()
        assert sorted(numbers) == ["1", "2", "3"]

        phone.locator("[data-seat]:nth-child(2) [name=first_dealer]").check(force=True)
        taps.tap("[data-start]")
        phone.wait_for_url(SHEET)

        sitting = Sitting.objects.get()
        assert names(sitting) == ["Tante Zoé", "Frank", "Dora"]
        assert sitting.first_dealer == 1

    def test_same_players_in_two_taps(self, phone, club, sign_in):
        over = club.sitting("Dora", "Alice", "Frank", "Bob")
        club.deal(over, dealer="Dora")
        sittings.close_sitting(club.actor("Alice"), over, request_id=uuid4())
        sign_in(phone, "Alice")
        phone.goto("/c/trois-bouts/")

        taps = Taps(phone)
        taps.tap(".hero button")
        phone.wait_for_url(SHEET)

        assert taps.count <= 2
        again = Sitting.objects.open().get()
        assert (names(again), again.first_dealer) == (["Dora", "Alice", "Frank", "Bob"], 1)


class TestHouseRules:
    def test_the_trial_deal_follows_what_is_typed(self, laptop, club, sign_in):
        sign_in(laptop, "Charlie")
        laptop.goto("/c/trois-bouts/settings/rules/new/")
        taker = laptop.locator("#trial tbody tr").first
        # garde, 2 oudlers, 49 points: 66; Petit 20, handful 20: 106 from each of three
        expect(taker).to_contain_text("+318")

        laptop.locator(".rules-group", has=laptop.locator("[name=petit_au_bout__mode]")).locator(
            "summary"
        ).click()
        laptop.locator("[name=petit_au_bout__mode]").select_option("flat")
        # 66 + 10 + 20 = 96
        expect(taker).to_contain_text("+288")
        changed = laptop.locator(".rules-line.changed")
        expect(changed).to_have_count(1)
        laptop.locator("[name=base_value]").fill("")
        expect(laptop.locator("#trial .note")).to_be_visible()
        laptop.locator("[name=base_value]").fill("30")
        # (30+8)·2 + 10 + 20 = 106
        expect(taker).to_contain_text("+318")
        assert not RuleProfile.objects.exists()

        laptop.locator("[name=title]").fill("Règle de Dole")
        laptop.locator("[name=action][value=save]").click()
        laptop.wait_for_url("**/settings/rules/")

        profile = RuleProfile.objects.get()
        assert (profile.name, profile.version) == ("regle-de-dole", 1)
        assert profile.rules["petit_au_bout"] == {"mode": "flat", "value": 10}
        assert profile.rules["base_value"] == 30


class TestMembers:
    def test_the_list_follows_the_search(self, phone, club, sign_in):
        sign_in(phone, "Bob")
        phone.goto("/c/trois-bouts/members/")
        expect(phone.locator("#members tbody tr")).to_have_count(6)

        phone.locator("[name=q]").fill("álí")

        expect(phone.locator("#members tbody tr")).to_have_count(1)
        expect(phone).to_have_url(re.compile("q="))


def test_the_scale_of_takers_stands_above_their_lines_on_a_phone(phone, club, sign_in):
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)
    sign_in(phone, "Bob")

    phone.goto("/c/trois-bouts/statistics/")

    head, line = (phone.locator(f"{part} .whisk:visible").first for part in ("thead", "tbody"))
    edges = [(box["x"], box["width"]) for box in (head.bounding_box(), line.bounding_box())]
    assert edges[0] == pytest.approx(edges[1], abs=1)
