"""The text of a file, and JSON as a value: sound, of so many values, and not too deep."""

import codecs
import json
import re
from typing import Any

from clubs.exchange.imports.shape import Unreadable

MOST_VALUES = 4_000_000  # of a JSON document
MOST_DEPTH = 60  # of lists and objects within each other
BAD_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
ZERO = r"\u0000"  # as json writes it
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
MARK = codecs.BOM_UTF8
MARKS_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(content: bytes) -> str:
    """The text of a file in UTF-8, with or without byte order mark, in UTF-16 with one, as Excel
    writes "Unicode text", else in Windows-1252."""
    try:
        text = content.decode("utf-16" if content.startswith(MARKS_16) else "utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = content.decode("windows-1252")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise Unreadable("encoding", row=line) from error
    odd = CONTROL.search(text)
    if odd:
        raise Unreadable("encoding", row=text.count("\n", 0, odd.start()) + 1)
    return text


def looks_like_json(content: bytes) -> bool:
    return content.removeprefix(MARK).lstrip()[:1] in (b"{", b"[")


def parse_document(content: bytes) -> Any:
    """The value of a JSON document. Raises Unreadable."""
    text = decode(content)
    if text.count(",") + text.count("[") + text.count("{") > MOST_VALUES:
        raise Unreadable("too_heavy")
    try:
        document = json.loads(text)
        if BAD_ESCAPE.search(text):  # half a character, or one that no database takes
            _refuse_odd(json.dumps(document, ensure_ascii=False))
        _refuse_deep(document)
    except UnicodeEncodeError as error:
        raise Unreadable("encoding") from error
    except (ValueError, RecursionError) as error:
        raise Unreadable("bad_file") from error
    return document


def _refuse_odd(text: str) -> None:
    text.encode()
    if ZERO in text:
        raise Unreadable("encoding")


def _refuse_deep(document: Any) -> None:
    """Refuse what nests so deep that whoever goes through it may run out of stack."""
    level: list[Any] = [[document]]
    for _depth in range(MOST_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise Unreadable("bad_file")
