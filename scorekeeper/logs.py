"""Keeps secrets out of the log, since the secret part of an address opens a table or an account,
and what would be said a thousand times."""

import logging
import re

UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# A link, a code, a new password, an address to confirm; not the uuid of a season, /c/…/s/<uuid>/.
SECRET = re.compile(
    rf"(/[sj]/(?!{UUID}(?![^/\s?#\"']))|/password/reset/key/|/confirm-email/|[?&]code=)"
    r"[^/\s?&#\"']+"
)


class SecretFilter(logging.Filter):
    """Cuts tokens and codes out of addresses, in a message and in what is filled into it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = _without_secrets(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_without_secrets(value) for value in record.args)
        return True


class TroubleFilter(logging.Filter):
    """Drops what Django says of each request that the database could not serve: clubs/trouble.py
    says it once a minute."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not getattr(getattr(record, "request", None), "is_in_trouble", False)


def _without_secrets(value: object) -> object:
    return SECRET.sub(r"\1…", value) if isinstance(value, str) else value
