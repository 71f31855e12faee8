"""Clubs, players and roles: effect, log, refusals, repetition."""

from uuid import UUID, uuid4

import pytest

from clubs.access import Forbidden
from clubs.models import Membership, Player
from clubs.queries.people.people import Details, player_details, player_state
from clubs.services.errors import NameTaken, PlayerMoved, RequestReused, RoleMoved
from clubs.services.people import people
from clubs.services.people.clubs import update_club
from clubs.services.people.roles import remove_role, set_role
from tests.cast import audit, make_player

REQUEST = UUID(int=7)


def names(club, **criteria):
    rows = Player.objects.filter(club=club, **criteria).order_by("name")
    return list(rows.values_list("name", flat=True))


def actions(club):
    return [entry.action for entry in audit(club)]


class TestAddPlayers:
    def add(self, club, *new, who="Charlie", request_id=REQUEST):
        return people.add_players(club.actor(who), club.club, new, request_id=request_id)

    def test_many_at_once(self, club):
        added = self.add(club, "Zoé Klein", " Luc   Faure ", "", "zoe klein", "Luc Ferrand")

        assert [(p.name, p.table_name, p.is_guest) for p in added] == [
            ("Zoé Klein", "Zoé", False),
            ("Luc Faure", "Luc", False),
            ("Luc Ferrand", "Luc F.", False),
        ]
        assert actions(club.club) == ["add_players"]

    def test_a_known_name_adds_nobody(self, club):
        with pytest.raises(NameTaken) as refusal:
            self.add(club, "Zoé", "ALICE")

        assert refusal.value.name == "ALICE"
        assert "Zoé" not in names(club.club)
        assert audit(club.club) == []

    def test_the_name_of_an_archived_player_is_free(self, club):
        people.archive_player(club.actor("Charlie"), club.player("Frank"), request_id=uuid4())

        (added,) = self.add(club, "Frank")

        assert (added.name, added.table_name) == ("Frank", "Frank")
        assert names(club.club, name="Frank") == ["Frank", "Frank"]

    def test_the_name_of_somebody_of_another_club_is_free(self, club):
        (added,) = self.add(club, "Eve")

        assert added.club == club.club

    def test_a_name_that_is_kept_as_a_list_had_it(self, club):
        club.older_player("BERNARD Paul")

        for name in ("BERNARD Paul", "Paul Bernard", "Bernard, Paul"):
            with pytest.raises(NameTaken):
                self.add(club, name, request_id=uuid4())

    def test_sent_twice_gives_the_same_in_the_same_order(self, club):
        first = self.add(club, "Zoé", "Ana", "Luc")

        assert self.add(club, "Zoé", "Ana", "Luc") == first
        assert actions(club.club) == ["add_players"]

    def test_the_id_of_another_change(self, club):
        update_club(
            club.actor("Charlie"),
            club.club,
            name="X",
            time_zone="Europe/Paris",
            rules="fft",
            request_id=REQUEST,
        )

        with pytest.raises(RequestReused):
            self.add(club, "Zoé")


class TestAddGuests:
    def add(self, club, *new, who="Alice"):
        return people.add_guests(club.actor(who), club.club, new, request_id=REQUEST)

    def test_a_guest_is_no_member(self, club):
        (guest,) = self.add(club, "Zoé")

        assert (guest.is_guest, guest.table_name) == (True, "Zoé")

    def test_a_known_name(self, club):
        with pytest.raises(NameTaken):
            self.add(club, "Zoé", "Bob")

        assert "Zoé" not in names(club.club)

    def test_sent_twice_gives_the_same_in_the_same_order(self, club):
        first = self.add(club, "Zoé", "Ana")

        assert self.add(club, "Zoé", "Ana") == first
        assert names(club.club, member_since=None) == ["Ana", "Zoé"]

    @pytest.mark.parametrize("who", ["Bob", "Eve"])
    def test_refused_below_scorer(self, club, who):
        with pytest.raises(Forbidden):
            self.add(club, "Zoé", who=who)


class TestUpdatePlayer:
    def update(self, club, of="Frank", who="Charlie", request_id=REQUEST, **changes):
        player = club.player(of)
        told = {"name": player.name, "table_name": player.table_name, "is_member": True}
        return people.update_player(
            club.actor(who), player, **{**told, **changes}, request_id=request_id
        )

    def test_rename(self, club):
        player = self.update(club, name="François Élie", table_name="François")

        player.refresh_from_db()
        assert (player.name, player.name_key, player.table_name) == (
            "François Élie",
            "francois elie",
            "François",
        )
        (entry,) = audit(player)
        assert (entry.before, entry.after) == (
            None,
            {"changed": ["name", "family_name", "table_name"]},
        )

    def test_a_member_becomes_a_guest_and_back(self, club):
        assert self.update(club, is_member=False).is_guest
        assert not self.update(club, request_id=uuid4()).is_guest

    def test_the_same_name_in_other_letters_is_ones_own(self, club):
        assert self.update(club, name="FRANK").name == "FRANK"

    def test_a_name_that_is_taken(self, club):
        with pytest.raises(NameTaken) as refusal:
            self.update(club, name="álice")

        assert not isinstance(refusal.value, people.TableNameTaken)
        assert names(club.club, name_key="frank") == ["Frank"]

    def test_the_name_of_somebody_who_is_kept_as_a_list_had_it(self, club):
        club.older_player("BERNARD Paul")

        with pytest.raises(NameTaken):
            self.update(club, name="Paul Bernard")

    def test_of_two_rows_with_one_name_the_rest_can_be_changed(self, club):
        """As they could come about before names were kept in one form."""
        club.players["Paul Bernard"] = make_player(club.club, "Paul Bernard")
        club.players["Paul Bernard"].save()
        club.older_player("BERNARD Paul")

        assert self.update(club, of="Paul Bernard", table_name="Polo").table_name == "Polo"

    def test_a_table_name_that_is_taken(self, club):
        with pytest.raises(people.TableNameTaken):
            self.update(club, table_name="alice")

        assert audit(club.player("Frank")) == []

    def test_names_of_archived_players_are_free(self, club):
        people.archive_player(club.actor("Charlie"), club.player("Dora"), request_id=uuid4())

        player = self.update(club, name="Dora", table_name="Dora")

        assert (player.name, player.table_name) == ("Dora", "Dora")

    def test_sent_twice(self, club):
        self.update(club, name="Franck")
        self.update(club, name="Franck")
        with pytest.raises(RequestReused):
            self.update(club, name="Somebody")

        assert names(club.club, name_key__startswith="fran") == ["Franck"]
        assert [entry.action for entry in audit(club.player("Frank"))] == ["update_player"]


class TestDetails:
    """What a club writes down beside the name."""

    TOLD = Details(
        *("Fanfan", "LIC-1", ("Veteran", "Left-handed"), "f@example.net", 1950, "nickname"),
        free_columns=(("Fee", "25"),),
    )

    def update(self, club, details, *, who="Charlie", request_id=REQUEST, name="Frank"):
        told = {"name": name, "table_name": "Frank", "is_member": True, "details": details}
        frank = Player.objects.select_related("club").get(pk=club.player("Frank").pk)
        return people.update_player(club.actor(who), frank, **told, request_id=request_id)

    def test_all_of_it_and_the_log_says_only_what_changed(self, club):
        self.update(club, self.TOLD)

        frank = Player.objects.get(pk=club.player("Frank").pk)
        assert player_details(frank) == self.TOLD
        [entry] = audit(frank)
        columns = [
            "nickname",
            "licence",
            "categories",
            "email",
            "birth_year",
            "public_name",
            "free_columns",
        ]
        assert entry.after == {"changed": columns}
        assert entry.before is None

    def test_without_details_they_stay(self, club):
        self.update(club, self.TOLD)
        self.update(club, None, request_id=uuid4(), name="Franck")

        frank = Player.objects.get(pk=club.player("Frank").pk)
        assert (frank.name, player_details(frank)) == ("Franck", self.TOLD)
        assert audit(frank)[-1].after == {"changed": ["name"]}

    def test_the_same_id_with_another_content(self, club):
        self.update(club, self.TOLD)
        with pytest.raises(RequestReused):
            self.update(club, self.TOLD._replace(email=""))

    def test_each_of_them_counts_as_a_change_by_somebody_else(self, club):
        frank = Player.objects.get(pk=club.player("Frank").pk)
        states = {player_state(frank)}
        for column, value in self.TOLD._asdict().items():
            setattr(frank, column, value)
            states.add(player_state(frank))
        assert len(states) == 8

    def test_ones_own_names(self, club):
        bob = club.player("Bob")
        told = {"nickname": "Bobby", "public_name": "nickname"}

        people.name_self(club.actor("Bob"), bob, **told, request_id=REQUEST)

        bob.refresh_from_db()
        assert (bob.nickname, bob.public_name) == ("Bobby", "nickname")
        assert [entry.after for entry in audit(bob)] == [{"changed": ["nickname", "public_name"]}]


class TestMoved:
    """Somebody else wrote first: what the person saw is no longer there."""

    def test_a_player_changed_meanwhile(self, club):
        frank = club.player("Frank")
        seen = player_state(frank)
        told = {"table_name": "Franck", "is_member": True}
        people.update_player(
            club.actor("Charlie"), frank, name="Franck", **told, request_id=uuid4()
        )

        with pytest.raises(PlayerMoved):
            people.update_player(
                club.actor("Charlie"), frank, name="F.", **told, seen=seen, request_id=uuid4()
            )

        assert Player.objects.get(pk=frank.pk).name == "Franck"
        assert len(audit(frank)) == 1

    @pytest.mark.parametrize(("seen", "now"), [("member", "scorer"), ("owner", "scorer")])
    def test_a_role_given_meanwhile(self, club, seen, now):
        olivia, bob = club.actor("Olivia"), club.user("Bob")
        set_role(olivia, club.club, bob, now, request_id=uuid4())

        with pytest.raises(RoleMoved) as moved:
            set_role(olivia, club.club, bob, "owner", seen=seen, request_id=uuid4())
        with pytest.raises(RoleMoved):
            remove_role(olivia, club.club, bob, seen=seen, request_id=uuid4())

        assert moved.value.role == now
        assert Membership.objects.get(user=bob).role == now

    def test_a_role_ended_meanwhile(self, club):
        olivia, bob = club.actor("Olivia"), club.user("Bob")
        remove_role(olivia, club.club, bob, seen="member", request_id=uuid4())

        with pytest.raises(RoleMoved) as moved:
            set_role(olivia, club.club, bob, "scorer", seen="member", request_id=uuid4())

        assert moved.value.role == ""


class TestArchivePlayer:
    def archive(self, club, who="Charlie", request_id=REQUEST):
        return people.archive_player(club.actor(who), club.player("Frank"), request_id=request_id)

    def test_the_scores_stay(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Frank")
        club.deal(sitting, taker="Frank")

        player = self.archive(club)

        assert player.archived_at is not None
        assert player.scores.get().score == 180  # (25+5)·2 = 60 from each of three

    def test_sent_twice_and_again(self, club):
        at = self.archive(club).archived_at

        assert self.archive(club).archived_at == at
        assert self.archive(club, request_id=uuid4()).archived_at == at
        assert len(audit(club.player("Frank"))) == 2


class TestRestorePlayer:
    @pytest.fixture
    def frank(self, club):
        return people.archive_player(
            club.actor("Charlie"), club.player("Frank"), request_id=uuid4()
        )

    def restore(self, club, player, who="Charlie", request_id=REQUEST):
        return people.restore_player(club.actor(who), player, request_id=request_id)

    def test_back_as_before(self, club, frank):
        player = self.restore(club, frank)

        assert (player.archived_at, player.table_name) == (None, "Frank")
        assert [entry.action for entry in audit(player)] == ["archive_player", "restore_player"]

    def test_the_name_went_to_somebody_else(self, club, frank):
        people.add_players(club.actor("Charlie"), club.club, ["frank"], request_id=uuid4())

        with pytest.raises(NameTaken):
            self.restore(club, frank)

        frank.refresh_from_db()
        assert frank.archived_at is not None

    def test_the_name_went_to_somebody_else_in_another_form(self, club):
        paul = people.archive_player(
            club.actor("Charlie"), club.older_player("BERNARD Paul"), request_id=uuid4()
        )
        people.add_players(club.actor("Charlie"), club.club, ["BERNARD Paul"], request_id=uuid4())

        with pytest.raises(NameTaken):
            self.restore(club, paul)

    def test_only_the_table_name_went_to_somebody_else(self, club, frank):
        people.add_players(club.actor("Charlie"), club.club, ["Frank Roy"], request_id=uuid4())

        assert self.restore(club, frank).table_name == "Frank 2"
