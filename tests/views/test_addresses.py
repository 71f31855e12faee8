"""Which address another phone is given, and where a browser is led that tells us one."""

import pytest

from clubs.views.addresses import own_path, site_address


@pytest.mark.parametrize(
    ("host", "site_url", "extra", "address"),
    [
        # on the internet
        ("feutre.example", "https://feutre.example", [], "http://feutre.example"),
        # a club's own network, by the number that the page came by
        ("192.0.2.7:8000", "http://127.0.0.1:8000", ["192.0.2.7"], "http://192.0.2.7:8000"),
        # looked at on the server itself, whose name for itself no phone understands
        ("localhost:8000", "https://feutre.example", [], "https://feutre.example"),
        (
            "127.0.0.1:8000",
            "http://127.0.0.1:8000",
            ["laptop", "laptop.local", "192.0.2.7"],
            "http://192.0.2.7:8000",
        ),
        # nothing better is known
        ("localhost:8000", "http://localhost:8000", ["laptop"], "http://localhost:8000"),
        ("localhost", "http://localhost", [], "http://localhost"),
    ],
)
def test_site_address(rf, settings, host, site_url, extra, address):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL, settings.EXTRA_HOSTS = site_url, extra

    assert site_address(rf.get("/", HTTP_HOST=host)) == address


def test_it_is_secure_where_the_page_is(rf, settings):
    settings.ALLOWED_HOSTS = ["feutre.example"]

    assert site_address(rf.get("/", HTTP_HOST="feutre.example", secure=True)) == (
        "https://feutre.example"
    )


@pytest.mark.parametrize(
    ("told", "path"),
    [
        ("http://feutre.example/t/1/?a=b&c=d#end", "/t/1/?a=b&c=d"),
        ("/c/trois-bouts/", "/c/trois-bouts/"),
        ("http://feutre.example", "/"),
        ("http://feutre.example//evil.example/", "/evil.example/"),
        ("http://evil.example/t/1/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("http://[::1", "/"),  # no address at all
        ("http://feutre.example:port/", "/"),
        ("", "/"),
        (None, "/"),
    ],
)
def test_own_path(rf, settings, told, path):
    settings.ALLOWED_HOSTS = ["feutre.example"]

    assert own_path(rf.get("/", HTTP_HOST="feutre.example"), told) == path


@pytest.mark.parametrize("header", ["HX-Current-URL", "Referer"])
def test_a_damaged_header_leads_to_the_sign_in_page(client, club, header):
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")

    response = client.post(f"/t/{sitting.uuid}/close/", headers={header: "http://[::1"})

    assert response["Location"] == "/login/?next=/"
