"""What the log must not keep: the secret part of an address opens a table."""

import logging
import re

SECRET = re.compile(r"(/[sj]/)[^/\s?#\"']+")


class SecretFilter(logging.Filter):
    """Cuts tokens and codes out of addresses, in a message and in what is filled into it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = cut(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(cut(value) for value in record.args)
        return True


def cut(value: object) -> object:
    return SECRET.sub(r"\1…", value) if isinstance(value, str) else value
