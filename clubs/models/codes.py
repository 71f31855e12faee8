"""Codes that people read aloud and type: those of links and the short addresses of tournaments."""

import secrets

from clubs.core.codes import ALPHABET, LENGTH


def new_code() -> str:
    """A code at random. services/links.py sees to it that nothing else has it."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
