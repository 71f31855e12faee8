"""Groups of people: made, filled, shown to members, and narrowing lists."""

from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Player
from clubs.services.people.groups import save_group
from clubs.services.people.people import archive_player
from clubs.services.people.players import merge_players
from clubs.services.seasons.ratings import set_ratings
from tests.example_league import play_example
from tests.page_forms import page_form

CLUB = "/c/trois-bouts/"
GROUPS = f"{CLUB}members/groups/"
EDIT = f"{GROUPS}edit/"


def grouped(club, name, *players):
    """The service, and the club as it is then."""
    uuids = [club.player(one).uuid for one in players]
    save_group(club.actor("Charlie"), club.club, name, uuids, request_id=uuid4())
    club.club.refresh_from_db()


def words(club, name):
    return Player.objects.get(pk=club.player(name).pk).categories


class TestGroupEdit:
    def test_made_and_filled_at_once(self, sign_in, club):
        client = sign_in("Charlie")
        form = page_form(client.get(EDIT), has="member")
        chosen = [str(club.player(name).uuid) for name in ("Alice", "Bob")]

        answer = form.fill(name=" Juniors ", member=chosen).send(client)

        assertRedirects(answer, GROUPS)
        club.club.refresh_from_db()
        assert club.club.groups == ["Juniors"]
        assert [words(club, name) for name in ("Alice", "Bob", "Dora")] == [
            ["Juniors"],
            ["Juniors"],
            [],
        ]
        entry = AuditEntry.objects.get(action="save_group")
        assert (entry.after["group"], entry.after["people"]) == ("Juniors", 2)

    def test_renamed_and_others_in_it(self, sign_in, club):
        """Who is in several keeps the others."""
        grouped(club, "Juniors", "Alice", "Bob")
        grouped(club, "Jeudi", "Alice")
        client = sign_in("Charlie")
        form = page_form(client.get(f"{EDIT}?group=Juniors"), has="member")
        assert set(form.data()["member"]) == {
            str(club.player(name).uuid) for name in ("Alice", "Bob")
        }

        form.fill(name="Jeunes", member=[str(club.player("Alice").uuid)]).send(client)

        club.club.refresh_from_db()
        assert club.club.groups == ["Jeudi", "Jeunes"]
        assert sorted(words(club, "Alice")) == ["Jeudi", "Jeunes"]
        assert words(club, "Bob") == []

    def test_gone_back_to_and_sent_with_others(self, sign_in, club):
        """As many as before: not answered as saved."""
        client = sign_in("Charlie")
        form = page_form(client.get(EDIT), has="member")
        form.fill(name="Juniors", member=[str(club.player("Alice").uuid)]).send(client)

        form.fill(name="Juniors", member=[str(club.player("Bob").uuid)])

        assert form.send(client).status_code == 409

    def test_a_word_that_stands_with_others_is_not_taken_from_them(self, sign_in, club):
        Player.objects.filter(pk=club.player("Alice").pk).update(categories=["Vétéran"])
        client = sign_in("Charlie")
        form = page_form(client.get(EDIT), has="member")

        answer = form.fill(name="Vétéran", member=[str(club.player("Bob").uuid)]).send(client)

        assertContains(answer, "There is a group of that name.", status_code=422)
        assert (words(club, "Alice"), words(club, "Bob")) == (["Vétéran"], [])

    def test_archived_people_stay_in_it(self, sign_in, club):
        grouped(club, "Jeudi", "Alice")
        archive_player(club.actor("Charlie"), club.player("Alice"), request_id=uuid4())
        client = sign_in("Charlie")

        form = page_form(client.get(f"{EDIT}?group=Jeudi"), has="member")
        form.fill(name="Mardi", member=[]).send(client)

        assert words(club, "Alice") == ["Mardi"]

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("JEUDI", "There is a group of that name."),
            ("a|b", "divide groups"),
            ("", "This field is required."),
        ],
    )
    def test_refused(self, sign_in, club, name, said):
        grouped(club, "Jeudi", "Alice")
        client = sign_in("Charlie")

        answer = page_form(client.get(EDIT), has="member").fill(name=name, member=[]).send(client)

        assert answer.status_code == 422
        assertContains(answer, said, status_code=422)
        club.club.refresh_from_db()
        assert club.club.groups == ["Jeudi"]

    def test_who_is_in_ten_comes_into_no_other(self, sign_in, club):
        """The form of a member takes ten and would refuse every change."""
        Player.objects.filter(pk=club.player("Bob").pk).update(categories=[*"abcdefghij"])
        client = sign_in("Charlie")
        form = page_form(client.get(EDIT), has="member")
        bob = str(club.player("Bob").uuid)

        answer = form.fill(name="Juniors", member=[bob]).send(client)

        text = "Already in 10 groups, the most there may be: Bob."
        assertContains(answer, text, status_code=422)
        assert page_form(answer, has="member").data()["member"] == [bob]
        assert len(words(club, "Bob")) == 10

    def test_deleted(self, sign_in, club):
        grouped(club, "Jeudi", "Alice")
        client = sign_in("Charlie")

        page_form(client.get(f"{EDIT}?group=Jeudi"), press="delete").send(client, "delete")

        club.club.refresh_from_db()
        assert club.club.groups == []
        assert words(club, "Alice") == []
        assert AuditEntry.objects.get(action="drop_group").before == {"group": "Jeudi"}

    def test_what_is_no_group_is_not_deleted(self, sign_in, club):
        """Such as by a page that is behind."""
        Player.objects.filter(pk=club.player("Alice").pk).update(categories=["Vétéran"])
        client = sign_in("Charlie")

        client.post(f"{EDIT}?group=V%C3%A9t%C3%A9ran", {"delete": "1", "request_id": str(uuid4())})

        assert words(club, "Alice") == ["Vétéran"]
        assert not AuditEntry.objects.filter(action="drop_group").exists()


class TestGroupList:
    def test_a_word_of_a_list_becomes_a_group(self, sign_in, club):
        """Before, members see nothing of it."""
        Player.objects.filter(pk=club.player("Alice").pk).update(categories=["Vétéran"])
        assertNotContains(sign_in("Bob").get(GROUPS), "Vétéran")
        organiser = sign_in("Charlie")
        assertContains(organiser.get(GROUPS), "Vétéran")
        page_form(organiser.get(f"{EDIT}?group=V%C3%A9t%C3%A9ran"), has="member").send(organiser)

        assertContains(sign_in("Bob").get(GROUPS), "Vétéran")
        assert words(club, "Alice") == ["Vétéran"]

    def test_members_do_not_change_them(self, sign_in, club):
        grouped(club, "Jeudi", "Alice")

        assertNotContains(sign_in("Bob").get(GROUPS), "Change Jeudi")


class TestMerging:
    def test_two_players_have_the_groups_of_both(self, club):
        grouped(club, "Jeudi", "Alice")
        grouped(club, "Juniors", "Frank")
        frank, alice = club.player("Frank"), club.player("Alice")

        merge_players(club.actor("Charlie"), frank, alice, request_id=uuid4())

        assert words(club, "Alice") == ["Jeudi", "Juniors"]


class TestNarrowed:
    """Lists show a group alone; a name that is no group shows everybody."""

    @pytest.fixture
    def league(self, club):
        league = play_example(club)
        set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
        grouped(club, "Jeudi", "Bob", "Dino", "Eva")
        return league

    def rows(self, response):
        [table] = response.context["tables"]
        return [
            (line.player.name, table.places.get(line.player.pk), line.row.rank)
            for line in table.ranked_lines
        ]

    def test_standings(self, sign_in, league):
        """Bob is fifth of all, behind two of his group (leagues.md §3)."""
        client, path = sign_in("Bob"), f"{CLUB}s/{league.uuid}/"
        response = client.get(path)
        everybody = [(name, rank) for name, _place, rank in self.rows(response)]
        form = page_form(response, has="group").fill(group="Jeudi")

        found = form.send(client)

        of_group = [row for row in everybody if row[0] in ("Bob", "Dino", "Eva")]
        assert self.rows(found) == [
            (name, place, rank) for place, (name, rank) in enumerate(of_group, 1)
        ]
        assertContains(found, "rank 4 of all")
        assert len(self.rows(client.get(f"{path}?group=Nobody"))) == len(everybody)
        assert self.rows(form.fill(q="bob").send(client)) == [("Bob", 3, 5)]

    @pytest.mark.parametrize("path", ["s/{}/takers/", "statistics/?game=french&x={}"])
    def test_takers(self, sign_in, league, path):
        client = sign_in("Bob")
        form = page_form(client.get(CLUB + path.format(league.uuid)), has="group")

        table = form.fill(group="Jeudi").send(client).context["table"]

        names = {row.record.taker.player.name for row in table.rows}
        assert names
        assert names <= {"Bob", "Dino", "Eva"}

    def test_members(self, sign_in, club, league):
        client = sign_in("Bob")
        response = client.get(f"{CLUB}members/")
        found = page_form(response, has="group").fill(group="Jeudi").send(client)

        assert {row.record.name for row in found.context["table"].rows} == {"Bob", "Dino", "Eva"}
        assertContains(found, '<td class="hide-sm">Jeudi</td>', html=True)

    def test_records(self, sign_in, club, league):
        """Of the group's own deals, runs and evenings."""
        client = sign_in("Bob")
        form = page_form(client.get(f"{CLUB}records/"), has="group")

        book = form.fill(group="Jeudi").send(client).context["book"]

        holders = {best.player.name for best in book.records.values() if best.player}
        assert holders
        assert holders <= {"Bob", "Dino", "Eva"}

    def test_nobody_of_a_group_is_told_to_have_failed(self, sign_in, club, league):
        grouped(club, "Anne", "Anne")
        response = sign_in("Bob").get(f"{CLUB}records/?group=Anne")

        assertNotContains(response, "Contract failed by the widest margin")

    def test_ratings(self, sign_in, club, league):
        response = sign_in("Bob").get(f"{CLUB}ratings/?group=Jeudi")

        assert response.status_code == 200
