"""A stake that is set with the table, typed as money; who pays whom at its end; who sees that."""

from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Club, EveningState, LinkKind, RuleProfile, Sitting
from clubs.services.people import links
from clubs.services.tables.sittings import close_sitting, record_deal
from tests.page_forms import page_form
from tests.views.tables.live_pages import TV, by_link, screen, watcher

FOUR = ("Alice", "Bob", "Charlie", "Dora")
NBSP = "\N{NO-BREAK SPACE}"
KITTY = {"per_player": 100, "per_passed": 50}


def rules_page(sitting):
    return f"/t/{sitting.uuid}/rules/"


class TestOpening:
    def sent(self, guest, *names, **told):
        form = page_form(guest.get("/table/"), has="stake")
        return form.fill(name=names, **told).send(guest)

    @pytest.mark.parametrize("typed", ["0.05", "0,05", " 0,05 "])
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_a_private_table(self, guest, typed, language):
        guest.cookies["django_language"] = language

        self.sent(guest, "Ana", "Luc", "Bob", stake=typed, coin="0.10")

        rules = Sitting.objects.get().rules
        frozen = (rules["stake_per_point"], rules["smallest_coin"], rules["currency"])
        assert frozen == (5, 10, "EUR")
        assert rules["name"] == "fft"

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            ("five", "An amount such as 0.05 or 12.50."),
            ("0.005", "An amount such as 0.05 or 12.50."),
            ("10000.01", f"From 0.00{NBSP}€ to 10,000.00{NBSP}€."),
        ],
    )
    def test_what_is_no_stake_is_said_at_its_field(self, guest, typed, message):
        page = self.sent(guest, "Ana", "Luc", "Bob", stake=typed)

        assert page.status_code == 422
        assert page.context["form"].errors == {"stake": [message]}
        assertContains(page, '<details class="set-fold" open>', 1, status_code=422)
        assert not Sitting.objects.exists()

    def test_in_the_currency_of_the_club(self, alice, club):
        """5 yen is 5 of the smallest unit; a part of one is none."""
        Club.objects.filter(pk=club.club.pk).update(currency="JPY")
        form = page_form(alice.get("/c/trois-bouts/tables/new/"), has="stake")
        seats = [str(club.player(name).uuid) for name in FOUR]
        told = form.fill(seat=seats, stake="5").data("action=start") | {"order": seats}

        alice.post("/c/trois-bouts/tables/new/", told)

        rules = Sitting.objects.get().rules
        assert (rules["stake_per_point"], rules["currency"]) == (5, "JPY")
        refused = alice.post("/c/trois-bouts/tables/new/", {**told, "stake": "0.5"})
        assert refused.context["form"].errors == {"stake": ["A whole amount such as 10."]}

    def test_the_same_players_play_for_the_same(self, alice, club):
        before = club.sitting(*FOUR, rules={"stake_per_point": 5, "smallest_coin": 10})
        club.deal(before)
        close_sitting(club.actor("Alice"), before, request_id=uuid4())

        page_form(alice.get("/c/trois-bouts/"), press="start").send(alice, press="start")

        rules = Sitting.objects.exclude(pk=before.pk).get().rules
        assert (rules["stake_per_point"], rules["smallest_coin"]) == (5, 10)


class TestAtTheTable:
    def test_other_rules_leave_the_stake(self, charlie, club):
        sitting = club.sitting(*FOUR, rules={"stake_per_point": 5, "smallest_coin": 10})
        form = page_form(charlie.get(rules_page(sitting)), has="stake")
        assert (form.fields["stake"].value, form.fields["coin"].value) == ("0.05", "0.10")

        form.fill(rules="rounded-10").send(charlie)

        sitting.refresh_from_db()
        kept = [sitting.rules[name] for name in ("name", "stake_per_point", "smallest_coin")]
        assert kept == ["rounded-10", 5, 10]

    def test_who_pays_whom(self, alice, club):
        """60 from each to Alice at 0.05: 9.00 and −3.00. Bob dealt a passed deal: 0.50. 1.00 from
        everybody: Alice 8.00, Bob −4.50, the others −4.00, the kitty 4.50. In coins of 1.00 down to
        8, −5, −4, −4, 4: one coin, to Bob, who is named before the kitty and lost 0.50 as well."""
        rules = {"stake_per_point": 5, "smallest_coin": 100, "kitty": KITTY}
        sitting = club.sitting(*FOUR, rules=rules)
        club.deal(sitting, taker="Alice", contract="garde", oudlers=2, points=46)
        club.deal(sitting, kind="void", void_reason="all_pass", dealer="Bob")

        page = alice.get(f"/t/{sitting.uuid}/summary/")

        assertContains(page, f"0.05{NBSP}€ a point")
        assertContains(page, f"In the kitty: 4.00{NBSP}€.")
        assertContains(page, f"Rounded to 1.00{NBSP}€.")
        assertContains(page, "to the kitty", 1)
        assertContains(page, f'<b class="num">4.00{NBSP}€</b>', 3)

    def test_half_points_of_three(self, alice, club):
        """40½ with two oudlers is short by ½, counts 1: −26 to each, −52. At 0.10: 2.60 to both."""
        sitting = club.sitting("Alice", "Bob", "Charlie", rules={"stake_per_point": 10})
        club.deal(sitting, taker="Alice", contract="prise", oudlers=2, points=40.5)

        page = alice.get(f"/t/{sitting.uuid}/summary/")

        assertContains(page, f'<b class="num">2.60{NBSP}€</b>', 2)

    def test_a_match_of_tarocco_bolognese(self, alice, club):
        """Alice and Charlie won by 7, at 0.02: each of the others pays one of them 0.14."""
        sitting = club.sitting(*FOUR, game="bolognese", rules={"stake_per_point": 2})
        won = {str(club.player(name).uuid): (-7, 7)[name in "Alice Charlie"] for name in FOUR}
        record = {"kind": "scores", "label": "a", "scores": won}
        record_deal(club.actor("Alice"), sitting, record, number=1, request_id=sitting.uuid)

        page = alice.get(f"/t/{sitting.uuid}/summary/")

        assertContains(page, f"0.02{NBSP}€ a point")
        assertContains(page, f'<b class="num">0.14{NBSP}€</b>', 2)


class TestWhoSees:
    """money.md §5. A stake of 7.77, which stands on no page for everybody."""

    WORDS = ("7.77", "7,77", "€", "stake", "kitty", "pays whom", "smallest coin")

    @pytest.fixture
    def evening(self, club):
        rules = {"stake_per_point": 777, "smallest_coin": 5, "kitty": KITTY}
        sitting = club.sitting(*FOUR, rules=rules)
        club.deal(sitting, taker="Alice", contract="garde", oudlers=2, points=46)
        club.deal(sitting, kind="void", void_reason="all_pass", dealer="Bob")
        shown = {"shows_standings": True, "shows_results": True, "shows_calendar": True}
        league = club.league(*FOUR, **shown)
        return club.evening(league, date(2025, 9, 12), sitting, state=EveningState.CLOSED)

    def without_money(self, client, *addresses):
        for address in addresses:
            page = client.get(address)
            assert page.status_code == 200, address
            text = page.content.decode().lower()
            assert [word for word in self.WORDS if word in text] == [], address

    def test_nobody_from_outside(self, client, club, evening):
        client.cookies["django_language"] = "en"
        season = f"/c/trois-bouts/public/{evening.league.uuid}/"
        every = ["/", "/c/trois-bouts/public/", "/c/trois-bouts/public/feed.atom", season]

        self.without_money(client, *every, f"{season}evenings.ics", f"{season}{evening.uuid}/")

    def test_no_spectator_and_no_screen(self, club, evening):
        sitting = Sitting.objects.get()
        live = f"/t/{sitting.uuid}/live/"
        watching = watcher(club, sitting)

        summary = f"/t/{sitting.uuid}/summary/"
        self.without_money(watching, live, f"{live}board/?revision=0")
        self.without_money(watching, summary, rules_page(sitting))
        self.without_money(screen(club), TV, f"{TV}board/", summary, rules_page(sitting))

    def test_who_sees_the_sheet(self, bob, club, evening):
        sitting = Sitting.objects.get()
        link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=evening.uuid)

        for client in (bob, by_link(link)):
            assertContains(client.get(f"/t/{sitting.uuid}/summary/"), f"7.77{NBSP}€ a point")
            assertContains(client.get(rules_page(sitting)), f"7.77{NBSP}€ a point")
        league = evening.league
        address = f"/c/trois-bouts/s/{league.uuid}/evenings/{evening.uuid}/"
        assertContains(bob.get(address), f"Table 1: 7.77{NBSP}€ a point")

    def test_for_points_only_nothing_is_said(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, kind="void", void_reason="all_pass", dealer="Bob")

        for page in ("", "summary/", "log/"):
            response = bob.get(f"/t/{sitting.uuid}/{page}")
            assertNotContains(response, "€")
            assertNotContains(response, "kitty")


def test_a_house_rule_in_the_currency_of_the_club(charlie, club):
    form = page_form(charlie.get("/c/trois-bouts/settings/"), has="currency")
    assertRedirects(form.fill(currency="CHF").send(charlie), "/c/trois-bouts/settings/")
    page = charlie.get("/c/trois-bouts/settings/rules/new/")
    assertContains(page, "Stake per point (CHF)")

    told = {"title": "Maison", "stake_per_point": "0,05", "kitty__per_player": "2"}
    page_form(page, has="title").fill(**told).send(charlie, press="save")

    rules = RuleProfile.objects.get().rules
    assert (rules["stake_per_point"], rules["currency"]) == (5, "CHF")
    assert rules["kitty"]["per_player"] == 200
    listed = charlie.get("/c/trois-bouts/settings/rules/")
    assertContains(
        listed, f"Stake: 0.05{NBSP}CHF a point · Kitty: 2.00{NBSP}CHF a player and evening"
    )
