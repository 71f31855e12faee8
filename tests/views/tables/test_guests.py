"""Which player a guest says to be: asked once, and what the history makes of it."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry
from clubs.services.people.privacy import anonymise_player
from tests.cast import audit

FOUR = ("Alice", "Bob", "Charlie", "Dora")
QUESTION = "Who are you?"
BUTTON = re.compile(
    r'<button type="submit"[^>]*?name="player"\s+value="([^"]*)"\s+formaction="([^"]*)"'
    r"[^>]*>([^<]*)<"
)


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


@pytest.fixture
def guest(client, club, sitting):
    """Came by the code of the table, and reads English."""
    client.cookies["django_language"] = "en"
    client.get(f"/s/{club.link(sitting).token}/")
    return client


def say(client: Client, page: str, name: str):
    """Presses the button with that name on a page."""
    buttons = {
        text.strip(): (value, address)
        for value, address, text in BUTTON.findall(client.get(page).content.decode())
    }
    value, address = buttons[name]
    return client.post(address, {"player": value})


def record(client: Client, sitting, club, number=1):
    told = {"taker": str(club.player("Bob").uuid), "contract": "garde", "oudlers": "2"}
    more = {"points": "46", "counted": "attack", "number": str(number)}
    return client.post(f"/t/{sitting.uuid}/new/", {**told, **more, "request_id": str(uuid4())})


class TestAsked:
    def test_once_where_a_guest_writes(self, guest, sitting):
        new, sheet = f"/t/{sitting.uuid}/new/", f"/t/{sitting.uuid}/"
        assertContains(guest.get(new), QUESTION)

        assertRedirects(say(guest, new, "Dora"), sheet)

        assertNotContains(guest.get(new), QUESTION)
        assertNotContains(guest.get(sheet), QUESTION)

    def test_whoever_would_not_say_is_not_asked_again(self, guest, sitting, club):
        say(guest, f"/t/{sitting.uuid}/", "I would rather not say")

        assertNotContains(guest.get(f"/t/{sitting.uuid}/new/"), QUESTION)
        record(guest, sitting, club)
        assertContains(guest.get(f"/t/{sitting.uuid}/log/"), "a guest by the link")

    def test_nobody_else_is_asked(self, client, club, sitting):
        client.cookies["django_language"] = "en"
        client.force_login(club.user("Alice"))
        assertNotContains(client.get(f"/t/{sitting.uuid}/new/"), QUESTION)
        client.logout()
        client.get(f"/s/{club.link(sitting, 'watch').token}/")
        assertNotContains(client.get(f"/t/{sitting.uuid}/"), QUESTION)

    def test_somebody_who_does_not_sit_there_is_refused(self, guest, club, sitting):
        other = str(club.player("Olivia").uuid)
        response = guest.post(f"/t/{sitting.uuid}/player/", {"player": other})
        assert response.status_code == 422
        assertContains(guest.get(f"/t/{sitting.uuid}/new/"), QUESTION)


class TestHistory:
    def test_it_says_the_name_and_not_the_log(self, guest, club, sitting):
        """The log keeps uuids: of the link, and of the player they say to be."""
        say(guest, f"/t/{sitting.uuid}/new/", "Dora")
        record(guest, sitting, club)
        dora = club.player("Dora")

        (entry,) = audit(sitting.deals.get())
        link = club.club.links.get()
        assert entry.actor == f"link:{link.uuid}/{dora.uuid}"
        for page in ("log/", "1/"):
            assertContains(guest.get(f"/t/{sitting.uuid}/{page}"), "Dora, by the link")
        proves = "it proves nothing"
        assertContains(guest.get(f"/t/{sitting.uuid}/log/"), proves)

    def test_it_can_be_changed_and_the_past_stays(self, guest, club, sitting):
        say(guest, f"/t/{sitting.uuid}/new/", "Dora")
        record(guest, sitting, club)
        say(guest, f"/t/{sitting.uuid}/player/", "Bob")
        record(guest, sitting, club, number=2)

        page = guest.get(f"/t/{sitting.uuid}/log/")
        assertContains(page, "Dora, by the link", count=1)
        assertContains(page, "Bob, by the link", count=1)

    def test_a_form_sent_twice_is_the_same_though_a_name_was_said_between(
        self, guest, club, sitting
    ):
        club.deal(sitting)
        taken = {"reason": "Typing error", "revision": "1", "request_id": str(uuid4())}
        address = f"/t/{sitting.uuid}/1/void/"
        assert guest.post(address, taken).status_code == 302
        say(guest, f"/t/{sitting.uuid}/player/", "Dora")
        assert guest.post(address, taken).status_code == 302
        assert AuditEntry.objects.filter(action="void_deal").count() == 1

    def test_a_player_who_was_made_anonymous_has_no_name_there(self, guest, club, sitting):
        say(guest, f"/t/{sitting.uuid}/new/", "Dora")
        record(guest, sitting, club)
        anonymise_player(club.actor("Olivia"), club.player("Dora"), request_id=uuid4())

        page = guest.get(f"/t/{sitting.uuid}/log/")
        assertNotContains(page, "Dora")
        assertContains(page, ", by the link")

    def test_at_a_table_without_an_account(self, client, club):
        client.cookies["django_language"] = "en"
        opened = club.private_table("Ana", "Luc", "Zoé")
        client.get(f"/s/{opened.link.token}/")
        page = f"/t/{opened.sitting.uuid}/"
        assertContains(client.get(page), QUESTION)

        say(client, page, "Zoé")
        ana = opened.sitting.seats.get(position=0).player.uuid
        deal = {"taker": str(ana), "contract": "garde", "oudlers": "2", "points": "46"}
        more = {"counted": "attack", "number": "2", "request_id": str(uuid4())}
        assertRedirects(client.post(f"{page}new/", {**deal, **more}), f"{page}?saved=2")
        assertContains(client.get(f"{page}log/"), "Zoé, by the link")


def test_the_history_tells_a_deal_in_one_sentence(guest, club, sitting):
    """As spectators read it; what was written unfolds below."""
    record(guest, sitting, club)

    page = guest.get(f"/t/{sitting.uuid}/log/")

    assertContains(page, "<summary>Bob in Garde, made by 5</summary>", html=True)
    assertContains(page, "Oudlers")


def test_pages_without_network_can_tell_tables_of_one_day_apart(guest, sitting):
    """js/offline/offline-tables.js reads it from the copies that the phone keeps."""
    about = re.search(
        r"<p hidden data-table-about>(.*?)</p>",
        guest.get(f"/t/{sitting.uuid}/").content.decode(),
        re.DOTALL,
    )
    assert " ".join(about[1].split()).startswith("Alice, Bob, Charlie, Dora · ")
