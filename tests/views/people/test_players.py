"""Guests who become members, and two players who are one person, through the pages."""

from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Player
from tests.cast import Cast, make_player, totals
from tests.page_forms import page_form

LIST = "/c/trois-bouts/members/"


@pytest.fixture
def zoe(club: Cast) -> Player:
    """A guest of one evening."""
    player = make_player(club.club, "Dora B.")
    player.member_since = None
    player.save()
    club.players["Zoe"] = club.players["Dora B."] = player
    return player


class TestMemberJoin:
    def test_one_tap_in_the_list(self, charlie, club, zoe):
        sitting = club.sitting("Alice", "Bob", "Dora B.")
        club.deal(sitting, taker="Dora B.")

        shown = charlie.get(f"{LIST}?show=guests")
        done = charlie.post(f"{LIST}{zoe.uuid}/join/", {"request_id": str(uuid4())}, follow=True)

        assertContains(shown, f'formaction="{LIST}{zoe.uuid}/join/"')
        assertRedirects(done, LIST)
        assertContains(done, "Dora B. is a member now.")
        zoe.refresh_from_db()
        assert not zoe.is_guest
        assert totals(sitting)["Dora B."] == 120  # 60 from each of two

    def test_a_scorer_neither_sees_the_button_nor_may(self, client, club, zoe):
        client.force_login(club.user("Alice"))

        assertNotContains(client.get(LIST), "member-join")
        assert client.post(f"{LIST}{zoe.uuid}/join/").status_code == 403
        zoe.refresh_from_db()
        assert zoe.is_guest

    def test_members_have_no_such_button(self, charlie, club):
        assertNotContains(charlie.get(LIST), "formaction")


class TestMemberMerge:
    def test_likely_people_come_first(self, charlie, club, zoe):
        form = charlie.get(f"{LIST}{zoe.uuid}/merge/").context["form"]

        groups = {str(label): options for label, options in form.fields["into"].choices[1:]}
        assert [name for _uuid, name in groups["Names alike"]] == ["Dora"]
        assert [name for _uuid, name in groups["Everybody else"]] == [
            "Alice",
            "Bob",
            "Charlie",
            "Frank",
            "Olivia",
        ]

    def test_first_what_goes_over(self, charlie, club, zoe):
        for _ in range(2):
            sitting = club.sitting("Alice", "Bob", "Dora B.")
            club.deal(sitting)
            club.deal(sitting, kind="void", void_reason="all_pass")
        data = {"into": str(club.player("Dora").uuid), "step": "look", "request_id": str(uuid4())}

        response = charlie.post(f"{LIST}{zoe.uuid}/merge/", data)

        assertContains(response, "2 deals of Dora B. become those of Dora.")
        assertContains(response, "These are 2 tables, whose totals stay as they are.")
        assert Player.objects.filter(pk=zoe.pk).exists()

    def test_which_of_two_namesakes_goes(self, charlie, club, zoe):
        """One of two who are called just so is in the archive."""
        Player.objects.filter(pk=zoe.pk).update(
            name="Dora", name_key="dora", archived_at=timezone.now()
        )
        form = page_form(charlie.get(f"{LIST}{zoe.uuid}/merge/"), has="into")

        response = form.fill(into=str(club.player("Dora").uuid)).send(charlie, "look")

        assertContains(response, "Dora (archived) is Dora")
        assertContains(response, "Dora (archived) is then in no list any more.")
        assertNotContains(response, "0 deals")

    def test_then_it_is_done(self, charlie, club, zoe):
        sitting = club.sitting("Alice", "Bob", "Dora B.")
        club.deal(sitting, taker="Dora B.")
        dora = club.player("Dora")
        data = {"into": str(dora.uuid), "step": "merge", "request_id": str(uuid4())}

        response = charlie.post(f"{LIST}{zoe.uuid}/merge/", data, follow=True)

        assertRedirects(response, f"{LIST}{dora.uuid}/")
        assertContains(response, "All that Dora B. played is Dora&#x27;s now.")
        assert totals(sitting) == {"Alice": -60, "Bob": -60, "Dora": 120}
        assertContains(charlie.get(f"/t/{sitting.uuid}/"), "Dora")

    def test_sent_twice_it_leads_to_the_same_page(self, charlie, club, zoe):
        dora = club.player("Dora")
        data = {"into": str(dora.uuid), "step": "merge", "request_id": str(uuid4())}

        answers = [charlie.post(f"{LIST}{zoe.uuid}/merge/", data) for _ in range(2)]

        assert {answer.url for answer in answers} == {f"{LIST}{dora.uuid}/"}
        assert charlie.get(f"{LIST}{zoe.uuid}/merge/").status_code == 404

    def test_who_sat_at_one_table_are_two(self, charlie, club, zoe):
        club.sitting("Alice", "Dora", "Dora B.")
        data = {"into": str(club.player("Dora").uuid), "request_id": str(uuid4())}

        for step in ("look", "merge"):  # the first page says it, not the last one
            response = charlie.post(f"{LIST}{zoe.uuid}/merge/", {**data, "step": step})

            assertContains(response, "Both sat at table 1 on", status_code=422)
            assertContains(response, "they are two people.", status_code=422)
            assertNotContains(response, "Merge them", status_code=422)
        assert Player.objects.filter(pk=zoe.pk).exists()

    @pytest.mark.parametrize("name", ["", "nobody", "Eve", "Dora B."])
    def test_nobody_nor_oneself_nor_of_another_club(self, charlie, club, zoe, name):
        into = str(club.player(name).uuid) if name in club.players else name
        data = {"into": into, "step": "merge", "request_id": str(uuid4())}

        response = charlie.post(f"{LIST}{zoe.uuid}/merge/", data)

        assert response.status_code == 422
        assert Player.objects.filter(pk=zoe.pk).exists()

    @pytest.mark.parametrize("count", [1, 3])
    def test_queries(self, charlie, club, zoe, count, count_queries):
        for number in range(count):
            make_player(club.club, f"Autre {number}").save()

        # session, user, club, membership, player, others, deals, tables
        assert count_queries(charlie, f"{LIST}{zoe.uuid}/merge/") == 8
