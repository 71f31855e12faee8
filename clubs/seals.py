"""Keyed digests, whose keys are not in the database: seals of the log (HMAC-SHA256), hashes of
codes, and secrets that must be readable again.

The keys are `SEALING_KEYS`: the first one makes, each of them is accepted. A purpose keeps what is
made for one thing from being taken for another. Migrations import this module: what a function
makes of its arguments is part of what is stored, and does not change.
"""

import base64
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

LENGTH = 16  # characters of a seal: 96 bits
DIGITS = 8  # of a seal on paper
_BYTES = LENGTH * 3 // 4


def seal_of(purpose: str, *content: object) -> str:
    """purpose keeps seals of one thing from being taken for those of another.

    Raises ImproperlyConfigured without a key.
    """
    return _made(_seal_keys()[0], _message(purpose, content))


def is_seal_of(seal: str, purpose: str, *content: object) -> bool:
    """Whether one of the keys made it."""
    message = _message(purpose, content)
    # As bytes: text that somebody wrote past the program may have letters that no seal has.
    stored = seal.encode()
    return any(hmac.compare_digest(stored, _made(key, message).encode()) for key in _seal_keys())


def seal_digits(purpose: str, *content: object) -> list[str]:
    """The first 32 bits of a seal by each key, in hexadecimal; that of the first key is printed.
    For paper: enough to tell what was printed here from a slip of the pen."""
    message = _message(purpose, content)
    seals = (_made(key, message) for key in _seal_keys())
    return [base64.urlsafe_b64decode(seal).hex()[:DIGITS] for seal in seals]


def link_seal(entry_hash: str, words: Any = None) -> str:
    """Of one entry of the log, by its hash, which covers its content and all entries before it, and
    the words on rows, which mean something here alone."""
    return seal_of("link", entry_hash, words)


def head_content(uuid: object, kind: str, club: object, number: int, last_hash: str) -> list[Any]:
    """What the seal of a chain's head says; uuids as text."""
    return [str(uuid), kind, str(club), number, last_hash]


def row_content(model: str, key: str, values: Mapping[str, Any]) -> list[Any]:
    """What the word of the log on a row says: columns with a value, by name. An empty column is
    left out, so that one which is added later changes no word."""
    return [
        model,
        key,
        {name: _sealed_text(value) for name, value in values.items() if not _is_empty(value)},
    ]


def _is_empty(value: object) -> bool:
    return value is None or value == "" or value == [] or value == {}


def _sealed_text(value: Any) -> Any:
    if isinstance(value, (str, int, list, dict)):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _message(purpose: str, content: Iterable[object]) -> bytes:
    text = json.dumps(
        [purpose, *content], ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return text.encode()


def _made(key: str, message: bytes) -> str:
    digest = hmac.digest(key.encode(), message, "sha256")[:_BYTES]
    return base64.urlsafe_b64encode(digest).decode()


def _seal_keys() -> Sequence[str]:
    keys: Sequence[str] = settings.SEALING_KEYS
    if not keys:
        raise ImproperlyConfigured("SECRET_KEY or SEALING_KEYS must be set: it seals the log.")
    return keys


def keyed_hashes(purpose: str, text: str) -> list[str]:
    """By each key, in hexadecimal; that of the first key is what is stored. By an older one it may
    have been stored once."""
    return [_keyed_digest(purpose, text, key).hex() for key in _seal_keys()]


def seal_text(text: str) -> str:
    return _box(tuple(_seal_keys())).encrypt(text.encode()).decode()


def unseal_text(sealed: str) -> str | None:
    """None if no key opens it."""
    try:
        return _box(tuple(_seal_keys())).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


@lru_cache(maxsize=2)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet(
        [Fernet(base64.urlsafe_b64encode(_keyed_digest("clubs.sealed", "", key))) for key in keys]
    )


def _keyed_digest(purpose: str, text: str, key: str) -> bytes:
    return salted_hmac(purpose, text, secret=key, algorithm="sha256").digest()
