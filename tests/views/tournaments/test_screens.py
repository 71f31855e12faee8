"""The screens of a tournament."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from clubs.access import Forbidden
from clubs.models import Announcement, Entry, Link, LinkKind, Round, Tournament
from clubs.services.people import links
from clubs.services.people.links import make_link
from clubs.services.tournaments.rounds import clock
from tests.cast import audit
from tests.hall import Hall, played_hall, published_hall, validated_hall
from tests.views.tournaments.pages import announce, poll_of


@pytest.fixture
def hall(club):
    return Hall.gather(club, 9)


def screen(hall, rest=""):
    return f"/g/{hall.tournament.uuid}/screen/{rest}"


def shown_pages(response):
    return re.findall(r'data-watch="([^"]+)"', response.content.decode())


def words(response):
    """What the board says, without tags."""
    text = response.content.decode().partition('id="hall-board"')[2]
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


class TestPages:
    def test_before_the_first_seating(self, bob, hall):
        response = bob.get(screen(hall))

        assertContains(response, "The seating is shown here as soon as it is published.")
        assertContains(response, "9 players")
        assert shown_pages(response) == []

    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            ("?show=standings", "The standings are shown here after the first round."),
            ("?show=clock,news", "The clock is shown here as soon as it runs."),
            ("?show=news", "Announcements are shown here."),
        ],
    )
    def test_it_says_what_it_waits_for(self, bob, hall, asked, told):
        assertContains(bob.get(screen(hall, asked)), told)

    def test_a_published_round_is_shown_by_table_and_by_name(self, bob, club):
        hall = published_hall(club, 9)

        response = bob.get(screen(hall))

        assert shown_pages(response) == ["seating-1", "names-1"]
        assertContains(response, "Round 1 of 3")
        first = [f"P{number:02}" for number in hall.seated(hall.tables()[0])]
        assert " ".join(first) in words(response)

    def test_every_name_stands_once_beside_its_table(self, bob, club):
        hall = published_hall(club, 9)

        told = words(bob.get(screen(hall, "?show=names")))

        for table in hall.tables():
            for number in hall.seated(table):
                assert f"P{number:02} Table {table.table_number} " in f"{told} "

    def test_names_stand_in_two_columns_by_letter(self, bob, hall):
        hall.enter("Élodie", "zoé", "Abel")
        hall.publish()

        page = bob.get(screen(hall, "?show=names&rows=6")).content.decode()

        columns = page.partition('class="hall-columns')[2].split("<ul")[1:]
        names = [re.findall(r'class="name">([^<]+)<', column) for column in columns]
        assert names == [
            ["Abel", "Élodie", "P01", "P02", "P03", "P04"],
            ["P05", "P06", "P07", "P08", "P09", "zoé"],
        ]

    def test_who_sits_out_is_among_the_names(self, bob, club):
        hall = Hall.gather(club, 9, table_sizes=[4], leftovers="bye")
        hall.publish()

        assertContains(bob.get(screen(hall, "?show=names")), "sits out", count=1)

    def test_standings_after_a_round_that_is_over(self, bob, club):
        """Each takes one deal in garde for 46 points at 2 oudlers: 60 a defender. At a table of
        three the first two to take win 120 − 60, the third loses 120."""
        hall = played_hall(club, 9)

        response = bob.get(screen(hall))

        assert shown_pages(response) == ["standings-1", "standings-2"]
        told = words(response)
        assert "Standings after round 1" in told
        assert told.count("+60") == 6
        assert told.count("−120") == 3
        assert "1–8 of 9" in told

    def test_ranks_won_and_lost_are_marked(self, bob, club):
        hall = validated_hall(club, 9)
        hall.publish(2)
        hall.play(2, takers=[2])

        told = words(bob.get(screen(hall, "?show=standings")))

        assert "Standings after round 2" in told
        # three of the six who shared the first rank at +60 take all in round 2, the others lose 120
        assert told.count(" 1 unchanged ") == 3
        assert told.count(" 4 down 3 ") == 3

    @pytest.mark.parametrize(
        ("asked", "pages"),
        [
            ("?show=names&rows=4", ["names-1", "names-2"]),
            ("?show=names,seating", ["names-1", "seating-1"]),
            ("?show=seating&rows=4", ["seating-1", "seating-2"]),  # two tables a page
            ("?show=names,names", ["names-1"]),
            ("?show=nonsense", ["seating-1", "names-1"]),
            ("?rows=0", ["seating-1", "names-1"]),
        ],
    )
    def test_a_screen_may_choose(self, bob, club, asked, pages):
        hall = published_hall(club, 9)

        assert shown_pages(bob.get(screen(hall, asked))) == pages

    def test_screens_share_the_alphabet(self, bob, hall):
        """A and B on the first, P (nine of them) on the second; a poll asks for the same part."""
        hall.enter("Abel", "Béatrice", "Bruno", "Zoé")
        hall.publish()

        first = bob.get(screen(hall, "?show=names&part=1of2"))
        second = bob.get(screen(hall, "?show=names&part=2of2"))

        names = [
            re.findall(r'class="name">([^<]+)<', one.content.decode()) for one in (first, second)
        ]
        assert names == [
            ["Abel", "Béatrice", "Bruno"],
            [*(f"P{number:02}" for number in range(1, 10)), "Zoé"],
        ]
        assert "part=2of2" in poll_of(second)
        assert ">A–B</b>" in first.content.decode()

    @pytest.mark.parametrize("part", ["3of2", "x"])
    def test_a_part_that_is_none_is_everybody(self, bob, club, part):
        hall = published_hall(club, 9)

        response = bob.get(screen(hall, f"?show=names&part={part}"))

        assert response.content.decode().count('class="name"') == 9

    @pytest.mark.parametrize("is_public", [True, False])
    def test_the_short_address_where_it_leads_to_a_page(self, bob, hall, is_public):
        Tournament.objects.update(shows_page=is_public, shows_seating=True, shows_standings=True)

        response = bob.get(screen(hall))

        shown = "Your table and your points on your phone" in response.content.decode()
        typed = f"testserver/j/{hall.tournament.code}" in response.content.decode()
        assert (shown, typed) == (is_public, is_public)

    def test_it_is_light_unless_asked(self, bob, hall):
        assertContains(bob.get(screen(hall)), 'data-bs-theme="light"')
        assertContains(bob.get(screen(hall, "?dark=1")), 'data-bs-theme="dark"')

    def test_nothing_private_is_shown(self, bob, club):
        """tournaments.md §13, invariant 17: no e-mail address, fee, licence number or year of
        birth."""
        hall = Hall.gather(club, 8, fee=1500)
        Entry.objects.update(email="p@example.org", birth_year=1947, note="Fauteuil")
        Entry.objects.update(fee_paid=1500, fee_paid_at=timezone.now())
        Entry.objects.filter(number=1).update(licence="LIC4711")
        hall.publish()
        hall.play()

        page = bob.get(screen(hall, "?show=seating,names,standings")).content.decode()

        board = page.partition('id="hall-board"')[2]
        for private in ("example.org", "LIC4711", "1947", "15.00", "Fauteuil"):
            assert private not in board


class TestClock:
    def test_it_runs_until(self, bob, club):
        hall = published_hall(club, 9)
        one = clock.start_clock(hall.arbiter, hall.reread(), 1, request_id=uuid4())

        response = bob.get(screen(hall))

        ends = round((one.clock_started_at + timedelta(minutes=60)).timestamp())
        assertContains(response, f'data-at="{ends}"')
        assertContains(response, 'data-room-clock="runs"')
        assert "clock" in shown_pages(response)

    def test_it_is_paused_with_what_remains(self, bob, club):
        hall = published_hall(club, 9)
        started = timezone.now() - timedelta(minutes=50)
        Round.objects.filter(number=1).update(
            clock_started_at=started,
            clock_paused_at=started + timedelta(minutes=20),
            clock_seconds=3600,
        )

        response = bob.get(screen(hall))

        assertContains(response, "Round 1, paused")
        assertContains(response, "40:00")

    def test_the_next_round_begins(self, bob, hall):
        Round.objects.create(
            tournament=hall.tournament, number=1, planned_at=timezone.now() + timedelta(minutes=8)
        )

        assertContains(bob.get(screen(hall)), 'data-room-clock="begins"')


class TestAnnouncements:
    def test_a_table_is_called_above_every_page(self, bob, club):
        hall = published_hall(club, 9)
        announce(hall, "please come to the desk", table_number=2)
        announce(hall, "Coffee is served")

        response = bob.get(screen(hall))

        assert "news-1" in shown_pages(response)
        told = words(response)
        assert "Table 2 please come to the desk" in told.partition("Round 1, table by table")[0]

    def test_what_is_for_phones_is_not_shown(self, bob, hall):
        announce(hall, "Quiet please", place="phones")

        assertNotContains(bob.get(screen(hall)), "Quiet please")

    def test_one_that_ends_is_news_by_itself(self, bob, hall):
        announce(hall, "Coffee is served", minutes=10)
        address = poll_of(bob.get(screen(hall)))
        assert bob.get(address).status_code == 204
        past = timezone.now() - timedelta(minutes=1)

        page = address.partition("~")
        old = f"{page[0]}~{int(past.timestamp())}"

        assert bob.get(old).status_code == 200
        Announcement.objects.update(shown_from=past, shown_until=past)
        Tournament.objects.update(news_revision=99)
        assertNotContains(bob.get(screen(hall)), "Coffee is served")


class TestPoll:
    def test_nothing_new_costs_one_query(self, bob, club, django_assert_num_queries):
        hall = published_hall(club, 9)
        address = poll_of(bob.get(screen(hall)))

        with django_assert_num_queries(1):
            response = Client().get(address)

        assert (response.status_code, response.content) == (204, b"")

    def test_deals_of_a_round_are_none_until_it_is_over(self, bob, club):
        hall = published_hall(club, 9)
        hall.deal(hall.tables()[0])
        address = poll_of(bob.get(screen(hall)))

        hall.deal(hall.tables()[0])

        assert bob.get(address).status_code == 204

    def test_a_correction_of_a_round_that_is_over_is_news(self, bob, club):
        hall = played_hall(club, 9)
        address = poll_of(bob.get(screen(hall)))
        assert bob.get(address).status_code == 204

        table = hall.tables()[0]
        type(table).objects.filter(pk=table.pk).update(revision=table.revision + 1)

        assert bob.get(address).status_code == 200

    @pytest.mark.parametrize("what", ["publish", "play", "announce", "clock"])
    def test_news(self, bob, hall, what):
        if what != "publish":
            hall.publish()
        address = poll_of(bob.get(screen(hall)))

        if what == "publish":
            hall.publish()
        elif what == "play":
            hall.play()
        elif what == "announce":
            announce(hall, "Coffee")
        else:
            clock.start_clock(hall.arbiter, hall.reread(), 1, request_id=uuid4())

        assert bob.get(address).status_code == 200

    def test_it_keeps_its_choice(self, bob, club):
        hall = published_hall(club, 9)
        address = poll_of(bob.get(screen(hall, "?show=names&rows=4")))
        Tournament.objects.update(revision=99)

        assert shown_pages(bob.get(address)) == ["names-1", "names-2"]

    def test_six_screens_cost_one_computation(self, bob, club, count_queries):
        hall = played_hall(club, 9)
        address = poll_of(bob.get(screen(hall)))
        Tournament.objects.update(revision=98)
        costs = []
        for _ in range(2):
            costs.append(count_queries(bob, address))

        assert costs[0] > 12
        assert costs[1] <= 7  # state twice, session, account, membership, duties, tournament

    def test_news_are_for_those_who_may_see_them(self, bob, club, hall):
        address = poll_of(bob.get(screen(hall)))
        Tournament.objects.update(revision=99)

        assert Client().get(address).status_code == 302
        bob.force_login(club.user("Eve"))
        assert bob.get(address).status_code == 404

    def test_a_moment_of_too_many_digits_is_over(self, bob, hall):
        late = rf"\g<0>~{'9' * 5000}"
        address = re.sub("(?<=seen=)[^&~]*", late, poll_of(bob.get(screen(hall))))

        assert bob.get(address).status_code == 200

    def test_without_the_seal_access_is_asked(self, bob, hall):
        bare = re.sub("seal=[^&]*", "seal=x", poll_of(bob.get(screen(hall))))

        assert Client().get(bare).status_code == 302
        assert bob.get(bare).status_code == 204


class TestChoices:
    """The page of the desk: what a screen may show, small, with the way there."""

    def test_each_choice_leads_to_what_it_says(self, client, club):
        hall = published_hall(club, 9)
        client.force_login(club.user("Charlie"))
        shown = client.get(screen(hall, "link/")).content.decode()

        found = re.findall(r'class="hall-choice" href="([^"]+)"', shown)

        assert [shown_pages(client.get(address))[:1] for address in found] == [
            ["seating-1"],
            ["names-1"],
            ["seating-1"],
            [],  # no round is over
            [],  # no clock runs, nothing is announced
            ["seating-1"],
        ]
        assert shown.count('class="hall-thumb"') == len(found) == 6

    def test_addresses_for_other_machines_keep_the_choice(self, client, club):
        hall = published_hall(club, 9)
        link = links.open_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())
        client.force_login(club.user("Charlie"))
        shown = client.get(screen(hall, "link/")).content.decode()

        [address] = [
            told
            for told in re.findall(r'id="screen-\d"\s+value="([^"]+)"', shown)
            if told.endswith("?show=names")
        ]

        assert address == f"http://testserver/s/{link.token}/?show=names"
        assert shown_pages(Client().get(address, follow=True)) == ["names-1"]

    def test_screens_that_share_the_alphabet_show_everybody_once(self, client, club, hall):
        hall.enter("Abel", "Bruno", "Zoé")
        hall.publish()
        client.force_login(club.user("Charlie"))
        shown = client.get(screen(hall, "link/")).content.decode()

        of_two = re.findall(r'href="([^"]+part=\dof2)"', shown.replace("&amp;", "&"))

        names = []
        for address in of_two:
            page = client.get(address).content.decode()
            names += re.findall(r'class="name">([^<]+)<', page)
        assert names == ["Abel", "Bruno", *(f"P{number:02}" for number in range(1, 10)), "Zoé"]


class TestLink:
    """A screen without account comes by a link of its own."""

    @pytest.fixture
    def link(self, hall):
        return links.open_tournament_screen_link(hall.arbiter, hall.tournament, request_id=uuid4())

    def test_it_leads_to_the_screen(self, client, hall, link):
        response = client.get(f"/s/{link.token}/", follow=True)

        assert response.redirect_chain[-1] == (screen(hall), 302)
        assert response.status_code == 200

    def test_it_may_say_what_the_screen_shows(self, client, hall, link):
        response = client.get(f"/s/{link.token}/?show=names&part=1of2", follow=True)

        assert response.redirect_chain[-1][0] == screen(hall, "?show=names&part=1of2")
        assert client.get(f"/s/{link.token}/?x=1").url == screen(hall)

    def test_its_code_leads_there_too(self, client, hall, link):
        response = client.get(f"/j/{link.code}/", follow=True)

        assert response.redirect_chain[-1][0] == screen(hall)

    def test_it_opens_nothing_else(self, client, hall, link):
        client.get(f"/s/{link.token}/")
        hall.publish()

        assert client.get(screen(hall, "link/")).status_code == 403
        assert client.get(f"/g/{hall.tournament.uuid}/me/").status_code == 302
        assert client.get(f"/t/{hall.tables()[0].uuid}/").status_code == 404

    def test_revoked_it_says_so(self, client, hall, link):
        address = poll_of(client.get(f"/s/{link.token}/", follow=True))
        links.revoke_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())

        assert client.get(screen(hall)).status_code == 410
        response = client.get(address)
        assert (response.status_code, response["Content-Type"]) == (
            410,
            "text/plain; charset=utf-8",
        )
        assert client.get(f"/s/{link.token}/").status_code == 410

    def test_there_is_one(self, hall, link):
        again = links.open_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())

        assert again == link

    def test_the_same_request_makes_it_once(self, hall):
        request_id = uuid4()
        made = [
            links.open_tournament_screen_link(hall.arbiter, hall.reread(), request_id=request_id)
            for _ in range(2)
        ]

        assert made[0] == made[1]
        assert Link.objects.filter(kind=LinkKind.TOURNAMENT_SCREEN).count() == 1

    def test_the_log_tells_it(self, hall, link):
        links.revoke_tournament_screen_link(hall.arbiter, hall.reread(), request_id=uuid4())

        actions = [entry.action for entry in audit(hall.tournament)]
        assert actions[-2:] == ["invite", "revoke_link"]

    def test_a_member_makes_none(self, club, hall):
        with pytest.raises(Forbidden):
            links.open_tournament_screen_link(
                club.actor("Bob"), hall.tournament, request_id=uuid4()
            )

    def test_the_page_shows_it_with_its_code(self, client, club, hall, link):
        client.cookies["django_language"] = "en"
        client.force_login(club.user("Charlie"))

        response = client.get(screen(hall, "link/"))

        assertContains(response, f"/s/{link.token}/")
        assertContains(response, "code-big")
        assertContains(response, "?rows=6")

    def test_made_and_revoked_by_its_buttons(self, client, club, hall):
        client.force_login(club.user("Charlie"))
        address = screen(hall, "link/")

        client.post(address, {"action": "show", "request_id": str(uuid4())})
        assert (
            Link.objects.valid(timezone.now()).filter(kind=LinkKind.TOURNAMENT_SCREEN).count() == 1
        )
        client.post(address, {"action": "revoke", "request_id": str(uuid4())})
        assert (
            not Link.objects.valid(timezone.now()).filter(kind=LinkKind.TOURNAMENT_SCREEN).exists()
        )

    def test_a_player_is_not_let_in(self, client, hall):
        link = make_link(hall.cast.club, LinkKind.PLAYER, hall.entry(1).uuid, by=None)
        client.get(f"/s/{link.token}/")

        assert client.get(screen(hall)).status_code == 302
