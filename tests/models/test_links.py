"""The token of a link: derived, never stored."""

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from clubs.models import Link

NOW = datetime(2026, 1, 6, 20, 15, tzinfo=UTC)
ONE, OTHER = UUID(int=1), UUID(int=2)


class TestToken:
    def test_the_same_link_has_the_same(self):
        assert Link(uuid=ONE).token == Link(uuid=ONE).token
        assert Link(uuid=ONE).token != Link(uuid=OTHER).token

    def test_it_is_long_and_fits_an_address(self):
        token = Link(uuid=ONE).token

        assert len(token) == 43  # 256 bits, six a character
        assert token.replace("-", "").replace("_", "").isalnum()

    def test_another_secret_key_gives_another(self, settings):
        before = Link(uuid=ONE).token
        settings.SECRET_KEY = "changed"

        assert Link(uuid=ONE).token != before

    def test_its_hash_is_that_of_everybody(self):
        assert Link.hash_of("abc") == hashlib.sha256(b"abc").hexdigest()

    def test_it_can_be_shown_while_the_key_is_the_same(self, settings):
        link = Link(uuid=ONE)
        link.token_hash = Link.hash_of(link.token)
        assert link.can_be_shown

        settings.SECRET_KEY = "changed"
        assert not link.can_be_shown


@pytest.mark.parametrize(
    ("expires_at", "revoked_at", "is_valid"),
    [
        (None, None, True),
        (NOW + timedelta(seconds=1), None, True),
        (NOW, None, False),
        (None, NOW - timedelta(days=1), False),
    ],
)
def test_valid(club, expires_at, revoked_at, is_valid):
    Link.objects.create(
        club=club.club,
        kind="watch",
        target_uuid=ONE,
        token_hash="0" * 64,
        expires_at=expires_at,
        revoked_at=revoked_at,
    )

    assert Link.objects.valid(NOW).exists() is is_valid
