"""A volte table through its pages: deals, corrections, and every page that shows them."""

from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Deal, RuleProfile, Sitting
from tests.cast import Cast, audit, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR, game="volte", rules="volte")


def typed(club: Cast, *, number: int = 1, **told: object) -> dict[str, object]:
    """What a browser sends, with names of players for uuids. Alice at liscio: v01 of
    tarocco_volte.md §11, (6 + 25) × 1 = 31 from each."""
    plain = {"taker": "Alice", "contract": "liscio", "honours": "2", "points": "47"}
    data = {"number": number, "request_id": str(uuid4()), "counted": "taker", **plain, **told}
    names = {name: str(club.player(name).uuid) for name in FOUR}
    return {
        field: names.get(value, value) if isinstance(value, str) else value
        for field, value in data.items()
        if value is not None
    }


class TestRecord:
    def test_the_form_is_that_of_the_game(self, alice, sitting):
        page = alice.get(f"/t/{sitting.uuid}/new/")

        assertContains(page, 'name="honours"')
        assertContains(page, "+300 ×12")
        assertContains(page, 'value="matto_alone"')
        assertNotContains(page, 'name="oudlers"')
        assertNotContains(page, 'value="petit_sec"')
        assertNotContains(page, 'data-key="half"')

    def test_a_deal_is_kept_and_scored(self, alice, club, sitting):
        response = alice.post(f"/t/{sitting.uuid}/new/", typed(club))

        assertRedirects(response, f"/t/{sitting.uuid}/?saved=1")
        assert totals(sitting) == {"Alice": 93, "Bob": -31, "Charlie": -31, "Dora": -31}
        deal = Deal.objects.get(sitting=sitting)
        assert (deal.contract, deal.oudlers, deal.made, deal.margin) == ("liscio", None, True, 6)

    def test_declarations_and_the_pile_of_the_defence(self, alice, club, sitting):
        """v17 told by the defence: −(4 + 50) × 2 − 20 = −128, and 30 for the black misery."""
        data = typed(
            club,
            taker="Bob",
            contract="due",
            honours="1",
            points="44",
            counted="defence",
            trionfi_0="trionfi_10",
            miseria_2="miseria_nera",
        )

        alice.post(f"/t/{sitting.uuid}/new/", data)

        assert totals(sitting) == {"Alice": 118, "Bob": -394, "Charlie": 158, "Dora": 118}
        assert sitting.deals.get().record["defence_points"] == 44

    def test_what_cannot_be_is_said_and_nothing_is_lost(self, alice, club, sitting):
        data = typed(club, points="91", trionfi_1="trionfi_13", note="strano")

        page = alice.post(f"/t/{sitting.uuid}/new/", data)

        assert page.status_code == 422
        form = page.context["form"]
        assert form.errors == {
            "cappotto": ["With this count one side took every trick: say who made the cappotto."]
        }
        assert (form.open_fold, form["note"].value()) == ("cappotto", "strano")
        assert form["trionfi_1"].value() == "trionfi_13"
        assert sitting.deals.count() == 0

    def test_what_is_missing_is_asked(self, alice, club, sitting):
        page = alice.post(f"/t/{sitting.uuid}/new/", typed(club, honours=None, points=""))

        assert page.status_code == 422
        assert [*page.context["form"].errors.items()] == [
            ("honours", ["How many honours at the start?"]),
            ("points", ["How many points?"]),
        ]
        assert [field.name for field in page.context["form"] if field.errors] == [
            "honours",
            "points",
        ]

    def test_a_declaration_of_the_side_that_lost_is_saved_at_once(self, alice, club, sitting):
        """v16: trumps shown by a defender of a contract that is won. The verdict and the page of
        the deal say that they do not count."""
        told = typed(club, trionfi_2="trionfi_10")
        verdict = alice.post(f"/t/{sitting.uuid}/preview/", told).content.decode()
        assert "6 + 25 = 31 · declaration Charlie: does not count" in verdict

        saved = alice.post(f"/t/{sitting.uuid}/new/", typed(club, trionfi_2="trionfi_10"))

        assert saved.status_code == 302
        assert totals(sitting) == {"Alice": 93, "Bob": -31, "Charlie": -31, "Dora": -31}
        assert (
            "It counts for the side that wins only."
            in alice.get(f"/t/{sitting.uuid}/1/").content.decode()
        )

    def test_a_bonus_that_the_rules_do_not_know_is_asked_about(self, alice, club, sitting):
        """v27: the Bagatto of the defence."""
        data = typed(club, bagatto_last="defence")

        asked = alice.post(f"/t/{sitting.uuid}/new/", data)
        saved = alice.post(f"/t/{sitting.uuid}/new/", {**data, "confirmed": "bonus_ignored"})

        assert (asked.status_code, saved.status_code) == (422, 302)
        assert asked.context["form"].questions == [
            "By these rules only the taker earns a bonus in the last trick."
        ]

    def test_nobody_played(self, alice, club, sitting):
        """With the Matto as the only trump the same dealer deals again (tarocco_volte.md §6)."""
        data = typed(club, taker=None, contract=None, honours=None, points=None, dealer="Alice")

        alice.post(f"/t/{sitting.uuid}/new/", {**data, "void_reason": "matto_alone"})
        page = alice.get(f"/t/{sitting.uuid}/new/")

        assert page.context["form"].table.dealer == str(club.player("Alice").uuid)
        assert page.context["deals_again"] == ["matto_alone", "misdeal"]
        assertContains(alice.get(f"/t/{sitting.uuid}/"), "Matto as the only trump")

    @pytest.mark.parametrize(
        ("told", "words"),
        [
            ({}, "target 41, 47 made — won by 6"),
            ({"points": "40"}, "target 41, 40 made — lost by 1"),
            ({"points": "41"}, "exactly the target 41 — a draw"),
            ({"taker": None}, "Who plays alone?"),
        ],
    )
    def test_the_verdict_says_the_target_and_by_how_much(self, alice, club, sitting, told, words):
        page = alice.post(f"/t/{sitting.uuid}/preview/", typed(club, **told))

        assertContains(page, words)


class TestCorrect:
    def test_the_totals_follow(self, alice, club, sitting):
        alice.post(f"/t/{sitting.uuid}/new/", typed(club))
        data = typed(club, contract="due", revision=1)

        shown = alice.get(f"/t/{sitting.uuid}/1/edit/")
        review = alice.post(f"/t/{sitting.uuid}/1/edit/", {**data, "step": "review"})
        sent = {**data, "step": "correct", "reason": "Entered wrong"}
        response = alice.post(f"/t/{sitting.uuid}/1/edit/", sent)

        assert shown.context["form"]["contract"].value() == "liscio"
        assertContains(review, "Two times")
        assertRedirects(response, f"/t/{sitting.uuid}/")
        # (6 + 50) × 2 = 112
        assert totals(sitting) == {"Alice": 336, "Bob": -112, "Charlie": -112, "Dora": -112}
        assert [entry.action for entry in audit(sitting.deals.get())] == [
            "record_deal",
            "correct_deal",
        ]

    def test_taken_back(self, alice, club, sitting):
        alice.post(f"/t/{sitting.uuid}/new/", typed(club))

        undo = {"revision": 1, "request_id": str(uuid4())}
        alice.post(f"/t/{sitting.uuid}/1/void/", undo)
        again = alice.get(f"/t/{sitting.uuid}/new/?from=1")

        assert totals(sitting) == dict.fromkeys(FOUR, 0)
        assert again.context["form"]["honours"].value() == "2"


class TestPages:
    @pytest.fixture
    def played(self, club, sitting):
        """Won, lost, drawn, not played, and a cappotto of the defence."""
        told = [
            {"taker": "Alice", "contract": "liscio", "honours": 2, "points": 47},
            {"taker": "Bob", "contract": "due", "honours": 1, "points": 47},
            {"taker": "Charlie", "contract": "quattro", "honours": 1, "points": 51},
            {"kind": "void", "void_reason": "matto_alone"},
            {
                "taker": "Dora",
                "contract": "due",
                "honours": 0,
                "points": 12,
                "cappotto": "defence",
            },
        ]
        for deal in told:
            club.deal(sitting, **deal)
        return sitting

    def test_every_page_works(self, alice, played):
        deals = ("1/", "3/", "4/", "5/", "2/edit/", "5/edit/")
        rests = ("", "summary/", "curve/", "live/", "log/", "rules/", "bulk/", "seats/", "scores/")
        opened = {rest: alice.get(f"/t/{played.uuid}/{rest}") for rest in (*deals, *rests)}

        assert [rest for rest, page in opened.items() if page.status_code != 200] == []

    def test_the_sheet_says_draw(self, alice, played):
        page = alice.get(f"/t/{played.uuid}/")

        assertContains(page, "<span>draw</span>", html=True)
        assertContains(page, "Cappotto of the defence")

    def test_a_draw_has_its_column_in_the_summary(self, alice, played, club):
        page = alice.get(f"/t/{played.uuid}/summary/")
        assertContains(page, "Drawn", count=2)

        without = club.sitting(*FOUR, game="volte", rules="volte")
        club.deal(without, taker="Alice", contract="liscio", honours=2, points=47)
        assertNotContains(alice.get(f"/t/{without.uuid}/summary/"), "Drawn")

    def test_money_has_its_thousands_apart(self, alice, club):
        """31 points to each of three payers, at 100 euros a point."""
        rules = {"base": "volte", "stake_per_point": 10000}
        sitting = club.sitting(*FOUR, game="volte", rules=rules)
        club.deal(sitting, taker="Alice", contract="liscio", honours=2, points=47)

        page = alice.get(f"/t/{sitting.uuid}/summary/")

        assertContains(page, '<b class="num">3,100.00\N{NO-BREAK SPACE}€</b>', count=3)

    def test_the_sheet_as_pdf(self, alice, played):
        response = alice.get(f"/t/{played.uuid}/print/")

        assert (response.status_code, response.content[:5]) == (200, b"%PDF-")

    def test_the_calculation_is_told(self, alice, played):
        page = alice.get(f"/t/{played.uuid}/2/")

        assertContains(page, "1 honour at the start: target 51")
        assertContains(page, "Base 4 + premium 50, contract lost")

    def test_as_many_queries_whatever_was_played(self, alice, club, sitting, count_queries):
        counts = []
        for _ in range(2):
            club.deal(sitting, taker="Bob", contract="due", honours=1, points=47)
            counts.append(count_queries(alice, f"/t/{sitting.uuid}/"))

        assert counts[0] == counts[1]


class TestBulk:
    def test_a_pile_of_slips(self, alice, club, sitting):
        """v01 and v02 of tarocco_volte.md §11: 93 + 108, −31 − 324, −31 + 108 twice."""
        rows = [("1", "L", "2", "47", ""), ("2", "2", "1", "47", "")]
        data = {"row-TOTAL_FORMS": 2, "row-INITIAL_FORMS": 0, "number": 1}
        for index, row in enumerate(rows):
            names = ("taker", "contract", "honours", "points", "bonuses")
            data |= {f"row-{index}-{name}": cell for name, cell in zip(names, row, strict=True)}

        response = alice.post(f"/t/{sitting.uuid}/bulk/", {**data, "request_id": str(uuid4())})

        assert response.status_code == 302
        assert totals(sitting) == {"Alice": 201, "Bob": -355, "Charlie": 77, "Dora": 77}


class TestHouseRules:
    EDITOR = "/c/trois-bouts/settings/rules/"

    def sent(self, **told: str) -> dict[str, str]:
        """A copy of the default profile with the premium after multiplying."""
        settings = {
            "counted_points": "difference",
            "premium_timing": "after",
            "bonus_in_target": "on",
            "bonus_scope": "taker",
            "matto_last_bonus": "5",
            "sto_bene_mode": "winners",
            "miseria_mode": "individual",
            "cappotto_defence": "on",
            "target_without_honours": "56",
            "stake_per_point": "0,05",
            "kitty__term": "evening",
            "kitty__payer": "dealer",
        }
        frame = {"title": "Casa", "base": "volte", "seen_version": "0"}
        return {**settings, **frame, "request_id": str(uuid4()), "action": "save", **told}

    @pytest.fixture
    def charlie(self, client, club):
        client.force_login(club.user("Charlie"))
        client.cookies["django_language"] = "en"
        return client

    def test_the_editor_is_that_of_the_game(self, charlie):
        page = charlie.get(f"{self.EDITOR}new/?base=volte")

        assertContains(page, 'name="target_without_honours"')
        assertContains(page, "As printed: 56")
        assertContains(page, 'name="trial-honours"')
        assertNotContains(page, 'name="parole"')

    def test_a_profile_is_saved_for_its_game(self, charlie):
        response = charlie.post(f"{self.EDITOR}new/", self.sent())

        assertRedirects(response, self.EDITOR)
        profile = RuleProfile.objects.get()
        assert (profile.game, profile.name, profile.rules["stake_per_point"]) == (
            "volte",
            "casa",
            5,
        )
        assert charlie.get(f"{self.EDITOR}casa/").status_code == 200

    def test_what_is_no_value_is_said_at_its_field(self, charlie):
        page = charlie.post(f"{self.EDITOR}new/", self.sent(target_without_honours="92"))

        assert page.status_code == 422
        assert page.context["form"].errors == {"target_without_honours": ["52 to 91."]}
        assert not RuleProfile.objects.exists()

    def test_the_trial_deal_shows_both_readings(self, charlie):
        """Won by 6 at two times: (6 + 50) × 2 = 112, or 6 × 2 + 50 = 62; three pay the taker."""
        page = charlie.post(f"{self.EDITOR}preview/", self.sent())

        rows = [(row.before, row.after) for row in page.context["trial"].rows]
        assert rows == [(336, 186), (-112, -62), (-112, -62), (-112, -62)]


class TestMoney:
    """tarocco_volte.md §5, step 9; v01 at 5 a point is v31: 465, -155 each."""

    def summary(self, alice, club, **rules):
        sitting = club.sitting(*FOUR, game="volte", rules={"base": "volte", **rules})
        alice.post(f"/t/{sitting.uuid}/new/", typed(club))
        return alice.get(f"/t/{sitting.uuid}/summary/")

    def test_who_pays_whom(self, alice, club):
        page = self.summary(alice, club, stake_per_point=5)

        assertContains(page, "0.05\N{NO-BREAK SPACE}€ a point")
        for name in ("Bob", "Charlie", "Dora"):
            assertContains(page, f"{name} to Alice")
        assertContains(page, '<b class="num">1.55\N{NO-BREAK SPACE}€</b>', count=3)

    def test_for_points_only_nobody_pays(self, alice, club):
        assertNotContains(self.summary(alice, club), "Who pays whom")

    def test_everybody_is_even(self, alice, club):
        sitting = club.sitting(*FOUR, game="volte", rules={"stake_per_point": 1})

        page = alice.get(f"/t/{sitting.uuid}/summary/")

        assertContains(page, "Everybody is even.")

    def test_french_tarot_is_played_for_points(self, alice, club):
        page = alice.get(f"/t/{club.sitting(*FOUR).uuid}/summary/")

        assertNotContains(page, "Who pays whom")
