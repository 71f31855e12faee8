"""Secrets that the database keeps: hashed or sealed by a key that is not in it, so that neither the
database nor a backup opens anything. The keys are SEALING_KEYS of the settings."""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def keyed_hashes(purpose: str, text: str) -> list[str]:
    """By each key, in hex; that of the first key is what is stored. By an older one it may have
    been stored once."""
    return [_keyed_digest(purpose, text, key).hex() for key in settings.SEALING_KEYS]


def seal_text(text: str) -> str:
    return _box(tuple(settings.SEALING_KEYS)).encrypt(text.encode()).decode()


def unseal_text(sealed: str) -> str | None:
    """None if no key opens it."""
    try:
        return _box(tuple(settings.SEALING_KEYS)).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


@lru_cache(maxsize=2)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet(
        [Fernet(base64.urlsafe_b64encode(_keyed_digest("clubs.sealed", "", key))) for key in keys]
    )


def _keyed_digest(purpose: str, text: str, key: str) -> bytes:
    return salted_hmac(purpose, text, secret=key, algorithm="sha256").digest()
