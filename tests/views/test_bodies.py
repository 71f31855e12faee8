"""A body that is too long for its address is refused before it is read."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubs.bodies import LARGEST_FORM, MORE, most_bytes
from clubs.core.limits import LARGEST_FILE

PAGES = ["io/import/", "tournaments/import/"]


def sent(client, address, size):
    """A form with a file of so many bytes, as far as its head tells."""
    return client.post(
        address,
        b"--x--",
        content_type="multipart/form-data; boundary=x",
        headers={"content-length": str(size)},
    )


def action(page):
    """Where the form of the page with the file is sent."""
    [found] = re.findall(r'<form method="post"\s+action="([^"]+)"\s+enctype', page.content.decode())
    return found


@pytest.mark.parametrize("page", PAGES)
def test_the_form_of_a_page_that_takes_files_may_be_long(client, club, page):
    client.force_login(club.users["Olivia"])
    path = f"/c/{club.club.slug}/{page}"
    address = action(client.get(path))

    assert sent(client, path, LARGEST_FORM + 1).status_code == 413
    assert sent(client, address, LARGEST_FILE + MORE + 1).status_code == 413
    largest = SimpleUploadedFile("deals.csv", b"\0" * LARGEST_FILE)
    assert client.post(address, {"file": largest}).status_code == 422  # no list, but read


@pytest.mark.parametrize("path", ["/table/", "/login/", "/c/nowhere/io/import/?upload=a:b"])
def test_a_visitor_sends_no_long_body(client, db, path):
    response = sent(client, path, LARGEST_FORM + 1)

    assert response.status_code == 413
    assert "peut faire 20 Mo" in response.content.decode()


def test_a_page_may_stay_open_for_an_evening(client, club, monkeypatch):
    client.force_login(club.users["Olivia"])
    path, _mark, query = action(client.get(f"/c/{club.club.slug}/io/import/")).partition("?")
    assert most_bytes(path, query) == LARGEST_FILE + MORE
    assert most_bytes(path, query.replace("upload=", "upload=1")) == LARGEST_FORM
    assert most_bytes("/table/", query) == LARGEST_FORM
    later = timezone.now() + timedelta(hours=25)
    monkeypatch.setattr("django.core.signing.time.time", later.timestamp)
    assert most_bytes(path, query) == LARGEST_FORM
