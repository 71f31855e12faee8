"""What the form of a deal asks before it saves, and what it says of a deal so far."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains

from clubs.models import Deal, Sitting
from clubs.services.tables import sittings
from tests.cast import totals
from tests.views.tables.pages import FIVE, FOUR, garde, statements, typed, uuids


class TestQuestions:
    """87 points and 2 oudlers prove a slam that nobody noted: two warnings."""

    CODES = "chelem_not_recorded,margin_unusual"

    def test_what_is_odd_comes_back_as_questions(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, points="87"))

        assert response.status_code == 422
        assert response.context["form"].questions == [
            "With this count one side won every trick, yet no slam is noted as made.",
            "30 points or more from the contract: is the count right?",
        ]
        assertContains(response, "It is right", status_code=422)
        assertContains(response, f'value="{self.CODES}"', status_code=422)
        assert not Deal.objects.exists()

    def test_it_is_right(self, alice, club):
        sitting = club.sitting(*FOUR)

        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, points="87", confirmed=self.CODES))

        assert totals(sitting)["Alice"] == 426  # (25+46)·2 = 142, three times

    @pytest.mark.parametrize(
        "confirmed",
        ["margin_unusual", f"{CODES},petit_ignored", "misere_taker", ","],
        ids=["one of two", "one too many", "another", "none"],
    )
    def test_only_exactly_these_answers_count(self, alice, club, confirmed):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/new/", garde(sitting, points="87", confirmed=confirmed)
        )

        assert response.status_code == 422
        assert not Deal.objects.exists()

    def test_change_goes_back_to_the_form(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/new/", garde(sitting, points="87", step="preview")
        )

        assertContains(response, "Save deal")
        assertContains(response, 'value="87"')


class TestThirdMisdeal:
    MISDEAL = {"kind": "void", "void_reason": "misdeal"}

    def send(self, alice, sitting, **told):
        data = typed(sitting, number=sitting.deals.count() + 1, **told)
        return alice.post(f"/t/{sitting.uuid}/new/", {"void_reason": "misdeal", **data})

    def test_it_is_asked_about_and_then_kept(self, alice, club):
        sitting = club.sitting(*FOUR)
        for _ in range(2):
            club.deal(sitting, dealer="Alice", **self.MISDEAL)

        asked = self.send(alice, sitting)
        assertContains(asked, "This is the third misdeal in a row: is it right?", status_code=422)
        assert sitting.deals.count() == 2
        # "It is right" says again that it was a misdeal, and what it answers.
        html = " ".join(asked.content.decode().split())
        assert 'name="void_reason" value="misdeal" data-save' in html
        assert 'name="confirmed" value="misdeal_third"' in html

        self.send(alice, sitting, confirmed="misdeal_third")
        assert [deal.void_reason for deal in sitting.deals.all()] == ["misdeal"] * 3

    def test_others_are_not(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, **self.MISDEAL)
        self.send(alice, sitting)  # the second
        alice.post(f"/t/{sitting.uuid}/new/", typed(sitting, number=3, void_reason="all_pass"))
        self.send(alice, sitting)  # a first one again

        assert sitting.deals.count() == 4

    def test_one_that_was_taken_back_does_not_count(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, **self.MISDEAL)
        undone = club.deal(sitting, **self.MISDEAL)
        sittings.void_deal(
            club.actor("Alice"), undone, revision=1, reason="undo", request_id=uuid4()
        )

        self.send(alice, sitting)

        assert sitting.deals.count() == 3


class TestSeatsChanged:
    """Somebody came, went or swapped seats while the form was filled in."""

    def form(self, alice, sitting, **told):
        seated = alice.get(f"/t/{sitting.uuid}/new/").context["form"]["seated"].value()
        return garde(sitting, seated=seated, **told)

    def test_the_form_comes_back_with_what_still_holds(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = self.form(alice, sitting, poignee_1="simple")  # Bob's
        club.reseat(sitting, "Alice", "Charlie", "Bob", "Dora")

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assertContains(response, "The seats have changed since you began.", status_code=422)
        assert not Deal.objects.exists()
        form = response.context["form"]
        assert form["taker"].value() == uuids(sitting)["Alice"]
        assert form["poignee_1"].value() is None  # Charlie sits there now

    def test_sent_once_more_it_is_kept(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = self.form(alice, sitting)
        club.reseat(sitting, "Alice", "Charlie", "Bob", "Frank")
        again = alice.post(f"/t/{sitting.uuid}/new/", data).context["form"]["seated"].value()

        alice.post(f"/t/{sitting.uuid}/new/", {**data, "seated": again})

        assert totals(sitting) == {
            "Alice": 180, "Charlie": -60, "Bob": -60, "Frank": -60, "Dora": 0,
        }  # fmt: skip

    def test_a_taker_who_has_left(self, alice, club):
        sitting = club.sitting(*FIVE)
        data = self.form(alice, sitting, called_0="Alice")
        club.reseat(sitting, "Bob", "Charlie", "Dora", "Olivia")

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assertContains(response, "Nobody of that name sits at the table.", status_code=422)


class TestDealPreview:
    def preview(self, client: Client, sitting: Sitting, **told: object) -> str:
        response = client.post(
            f"/t/{sitting.uuid}/preview/", typed(sitting, **told), headers={"HX-Request": "true"}
        )
        assert response.status_code == 200
        return response.content.decode()

    def test_a_verdict_and_the_scores(self, alice, club):
        sitting = club.sitting(*FOUR)

        html = self.preview(
            alice, sitting, taker="Bob", contract="garde_sans", oudlers="2", points="53"
        )

        assert "41 needed — made by 12" in html
        assert "(25 + 12) × 4 = 148" in html
        assert "+444" in html
        assert html.count("−148") == 3
        assert not Deal.objects.exists()

    def test_bonuses_are_added_to_the_contract(self, alice, club):
        sitting = club.sitting(*FOUR)

        html = self.preview(
            alice, sitting, taker="Bob", contract="prise", oudlers="1", points="44",
            petit_au_bout="defence", poignee_0="simple",
        )  # fmt: skip

        assert "51 needed — down by 7" in html
        assert "−(25 + 7) = −32, − 10 Petit, − 20 handful = −62" in html

    def test_the_rounding_is_shown(self, alice, club):
        sitting = club.sitting(*FOUR, rules="rounded-10")

        html = self.preview(alice, sitting, taker="Bob", contract="garde", oudlers="2", points="49")

        assert "(25 + 8) × 2 = 66 → 70" in html

    def test_the_defence_counted(self, alice, club):
        sitting = club.sitting(*FOUR)

        html = self.preview(
            alice, sitting, taker="Bob", contract="garde", oudlers="1", points="46",
            counted="defence",
        )  # fmt: skip

        assert "51 needed, 45 made — down by 6" in html

    @pytest.mark.parametrize(
        ("told", "question"),
        [
            ({}, "Who took?"),
            ({"taker": "Alice"}, "Who was called?"),
            ({"taker": "Alice", "called_0": "Bob"}, "Which contract?"),
            (
                {"taker": "Alice", "called_0": "Bob", "contract": "garde"},
                "How many oudlers has the taker?",
            ),
            (
                {"taker": "Alice", "called_0": "Bob", "contract": "garde", "oudlers": "0"},
                "How many points?",
            ),
        ],
    )
    def test_what_is_missing_is_asked_in_the_order_of_the_page(self, alice, club, told, question):
        html = self.preview(alice, club.sitting(*FIVE), **told)

        assert question in html
        assert "v-bad" not in html

    def test_points_that_cannot_be_are_said_at_once(self, alice, club):
        html = self.preview(alice, club.sitting(*FOUR), points="92")

        assert "v-bad" in html
        assert "0 to 91." in html
        assert 'data-bad="points"' in html

    def test_half_points_with_four(self, alice, club):
        html = self.preview(alice, club.sitting(*FOUR), points="40½")

        assert "Half points come with 3 or 5 players only." in html

    def test_points_that_only_may_be_wrong_wait(self, alice, club):
        """14 points fit no deal with 3 oudlers, but the oudlers are not told yet."""
        html = self.preview(alice, club.sitting(*FOUR), taker="Alice", points="14")

        assert "Which contract?" in html

    def test_who_rests_is_in_the_bar(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)

        html = self.preview(alice, sitting, out="Dora")

        assert html.count("rests") == 2  # the class and the word

    @pytest.mark.postgresql_too
    def test_it_writes_nothing_and_asks_little(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)

        with CaptureQueriesContext(connection) as captured:
            alice.post(f"/t/{sitting.uuid}/preview/", data)

        # session, user, membership, sitting, seats
        assert len(statements(captured)) == 5
        assert all(sql.startswith("SELECT") for sql in statements(captured))

    def test_of_a_correction_it_is_the_table_of_that_deal(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)
        club.deal(sitting, out=["Olivia"])

        html = self.preview(
            alice, sitting, revision="1", out="Olivia", taker="Bob", contract="garde",
            oudlers="2", points="41",
        )  # fmt: skip

        assert "41 needed — made exactly" in html
        assert "+150" in html
