"""Tables of people without an account: opened once, under a link of their own."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor, Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Club, Link, Player, Sitting
from clubs.services.changes import written_at
from clubs.services.errors import NameTaken, RequestReused
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people import links
from clubs.services.tables import sittings
from clubs.services.tables.private_tables import open_again, open_private_table
from tests.cast import audit, keeper

REQUEST, REQUEST_AGAIN = UUID(int=7), UUID(int=8)
VISITOR = Actor("visitor")
FFT = get_game("french").read_rules("fft")


def open_it(*names, by=VISITOR, request_id=REQUEST, rules=FFT, **more):
    told = {"active_count": len(names), "first_dealer": 1, "club_name": "Table du 6 janvier"}
    told |= {"time_zone": "Pacific/Auckland", **more}
    return open_private_table(by, names, rules, request_id=request_id, **told)


def names_at(sitting):
    return list(sitting.seats.present().values_list("player__name", flat=True))


@pytest.mark.django_db
class TestOpenPrivateTable:
    def test_a_club_without_address_and_its_table(self):
        opened = open_it("Ana", "Luc", "Zoé", "Tom")

        club = Club.objects.get()
        assert (club.slug, club.name, club.time_zone) == (
            None,
            "Table du 6 janvier",
            "Pacific/Auckland",
        )
        assert opened.sitting.club == club
        assert names_at(opened.sitting) == ["Ana", "Luc", "Zoé", "Tom"]
        assert (opened.sitting.first_dealer, opened.sitting.opened_by) == (1, None)
        assert {player.is_guest for player in Player.objects.all()} == {True}

    def test_a_link_that_lasts_and_cannot_be_guessed(self):
        link = open_it("Ana", "Luc", "Zoé").link

        assert (link.kind, link.target_uuid) == ("owner", Club.objects.get().uuid)
        assert (link.expires_at, link.code, link.made_by) == (None, None, None)

    def test_whoever_holds_it_may_do_everything_at_the_table(self):
        opened = open_it("Ana", "Luc", "Zoé")
        actor = keeper(opened.link)

        taker = str(opened.sitting.seats.get(position=0).player.uuid)
        record = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46}
        sittings.record_deal(actor, opened.sitting, record, number=1, request_id=uuid4())
        sittings.close_sitting(actor, opened.sitting, request_id=uuid4())
        sittings.reopen_sitting(actor, opened.sitting, request_id=uuid4())

        assert {entry.actor for entry in audit(opened.sitting)} == {f"link:{opened.link.uuid}"}

    def test_the_log(self):
        opened = open_it("Ana", "Luc", "Zoé")

        entries = AuditEntry.objects.filter(chain__uuid=opened.sitting.club.uuid)
        assert [(entry.action, entry.actor) for entry in entries.order_by("sequence")] == [
            ("open_private_table", "visitor"),
            ("add_players", f"link:{opened.link.uuid}"),
            ("open_sitting", f"link:{opened.link.uuid}"),
        ]
        assert "Ana" not in str(list(entries.values()))
        assert [*check_sittings(), *check_chains()] == []

    def test_no_address_gives_the_request_away(self):
        """Sent again, its id gives the link back: nobody may learn it from the pages."""
        opened = open_it("Ana", "Luc", "Zoé")

        assert REQUEST not in (opened.sitting.uuid, opened.sitting.club.uuid, opened.link.uuid)
        with pytest.raises(RequestReused):
            open_it(
                "Ana",
                "Luc",
                "Zoé",
                request_id=AuditEntry.objects.get(action="open_sitting").request_id,
            )

    def test_sent_twice(self):
        first = open_it("Ana", "Luc", "Zoé")

        assert open_it("Ana", "Luc", "Zoé") == first
        assert open_it("Ana", "Luc", "Zoé", by=keeper(first.link)) == first
        assert (Club.objects.count(), Sitting.objects.count(), Link.objects.count()) == (1, 1, 1)

    def test_sent_again_after_a_day_it_opens_nothing(self):
        with written_at(timezone.now() - timedelta(hours=25)):
            open_it("Ana", "Luc", "Zoé")

        with pytest.raises(RequestReused):
            open_it("Ana", "Luc", "Zoé")

    def test_sent_twice_after_the_link_was_replaced_gives_the_old_one(self):
        first = open_it("Ana", "Luc", "Zoé")
        links.renew_owner_link(keeper(first.link), first.sitting.club, request_id=uuid4())

        assert open_it("Ana", "Luc", "Zoé").link == first.link

    @pytest.mark.parametrize(
        "other",
        [{"first_dealer": 2}, {"rules": get_game("french").read_rules("rounded-10")}],
    )
    def test_the_same_id_with_other_content(self, other):
        open_it("Ana", "Luc", "Zoé")

        with pytest.raises(RequestReused):
            open_it("Ana", "Luc", "Zoé", **other)

    def test_the_same_id_with_other_people(self):
        open_it("Ana", "Luc", "Zoé")

        with pytest.raises(RequestReused):
            open_it("Ana", "Luc", "Eve")

    def test_the_same_id_from_an_account(self, club):
        open_it("Ana", "Luc", "Zoé")

        with pytest.raises(RequestReused):
            open_it("Ana", "Luc", "Zoé", by=club.actor("Eve"))

    @pytest.mark.parametrize(
        ("names", "refusal"),
        [
            (("Ana", "Luc", "ANA"), NameTaken),
            (("Ana", "Luc"), DealRefused),
            (tuple("abcdefghi"), DealRefused),
            (("Ana", "Luc", " "), DealRefused),
        ],
    )
    def test_what_is_refused_leaves_nothing(self, names, refusal):
        with pytest.raises(refusal):
            open_it(*names, active_count=3)

        assert not Club.objects.exists()
        assert not AuditEntry.objects.exists()

    def test_an_installation_that_is_closed(self, settings, club):
        settings.REGISTRATION = "closed"

        with pytest.raises(Forbidden):
            open_it("Ana", "Luc", "Zoé")
        opened = open_it("Ana", "Luc", "Zoé", by=club.actor("Eve"))
        assert opened.link.made_by == club.user("Eve")

    def test_a_link_that_was_held_before_does_not_matter(self, club):
        other = club.private_table("Pia", "Kim", "Bo")

        opened = open_it("Ana", "Luc", "Zoé", by=keeper(other.link))

        assert opened.sitting.club != other.sitting.club
        assert audit(opened.sitting.club)[0].actor == "visitor"


@pytest.mark.django_db
class TestOpenAgain:
    @pytest.fixture
    def opened(self):
        """Luc dealt first; one deal is played, so that Zoé is to deal."""
        opened = open_it("Ana", "Luc", "Zoé", rules=get_game("french").read_rules("rounded-10"))
        taker = str(opened.sitting.seats.get(position=0).player.uuid)
        record = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46}
        sittings.record_deal(
            keeper(opened.link), opened.sitting, record, number=1, request_id=uuid4()
        )
        return opened

    def test_the_same_people_the_same_rules_and_the_turn_goes_on(self, opened):
        again = open_again(keeper(opened.link), opened.sitting, request_id=uuid4())

        assert again.club == opened.sitting.club
        assert names_at(again) == ["Ana", "Luc", "Zoé"]
        assert again.rules == opened.sitting.rules
        assert (again.active_count, again.first_dealer, again.table_number) == (3, 2, 2)
        assert Player.objects.count() == 3

    def test_sent_twice(self, opened):
        actor = keeper(opened.link)
        first = open_again(actor, opened.sitting, request_id=REQUEST_AGAIN)

        assert open_again(actor, opened.sitting, request_id=REQUEST_AGAIN) == first
        assert Sitting.objects.count() == 2

    def test_only_who_keeps_the_table(self, opened, club):
        for actor in (VISITOR, club.actor("Olivia")):
            with pytest.raises(Forbidden):
                open_again(actor, opened.sitting, request_id=uuid4())

    def test_not_a_table_of_a_club(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")

        with pytest.raises(Forbidden):
            open_again(club.actor("Olivia"), sitting, request_id=uuid4())

    def test_on_another_day_it_is_the_first_table(self, opened):
        day_before = opened.sitting.opened_at - timedelta(days=2)
        Sitting.objects.update(opened_at=day_before)
        opened.sitting.refresh_from_db()

        again = open_again(keeper(opened.link), opened.sitting, request_id=uuid4())

        assert again.table_number == 1
