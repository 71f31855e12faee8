"""The first steps of a club on its home."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Club, ImportRun, Player
from clubs.services.people import people
from clubs.services.tables.sittings import close_sitting
from tests.page_forms import form_on, page_form

HOME = "/c/ailleurs/"


@pytest.fixture
def owner(sign_in):
    return sign_in("Eve")


def steps(client):
    return client.get(HOME).context["steps"]


def test_they_tick_themselves_off_and_go(owner, club):
    assert steps(owner).next_step == "members"
    assertContains(owner.get(HOME), "Type or paste their names")

    names = ["Zoé", "Luc", "Ana"]
    added = people.add_players(club.actor("Eve"), club.other, names, request_id=uuid4())
    assert steps(owner).next_step == "scores"

    club.players |= dict(zip(names, added, strict=True))
    sitting = club.sitting(*names, by="Eve")
    close_sitting(club.actor("Eve"), sitting, request_id=uuid4())
    left = steps(owner)
    assert (left.next_step, left.has_uncounted) == ("season", True)
    assertContains(owner.get(HOME), 'href="/c/ailleurs/s/first/"')

    season = form_on(owner.get("/c/ailleurs/s/new/"), "")
    season.fill(name="2026", starts_on="2026-01-01", ends_on="2026-12-31").send(owner)
    assert club.other.leagues.get().name == "2026"
    assertNotContains(owner.get(HOME), "First steps")

    rest = ImportRun.objects.create(club=club.other, name="club.xlsx", report={"is_rest": True})
    assertContains(owner.get(HOME), f"/c/ailleurs/io/import/{rest.uuid}/")
    assert steps(owner).next_step == ""


def test_a_file_that_waits_is_gone_on_with(owner, club):
    shown = owner.get("/c/ailleurs/members/add/")
    content = "nom;e-mail\nZoé Petit;zoe@example.org\n".encode()
    answer = page_form(shown, has="file").fill(file=SimpleUploadedFile("liste.csv", content))
    answer = answer.send(owner)
    assert answer.status_code == 302

    assertContains(owner.get(HOME), f'href="{answer.url}"')
    assertContains(owner.get(HOME), "liste.csv")
    assertRedirects(form_on(owner.get(answer.url), "").send(owner, "write"), answer.url)
    assertContains(owner.get(answer.url), "Next: old scores")

    assert Player.objects.get(club=club.other, name="Zoé Petit").email == "zoe@example.org"
    assert steps(owner).waiting is None


def test_the_owner_puts_them_away_and_nobody_else(owner, club, sign_in):
    form = form_on(owner.get(HOME), "/first-steps/end/")

    for _time in range(2):
        assertRedirects(form.send(owner), HOME)

    assertNotContains(owner.get(HOME), "First steps")
    assertContains(owner.get(HOME), 'href="/c/ailleurs/io/import/"')  # still found
    organiser = sign_in("Charlie")
    assertNotContains(organiser.get("/c/trois-bouts/"), "first-steps/end/")
    assert organiser.post("/c/trois-bouts/first-steps/end/").status_code == 403
    assert Club.objects.get(slug="trois-bouts").shows_first_steps


def test_members_are_shown_none(sign_in):
    assertNotContains(sign_in("Bob").get("/c/trois-bouts/"), "First steps")
