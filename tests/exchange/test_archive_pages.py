"""The archive of a club on the page of imports. Source: leagues.md §7.4."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.exchange import archive
from clubs.models import AuditEntry, Chain, ChainKind, Club, ImportRun, Sitting
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from tests.cast import totals
from tests.exchange.archives import changed, exported, forget
from tests.page_forms import page_form, page_forms

NEW = "/c/ailleurs/io/import/"


@pytest.fixture
def eve(client, club, settings):
    """Owner of another club; everybody may make one."""
    settings.REGISTRATION = "open"
    return signed_in(client, club)


def signed_in(client, club):
    client.force_login(club.user("Eve"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def sent(client, content):
    upload = SimpleUploadedFile("club.zip", content)
    form = page_form(client.get(NEW), has="pasted")
    return form.fill(file=upload).send(client, follow=True)


def words(page):
    return " ".join(page.content.decode().split())


def test_a_club_comes_back_as_one_of_its_own(eve, full):
    content = exported(full.club)
    scores = sorted(map(sorted, (totals(one).items() for one in Sitting.objects.all())))
    forget(full.club)
    others = AuditEntry.objects.count()

    page = sent(eve, content)
    assert "Les Trois Bouts" in words(page)
    assert not Club.objects.filter(slug="trois-bouts").exists()
    page = page_form(page, press="arrive").send(eve, press="arrive", follow=True)

    assert page.status_code == 200
    assert page.request["PATH_INFO"] == "/c/trois-bouts/"
    assert "Les Trois Bouts is ready." in words(page)
    club = Club.objects.get(slug="trois-bouts")
    assert [(row.user.name, row.role) for row in club.memberships.all()] == [("Eve", "owner")]
    assert sorted(map(sorted, (totals(one).items() for one in Sitting.objects.all()))) == scores
    assert [*check_sittings(), *check_chains()] == []
    assert not ImportRun.objects.exists()  # neither the file, nor one that waited in the club
    assert AuditEntry.objects.filter(club=full.other).count() == 0
    assert others < AuditEntry.objects.count()


def test_another_club_keeps_its_address(eve, full):
    content = exported(full.club)
    forget(full.club)
    Club.objects.create(name="Trois bouts", slug="trois-bouts")

    page = sent(eve, content)
    page = page_form(page, press="arrive").send(eve, press="arrive", follow=True)

    assert page.request["PATH_INFO"] == "/c/trois-bouts-2/"


def test_a_club_that_is_here_is_not_made_again(eve, full):
    content = exported(full.club)

    page = sent(eve, content)
    page = page_form(page, press="arrive").send(eve, press="arrive")

    assert page.status_code == 409
    assert "the club Les Trois Bouts is here already" in words(page)


def test_ones_own_club_is_shown(client, full, settings):
    settings.REGISTRATION = "open"
    client.force_login(full.user("Olivia"))
    client.cookies["django_language"] = "en"
    upload = SimpleUploadedFile("club.zip", exported(full.club))
    form = page_form(client.get("/c/trois-bouts/io/import/"), has="pasted")

    page = form.fill(file=upload).send(client, follow=True)

    assert "Les Trois Bouts is here already." in words(page)
    assert 'href="/c/trois-bouts/"' in words(page)


def test_a_club_without_owner_is_not_given_away(eve, full):
    content = exported(full.club)
    full.club.memberships.all().delete()

    page = sent(eve, content)
    page_form(page, press="arrive").send(eve, press="arrive")

    assert not full.club.memberships.exists()


def test_who_may_make_no_club_reads_who_may(client, club):
    content = exported(club.club)

    page = sent(signed_in(client, club), content)

    assert page.status_code == 422
    assert "manage.py import_club" in words(page)


def test_an_archive_that_is_too_long_for_a_page(eve, club, monkeypatch):
    content = exported(club.club)
    monkeypatch.setattr(archive, "PAGE_ROWS", 3)

    page = sent(eve, content)

    assert "too long for a page" in words(page)
    assert ("step", "arrive") not in buttons(page)


def other_points(files):
    files["scores"][0]["score"] += 10


def no_club(files):
    files["club"] = []


def deep(files):
    value = []
    for _level in range(900):
        value = [value]
    files["club"][0]["screen"] = value


def no_uuid(files):
    files["club"][0]["uuid"] = "x"


@pytest.mark.parametrize("change", [other_points, no_club, no_uuid, deep])
def test_an_archive_that_somebody_changed(eve, full, change):
    content = changed(exported(full.club), change)
    forget(full.club)
    clubs = Club.objects.count()

    page = sent(eve, content)
    if ("step", "arrive") in buttons(page):
        page = page_form(page, press="arrive").send(eve, press="arrive")

    assert page.status_code in (200, 409)
    assert "No club can be made of this archive" in words(page)
    assert Club.objects.count() == clubs


def buttons(page):
    return [pair for form in page_forms(page) for pair in form.buttons]


def test_a_log_that_is_here_is_met_by_nothing(eve, full):
    """Nobody vouches for the file: who knows the log of others may not write at its end."""
    content = exported(full.club)
    uuid = full.club.uuid
    forget(full.club)
    Chain.objects.create(uuid=uuid, club=full.other, kind=ChainKind.CLUB)

    page = sent(eve, content)
    page = page_form(page, press="arrive").send(eve, press="arrive")

    assert page.status_code == 409
    assert "which is of another club here" in words(page)
